"""The summary that opens a paper's section: six short parts with numbers computed from the results.

A placeholder `{name}` in a sentence of `summary` in the paper.yaml is replaced by the text that `numbers`
defines, or by one that every paper has (`obtained`, `reproduced`, `honestly`). If one of its placeholders has
no text, a sentence is left out; a run without a result therefore makes no statement about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from naivebench.benchmark.results.formats import listing, plural
from naivebench.core.checks import one_of
from naivebench.report.papers import run as runs
from naivebench.report.papers.claims import Claim
from naivebench.report.papers.paper import NumberText, own
from naivebench.report.papers.rows import FITTED, ORDINARY, PaperRow, rows
from naivebench.report.papers.rows import counted as counted_rows
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import (
    CONTRADICTED,
    HELD,
    HOLDS,
    PART,
    REPRODUCED,
    UNDECIDED,
    UNTESTED,
    measured,
)

LABELS = {
    "idea": "Idea",
    "test": "Their test",
    "obtained": "Obtained",
    "reproduced": "Reproduced",
    "honestly": "Honestly",
    "remember": "Remember",
}
VERDICT_KEYS = {  # keys of `words` in a paper.yaml
    "supported": HOLDS,
    "partly": PART,
    "contradicted": CONTRADICTED,
    "undecided": UNDECIDED,
    "untested": UNTESTED,
}
WORDS = {  # kind in the paper.yaml -> name of one such data set
    runs.EXACT: "original data set",
    "part": "partial data set",
    "reduced": "reduced data set",
    "altered": "altered data set",
    "generated": "generated data set",
    "substitute": "substitute",
}
PLACEHOLDER = re.compile(r"\{([a-z0-9_]+)\}")
FEW = 4  # largest number of names that a sentence lists


class Line(NamedTuple):
    """A part of the summary."""

    part: str  # a key of LABELS
    label: str
    text: str


def lines(run: Run, claims: tuple[Claim, ...]) -> tuple[Line, ...]:
    """The parts of the summary that have a text."""
    told: dict[str, str] = {}
    found = []
    for part, label in LABELS.items():
        sentences = [_filled(run, claims, s, told) for s in getattr(run.paper.summary, part)]
        if text := " ".join(filter(None, sentences)):
            found.append(Line(part, label, text))
    return tuple(found)


def _filled(run: Run, claims: tuple[Claim, ...], sentence: str, told: dict[str, str]) -> str:
    """Fill in the placeholders of a sentence; "" if one of them has no text. `told`: texts by placeholder."""
    for name in PLACEHOLDER.findall(sentence):
        if name not in told:
            told[name] = _text(run, claims, name)
        if not told[name]:
            return ""
    return PLACEHOLDER.sub(lambda match: told[match[1]], sentence)


def _text(run: Run, claims: tuple[Claim, ...], name: str) -> str:
    """Text of a placeholder. Raises InputError if it is not defined."""
    number = run.paper.summary.numbers.get(name)
    if number is None:
        one_of(name, OF_ALL, "placeholder", f"the summary of {run.paper.id}")
        return OF_ALL[name](run, claims)
    return of_claim(claims, number) if number.claim else own(run.paper, number.own)(run, **number.arguments)


def of_claim(claims: tuple[Claim, ...], number: NumberText) -> str:
    """Text about a claim, chosen by its honest verdict from `words`, or without `words` by `says`.

    If the honest verdict is untested, the verdict that other data suggest chooses from `suggested`.
    """
    claim = next((c for c in claims if c.id == number.claim), None)
    if claim is None:
        return ""
    words, verdict = number.words, claim.verdict
    if verdict == UNTESTED and claim.suggested and number.suggested:
        words, verdict = number.suggested, claim.suggested
    if words:
        return next((text for key, text in words.items() if VERDICT_KEYS[key] == verdict), "")
    return SAYS[number.says](claim)


def effect(claim: Claim) -> str:
    """Format the first statement behind the honest verdict: `+1.57 points [−0.20, +3.33] over 10 data
    sets`.
    """
    return _estimate(claim, "decides")


def effect_as_published(claim: Claim) -> str:
    """Format the first statement behind the verdict under the paper's own protocol, like `effect`."""
    return _estimate(claim, "reproduces")


def _estimate(claim: Claim, use: str) -> str:
    statement = next((s for s in claim.statements if getattr(s, use)), None)
    if statement is None or statement.value != statement.value:  # NaN: every comparison is excluded
        return ""
    over = f" over {plural(statement.n, statement.things)}" if statement.n else ""
    return measured(statement) + over


SAYS: dict[str, Callable[[Claim], str]] = {
    "effect": effect,
    "effect_as_published": effect_as_published,
    "verdict": lambda claim: claim.verdict,
    "reproduced": lambda claim: claim.reproduced,
}


def obtained(run: Run) -> str:
    """Sentence on how many of the paper's data sets this run has, replaces or lacks.

    `more.tasks` of the paper.yaml names lists of printed names in `more`, if the paper's results are about
    these tasks: only they count.
    """
    tasks = {name: run.paper.more[name] for name in run.paper.more.get("tasks", ())}
    asked = [p for several in tasks.values() for p in several] or list(run.paper.data_sets)
    named, scored = {p: run.paper.data_sets[p] for p in asked}, _scored(run)
    have = [p for p, sets in named.items() if any(d.kind == runs.EXACT and d.id in scored for d in sets)]
    others = [p for p, sets in named.items() if p not in have and any(d.id in scored for d in sets)]
    missing = [p for p in named if p not in have and p not in others]
    if not named:
        return ""
    many = plural(len(named), "task" if tasks else "data set")
    if tasks:
        many += f" ({listing(f'{len(several)} {name}' for name, several in tasks.items())})"
    if len(have) == len(named):
        return f"This run has {'the only data set' if len(named) == 1 else f'all {many}'} of the paper."
    texts = [f"This run has {len(have) or 'none'} of the paper's {many}"]
    if others:
        texts.append(f"uses other data in place of {_names(others, 'others' if have else 'of them')}")
    if missing:
        texts.append(f"lacks {_names(missing, 'others')}")
    return f"{listing(texts)}."


def kinds(run: Run) -> str:
    """Count the data sets of this run by how they are related to the paper's: `2 generated data sets, 7
    substitutes and 10 draws of a generator`.

    Draws are the data sets of the role `made`.
    """
    scored = _scored(run)
    every = [d.kind for sets in run.paper.data_sets.values() for d in sets if d.id in scored]
    texts = [plural(every.count(kind), WORDS[kind]) for kind in WORDS if kind in every]
    draws = {d for d, _ in runs.scores(run, "made", "accuracy")}
    return listing([*texts, *([f"{plural(len(draws), 'draw')} of a generator"] if draws else [])])


def _names(several: Sequence[str], rest: str) -> str:
    return listing(several) if len(several) <= FEW else f"{len(several)} {rest}"


def _scored(run: Run) -> set[str]:
    """Data sets with a score under one of the paper's protocols."""
    under = run.results.scores["protocol"].isin(set(run.paper.protocols.values()))
    return set(run.results.scores.loc[under, "dataset"].astype(str).unique())


def reproduced(run: Run) -> str:
    """Sentences on how many printed numbers are reproduced, with the paper's settings and with fitted
    ones.
    """
    ordinary, fitted = (counted_rows(checked(run, settings=s)) for s in (ORDINARY, FITTED))
    total = sum(ordinary.values())
    if not total:
        return "This run can test none of the printed numbers."
    parts = [f"{ordinary[REPRODUCED]} of {plural(total, 'printed number')} {_are(total)} reproduced"]
    parts += [f"{n} {_are(n)} {v}" for v in (CONTRADICTED, UNDECIDED) if (n := ordinary[v])]
    text = f"{listing(parts)}."
    if n := sum(fitted.values()):
        text += f" With settings fitted to them, {fitted[REPRODUCED]} of {n} {_are(n)} reproduced."
    return text


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def share(run: Run, methods: Sequence[str], settings: str = "paper") -> str:
    """Share of the printed numbers of these methods that are reproduced: `13 of 18`; "" if there are none."""
    found = checked(run, methods, {"paper": ORDINARY, "printed": FITTED}[settings])
    return f"{counted_rows(found)[REPRODUCED]} of {len(found)}" if found else ""


def checked(run: Run, methods: Sequence[str] = (), settings: str = ORDINARY) -> list[PaperRow]:
    """Rows with a printed number that this run can test; `methods`: printed names, () for all."""
    return [
        row
        for row in rows(run)
        if row.settings == settings
        and row.agreement.verdict != UNTESTED
        and (not methods or row.name in methods)
    ]


def honestly(_: Run, claims: tuple[Claim, ...]) -> str:
    """Sentence on the honest verdicts: `Of 22 claims 11 are supported, 8 contradicted and 3 undecided.`"""
    if not claims:
        return ""
    words = {word: "partly supported" if word == HELD[PART] else word for word in HELD.values()}
    if len(claims) == 1:
        head, stop = claims[0].why_holds.partition(". ")[:2]
        why = f": {head}" if stop and " statements " in head else ""
        return f"The claim is {words[claims[0].holds]}{why}."
    found = [words[c.holds] for c in claims]
    numbers = {v: found.count(v) for v in dict.fromkeys(words.values()) if v in found}
    first = _are(next(iter(numbers.values())))
    told = [f"{n} {'' if i else f'{first} '}{v}" for i, (v, n) in enumerate(numbers.items())]
    return f"Of {plural(len(claims), 'claim')} {listing(told)}."


# texts available to every paper
OF_ALL: dict[str, Callable[[Run, tuple[Claim, ...]], str]] = {
    "obtained": lambda run, _: obtained(run),
    "reproduced": lambda run, _: reproduced(run),
    "honestly": honestly,
}

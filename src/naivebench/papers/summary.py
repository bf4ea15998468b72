"""The summary that opens a paper's page: sentences of its paper.yaml, with numbers of a run.

A placeholder `{name}` is replaced by the text with that name; a sentence with a placeholder that has no text is left
out, so a run without a result makes no statement about it. A sentence may also depend on the verdict of a claim.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from naivebench.papers.claims import Judged
from naivebench.papers.explain import HELD, describe, explain_honest
from naivebench.papers.paper import EXACT
from naivebench.papers.printed import FITTED, ORDINARY, compare_gains
from naivebench.papers.run import Run
from naivebench.papers.verdicts import ALPHA, CONTRADICTED, NOT_TESTED, UNDECIDED, Verdict, adjust_p
from naivebench.papers.words import count_things, join_names

FEW = 4  # largest number of names that a sentence lists


def summarize(
    run: Run, judged: Sequence[Judged], printed: pd.DataFrame, texts: Mapping[str, str]
) -> list[dict[str, str]]:
    """Rows with paper, part and text: idea, test, obtained, reproduced, honestly, remember."""
    texts = {
        "obtained": say_obtained(run),
        "reproduced": say_reproduced(printed),
        "honestly": say_honestly(judged),
        **texts,
    }
    rows = []
    for part, sentences in run.paper.summary.items():
        filled = [_choose_words(s, judged) if isinstance(s, dict) else _fill(s, texts) for s in sentences]
        if text := " ".join(filter(None, filled)):
            rows.append({"paper": run.paper.id, "part": part, "text": text})
    return rows


def _fill(sentence: str, texts: Mapping[str, str]) -> str:
    names = re.findall(r"\{([a-z0-9_]+)\}", sentence)
    return sentence.format(**texts) if all(texts[name] for name in names) else ""


def _choose_words(of: Mapping[str, Any], judged: Sequence[Judged]) -> str:
    """The sentence for the honest verdict of a claim, or without one for the verdict that other data suggest."""
    claim = next((j for j in judged if j.claim.name == of["claim"]), None)
    if claim is None:
        return ""
    words, word = of, claim.honest.word
    if word == NOT_TESTED and claim.other and claim.other.word != NOT_TESTED:
        words, word = of.get("suggested", of), claim.other.word
    return str(words.get(HELD[word], ""))


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def say_obtained(run: Run) -> str:
    """How many of the paper's data sets, or tasks, this run has, replaces or lacks."""
    sets, tasks = run.paper.data_sets, {name: run.paper.more[name] for name in run.paper.more.get("tasks", ())}
    asked = [p for several in tasks.values() for p in several] or list(sets["printed"].unique())
    scores = run.frames["scores"]
    scored = set(scores.loc[scores["protocol"].isin(set(run.paper.protocols.values())), "dataset"].unique())
    present = sets[sets["dataset"].isin(scored)]
    have = [p for p in asked if p in set(present.loc[present["kind"] == EXACT, "printed"])]
    others = [p for p in asked if p in set(present["printed"]) and p not in have]
    missing = [p for p in asked if p not in (*have, *others)]
    many = count_things(len(asked), "task" if tasks else "data set")
    if tasks:
        many += f" ({join_names(f'{len(several)} {name}' for name, several in tasks.items())})"
    if not asked:
        return ""
    if len(have) == len(asked):
        return f"This run has {'the only data set' if len(asked) == 1 else f'all {many}'} of the paper."
    texts = [f"This run has {len(have) or 'none'} of the paper's {many}"]
    if others:
        texts.append(f"uses other data in place of {_list_few(others, 'others' if have else 'of them')}")
    if missing:
        texts.append(f"lacks {_list_few(missing, 'others')}")
    return f"{join_names(texts)}."


def _list_few(names: Sequence[str], rest: str) -> str:
    return join_names(names) if len(names) <= FEW else f"{len(names)} {rest}"


def say_reproduced(printed: pd.DataFrame) -> str:
    """How many printed numbers are reproduced, with the paper's settings and with fitted ones."""
    tested = printed[printed["verdict"] != NOT_TESTED] if len(printed) else printed
    if tested.empty:
        return "This run can test none of the printed numbers."
    ordinary, fitted = (tested.loc[tested["settings"] == s, "verdict"].value_counts() for s in (ORDINARY, FITTED))
    total, same = int(ordinary.sum()), int(ordinary.get("reproduced", 0))
    parts = [f"{same} of {count_things(total, 'printed number')} {_are(total)} reproduced"]
    parts += [f"{n} {_are(n)} {v}" for v in (CONTRADICTED, UNDECIDED) if (n := int(ordinary.get(v, 0)))]
    text = f"{join_names(parts)}."
    if n := int(fitted.sum()):
        text += f" With settings fitted to them, {int(fitted.get('reproduced', 0))} of {n} {_are(n)} reproduced."
    return text


def count_share(printed: pd.DataFrame, method: str) -> str:
    """Share of a method's printed numbers that are reproduced: `13 of 18`; "" if there are none."""
    if printed.empty:
        return ""
    of = printed[(printed["printed_method"] == method) & (printed["settings"] == ORDINARY)]
    of = of[of["verdict"] != NOT_TESTED]
    return f"{(of['verdict'] == 'reproduced').sum()} of {len(of)}" if len(of) else ""


def say_honestly(judged: Sequence[Judged]) -> str:
    """The honest verdicts: `Of 22 claims 11 are supported, 8 contradicted and 3 undecided.`"""
    words = {word: "partly supported" if word == "partly" else word for word in HELD.values()}
    several = [words[HELD[j.honest.word]] for j in judged]
    if not several:
        return ""
    if len(several) == 1:
        head, stop, _ = explain_honest(judged[0].honest).partition(". ")
        return f"The claim is {several[0]}{f': {head}' if stop and ' statements ' in head else ''}."
    numbers = {v: several.count(v) for v in words.values() if v in several}
    first = _are(next(iter(numbers.values())))
    texts = [f"{n} {'' if i else f'{first} '}{v}" for i, (v, n) in enumerate(numbers.items())]
    return f"Of {count_things(len(several), 'claim')} {join_names(texts)}."


def say_gains(run: Run, first: str, second: str, name: str = "", further: bool = False) -> str:
    """On how many data sets a method is significantly better and worse, by the honest intervals; "" without any.

    With `further`, the text is short enough to follow another one.
    """
    gains = compare_gains(run, first, [second])
    known = gains.dropna(subset="honest_low") if len(gains) else gains
    if known.empty:
        return ""
    better, worse = known["honest_low"] > 0, known["honest_high"] < 0
    significant = pd.Series(adjust_p(known["p"].tolist()), known.index) <= ALPHA
    corrected = f"{(better & significant).sum()} and {(worse & significant).sum()} with Holm's correction"
    if further:
        return f"better than {name or second} on {better.sum()} of {len(known)} and worse on {worse.sum()} ({corrected})"
    sources = known["dataset"].map(run.family).nunique()
    more = [f"from {count_things(sources, 'source')}"] if sources < len(known) else []
    text = f"significantly better than {name or second} on {better.sum()} of {count_things(len(known), 'data set')}"
    text += f" and worse on {worse.sum()}, each tested by itself ({'; '.join([*more, corrected])})"
    single = gains.loc[gains["honest_low"].isna(), "honest"].dropna()
    if len(single):
        text += f"; of {len(single)} with a single test fold it scores higher on {(single > 0).sum()} and lower on"
        text += f" {(single < 0).sum()}"
    return text


def say_effect(judged: Sequence[Judged], claim: str) -> str:
    """The first estimate behind a claim, without its subject: `+1.57 points (−0.20 to +3.33) on 10 data sets`."""
    leaves: tuple[Verdict, ...] = next((j.honest.leaves for j in judged if j.claim.name == claim), ())
    return describe(leaves[0]).partition(" is ")[2] if leaves and leaves[0].tested else ""

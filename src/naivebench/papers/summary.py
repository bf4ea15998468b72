"""What opens a paper's page: its idea, its test, the data that this run has of it, and what to remember."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from naivebench.papers.claims import Judged
from naivebench.papers.explain import HELD
from naivebench.papers.paper import EXACT
from naivebench.papers.printed import FITTED, ORDINARY
from naivebench.papers.run import Run
from naivebench.papers.verdicts import NOT_TESTED, vote
from naivebench.papers.words import count_things, join_names

FEW = 4  # largest number of names that a sentence lists
WORDS = ("reproduced", "contradicted", "undecided", "not tested")  # verdicts on printed numbers
GAINS = ["gain_printed", "gain_paper", "gain_honest"]


def describe_paper(run: Run, judged: Sequence[Judged], printed: pd.DataFrame) -> dict[str, Any]:
    """The row of a paper: sentences of its paper.yaml, and numbers of printed numbers and claims by
    verdict.
    """
    paper = run.paper
    row: dict[str, Any] = {"paper": paper.id, "title": paper.title, "heading": paper.heading}
    row |= {"reference": paper.reference, "idea": paper.idea, "test": paper.test, "about": paper.about}
    row["data"] = " ".join(filter(None, (describe_data(run), paper.data)))
    row["remember"] = " ".join(filter(None, (_choose_words(of, judged) for of in paper.remember)))
    ordinary = printed[printed["settings"] == ORDINARY] if len(printed) else printed
    row |= _count_numbers(ordinary)
    fitted = _count_numbers(printed[printed["settings"] == FITTED] if len(printed) else printed)
    row |= {"fitted_tested": fitted["numbers_tested"], "fitted_reproduced": fitted["numbers_reproduced"]}
    words = [HELD[j.honest.word] for j in judged]
    return (
        row
        | {"claims": len(judged)}
        | {f"claims_{w.replace(' ', '_')}": words.count(w) for w in HELD.values()}
    )


def _count_numbers(printed: pd.DataFrame) -> dict[str, int]:
    counts = {word: int((printed["verdict"] == word).sum()) if len(printed) else 0 for word in WORDS}
    tested = sum(n for word, n in counts.items() if word != NOT_TESTED)
    return {"numbers_tested": tested} | {f"numbers_{word.replace(' ', '_')}": n for word, n in counts.items()}


def _choose_words(of: str | Mapping[str, Any], judged: Sequence[Judged]) -> str:
    """A sentence, or the one for the honest verdict of a claim; without one, for the verdict of other
    data.
    """
    if isinstance(of, str):
        return of
    claim = next((j for j in judged if j.claim.name == of["claim"]), None)
    if claim is None:
        return ""
    words, word = of, claim.honest.word
    if word == NOT_TESTED and claim.other and claim.other.word != NOT_TESTED:
        words, word = of.get("suggested", of), claim.other.word
    return str(words.get(HELD[word], ""))


def describe_data(run: Run) -> str:
    """How many of the paper's data sets, or tasks, this run has, replaces or lacks."""
    sets, tasks = (
        run.paper.data_sets,
        {name: run.paper.more[name] for name in run.paper.more.get("tasks", ())},
    )
    asked = [p for several in tasks.values() for p in several] or list(sets["printed"].unique())
    scores = run.frames["scores"]
    scored = set(scores.loc[scores["protocol"].isin(set(run.paper.protocols.values())), "dataset"].unique())
    present = sets[sets["dataset"].isin(scored)]
    have = [p for p in asked if p in set(present.loc[present["kind"] == EXACT, "printed"])]
    others = [p for p in asked if p in set(present["printed"]) and p not in have]
    missing = [p for p in asked if p not in (*have, *others)]
    if not asked:
        return ""
    many = count_things(len(asked), "task" if tasks else "data set")
    if tasks:
        many += f" ({join_names(f'{len(several)} {name}' for name, several in tasks.items())})"
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


def count_by_method(run: Run, printed: pd.DataFrame) -> list[dict[str, Any]]:
    """Printed numbers by method and verdict, with the paper's own settings; `all` is the sum."""
    if printed.empty:
        return []
    ordinary = printed[printed["settings"] == ORDINARY]
    of = {"all": ordinary} | {str(m): rows for m, rows in ordinary.groupby("method", sort=False)}
    return [{"paper": run.paper.id, "method": m} | _count_numbers(rows) for m, rows in of.items()]


def average_gains(run: Run, gains: pd.DataFrame) -> list[dict[str, Any]]:
    """Mean gains of the paper's method: printed, under its protocol and honest, one vote for each source.

    They are over the data sets that have both gains of this run; `votes` are means over the data sets of a
    source, or single data sets if there are too few sources.
    """
    rows = []
    known = gains.dropna(subset=GAINS[1:]) if len(gains) else gains
    for (method, against), of in known.groupby(["method", "against"], sort=False) if len(known) else ():
        row = {"paper": run.paper.id, "method": method, "against": against, "datasets": len(of)}
        for gain in GAINS:
            values = of.set_index("dataset")[gain].astype(float).dropna()
            votes = vote(values.to_dict(), run.family).values
            row[gain] = pd.Series(votes).mean() if votes else None
            row["votes"] = len(votes)  # of the last gain, which no data set lacks
        rows.append(row)
    return rows

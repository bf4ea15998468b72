"""Verdicts of the papers' claims, from the intervals of their statements
(docs/protocols.md#how-claims-are-judged), and the
means behind them.
"""

from __future__ import annotations

import pandas as pd
from compare import Outcome
from support import recount

COUNTED = ["holds", "holds in part", "contradicted", "undecided", "not tested"]


def verdict(low: float, high: float, start: float, end: float) -> str:
    """Of an interval and the region in which a paper claims the estimate to lie; 0 is in no direction."""
    if low == high == 0 in (start, end):
        return "undecided"
    if (start < low or start == low != 0) and (high < end or high == end != 0):
        return "holds"
    if high < start or low > end or high == start == 0 or low == end == 0:
        return "contradicted"
    return "undecided"


def of_claim(verdicts: list[str]) -> str:
    """Of the statements that decide; one without evidence leaves the claim open."""
    if set(verdicts) <= {"not tested"}:
        return "not tested"
    if set(verdicts) == {"holds"}:
        return "holds"
    if "contradicted" in verdicts:
        return "holds in part" if "holds" in verdicts else "contradicted"
    return "undecided"


def statements(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    found = [tables[n].assign(of=n) for n in ("claims_evidence", "time_claims_evidence") if n in tables]
    return pd.concat(found, ignore_index=True) if found else pd.DataFrame()


def against_rules(tables: dict[str, pd.DataFrame]) -> Outcome:
    """Every verdict follows from its interval, every claim's from its statements."""
    same, missing, wrong = 0, {}, []
    told = statements(tables)
    if len(told):
        told = told.assign(decides=told.decides.astype(str))
    for row in told.itertuples():
        if row.excluded and pd.isna(row.value):  # every comparison is excluded
            same += row.verdict == "not tested"
            if row.verdict != "not tested":
                wrong.append(f"{row.paper} {row.claim} {row.statement}: no evidence, but {row.verdict}")
            continue
        if pd.isna(row.low) or pd.isna(row.high) or pd.isna(row.claimed_from) or pd.isna(row.claimed_to):
            missing["statements without interval or region"] = (
                missing.get("statements without interval or region", 0) + 1
            )
            continue
        ours = verdict(row.low, row.high, row.claimed_from, row.claimed_to)
        if ours == row.verdict:
            same += 1
        else:
            wrong.append(
                f"{row.paper} {row.claim} {row.statement}: [{row.low}, {row.high}] against "
                f"[{row.claimed_from}, {row.claimed_to}] is {ours}, not {row.verdict}"
            )
    for name in ("claims", "time_claims"):
        for row in tables.get(name, pd.DataFrame()).itertuples():
            of = told[(told.paper == row.paper) & (told.claim == row.claim) & (told.decides == "True")]
            ours = of_claim(list(of.verdict))
            if ours == row.verdict:
                same += 1
            else:
                wrong.append(
                    f"{row.paper} {row.claim}: statements {list(of.verdict)} give {ours}, not {row.verdict}"
                )
    return Outcome("verdicts of claims", same, missing, wrong)


def against_scores(
    scores: pd.DataFrame,
    tables: dict[str, pd.DataFrame],
    kinds: dict[str, list[str]],
    trivial: dict[str, set[tuple]],
) -> Outcome:
    """Means and intervals of statements that compare two methods over data sets, and rows of printed
    figures. trivial: paper -> (protocol, data set, method) with the predictions of its trivial method.
    """
    same, wrong = 0, []
    missing = {}
    evidence = tables.get("claims_evidence", pd.DataFrame())
    papers = tables.get("papers", pd.DataFrame())
    for key in evidence.paper.unique() if len(evidence) else []:
        n = sum(1 for _ in recount.statements(key, evidence))
        found = recount.wrong_evidence(key, scores, evidence, kinds, trivial.get(key, set()))
        same, wrong = same + 4 * (n - len(found)), wrong + found
        missing[f"statements of {key} of other kinds"] = int((evidence.paper == key).sum()) - n
    if len(papers):
        of_rows = recount.wrong_rows(scores, papers.fillna(""))
        known = papers[papers.figure.isin(["accuracy", "mean recall, ≤ 10 %"])]
        numbers = int(known[["reproduced", "honest", "correct", "optimism"]].notna().sum().sum())
        same, wrong = same + numbers - len(of_rows), wrong + of_rows
    return Outcome("claims and printed figures, from scores", same, missing, wrong)


def counts(tables: dict[str, pd.DataFrame]) -> str:
    """The sentence that counts verdicts."""
    every = pd.concat([tables[n] for n in ("claims", "time_claims") if n in tables])
    n = every.verdict.value_counts()
    words = [(n.get(v, 0), *w) for v, w in zip(COUNTED, WORDS, strict=True)]
    return (
        f"Of {len(every)} claims "
        + ", ".join(f"{c} {one if c == 1 else many}" for c, one, many in words if c)
        + "."
    )


WORDS = [("holds", "hold"), ("holds in part", "hold in part"), ("is contradicted", "are contradicted")]
WORDS += [("is undecided", "are undecided"), ("is not tested", "are not tested")]

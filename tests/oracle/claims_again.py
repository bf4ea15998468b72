"""Recompute the verdicts of the papers' claims from the intervals of their statements, and the means behind
them.

The rules are in docs/protocols/statistics.md#how-claims-are-judged.
"""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import papers_again
from compare import Outcome
from scipy import stats
from support import recount

HELD = {"holds": "supported", "holds in part": "partly", "contradicted": "contradicted"}
HELD |= {"undecided": "undecided", "not tested": "not tested here"}
# every other verdict is "cannot be tested"
AGAIN = {"holds": "yes", "holds in part": "partly", "contradicted": "no"}
USES = ("decides", "suggests", "reproduces")
COUNTED = ["holds", "holds in part", "contradicted", "undecided", "not tested"]


def verdict(low: float, high: float, start: float, end: float) -> str:
    """Verdict of an interval and the region in which a paper claims the estimate to be.

    An estimate of exactly 0 supports neither direction.
    """
    if low == high == 0 in (start, end):
        return "undecided"
    if (start < low or start == low != 0) and (high < end or high == end != 0):
        return "holds"
    if high < start or low > end or high == start == 0 or low == end == 0:
        return "contradicted"
    return "undecided"


def of_claim(verdicts: list[str]) -> str:
    """Verdict of a claim from its deciding statements; a statement without evidence leaves the claim open."""
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
    """Check that every verdict follows from its interval, and the verdict of every claim from its
    statements.
    """
    same, missing, wrong = 0, {}, []
    told = statements(tables)
    if len(told):
        told = told.assign(**{use: told[use].astype(str) for use in USES})
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
            of = told[(told.paper == row.paper) & (told.claim == row.claim)]
            honest, other, own = (
                # a part that the run cannot test has no statement, and the text says so
                list(of[of[use] == "True"].verdict)
                + ["not tested"] * ("this run does not have" in str(text).split("For comparison:")[0].lower())
                for use, text in zip(USES, (row.evidence, row.other_evidence, row.own_evidence), strict=True)
            )
            suggested = "" if pd.isna(row.suggested) else row.suggested
            for ours, theirs, several in (
                (of_claim(honest), row.verdict, honest),
                (of_claim(other).replace("not tested", ""), suggested, other),
                (AGAIN.get(of_claim(own), "cannot be tested"), row.reproduced, own),
                (HELD[of_claim(honest)], row.holds, honest),
            ):
                if ours == theirs:
                    same += 1
                else:
                    wrong.append(f"{row.paper} {row.claim}: statements {several} give {ours}, not {theirs}")
    for claim, foreign in foreign_data(told):
        same, wrong = same + (not foreign), wrong + [f"{claim}: decided by {foreign}"] * bool(foreign)
    return Outcome("verdicts of claims", same, missing, wrong)


def foreign_data(told: pd.DataFrame):
    """Data sets that must not decide a claim, for claims about particular data that are decided or
    reproduced.

    These are data sets that are not the paper's own, and the paper's own if there are fewer than three.
    Yields the paper and claim with these data sets.
    """
    for (key, name), of in told.groupby(["paper", "claim"]) if len(told) else ():
        content = recount.paper(key)
        (claim,) = (c for c in content["claims"] if c["id"] == name)
        exact = {
            d["id"]: printed
            for printed, sets in content.get("data_sets", {}).items()
            for d in sets
            if d["kind"] == "exact"
        }
        for use in ("decides", "reproduces"):
            if use == "decides" and claim.get("general"):
                continue
            rows = of[(of[use] == "True") & of.data.notna()]
            data = {d for text in rows.data for d in text.split()}
            names = (
                claim["sets"] if isinstance(claim.get("sets"), list) else list(content.get("data_sets", {}))
            )
            own = {exact[d] for d in data if d in exact} & set(names)
            few = len(own) < min(3, len(names)) if len(rows) else False
            yield f"{key} {name}", sorted(data - set(exact)) or sorted(own if few else ())


def against_scores(
    scores: pd.DataFrame,
    tables: dict[str, pd.DataFrame],
    kinds: dict[str, list[str]],
    trivial: dict[str, set[tuple]],
    families: dict[str, str],
) -> Outcome:
    """Recompute means and intervals of statements that compare two methods over data sets, and rows of
    printed figures.

    `trivial`: for each paper the (protocol, data set, method) with the predictions of its trivial method.
    """
    same, wrong = 0, []
    missing = {}
    evidence = tables.get("claims_evidence", pd.DataFrame())
    papers = tables.get("papers", pd.DataFrame())
    for key in evidence.paper.unique() if len(evidence) else []:
        n = sum(1 for _ in recount.statements(key, evidence))
        found = recount.wrong_evidence(key, scores, evidence, kinds, trivial.get(key, set()), families)
        same, wrong = same + 4 * (n - len(found)), wrong + found
        drawn = list(recount.differences(key, tables))
        apart = recount.wrong_evidence(key, scores, evidence, kinds, trivial.get(key, set()), families, drawn)
        same, wrong = same + 4 * (len(drawn) - len(apart)), wrong + apart
        missing[f"statements of {key} of other kinds"] = int((evidence.paper == key).sum()) - n
    if len(papers):
        of_rows = recount.wrong_rows(scores, papers.fillna(""))
        known = papers[papers.figure.isin(["accuracy", "mean recall, ≤ 10 %"])]
        numbers = int(known[["reproduced", "honest", "correct", "optimism"]].notna().sum().sum())
        same, wrong = same + numbers - len(of_rows), wrong + of_rows
    return Outcome("claims and printed figures, from scores", same, missing, wrong)


def against_each(of: dict, tables: dict[str, pd.DataFrame], alone) -> Outcome:
    """Recompute the numbers of data sets on which a method is better, or no worse.

    If there is a single test part, `alone(paper, role, data set, methods)` returns the numbers of cases that
    only one of the methods gets right and the number of all cases; for several parts it returns None.
    """
    same, wrong, evidence = 0, [], tables.get("claims_evidence", pd.DataFrame())
    for key, paper in of.items() if len(evidence) else ():
        for row, part in recount.statements(key, evidence, recount.EACH, ("comparison",)):
            ours = each(paper, part, alone)
            theirs = (row.value, row.low, row.high)
            if ours == theirs:
                same += 3
            else:
                wrong.append(f"{key} {row.claim} {row.statement}: {theirs}, counted again {ours}")
    return Outcome("claims about each data set", same, {}, wrong)


def each(paper, part: dict, alone) -> tuple[int, int, int]:
    """Value, low and high of a claim about each data set: shown (twice), and not contradicted."""
    roles = part.get("under", "honest")
    roles = [roles] if isinstance(roles, str) else roles
    pairs = part.get("pairs") or [[part["first"], part["second"]]]
    found: list[tuple[str, float, float, float, float]] = []
    for (_, dataset, _), (one, other) in ((s, p) for p in pairs for s in chosen(paper, part, roles)):
        for role in roles:
            d, ratio = papers_again.paired(paper, role, dataset, one, other, part.get("metric", "accuracy"))
            if len(d):
                methods = [paper.method(role, dataset, m) for m in (one, other)]
                cases = alone(paper, role, dataset, methods)
                of_set = shares(*cases) if cases else limits(d, ratio)
                same = inside(*of_set[1:3], 0.01, np.inf if cases else len(d) - 1)
                found.append((dataset, *of_set, same))
                break
    table = pd.DataFrame(found, columns=["dataset", "mean", "low", "high", "p", "same"])
    if part["rule"] != "no_worse_on_each":
        p, q = (papers_again.holm(table[k].fillna(1).to_numpy()) for k in ("p", "same"))
        same = ((q <= 0.05) & (p > 0.05)).sum()
        if part["rule"] == "differs_on_each":
            return (p <= 0.05).sum(), (p <= 0.05).sum(), len(table) - same
        better, worse = ((p <= 0.05) & (table["mean"] * s > 0) for s in (1, -1))
        return better.sum(), better.sum(), len(table) - worse.sum() - same
    within, by = part.get("within", 0.01), table.groupby("dataset")
    by = table[by.dataset.transform("size") == len(pairs)].groupby("dataset")
    shown, against = (by.low.min() > -within).sum(), (by.high.min() < -within).sum()
    return shown, shown, by.ngroups - against


def chosen(paper, part: dict, roles: list[str]) -> list[tuple]:
    """The first (printed name, data set, kind) for every printed data set that has scores, or all of them."""
    metric, only = part.get("metric", "accuracy"), part.get("only")
    if part.get("sets") == "every":
        return [(d, d, "") for d in sorted({d for role in roles for d, _ in paper.folds(role, metric)})]
    stands = paper.stands(*roles, metric=metric)
    if part.get("exact"):
        stands = [s for s in stands if s[2] == "exact"]
    if part.get("in_place"):
        stands = sorted(stands, key=lambda s: s[2] == "exact")
    found = [s for p, s in {s[0]: s for s in reversed(stands)}.items() if p in (part.get("sets") or [p])]
    if only:
        kinds = recount.SHARES[only["fact"]]
        share = {s[1]: [a["kind"] in kinds for a in paper.meta(s[1])["attributes"]] for s in found}
        inside = {d: sum(of) / max(len(of), 1) for d, of in share.items()}
        found = [s for s in found if only.get("at_least", 0) <= inside[s[1]] < only.get("below", np.inf)]
    return found


def limits(d: np.ndarray, ratio: float) -> tuple[float, float, float, float]:
    """Mean, limits and p over several test parts; a single part has only a mean."""
    found = papers_again.interval(d, 0.0 if np.isnan(ratio) else ratio)
    if len(d) < 2:
        return found["mean"], -np.inf, np.inf, np.nan
    return found["mean"], found["low"], found["high"], found["p"]


def inside(low: float, high: float, margin: float, df: float) -> float:
    """The larger p of two one-sided tests that a difference is within the margin; 1 without a spread."""
    if not low < high < np.inf:
        return 1.0
    middle = (low + high) / 2
    error = (high - middle) / stats.t.ppf(0.975, df)
    return max(stats.t.sf((middle + margin) / error, df), stats.t.cdf((middle - margin) / error, df))


def shares(first: int, second: int, cases: int) -> tuple[float, float, float, float]:
    """Difference of paired shares, with Agresti and Min's limits and the p of McNemar's exact test."""
    n = cases + 2
    half = stats.norm.ppf(0.975) * np.sqrt(first + second + 1 - (first - second) ** 2 / n) / n
    centre, p = (first - second) / n, stats.binomtest(first, max(first + second, 1)).pvalue
    return (first - second) / cases, centre - half, centre + half, p if first + second else 1.0


NUMBER = re.compile(r"(?<![\w.])[+−]?\d[\d,]*(?:\.\d+)?(?![\w]|\.\d)")


def against_words(tables: dict[str, pd.DataFrame]) -> Outcome:
    """Check that every number in the two sentences of a claim is in one of its statements, or follows from
    them.
    """
    same, wrong, told = 0, [], statements(tables)
    for name in ("claims", "time_claims"):
        for row in tables.get(name, pd.DataFrame()).itertuples():
            of = told[(told.paper == row.paper) & (told.claim == row.claim)]
            for use, text in (("decides", row.why_holds), ("reproduces", row.why_reproduced)):
                rows = of[of[use].astype(str) == "True"]
                if not len(rows):
                    continue
                known = set(followed(rows))
                if of_several := re.match(r"(\w+) of \d+ statements (?:is|are) [^.]*\.", text):
                    held = (rows.verdict == "holds").sum()
                    fits = of_several[1] == (str(held) if held else "None")
                    same += fits
                    wrong += [] if fits else [f"{row.paper} {row.claim}: {held} hold, but {text!r}"]
                    text = text[of_several.end() :]
                elif of_all := re.match(r"(Both|All \d+) statements are \w+", text):
                    every = "Both" if len(rows) == 2 else f"All {len(rows)}"
                    fits = of_all[1] == every and (rows.verdict == "holds").all()
                    same += fits
                    wrong += [] if fits else [f"{row.paper} {row.claim}: not all hold, but {text!r}"]
                    text = text[of_all.end() :]
                for number in NUMBER.findall(text):
                    fits = stated(number, known, " ".join([*rows.what, *rows.quantity.fillna("")]), text)
                    same += fits
                    wrong += (
                        [] if fits else [f"{row.paper} {row.claim}: {number} in {text!r} is in no statement"]
                    )
    return Outcome("sentences of claims", same, {}, wrong)


def followed(rows: pd.DataFrame):
    """Numbers that a sentence may contain: those of these statements, and how many data sets would decide."""
    for s in rows.itertuples():
        yield from (s.value, s.low, s.high, s.claimed_from, s.claimed_to, s.n, s.high - s.low, 4 * s.n)
        # members of a count that decide it for the claim, or against it
        yield from (s.claimed_from - s.low, s.high - s.claimed_from + 1)
        yield from (np.ceil(s.high - s.claimed_to), np.floor(s.claimed_to - s.low + 1))
        sides = [
            ((s.value - s.low if b < s.value else s.high - s.value) / abs(s.value - b))
            for b in (s.claimed_from, s.claimed_to)
            if np.isfinite(b) and b != s.value
        ]
        if sides and np.isfinite(max(sides)):
            yield max(s.n + 1, np.ceil(s.n * max(sides) ** 2 - 1e-9))


def stated(number: str, known: set, words: str, text: str) -> bool:
    """Whether a number in a sentence is known (as it is or in percent) or occurs in the words of a
    statement.
    """
    if re.search(rf"(?<![\d.]){re.escape(number.lstrip('+−'))}(?![\d.])", words):
        return True
    shown = float(number.replace(",", "").replace("−", "-"))
    unit = 10.0 ** -len(number.partition(".")[2])
    return any(abs(shown - k * scale) <= 0.5001 * unit for k in known if np.isfinite(k) for scale in (1, 100))


def counts(tables: dict[str, pd.DataFrame]) -> str:
    """The sentences with the numbers of verdicts."""
    every = pd.concat([tables[n] for n in ("claims", "time_claims") if n in tables])
    n, again = every.verdict.value_counts(), every.reproduced.value_counts()
    k = {v: int(n.get(v, 0)) for v in COUNTED}
    yes, partly, no, untested = (int(again.get(v, 0)) for v in ("yes", "partly", "no", "cannot be tested"))
    some = f", {partly} partly" if partly else ""
    part = f", support {k['holds in part']} in part" if k["holds in part"] else ""
    here = f" and {are(k['not tested'])} not tested here, because data or methods are missing"
    missing = here if k["not tested"] else ""
    return (
        f"Of {len(every)} claim{'s' * (len(every) != 1)}, {are(yes)} reproduced under the paper's own "
        f"protocol{some}, {are(no)} not, and {untested} cannot be tested. "
        f"Honest tests support {k['holds']}{part} and contradict {k['contradicted']}; "
        f"{are(k['undecided'])} undecided{missing}."
    )


def are(n: int) -> str:
    return f"{n} is" if n == 1 else f"{n} are"

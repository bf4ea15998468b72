"""Compare two methods: the size of their difference, and its uncertainty."""

from __future__ import annotations

import math
import statistics
from collections.abc import Container, Iterable
from typing import NamedTuple

import numpy as np

from naivebench.benchmark.results.comparisons import Comparison, Heading
from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.formats import listing, metric_kind, p_phrase, text
from naivebench.benchmark.results.parts import method_cell, versus
from naivebench.benchmark.results.summaries import Summary, correction, pair, ranked
from naivebench.benchmark.results.tables import Cell, Column, Table, in_units
from naivebench.evaluation.statistics.intervals import Interval, over_sets
from naivebench.evaluation.statistics.posthoc import holm
from naivebench.evaluation.statistics.rounding import differences as rounded_differences
from naivebench.report.columns import DATASET

TESTS = ("p", "wilcoxon")  # z test of the average ranks, Wilcoxon's test of the differences


class Duel(NamedTuple):
    """Comparison of methods a and b over data sets; differences are positive where a is better."""

    a: str
    b: str
    ranks: float  # average rank of b minus that of a
    gain: Interval  # mean difference with Student's t interval over the data sets
    median: float
    rank_biserial: float | None
    wins: int
    ties: int
    losses: int
    p: dict[str, float | None]  # all pairs, holm, wilcoxon, wilcoxon holm; the Holm ones against method `to`
    to: str


def against(
    entry: Comparison, method: str, test: str = "p", among: Container[str] | None = None
) -> dict[str, float]:
    """Other method -> two-sided p of a test from `TESTS` against `method`, corrected (Holm) for all
    comparisons with `method`, or for those with the methods in `among` only.
    """
    others = [m for m in ranked(entry) if m != method and (among is None or m in among)]
    pairs = {m: pair(entry, m, method) for m in others}
    known = {m: p for m, found in pairs.items() if found and (p := getattr(found, test)) is not None}
    return dict(zip(known, holm(np.array(list(known.values()))).tolist(), strict=True)) if known else {}


def gains(results: Results, summary: Summary, entry: Heading, a: str, b: str) -> dict[str, float]:
    """Data set -> mean score of a minus that of b, in the unit of the metric, positive where a is better;
    infinite scores are left out.
    """
    key = entry.metric
    scores = {
        d: [summary.means.get((entry.protocol, d, m), {}).get(key, math.nan) for m in (a, b)]
        for d in entry.datasets
    }
    finite = {d: both for d, both in scores.items() if all(map(math.isfinite, both))}
    if not finite:
        return {}
    difference = rounded_differences(*np.array(list(finite.values())).T)
    sign = -1 if results.metrics[key].better == "lower" else 1
    return {d: sign * float(v) + 0.0 for d, v in zip(finite, difference, strict=True)}


def duel(results: Results, summary: Summary, entry: Comparison, a: str, b: str, to: str) -> Duel | None:
    """Compare a with b; None if the two were not compared.

    `to` is the one of the two with which all methods are compared in the Holm correction.
    """
    compared_pair = pair(entry, a, b)
    if not compared_pair:
        return None
    other = b if to == a else a
    values = list(gains(results, summary, entry, a, b).values())
    p: dict[str, float | None] = {
        "all pairs": getattr(compared_pair, correction(entry)[0]),
        "holm": against(entry, to).get(other),
        "wilcoxon": compared_pair.wilcoxon,
        "wilcoxon holm": against(entry, to, "wilcoxon").get(other),
    }
    return Duel(
        a,
        b,
        entry.average_ranks[b] - entry.average_ranks[a],
        over_sets(values),
        statistics.median(values) if values else math.nan,
        compared_pair.rank_biserial,
        compared_pair.wins,
        compared_pair.ties,
        compared_pair.losses,
        p,
        to,
    )


def amount(value: float, metric: str) -> str:
    """The size of a difference with its unit, such as `2.96 points` or `0.031`."""
    points = metric_kind(metric) == "percent"
    return text(abs(value), "points" if points else "signed").lstrip("+") + (" points" if points else "")


# of Compare two methods, which scripts/versus.js makes; the first two scores are headed by the methods
VERSUS = (
    DATASET,
    Column("a", "A", "metric"),
    Column("b", "B", "metric"),
    Column("difference", "Difference", "difference", "Positive where the first method is better"),
    Column("low", "95% from", "difference"),
    Column("high", "to", "difference"),
    Column("t", "t", "statistic"),
    Column("p", "p, corrected t", "p"),
    Column("n", "Folds", "integer"),
)

COLUMNS = (
    Column("a", "Method", "id"),
    Column("b", "Against"),
    Column("role", "Which is"),
    Column("rank_difference", "Δ rank", "signed", "Average rank of the method minus that of the other"),
    Column(
        "mean", "Mean", "difference", "Mean difference over the data sets; positive: the method is better"
    ),
    Column(
        "low", "from", "difference", "95% t interval of the mean difference over the data sets: lower end"
    ),
    Column("high", "to", "difference", "95% t interval of the mean difference over the data sets: upper end"),
    Column("median", "Median", "difference", "Median difference over the data sets"),
    Column("wins", "W/T/L", "integer", "Data sets on which the method is better, equal, worse"),
    Column("rank_biserial", "r", "signed", "Matched-pairs rank-biserial correlation"),
    Column(
        "holm",
        "p, ranks",
        "p",
        "z test of the average ranks, with Holm's correction over the comparisons with one method",
    ),
    Column(
        "wilcoxon_holm",
        "p, Wilcoxon",
        "p",
        "Wilcoxon's test, with Holm's correction over the same comparisons",
    ),
    Column("wilcoxon", "uncorrected", "p", "Wilcoxon's test of this pair alone"),
    Column("all_pairs", "all pairs", "p", "z test of the average ranks, corrected for all pairs of methods"),
)


def table(found: dict[str, Duel], entry: Comparison) -> Table:
    """Table of the duels, keyed by the role of the other method, in the unit of the metric."""
    rows = tuple(
        {
            "a": method_cell(d.a),
            "b": method_cell(d.b),
            "role": role,
            "rank_difference": Cell(-d.ranks, href=versus(d.a, d.b, entry.protocol, entry.metric)),
            "mean": d.gain.value,
            "low": d.gain.low if math.isfinite(d.gain.low) else None,
            "high": d.gain.high if math.isfinite(d.gain.high) else None,
            "median": d.median,
            "wins": Cell(d.wins, f"{d.wins}/{d.ties}/{d.losses}"),
            "rank_biserial": d.rank_biserial,
            **{key.replace(" ", "_"): p for key, p in d.p.items()},
        }
        for role, d in found.items()
    )
    n, k = len(entry.datasets), len(entry.average_ranks)
    caption = f"The best of the family against others: N = {n} data sets, k = {k} methods."
    note = (
        f"Holm's correction is over the {k - 1} comparisons with "
        f"{listing(dict.fromkeys(d.to for d in found.values()))}. For all pairs, the p-value is corrected by "
        f"{correction(entry)[1]} over {len(entry.pairs)} pairs. All tests are two-sided. The best methods "
        "were chosen on the same data, so these p-values are optimistic."
    )
    return Table("headline", caption, in_units(COLUMNS, entry.metric), rows, note)


def lead(found: Duel, metric: str) -> str:
    """Phrase such as `from nb by +2.42 points (95% interval +1.44 to +3.40)`; without the interval if it is
    not finite.
    """
    kind, unit = ("points", " points") if metric_kind(metric) == "percent" else ("signed", "")
    value, low, high = (text(v, kind) for v in found.gain[:3])
    interval = f" (95% interval {low} to {high})" if math.isfinite(found.gain.low) else ""
    return f"from {found.b} by {value}{unit}{interval}"


NAMES = {"holm": "Holm on ranks", "wilcoxon holm": "Wilcoxon with Holm"}  # corrected p-values only


def disagreement(found: Iterable[Duel], entry: Comparison) -> str:
    """Sentence on why corrected tests of a pair lead to different conclusions; "" if all of them agree."""
    alpha, k, names = entry.alpha, len(entry.average_ranks), NAMES.copy()
    names["all pairs"] = correction(entry)[1]
    told = []
    for duel_ in found:
        p = {key: value for key in names if (value := duel_.p.get(key)) is not None}
        if len({value <= alpha for value in p.values()}) == 2:
            ends = (f(p, key=p.__getitem__) for f in (min, max))
            parts = ", ".join(f"{names[key]} p {p_phrase(p[key])}" for key in ends)
            told.append(f"{duel_.a} against {duel_.b} ({parts})")
    if not told:
        return ""
    return (
        f"The tests disagree on {listing(told)}. Tests of average ranks use all {k} methods and ignore "
        f"how large differences are, and {names['all pairs']} corrects for {len(entry.pairs)} pairs; "
        f"Wilcoxon's test uses only the two methods."
    )

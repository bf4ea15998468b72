"""Comparison of the methods on one data set under the primary protocol, each tested against the best."""

from __future__ import annotations

import numpy as np

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import MEAN_OF_FOLDS, Summary, test_train_ratio
from naivebench.benchmark.results.tables import Column, Row, Table, in_units, strong
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.intervals import Interval, mean
from naivebench.evaluation.statistics.posthoc import holm
from naivebench.evaluation.statistics.ranks import rank_rows
from naivebench.evaluation.statistics.rounding import differences, without_noise
from naivebench.report.columns import METHOD

COLUMNS = (
    Column("rank", "Rank", "rank", "On this data set, 1 = best; equal scores share ranks"),
    METHOD,
    Column("dataset", "Data set", "text", hidden=True),
    Column("score", "Score", "metric", f"{MEAN_OF_FOLDS[:1].upper()}{MEAN_OF_FOLDS[1:]}"),
    Column(
        "behind",
        "To the best",
        "difference",
        "Mean difference from the best method of the data set, over the folds",
    ),
    Column(
        "low", "from", "difference", "95% interval of that difference, corrected for shared training cases"
    ),
    Column("high", "to", "difference"),
    Column(
        "p", "p", "p", "Corrected resampled t test against the best method (Nadeau & Bengio 2003), two-sided"
    ),
    Column("holm", "Holm", "p", "p corrected for the comparisons with the best method of this set"),
)


def table(results: Results, summary: Summary, dataset: str, alpha: float = 0.05) -> Table:
    """Table of ranks by the primary metric on one data set, with corrected t tests against the best
    method.
    """
    protocol, metric = results.primary
    scored = {
        m: means[metric]
        for m in results.methods
        if metric in (means := summary.means.get((protocol, dataset, m), {}))
    }
    known = results.metrics.get(metric)
    lower = known is not None and known.better == "lower"
    values = without_noise(np.array(list(scored.values())))
    ranks = rank_rows(values[None, :], lower_is_better=lower)[0] if len(scored) else []
    order = sorted(zip(ranks, scored, strict=True), key=lambda r: r[0])
    rows: list[Row] = [
        {"rank": float(r), "method": method_cell(m), "dataset": dataset, "score": scored[m]} for r, m in order
    ]
    if len(order) > 1:
        tested = _against(results, dataset, order[0][1], [m for _, m in order[1:]])
        for row, (_, method) in zip(rows, order, strict=True):
            row |= tested.get(method, {})
            row["holm"] = strong(row.get("holm"), alpha)
    label = known.label if known else metric
    return Table(
        "dataset_ranks",
        f"{label} on {dataset}, protocol {protocol}, best method first.",
        in_units(COLUMNS, metric),
        tuple(rows),
        "The best method was chosen on the same folds, so its lead is slightly too large. Values of p with "
        f"Holm's correction at or below {alpha:g} are bold.",
    )


def apart(results: Results, dataset: str, base: str, others: list[str]) -> dict[str, np.ndarray]:
    """Method -> differences of its fold scores from those of a base method, in the unit of the primary
    metric.

    Methods with fewer than two finite differences are left out.
    """
    protocol, metric = results.primary
    part = results.scores
    part = part[(part["protocol"] == protocol) & (part["dataset"] == dataset) & (part["metric"] == metric)]
    folds = part.pivot(index=["repeat", "fold"], columns="method", values="value")
    values, place = folds.to_numpy(dtype=float), {str(m): i for i, m in enumerate(folds.columns)}
    found = {}
    for method in (m for m in others if m in place and base in place):
        both = values[:, [place[method], place[base]]]
        gaps = differences(*both[np.isfinite(both).all(axis=1)].T)
        if len(gaps) > 1:
            found[method] = gaps
    return found


def single(results: Results) -> str | None:
    """The data set of a run whose scores by the primary protocol and metric are on one data set only;
    otherwise None.
    """
    part = results.scores
    part = part[(part["protocol"] == results.primary[0]) & (part["metric"] == results.primary[1])]
    found = [str(d) for d in part["dataset"].unique()]
    return found[0] if len(found) == 1 else None


def order(results: Results, summary: Summary, dataset: str) -> list[str]:
    """The methods that have a score on a data set, sorted by the primary metric, best first."""
    protocol, metric = results.primary
    known = results.metrics.get(metric)
    sign = 1 if known is not None and known.better == "lower" else -1
    scores = {m: summary.means.get((protocol, dataset, m), {}).get(metric) for m in results.methods}
    there = {m: s for m, s in scores.items() if s is not None}
    return sorted(there, key=lambda m: (sign * there[m], m))


def ratio(results: Results, dataset: str) -> float | None:
    """Test cases / training cases of the folds under the primary protocol; None if unknown."""
    part = results.scores[results.scores["protocol"] == results.primary[0]]
    part = part[(part["dataset"] == dataset) & (part["metric"] == results.primary[1])]
    return test_train_ratio(part.drop_duplicates(["repeat", "fold"]))


def intervals(results: Results, dataset: str, base: str, others: list[str]) -> dict[str, Interval]:
    """Method -> mean gain over a base method over the folds, with an interval corrected for shared training
    cases.
    """
    known, shared = results.metrics.get(results.primary[1]), ratio(results, dataset)
    sign = -1.0 if known is not None and known.better == "lower" else 1.0
    found = apart(results, dataset, base, others) if shared is not None else {}
    return {m: mean((sign * gaps + 0.0).tolist(), shared or 0.0) for m, gaps in found.items()}


def _against(
    results: Results, dataset: str, best: str, others: list[str]
) -> dict[str, dict[str, float | None]]:
    """Method -> mean difference from the best method over the folds, its interval, p and Holm-corrected p.

    Methods with fewer than two finite differences are left out.
    """
    shared = ratio(results, dataset)
    found: dict[str, dict[str, float | None]] = {}
    for method, gaps in apart(results, dataset, best, others).items() if shared is not None else ():
        interval = mean(gaps.tolist(), shared or 0.0)
        p = corrected_t(gaps, shared or 0.0).p
        found[method] = {"behind": interval.value, "low": interval.low, "high": interval.high, "p": p}
    tested = {m: f["p"] for m, f in found.items() if f["p"] is not None}
    for method, p in zip(tested, holm(np.array(list(tested.values()))) if tested else (), strict=True):
        found[method]["holm"] = float(p)
    return found

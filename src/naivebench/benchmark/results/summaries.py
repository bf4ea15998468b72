"""Aggregates of the scores that several tables and figures share."""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from naivebench.benchmark.results.context import KEYS, Results, comparison

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


# the two ways in which a share of correct cases is an average, named wherever one is shown
MEAN_OF_FOLDS = "mean over the folds"
POOLED = "test cases of all folds pooled"


class Summary(NamedTuple):
    """Means over folds, pooled counts and costs; every mapping goes from (protocol, dataset, method) to named
    numbers.
    """

    means: dict[tuple, dict]  # metric -> unweighted mean over the folds
    pooled: dict[tuple, dict]  # correct and tested cases over all folds, repeats, folds
    # fit_seconds, predict_seconds (CPU, summed over the folds), peak_memory_mb (largest)
    cost: dict[tuple, dict]
    parameters: dict[tuple, dict]  # min, median, max of n_parameters over the folds
    complete: dict[
        tuple, list[str]
    ]  # (protocol, metric) -> data sets on which every method of both has a mean


@functools.cache
def wilson(correct: float, cases: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion, `correct` of `cases` (Wilson 1927); (0, 1) without cases."""
    from statsmodels.stats.proportion import proportion_confint

    if cases <= 0:
        return 0.0, 1.0
    low, high = proportion_confint(correct, cases, method="wilson")
    return float(low), float(high)


def summarize(results: Results) -> Summary:
    """Aggregate the scores and timings once for all tables and figures."""
    scores = results.scores
    grouped = scores.groupby([*KEYS, "metric"], observed=True)["value"]
    accuracy = scores[scores["metric"] == "accuracy"]
    correct = (accuracy["value"].astype(float) * accuracy["n_test"].astype(float)).round()
    by_counts = (
        accuracy.assign(correct=correct)
        .groupby(KEYS, observed=True)
        .agg(
            correct=("correct", "sum"),
            tested=("n_test", "sum"),
            repeats=("repeat", "nunique"),
            folds=("fold", "size"),
        )
    )
    by_cost = results.timings.groupby(KEYS, observed=True).agg(
        fit_seconds=("fit_seconds", "sum"),
        predict_seconds=("predict_seconds", "sum"),
        peak_memory_mb=("peak_memory_mb", "max"),
    )
    by_size = (
        scores[scores["metric"] == "n_parameters"]
        .groupby(KEYS, observed=True)["value"]
        .agg(["min", "median", "max"])
    )
    partial = _partial(scores)
    means = {
        key: {m: v for m, v in row.items() if v == v and (*key, m) not in partial}
        for key, row in grouped.mean().unstack("metric").to_dict("index").items()
    }
    pooled, cost, size = [frame.to_dict("index") for frame in (by_counts, by_cost, by_size)]
    return Summary(means, pooled, cost, size, _complete(results, means))


def _partial(scores: pd.DataFrame) -> set[tuple]:
    """Cells and metrics without a value on a test part on which another method has one: a mean over the rest
    would be of other cases than theirs.
    """
    part = ["protocol", "dataset", "metric", "repeat", "fold"]
    undefined = scores[scores["value"].isna()]
    defined = scores[scores["value"].notna()].merge(undefined[part].drop_duplicates(), on=part)
    cells = undefined.merge(defined[part].drop_duplicates(), on=part)
    return set(cells[[*KEYS, "metric"]].drop_duplicates().itertuples(index=False, name=None))


def _complete(results: Results, means: dict[tuple, dict]) -> dict[tuple, list[str]]:
    methods: defaultdict[tuple, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for (protocol, dataset, method), scores in means.items():
        for metric in scores:
            methods[protocol, metric][dataset].add(method)
    found = {}
    for key, having in methods.items():
        everyone = set().union(*having.values())
        found[key] = [d for d in results.datasets if having.get(d) == everyone]
    return found


def wide(results: Results, summary: Summary, protocol: str, metric: str) -> pd.DataFrame:
    """Mean scores of a protocol and metric, data sets x methods in order; NaN for missing ones."""
    import pandas as pd

    rows = {
        d: [summary.means.get((protocol, d, m), {}).get(metric, math.nan) for m in results.methods]
        for d in results.datasets
    }
    table = pd.DataFrame.from_dict(rows, orient="index", columns=list(results.methods), dtype=float)
    return table.dropna(how="all")


def compared(results: Results, summary: Summary, protocol: str, metric: str) -> list[str]:
    """The data sets compared: those of the rank statistics, else those every method has."""
    entry = comparison(results, protocol, metric)
    if entry:
        return list(entry["datasets"])
    return summary.complete.get((protocol, metric), [])


def scores_of(summary: Summary, entry: dict) -> np.ndarray:
    """(N, k) mean scores of a comparison, its data sets x its methods."""
    import numpy as np

    means, of = summary.means, (entry["protocol"], entry["metric"])
    rows = [[means[of[0], d, m][of[1]] for m in entry["average_ranks"]] for d in entry["datasets"]]
    return np.array(rows, dtype=float)


def mean_std(values: Iterable[float]) -> tuple[float, float]:
    """Mean and standard deviation (n - 1); an infinite entry makes the mean infinite, the deviation NaN."""
    values = [float(v) for v in values]
    if not values:
        return math.nan, math.nan
    mean = math.fsum(values) / len(values) if all(map(math.isfinite, values)) else sum(values) / len(values)
    if len(values) < 2 or not math.isfinite(mean):
        return mean, math.nan
    return mean, math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))


def test_train_ratio(folds: pd.DataFrame) -> float | None:
    """Test cases per training case of rows of scores, one per fold; None without training cases."""
    n_test, n_train = (float(folds[c].astype(float).mean()) for c in ("n_test", "n_train"))
    return n_test / n_train if n_train > 0 else None


def accuracy_interval(summary: Summary, key: tuple[str, str, str]) -> dict | None:
    """Correct and tested cases over all folds, their share and its Wilson interval; None without an accuracy.

    Repeated cross-validation tests a case once per repeat: the interval counts it once.
    """
    row = summary.pooled.get(key)
    if not row or not row["tested"]:
        return None
    correct, tested = int(row["correct"]), int(row["tested"])
    low, high = wilson(correct / row["repeats"], tested / row["repeats"])
    return {"correct": correct, "tested": tested, "accuracy": correct / tested, "low": low, "high": high}


def pair(entry: dict | None, a: str, b: str) -> dict | None:
    """The comparison of `a` with `b`, turned so that wins are wins of `a`; None if they were not compared."""
    for compared_pair in (entry or {}).get("pairs", []):
        if (compared_pair["a"], compared_pair["b"]) == (a, b):
            return compared_pair
        if (compared_pair["a"], compared_pair["b"]) == (b, a):
            wilcoxon = dict(compared_pair.get("wilcoxon") or {})
            if wilcoxon.get("rank_biserial") is not None:
                wilcoxon["rank_biserial"] = -wilcoxon["rank_biserial"]
            return {
                **compared_pair,
                "a": a,
                "b": b,
                "wins": compared_pair["losses"],
                "losses": compared_pair["wins"],
                "wilcoxon": wilcoxon,
            }
    return None


def correction(entry: dict) -> tuple[str, str]:
    """Key and name of the correction that groups methods: Bergmann-Hommel where computed, else Holm."""
    exhaustive = bool(entry["pairs"]) and all(p.get("bergmann_hommel") is not None for p in entry["pairs"])
    return ("bergmann_hommel", "Bergmann–Hommel") if exhaustive else ("holm", "Holm")


def not_different(entry: dict, method: str) -> list[str]:
    """The methods, by rank, that do not differ significantly from `method` after correction."""
    key, alpha = correction(entry)[0], entry.get("alpha", 0.05)
    others = {
        p["b"] if p["a"] == method else p["a"]
        for p in entry["pairs"]
        if method in (p["a"], p["b"]) and p[key] > alpha
    }
    return [m for m in ranked(entry) if m in others]


def ranked(entry: dict) -> list[str]:
    """Methods by average rank, best first; ties by name."""
    return sorted(entry["average_ranks"], key=lambda m: (entry["average_ranks"][m], m))


def cliques(entry: dict) -> list[list[str]]:
    """Maximal runs of two or more neighbours in rank order without a significant difference."""
    order, runs = ranked(entry), list[list[str]]()
    same = {m: {*not_different(entry, m), m} for m in order}
    for start, method in enumerate(order):
        end = start
        while end + 1 < len(order) and all(order[end + 1] in same[m] for m in order[start : end + 1]):
            end += 1
        if end > start and not any(order[end] in run and method in run for run in runs):
            runs.append(order[start : end + 1])
    return runs

"""Aggregates of the scores that several tables and figures use."""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from naivebench.benchmark.results.comparisons import Comparison, Pair
from naivebench.benchmark.results.context import KEYS, Results, comparison

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


# names of the two averages of a share of correct cases, given wherever one is shown
MEAN_OF_FOLDS = "mean over the folds"
POOLED = "test cases of all folds pooled"


Key = tuple[str, str, str]  # protocol, data set, method


class Pooled(NamedTuple):
    """Correct and tested cases, summed over all folds of all repeats."""

    correct: float
    tested: int
    repeats: int
    folds: int  # number of folds of all repeats


class Cost(NamedTuple):
    """CPU seconds summed over the folds, and the largest memory of a fold."""

    fit_seconds: float
    predict_seconds: float
    peak_memory_mb: float

    @property
    def seconds(self) -> float:
        """CPU seconds of fit and predict."""
        return self.fit_seconds + self.predict_seconds


class Size(NamedTuple):
    """Number of parameters of the fitted models: minimum, median and maximum over the folds."""

    min: float
    median: float
    max: float


class Share(NamedTuple):
    """Correct and tested cases, the share of correct ones, and Wilson's interval of the share."""

    correct: int
    tested: int
    accuracy: float
    low: float
    high: float


class Summary(NamedTuple):
    """Means over folds, pooled counts, costs and sizes of every cell."""

    means: dict[Key, dict[str, float]]  # by metric, unweighted over the folds
    pooled: dict[Key, Pooled]
    cost: dict[Key, Cost]
    parameters: dict[Key, Size]
    # (protocol, metric) -> data sets on which all of their methods have a mean
    complete: dict[tuple[str, str], list[str]]


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
    return Summary(
        means,
        {key: Pooled(**row) for key, row in by_counts.to_dict("index").items()},
        {key: Cost(**row) for key, row in by_cost.to_dict("index").items()},
        {key: Size(**row) for key, row in by_size.to_dict("index").items()},
        _complete(results, means),
    )


def _partial(scores: pd.DataFrame) -> set[tuple[str, str, str, str]]:
    """Cells and metrics without a value on a test part on which another method has one.

    Their means over the other test parts would not be comparable with those of the other methods.
    """
    part = ["protocol", "dataset", "metric", "repeat", "fold"]
    undefined = scores[scores["value"].isna()]
    defined = scores[scores["value"].notna()].merge(undefined[part].drop_duplicates(), on=part)
    cells = undefined.merge(defined[part].drop_duplicates(), on=part)
    return set(cells[[*KEYS, "metric"]].drop_duplicates().itertuples(index=False, name=None))


def _complete(results: Results, means: dict[Key, dict[str, float]]) -> dict[tuple[str, str], list[str]]:
    methods: defaultdict[tuple[str, str], defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
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
    """The data sets of the rank statistics, or if there are none, those on which every method has a score."""
    entry = comparison(results, protocol, metric)
    if entry:
        return list(entry.datasets)
    return summary.complete.get((protocol, metric), [])


def scores_of(summary: Summary, entry: Comparison) -> np.ndarray:
    """(N, k) mean scores of a comparison: its data sets x its methods."""
    import numpy as np

    means = summary.means
    rows = [[means[entry.protocol, d, m][entry.metric] for m in entry.average_ranks] for d in entry.datasets]
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


def accuracy_interval(summary: Summary, key: Key) -> Share | None:
    """The pooled accuracy of a cell; None without one.

    Repeated cross-validation tests a case once per repeat, but the interval counts it only once.
    """
    row = summary.pooled.get(key)
    if not row or not row.tested:
        return None
    correct, tested = int(row.correct), int(row.tested)
    low, high = wilson(correct / row.repeats, tested / row.repeats)
    return Share(correct, tested, correct / tested, low, high)


def pair(entry: Comparison | None, a: str, b: str) -> Pair | None:
    """The comparison of `a` with `b`, turned so that wins are wins of `a`; None if they were not compared."""
    for found in entry.pairs if entry else ():
        if (found.a, found.b) == (a, b):
            return found
        if (found.a, found.b) == (b, a):
            return found.turned
    return None


def correction(entry: Comparison) -> tuple[str, str]:
    """Field of `Pair` and name of the correction that groups methods: Bergmann-Hommel if it was computed,
    otherwise Holm.
    """
    exhaustive = bool(entry.pairs) and all(p.bergmann_hommel is not None for p in entry.pairs)
    return ("bergmann_hommel", "Bergmann–Hommel") if exhaustive else ("holm", "Holm")


def not_different(entry: Comparison, method: str) -> list[str]:
    """The methods, by rank, that do not differ significantly from `method` after correction."""
    key = correction(entry)[0]
    others = {
        p.b if p.a == method else p.a
        for p in entry.pairs
        if method in (p.a, p.b) and getattr(p, key) > entry.alpha
    }
    return [m for m in ranked(entry) if m in others]


class Ranked(Protocol):
    """A comparison with average ranks."""

    @property
    def average_ranks(self) -> dict[str, float]: ...


def ranked(entry: Ranked) -> list[str]:
    """Methods by average rank, best first; ties by name."""
    return sorted(entry.average_ranks, key=lambda m: (entry.average_ranks[m], m))


def cliques(entry: Comparison) -> list[list[str]]:
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

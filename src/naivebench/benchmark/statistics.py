"""The statistics of a benchmark, in one table: from an entry of `STATISTICS`, the configuration, the workflow
and the report know all that they need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.benchmark import benchmark, benchmark_effects

if TYPE_CHECKING:
    import pandas as pd

    from naivebench.benchmark.configuration.shapes import Part, Primary


class Benchmark(NamedTuple):
    """Input of a statistic; `experiments` has the form of `configuration.compared`."""

    scores: pd.DataFrame  # columns protocol, dataset, method, repeat, fold, n_test, n_train, metric, value
    experiments: dict[str, Part]
    metrics: list[str]
    methods: list[str]
    primary: Primary
    alpha: float  # level of significance
    rope: float  # half the region of practical equivalence, in the unit of the primary metric


class Column(NamedTuple):
    """A column of the report: `kind` is a key of `results.formats.FORMATS`, `title` an explanation."""

    key: str
    label: str
    kind: str = "score"
    title: str = ""


class Statistic(NamedTuple):
    """A statistic of a benchmark.

    `compute` returns the content of results/statistics/<id>.json. If there are `columns`, the content must be
    {"comparisons": [{heading of `benchmark.comparable`, rows: [{method, and the keys of the columns}]}]}, as
    `by_method` returns it, and the report shows it as a table; otherwise the statistic needs its own layout.
    """

    title: str
    description: str
    compute: Callable[[Benchmark], Mapping[str, Any]]
    columns: tuple[Column, ...] = ()


def by_method(function: Callable[..., dict[str, np.ndarray]]) -> Callable[[Benchmark], Mapping[str, Any]]:
    """Turn a function of mean scores into a `compute`, applied to the complete (N data sets, k methods)
    scores of every comparison.

    `function(scores, *, lower_is_better)` returns {key: (k,) numbers}; numbers that are not finite become
    None.
    """

    def compute(b: Benchmark) -> Mapping[str, Any]:
        comparisons = []
        for matrix, heading in benchmark.comparable(b.scores, b.experiments, b.metrics, b.primary):
            values = function(matrix.values, lower_is_better=heading["better"] == "lower")
            rows = [
                {"method": m} | {key: _finite(column[j]) for key, column in values.items()}
                for j, m in enumerate(matrix.methods)
            ]
            comparisons.append({**heading, "rows": rows})
        return {"comparisons": comparisons}

    return compute


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _corrected_t(b: Benchmark) -> benchmark.FoldTests:
    protocols = list(dict.fromkeys(e.protocol for e in b.experiments.values()))
    return benchmark.corrected_tests(
        b.scores, protocols, [b.primary.metric], b.methods, b.primary.reference, b.primary
    )


STATISTICS: dict[str, Statistic] = {
    "ranks": Statistic(
        "Rank tests",
        "Average ranks, Friedman, Nemenyi, Holm, Bergmann-Hommel and others, Wilcoxon, and which methods are "
        "as good as the best.",
        lambda b: benchmark.ranks(b.scores, b.experiments, b.metrics, b.primary, b.alpha, b.rope),
    ),
    "corrected_t": Statistic(
        "Corrected t tests",
        "Nadeau-Bengio corrected t against the reference, on the folds of each data set.",
        _corrected_t,
    ),
    "bayes": Statistic(
        "Bayesian tests",
        "Probabilities that a method is better than the reference, practically equivalent or worse, on "
        "each data set and over all.",
        lambda b: benchmark_effects.bayes(
            b.scores, b.experiments, [b.primary.metric], b.methods, b.primary, b.rope
        ),
    ),
    "effects": Statistic(
        "Effect sizes",
        "Wins, ties and losses, and rank-biserial correlation.",
        lambda b: benchmark_effects.effects(b.scores, b.experiments, b.metrics, b.primary),
    ),
}

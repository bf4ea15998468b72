"""Bayesian comparisons with the reference method, and effect sizes, over a whole benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from naivebench.benchmark import benchmark
from naivebench.core.plain import plain
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import bayes as bayesian
from naivebench.evaluation.statistics import compare, effect_sizes, ranks
from naivebench.evaluation.statistics.rounding import without_noise

if TYPE_CHECKING:
    import pandas as pd

    from naivebench.benchmark.configuration.shapes import Part, Primary


class CellBayes(benchmark.Cell):
    """Correlated t test of a method against the reference on the folds of a data set."""

    better: float
    rope: float
    worse: float
    mean_difference: float  # method - reference
    n: int  # number of folds
    test_train_ratio: float
    primary: bool


class ComparisonBayes(benchmark.Heading):
    """All methods against the reference over the data sets of a comparison."""

    methods: list[dict[str, Any]]  # `method`, and the fields of `compare.SignedRank`


class Bayes(TypedDict):
    """The content of results/statistics/bayes.json."""

    reference: str
    rope: float
    draws: int
    seed: int
    by_dataset: list[CellBayes]
    over_datasets: list[ComparisonBayes]


class ComparisonEffects(benchmark.Heading):
    """Effect sizes of one comparison."""

    average_ranks: dict[str, float]  # by method
    # the fields of these names in `compare.Complete`
    win_tie_loss: dict[str, Any]
    rank_biserial: dict[str, Any]


class Effects(TypedDict):
    """The content of results/statistics/effects.json."""

    comparisons: list[ComparisonEffects]


def bayes(
    scores: pd.DataFrame,
    experiments: dict[str, Part],
    metrics: list[str],
    methods: list[str],
    primary: Primary,
    rope: float = bayesian.ROPE,
) -> Bayes:
    """P(better), P(rope) and P(worse) of every method against the reference of `primary`.

    They are computed by the correlated t test on every data set with at least two folds, and by the
    signed-rank test over data sets. `rope` is in the unit of the metric: 0.01 is one point of accuracy. The
    other arguments are those of `benchmark`.
    """
    reference = primary.reference
    protocols = list(dict.fromkeys(e.protocol for e in experiments.values()))
    by_dataset: list[CellBayes] = []
    for cell, differences, ratio in benchmark.fold_differences(
        scores, protocols, metrics, methods, reference
    ):
        sign = METRICS[cell["metric"]].sign
        found = bayesian.correlated_t(sign * without_noise(differences, np.ones(1)), ratio, rope)
        by_dataset.append(
            {
                **cell,
                "better": found.better,
                "rope": found.rope,
                "worse": found.worse,
                "mean_difference": float(differences.mean()),
                "n": len(differences),
                "test_train_ratio": ratio,
                "primary": benchmark.is_primary(cell, primary),
            }
        )
    over_datasets: list[ComparisonBayes] = [
        {**head, "methods": _against(m, reference, head["better"] == "lower", rope)}
        for m, head in benchmark.comparable(scores, experiments, metrics, primary)
        if reference in m.methods
    ]
    return {
        "reference": reference,
        "rope": float(rope),
        "draws": bayesian.DRAWS,
        "seed": bayesian.SEED,
        "by_dataset": by_dataset,
        "over_datasets": over_datasets,
    }


def _against(m: benchmark.Matrix, reference: str, lower_is_better: bool, rope: float) -> list[dict[str, Any]]:
    other = m.values[:, m.methods.index(reference)]
    return [
        {
            "method": name,
            **plain(compare.signed_rank(m.values[:, j], other, lower_is_better=lower_is_better, rope=rope)),
        }
        for j, name in enumerate(m.methods)
        if name != reference
    ]


def effects(
    scores: pd.DataFrame, experiments: dict[str, Part], metrics: list[str], primary: Primary
) -> Effects:
    """Effect sizes of every comparison; the arguments are those of `benchmark.ranks`."""
    comparisons: list[ComparisonEffects] = []
    for m, head in benchmark.comparable(scores, experiments, metrics, primary):
        lower = head["better"] == "lower"
        average = ranks.average_ranks(without_noise(m.values), lower_is_better=lower)
        wins, correlations = effect_sizes.compare_all(m.values, m.methods, lower_is_better=lower)
        comparisons.append(
            {
                **head,
                "average_ranks": dict(zip(m.methods, average.tolist(), strict=True)),
                "win_tie_loss": plain(wins),
                "rank_biserial": plain(correlations),
            }
        )
    return {"comparisons": comparisons}

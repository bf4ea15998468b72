"""Bayesian comparisons with the reference method, and effect sizes, of a whole benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from naivebench.benchmark import benchmark
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import bayes as bayesian
from naivebench.evaluation.statistics import complete, families, ranks
from naivebench.evaluation.statistics import hierarchical as over_folds
from naivebench.evaluation.statistics.rounding import without_noise

if TYPE_CHECKING:
    import pandas as pd

    from naivebench.benchmark.configuration.shapes import Part, Primary


def bayes(
    scores: pd.DataFrame,
    experiments: dict[str, Part],
    metrics: list[str],
    methods: list[str],
    primary: Primary,
    rope: float = bayesian.ROPE,
) -> dict:
    """P(better), P(rope) and P(worse) of every method against the reference of `primary`.

    {"reference", "rope", "draws", "seed", "by_dataset", "over_datasets"}:
    by_dataset     [{protocol, metric, dataset, method, better, rope, worse, mean_difference (method -
                   reference), n (folds),
                   test_train_ratio, primary}], correlated t on every data set with two folds or more
    over_datasets  [{the heading of `benchmark.comparable`, methods: [{method, better, rope, worse,
                   mean_difference, n (data
                   sets)}]}], signed rank; None for the probabilities where a score is infinite

    `rope` is in the unit of the metric: 0.01 is one point of accuracy. Other arguments as those of
    `benchmark`.
    """
    reference = primary["reference"]
    protocols = list(dict.fromkeys(e["protocol"] for e in experiments.values()))
    by_dataset = []
    for cell, differences, ratio in benchmark.fold_differences(
        scores, protocols, metrics, methods, reference
    ):
        sign = METRICS[cell["metric"]].sign
        probabilities = bayesian.correlated_t(
            sign * without_noise(differences, np.ones(1)), ratio, rope
        )._asdict()
        facts = {
            "mean_difference": float(differences.mean()),
            "n": len(differences),
            "test_train_ratio": ratio,
        }
        by_dataset.append(cell | probabilities | facts | {"primary": benchmark.is_primary(cell, primary)})
    over_datasets = [
        head | {"methods": _against(m, reference, head["better"] == "lower", rope)}
        for m, head in benchmark.comparable(scores, experiments, metrics, primary)
        if reference in m.methods
    ]
    head = {"reference": reference, "rope": float(rope), "draws": bayesian.DRAWS, "seed": bayesian.SEED}
    return head | {"by_dataset": by_dataset, "over_datasets": over_datasets}


def _against(m: benchmark.Matrix, reference: str, lower_is_better: bool, rope: float) -> list[dict]:
    other, weights = m.values[:, m.methods.index(reference)], bayesian.shared_weights(len(m.values))
    return [
        {"method": name}
        | complete.signed_rank(m.values[:, j], other, weights, lower_is_better=lower_is_better, rope=rope)
        for j, name in enumerate(m.methods)
        if name != reference
    ]


def hierarchical(
    scores: pd.DataFrame,
    experiments: dict[str, Part],
    metrics: list[str],
    primary: Primary,
    rope: float = bayesian.ROPE,
) -> dict:
    """Hierarchical test of every method against the reference of `primary`, over the data sets of every
    experiment.

    {"reference", "rope", "accuracy", "comparisons": [{experiment, experiment_title, main, protocol, metric,
    metric_label, better, primary, methods: [{method, and the keys of `complete.over_folds`}]}]}; methods with
    two folds on at least two data sets that vote. Arguments as those of `bayes`.
    """
    main, comparisons = benchmark.main_experiments(experiments), []
    for name, e in experiments.items():
        part = scores[(scores["protocol"] == e["protocol"]) & scores["dataset"].isin(e["datasets"])]
        for metric in metrics:
            methods = _hierarchical(part, e, metric, primary["reference"], rope)
            if methods:
                head = {
                    "experiment": name,
                    "experiment_title": e["title"],
                    "main": main[e["protocol"]] == name,
                    "protocol": e["protocol"],
                }
                head |= {
                    "metric": metric,
                    "metric_label": METRICS[metric].label,
                    "better": METRICS[metric].better,
                }
                first = (main.get(primary["protocol"]), primary["metric"]) == (name, metric)
                comparisons.append(head | {"primary": first, "methods": methods})
    return {
        "reference": primary["reference"],
        "rope": float(rope),
        "accuracy": over_folds.ACCURACY,
        "comparisons": comparisons,
    }


def _hierarchical(
    part: pd.DataFrame, experiment: Part, metric: str, reference: str, rope: float
) -> list[dict]:
    """The methods of one experiment, in its order."""
    if reference not in experiment["methods"]:
        return []
    by_method: dict[str, list] = {m: [] for m in experiment["methods"]}
    for cell, differences, ratio in benchmark.fold_differences(
        part, [experiment["protocol"]], [metric], experiment["methods"], reference
    ):
        by_method[cell["method"]].append((cell["dataset"], without_noise(differences, np.ones(1)), ratio))
    lower = METRICS[metric].better == "lower"
    voting = {m: _voting(cells, experiment) for m, cells in by_method.items()}
    return [
        {"method": m} | complete.over_folds(cells, lower_is_better=lower, rope=rope)
        for m, cells in voting.items()
        if len(cells) > 1
    ]


def _voting(cells: list[tuple], experiment: Part) -> list[tuple]:
    """The cells (data set first) of the data sets that vote."""
    there = {cell[0] for cell in cells}
    datasets = [d for d in experiment["datasets"] if d in there]
    voters = families.voters(datasets, experiment.get("families", {}))
    return [cell for cell in cells if voters[cell[0]] == cell[0]]


def effects(scores: pd.DataFrame, experiments: dict[str, Part], metrics: list[str], primary: Primary) -> dict:
    """{"comparisons": [{the heading of `benchmark.comparable`, average_ranks {method: rank}, and the keys
    rank_intervals, win_tie_loss and rank_biserial of `complete.complete`}]}; arguments as those of
    `benchmark.ranks`.
    """
    comparisons = []
    for m, head in benchmark.comparable(scores, experiments, metrics, primary):
        lower = head["better"] == "lower"
        average = ranks.average_ranks(without_noise(m.values), lower_is_better=lower)
        comparisons.append(
            head
            | {"average_ranks": dict(zip(m.methods, average.tolist(), strict=True))}
            | {"rank_intervals": complete.rank_intervals(m.values, m.methods, lower_is_better=lower)}
            | complete.effects(m.values, m.methods, lower_is_better=lower)
        )
    return {"comparisons": comparisons}

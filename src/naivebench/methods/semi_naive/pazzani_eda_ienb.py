"""Pazzani-EDA followed by IENB: first attributes are joined or left out, then the probabilities of these
groups move inside their confidence intervals. Robles et al. (2003) propose this combination as future work.

The first search finds the partition of the attributes (pazzani_eda, by UMDA), which then stays fixed; the
second finds the probabilities of the joint values within their intervals (ienb, by UMDAc). All combinations
of a group's values that no training case has share one gene, since their intervals are equal and no training
case distinguishes them. Both searches use the same cases, so evaluate the result with an outer
cross-validation. docs/methods/semi-naive.md#pazzani-eda-then-ienb.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.table import Table
from naivebench.methods.edas.optimise import Result, Search, check_search
from naivebench.methods.semi_naive import ienb, intervals, partition_search, partitions, pazzani_eda


class Model(NamedTuple):
    partition: partitions.Model  # with the tuned probabilities and the search for the groups
    search: Result  # of the probabilities; its best_fitness is an accuracy


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    population: int = 500,
    max_generations: int = 105,
) -> Model:
    """Search for groups, then for probabilities; sizes and stopping rule (`edas.optimise`) apply to both
    searches.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    eda = check_search(Search("umda", population, max_generations=max_generations), "discrete")
    train = counts.known_cases(train)

    fitted = partition_search.fit_structure(
        train, lambda cases: pazzani_eda.search(cases, eda, rng), "pazzani_eda_ienb"
    )
    problem = intervals.pose_problem(train, fitted)
    prior, table, result = ienb.search_intervals(problem, eda._replace(optimiser="umdac"), rng)
    return Model(fitted._replace(log_prior=prior, log_table=table), result)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return partitions.predict_log_proba(model.partition, table)


def summarize(model: Model) -> dict[str, Any]:
    """Structure and size, the accuracy of the second search, the evaluations of both, and both traces."""
    groups, tuning = partitions.summarize(model.partition), ienb.summarize_search(model.search)
    return {
        **groups,
        **tuning,
        "evaluations": groups["evaluations"] + tuning["evaluations"],
        "evaluations_to_solution": groups["evaluations"] + tuning["evaluations_to_solution"],
        "structure_trace": groups["trace"],
    }


def fit_leave_one_out(table: Table, *, rng: np.random.Generator, **params: Any) -> tuple[Model, np.ndarray]:
    """The model of all cases and the posteriors (n, K), nats, from which its fitness is computed: those of
    the tuple itself, see `ienb.fit_leave_one_out`.
    """
    model = fit(table, rng=rng, **params)
    return model, predict_log_proba(model, table)

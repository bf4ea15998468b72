"""What every search for a partition returns: the naive Bayes on the groups that it found, and what the search
took.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.table import Table
from naivebench.methods.semi_naive.helpers import joint_loo, partition
from naivebench.methods.semi_naive.helpers.partition import Group, Smoothing


class Found(NamedTuple):
    """Where a search ended."""

    groups: tuple[Group, ...]
    correct: int  # cases classified correctly, leave-one-out
    evaluations: int  # as Robles et al. 2003 count them
    evaluations_to_solution: int  # the same up to the step or generation in which the solution was found
    evaluations_done: int  # partitions really evaluated
    trace: dict | None = None  # best, mean, evaluations per generation


class Model(NamedTuple):
    partition: partition.Model
    training_fitness: float  # leave-one-out accuracy that the search maximised; 0 without any case
    evaluations: int
    evaluations_to_solution: int
    evaluations_done: int
    trace: dict | None


def model(train: Table, end: Found, smoothing: Smoothing) -> Model:
    """Naive Bayes on the partition that was found."""
    cases = max(int((train.y >= 0).sum()), 1)
    fitted = partition.fit(train, partition.ordered(end.groups), smoothing)
    return Model(fitted, end.correct / cases, *end[2:])


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return partition.predict_log_proba(model.partition, table)


def with_left_out(model: Model, table: Table, params: dict[str, Any]) -> tuple[Model, np.ndarray]:
    """The model of all cases of `table`, fitted with `params`, and its leave-one-out posteriors.

    Row i: log P(c | x_i) without the counts of case i, the structure as found on all cases; (n, K) nats.
    """
    smoothing = partition.smoothing_in(params)
    return model, partition.leave_one_out(table, partition.groups_in(model.partition), smoothing)


def summarize(model: Model) -> dict:
    """Size, structure and cost of the search; `training_fitness` is the accuracy that it maximised."""
    summary = partition.summarize(model.partition) | {
        "evaluations": model.evaluations,
        "evaluations_to_solution": model.evaluations_to_solution,
        "evaluations_done": model.evaluations_done,
        "training_fitness": model.training_fitness,
    }
    return summary if model.trace is None else summary | {"trace": model.trace}


def warm_up(train: Table, n_folds: int) -> None:
    """Load the compiled loops, outside the clock of a benchmark; they do not depend on the size of the
    fits.
    """
    joint_loo.warm_up()

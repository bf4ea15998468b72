"""BSEJ from random partitions: the best of many climbs within a number of evaluations, a control for
Pazzani-EDA.

The first climb starts from naive Bayes and is BSEJ itself, the others from individuals that are uniform over
the numbers 0..d of each attribute's group, as in the first population of Pazzani-EDA. Unless a number is
given, the budget is what Pazzani-EDA takes on the same cases.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.checks import at_least
from naivebench.core.table import Table
from naivebench.methods.semi_naive import bsej, pazzani_eda
from naivebench.methods.semi_naive.bsej import Options
from naivebench.methods.semi_naive.helpers import greedy, joint_loo, partition, searched
from naivebench.methods.semi_naive.helpers.joint_loo import Core
from naivebench.methods.semi_naive.helpers.partition import Smoothing
from naivebench.methods.semi_naive.helpers.searched import Found, Model, predict_log_proba, summarize, warm_up

__all__ = ["Model", "fit", "fit_leave_one_out", "predict_log_proba", "search", "summarize", "warm_up"]


def search(
    core: Core,
    *,
    rng: np.random.Generator,
    options: Options | None = None,
    restarts: int = 1000,
    evaluations: int | None = None,
) -> Found:
    """The best end of up to `restarts` random climbs after BSEJ itself, the first among equals.

    The climbs end when `evaluations`, as the paper counts them, are used up (None: as many as a Pazzani-EDA
    takes, run for this number with a stream of its own); only BSEJ itself runs to its end in any case. The
    trace holds the best, the mean of the ends and the evaluations after every climb.
    """
    d, usable, n = len(core.codes), greedy.usable(core), max(joint_loo.n_cases(core), 1)
    budget = pazzani_eda.budget(core, rng) if evaluations is None else evaluations
    best = bsej.search(core, options)
    charged, to_solution, done, ends = (
        best.evaluations,
        best.evaluations_to_solution,
        best.evaluations_done,
        [best.correct],
    )
    trace: dict[str, list[float]] = {"best": [], "mean": [], "evaluations": []}

    def record() -> None:
        trace["best"].append(best.correct / n)
        trace["mean"].append(sum(ends) / len(ends) / n)
        trace["evaluations"].append(charged)

    record()
    for _ in range(restarts):
        if charged + d * d > budget or len(usable) < 2:
            break
        individual = np.zeros(d, dtype=np.int64)
        individual[usable] = rng.integers(0, d + 1, size=len(usable))
        end = bsej.search(core, options, partition.groups_of(individual.tolist()), budget - charged)
        if end.correct > best.correct:
            best, to_solution = end, charged + end.evaluations_to_solution
        charged, done = charged + end.evaluations, done + end.evaluations_done
        ends.append(end.correct)
        record()
    return Found(best.groups, best.correct, charged, to_solution, done, trace)


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
    join_missing: str = "skip",
    smoothing_cells: str = "product",
    tie_rule: str = "join_first",
    join_with: str = "any",
    delete_member: bool = False,
    restarts: int = 1000,
    evaluations: int | None = None,
    threads: int = 1,
) -> Model:
    """Search on `train`, then estimate. restarts >= 0, evaluations >= 1 or None: see `search`; the other
    parameters as in `bsej`.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    smoothing, options = (
        Smoothing(alpha, prior_alpha, join_missing, smoothing_cells),
        Options(tie_rule, join_with, delete_member),
    )
    partition.check_params(smoothing, "bsej_restarts")
    bsej.check_options(options, "bsej_restarts")
    at_least(restarts, 0, "restarts", "bsej_restarts")
    if evaluations is not None:
        at_least(evaluations, 1, "evaluations", "bsej_restarts")
    core = joint_loo.prepare(train, smoothing, threads=threads)
    return searched.model(
        train, search(core, rng=rng, options=options, restarts=restarts, evaluations=evaluations), smoothing
    )


def fit_leave_one_out(table: Table, *, rng: np.random.Generator, **params: Any) -> tuple[Model, np.ndarray]:
    """The model of all cases and its leave-one-out posteriors: see `searched.with_left_out`."""
    return searched.with_left_out(fit(table, rng=rng, **params), table, params)

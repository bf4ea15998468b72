"""Random search over partitions with the evaluations that Pazzani-EDA takes on the same cases: its control.

Every individual is uniform over the numbers 0..d of each attribute's group, as in the first population of
Pazzani-EDA; the best by leave-one-out accuracy is kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.checks import at_least
from naivebench.core.table import Table
from naivebench.methods.semi_naive import pazzani_eda
from naivebench.methods.semi_naive.helpers import joint_loo, partition, searched
from naivebench.methods.semi_naive.helpers.partition import Smoothing
from naivebench.methods.semi_naive.helpers.searched import Model, predict_log_proba, summarize, warm_up

__all__ = ["Model", "fit", "fit_leave_one_out", "predict_log_proba", "summarize", "warm_up"]

BATCH = 500


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
    join_missing: str = "skip",
    smoothing_cells: str = "product",
    evaluations: int | None = None,
    threads: int = 1,
) -> Model:
    """Evaluate `evaluations` individuals (rounded up to a multiple of 500 if above), then estimate from the
    best. None: as many as a Pazzani-EDA, run for this number with a stream of its own.

    alpha > 0, prior_alpha >= 0; join_missing, smoothing_cells: see `partition`; threads change the time, not
    the result. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    smoothing = Smoothing(alpha, prior_alpha, join_missing, smoothing_cells)
    partition.check_params(smoothing, "random_structure")
    core = joint_loo.prepare(train, smoothing, threads=threads)
    evaluations = pazzani_eda.budget(core, rng) if evaluations is None else evaluations
    at_least(evaluations, 1, "evaluations", "random_structure")
    size = min(BATCH, int(evaluations))
    sizes: dict[str, Any] = {
        "population": size,
        "selected": size,
        "offspring": size,
        "max_generations": -(-int(evaluations) // size) - 1,
    }
    end = pazzani_eda.search(core, rng=rng, optimiser="random", stop="never", **sizes)
    return searched.model(train, end, smoothing)


def fit_leave_one_out(table: Table, *, rng: np.random.Generator, **params: Any) -> tuple[Model, np.ndarray]:
    """The model of all cases and its leave-one-out posteriors: see `searched.with_left_out`."""
    return searched.with_left_out(fit(table, rng=rng, **params), table, params)

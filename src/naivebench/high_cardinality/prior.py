"""The class frequencies for every case: P(c) = N_c / N, the trivial row of Jambeiro and Wainer 2007.

Every case has the same score, so its hit curve is the diagonal. Method specification 3.1.
"""

from __future__ import annotations

import numpy as np

from naivebench.baselines import majority
from naivebench.baselines.majority import Model, predict_log_proba, summarize
from naivebench.table import Table

__all__ = ["Model", "fit", "leave_one_out", "predict_log_proba", "summarize"]


def fit(train: Table, *, rng: np.random.Generator | None = None) -> Model:
    """Count the classes."""
    return majority.fit(train, rng=rng, prior_alpha=0)


def leave_one_out(table: Table, *, rng: np.random.Generator | None = None) -> np.ndarray:
    """Class frequencies of all cases but i in row i, (n, K) nats."""
    return majority.leave_one_out(table, rng=rng, prior_alpha=0)

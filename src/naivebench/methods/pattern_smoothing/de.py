"""Direct estimation (DE): the class table of every combination of values, smoothed towards the uniform
distribution.

    P(c | w) = (N_wc + s) / (N_w + K s)

N_w counts training cases with the combination w of all observed values of the case, K the classes that have
training cases. A combination that never occurred gives 1 / K, a case without any observed value the class
frequencies. The constant s is chosen by leave-one-out on the training cases unless given. Fit O(n d log n),
predict O(d log n) per case. Jambeiro and Wainer 2007 (equation 2);
docs/methods.md#direct-and-almost-direct-estimation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from naivebench.core import tuning
from naivebench.core.logspace import log
from naivebench.core.table import Table
from naivebench.methods.pattern_smoothing.helpers import direct
from naivebench.methods.pattern_smoothing.helpers.direct import Model, summarize

TELLS_UNSEEN = True
__all__ = ["Model", "fit", "fit_leave_one_out", "predict_log_proba", "summarize"]


def formula(n_wc: np.ndarray, class_counts: np.ndarray, s: float) -> np.ndarray:
    """log (N_wc + s) / (N_w + K s), (n, K), over the classes with cases in class_counts (K,) or (n, K);
    uniform where both are 0.
    """
    present = np.broadcast_to(
        (class_counts > 0) | (class_counts.sum(axis=-1, keepdims=True) == 0), n_wc.shape
    )
    k = present.sum(axis=1, keepdims=True)
    total = n_wc.sum(axis=1, keepdims=True) + k * s
    share = np.where(total > 0, (n_wc + s) / np.where(total > 0, total, 1.0), 1 / np.maximum(k, 1))
    return log(np.where(present, share, 0.0))


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    s: float | str = "auto",
    s_grid: Sequence[float] = tuning.SMOOTHING_GRID,
    criterion: str = "area_10",
) -> Model:
    """Count; s: a number of at least 0, or auto for the best of `s_grid` by `criterion` (see `tuning`).

    Raises InputError for bad input.
    """
    return direct.tuned(train, formula, s, s_grid, criterion, "de")


def fit_leave_one_out(
    table: Table, *, rng: np.random.Generator | None = None, **params: Any
) -> tuple[Model, np.ndarray]:
    """The model of all cases, and log P(c | x_i) of every case without its own counts, (n, K) nats; s as
    found on all cases.
    """
    return direct.with_left_out(table, fit(table, **params), formula)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return direct.predict(model, table, formula)

"""Almost direct estimation (ADE): the class table of every combination of values, smoothed towards the class
frequencies.

    P(c | w) = (N_wc + s P(c)) / (N_w + s),   P(c) = N_c / N

N_w counts training cases with the combination w of all observed values of the case; a combination that never
occurred, or a case without any observed value, gives the class frequencies. With one attribute it is HPB. The
constant s is chosen by leave-one-out on the training cases unless given. Fit O(n d log n), predict O(d log n)
per case. Jambeiro and Wainer 2007 (equation 3, after Friedman, Geiger and Goldszmidt 1997);
docs/methods.md#direct-and-almost-direct-estimation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from naivebench.core import tuning
from naivebench.core.logspace import log, log_prior
from naivebench.core.table import Table
from naivebench.methods.pattern_smoothing.helpers import direct
from naivebench.methods.pattern_smoothing.helpers.direct import Model, summarize

TELLS_UNSEEN = True
__all__ = ["Model", "fit", "fit_leave_one_out", "predict_log_proba", "summarize"]


def formula(n_wc: np.ndarray, class_counts: np.ndarray, s: float) -> np.ndarray:
    """log (N_wc + s P(c)) / (N_w + s), (n, K), P(c) from class_counts (K,) or (n, K); P(c) where both are
    0.
    """
    prior = np.exp(log_prior(class_counts, 0))
    total = n_wc.sum(axis=1, keepdims=True) + s
    return log(np.where(total > 0, (n_wc + s * prior) / np.where(total > 0, total, 1.0), prior))


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
    return direct.tuned(train, formula, s, s_grid, criterion, "ade")


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

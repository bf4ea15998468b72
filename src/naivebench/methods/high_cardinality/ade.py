"""Almost direct estimation (ADE): the class frequencies among the training cases with exactly the same
values, smoothed towards the overall class frequencies.

    P(c | w) = (N_wc + s P(c)) / (N_w + s),   P(c) = N_c / N

N_w counts the training cases with the combination w of all observed values of the case, as in direct
estimation (high_cardinality.de). A combination that never occurred, or a case without any observed value,
gets the class frequencies. The constant s is chosen by leave-one-out on the training cases unless given. With
one attribute, ADE equals HPB. Fit O(n d log n), predict O(d log n) per case.
Jambeiro and Wainer 2007 (equation 3, after Friedman, Geiger and Goldszmidt 1997);
docs/methods/high-cardinality.md#direct-and-almost-direct-estimation.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.logspace import log, log_prior
from naivebench.core.table import Table
from naivebench.core.tuning import SMOOTHING_GRID
from naivebench.methods.high_cardinality import de
from naivebench.methods.high_cardinality.de import Model
from naivebench.methods.high_cardinality.de import summarize as summarize

TELLS_UNSEEN = True
GRIDS = {"s": SMOOTHING_GRID}  # tried by `auto`, and by `chosen_on_test` of a protocol


def fit(train: Table, *, rng: np.random.Generator | None = None, s: float | str = "auto") -> Model:
    """Count the combinations of values. s: a number of at least 0, or auto for the best value of the grid by
    exact leave-one-out. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    return de.fit_combinations(train, s, smooth_counts, "ade")


def smooth_counts(n_wc: np.ndarray, n_c: np.ndarray, s: float) -> np.ndarray:
    """Smooth towards the class frequencies, see `de.Smooth`; return these where N_w and s are 0."""
    frequencies = np.exp(log_prior(n_c, 0))
    total = n_wc.sum(axis=1, keepdims=True) + s
    return log(np.where(total > 0, (n_wc + s * frequencies) / np.where(total > 0, total, 1.0), frequencies))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case without any observed value gets the class frequencies."""
    return de.predict_smoothed(model, table, smooth_counts)

"""Almost direct estimation (ADE): the class frequencies among the training cases with exactly the same
values, smoothed towards the overall class frequencies. Combinations that were never seen get those
frequencies.

    P(c | w) = (N_wc + s P(c)) / (N_w + s),   P(c) = N_c / N

N_w counts the training cases with the combination w of all observed values of the case. A combination that
never occurred, or a case without any observed value, gets the class frequencies. With one attribute, ADE
equals HPB. The constant s is chosen by leave-one-out on the training cases unless given. Fit O(n d log n),
predict O(d log n) per case. Jambeiro and Wainer 2007 (equation 3, after Friedman, Geiger and Goldszmidt
1997); docs/methods/high-cardinality.md#direct-and-almost-direct-estimation.
"""

from __future__ import annotations

import functools

import numpy as np

from naivebench.core.grouped import flat
from naivebench.core.logspace import log, log_prior
from naivebench.core.table import Table
from naivebench.methods.pattern_smoothing.helpers import direct
from naivebench.methods.pattern_smoothing.helpers.direct import Constant, Model

TELLS_UNSEEN = True


def formula(n_wc: np.ndarray, class_counts: np.ndarray, s: float) -> np.ndarray:
    """log (N_wc + s P(c)) / (N_w + s), (n, K), with P(c) from class_counts (K,) or (n, K); log P(c) where N_w
    and s are 0.
    """
    prior = np.exp(log_prior(class_counts, 0))
    total = n_wc.sum(axis=1, keepdims=True) + s
    return log(np.where(total > 0, (n_wc + s * prior) / np.where(total > 0, total, 1.0), prior))


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    constant: Constant = Constant(),
) -> Model:
    """Count the combinations of values, and choose s if it is not given. Raises InputError for bad input."""
    return direct.tuned(train, formula, constant, "ade")


fit_leave_one_out = direct.leaving_out(fit, formula)
predict_log_proba = functools.partial(direct.predict, formula=formula)

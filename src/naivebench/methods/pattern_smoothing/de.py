"""Direct estimation (DE): the class frequencies among the training cases with exactly the same values,
smoothed towards the uniform distribution. Combinations that were never seen give no information.

    P(c | w) = (N_wc + s) / (N_w + K s)

N_w counts the training cases with the combination w of all observed values of the case; K is the number of
classes that have training cases. A combination that never occurred gets 1 / K, and a case without any
observed value gets the class frequencies. The constant s is chosen by leave-one-out on the training cases
unless given. Fit O(n d log n), predict O(d log n) per case. Jambeiro and Wainer 2007 (equation 2);
docs/methods/high-cardinality.md#direct-and-almost-direct-estimation.
"""

from __future__ import annotations

import functools

import numpy as np

from naivebench.core.grouped import flat
from naivebench.core.logspace import log
from naivebench.core.table import Table
from naivebench.methods.pattern_smoothing.helpers import direct
from naivebench.methods.pattern_smoothing.helpers.direct import Constant, Model

TELLS_UNSEEN = True


def formula(n_wc: np.ndarray, class_counts: np.ndarray, s: float) -> np.ndarray:
    """log (N_wc + s) / (N_w + K s), (n, K), over the classes with cases in class_counts (K,) or (n, K);
    uniform where N_w and s are 0.
    """
    present = np.broadcast_to(
        (class_counts > 0) | (class_counts.sum(axis=-1, keepdims=True) == 0), n_wc.shape
    )
    k = present.sum(axis=1, keepdims=True)
    total = n_wc.sum(axis=1, keepdims=True) + k * s
    share = np.where(total > 0, (n_wc + s) / np.where(total > 0, total, 1.0), 1 / np.maximum(k, 1))
    return log(np.where(present, share, 0.0))


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    constant: Constant = Constant(),
) -> Model:
    """Count the combinations of values, and choose s if it is not given. Raises InputError for bad input."""
    return direct.tuned(train, formula, constant, "de")


fit_leave_one_out = direct.leaving_out(fit, formula)
predict_log_proba = functools.partial(direct.predict, formula=formula)

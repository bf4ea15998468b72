"""Predict the class frequencies of the training part for every case. No method that uses the attributes
should be worse, so this is the baseline of every comparison.

P(c) = (n_c + prior_alpha) / (n + K prior_alpha). Its accuracy is the floor that any use of the attributes has
to beat. Fit O(n), predict O(K) per case.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import check_at_least
from naivebench.core.logspace import log_prior
from naivebench.core.table import Table, class_counts, n_cases, n_classes


class Model(NamedTuple):
    """A model that consists of the prior alone."""

    log_prior: np.ndarray  # (K,) nats
    prior_alpha: float = 0.0  # pseudo-count of every class


def fit(train: Table, *, rng: np.random.Generator | None = None, prior_alpha: float = 0) -> Model:
    """Count the classes; `prior_alpha` is added to every count. Raises InputError if it is negative."""
    check_at_least(prior_alpha, 0, "prior_alpha", "majority")
    return Model(log_prior(class_counts(train), prior_alpha), prior_alpha)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return the log prior for every case, (n, K) nats."""
    return np.tile(model.log_prior, (n_cases(table), 1))


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of free probabilities, K - 1."""
    return {"n_parameters": len(model.log_prior) - 1, "attributes_used": 0}


def leave_one_out(model: Model, table: Table) -> np.ndarray:
    """Return the log prior of all other cases for each case of `table`, the training cases, (n, K) nats."""
    itself = (table.y[:, None] == np.arange(n_classes(table))).astype(np.int64)
    return log_prior(class_counts(table) - itself, model.prior_alpha)

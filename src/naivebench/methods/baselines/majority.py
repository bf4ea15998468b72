"""Predict the class frequencies of the training part for every case. No method that uses the attributes
should be worse, so this is the baseline of every comparison.

P(c) = n_c / n.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.logspace import log_prior
from naivebench.core.table import Table, class_counts, n_cases, n_classes


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats


def fit(train: Table, *, rng: np.random.Generator | None = None) -> Model:
    """Count the classes."""
    return Model(log_prior(class_counts(train)))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return the log prior for every case, (n, K) nats."""
    return np.tile(model.log_prior, (n_cases(table), 1))


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of free probabilities, K - 1."""
    return {"n_parameters": len(model.log_prior) - 1, "attributes_used": 0}


def leave_one_out(model: Model, table: Table) -> np.ndarray:
    """Return the log prior of all other cases for each case of `table`, the training cases, (n, K) nats."""
    # a case of unknown class changes no count
    itself = (table.y[:, None] == np.arange(n_classes(table))).astype(np.int64)
    return log_prior(class_counts(table) - itself)

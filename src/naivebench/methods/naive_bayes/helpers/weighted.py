"""Naive Bayes whose attributes have weights: P(c | x) proportional to P(c) prod_j P(x_j | c)^w_j."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.explanations import Contributions
from naivebench.core.table import Table
from naivebench.methods.naive_bayes import nb


class Model(NamedTuple):
    nb: nb.Model  # with w_j log P(x_j | c) in its table
    weights: np.ndarray  # (d,)
    found: dict[str, Any]  # facts about the search for the weights


def weighted(model: nb.Model, weights: np.ndarray, found: dict[str, Any]) -> Model:
    """Give naive Bayes weights (d,); all of its probabilities must be positive."""
    table = model.log_table * np.repeat(weights, np.diff(model.offsets))[:, None]
    return Model(model._replace(log_table=table), weights, found)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return nb.predict_log_proba(model.nb, table)


def explain(model: Model, table: Table) -> Contributions:
    """The weighted terms of every attribute."""
    return nb.explain(model.nb, table)


def summarize(model: Model) -> dict[str, Any]:
    """As naive Bayes; attributes_used have a weight and more than one value."""
    summary, many = nb.summarize(model.nb), np.diff(model.nb.offsets) > 2
    used = int((many & (model.weights > 0)).sum())
    weights = {"attributes_used": used, "weights": model.weights.tolist()}
    return summary | weights | model.found

"""Gradient boosting of trees on binned attributes (scikit-learn). It takes nominal attributes and missing
values as they are.

Reference: Friedman 2001; Ke et al. 2017 (histograms). Nominal attributes with more than 254 values share one
code among the rarest. With more than 10,000 cases, training stops early when the loss on a held-out tenth no
longer falls. All settings are the library's defaults.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import design_matrix as encode
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import boosting, estimator
from naivebench.methods.baselines.helpers.boosting import Boosting
from naivebench.methods.baselines.helpers.boosting import summarize as summarize
from naivebench.methods.baselines.helpers.estimator import Model


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    categories: str = "native",
    learning_rate: float = 0.1,
    max_iter: int = 100,
    max_leaf_nodes: int = 31,
    patience: int = 10,
) -> Model:
    """`max_iter`: rounds of K trees (one for 2 classes); `patience`: rounds without gain before stopping, see
    `boosting.builder`; `categories`: see `estimator.for_trees`.
    """
    settings = Boosting(learning_rate, max_iter, max_leaf_nodes, patience=patience)
    method = "hist_gradient_boosting"
    build = boosting.builder(method, settings, categorical=True)
    return estimator.fit(train, rng, build, estimator.for_trees(categories, method))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return estimator.predict_log_proba(model, table, encode.to_native)

"""Gradient boosting of trees on binned attributes (scikit-learn), with native categories and missing values.

Reference: Friedman 2001; Ke et al. 2017 (histograms). Nominal attributes with more than 254 values share one
code among the rarest. Training stops early when the loss on a held-out tenth no longer falls, given enough
cases for holding some out.
"""

from __future__ import annotations

import numpy as np

from naivebench.baselines.helpers import estimator
from naivebench.baselines.helpers.estimator import Model, warm_up
from naivebench.core import design_matrix as encode
from naivebench.core.checks import at_least, whole
from naivebench.core.table import Table

__all__ = ["Model", "fit", "predict_log_proba", "summarize", "warm_up"]


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    learning_rate: float = 0.1,
    max_iter: int = 100,
    max_leaf_nodes: int = 31,
    patience: int = 5,
    early_stopping_from: int = 1000,
) -> Model:
    """`max_iter`: rounds of K trees (one for 2 classes); `patience`: rounds without gain before stopping,
    used from `early_stopping_from` training cases on and where every class has at least 2 cases.
    """
    at_least(learning_rate, 1e-12, "learning_rate", "hist_gradient_boosting")
    max_iter = whole(max_iter, 1, "max_iter", "hist_gradient_boosting")
    max_leaf_nodes = whole(max_leaf_nodes, 2, "max_leaf_nodes", "hist_gradient_boosting")
    patience = whole(patience, 1, "patience", "hist_gradient_boosting")

    def build(x, y, encoding, seed, notes):
        from sklearn.ensemble import HistGradientBoostingClassifier

        stop = len(y) >= early_stopping_from and np.bincount(y).min() > 1
        classifier = HistGradientBoostingClassifier(
            learning_rate=learning_rate,
            max_iter=max_iter,
            max_leaf_nodes=max_leaf_nodes,
            categorical_features=encoding.categorical,
            early_stopping=bool(stop),
            n_iter_no_change=patience,
            random_state=seed,
        )
        return classifier.fit(x, y)

    return estimator.fit(train, rng, build, estimator.native)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """(n, K) nats."""
    return estimator.predict_log_proba(model, table, encode.to_native)


def summarize(model: Model) -> dict:
    """Nodes of all trees, rounds."""
    if model.classifier is None:
        return estimator.summary(model, 0)
    nodes = [tree.nodes for trees in model.classifier._predictors for tree in trees]
    split_on = np.unique(
        np.concatenate([n["feature_idx"][~n["is_leaf"].astype(bool)] for n in nodes])
    ).astype(np.intp)
    return estimator.summary(model, sum(map(len, nodes)), split_on, rounds=int(model.classifier.n_iter_))

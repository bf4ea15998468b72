"""Histogram gradient boosting (scikit-learn) as three baselines use it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from naivebench.core.checks import at_least, whole
from naivebench.methods.baselines.helpers import estimator
from naivebench.methods.baselines.helpers.estimator import Model


def builder(
    method: str,
    learning_rate: float,
    max_iter: int,
    max_leaf_nodes: int,
    min_samples_leaf: int,
    l2: float,
    patience: int,
    categorical: bool,
) -> Callable:
    """The function that fits the classifier for `estimator.fit`, after a check of the parameters.

    As in the library, training stops early on a held-out tenth with more than 10,000 cases; here also every
    class needs at least 2 cases, because the library raises an error without them.
    """
    at_least(learning_rate, 1e-12, "learning_rate", method)
    at_least(l2, 0, "l2", method)
    whole(max_leaf_nodes, 2, "max_leaf_nodes", method)
    for name, value in (
        ("max_iter", max_iter),
        ("min_samples_leaf", min_samples_leaf),
        ("patience", patience),
    ):
        whole(value, 1, name, method)

    def build(x, y, encoding, seed, notes):
        from sklearn.ensemble import HistGradientBoostingClassifier

        classifier = HistGradientBoostingClassifier(
            learning_rate=learning_rate,
            max_iter=int(max_iter),
            max_leaf_nodes=int(max_leaf_nodes),
            min_samples_leaf=int(min_samples_leaf),
            l2_regularization=l2,
            categorical_features=encoding.categorical if categorical else None,
            early_stopping="auto" if np.bincount(y).min() > 1 else False,
            n_iter_no_change=int(patience),
            random_state=seed,
        )
        return classifier.fit(x, y)

    return build


def summarize(model: Model) -> dict:
    """Nodes of all trees, attributes split on, rounds."""
    if model.classifier is None:
        return estimator.summary(model, 0)
    nodes = [tree.nodes for trees in model.classifier._predictors for tree in trees]
    split_on = np.unique(
        np.concatenate([n["feature_idx"][~n["is_leaf"].astype(bool)] for n in nodes])
    ).astype(np.intp)
    return estimator.summary(model, sum(map(len, nodes)), split_on, rounds=int(model.classifier.n_iter_))

"""Histogram gradient boosting (scikit-learn), as used by three baselines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import at_least, whole
from naivebench.methods.baselines.helpers import estimator
from naivebench.methods.baselines.helpers.estimator import Model


class Boosting(NamedTuple):
    """Parameters of the boosting."""

    learning_rate: float = 0.1
    max_iter: int = 100  # rounds of K trees (one for 2 classes)
    max_leaf_nodes: int = 31
    min_samples_leaf: int = 20
    l2: float = 0.0  # penalty of leaf values
    patience: int = 10  # rounds without gain before stopping


def builder(method: str, settings: Boosting, *, categorical: bool) -> Callable[..., Any]:
    """The function that fits the classifier for `estimator.fit`, after a check of the parameters.

    As in the library, training stops early on a held-out tenth with more than 10,000 cases; here also every
    class needs at least 2 cases, because the library raises an error without them.
    """
    at_least(settings.learning_rate, 1e-12, "learning_rate", method)
    at_least(settings.l2, 0, "l2", method)
    whole(settings.max_leaf_nodes, 2, "max_leaf_nodes", method)
    for name in ("max_iter", "min_samples_leaf", "patience"):
        whole(getattr(settings, name), 1, name, method)

    def build(x, y, encoding, seed, notes):
        from sklearn.ensemble import HistGradientBoostingClassifier

        classifier = HistGradientBoostingClassifier(
            learning_rate=settings.learning_rate,
            max_iter=int(settings.max_iter),
            max_leaf_nodes=int(settings.max_leaf_nodes),
            min_samples_leaf=int(settings.min_samples_leaf),
            l2_regularization=settings.l2,
            categorical_features=encoding.categorical if categorical else None,
            early_stopping="auto" if np.bincount(y).min() > 1 else False,
            n_iter_no_change=int(settings.patience),
            random_state=seed,
        )
        return classifier.fit(x, y)

    return build


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of nodes of all trees, the attributes that they split on, and the rounds."""
    if model.classifier is None:
        return estimator.summary(model, 0)
    nodes = [tree.nodes for trees in model.classifier._predictors for tree in trees]
    split_on = np.unique(
        np.concatenate([n["feature_idx"][~n["is_leaf"].astype(bool)] for n in nodes])
    ).astype(np.intp)
    return estimator.summary(model, sum(map(len, nodes)), split_on, rounds=int(model.classifier.n_iter_))

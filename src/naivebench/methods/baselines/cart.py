"""Classification tree (scikit-learn's CART). It uses the Gini index and binary splits, and grows until the
leaves are pure.

Leaf probabilities are (n_c + 1) / (n + M) over the M classes of the training part: full trees
have pure leaves, and frequencies of 0 and 1 make infinite log losses (Provost and Domingos 2003). The
correction does not change which class of a leaf is the largest. Reference: Breiman et al. 1984.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba

LAPLACE = 1.0  # Laplace's correction


def fit(train: Table, *, rng: np.random.Generator) -> estimator.Model:
    """Grow the tree with the library's settings, then smooth its leaves."""

    def fit_classifier(part: estimator.Part) -> DecisionTreeClassifier:
        tree = DecisionTreeClassifier(random_state=part.seed).fit(part.x, part.y)
        cases = tree.tree_.weighted_n_node_samples
        smoothed = tree.tree_.value * cases[:, None, None] + LAPLACE
        tree.tree_.value[:] = smoothed / smoothed.sum(axis=2, keepdims=True)
        return tree

    return estimator.fit_model(train, rng, fit_classifier)


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of nodes."""

    def find_split_columns(classifier: DecisionTreeClassifier) -> np.ndarray:
        return classifier.tree_.feature[classifier.tree_.feature >= 0]

    return estimator.summarize_model(model, lambda tree: tree.tree_.node_count, find_split_columns)

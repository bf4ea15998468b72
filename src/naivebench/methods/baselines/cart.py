"""Classification tree (scikit-learn's CART). It uses the Gini index and binary splits, and grows until the
leaves are pure.

Leaf probabilities are (n_c + laplace) / (n + M laplace) over the M classes of the training part: full trees
have pure leaves, and frequencies of 0 and 1 make infinite log losses (Provost and Domingos 2003). The
correction does not change which class of a leaf is the largest. Reference: Breiman et al. 1984.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from naivebench.core.checks import at_least, whole
from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import Model, Part
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    min_samples_leaf: int = 1,
    ccp_alpha: float = 0.0,
    laplace: float = 1.0,
) -> Model:
    """`min_samples_leaf`: cases per leaf at least; `ccp_alpha`: cost of a leaf in cost-complexity pruning;
    `laplace`: see above.
    """
    min_samples_leaf = whole(min_samples_leaf, 1, "min_samples_leaf", "cart")
    at_least(ccp_alpha, 0, "ccp_alpha", "cart")
    at_least(laplace, 0, "laplace", "cart")

    def build(part: Part) -> DecisionTreeClassifier:
        tree = DecisionTreeClassifier(
            min_samples_leaf=min_samples_leaf, ccp_alpha=ccp_alpha, random_state=part.seed
        ).fit(part.x, part.y)
        cases = tree.tree_.weighted_n_node_samples
        smoothed = tree.tree_.value * cases[:, None, None] + laplace
        tree.tree_.value[:] = smoothed / smoothed.sum(axis=2, keepdims=True)
        return tree

    return estimator.fit_library(train, rng, build)


def summarize(model: Model) -> dict[str, Any]:
    """Report the numbers of nodes and leaves, and the depth."""

    def sizes(classifier: DecisionTreeClassifier) -> dict[str, int]:
        tree = classifier.tree_
        return {"n_parameters": tree.node_count, "leaves": int(tree.n_leaves), "depth": int(tree.max_depth)}

    def split_on(classifier: DecisionTreeClassifier) -> np.ndarray:
        return classifier.tree_.feature[classifier.tree_.feature >= 0]

    return estimator.summary(model, sizes, split_on)

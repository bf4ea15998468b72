"""Classification tree (scikit-learn's CART). It uses the Gini index and binary splits, and grows until the
leaves are pure.

Leaf probabilities are (n_c + laplace) / (n + M laplace) over the M classes of the training part: full trees
have pure leaves, and frequencies of 0 and 1 make infinite log losses (Provost and Domingos 2003). The
correction does not change which class of a leaf is the largest. Reference: Breiman et al. 1984.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.checks import InputError, at_least, whole
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import estimator
from naivebench.methods.baselines.helpers.estimator import Model


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    min_samples_leaf: int = 1,
    ccp_alpha: float = 0.0,
    laplace: float = 1.0,
    min_weight_fraction_leaf: float = 0.0,
) -> Model:
    """`min_samples_leaf`: cases per leaf at least; `ccp_alpha`: cost of a leaf in cost-complexity pruning;
    `laplace`: see above; `min_weight_fraction_leaf`: share of the weight of all cases in a leaf at least, at
    most 0.5.
    """
    min_samples_leaf = whole(min_samples_leaf, 1, "min_samples_leaf", "cart")
    at_least(ccp_alpha, 0, "ccp_alpha", "cart")
    at_least(laplace, 0, "laplace", "cart")
    at_least(min_weight_fraction_leaf, 0, "min_weight_fraction_leaf", "cart")
    if min_weight_fraction_leaf > 0.5:
        raise InputError(
            f"min_weight_fraction_leaf in cart is {min_weight_fraction_leaf!r}, expected a number of at most "
            "0.5"
        )

    def build(x, y, encoding, seed, notes):
        from sklearn.tree import DecisionTreeClassifier

        tree = DecisionTreeClassifier(
            min_samples_leaf=min_samples_leaf,
            min_weight_fraction_leaf=min_weight_fraction_leaf,
            ccp_alpha=ccp_alpha,
            random_state=seed,
        ).fit(x, y)
        cases = tree.tree_.weighted_n_node_samples
        smoothed = tree.tree_.value * cases[:, None, None] + laplace
        tree.tree_.value[:] = smoothed / smoothed.sum(axis=2, keepdims=True)
        return tree

    return estimator.fit(train, rng, build)


def summarize(model: Model) -> dict[str, Any]:
    """Report the numbers of nodes and leaves, and the depth."""
    if model.classifier is None:
        return estimator.summary(model, 0)
    tree = model.classifier.tree_
    split_on = tree.feature[tree.feature >= 0]
    return estimator.summary(
        model, tree.node_count, split_on, leaves=int(tree.n_leaves), depth=int(tree.max_depth)
    )

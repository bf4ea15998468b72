"""Random forest (scikit-learn): many trees on bootstrap samples, each split with a random subset of the
attributes. The class frequencies of their leaves are averaged.

Reference: Breiman 2001. Each split looks at sqrt(columns) columns. A class in none of the reached leaves gets
probability 0. All settings are the library's defaults.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.checks import whole
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import estimator
from naivebench.methods.baselines.helpers.estimator import Model


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    n_trees: int = 100,
    min_samples_leaf: int = 1,
    bootstrap: bool = True,
) -> Model:
    """`n_trees`: size of the forest; `min_samples_leaf`: cases per leaf at least; `bootstrap`: draw the cases
    of every tree, instead of growing each on all cases, which does not depend on the order of the cases.
    """
    n_trees = whole(n_trees, 1, "n_trees", "random_forest")
    min_samples_leaf = whole(min_samples_leaf, 1, "min_samples_leaf", "random_forest")

    def build(x, y, encoding, seed, notes):
        from sklearn.ensemble import RandomForestClassifier

        return RandomForestClassifier(
            n_trees, min_samples_leaf=min_samples_leaf, bootstrap=bootstrap, random_state=seed, n_jobs=1
        ).fit(x, y)

    return estimator.fit(train, rng, build)


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of nodes of all trees."""
    if model.classifier is None:
        return estimator.summary(model, 0)
    trees = [t.tree_ for t in model.classifier.estimators_]
    split_on = np.unique(np.concatenate([t.feature[t.feature >= 0] for t in trees]))
    return estimator.summary(model, sum(t.node_count for t in trees), split_on, trees=len(trees))

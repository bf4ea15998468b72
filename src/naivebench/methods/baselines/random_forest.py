"""Random forest (scikit-learn): many trees on bootstrap samples, each split with a random subset of the
attributes. The class frequencies of their leaves are averaged.

Reference: Breiman 2001. Each split looks at sqrt(columns) columns. A class in none of the reached leaves gets
probability 0. All settings are the library's defaults.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.ensemble import RandomForestClassifier

from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba


def fit(train: Table, *, rng: np.random.Generator, n_trees: int = 100) -> estimator.Model:
    """`n_trees`: Number of trees."""

    # one core: a fit must not take those of other jobs
    def fit_classifier(part: estimator.Part) -> RandomForestClassifier:
        return RandomForestClassifier(n_trees, random_state=part.seed, n_jobs=1).fit(part.x, part.y)

    return estimator.fit_model(train, rng, fit_classifier)


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of nodes of all trees."""

    def count_nodes(forest: RandomForestClassifier) -> int:
        return sum(tree.tree_.node_count for tree in forest.estimators_)

    def find_split_columns(forest: RandomForestClassifier) -> np.ndarray:
        features = np.concatenate([tree.tree_.feature for tree in forest.estimators_])
        return features[features >= 0]

    return estimator.summarize_model(model, count_nodes, find_split_columns)

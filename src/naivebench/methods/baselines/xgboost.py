"""XGBoost: gradient boosting of trees whose leaf values use second derivatives. It takes nominal
values as codes and learns which branch missing values take.

Reference: Chen & Guestrin 2016. The package xgboost is needed; other settings have the library's defaults.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba

XGBClassifier = estimator.import_class("xgboost", "XGBClassifier")


def fit(train: Table, *, rng: np.random.Generator, categories: str = "codes") -> estimator.Model:
    """`categories`: How nominal values are passed: as `native` categories, as `codes` or `one_hot`. Raises
    InputError without the package.
    """

    def fit_classifier(part: estimator.Part) -> Any:
        classifier = XGBClassifier(
            tree_method="hist",
            enable_categorical=True,
            feature_types=["c" if column else "q" for column in part.encoding.categorical],
            random_state=part.seed,
            n_jobs=1,
        )
        return classifier.fit(part.x, part.y)

    return estimator.fit_model(train, rng, fit_classifier, estimator.make_tree_learner(categories, "xgboost"))


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of nodes of all trees, and the attributes that they split on."""

    def count_nodes(classifier: Any) -> int:
        return sum(tree.count("\n") for tree in classifier.get_booster().get_dump())  # a line for every node

    return estimator.summarize_model(model, count_nodes, lambda c: np.flatnonzero(c.feature_importances_))

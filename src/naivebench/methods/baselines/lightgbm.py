"""LightGBM: gradient boosting of trees that grow leaf by leaf. It takes nominal values as codes, and missing
values as they are.

With native categories the library needs 100 cases in every group of values that it splits by, so it learns
little from small tables. Reference: Ke et al. 2017. The package lightgbm is needed; settings that are not
given have the library's defaults.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba

LGBMClassifier = estimator.import_class("lightgbm", "LGBMClassifier")


def fit(train: Table, *, rng: np.random.Generator, categories: str = "codes") -> estimator.Model:
    """`categories`: How nominal values are passed: as `native` categories, as `codes` or `one_hot`. Raises
    InputError without the package.
    """

    def fit_classifier(part: estimator.Part) -> Any:
        classifier = LGBMClassifier(
            random_state=part.seed, n_jobs=1, deterministic=True, force_row_wise=True, verbose=-1
        )
        columns = np.flatnonzero(part.encoding.categorical).tolist()
        return classifier.fit(part.x, part.y, categorical_feature=columns)

    learn = estimator.make_tree_learner(categories, "lightgbm")
    return estimator.fit_model(train, rng, fit_classifier, learn)


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of leaves of all trees, and the attributes that they split on."""

    def count_leaves(classifier: Any) -> int:
        # a binary tree has a leaf more than splits
        return int(classifier.booster_.feature_importance().sum()) + classifier.booster_.num_trees()

    return estimator.summarize_model(
        model, count_leaves, lambda c: np.flatnonzero(c.booster_.feature_importance())
    )

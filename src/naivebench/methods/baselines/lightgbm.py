"""LightGBM: gradient boosting of trees that grow leaf by leaf, with native categories and missing values.

Reference: Ke et al. 2017. Needs the package lightgbm; settings left out are the library's defaults.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import at_least, whole
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import libraries
from naivebench.methods.baselines.helpers.estimator import Model


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    n_estimators: int = 100,
    learning_rate: float = 0.1,
    num_leaves: int = 31,
    min_child_samples: int = 20,
    colsample_bytree: float = 1.0,
    reg_lambda: float = 0.0,
) -> Model:
    """`n_estimators`: rounds of K trees (one for 2 classes); `min_child_samples`: least cases of a leaf;
    `colsample_bytree`: share of the columns that a tree may use. Raises InputError without the package.
    """
    whole(n_estimators, 1, "n_estimators", "lightgbm")
    whole(num_leaves, 2, "num_leaves", "lightgbm")
    whole(min_child_samples, 0, "min_child_samples", "lightgbm")
    at_least(learning_rate, 1e-12, "learning_rate", "lightgbm")
    at_least(reg_lambda, 0, "reg_lambda", "lightgbm")
    libraries.share(colsample_bytree, "colsample_bytree", "lightgbm")

    with libraries.required("lightgbm"):
        from lightgbm import LGBMClassifier

    def build(x, y, categorical, seed):
        classifier = LGBMClassifier(
            n_estimators=n_estimators,
            learning_rate=learning_rate,
            num_leaves=num_leaves,
            min_child_samples=min_child_samples,
            colsample_bytree=colsample_bytree,
            reg_lambda=reg_lambda,
            random_state=seed,
            n_jobs=1,
            deterministic=True,
            force_row_wise=True,
            verbose=-1,
        )
        return classifier.fit(x, y, categorical_feature=np.flatnonzero(categorical).tolist())

    return libraries.fit(train, rng, build)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """(n, K) nats."""
    return libraries.predict_log_proba(model, table)


def summarize(model: Model) -> dict:
    """Leaves of all trees, attributes split on."""

    def size(classifier):
        trees = classifier.booster_.dump_model()["tree_info"]
        return sum(tree["num_leaves"] for tree in trees), classifier.booster_.feature_importance()

    return libraries.summarize(model, size)


def warm_up(train: Table, n_folds: int) -> None:
    """Load the library before any fit is timed."""
    with libraries.required("lightgbm"):
        import lightgbm  # noqa: F401

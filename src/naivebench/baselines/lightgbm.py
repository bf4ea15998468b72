"""LightGBM: gradient boosting of trees that grow leaf by leaf, with native categories and missing values.

Reference: Ke et al. 2017. Needs the package lightgbm; settings left out are the library's defaults.
"""

from __future__ import annotations

import numpy as np

from naivebench.baselines.helpers import libraries
from naivebench.baselines.helpers.estimator import Model
from naivebench.core.checks import at_least, whole
from naivebench.core.table import Table


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    n_estimators: int = 100,
    learning_rate: float = 0.1,
    num_leaves: int = 31,
) -> Model:
    """`n_estimators`: rounds of K trees (one for 2 classes). Raises InputError without the package."""
    whole(n_estimators, 1, "n_estimators", "lightgbm")
    whole(num_leaves, 2, "num_leaves", "lightgbm")
    at_least(learning_rate, 1e-12, "learning_rate", "lightgbm")

    with libraries.required("lightgbm"):
        from lightgbm import LGBMClassifier

    def build(x, y, categorical, seed):
        classifier = LGBMClassifier(
            n_estimators=n_estimators,
            learning_rate=learning_rate,
            num_leaves=num_leaves,
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

"""LightGBM: gradient boosting of trees that grow leaf by leaf. It takes nominal values as codes, and missing
values as they are.

With native categories the library wants 100 cases in every group of values that it splits by, so it learns
little from small tables. Reference: Ke et al. 2017. Needs the package lightgbm; settings left out are the
library's defaults.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import at_least, whole
from naivebench.core.grouped import flat
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import libraries
from naivebench.methods.baselines.helpers.estimator import Model


class Settings(NamedTuple):
    """Parameters of the library, with the same names."""

    n_estimators: int = 100
    learning_rate: float = 0.1
    num_leaves: int = 31
    min_child_samples: int = 20
    colsample_bytree: float = 1.0
    reg_lambda: float = 0.0


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    categories: str = "codes",
    settings: Settings = Settings(),
) -> Model:
    """`n_estimators`: rounds of K trees (one for 2 classes); `min_child_samples`: least cases of a leaf;
    `colsample_bytree`: share of the columns that a tree may use; `categories`: see
    `estimator.for_trees`. Raises InputError without the package.
    """
    whole(settings.n_estimators, 1, "n_estimators", "lightgbm")
    whole(settings.num_leaves, 2, "num_leaves", "lightgbm")
    whole(settings.min_child_samples, 0, "min_child_samples", "lightgbm")
    at_least(settings.learning_rate, 1e-12, "learning_rate", "lightgbm")
    at_least(settings.reg_lambda, 0, "reg_lambda", "lightgbm")
    libraries.share(settings.colsample_bytree, "colsample_bytree", "lightgbm")

    with libraries.required("lightgbm"):
        from lightgbm import LGBMClassifier

    def build(x, y, categorical, seed):
        classifier = LGBMClassifier(
            **settings._asdict(),
            random_state=seed,
            n_jobs=1,
            deterministic=True,
            force_row_wise=True,
            verbose=-1,
        )
        columns = np.flatnonzero(categorical).tolist()
        return classifier.fit(x, y, categorical_feature=columns)

    return libraries.fit(train, rng, build, categories, "lightgbm")


predict_log_proba = libraries.predict_log_proba


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of leaves of all trees, and the attributes that they split on."""

    def size(classifier):
        booster = classifier.booster_
        splits = booster.feature_importance()  # of every column
        # a binary tree has a leaf more than splits
        return int(splits.sum()) + booster.num_trees(), splits

    return libraries.summarize(model, size)


def warm_up(train: Table, n_folds: int) -> None:
    """Load the library before any fit is timed."""
    with libraries.required("lightgbm"):
        import lightgbm  # noqa: F401

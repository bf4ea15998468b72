"""XGBoost: gradient boosting of trees whose leaf values use second derivatives. It takes nominal
values as codes and learns which branch missing values take.

Reference: Chen & Guestrin 2016. Needs the package xgboost; settings left out are the library's defaults.
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
    learning_rate: float = 0.3
    max_depth: int = 6
    min_child_weight: float = 1.0
    subsample: float = 1.0
    colsample_bynode: float = 1.0
    reg_lambda: float = 1.0


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    categories: str = "codes",
    settings: Settings = Settings(),
) -> Model:
    """`n_estimators`: rounds of K trees (one for 2 classes); `min_child_weight`: least second derivative of a
    leaf; `subsample`, `colsample_bynode`: shares of the cases of a tree and of the columns of a split;
    `categories`: see `estimator.for_trees`. Raises InputError without the package.
    """
    whole(settings.n_estimators, 1, "n_estimators", "xgboost")
    whole(settings.max_depth, 1, "max_depth", "xgboost")
    at_least(settings.learning_rate, 1e-12, "learning_rate", "xgboost")
    at_least(settings.min_child_weight, 0, "min_child_weight", "xgboost")
    at_least(settings.reg_lambda, 0, "reg_lambda", "xgboost")
    libraries.share(settings.subsample, "subsample", "xgboost")
    libraries.share(settings.colsample_bynode, "colsample_bynode", "xgboost")

    with libraries.required("xgboost"):
        from xgboost import XGBClassifier

    def build(x, y, categorical, seed):
        classifier = XGBClassifier(
            **settings._asdict(),
            tree_method="hist",
            enable_categorical=True,
            feature_types=["c" if column else "q" for column in categorical],
            random_state=seed,
            n_jobs=1,
        )
        return classifier.fit(x, y)

    return libraries.fit(train, rng, build, categories, "xgboost")


predict_log_proba = libraries.predict_log_proba


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of nodes of all trees, and the attributes that they split on."""

    def size(classifier):
        trees = classifier.get_booster().get_dump()  # texts with a line for every node
        return sum(tree.count("\n") for tree in trees), classifier.feature_importances_

    return libraries.summarize(model, size)


def warm_up(train: Table, n_folds: int) -> None:
    """Load the library before any fit is timed."""
    with libraries.required("xgboost"):
        import xgboost  # noqa: F401

"""CatBoost: gradient boosting of symmetric trees. It takes nominal values as 0/1 columns.

Native categories are the alternative: they become statistics of the class among earlier cases in a random
order, a missing category is a category, and fits usually take longer. Reference: Prokhorenkova et al. 2018.
Needs the package catboost; settings left out are the library's defaults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.checks import at_least, whole
from naivebench.core.grouped import flat
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import libraries
from naivebench.methods.baselines.helpers.estimator import Model

if TYPE_CHECKING:
    import pandas as pd


class Settings(NamedTuple):
    """Parameters of the library, with the same names."""

    iterations: int = 1000
    depth: int = 6
    learning_rate: float | None = None
    l2_leaf_reg: float = 3.0


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    categories: str = "one_hot",
    settings: Settings = Settings(),
) -> Model:
    """`iterations`: trees; `depth`: of each; `learning_rate`: None is the library's choice by cases and
    trees; `categories`: see `estimator.for_trees`. Raises InputError without the package.
    """
    whole(settings.iterations, 1, "iterations", "catboost")
    whole(settings.depth, 1, "depth", "catboost")
    at_least(settings.l2_leaf_reg, 0, "l2_leaf_reg", "catboost")
    if settings.learning_rate is not None:
        at_least(settings.learning_rate, 1e-12, "learning_rate", "catboost")

    with libraries.required("catboost"):
        from catboost import CatBoostClassifier

    def build(x, y, categorical, seed):
        classifier = CatBoostClassifier(
            **settings._asdict(),
            loss_function="MultiClass" if y.max() > 1 else "Logloss",
            cat_features=np.flatnonzero(categorical).tolist(),
            random_seed=seed,
            thread_count=1,
            allow_writing_files=False,
            verbose=False,
        )
        return classifier.fit(_columns(x, np.flatnonzero(categorical)), y)

    return libraries.fit(train, rng, build, categories, "catboost")


def _columns(x: np.ndarray, categorical: np.ndarray) -> pd.DataFrame:
    """The matrix as the library takes it: whole numbers for categories, -1 for a missing one."""
    import pandas as pd

    frame = pd.DataFrame(x)
    for column in categorical:
        frame[column] = np.nan_to_num(x[:, column], nan=-1).astype(np.int64)
    return frame


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""

    def proba(classifier, x):
        return classifier.predict_proba(_columns(x, classifier.get_cat_feature_indices()), thread_count=1)

    return libraries.predict_log_proba(model, table, proba)


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of values of all leaves, and the attributes that the trees split on."""
    return libraries.summarize(model, lambda c: (len(c.get_leaf_values()), c.get_feature_importance()))


def warm_up(train: Table, n_folds: int) -> None:
    """Load the library before any fit is timed."""
    with libraries.required("catboost"):
        import catboost  # noqa: F401

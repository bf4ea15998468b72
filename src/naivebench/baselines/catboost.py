"""CatBoost: boosting of symmetric trees, categories as ordered target statistics.

Reference: Prokhorenkova et al. 2018. Needs the package catboost; settings left out are the library's
defaults, but for fewer rounds: its 1,000 take ten times as long. A missing category is a category.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from naivebench.baselines.helpers import libraries
from naivebench.baselines.helpers.estimator import Model
from naivebench.core.checks import whole
from naivebench.core.table import Table


def fit(train: Table, *, rng: np.random.Generator, iterations: int = 100, depth: int = 6) -> Model:
    """`iterations`: trees; `depth`: of each. Raises InputError without the package."""
    whole(iterations, 1, "iterations", "catboost")
    whole(depth, 1, "depth", "catboost")

    with libraries.required("catboost"):
        from catboost import CatBoostClassifier

    def build(x, y, categorical, seed):
        classifier = CatBoostClassifier(
            iterations=iterations,
            depth=depth,
            loss_function="MultiClass" if y.max() > 1 else "Logloss",
            cat_features=np.flatnonzero(categorical).tolist(),
            random_seed=seed,
            thread_count=1,
            allow_writing_files=False,
            verbose=False,
        )
        return classifier.fit(_columns(x, np.flatnonzero(categorical)), y)

    return libraries.fit(train, rng, build)


def _columns(x: np.ndarray, categorical: np.ndarray) -> pd.DataFrame:
    """The matrix as the library takes it: whole numbers for categories, -1 for a missing one."""
    frame = pd.DataFrame(x)
    for column in categorical:
        frame[column] = np.nan_to_num(x[:, column], nan=-1).astype(np.int64)
    return frame


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """(n, K) nats."""

    def proba(classifier, x):
        return classifier.predict_proba(_columns(x, classifier.get_cat_feature_indices()), thread_count=1)

    return libraries.predict_log_proba(model, table, proba)


def summarize(model: Model) -> dict:
    """Values of all leaves, attributes split on."""
    return libraries.summarize(model, lambda c: (len(c.get_leaf_values()), c.get_feature_importance()))


def warm_up(train: Table, n_folds: int) -> None:
    """Load the library before any fit is timed."""
    with libraries.required("catboost"):
        import catboost  # noqa: F401

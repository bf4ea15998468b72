"""CatBoost: gradient boosting of symmetric trees. It takes nominal values as 0/1 columns.

With native categories, a value becomes statistics of the class among earlier cases in a random order, a
missing value is a category, and fits usually take longer. Reference: Prokhorenkova et al. 2018. The package
catboost is needed; settings that are not given have the library's defaults.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.core import design_matrix
from naivebench.core.checks import check_one_of
from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba

CatBoostClassifier = estimator.import_class("catboost", "CatBoostClassifier")


class Frames(NamedTuple):
    """The columns as the data frame that the library expects."""

    native: design_matrix.Native
    owner: np.ndarray  # (width,) attribute of every column

    def transform(self, table: Table) -> pd.DataFrame:
        """Return a data frame with whole numbers for categories, and -1 for missing ones."""
        frame = pd.DataFrame(self.native.transform(table))
        for column in np.flatnonzero(self.native.categorical):
            frame[column] = frame[column].fillna(-1).astype(np.int64)
        return frame


class OneThread(NamedTuple):
    """A fitted classifier that predicts on one thread, where the library would use all cores."""

    classifier: Any

    def predict_proba(self, x: pd.DataFrame) -> np.ndarray:
        return self.classifier.predict_proba(x, thread_count=1)


def fit(train: Table, *, rng: np.random.Generator, categories: str = "one_hot") -> estimator.Model:
    """`categories`: How nominal values are passed: as `native` categories, as `codes` or `one_hot`. Raises
    InputError without the package.
    """
    check_one_of(categories, design_matrix.CATEGORIES, "categories", "catboost")

    def learn_encoding(table: Table, y: np.ndarray, seed: int) -> tuple[Frames, pd.DataFrame]:
        native = design_matrix.learn_native_columns(table, categories)
        frames = Frames(native, native.owner)
        return frames, frames.transform(table)

    def fit_classifier(part: estimator.Part) -> Any:
        classifier = CatBoostClassifier(
            loss_function="MultiClass" if part.y.max() > 1 else "Logloss",
            cat_features=np.flatnonzero(part.encoding.native.categorical).tolist(),
            random_seed=part.seed,
            thread_count=1,
            allow_writing_files=False,
            verbose=False,
        )
        return OneThread(classifier.fit(part.x, part.y))

    return estimator.fit_model(train, rng, fit_classifier, learn_encoding)


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of values of all leaves, and the attributes that the trees split on."""
    return estimator.summarize_model(
        model,
        lambda fitted: len(fitted.classifier.get_leaf_values()),
        lambda fitted: np.flatnonzero(fitted.classifier.get_feature_importance()),
    )

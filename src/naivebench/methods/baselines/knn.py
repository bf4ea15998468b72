"""k nearest neighbours (scikit-learn): the classes of the k most similar training cases vote. Similarity is
the Euclidean distance on indicators and standardised numbers.

P(c) = (neighbours of class c + laplace P_train(c)) / (k + laplace): without the second term every class that
is missing among the neighbours makes an infinite log loss. With `laplace` 1 it changes a label only where
classes tie. Reference: Cover and Hart 1967.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.core.checks import at_least, whole
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import estimator
from naivebench.methods.baselines.helpers.estimator import Model

if TYPE_CHECKING:
    from naivebench.core.design_matrix import Matrix


def fit(train: Table, *, rng: np.random.Generator, k: int = 5, laplace: float = 1.0) -> Model:
    """`k`: neighbours (all cases, if there are fewer); `laplace`: weight of the class frequencies, in
    cases.
    """
    k = whole(k, 1, "k", "knn")
    at_least(laplace, 0, "laplace", "knn")

    def build(x, y, encoding, seed, notes):
        from sklearn.neighbors import KNeighborsClassifier

        return KNeighborsClassifier(min(int(k), len(y)), algorithm="brute", n_jobs=1).fit(
            x, y
        ), laplace * np.bincount(y) / len(y)

    return estimator.fit(train, rng, build)


def _proba(fitted: tuple[Any, np.ndarray], x: Matrix) -> np.ndarray:
    """Smoothed shares of the classes among the neighbours, up to a factor."""
    classifier, prior_cases = fitted
    return classifier.predict_proba(x) * classifier.n_neighbors + prior_cases


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return estimator.predict_log_proba(model, table, proba=_proba)


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of stored values: cases times attributes."""
    if model.classifier is None:
        return estimator.summary(model, 0)
    return estimator.summary(
        model, model.n_train * len(np.unique(model.encoding.owner)), stored_cases=model.n_train
    )

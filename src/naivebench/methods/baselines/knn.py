"""k nearest neighbours (scikit-learn): the classes of the k most similar training cases vote. Similarity is
the Euclidean distance on indicators and standardised numbers.

P(c) = (neighbours of class c + P_train(c)) / (k + 1). Without the second term, a case would have an infinite
log loss if its class were missing among the neighbours. The term changes a prediction only if classes tie.
Reference: Cover and Hart 1967.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

from naivebench.core import design_matrix
from naivebench.core.checks import check_whole
from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba

PRIOR_VOTES = 1.0  # weight of the class frequencies, in cases


class Voters(NamedTuple):
    """The neighbours, and the prior votes of every class."""

    neighbours: KNeighborsClassifier
    prior_votes: np.ndarray  # (M,)

    def predict_proba(self, x: design_matrix.Matrix) -> np.ndarray:
        """Return smoothed votes, (n, M), which add up to k + 1."""
        return self.neighbours.predict_proba(x) * self.neighbours.n_neighbors + self.prior_votes


def fit(train: Table, *, rng: np.random.Generator, k: int = 5) -> estimator.Model:
    """`k`: Number of neighbours; with fewer cases, all of them vote."""
    k = check_whole(k, 1, "k", "knn")

    def fit_classifier(part: estimator.Part) -> Voters:
        neighbours = KNeighborsClassifier(min(k, len(part.y)), algorithm="brute", n_jobs=1)
        return Voters(neighbours.fit(part.x, part.y), PRIOR_VOTES * np.bincount(part.y) / len(part.y))

    return estimator.fit_model(train, rng, fit_classifier)


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of stored values: cases times attributes."""

    def count_values(voters: Voters) -> int:
        return voters.neighbours.n_samples_fit_ * len(np.unique(model.encoding.owner))

    return estimator.summarize_model(model, count_values)

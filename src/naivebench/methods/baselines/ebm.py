"""Explainable boosting machine: a sum of functions of single attributes and of some pairs. Each function is a
table over bins that boosting learns, so every contribution can be plotted.

Reference: Lou, Caruana, Gehrke & Hooker 2013; Nori et al. 2019. The package interpret (interpret-core) is
needed; settings have the library's defaults. With more than two classes, pairs are used only if
`multiclass_pairs` is set, because they make such a fit many times slower.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba

ExplainableBoostingClassifier = estimator.import_class("interpret.glassbox", "ExplainableBoostingClassifier")


def fit(train: Table, *, rng: np.random.Generator, multiclass_pairs: bool = False) -> estimator.Model:
    """`multiclass_pairs`: Use pairs with more than two classes too. Raises InputError without the package."""

    def fit_classifier(part: estimator.Part) -> Any:
        classifier = ExplainableBoostingClassifier(
            feature_types=["nominal" if column else "continuous" for column in part.encoding.categorical],
            interactions="3x" if multiclass_pairs or part.y.max() <= 1 else 0,
            random_state=part.seed,
            n_jobs=1,
        )
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Missing values detected")  # the warning is about plots
            warnings.filterwarnings("ignore", "For multiclass we cannot currently visualize pairs")
            return classifier.fit(part.x, part.y)

    return estimator.fit_model(train, rng, fit_classifier, estimator.make_tree_learner("native", "ebm"))


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of scores in all bins, and the attributes that have a term."""

    def count_scores(classifier: Any) -> int:
        return sum(scores.size for scores in classifier.term_scores_)

    def find_term_columns(classifier: Any) -> np.ndarray:
        used = np.zeros(classifier.n_features_in_)
        for columns, scores in zip(classifier.term_features_, classifier.term_scores_, strict=True):
            used[list(columns)] += np.abs(scores).sum()
        return np.flatnonzero(used)

    return estimator.summarize_model(model, count_scores, find_term_columns)

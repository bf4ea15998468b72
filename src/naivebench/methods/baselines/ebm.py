"""Explainable boosting machine: a sum of functions of single attributes and of some pairs. Each function is a
table over bins that boosting learns, so every contribution can be plotted.

Reference: Lou, Caruana, Gehrke & Hooker 2013; Nori et al. 2019. Needs the package interpret (interpret-core);
settings left out are the library's defaults, except that pairs are used for two classes only unless
`multiclass_pairs` is set: with more classes they make a fit many times as long.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import at_least, whole
from naivebench.core.grouped import flat
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import libraries
from naivebench.methods.baselines.helpers.estimator import Model


class Settings(NamedTuple):
    """Parameters of the library, with the same names."""

    outer_bags: int = 14
    max_rounds: int = 50_000
    learning_rate: float = 0.015
    max_leaves: int = 2
    min_samples_leaf: int = 4
    smoothing_rounds: int = 75


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    settings: Settings = Settings(),
    multiclass_pairs: bool = False,
) -> Model:
    """`outer_bags`: models on samples of the cases, averaged; `smoothing_rounds`: first rounds, with splits
    at random; `multiclass_pairs`: pairs with more than two classes too, as the library has them. Raises
    InputError without the package.
    """
    whole(settings.outer_bags, 1, "outer_bags", "ebm")
    whole(settings.max_rounds, 1, "max_rounds", "ebm")
    whole(settings.max_leaves, 2, "max_leaves", "ebm")
    whole(settings.min_samples_leaf, 1, "min_samples_leaf", "ebm")
    whole(settings.smoothing_rounds, 0, "smoothing_rounds", "ebm")
    at_least(settings.learning_rate, 1e-12, "learning_rate", "ebm")

    with libraries.required("interpret"):
        from interpret.glassbox import ExplainableBoostingClassifier

    def build(x, y, categorical, seed):
        classifier = ExplainableBoostingClassifier(
            **settings._asdict(),
            feature_types=["nominal" if column else "continuous" for column in categorical],
            interactions="3x" if multiclass_pairs or y.max() <= 1 else 0,
            random_state=seed,
            n_jobs=1,
        )
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Missing values detected")  # the warning is about plots
            warnings.filterwarnings("ignore", "For multiclass we cannot currently visualize pairs")
            return classifier.fit(x, y)

    return libraries.fit(train, rng, build, "native", "ebm")


predict_log_proba = libraries.predict_log_proba


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of scores of all bins, and the attributes with a term."""

    def size(classifier):
        used = np.zeros(classifier.n_features_in_)
        for columns, scores in zip(classifier.term_features_, classifier.term_scores_, strict=True):
            used[list(columns)] += np.abs(scores).sum()
        return sum(scores.size for scores in classifier.term_scores_), used

    return libraries.summarize(model, size)


def warm_up(train: Table, n_folds: int) -> None:
    """Load the library before any fit is timed."""
    with libraries.required("interpret"):
        import interpret  # noqa: F401

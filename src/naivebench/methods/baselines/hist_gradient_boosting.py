"""Gradient boosting of trees on binned attributes (scikit-learn). It takes nominal attributes and missing
values as they are.

Reference: Friedman 2001; Ke et al. 2017 (histograms, sets of categories by Fisher 1958). The library takes at
most 255 categories per attribute: of an attribute with more than `max_values` values, the most frequent ones
keep a code each, and all others share one. The summary reports this with the share of cases: the identity of
rare values, which are most of the values if there are thousands, is lost. With more than 10,000 cases,
training stops early when the loss on a held-out tenth no longer falls, if every class has two cases. All
settings are the library's defaults.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from naivebench.core.checks import check_whole
from naivebench.core.table import Table, discrete_attributes
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import Model, Part
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    categories: str = "native",
    max_values: int = 254,
    max_iter: int = 100,
) -> Model:
    """`categories`: How nominal values are passed: as `native` categories, as `codes` or `one_hot`;
    `max_values`: Largest number of categories of an attribute; `max_iter`: Number of rounds of K trees (one
    for 2 classes).
    """
    method = "hist_gradient_boosting"
    max_values = check_whole(max_values, 2, "max_values", method)

    def build(part: Part) -> HistGradientBoostingClassifier:
        if categories == "native":
            part.notes.extend(describe_rare_values(train, max_values))
        return boost(part, max_iter, part.encoding.categorical)

    return estimator.fit_library(train, rng, build, estimator.tree_columns(categories, method, max_values))


def boost(part: Part, max_iter: int, categorical: np.ndarray | None) -> HistGradientBoostingClassifier:
    """Fit the library's classifier; categorical: (width,) bool, columns that are codes of categories.

    The library cannot hold out a class with a single case, so nothing stops early then.
    """
    classifier = HistGradientBoostingClassifier(
        max_iter=max_iter,
        categorical_features=categorical,
        early_stopping="auto" if np.bincount(part.y).min() > 1 else False,
        random_state=part.seed,
    )
    return classifier.fit(part.x, part.y)


def describe_rare_values(train: Table, max_values: int) -> list[str]:
    """One sentence for each nominal attribute whose rarest values share a code."""
    notes = []
    for attribute, codes in zip(discrete_attributes(train), train.codes[train.y >= 0].T, strict=True):
        r = len(attribute.values)
        if attribute.kind == "nominal" and r > max_values:
            rarest = np.sort(np.bincount(codes[codes >= 0], minlength=r))[: r - max_values + 1]
            notes.append(
                f"{attribute.name}: the {len(rarest)} rarest of {r} values, "
                f"{rarest.sum() / len(codes):.1%} of the cases, share one code"
            )
    return notes


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of nodes of all trees, the attributes that they split on, and the rounds."""

    def sizes(classifier: HistGradientBoostingClassifier) -> dict[str, int]:
        n_nodes = sum(len(tree.nodes) for trees in classifier._predictors for tree in trees)
        return {"n_parameters": n_nodes, "rounds": int(classifier.n_iter_)}

    def split_on(classifier: HistGradientBoostingClassifier) -> np.ndarray:
        nodes = np.concatenate([tree.nodes for trees in classifier._predictors for tree in trees])
        return nodes["feature_idx"][~nodes["is_leaf"].astype(bool)].astype(np.intp)

    return estimator.summary(model, sizes, split_on)

"""Gradient boosting of trees on binned attributes (scikit-learn). It takes nominal attributes and missing
values as they are.

The library accepts at most 255 categories per attribute. If an attribute has more than `max_values` values,
the most frequent ones keep a code each, and all other values share one code. All settings are the library's
defaults. Friedman 2001; Ke et al. 2017.

With `categories: target` a value is replaced by its class share, shrunk to the share in all cases:
(n_v mean_v + m mean) / (n_v + m). This is ADE per attribute, with m chosen by empirical Bayes. In training
the shares come from the other folds of an inner cross-validation, so that a case does not see its own class.
K classes give K columns per attribute if K > 2. Micci-Barreca 2001;
docs/methods/high-cardinality.md#boosting-on-categories.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import TargetEncoder

from naivebench.core import design_matrix
from naivebench.core.checks import check_whole
from naivebench.core.table import DISCRETE, Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba

INNER_FOLDS = 5  # the default of the library; fewer if no class has this many cases


class Encoding(NamedTuple):
    """Target encoding: the encoded columns come first, and the other columns follow unchanged."""

    native: design_matrix.Native
    nominal: np.ndarray  # columns of `codes` that are target-encoded
    encoder: Any  # fitted TargetEncoder; None without nominal attributes
    owner: np.ndarray  # (width,) attribute of every column

    def transform(self, table: Table) -> np.ndarray:
        """Return the design matrix of a later table, (n, width)."""
        numbers = self.native.transform(table)[:, ~self.native.categorical]
        if self.encoder is None:
            return numbers
        return np.column_stack([self.encoder.transform(table.codes[:, self.nominal]), numbers])


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    categories: str = "native",
    max_values: int = 254,
    max_iter: int = 100,
) -> estimator.Model:
    """`categories`: How nominal values are passed: as `native` categories, as `codes`, as `one_hot`
    indicators, or as class frequencies (`target`). `max_values`: Largest number of categories of an
    attribute. `max_iter`: Number of rounds, each of K trees (one tree for two classes).
    """
    max_values = check_whole(max_values, 2, "max_values", "hist_gradient_boosting")
    learn: estimator.Learn = learn_encoding
    if categories != "target":
        learn = estimator.make_tree_learner(categories, "hist_gradient_boosting", max_values)

    def fit_classifier(part: estimator.Part) -> HistGradientBoostingClassifier:
        classifier = HistGradientBoostingClassifier(
            max_iter=max_iter,
            categorical_features=None if categories == "target" else part.encoding.categorical,
            # the library cannot hold out a class with a single case, so nothing stops early then
            early_stopping="auto" if np.bincount(part.y).min() > 1 else False,
            random_state=part.seed,
        )
        return classifier.fit(part.x, part.y)

    return estimator.fit_model(train, rng, fit_classifier, learn)


def learn_encoding(train: Table, y: np.ndarray, seed: int) -> tuple[Encoding, np.ndarray]:
    """Return the encoding of a training part, and its design matrix with shares of other inner folds."""
    native = design_matrix.learn_native_columns(train)
    discrete = [j for j, attribute in enumerate(train.attributes) if attribute.kind in DISCRETE]
    owners = native.owner[native.categorical]
    nominal = np.array([discrete.index(j) for j in owners], dtype=np.intp)
    numbers = native.transform(train)[:, ~native.categorical]
    encoder, shares = None, np.empty((len(y), 0))
    if len(nominal):
        folds = min(INNER_FOLDS, int(np.bincount(y).max()))
        encoder, shares = fit_encoder(train.codes[:, nominal], y, seed, folds)
    owner = np.repeat(owners, shares.shape[1] // max(len(nominal), 1))
    owner = np.concatenate([owner, native.owner[~native.categorical]]).astype(np.intp)
    return Encoding(native, nominal, encoder, owner), np.column_stack([shares, numbers])


def fit_encoder(codes: np.ndarray, y: np.ndarray, seed: int, folds: int) -> tuple[TargetEncoder, np.ndarray]:
    """Fit the target encoder, and return it with the class shares of the training cases."""
    n = max(folds, 2)
    shuffled: dict[str, Any] = {"cv": StratifiedKFold(n, shuffle=True, random_state=seed)}
    if TargetEncoder().shuffle is True:  # before scikit-learn 1.9: the same folds, which it makes itself
        shuffled = {"cv": n, "random_state": seed}
    target = "binary" if y.max() == 1 else "multiclass"
    encoder = TargetEncoder(target_type=target, smooth="auto", **shuffled)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        if folds < 2:
            return encoder, encoder.fit(codes, y).transform(codes)
        return encoder, encoder.fit_transform(codes, y)


def summarize(model: estimator.Model) -> dict[str, Any]:
    """Report the number of nodes of all trees, and the attributes in their splits."""

    # `_predictors` is private, but nothing public of the library tells the nodes of its trees or their splits
    def join_nodes(classifier: HistGradientBoostingClassifier) -> np.ndarray:
        return np.concatenate([tree.nodes for trees in classifier._predictors for tree in trees])

    def find_split_columns(classifier: HistGradientBoostingClassifier) -> np.ndarray:
        nodes = join_nodes(classifier)
        return nodes["feature_idx"][~nodes["is_leaf"].astype(bool)].astype(np.intp)

    return estimator.summarize_model(model, lambda fitted: len(join_nodes(fitted)), find_split_columns)

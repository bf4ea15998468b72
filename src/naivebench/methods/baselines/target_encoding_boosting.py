"""Gradient boosting on target-encoded attributes (scikit-learn): every nominal value is replaced by its
smoothed class frequencies. Inner cross-validation prevents a case from seeing its own label.

A value is replaced by its class share shrunk to that of all cases, (n_v mean_v + m mean) / (n_v + m): ADE per
attribute, with m chosen by empirical Bayes. In training the shares come from the other
parts of an inner cross-validation, so that a case does not see its own class. K classes give K columns per
attribute if K > 2. A missing value is a value of its own if it occurs in training; an unseen one gets the
share of all cases. Other attributes enter as numbers. Reference: Micci-Barreca 2001; Friedman 2001; Ke et al.
2017.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import TargetEncoder

from naivebench.core import design_matrix
from naivebench.core.table import DISCRETE, Table
from naivebench.methods.baselines import estimator, hist_gradient_boosting
from naivebench.methods.baselines.estimator import Model
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba
from naivebench.methods.baselines.hist_gradient_boosting import summarize as summarize

INNER_FOLDS = 5  # the default of the library; fewer if no class has this many cases


class Encoding(NamedTuple):
    """Target-encoded columns first, then the others as they are."""

    native: design_matrix.Native
    nominal: np.ndarray  # columns of `codes` that are target-encoded
    encoder: Any  # fitted TargetEncoder; None without nominal attributes
    owner: np.ndarray  # (width,) attribute of every column

    def transform(self, table: Table) -> np.ndarray:
        """The design matrix of a later table, (n, width)."""
        numbers = self.native.transform(table)[:, ~self.native.categorical]
        if self.encoder is None:
            return numbers
        return np.column_stack([self.encoder.transform(table.codes[:, self.nominal]), numbers])


def fit(train: Table, *, rng: np.random.Generator, max_iter: int = 100) -> Model:
    """`max_iter`: Number of rounds."""
    return estimator.fit_library(
        train, rng, lambda part: hist_gradient_boosting.boost(part, max_iter, None), learn_encoding
    )


def learn_encoding(train: Table, y: np.ndarray, seed: int) -> tuple[Encoding, np.ndarray]:
    """Encoding of a training part, and its design matrix with shares from the other inner parts."""
    native = design_matrix.learn_native(train)
    discrete = [j for j, attribute in enumerate(train.attributes) if attribute.kind in DISCRETE]
    owners = native.owner[native.categorical]
    nominal = np.array([discrete.index(j) for j in owners], dtype=np.intp)
    numbers = native.transform(train)[:, ~native.categorical]
    encoder, shares = None, np.empty((len(y), 0))
    if len(nominal):
        n_parts = min(INNER_FOLDS, int(np.bincount(y).max()))
        encoder, shares = cross_fit(train.codes[:, nominal], y, seed, n_parts)
    owner = np.repeat(owners, shares.shape[1] // max(len(nominal), 1))
    owner = np.concatenate([owner, native.owner[~native.categorical]]).astype(np.intp)
    return Encoding(native, nominal, encoder, owner), np.column_stack([shares, numbers])


def cross_fit(codes: np.ndarray, y: np.ndarray, seed: int, n_parts: int) -> tuple[TargetEncoder, np.ndarray]:
    """Fitted encoder and the class shares of the training cases.

    If every class has a single case, the shares are not cross-fitted.
    """
    n = max(n_parts, 2)
    shuffled: dict[str, Any] = {"cv": StratifiedKFold(n, shuffle=True, random_state=seed)}
    if TargetEncoder().shuffle is True:  # before scikit-learn 1.9: the same folds, which it makes itself
        shuffled = {"cv": n, "random_state": seed}
    target = "binary" if y.max() == 1 else "multiclass"
    encoder = TargetEncoder(target_type=target, smooth="auto", **shuffled)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        if n_parts < 2:
            return encoder, encoder.fit(codes, y).transform(codes)
        return encoder, encoder.fit_transform(codes, y)

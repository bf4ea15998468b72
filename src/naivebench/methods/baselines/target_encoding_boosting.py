"""Gradient boosting on target-encoded attributes (scikit-learn): every nominal value is replaced by its
smoothed class frequencies. Inner cross-validation prevents a case from seeing its own label.

A value is replaced by its class share shrunk to that of all cases, (n_v mean_v + m mean) / (n_v + m): ADE per
attribute, with m chosen by empirical Bayes where `smooth` is auto. In training the shares come from the other
parts of an inner cross-validation, so that a case does not see its own class. K classes give K columns per
attribute if K > 2. A missing value is a value of its own if it occurs in training; an unseen one gets the
share of all cases. Other attributes enter as numbers. Reference: Micci-Barreca 2001; Friedman 2001; Ke et al.
2017.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import design_matrix as encode
from naivebench.core.checks import at_least, whole
from naivebench.core.grouped import flat
from naivebench.core.table import DISCRETE, Table
from naivebench.methods.baselines.helpers import boosting, estimator
from naivebench.methods.baselines.helpers.boosting import Boosting
from naivebench.methods.baselines.helpers.boosting import summarize as summarize
from naivebench.methods.baselines.helpers.estimator import Model


class Encoding(NamedTuple):
    """Target-encoded columns first, then the others as they are."""

    native: encode.Native
    nominal: np.ndarray  # columns of `codes` that are target-encoded
    encoder: Any  # fitted TargetEncoder; None without nominal attributes
    owner: np.ndarray  # (width,) attribute of every column


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    smooth: float | str = "auto",
    inner_folds: int = 5,
    settings: Boosting = Boosting(),
) -> Model:
    """`smooth`: m above, or auto; `inner_folds`: parts of the inner cross-validation, fewer if no class
    has this many cases.

    The others as in `native_boosting`. Raises InputError for bad parameters.
    """
    method = "target_encoding_boosting"
    inner_folds = whole(inner_folds, 2, "inner_folds", method)
    if smooth != "auto":
        at_least(smooth, 0, "smooth", f"{method} (a number or auto)")
    build = boosting.builder(method, settings, categorical=False)
    return estimator.fit(
        train,
        rng,
        build,
        lambda table, y, seed, notes: _learn(table, y, seed, smooth, inner_folds),
    )


def _learn(
    train: Table, y: np.ndarray, seed: int, smooth: float | str, inner_folds: int
) -> tuple[Encoding, np.ndarray]:
    """Encoding of a training part, and its design matrix with shares from the other inner parts."""
    native = encode.learn_native(train)
    discrete = [j for j, attribute in enumerate(train.attributes) if attribute.kind in DISCRETE]
    owners = native.owner[native.categorical]
    nominal = np.array([discrete.index(j) for j in owners], dtype=np.intp)
    numbers = encode.to_native(native, train)[:, ~native.categorical]
    encoder, shares = None, np.empty((len(y), 0))
    if len(nominal):
        encoder, shares = _cross_fitted(
            train.codes[:, nominal], y, seed, smooth, min(inner_folds, int(np.bincount(y).max()))
        )
    per_attribute = shares.shape[1] // max(len(nominal), 1)
    owner = np.concatenate([np.repeat(owners, per_attribute), native.owner[~native.categorical]]).astype(
        np.intp
    )
    return Encoding(native, nominal, encoder, owner), np.column_stack([shares, numbers])


def _cross_fitted(
    codes: np.ndarray, y: np.ndarray, seed: int, smooth: float | str, inner_folds: int
) -> tuple[Any, np.ndarray]:
    """Fitted encoder and the class shares of the training cases.

    If every class has a single case, the shares are not cross-fitted.
    """
    from sklearn.model_selection import StratifiedKFold
    from sklearn.preprocessing import TargetEncoder

    n = max(inner_folds, 2)
    shuffled: dict[str, Any] = {"cv": StratifiedKFold(n, shuffle=True, random_state=seed)}
    if TargetEncoder().shuffle is True:  # before scikit-learn 1.9: the same folds, which it makes itself
        shuffled = {"cv": n, "random_state": seed}
    target = "binary" if y.max() == 1 else "multiclass"
    encoder = TargetEncoder(target_type=target, smooth=smooth, **shuffled)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        if inner_folds < 2:
            return encoder, encoder.fit(codes, y).transform(codes)
        return encoder, encoder.fit_transform(codes, y)


def _to_matrix(encoding: Encoding, table: Table) -> np.ndarray:
    numbers = encode.to_native(encoding.native, table)[:, ~encoding.native.categorical]
    if encoding.encoder is None:
        return numbers
    return np.column_stack([encoding.encoder.transform(table.codes[:, encoding.nominal]), numbers])


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return estimator.predict_log_proba(model, table, _to_matrix)

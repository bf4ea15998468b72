"""Code for rivals from optional libraries: trees on numbers and nominal values."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from naivebench.core import design_matrix as encode
from naivebench.core.checks import InputError, at_least
from naivebench.core.table import Table
from naivebench.methods.baselines.helpers import estimator
from naivebench.methods.baselines.helpers.estimator import Model, Proba


@contextlib.contextmanager
def required(package: str) -> Iterator[None]:
    """Context for an import; raises InputError with installation instructions if the package is not
    installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise InputError(
            f"package {package} is not installed: install the packages of envs/extras.txt"
        ) from error


def share(value: object, name: str, method: str) -> None:
    """Raise InputError unless the value is a number above 0 and at most 1."""
    at_least(value, 1e-12, name, method)
    if value > 1:  # type: ignore[operator]  # a number
        raise InputError(f"{name} in {method} is {value!r}, expected a number of at most 1")


def fit(
    train: Table,
    rng: np.random.Generator,
    build: Callable[..., Any],
    categories: str,
    method: str,
) -> Model:
    """build(x, y, categorical, seed) -> fitted classifier; x (n, width): the columns that `categories` makes
    (`estimator.for_trees`), NaN = missing; categorical (width,) bool.
    """

    def of_encoding(x, y, encoding, seed, notes):
        return build(x, y, encoding.categorical, seed)

    return estimator.fit(train, rng, of_encoding, estimator.for_trees(categories, method))


def predict_log_proba(model: Model, table: Table, proba: Proba | None = None) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; `proba(classifier, x)` replaces `predict_proba`."""
    return estimator.predict_log_proba(model, table, encode.to_native, proba)


def summarize(model: Model, size: Callable[[Any], tuple[int, np.ndarray]]) -> dict[str, Any]:
    """size(classifier) -> (number of parameters, (width,) importance of the columns, 0 where unused)."""
    if model.classifier is None:
        return estimator.summary(model, 0)
    n_parameters, importance = size(model.classifier)
    return estimator.summary(model, n_parameters, np.flatnonzero(importance))

"""Code that all scikit-learn baselines share.

It covers classes without cases, training parts with nothing to learn from, the limit to one thread, seeds,
and -inf as the log of 0.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import design_matrix as encode
from naivebench.core.checks import one_of
from naivebench.core.counts import known_cases
from naivebench.core.logspace import log_prior
from naivebench.core.table import Table, class_counts, n_cases


class Model(NamedTuple):
    """A fitted scikit-learn classifier with the encoding of its input and the classes of its output."""

    # what `build` returned, fitted to labels 0..M-1 of `present`; None if the model is the prior alone
    classifier: Any
    encoding: Any  # None or a tuple that has `owner`, the attribute of every column
    present: np.ndarray  # (M,) classes with training cases
    log_prior: np.ndarray  # (K,) nats, class frequencies of the training part
    n_train: int
    notes: tuple[str, ...]  # departures from the settings, and warnings of scikit-learn


Learn = Callable[[Table, np.ndarray, int, list[str]], tuple[Any, Any]]  # as `columns`
Proba = Callable[[Any, Any], np.ndarray]  # (classifier, x) -> (n, M), as `predict_proba`


def columns(train: Table, y: np.ndarray, seed: int, notes: list[str]) -> tuple[encode.Columns, encode.Matrix]:
    """One-hot and standardised columns of a training part, and its design matrix: the usual `learn` of
    `fit`.
    """
    encoding = encode.learn_columns(train)
    return encoding, encode.to_matrix(encoding, train)


def for_trees(categories: str, method: str) -> Learn:
    """The `learn` of `fit` for boosted trees, which take numbers and missing values as they are.

    `categories`: how they take nominal values, one of `design_matrix.CATEGORIES`; `method` is for errors.
    """
    one_of(categories, encode.CATEGORIES, "categories", method)

    def learn(train: Table, y: np.ndarray, seed: int, notes: list[str]) -> tuple[encode.Native, np.ndarray]:
        encoding = encode.learn_native(train, categories)
        return encoding, encode.to_native(encoding, train)

    return learn


def fit(
    train: Table,
    rng: np.random.Generator,
    build: Callable[..., Any],
    learn: Learn = columns,
) -> Model:
    """Learn an encoding of the labelled cases, then a classifier on it, if there is something to learn.

    learn(train, y, seed, notes) -> (encoding with `owner`, the attribute of every column; design matrix (n,
    width)); build(x, y, encoding, seed, notes) -> fitted classifier. `y` runs over 0..M-1, the classes that
    have cases; both may append sentences to the list `notes`.
    """
    train = known_cases(train)
    notes: list[str] = []
    counts, classifier, encoding = class_counts(train), None, None
    present, seed = np.flatnonzero(counts), int(rng.integers(2**31 - 1))
    if len(present) > 1:
        y = np.searchsorted(present, train.y)
        encoding, x = _quietly(lambda: learn(train, y, seed, notes), notes)
        if x.shape[1]:
            classifier = _quietly(lambda: build(x, y, encoding, seed, notes), notes)
    return Model(classifier, encoding, present, log_prior(counts), n_cases(train), tuple(notes))


@functools.cache
def _thread_pools() -> Any:
    """Controller of the loaded libraries' thread pools; cached, because finding them takes longer than a
    small fit.
    """
    import sklearn.ensemble  # noqa: F401 (loads OpenMP and BLAS, so that they are found)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def warm_up(train: Table, n_folds: int) -> None:
    """Load scikit-learn (about a second), which is better done once before any fit is timed."""
    with _without_pandas():
        import sklearn.calibration
        import sklearn.linear_model
        import sklearn.neighbors
        import sklearn.svm  # noqa: F401

        _thread_pools()


@contextlib.contextmanager
def _without_pandas() -> Iterator[None]:
    """Import scikit-learn without pandas, which takes a quarter of the import time.

    scikit-learn looks for pandas once, and needs it only for data frames.
    """
    hidden = not {"pandas", "sklearn"} & sys.modules.keys()
    if hidden:
        sys.modules["pandas"] = None  # type: ignore[assignment]  # not to be had
    try:
        yield
    finally:
        if hidden:
            del sys.modules["pandas"]


def _quietly(call: Callable[[], Any], notes: list[str]) -> Any:
    """Call with one thread; a failure to converge becomes a note instead of a warning on the terminal."""
    from sklearn.exceptions import ConvergenceWarning

    with _thread_pools().limit(limits=1), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConvergenceWarning)
        result = call()
    for warning in caught:
        if issubclass(warning.category, ConvergenceWarning):
            sentence = "scikit-learn: the solver stopped at its iteration limit before convergence"
            notes += [] if sentence in notes else [sentence]
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    return result


def predict_log_proba(
    model: Model,
    table: Table,
    to_matrix: Callable[[Any, Table], Any] = encode.to_matrix,
    proba: Proba | None = None,
) -> np.ndarray:
    """(n, K) natural logs; -inf for classes without training cases.

    to_matrix(encoding, table) -> (n, width); `proba(classifier, x)` replaces `predict_proba`.
    """
    n, k = n_cases(table), len(model.log_prior)
    if model.classifier is None or n == 0:
        return np.tile(model.log_prior, (n, 1))
    x = to_matrix(model.encoding, table)
    result = np.zeros((n, k))
    result[:, model.present] = _quietly(
        lambda: proba(model.classifier, x) if proba else model.classifier.predict_proba(x), []
    )
    with np.errstate(divide="ignore"):
        return np.log(result / result.sum(axis=1, keepdims=True))


def summary(
    model: Model, n_parameters: int, columns_used: np.ndarray | None = None, **more: Any
) -> dict[str, Any]:
    """The summary of any baseline; `columns_used`: columns of the design matrix that the classifier looks at
    (None: all).
    """
    if model.classifier is None:
        return {
            "n_parameters": len(model.present) - 1,
            "attributes_used": 0,
            "notes": [*model.notes, "nothing to learn from: the class frequencies"],
        }
    owner = model.encoding.owner
    used = np.unique(owner if columns_used is None else owner[columns_used])
    return {
        "n_parameters": int(n_parameters),
        "attributes_used": len(used),
        "columns": len(owner),
        **more,
        "notes": list(model.notes),
    }

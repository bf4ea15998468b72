"""What all scikit-learn baselines share: classes without cases, nothing to learn from, one thread, seeds, -inf for 0."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from naivebench.baselines import encode
from naivebench.baselines.majority import log_frequencies
from naivebench.table import Table, class_counts, n_cases, subset


class Model(NamedTuple):
    """A fitted scikit-learn classifier and what leads to and from it."""

    classifier: object | None  # what `build` returned; knows the labels 0..M-1 of `present`; None where the prior is all there is
    encoding: encode.Columns | encode.Native | None
    present: np.ndarray  # (M,) classes with training cases
    log_prior: np.ndarray  # (K,) nats, class frequencies of the training part
    n_train: int
    notes: tuple[str, ...]  # departures from the settings, and warnings of scikit-learn


def fit(train: Table, rng: np.random.Generator, build: Callable, *, native: bool = False) -> Model:
    """Encode the labelled cases and call `build(x, y, encoding, seed, notes)` -> fitted classifier, if there is something to learn.

    `y` runs over 0..M-1, the classes that have cases; `build` may append sentences to the list `notes`.
    """
    train = subset(train, np.flatnonzero(train.y >= 0)) if (train.y < 0).any() else train
    counts, notes, classifier, encoding = class_counts(train), [], None, None
    present = np.flatnonzero(counts)
    seed = int(rng.integers(2**31 - 1))
    if len(present) > 1:
        encoding = encode.learn_native(train) if native else encode.learn_columns(train)
        x = encode.to_native(encoding, train) if native else encode.to_matrix(encoding, train)
        y = np.searchsorted(present, train.y)
        if encoding.width:
            classifier = _quietly(lambda: build(x, y, encoding, seed, notes), notes)
    return Model(classifier, encoding, present, log_frequencies(counts), n_cases(train), tuple(notes))


@functools.cache
def _thread_pools():
    """Handle on the thread pools of the loaded libraries: finding them costs more than a small fit."""
    import sklearn.ensemble  # noqa: F401 (loads OpenMP and BLAS, so that they are found)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def warm_up(train: Table, n_folds: int) -> None:
    """Load scikit-learn (about a second), which is better done once before any fit is timed."""
    import sklearn.calibration
    import sklearn.linear_model
    import sklearn.neighbors
    import sklearn.svm  # noqa: F401

    _thread_pools()


def _quietly(call: Callable, notes: list[str]):
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


def predict_log_proba(model: Model, table: Table, proba: Callable | None = None) -> np.ndarray:
    """(n, K) natural logs; -inf for classes without training cases. `proba(classifier, x)` replaces `predict_proba`."""
    n, k = n_cases(table), len(model.log_prior)
    if model.classifier is None or n == 0:
        return np.tile(model.log_prior, (n, 1))
    is_native = isinstance(model.encoding, encode.Native)
    x = encode.to_native(model.encoding, table) if is_native else encode.to_matrix(model.encoding, table)
    result = np.zeros((n, k))
    result[:, model.present] = _quietly(lambda: proba(model.classifier, x) if proba else model.classifier.predict_proba(x), [])
    with np.errstate(divide="ignore"):
        return np.log(result / result.sum(axis=1, keepdims=True))


def summary(model: Model, n_parameters: int, columns_used: np.ndarray | None = None, **more) -> dict:
    """The summary of any baseline; `columns_used`: columns of the design matrix that the classifier looks at (None: all)."""
    if model.classifier is None:
        return {"n_parameters": len(model.present) - 1, "attributes_used": 0, "notes": [*model.notes, "nothing to learn from: the class frequencies"]}
    owner = model.encoding.owner
    used = np.unique(owner if columns_used is None else owner[columns_used])
    return {"n_parameters": int(n_parameters), "attributes_used": len(used), "columns": len(owner), **more, "notes": list(model.notes)}

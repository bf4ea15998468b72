"""What the rivals from scikit-learn share: as `naivebench.baselines.estimator`, with encodings of their own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from naivebench import counts
from naivebench.baselines import estimator
from naivebench.baselines.estimator import Model
from naivebench.baselines.majority import log_frequencies
from naivebench.table import Table, class_counts, n_cases


def fit(train: Table, rng: np.random.Generator, learn: Callable, build: Callable) -> Model:
    """Learn an encoding of the labelled cases, then a classifier on it, if there is something to learn.

    learn(train, y, seed, notes) -> (encoding with `owner`, the attribute of every column; design matrix (n, width));
    build(x, y, encoding, seed, notes) -> fitted classifier; `y` runs over 0..M-1, the classes that have cases.
    """
    train = counts.known_cases(train)
    frequencies, notes, classifier, encoding = class_counts(train), [], None, None
    present, seed = np.flatnonzero(frequencies), int(rng.integers(2**31 - 1))
    if len(present) > 1:
        y = np.searchsorted(present, train.y)
        encoding, x = estimator._quietly(lambda: learn(train, y, seed, notes), notes)
        if x.shape[1]:
            classifier = estimator._quietly(lambda: build(x, y, encoding, seed, notes), notes)
    return Model(classifier, encoding, present, log_frequencies(frequencies), n_cases(train), tuple(notes))


def predict_log_proba(model: Model, table: Table, to_matrix: Callable) -> np.ndarray:
    """(n, K) natural logs, -inf for classes without training cases; to_matrix(encoding, table) -> (n, width)."""
    result = np.tile(model.log_prior, (n_cases(table), 1))
    if model.classifier is None or n_cases(table) == 0:
        return result
    proba = estimator._quietly(lambda: model.classifier.predict_proba(to_matrix(model.encoding, table)), [])
    with np.errstate(divide="ignore"):
        result[:, model.present] = np.log(proba / proba.sum(axis=1, keepdims=True))
    return result

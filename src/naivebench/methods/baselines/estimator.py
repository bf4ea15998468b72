"""Adapt classifiers of scikit-learn, and of libraries with its interface, to tables and log P(c | x).

A baseline needs only `fit` and `summarize`. `fit_model` encodes the training part, calls the baseline to fit
a classifier on the design matrix, and keeps both; `predict_log_proba` encodes later tables in the same way.
These functions also handle classes without cases, training parts with nothing to learn from, the limit to one
thread, and libraries that are not installed. Linear models, trees of scikit-learn and neighbours use
`learn_linear_columns`, boosted trees use `make_tree_learner` (see core/design_matrix.py).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import sklearn.ensemble  # noqa: F401  # loads OpenMP and BLAS, so that their threads can be limited
from scipy.special import softmax
from threadpoolctl import ThreadpoolController

from naivebench.core import design_matrix
from naivebench.core.checks import InputError, check_one_of, describe_error
from naivebench.core.counts import select_labelled_cases
from naivebench.core.logspace import log, log_prior
from naivebench.core.table import Table, class_counts, n_cases

THREAD_POOLS = ThreadpoolController()  # of the libraries loaded; finding them takes longer than a small fit


class Model(NamedTuple):
    """A fitted classifier with the encoding of its input and the classes of its output."""

    classifier: Any  # fitted to labels 0..M-1 of `present`; None if the model is the prior alone
    encoding: Any  # None, or a tuple with `owner`, the attribute of every column, and `transform(table)`
    present: np.ndarray  # (M,) classes with training cases
    log_prior: np.ndarray  # (K,) nats, class frequencies of the training part


class Part(NamedTuple):
    """An encoded training part."""

    x: design_matrix.Matrix  # (n, width)
    y: np.ndarray  # (n,) labels 0..M-1 of the classes that have cases
    encoding: Any
    seed: int


Learn = Callable[[Table, np.ndarray, int], tuple[Any, Any]]  # as `learn_linear_columns`


def learn_linear_columns(train: Table, y: np.ndarray, seed: int) -> tuple[Any, design_matrix.Matrix]:
    """Learn one-hot and standardised columns from a training part; return them and its design matrix."""
    encoding = design_matrix.learn_columns(train)
    return encoding, encoding.transform(train)


def make_tree_learner(categories: str, method: str, max_values: int = 254) -> Learn:
    """Make the function `learn` of `fit_model` for boosted trees. Numbers and missing values stay unchanged.

    `categories`: How nominal values are passed, one of `design_matrix.CATEGORIES`. `max_values`: See
    `design_matrix.learn_native_columns`. `method`: Name of the method in errors.
    """
    check_one_of(categories, design_matrix.CATEGORIES, "categories", method)

    def learn_encoding(train: Table, y: np.ndarray, seed: int) -> tuple[Any, design_matrix.Matrix]:
        encoding = design_matrix.learn_native_columns(train, categories, max_values)
        return encoding, encoding.transform(train)

    return learn_encoding


def fit_model(
    train: Table, rng: np.random.Generator, fit: Callable[[Part], Any], learn: Learn = learn_linear_columns
) -> Model:
    """Learn an encoding of the labelled cases, then a classifier on it, if there is something to learn.

    learn(train, y, seed) -> (encoding, design matrix); fit(part) -> fitted classifier.
    """
    train = select_labelled_cases(train)
    counts, classifier, encoding = class_counts(train), None, None
    present, seed = np.flatnonzero(counts), int(rng.integers(2**31 - 1))
    if len(present) > 1:
        y = np.searchsorted(present, train.y)
        with THREAD_POOLS.limit(limits=1):
            encoding, x = learn(train, y, seed)
            if x.shape[1]:
                classifier = fit(Part(x, y, encoding, seed))
    return Model(classifier, encoding, present, log_prior(counts))


def import_class(package: str, name: str) -> Any:
    """Import a class of a library. If that fails, return a function that raises InputError when called."""
    try:
        return getattr(importlib.import_module(package), name)
    except (ImportError, OSError) as error:
        root = package.partition(".")[0]
        lacking = isinstance(error, ModuleNotFoundError)
        why = "is not installed" if lacking else f"cannot be loaded ({describe_error(error)})"

        def raise_error(**settings: Any) -> Any:
            raise InputError(f"package {root} {why}: install the packages of envs/extras.txt")

        return raise_error


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; -inf for classes without training cases.

    A classifier without probabilities gets the softmax of its scores.
    """
    n, k = n_cases(table), len(model.log_prior)
    if model.classifier is None or n == 0:
        return np.tile(model.log_prior, (n, 1))
    result = np.zeros((n, k))
    with THREAD_POOLS.limit(limits=1):
        x = model.encoding.transform(table)
        if hasattr(model.classifier, "predict_proba"):
            result[:, model.present] = model.classifier.predict_proba(x)
        else:
            scores = model.classifier.decision_function(x)
            scores = np.column_stack([-scores, scores]) if scores.ndim == 1 else scores
            result[:, model.present] = softmax(scores, axis=1)
    return log(result / result.sum(axis=1, keepdims=True))


def summarize_model(
    model: Model, count: Callable[[Any], int], used: Callable[[Any], np.ndarray] | None = None
) -> dict[str, Any]:
    """Summarize a fitted baseline.

    count(classifier) returns the number of its parameters. used(classifier) returns the columns of the design
    matrix that it uses; without it, all columns count as used.
    """
    if model.classifier is None:
        return {"n_parameters": len(model.present) - 1, "attributes_used": 0}
    owner = model.encoding.owner
    of_used = owner if used is None else owner[used(model.classifier)]
    return {"n_parameters": int(count(model.classifier)), "attributes_used": len(np.unique(of_used))}

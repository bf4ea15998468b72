"""Naive Bayes as Weka's `NaiveBayes` computes it without options. It follows Weka's rounding of numbers and
its smoothing, so that Weka's results can be reproduced.

Classes and nominal values have the probabilities (n + 1) / (N + number of values). A number is rounded to a
multiple of the attribute's precision p. The rounded numbers of a class have the mean mu and the standard
deviation s = sqrt(|sum x^2 - mu sum x| / n), at least p / 6, and

    P(x | c) = [Phi((x - mu + p / 2) / s) - Phi((x - mu - p / 2) / s)] / p

Probabilities are multiplied without logarithms, and no factor is below 1e-75. When the largest one of a case
falls below 1e-75, all probabilities of the case are multiplied by 1e75, so that unlikely classes get 0 and
rounding errors are as in Weka. Missing values are skipped. Fit O(n d), predict O(n d K).
docs/methods/naive-bayes.md#naive-bayes-of-weka; John and Langley 1995; Weka's `NormalEstimator`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.decisions import break_ties_towards_first
from naivebench.core.logspace import log
from naivebench.core.table import DISCRETE, Table, class_counts, list_columns, n_classes

KINDS = (*DISCRETE, "linear")
FLOOR = 1e-75
LARGE = 1e150  # only so that no product leaves the range of floats
PRECISION = 0.01  # of an attribute with fewer than two distinct numbers


class Normal(NamedTuple):
    """The normal distributions of one numeric attribute."""

    precision: float
    mean: np.ndarray  # (K,)
    deviation: np.ndarray  # (K,)


class Model(NamedTuple):
    prior: np.ndarray  # (K,)
    factors: tuple[np.ndarray | Normal, ...]  # per attribute: (r, K) P(value | c), or of numbers


def fit(train: Table, *, rng: np.random.Generator | None = None) -> Model:
    """Count the values, and fit normal distributions to the rounded numbers. Raises InputError for other
    attributes than nominal, ordinal and linear ones.
    """
    counts.check_kinds(train.attributes, "weka_nb", KINDS)
    train, k = counts.select_labelled_cases(train), n_classes(train)
    factors: list[np.ndarray | Normal] = []
    for attribute, column in list_columns(train):
        if attribute.kind in DISCRETE:
            known, r = column >= 0, len(attribute.values)
            cells = column[known].astype(np.intp) * k + train.y[known]
            n_vc = np.bincount(cells, minlength=r * k).reshape(r, k) + 1.0
            factors.append(n_vc / n_vc.sum(axis=0))
        else:
            factors.append(_fit_normal(column, train.y, k))
    n_c = class_counts(train)
    return Model((n_c + 1) / (n_c.sum() + k), tuple(factors))


def _fit_normal(numbers: np.ndarray, y: np.ndarray, k: int) -> Normal:
    known = ~np.isnan(numbers)
    numbers, y = numbers[known], y[known]
    distances = np.diff(np.unique(numbers))
    # summed one after the other: numbers halfway between two multiples of the precision go by its last bit
    precision = float(np.add.accumulate(distances)[-1] / len(distances)) if len(distances) else PRECISION
    x = _round_numbers(numbers, precision)
    n, total, squares = (np.bincount(y, weights, minlength=k) for weights in (None, x, x * x))
    mean = total / np.maximum(n, 1)
    deviation = np.sqrt(np.abs(squares - mean * total) / np.maximum(n, 1))
    return Normal(precision, mean, np.maximum(deviation, precision / 6))


def _round_numbers(numbers: np.ndarray, precision: float) -> np.ndarray:
    return np.rint(numbers / precision) * precision


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; the first of equal posteriors is made the largest, as in Weka."""
    counts.check_kinds(table.attributes, "weka_nb", KINDS)
    product = np.tile(model.prior, (len(table.y), 1))
    for (_, column), factor in zip(list_columns(table), model.factors, strict=True):
        if isinstance(factor, Normal):
            known = np.flatnonzero(~np.isnan(column))
            likelihood = _compute_likelihoods(factor, column[known])
        else:
            known = np.flatnonzero(column >= 0)
            likelihood = factor[column[known]]
        product[known] *= np.maximum(likelihood, FLOOR)
        largest = product.max(axis=1)
        product[largest < FLOOR] /= FLOOR
        product[largest > LARGE] /= LARGE
    return break_ties_towards_first(log(product / product.sum(axis=1, keepdims=True)))


def _compute_likelihoods(normal: Normal, numbers: np.ndarray) -> np.ndarray:
    """Compute P(x | c) of numbers (n,), shape (n, K)."""
    from scipy.special import ndtr

    precision, mean, deviation = normal
    distance = _round_numbers(numbers, precision)[:, None] - mean
    share = ndtr((distance + precision / 2) / deviation) - ndtr((distance - precision / 2) / deviation)
    return share / precision


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters and the attributes with more than one value, including all linear ones."""
    k = len(model.prior)
    free = [2 if isinstance(f, Normal) else max(len(f) - 1, 0) for f in model.factors]
    return {"n_parameters": k - 1 + k * sum(free), "attributes_used": sum(m > 0 for m in free)}

"""Flexible naive Bayes: each number has a kernel density per class instead of a normal distribution, and
other attributes are counted. It fits any distribution of numbers without cut points.

    p(x_j | c) = (1 / n_jc) sum over cases i of class c of N(x_j; x_ij, h_jc),   h_jc = range_j / sqrt(n_jc)

n_jc counts the cases of class c where the attribute is observed, range_j is the largest minus the smallest
value of all cases. Missing values and attributes that do not vary are skipped. Discrete attributes and the
prior are as in naive Bayes. Fit O(n d log n), predict O(m d K) with m kernels within reach of a value.
docs/methods/naive-bayes.md#flexible-naive-bayes; John and Langley 1995.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.checks import InputError, check_at_least
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table, n_classes
from naivebench.methods.naive_bayes import mixed_nb, nb

REACH = 40.0  # nats: a kernel this far below the nearest one does not change the sum


class Kernels(NamedTuple):
    """The densities of one attribute: distinct values with their frequencies, class after class."""

    values: np.ndarray  # (m,) ascending inside a class
    log_counts: np.ndarray  # (m,) log of the cases with the value
    first: np.ndarray  # (K + 1,) int64
    log_total: np.ndarray  # (K,) log n_jc
    width: np.ndarray  # (K,) h, in the unit of the attribute; 0 for an attribute that does not vary


class Model(NamedTuple):
    discrete: nb.Model  # with the prior
    real: tuple[Kernels, ...]


def fit(
    train: Table, *, rng: np.random.Generator | None = None, width: float = 1.0, alpha: float = 1.0
) -> Model:
    """Count values and store numbers. width: factor of all h, above 0. For alpha, see `nb.fit`. Raises
    InputError for bad parameters, for infinite numbers, and for direction, count and sequence attributes.
    """
    check_at_least(width, 1e-9, "width", "flexible_nb")
    discrete, real = mixed_nb.split_by_kind(counts.select_labelled_cases(train))
    fitted = nb.fit(discrete, alpha=alpha)
    kernels = []
    for attribute, x in zip(real.attributes, real.reals.T, strict=True):
        if np.isinf(x).any():
            raise InputError(f"attribute {attribute.name!r} has an infinite number: leave the case out")
        kernels.append(make_kernels(*count_classes_by_value(x, real.y, n_classes(train)), width))
    return Model(fitted, tuple(kernels))


def count_classes_by_value(x: np.ndarray, y: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct values (m,) of a column x (n,), ascending, and the class counts of each, (m, K)."""
    observed = ~np.isnan(x)
    values, place = np.unique(x[observed], return_inverse=True)
    return values, np.bincount(place * k + y[observed], minlength=len(values) * k).reshape(-1, k)


def make_kernels(values: np.ndarray, cases: np.ndarray, width: float) -> Kernels:
    """Make the densities from the counts of `count_classes_by_value`; width: factor of all h."""
    spread = float(values[-1] / 2 - values[0] / 2) * 2 if len(values) else 0.0
    n = np.where(cases.any(axis=0), cases, cases.sum(axis=1, keepdims=True)).T  # a class without any: all
    label, place = np.nonzero(n)
    sizes = np.array([of_class[of_class > 0].sum() for of_class in n], dtype=np.float64)
    sizes = np.where(sizes > 0, sizes, 1)
    first = np.searchsorted(label, np.arange(len(n) + 1))
    widths = width * spread / np.sqrt(sizes)
    return Kernels(values[place], np.log(n[label, place]), first, np.log(sizes), widths)


def compute_log_densities(kernels: Kernels, x: np.ndarray) -> np.ndarray:
    """Return log p(x | c), (n, K) nats, zeros where x (n,) is NaN or the attribute does not vary."""
    result = np.zeros((len(x), len(kernels.width)))
    rows = np.flatnonzero(~np.isnan(x))
    if len(rows) and kernels.width.max() > 0:
        distinct, place = np.unique(x[rows], return_inverse=True)
        densities = np.empty((len(distinct), len(kernels.width)))
        fill_log_densities(distinct, *kernels, densities)
        result[rows] = densities[place]
    return result


def compute_log_density_terms(attributes: Sequence[Kernels], reals: np.ndarray, n_classes: int) -> np.ndarray:
    """Return log p(x_j | c) of numbers (n, d), (n, d, K) nats; zeros for missing ones."""
    terms = np.empty((*reals.shape, n_classes))
    for j, (kernels, x) in enumerate(zip(attributes, reals.T, strict=True)):
        terms[:, j] = compute_log_densities(kernels, x)
    return terms


@njit(cache=True)
def fill_log_densities(x, values, log_counts, first, log_total, width, result):
    """Write log p(x | c) to result (n, K). Class c has values[first[c] : first[c + 1]], ascending."""
    for c in range(width.shape[0]):
        low, high, h = first[c], first[c + 1], width[c]
        constant = log_total[c] + math.log(h) + 0.5 * math.log(2 * math.pi)
        own = values[low:high]
        for i in range(x.shape[0]):
            place = np.searchsorted(own, x[i])
            nearest = math.inf
            for p in (place - 1, place):
                if 0 <= p < own.shape[0]:
                    nearest = min(nearest, abs(own[p] / h - x[i] / h))
            base, total = -0.5 * nearest * nearest, 0.0
            for step in (-1, 1):  # down from the place of x, then up
                p = place if step > 0 else place - 1
                while 0 <= p < own.shape[0]:
                    z = own[p] / h - x[i] / h
                    fall = -0.5 * z * z - base
                    if fall < -REACH:
                        break
                    total += math.exp(fall + log_counts[low + p])
                    p += step
            result[i, c] = base + math.log(total) - constant


def contributions(model: Model, table: Table) -> Contributions:
    """Return the terms of both parts, in the order of the attributes."""
    discrete, real = mixed_nb.split_by_kind(table)
    prior, of_discrete = nb.contributions(model.discrete, discrete)[:2]
    of_real = compute_log_density_terms(model.real, real.reals, prior.shape[1])
    return mixed_nb.join_terms_by_kind(table, prior, of_discrete, of_real)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum over observed attributes of log f(x_j | c), (n, K) nats, not normalised."""
    discrete, real = mixed_nb.split_by_kind(table)
    scores = nb.log_joint(model.discrete, discrete)
    for kernels, x in zip(model.real, real.reals.T, strict=True):
        scores += compute_log_densities(kernels, x)
    return scores


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    return normalize_rows(log_joint(model, table), model.discrete.log_prior)


def summarize(model: Model) -> dict[str, Any]:
    """Report parameters (one per kernel, plus the discrete part's) and the attributes that vary."""
    discrete = nb.summarize(model.discrete)
    return {
        "n_parameters": discrete["n_parameters"] + sum(len(k.values) for k in model.real),
        "attributes_used": discrete["attributes_used"] + sum(bool(k.width.max() > 0) for k in model.real),
    }

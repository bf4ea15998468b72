"""Gaussian naive Bayes: given the class, the attributes are independent, and each number is normally
distributed. It needs one mean and one variance per attribute and class, and no cut points.

    log P(c | x) = log P(c) + sum over observed j of log N(x_j; mu_jc, s2_jc) + const

mu_jc and s2_jc are the mean and variance (divided by n) of attribute j in the cases of class c where it is
observed, with two floors of the variance. Missing values are skipped, and so are attributes that do not vary
in the training part. Fit O(n d), predict O(n d K). docs/methods/naive-bayes.md#gaussian-naive-bayes; GNB of
Lopez-Cruz, Bielza and Larranaga 2013.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, exact_sums, table_sums
from naivebench.core.checks import check_at_least, check_same_number
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import DISCRETE, Table, list_columns, ordinal_scores
from naivebench.core.table_sums import Statistics
from naivebench.core.table_sums import merge as merge

KINDS = ("ordinal", "linear", "angular")
FARTHEST = 1e150  # deviations of the narrowest class: beyond, squares would be infinite for all classes
BLOCK = 512  # cases whose sums stay in the processor's cache


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    mean: np.ndarray  # (d, K) in the unit of the attribute, radians for angular ones; NaN if never observed
    variance: np.ndarray  # (d, K) after the floors; 1 for attributes that are skipped
    varies: np.ndarray  # (d,) bool: the attribute has two different values in the training part


def check_numeric_kinds(table: Table) -> None:
    """Raise InputError for a nominal attribute with values and for kinds without numbers."""
    others = [a for a in table.attributes if a.kind not in KINDS and (a.kind != "nominal" or a.values)]
    counts.check_kinds(others, "gnb", KINDS)


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Add up the statistics of the cases of known class; weights: (n,) >= 0, by default 1 each. Raises
    InputError for other kinds, for infinite numbers and for bad weights.
    """
    check_numeric_kinds(table)
    return table_sums.count_table(table, weights)


def estimate(
    statistics: Statistics, *, var_floor: float = 1e-9, gap_floor: float = 0.0, prior_alpha: float = 0.0
) -> Model:
    """Estimate the model of the counted cases, with priors (n_c + a0) / (n + K a0). var_floor, gap_floor and
    prior_alpha (a0) are at least 0.
    """
    check_at_least(var_floor, 0, "var_floor", "gnb")
    check_at_least(gap_floor, 0, "gap_floor", "gnb")
    check_at_least(prior_alpha, 0, "prior_alpha", "gnb")
    moments, distinct = table_sums.compute_attribute_moments(statistics)
    n_jc, mean, variance = exact_sums.mean_and_variance(moments)
    n_j, overall_mean, overall = exact_sums.mean_and_variance(exact_sums.sum_over_classes(moments))
    varies = overall > 0

    # the floors; a class whose numbers are all equal would otherwise exclude every other number
    least = np.where((variance == 0).any(axis=1), max(var_floor, np.finfo(float).eps), var_floor)
    variance = np.maximum(variance, least[:, None] * overall)
    variance = np.maximum(variance, np.square(gap_floor * compute_mean_gaps(distinct))[:, None])

    # a class that never has the attribute observed says nothing about it
    mean, variance = np.where(n_jc > 0, mean, overall_mean), np.where(n_jc > 0, variance, overall)
    mean, variance = np.where(n_j > 0, mean, np.nan), np.where(varies, variance, 1.0)
    return Model(log_prior(statistics.n_c, prior_alpha), mean, variance, varies[:, 0])


def compute_mean_gaps(distinct: np.ndarray) -> np.ndarray:
    """Compute the mean distance of neighbouring distinct numbers, (d,); 0 for 1 or more than `FEW`."""
    size = np.count_nonzero(np.isfinite(distinct), axis=1)
    several = size > 1
    steps = np.where(several, size - 1, 1)
    first, last = distinct[:, 0], distinct[np.arange(len(size)), np.maximum(size - 1, 0)]
    return np.where(several, last, 0) / steps - np.where(several, first, 0) / steps


def fit(train: Table, *, rng: np.random.Generator | None = None, **params: Any) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate`."""
    return estimate(count(train), **params)


def extract_numbers(model: Model, table: Table) -> np.ndarray:
    """Return the numbers of every attribute, (d, n), NaN = missing. Raises errors for another table."""
    check_numeric_kinds(table)
    check_same_number(len(model.varies), len(table.attributes), "attributes")
    if not table.codes.shape[1]:
        return np.ascontiguousarray(table.reals.T)
    numbers = np.full((len(table.attributes), len(table.y)), np.nan)
    for j, (attribute, column) in enumerate(list_columns(table)):
        scores = np.append(ordinal_scores(attribute), np.nan)
        numbers[j] = scores[np.maximum(column, -1)] if attribute.kind in DISCRETE else column
    return numbers


def add_log_likelihood(model: Model, table: Table, total: np.ndarray) -> None:
    """Add the sum over observed attributes of log N(x_j; mu_jc, s2_jc), nats, to `total` (n, K) in place."""
    constant, precision = -0.5 * np.log(2 * np.pi * model.variance), 1 / np.sqrt(model.variance)
    used, reach = np.flatnonzero(model.varies), FARTHEST / precision.max(axis=1, initial=0.0)
    add_log_densities(extract_numbers(model, table), used, model.mean, precision, constant, reach, total)


@njit(cache=True)
def add_log_densities(numbers, used, mean, precision, constant, reach, total):
    """Add constant[j] - ((x_j - mean[j]) precision[j])^2 / 2, each (d, K), of the attributes `used` to total
    (n, K). numbers: (d, n), NaN = missing; reach: (d,) largest |x_j - mean[j]|.
    """
    n, k = total.shape
    sums = np.empty((k, BLOCK))
    for first in range(0, n, BLOCK):
        m = min(BLOCK, n - first)
        sums[:] = 0.0
        for j in used:
            x, far = numbers[j, first : first + m], reach[j]
            for c in range(k):
                mu, p, q, row = mean[j, c], precision[j, c], constant[j, c], sums[c]
                for i in range(m):
                    z = min(abs(x[i] - mu), far) * p
                    row[i] += q - 0.5 * z * z if x[i] == x[i] else 0.0
        for i in range(m):
            for c in range(k):
                total[first + i, c] += sums[c, i]


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum over observed attributes of log N(x_j; mu_jc, s2_jc), (n, K) nats."""
    total = np.tile(model.log_prior, (len(table.y), 1))
    add_log_likelihood(model, table, total)
    return total


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    return normalize_rows(log_joint(model, table), model.log_prior)


def contributions(model: Model, table: Table) -> Contributions:
    """Return the terms log N(x_j; mu_jc, s2_jc) of every attribute."""
    x = extract_numbers(model, table).T[:, :, None]
    deviation = np.sqrt(model.variance)
    z = np.minimum(np.abs(x - model.mean), FARTHEST * deviation.min(axis=1, keepdims=True)) / deviation
    terms = -0.5 * (np.square(z) + np.log(2 * np.pi * model.variance))
    terms[np.isnan(x[:, :, 0]) | ~model.varies] = 0.0
    return Contributions(np.tile(model.log_prior, (len(table.y), 1)), terms)


def summarize(model: Model) -> dict[str, Any]:
    """Report 2 K d + K - 1 free parameters, including constant attributes, and count varying attributes."""
    d, k = model.mean.shape
    return {"n_parameters": 2 * k * d + k - 1, "attributes_used": int(model.varies.sum())}

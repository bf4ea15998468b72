"""Gaussian naive Bayes: every attribute normal given the class.

    log P(c | x) = log P(c) + sum over observed j of log N(x_j; mu_jc, s2_jc) + const

mu_jc and s2_jc are the mean and variance of attribute j in the cases of class c where it is observed; missing values are
skipped. Angular attributes enter as raw radians in (-pi, pi] (the result depends on the cut point), ordinal ones by
`table.ordinal_scores`. s2_jc is at least var_floor times the variance of the attribute over all cases; an attribute that
does not vary in the training part is skipped; a class that never has the attribute observed takes its overall mean and
variance. Fit O(n d), predict O(n d K). Method specification 1.4 and 6.3; GNB of Lopez-Cruz, Bielza and Larranaga 2013.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench import counts
from naivebench.checks import InputError, at_least, one_of
from naivebench.logspace import log_prior, normalize
from naivebench.table import Table, n_classes, ordinal_scores

KINDS = ("ordinal", "linear", "angular")
FARTHEST = 1e140  # in units of the scale: beyond it squares would be infinite for every class alike
DIVISORS = ("n", "n-1")


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    mean: np.ndarray  # (d, K) in the unit of the attribute, radians for angular ones
    scale: np.ndarray  # (d,) a power of two in that unit: squares are taken of differences divided by it
    variance: np.ndarray  # (d, K) in units of scale squared, after the floor; 1 for attributes that are skipped
    varies: np.ndarray  # (d,) bool: the attribute has two different values in the training part


def check_params(variance_divisor: str, var_floor: float, prior_alpha: float) -> None:
    """Raise InputError for a parameter outside its range."""
    one_of(variance_divisor, DIVISORS, "variance_divisor", "gnb")
    at_least(var_floor, 0, "var_floor", "gnb")
    at_least(prior_alpha, 0, "prior_alpha", "gnb")


def columns_of(table: Table) -> list[np.ndarray]:
    """Numbers of every attribute in order, (n,) float64 each, NaN = missing. Raises InputError for other kinds."""
    columns, discrete, real = [], 0, 0
    for attribute in table.attributes:
        if attribute.kind == "nominal" and not attribute.values:  # a column without any value
            columns.append(np.full(len(table.y), np.nan))
            discrete += 1
            continue
        if attribute.kind not in KINDS:
            raise InputError(
                f"gnb takes ordinal, linear and angular attributes, attribute {attribute.name!r} is {attribute.kind}: choose another method"
            )
        if attribute.kind == "ordinal":
            columns.append(np.append(ordinal_scores(attribute), np.nan)[table.codes[:, discrete]])
            discrete += 1
        else:
            columns.append(table.reals[:, real])
            real += 1
    return columns


class Moments(NamedTuple):
    """One attribute; see the fields of Model."""

    mean: np.ndarray  # (K,)
    scale: float
    variance: np.ndarray  # (K,)
    varies: bool


def moments(x: np.ndarray, y: np.ndarray, n_classes: int, variance_divisor: str, var_floor: float) -> Moments:
    """Means and floored variances of one attribute per class; x (n,) may hold NaN.

    A variance of zero is raised to the attribute's variance times at least 2.2e-16, so that densities stay finite.
    """
    observed = ~np.isnan(x)
    x, y = x[observed], y[observed]
    if len(x) == 0 or x.min() == x.max():
        return Moments(np.zeros(n_classes), 1.0, np.ones(n_classes), False)
    centre = x.mean()
    x = x - centre  # sums of squares without cancellation
    scale = float(2.0 ** np.floor(np.log2(np.abs(x).max())))  # a power of two: exact, and no square leaves the range of floats
    x = x / scale
    overall = np.square(x).mean()
    n_jc = np.bincount(y, minlength=n_classes)
    mean = np.bincount(y, x, minlength=n_classes) / np.maximum(n_jc, 1)
    squares = np.bincount(y, np.square(x - mean[y]), minlength=n_classes)
    variance = squares / np.maximum(n_jc - (variance_divisor == "n-1"), 1)
    variance = np.maximum(variance, max(var_floor, np.finfo(float).eps if (variance == 0).any() else 0) * overall)
    return Moments(mean * scale + centre, scale, np.where(n_jc > 0, variance, overall), True)


def fit(
    train: Table, *, rng: np.random.Generator | None = None, variance_divisor: str = "n", var_floor: float = 1e-9, prior_alpha: float = 0.0
) -> Model:
    """Means, variances and priors (n_c + a0) / (n + K a0). variance_divisor: n (maximum likelihood) or n-1; var_floor >= 0.

    Raises InputError for bad parameters and for nominal, direction, count and sequence attributes.
    """
    check_params(variance_divisor, var_floor, prior_alpha)
    train = counts.known_cases(train)
    k = n_classes(train)
    estimates = [moments(x, train.y, k, variance_divisor, var_floor) for x in columns_of(train)]
    mean, scale, variance, varies = (np.array([e[i] for e in estimates]) for i in range(4))
    prior = log_prior(np.bincount(train.y, minlength=k), prior_alpha)
    return Model(prior, mean.reshape(-1, k), scale, variance.reshape(-1, k), varies.astype(bool))


def log_likelihood(model: Model, table: Table) -> np.ndarray:
    """Sum over observed attributes of log N(x_j; mu_jc, s2_jc), shape (n, K), nats, without the prior."""
    columns = columns_of(table)
    if len(columns) != len(model.varies):
        raise ValueError(f"the model has {len(model.varies)} attributes, the table {len(columns)}")
    total = np.zeros((len(table.y), len(model.log_prior)))
    for j in np.flatnonzero(model.varies):
        z = np.minimum(np.abs(columns[j][:, None] - model.mean[j]) / model.scale[j], FARTHEST)
        density = -0.5 * (np.square(z) / model.variance[j] + np.log(2 * np.pi * model.variance[j])) - np.log(model.scale[j])
        density[np.isnan(columns[j])] = 0.0
        total += density
    return total


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return normalize(model.log_prior + log_likelihood(model, table), model.log_prior)


def summarize(model: Model) -> dict:
    """Free parameters 2 K d + K - 1 (constant attributes included), and the number of attributes that vary."""
    n_attributes, n_classes = model.mean.shape
    return {"n_parameters": 2 * n_classes * n_attributes + n_classes - 1, "attributes_used": int(model.varies.sum())}

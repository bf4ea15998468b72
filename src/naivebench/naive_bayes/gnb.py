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
DIVISORS = ("n", "n-1")


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    mean: np.ndarray  # (d, K) in the unit of the attribute, radians for angular ones
    variance: np.ndarray  # (d, K) after the floor; 1 for attributes that are skipped
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


def moments(x: np.ndarray, y: np.ndarray, n_classes: int, variance_divisor: str, var_floor: float) -> tuple[np.ndarray, np.ndarray, bool]:
    """Means and floored variances of one attribute per class, (K,) each, and whether it varies; x (n,) may hold NaN.

    A variance of zero is raised to the attribute's variance times at least 2.2e-16, so that densities stay finite.
    """
    observed = ~np.isnan(x)
    x, y = x[observed], y[observed]
    if len(x) == 0 or x.min() == x.max():
        return np.zeros(n_classes), np.ones(n_classes), False
    centre = x.mean()
    x = x - centre  # sums of squares without cancellation
    overall = np.square(x).mean()
    n_jc = np.bincount(y, minlength=n_classes)
    mean = np.bincount(y, x, minlength=n_classes) / np.maximum(n_jc, 1)
    squares = np.bincount(y, np.square(x - mean[y]), minlength=n_classes)
    variance = squares / np.maximum(n_jc - (variance_divisor == "n-1"), 1)
    variance = np.maximum(variance, max(var_floor, np.finfo(float).eps if (variance == 0).any() else 0) * overall)
    return mean + centre, np.where(n_jc > 0, variance, overall), True


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
    mean = np.array([m for m, _, _ in estimates]).reshape(-1, k)
    variance = np.array([v for _, v, _ in estimates]).reshape(-1, k)
    return Model(log_prior(np.bincount(train.y, minlength=k), prior_alpha), mean, variance, np.array([s for _, _, s in estimates], dtype=bool))


def log_likelihood(model: Model, table: Table) -> np.ndarray:
    """Sum over observed attributes of log N(x_j; mu_jc, s2_jc), shape (n, K), nats, without the prior."""
    columns = columns_of(table)
    if len(columns) != len(model.varies):
        raise ValueError(f"the model has {len(model.varies)} attributes, the table {len(columns)}")
    total = np.zeros((len(table.y), len(model.log_prior)))
    for j in np.flatnonzero(model.varies):
        density = -0.5 * (np.square(columns[j][:, None] - model.mean[j]) / model.variance[j] + np.log(2 * np.pi * model.variance[j]))
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

"""Multivariate Gaussian of the linear attributes given the class, with a covariance per class (full) or one
for all (pooled).

Missing values are marginalised: a case is scored by the Gaussian of its observed attributes, and the maximum
likelihood estimates are found by the EM algorithm (Little and Rubin 2002, section 11.2); without missing
values it needs one step and gives the usual formulas. Attributes are standardised first, and no eigenvalue of
the resulting covariances is below var_floor. Attributes that do not vary in the training part are skipped. A
class without cases gets the mean and covariance of all cases; a class in which an attribute is never observed
gets the overall mean and variance of this attribute. docs/methods/directional.md#hybrid-naive-bayes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

MAX_ITERATIONS = 200
TOLERANCE = 1e-7  # largest change of a mean or covariance of standardised attributes
FARTHEST = 1e100  # in standard deviations: beyond it, squares would be infinite for every class

Groups = list[tuple[np.ndarray, np.ndarray]]  # rows of cases and the (v,) bool mask of observed attributes


class Model(NamedTuple):
    centre: np.ndarray  # (d,) overall means, in the unit of the attribute
    scale: np.ndarray  # (d,) overall standard deviations; 1 for attributes that are skipped
    varies: np.ndarray  # (d,) bool: the attribute has two different values in the training part
    mean: np.ndarray  # (K, v) of the v standardised attributes that vary
    covariance: np.ndarray  # (K, v, v) of these attributes; all K are equal if pooled
    pooled: bool


def standard(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean and standard deviation of the observed values of every column of x (n, d), and whether they vary,
    each (d,).
    """
    d = x.shape[1]
    centre, scale, varies = np.zeros(d), np.ones(d), np.zeros(d, bool)
    for j, column in enumerate(x.T):
        column = column[~np.isnan(column)]
        if len(column) and column.min() < column.max():
            centre[j], varies[j] = column.mean(), True
            unit = np.abs(column - centre[j]).max()
            scale[j] = unit * np.sqrt(np.square((column - centre[j]) / unit).mean())
    return centre, scale, varies


def standardise(model: Model, x: np.ndarray) -> np.ndarray:
    """The attributes that vary, in standard deviations from the overall mean, shape (n, v)."""
    z = (x[:, model.varies] - model.centre[model.varies]) / model.scale[model.varies]
    return np.clip(z, -FARTHEST, FARTHEST)


def patterns(z: np.ndarray) -> Groups:
    """Groups of cases with the same observed attributes: pairs of their rows and the (v,) bool mask."""
    observed = ~np.isnan(z)
    if observed.all():
        return [(np.arange(len(z)), np.ones(z.shape[1], bool))] if len(z) else []
    masks, which = np.unique(observed, axis=0, return_inverse=True)
    which = which.reshape(-1)
    return [(np.flatnonzero(which == i), mask) for i, mask in enumerate(masks)]


def expected(
    z: np.ndarray, groups: Groups, mean: np.ndarray, covariance: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """E step: z with expectations in place of missing values, and the sum of their conditional covariances
    (v, v).
    """
    filled, extra = z.copy(), np.zeros_like(covariance)
    for rows, observed in groups:
        if observed.all():
            continue
        regression = np.linalg.solve(
            covariance[np.ix_(observed, observed)], covariance[np.ix_(observed, ~observed)]
        )
        filled[np.ix_(rows, ~observed)] = (
            mean[~observed] + (z[np.ix_(rows, observed)] - mean[observed]) @ regression
        )
        rest = covariance[np.ix_(~observed, ~observed)] - covariance[np.ix_(~observed, observed)] @ regression
        extra[np.ix_(~observed, ~observed)] += len(rows) * rest
    return filled, extra


def floored(covariance: np.ndarray, var_floor: float) -> np.ndarray:
    """The covariance with eigenvalues of at least var_floor."""
    symmetric = (covariance + covariance.T) / 2
    values, vectors = np.linalg.eigh(symmetric)
    return symmetric if (values >= var_floor).all() else (vectors * np.maximum(values, var_floor)) @ vectors.T


def start(z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Starting means (v,) and covariances (v, v) from the observed values; mean 0 and variance 1, those of
    all cases, where no value is observed.
    """
    n = (~np.isnan(z)).sum(axis=0)
    mean = np.nansum(z, axis=0) / np.maximum(n, 1)
    variance = np.nansum(np.square(z - mean), axis=0) / np.maximum(n, 1)
    return mean, np.diag(np.where(n > 0, variance, 1.0))


def em(parts: list[np.ndarray], pooled: bool, var_floor: float) -> tuple[np.ndarray, np.ndarray]:
    """Means (G, v) and covariances (G, v, v) of G groups of standardised cases, given as arrays (n, v).
    pooled: estimate one covariance for all groups.
    """
    n = np.array([len(z) for z in parts])
    groups = [patterns(z) for z in parts]
    starts = [start(z) for z in parts]
    mean = np.array([m for m, _ in starts])
    covariance = _covariances(
        np.array([len(z) * c for z, (_, c) in zip(parts, starts, strict=True)]), n, pooled, var_floor
    )
    complete = all(observed.all() for group in groups for _, observed in group)
    for _ in range(1 if complete else MAX_ITERATIONS):
        before = mean, covariance
        steps = [
            expected(z, group, m, c) for z, group, m, c in zip(parts, groups, mean, covariance, strict=True)
        ]
        mean = np.array([filled.mean(axis=0) for filled, _ in steps])
        scatter = np.array(
            [(filled - m).T @ (filled - m) + extra for (filled, extra), m in zip(steps, mean, strict=True)]
        )
        covariance = _covariances(scatter, n, pooled, var_floor)
        if (
            max(np.abs(mean - before[0]).max(initial=0), np.abs(covariance - before[1]).max(initial=0))
            < TOLERANCE
        ):
            break
    return mean, covariance


def _covariances(scatter: np.ndarray, n: np.ndarray, pooled: bool, var_floor: float) -> np.ndarray:
    if pooled:
        return np.repeat(floored(scatter.sum(axis=0) / n.sum(), var_floor)[None], len(n), axis=0)
    return np.array([floored(s / m, var_floor) for s, m in zip(scatter, n, strict=True)])


def fit(
    x: np.ndarray, y: np.ndarray, n_classes: int, *, pooled: bool = False, var_floor: float = 1e-9
) -> Model:
    """Maximum likelihood estimates from numbers x (n, d), NaN = missing, and known classes y (n,)."""
    centre, scale, varies = standard(x)
    v = int(varies.sum())
    model = Model(
        centre, scale, varies, np.zeros((n_classes, v)), np.repeat(np.eye(v)[None], n_classes, axis=0), pooled
    )
    present = np.flatnonzero(np.bincount(y, minlength=n_classes))
    if v == 0 or len(present) == 0:
        return model
    z, floor = standardise(model, x), max(var_floor, np.finfo(float).eps)
    mean, covariance = em([z[y == c] for c in present], pooled, floor)
    if len(present) < n_classes:
        (overall_mean,), (overall,) = em([z], False, floor)
        model.mean[:], model.covariance[:] = overall_mean, covariance[0] if pooled else overall
    model.mean[present], model.covariance[present] = mean, covariance
    return model


def add_log_likelihood(model: Model, x: np.ndarray, total: np.ndarray) -> None:
    """Add the log density of the observed linear attributes x (n, d), nats, to `total` (n, K) in place."""
    if x.shape[1] != len(model.varies):
        raise ValueError(
            f"the model has {len(model.varies)} linear attributes, but the table has {x.shape[1]}"
        )
    z = standardise(model, x)
    log_scale = np.log(model.scale[model.varies])
    for rows, observed in patterns(z):
        if not observed.any():
            continue
        lower = np.linalg.cholesky(model.covariance[:, observed][:, :, observed])
        whiten = np.linalg.inv(lower)
        constant = (
            -np.log(np.diagonal(lower, axis1=1, axis2=2)).sum(axis=1)
            - log_scale[observed].sum()
            - 0.5 * observed.sum() * np.log(2 * np.pi)
        )
        for c in range(len(whiten)):
            white = (z[np.ix_(rows, observed)] - model.mean[c, observed]) @ whiten[c].T
            total[rows, c] += constant[c] - 0.5 * np.square(white).sum(axis=1)


def n_parameters(model: Model) -> int:
    """Number of free parameters: K d means and d (d + 1) / 2 covariances, per class unless pooled; constant
    attributes are included.
    """
    k, d = len(model.mean), len(model.varies)
    return k * d + (1 if model.pooled else k) * d * (d + 1) // 2

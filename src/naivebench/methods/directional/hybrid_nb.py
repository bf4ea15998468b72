"""Hybrid naive Bayes: counts for discrete attributes, normal densities for numbers, and von Mises or von
Mises-Fisher densities for angles and directions. The numbers may be independent or have a covariance matrix.

    log P(c | x) = log P(c) + sum over discrete j of log P(x_j | c) + log N(x_linear; mu_c, Sigma_c)
                   + sum over angular j of log vM(x_j | c) + sum over directions j of log vMF(x_j | c) + const

The covariance of the linear attributes is independent (as in `vmnb`), full (one matrix per class) or pooled
(one for all classes, which makes the boundary linear in them). With directions alone, the method is von
Mises-Fisher naive Bayes, id `vmfnb`.

A case is scored by the Gaussian of its observed linear attributes, and the maximum likelihood estimates are
found by the EM algorithm (Little and Rubin 2002, section 11.2); without missing values it needs one step and
gives the usual formulas. Attributes that do not vary in the training part are skipped. A class in which an
attribute is never observed gets the overall mean and variance of this attribute.
Lopez-Cruz, Bielza and Larranaga 2013, sections 3.3 to 3.5;
docs/methods/directional.md#von-mises-fisher-naive-bayes and docs/methods/directional.md#hybrid-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, patterns
from naivebench.core.checks import check_at_least, check_one_of
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import DISCRETE, Table, keep_kinds, n_classes, scale_to_unit
from naivebench.methods.directional import angles, von_mises
from naivebench.methods.directional.angles import Angles, Parts
from naivebench.methods.naive_bayes import mixed_nb

COVARIANCES = ("independent", "full", "pooled")
MAX_ITERATIONS = 200
TOLERANCE = 1e-7  # largest change of a mean or covariance of standardised attributes
EIGENVALUE_FLOOR = 1e-9  # of a covariance of standardised attributes
FARTHEST = 1e100  # in standard deviations: beyond it, squares would be infinite for every class

Groups = list[tuple[np.ndarray, np.ndarray]]  # rows of cases and the (v,) bool mask of observed attributes


class Gaussian(NamedTuple):
    """Multivariate Gaussian of the linear attributes given the class."""

    centre: np.ndarray  # (d,) overall means, in the unit of the attribute
    scale: np.ndarray  # (d,) overall standard deviations; 1 for attributes that are skipped
    varies: np.ndarray  # (d,) bool: the attribute has two different values in the training part
    mean: np.ndarray  # (K, v) of the v standardised attributes that vary
    covariance: np.ndarray  # (K, v, v) of these attributes; all K are equal if pooled


class Direction(NamedTuple):
    """Von Mises-Fisher density of one direction attribute given the class."""

    mu: np.ndarray  # (K, p) mean directions, unit vectors
    kappa: np.ndarray  # (K,) concentrations, 0 for fewer than two cases
    varies: bool  # the training part has two different directions
    capped: int  # number of classes whose concentration is the cap


class Model(NamedTuple):
    mixed: mixed_nb.Model  # discrete attributes, the linear ones if independent, and the prior
    linear: Gaussian  # without attributes if independent
    angular: Angles
    directions: tuple[Direction, ...]  # one per direction attribute
    covariance: str


def fit_direction(x: np.ndarray, y: np.ndarray, n_classes: int, kappa_cap: float) -> Direction:
    """Find maximum likelihood estimates from vectors x (n, p) of any length; NaN or 0 means missing."""
    n, sums = von_mises.sum_directions(scale_to_unit(x), y, n_classes)
    mu, kappa = von_mises.fit_von_mises_fisher(n, sums, cap=kappa_cap)
    varies = n.sum() - np.linalg.norm(sums.sum(axis=0)) > angles.SAME * n.sum()
    return Direction(mu, kappa, bool(varies), int((kappa >= kappa_cap).sum()))


def compute_standardisation(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Compute mean and standard deviation of the observed values of every column of x (n, d), and whether the
    column varies, (d,) each.
    """
    d = x.shape[1]
    centre, scale, varies = np.zeros(d), np.ones(d), np.zeros(d, bool)
    for j, column in enumerate(x.T):
        column = column[~np.isnan(column)]
        if len(column) and column.min() < column.max():
            centre[j], varies[j] = column.mean(), True
            unit = np.abs(column - centre[j]).max()  # the squares of large numbers would be infinite
            scale[j] = unit * np.sqrt(np.square((column - centre[j]) / unit).mean())
    return centre, scale, varies


def standardise_reals(model: Gaussian, x: np.ndarray) -> np.ndarray:
    """Return the attributes that vary, in standard deviations from the overall mean, shape (n, v)."""
    z = (x[:, model.varies] - model.centre[model.varies]) / model.scale[model.varies]
    return np.clip(z, -FARTHEST, FARTHEST)


def group_by_missing_values(z: np.ndarray) -> Groups:
    """Group the cases by their observed attributes; return pairs of row numbers and a (v,) bool mask."""
    masks = patterns.group_cases_by_mask(~np.isnan(z).T)
    return [(np.flatnonzero(masks.of_case == i), mask) for i, mask in enumerate(masks.observed)]


def impute_missing_values(
    z: np.ndarray, groups: Groups, mean: np.ndarray, covariance: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return z with expectations for missing values, and the sum of their covariances (v, v): the E step."""
    filled, extra = z.copy(), np.zeros_like(covariance)
    for rows, seen in groups:
        if seen.all():
            continue
        missing = ~seen
        regression = np.linalg.solve(covariance[np.ix_(seen, seen)], covariance[np.ix_(seen, missing)])
        filled[np.ix_(rows, missing)] = mean[missing] + (z[np.ix_(rows, seen)] - mean[seen]) @ regression
        rest = covariance[np.ix_(missing, missing)] - covariance[np.ix_(missing, seen)] @ regression
        extra[np.ix_(missing, missing)] += len(rows) * rest
    return filled, extra


def floor_eigenvalues(covariance: np.ndarray) -> np.ndarray:
    """Return the covariance with its eigenvalues raised to at least EIGENVALUE_FLOOR."""
    symmetric = (covariance + covariance.T) / 2
    values, vectors = np.linalg.eigh(symmetric)
    if (values >= EIGENVALUE_FLOOR).all():
        return symmetric
    return (vectors * np.maximum(values, EIGENVALUE_FLOOR)) @ vectors.T


def estimate_covariances(scatter: np.ndarray, n: np.ndarray, pooled: bool) -> np.ndarray:
    """Estimate covariances (G, v, v) of G groups of n (G,) cases from sums of products of deviations."""
    if pooled:
        return np.repeat(floor_eigenvalues(scatter.sum(axis=0) / n.sum())[None], len(n), axis=0)
    return np.array([floor_eigenvalues(s / m) for s, m in zip(scatter, n, strict=True)])


def estimate_gaussians_by_em(parts: list[np.ndarray], pooled: bool) -> tuple[np.ndarray, np.ndarray]:
    """Estimate means (G, v) and covariances (G, v, v) of G groups of standardised cases, given as arrays (n,
    v). pooled: estimate one covariance for all groups.
    """
    n = np.array([len(z) for z in parts])
    groups = [group_by_missing_values(z) for z in parts]

    # Start from the observed values; mean 0 and variance 1, those of all cases, where nothing is observed.
    mean, scatter = np.zeros((len(parts), parts[0].shape[1])), []
    for g, z in enumerate(parts):
        observed = (~np.isnan(z)).sum(axis=0)
        mean[g] = np.nansum(z, axis=0) / np.maximum(observed, 1)
        variance = np.nansum(np.square(z - mean[g]), axis=0) / np.maximum(observed, 1)
        scatter.append(len(z) * np.diag(np.where(observed > 0, variance, 1.0)))
    covariance = estimate_covariances(np.array(scatter), n, pooled)

    complete = all(observed.all() for group in groups for _, observed in group)
    for _ in range(1 if complete else MAX_ITERATIONS):
        before = mean, covariance
        steps = [impute_missing_values(*step) for step in zip(parts, groups, mean, covariance, strict=True)]
        mean = np.array([filled.mean(axis=0) for filled, _ in steps])
        scatter = [
            (filled - m).T @ (filled - m) + extra for (filled, extra), m in zip(steps, mean, strict=True)
        ]
        covariance = estimate_covariances(np.array(scatter), n, pooled)
        changes = np.abs(mean - before[0]), np.abs(covariance - before[1])
        if max(change.max(initial=0) for change in changes) < TOLERANCE:
            break
    return mean, covariance


def fit_gaussian(x: np.ndarray, y: np.ndarray, n_classes: int, *, pooled: bool = False) -> Gaussian:
    """Find maximum likelihood estimates from numbers x (n, d), NaN = missing, and known classes y (n,)."""
    centre, scale, varies = compute_standardisation(x)
    v = int(varies.sum())
    unit = np.repeat(np.eye(v)[None], n_classes, axis=0)
    model = Gaussian(centre, scale, varies, np.zeros((n_classes, v)), unit)
    present = np.flatnonzero(np.bincount(y, minlength=n_classes))
    if v == 0 or len(present) == 0:
        return model
    z = standardise_reals(model, x)
    mean, covariance = estimate_gaussians_by_em([z[y == c] for c in present], pooled)
    if len(present) < n_classes:
        (overall_mean,), (overall,) = estimate_gaussians_by_em([z], False)
        model.mean[:], model.covariance[:] = overall_mean, covariance[0] if pooled else overall
    model.mean[present], model.covariance[present] = mean, covariance
    return model


def add_gaussian_log_density(model: Gaussian, x: np.ndarray, total: np.ndarray) -> None:
    """Add the log density of the observed linear attributes x (n, d), nats, to `total` (n, K) in place."""
    z = standardise_reals(model, x)
    log_scale = np.log(model.scale[model.varies])
    for rows, observed in group_by_missing_values(z):
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


def separate_linear_attributes(table: Table, covariance: str) -> tuple[Parts, np.ndarray]:
    """Return the parts of a table, and the linear attributes (n, d) that are modelled jointly."""
    parts = angles.split_by_kind(table, "hybrid_nb", angles.WITH_DIRECTIONS)
    reals = parts.mixed.reals
    if covariance == "independent":
        return parts, reals[:, :0]
    return parts._replace(mixed=keep_kinds(parts.mixed, DISCRETE)), reals


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    covariance: str = "independent",
    alpha: float = 1.0,
    kappa_cap: float = von_mises.CAP,
) -> Model:
    """Fit all densities by maximum likelihood. covariance: independent, full or pooled. For the other
    parameters, see `vmnb`.

    Raises InputError for bad parameters and for count and sequence attributes.
    """
    check_one_of(covariance, COVARIANCES, "covariance", "hybrid_nb")
    check_at_least(kappa_cap, angles.LEAST_CAP, "kappa_cap", "hybrid_nb")
    train = counts.select_labelled_cases(train)
    (parts, linear), k = separate_linear_attributes(train, covariance), n_classes(train)
    return Model(
        mixed_nb.fit(parts.mixed, alpha=alpha),
        fit_gaussian(linear, train.y, k, pooled=covariance == "pooled"),
        angles.estimate_densities(von_mises.compute_resultants(parts.angular, train.y, k), kappa_cap),
        tuple(fit_direction(x, train.y, k, kappa_cap) for x in parts.directions),
        covariance,
    )


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + log f(x | c), (n, K) nats, not normalised."""
    parts, linear = separate_linear_attributes(table, model.covariance)
    total = mixed_nb.log_joint(model.mixed, parts.mixed)
    add_gaussian_log_density(model.linear, linear, total)
    angles.add_log_densities(model.angular, parts.angular, total)
    for density, x in zip(model.directions, parts.directions, strict=True):
        if density.varies:
            terms = von_mises.log_density_of_directions(scale_to_unit(x), density.mu, density.kappa)
            terms[np.isnan(terms).any(axis=1)] = 0.0
            total += terms
    return total


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return normalize_rows(log_joint(model, table), model.mixed.discrete.log_prior)


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters as in `vmnb`, plus K d + K d (d + 1) / 2 for d linear attributes modelled
    jointly (one matrix if pooled) and p K per direction in R^p, and densities at the largest concentration.
    """
    k, d = len(model.linear.mean), len(model.linear.varies)
    n_matrices = 1 if model.covariance == "pooled" else k
    n_parameters = k * d + n_matrices * d * (d + 1) // 2 + 2 * model.angular.mu.size
    n_parameters += sum(direction.mu.size for direction in model.directions)

    varies, capped = model.angular[2:]
    used = [direction for direction in model.directions if direction.varies]
    return angles.summarize_with_angles(
        model.mixed,
        n_parameters,
        int(varies.sum()) + int(model.linear.varies.sum()) + len(used),
        angular_used=int(varies.sum()),
        n_capped=int(capped[varies].sum()) + sum(direction.capped for direction in used),
    )

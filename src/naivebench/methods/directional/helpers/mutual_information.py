"""Mutual information of an attribute with the class, from densities fitted per class, in nats.

    MI(X; C) = sum over c of P(c) E[log f(X | c) - log f(X) | c],   f(x) = sum over c of P(c) f(x | c)

It is defined in the same way for von Mises, Gaussian and discrete attributes, so that they can be ranked
together. The expectations are computed by quadrature, or by sampling as in Lopez-Cruz, Bielza and Larranaga
2013 (appendix 3). The marginal f is the mixture, not a single normal or von Mises density.
docs/methods/directional.md#mutual-information-from-densities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from naivebench.core.logspace import log, logsumexp

POINTS = 2048  # of the trapezoid rule; its error for a von Mises density is below exp(-POINTS^2 / (2 kappa))
SHARP = 2e4  # concentration above which that rule misses peaks, so panels are used
NODES = 5  # of the Gauss-Legendre rule on every panel
ROUND = 64  # number of evenly spaced panels of the circle
# edges of panels, in standard deviations from a mean
EDGES = np.array([-9, -6, -4.5, -3.5, -2.75, -2, -1.33, -0.67, 0, 0.67, 1.33, 2, 2.75, 3.5, 4.5, 6, 9])
SAMPLES = 10_000  # per class
BLOCK_CELLS = 2_000_000  # float64 cells of a working array


class Estimate(NamedTuple):
    """Estimates of mutual information by sampling."""

    value: np.ndarray  # (d,) nats
    standard_error: np.ndarray  # (d,) nats


def _priors(prior: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Classes with a positive prior, and their priors."""
    prior = np.asarray(prior, dtype=np.float64)
    present = np.flatnonzero(prior > 0)
    return present, prior[present] / prior.sum()


def _blocks(d: int, cells: int) -> Iterator[slice]:
    step = max(1, BLOCK_CELLS // max(1, cells))
    return (slice(first, min(first + step, d)) for first in range(0, d, step))


def _expected(prior: np.ndarray, log_f: np.ndarray, weights: np.ndarray | float) -> np.ndarray:
    """Integral of sum over c of P(c) f_c (log f_c - log f) from log densities (..., points, K) and weights
    that broadcast.
    """
    density = np.exp(log_f) * prior
    mixture = density.sum(axis=-1, keepdims=True)
    gain = log_f - np.log(np.where(mixture > 0, mixture, 1.0))
    return (density * gain * weights).sum(axis=(-2, -1))


def von_mises(prior: np.ndarray, mu: np.ndarray, kappa: np.ndarray, *, points: int = POINTS) -> np.ndarray:
    """MI of d angular attributes, (d,) nats.

    The trapezoid rule is exact up to rounding here; with a concentration above 20,000, Gauss-Legendre rules
    on panels are used, with an error below 1e-6.

    prior: (K,); mu (radians) and kappa: (d, K).
    """
    from naivebench.methods.directional.helpers.von_mises import log_density

    present, prior = _priors(prior)
    mu, kappa = mu[:, present], kappa[:, present]
    grid = 2 * np.pi * np.arange(points) / points
    result = np.zeros(len(mu))
    smooth = np.flatnonzero((kappa <= SHARP).all(axis=1))
    for part in _blocks(len(smooth), points * len(present)):
        rows = smooth[part]
        # (attributes, points, classes)
        log_f = log_density(grid[:, None], mu[rows, None], kappa[rows, None])
        result[rows] = _expected(prior, log_f, 2 * np.pi / points)
    for j in np.flatnonzero((kappa > SHARP).any(axis=1)):
        x, weights = _panels_of_circle(mu[j], kappa[j])
        result[j] = _expected(prior, log_density(x[:, None], mu[j], kappa[j]), weights[:, None])
    return np.maximum(result, 0.0)


def _panels_of_circle(mu: np.ndarray, kappa: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights as in `_panels`, for von Mises densities; mu, kappa (K,)."""
    deviation = 1 / np.sqrt(np.maximum(kappa, 1.0))
    around = (mu + deviation * EDGES[:, None]).ravel()
    even = np.linspace(-np.pi, np.pi, ROUND + 1)
    wrapped = (around + np.pi) % (2 * np.pi) - np.pi
    return _rule(np.sort(np.concatenate([even, wrapped])))


def _gaussian_log_density(x: np.ndarray, mean: np.ndarray, deviation: np.ndarray) -> np.ndarray:
    return -0.5 * np.square((x - mean) / deviation) - np.log(deviation) - 0.5 * np.log(2 * np.pi)


def _panels(mean: np.ndarray, deviation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights of a Gauss-Legendre rule with narrow panels where a density is narrow; mean,
    deviation (K,).
    """
    return _rule(np.sort((mean + deviation * EDGES[:, None]).ravel()))


def _rule(edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights of a Gauss-Legendre rule between every two neighbouring edges."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (1 + nodes)).ravel(), (half * weights).ravel()


def gaussian(prior: np.ndarray, mean: np.ndarray, variance: np.ndarray) -> np.ndarray:
    """MI of d attributes that are normal given the class, (d,) nats. prior: (K,); mean and variance: (d, K).

    Gauss-Legendre rules on panels from all densities are used, with an error below 1e-6. (A Gauss-Hermite
    rule per class errs by 0.02 nats if the deviations differ by a factor of 100, because the narrow density
    falls between its nodes.)
    """
    present, prior = _priors(prior)
    result = np.zeros(len(mean))
    for j in range(len(mean)):
        centre, deviation = mean[j, present] - mean[j, present].mean(), np.sqrt(variance[j, present])
        x, weights = _panels(centre, deviation)
        result[j] = _expected(prior, _gaussian_log_density(x[:, None], centre, deviation), weights[:, None])
    return np.maximum(result, 0.0)


def discrete(prior: np.ndarray, conditional: np.ndarray) -> float:
    """MI of one discrete attribute, nats. prior: (K,); conditional: (r, K), P(value | class), columns sum to
    one.
    """
    present, prior = _priors(prior)
    joint = np.asarray(conditional, dtype=np.float64)[:, present] * prior
    marginal = joint.sum(axis=1, keepdims=True)
    terms = (
        np.where(joint > 0, joint, 0.0) * np.where(joint > 0, log(joint) - log(marginal * prior), 0.0)
        if joint.size
        else joint
    )
    return max(float(terms.sum()), 0.0)


def _sampled(
    prior: np.ndarray,
    log_density: Callable[[np.ndarray, int], np.ndarray],
    draw: Callable[[int, int], np.ndarray],
    d: int,
    samples: int,
) -> Estimate:
    """MI from means over samples of each class, with standard errors. draw(j, c) -> (samples,);
    log_density(x, j) -> (samples, K).
    """
    present, prior = _priors(prior)
    value, squared_error = np.zeros(d), np.zeros(d)
    for j in range(d):
        for i, (c, share) in enumerate(zip(present, prior, strict=True)):
            log_f = log_density(draw(j, c), j)[:, present]
            terms = log_f[:, i] - logsumexp(log_f + np.log(prior), axis=1)
            value[j] += share * terms.mean()
            squared_error[j] += share**2 * terms.var(ddof=1) / samples
    return Estimate(value, np.sqrt(squared_error))


def von_mises_sampled(
    prior: np.ndarray, mu: np.ndarray, kappa: np.ndarray, *, rng: np.random.Generator, samples: int = SAMPLES
) -> Estimate:
    """MI of d angular attributes from `samples` >= 2 angles per class; arguments as in `von_mises`.

    May be negative by chance.
    """
    from naivebench.methods.directional.helpers.von_mises import log_density, sample

    return _sampled(
        prior,
        lambda x, j: log_density(x[:, None], mu[j], kappa[j]),
        lambda j, c: sample(float(mu[j, c]), float(kappa[j, c]), samples, rng),
        len(mu),
        samples,
    )


def gaussian_sampled(
    prior: np.ndarray,
    mean: np.ndarray,
    variance: np.ndarray,
    *,
    rng: np.random.Generator,
    samples: int = SAMPLES,
) -> Estimate:
    """MI of d normal attributes from `samples` >= 2 numbers per class; arguments as in `gaussian`.

    May be negative by chance.
    """
    deviation = np.sqrt(variance)
    return _sampled(
        prior,
        lambda x, j: _gaussian_log_density(x[:, None], mean[j], deviation[j]),
        lambda j, c: rng.normal(mean[j, c], deviation[j, c], samples),
        len(mean),
        samples,
    )

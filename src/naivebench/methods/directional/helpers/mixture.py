"""Mixtures of von Mises densities, fitted by EM from a deterministic start, with the number of components
chosen by BIC.

    f(x) = sum_m w_m vM(x; mu_m, kappa_m)

A single component is estimated by maximum likelihood. The next one starts where a kernel density of the
angles exceeds the fitted mixture most, and EM runs on all of them again; components are added until BIC = -2
log L + (3 m - 1) log n rises. If there are more than 512 angles, they are first grouped in 512 arcs that
start at the mean direction; the sums of cosines and sines are kept, so that an iteration costs the same for
any n. Banerjee et al. 2005 (EM of von Mises-Fisher mixtures), Schwarz 1978.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.logspace import log, logsumexp
from naivebench.methods.directional.helpers import bessel, von_mises

ARCS = 512
MAX_ITERATIONS = 200
TOLERANCE = 1e-7  # nats per case: growth of the log-likelihood at which EM stops
CASES_PER_COMPONENT = 10
START_KAPPA = 10.0  # concentration of a new component, and of the kernels that determine where it starts


class Mixture(NamedTuple):
    weight: np.ndarray  # (m,) sums to one
    mu: np.ndarray  # (m,) radians
    kappa: np.ndarray  # (m,)


class Arcs(NamedTuple):
    """Angles, or groups of neighbouring angles."""

    n: np.ndarray  # (b,) number of angles in the group
    c: np.ndarray  # (b,) sum of their cosines
    s: np.ndarray  # (b,) sum of their sines
    direction: np.ndarray  # (2, b) cosine and sine of their mean direction


UNIFORM = Mixture(np.ones(1), np.zeros(1), np.zeros(1))


def arcs(x: np.ndarray) -> Arcs:
    """Turn angles x (n,) into arcs: one per angle, or groups if there are many angles."""
    n: np.ndarray = np.ones(len(x))
    c, s = np.cos(x), np.sin(x)
    if len(x) > ARCS:
        anchor = np.arctan2(s.sum(), c.sum())
        group = ((x - anchor) % (2 * np.pi) * (ARCS / (2 * np.pi))).astype(np.int64) % ARCS
        n, c, s = (np.bincount(group, a, minlength=ARCS) for a in (n, c, s))
        n, c, s = n[n > 0], c[n > 0], s[n > 0]
    length = np.hypot(c, s)
    return Arcs(n, c, s, np.array([c / length, s / length]))


def log_terms(mixture: Mixture, direction: np.ndarray) -> np.ndarray:
    """log (w_m vM(x; mu_m, kappa_m)), shape (m, b), nats; direction: (2, b) cosines and sines."""
    axis = np.array([mixture.kappa * np.cos(mixture.mu), mixture.kappa * np.sin(mixture.mu)])
    constant = log(mixture.weight) - np.log(2 * np.pi) - bessel.log_i0(mixture.kappa)
    return axis[0][:, None] * direction[0] + axis[1][:, None] * direction[1] + constant[:, None]


def step(mixture: Mixture, data: Arcs, kappa_cap: float) -> tuple[Mixture, float]:
    """The mixture after one iteration of EM, and the log-likelihood in nats before it."""
    terms = log_terms(mixture, data.direction)
    total = logsumexp(terms, 0)
    share = np.exp(terms - total)
    n, c, s = share @ data.n, share @ data.c, share @ data.s
    r = np.hypot(c, s) / np.maximum(n, 1e-300)
    kappa = von_mises.inverse_bessel_ratio(r, estimator="sra", cap=kappa_cap)
    return Mixture(n / n.sum(), np.arctan2(s, c), kappa), float(data.n @ total)


def em(mixture: Mixture, data: Arcs, kappa_cap: float) -> tuple[Mixture, float]:
    """The mixture after EM, and its log-likelihood in nats."""
    before = -np.inf
    for _ in range(MAX_ITERATIONS):
        following, likelihood = step(mixture, data, kappa_cap)
        if likelihood - before <= TOLERANCE * data.n.sum():
            break
        mixture, before = following, likelihood
    return mixture, likelihood


def with_one_more(mixture: Mixture, data: Arcs, smooth: np.ndarray) -> Mixture:
    """The mixture with one more component, where the kernel density `smooth` (b,) of the arcs exceeds it
    most.
    """
    excess = smooth - np.exp(logsumexp(log_terms(mixture, data.direction), 0))
    at = data.direction[:, np.argmax(excess)]
    m = len(mixture.weight)
    weight = np.append(mixture.weight * m, 1.0) / (m + 1)
    return Mixture(
        weight, np.append(mixture.mu, np.arctan2(at[1], at[0])), np.append(mixture.kappa, START_KAPPA)
    )


def kernel(data: Arcs) -> np.ndarray:
    """Kernel density of the angles at the arcs, shape (b,)."""
    cosines = data.direction.T @ data.direction
    return (
        np.exp(START_KAPPA * cosines)
        @ data.n
        / (data.n.sum() * 2 * np.pi * np.exp(bessel.log_i0(START_KAPPA)))
    )


def single(data: Arcs, kappa_cap: float) -> tuple[Mixture, float]:
    """Maximum likelihood estimate of one component, and its log-likelihood in nats."""
    sums = von_mises.Resultants(*(part.sum()[None, None] for part in data[:3]))
    mu, kappa = von_mises.estimate(sums, cap=kappa_cap)
    mixture = Mixture(np.ones(1), mu[0], kappa[0])
    return mixture, float(data.n @ log_terms(mixture, data.direction)[0])


def fit(x: np.ndarray, *, max_components: int = 5, kappa_cap: float = 500.0) -> Mixture:
    """The mixture of angles x (n,), radians without NaN, with the first local minimum of BIC; uniform without
    angles.

    There are at most max_components; m > 1 components need at least 10 m angles; no concentration exceeds
    kappa_cap.
    """
    if len(x) == 0:
        return UNIFORM
    data, n = arcs(x), len(x)
    best, likelihood = single(data, kappa_cap)
    bic, smooth = -2 * likelihood + 2 * np.log(n), None
    for m in range(2, min(max_components, n // CASES_PER_COMPONENT) + 1):
        smooth = kernel(data) if smooth is None else smooth
        candidate, likelihood = em(with_one_more(best, data, smooth), data, kappa_cap)
        candidate_bic = -2 * likelihood + (3 * m - 1) * np.log(n)
        if candidate_bic >= bic:
            break
        best, bic = candidate, candidate_bic
    return best

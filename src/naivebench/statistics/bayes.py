"""Bayesian comparison of two methods: probabilities that one is better, that both are practically alike, that
one is worse.

Differences are oriented so that positive is better for the first method. ROPE, the region of practical
equivalence, is [-rope, rope] in the unit of the scores; 0.01 is one point of accuracy.

Benavoli, Corani, Demsar and Zaffalon (2017), Journal of Machine Learning Research 18, sections 4.1 and 4.2;
the conventions (prior, ties, which region wins a draw) are those of the package baycomp.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, at_least
from naivebench.statistics.rounding import without_noise

DRAWS = 50_000
SEED = 2003
PRIOR = 0.5  # weight of the pseudo-observation 0 against 1 of each data set
ROPE = 0.01


class Probabilities(NamedTuple):
    """Sum to 1."""

    better: float  # the first method is better by more than the ROPE
    rope: float
    worse: float


def correlated_t(differences: np.ndarray, test_train_ratio: float, rope: float = ROPE) -> Probabilities:
    """Posterior of the mean difference on one data set, from (J,) differences of the folds of all repeats.

    Student's t with J - 1 degrees of freedom, location mean(d), squared scale (1 / J + n_test / n_train) s^2
    (Corani and Benavoli 2015). With rope = 0 the tail P(worse) is the one-sided p of `corrected_t`. Equal
    differences: all mass at their mean, split where that is the edge of a region. Raises InputError for fewer
    than 2 or infinite differences, a negative ratio or rope.
    """
    from scipy.special import stdtr

    d = _checked(differences, rope, 2)
    at_least(test_train_ratio, 0, "test_train_ratio")
    mean, deviation = float(d.mean()), float(d.std(ddof=1))
    if deviation <= 1e-12 * np.abs(d).max():
        return _point(mean, rope)
    scale = deviation * np.sqrt(1 / len(d) + test_train_ratio)
    better, worse = (float(stdtr(len(d) - 1, (sign * mean - rope) / scale)) for sign in (1, -1))
    return Probabilities(better, max(0.0, 1 - better - worse), worse)


def _point(mean: float, rope: float) -> Probabilities:
    """All mass at `mean`."""
    better, worse = (
        float(np.heaviside(without_noise(np.array([sign * mean - rope]), np.array([mean, rope]))[0], 0.5))
        for sign in (1, -1)
    )
    return Probabilities(better, 1 - better - worse, worse)


def signed_rank(
    differences: np.ndarray,
    rope: float = ROPE,
    *,
    draws: int = DRAWS,
    seed: int = SEED,
    weights: np.ndarray | None = None,
) -> Probabilities:
    """Bayesian signed-rank test over data sets, from the (N,) differences of mean scores.

    z_0 = 0 with weight 0.5 and z_1, ..., z_N with weight 1 get weights w ~ Dirichlet; the mass of `better` is
    sum_ij w_i w_j I(z_i + z_j > 2 rope), of `worse` likewise, of the ROPE the rest; equality counts half. The
    probability of a region is the share of draws in which it has the largest mass, shared among equals. The
    same seed gives the same weights for every pair of methods, so swapping two methods mirrors the result
    exactly. Raises InputError for no or infinite differences.
    """
    z = np.concatenate([[0.0], _checked(differences, rope, 1)])
    weights = dirichlet(len(z) - 1, draws=draws, seed=seed) if weights is None else weights
    sums = z[:, None] + z
    better, worse = (_mass(weights, _half_step(sign * sums - 2 * rope, z, rope)) for sign in (1, -1))
    masses = np.stack([better, 1 - better - worse if rope > 0 else np.zeros(len(weights)), worse])
    largest = masses >= masses.max(axis=0) - 1e-12
    return Probabilities(*(float(v) for v in (largest / largest.sum(axis=0)).mean(axis=1)))


def _checked(differences: np.ndarray, rope: float, least: int) -> np.ndarray:
    d = np.asarray(differences, dtype=np.float64)
    at_least(rope, 0, "rope")
    if len(d) < least:
        raise InputError(f"{len(d)} differences, at least {least} are needed")
    if not np.isfinite(d).all():
        raise InputError(
            f"{int((~np.isfinite(d)).sum())} of {len(d)} differences are not finite, leave them out "
            "before the Bayesian test"
        )
    return d


def dirichlet(n: int, *, draws: int = DRAWS, seed: int = SEED) -> np.ndarray:
    """(draws, 1 + n) weights of the pseudo-observation and n data sets; rows sum to 1."""
    gamma = np.random.default_rng(seed).standard_gamma(np.r_[PRIOR, np.ones(n)], (draws, n + 1))
    return gamma / gamma.sum(axis=1, keepdims=True)


def _half_step(excess: np.ndarray, z: np.ndarray, rope: float) -> np.ndarray:
    """1 above 0, one half at 0 up to rounding noise, 0 below."""
    return np.heaviside(without_noise(excess, np.append(z, rope)), 0.5)


def _mass(weights: np.ndarray, region: np.ndarray) -> np.ndarray:
    """(draws,) quadratic forms w' region w."""
    return np.einsum("ij,ij->i", weights @ region, weights)

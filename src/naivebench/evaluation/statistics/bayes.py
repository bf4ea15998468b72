"""Bayesian comparison of two methods: probabilities that one is better, that both are practically equivalent,
that one is worse.

Differences are oriented so that positive is better for the first method. ROPE, the region of practical
equivalence, is [-rope, rope] in the unit of the scores; 0.01 is one point of accuracy.

Benavoli, Corani, Demsar and Zaffalon (2017), Journal of Machine Learning Research 18, sections 4.1 and 4.2;
the conventions (prior, ties, which region wins a draw) are those of the package baycomp.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, at_least
from naivebench.evaluation.statistics import draws as counted
from naivebench.evaluation.statistics.rounding import NOISE, without_noise

DRAWS = 50_000
SEED = counted.SEED
MAX_SINGLE = 100  # up to this number, every data set has a weight; of more, equal differences share one
BLOCK = 1 << 15  # number of weights at a time, which stay in the cache
PRIOR = 0.5  # weight of the pseudo-observation 0 against 1 of each data set
ROPE = 0.01
SURE = 0.95  # probability from which a decision is called clear


class Probabilities(NamedTuple):
    """Probabilities of the three outcomes, which sum to 1."""

    better: float  # the first method is better by more than the ROPE
    rope: float
    worse: float


def correlated_t(differences: np.ndarray, test_train_ratio: float, rope: float = ROPE) -> Probabilities:
    """Posterior of the mean difference on one data set, from the differences (J,) of the folds of all
    repeats.

    Student's t with J - 1 degrees of freedom, location mean(d), squared scale (1 / J + n_test / n_train) s^2
    (Corani and Benavoli 2015). With rope = 0 the tail P(worse) is the one-sided p of `corrected_t`. If all
    differences are equal, all mass is at their mean, split if that is the edge of a region. Raises InputError
    for fewer than 2 or infinite differences, a negative ratio or rope.
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
    """Probabilities for all mass at `mean`."""
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
    sum_ij w_i w_j I(z_i + z_j > 2 rope), that of `worse` is defined in the same way, and the rest is that of
    the ROPE; equality counts half. The probability of a region is the share of draws in which it has the
    largest mass, shared among equals. The same seed gives the same weights for every pair of methods, so
    swapping two methods mirrors the result exactly. `weights`: those of `dirichlet`, if many pairs share
    them. Time and memory grow with N, not with its square. Raises InputError for an empty array or infinite
    differences.
    """
    z, shapes = _observations(_checked(differences, rope, 1))
    order, edges = _regions(z, rope)
    shares, size = np.zeros(3), max(1, BLOCK // len(z))
    blocks = (
        _blocks(shapes, draws, seed)
        if weights is None
        else (weights[i : i + size] for i in range(0, len(weights), size))
    )
    for block in blocks:
        masses = _masses(block.take(order, axis=1), edges, rope)
        largest = masses >= masses.max(axis=0) - 1e-12
        shares += (largest / largest.sum(axis=0)).sum(axis=1)
    return Probabilities(*(shares / (draws if weights is None else len(weights))).tolist())


def _checked(differences: np.ndarray, rope: float, least: int) -> np.ndarray:
    d = np.asarray(differences, dtype=np.float64)
    at_least(rope, 0, "rope")
    if len(d) < least:
        raise InputError(f"there are {len(d)} differences, but at least {least} are needed")
    if not np.isfinite(d).all():
        raise InputError(
            f"{int((~np.isfinite(d)).sum())} of {len(d)} differences are not finite: leave them out "
            "before the Bayesian test"
        )
    return d


def dirichlet(n: int, *, draws: int = DRAWS, seed: int = SEED) -> np.ndarray:
    """Weights of the pseudo-observation and n data sets, (draws, 1 + n); rows sum to 1."""
    return np.concatenate(list(_blocks(np.r_[PRIOR, np.ones(n)], draws, seed)))


def shared_weights(n: int) -> np.ndarray | None:
    """`dirichlet` for the `weights` of many pairs over n data sets; None if it would take too much memory, so
    that every pair draws its own.
    """
    return dirichlet(n) if n <= MAX_SINGLE else None


def _blocks(shapes: np.ndarray, draws: int, seed: int) -> Iterator[np.ndarray]:
    """Weights of the Dirichlet distribution with parameters `shapes` (m,), some rows of (draws, m) at a time.

    If no data sets share a weight, they are those of `draws.dirichlet`, which the page computes too.
    """
    rng, size = np.random.default_rng(seed), max(1, BLOCK // len(shapes))
    for start in range(0, draws, size):
        count = min(size, draws - start)
        if (shapes[1:] == 1).all():
            yield counted.dirichlet(len(shapes) - 1, count, start, seed)
            continue
        gamma = rng.standard_gamma(shapes, (count, len(shapes)))
        yield gamma / gamma.sum(axis=1, keepdims=True)


def _observations(d: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The pseudo-observation 0 and the differences (N,), and the parameters of their weights.

    The sum of the weights of c equal differences has the parameter c, so with many data sets, equal
    differences are merged into one. Their order is that of the first of each, which is the same for both
    orders of the methods.
    """
    z, shapes = np.append(0.0, d), np.append(PRIOR, np.ones(len(d)))
    if len(d) <= MAX_SINGLE:
        return z, shapes
    values, first, group = np.unique(z + 0.0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return values[order], np.bincount(group, shapes)[order]


def _regions(z: np.ndarray, rope: float) -> tuple[np.ndarray, list[tuple[np.ndarray, np.ndarray]]]:
    """Order of ascending z (m,), and for the edges 2 rope and -2 rope the numbers of z_j for which z_i + z_j
    lies below the edge, and at most on it, for each z_i in that order.

    A sum that is closer to the edge than rounding noise, as in `rounding.without_noise`, counts as on it.
    """
    order = np.argsort(z, kind="stable")
    rising, largest = z[order], max(np.abs(z).max(), rope)
    noise = NOISE * largest
    edges = (2 * rope - rising, -2 * rope - rising)
    return order, [
        (np.searchsorted(rising, edge - noise), np.searchsorted(rising, edge + noise, "right"))
        for edge in edges
    ]


def _masses(weights: np.ndarray, edges: list[tuple[np.ndarray, np.ndarray]], rope: float) -> np.ndarray:
    """Masses of the regions, (3, draws); `weights` (draws, m) in the order of `_regions`.

    The mass below an edge is sum_i w_i P(z_j < edge - z_i), each of these a sum of the first weights.
    """
    sums = np.zeros((len(weights), weights.shape[1] + 1))
    np.cumsum(weights, axis=1, out=sums[:, 1:])
    not_better, worse = (np.einsum("ij,ij->i", weights, _up_to(sums, *edge)) for edge in edges)
    rest = not_better - worse if rope > 0 else np.zeros(len(weights))
    return np.stack([1 - not_better, rest, worse])


def _up_to(sums: np.ndarray, below: np.ndarray, at_most: np.ndarray) -> np.ndarray:
    """Masses below an edge plus half the mass on it, (draws, m)."""
    masses = sums.take(below, axis=1)
    return masses if (below == at_most).all() else (masses + sums.take(at_most, axis=1)) / 2

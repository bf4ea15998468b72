"""Bayesian comparison of two methods: probabilities that the first is better, that both are practically
equivalent, and that the first is worse.

Differences are oriented so that positive is better for the first method. ROPE, the region of practical
equivalence, is [-rope, rope] in the unit of the scores; 0.01 is one point of accuracy.

Benavoli, Corani, Demsar and Zaffalon (2017), Journal of Machine Learning Research 18, sections 4.1 and 4.2;
the conventions (prior, ties, which region wins a draw) are as in the package baycomp.

The weights of the signed-rank test come from hashes of a counter: each depends only on `SEED` and its place,
so parts can be computed in any order, and every pair of methods gets the same weights
(docs/protocols/statistics.md#bayesian-tests).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, check_at_least, format_count
from naivebench.evaluation.statistics.rounding import NOISE, check_differences

DRAWS = 50_000
SEED = 2003
BLOCK = 1 << 15  # number of weights at a time, which stay in the cache
ROPE = 0.01
SURE = 0.95  # a decision with at least this probability is called clear


class Probabilities(NamedTuple):
    """Probabilities of the three outcomes, which sum to 1."""

    better: float  # the first method is better by more than the ROPE
    rope: float
    worse: float


def correlated_t(differences: np.ndarray, test_train_ratio: float, rope: float = ROPE) -> Probabilities:
    """Compute the posterior of the mean difference on one data set from the differences (J,) of all folds.

    It is Student's t with J - 1 degrees of freedom, location mean(d) and squared scale (1 / J + n_test /
    n_train) s^2 (Corani and Benavoli 2015). If all differences are equal, all mass is at their mean, split if
    that is the edge of a region. Raises InputError for fewer than 2 or infinite differences, a negative ratio
    or rope.
    """
    from scipy.special import stdtr

    d = _check_arguments(differences, rope, 2)
    check_at_least(test_train_ratio, 0, "test_train_ratio")
    mean, deviation = float(d.mean()), float(d.std(ddof=1))
    gaps = np.array([mean - rope, -mean - rope])
    gaps[np.abs(gaps) <= NOISE * max(abs(mean), rope)] = 0
    scale = deviation * np.sqrt(1 / len(d) + test_train_ratio)
    scale = scale if deviation > 1e-12 * np.abs(d).max() else 1e-300  # so that t is infinite, or 0 at an edge
    better, worse = stdtr(len(d) - 1, gaps / scale).tolist()
    return Probabilities(better, max(0.0, 1 - better - worse), worse)


def bayesian_signed_rank(differences: np.ndarray, rope: float = ROPE, *, draws: int = DRAWS) -> Probabilities:
    """Apply the Bayesian signed-rank test to the (N,) differences of mean scores over data sets.

    z_0 = 0 with weight 0.5 and z_1, ..., z_N with weight 1 get weights w ~ Dirichlet; the mass of `better` is
    sum_ij w_i w_j I(z_i + z_j > 2 rope), the mass of `worse` is defined in the same way, and the rest is
    the ROPE's. Equality counts half. The probability of a region is the share of draws in which it has the
    largest mass, shared among equals. Every pair of methods gets the same weights, so swapping two methods
    mirrors the result exactly. Time and memory grow with N, not with its square. Raises InputError for an
    empty array or infinite differences.
    """
    z = np.append(0.0, _check_arguments(differences, rope, 1))
    order = np.argsort(z, kind="stable")
    edges = _count_below_edges(z[order], rope)
    shares, size = np.zeros(3), max(1, BLOCK // len(z))
    for start in range(0, draws, size):
        weights = draw_weights(len(differences), min(size, draws - start), start)
        masses = _measure_masses(weights.take(order, axis=1), edges, rope)
        largest = masses >= masses.max(axis=0) - 1e-12
        shares += (largest / largest.sum(axis=0)).sum(axis=1)
    return Probabilities(*(shares / draws).tolist())


@lru_cache(maxsize=160)  # many pairs share the blocks, which have 256 KB each
def draw_weights(n: int, draws: int, start: int = 0) -> np.ndarray:
    """Draw weights of the pseudo-observation and n data sets from Dirichlet(1/2, 1, ..., 1), (draws, 1 + n),
    the samples from `start` on; rows sum to 1.

    A sample takes n + 2 uniforms u: -log u has the Gamma distribution of shape 1, and -log(u_0) cos^2(2 pi
    u_1) that of shape 1/2, half the square of a normal number (Box and Muller 1958).
    """
    u = (hash_counters(draws * (n + 2), start * (n + 2)).reshape(draws, n + 2) + 0.5) / 2**32
    gamma = -np.log(np.delete(u, 1, axis=1))
    gamma[:, 0] *= np.cos(2 * np.pi * u[:, 1]) ** 2
    return gamma / gamma.sum(axis=1, keepdims=True)


def hash_counters(count: int, start: int = 0) -> np.ndarray:
    """Hash the counters start, ..., start + count - 1, (count,) uint32; the hashes repeat after 2^32.

    A hash is two rounds of a bijection of 32 bits (xor-shifts and odd multipliers, those of C. Wellons'
    lowbias32). Do not use these numbers for secrets.
    """
    counter = np.arange(start, start + count, dtype=np.uint64).astype(np.uint32)
    return _mix_bits(_mix_bits(counter) + _mix_bits(np.array([SEED], dtype=np.uint32)))


def _mix_bits(x: np.ndarray) -> np.ndarray:
    """Apply a bijection of 32-bit numbers, uint32 to uint32."""
    x = x ^ (x >> np.uint32(16))
    x = x * np.uint32(0x7FEB352D)
    x = x ^ (x >> np.uint32(15))
    x = x * np.uint32(0x846CA68B)
    return x ^ (x >> np.uint32(16))


def _check_arguments(differences: np.ndarray, rope: float, least: int) -> np.ndarray:
    check_at_least(rope, 0, "rope")
    if len(differences) < least:
        raise InputError(f"got {format_count(len(differences), 'difference')}, expected at least {least}")
    return check_differences(differences, "Bayesian test")


def _count_below_edges(rising: np.ndarray, rope: float) -> list[tuple[np.ndarray, np.ndarray]]:
    """Count the z_j with z_i + z_j below an edge, and those with z_i + z_j at or below it, for each z_i of
    `rising` (m,) and the edges 2 rope and -2 rope.

    A sum that is closer to the edge than rounding noise, as in `rounding.remove_noise`, counts as on it.
    """
    noise = NOISE * max(np.abs(rising).max(), rope)
    return [
        (np.searchsorted(rising, edge - noise), np.searchsorted(rising, edge + noise, "right"))
        for edge in (2 * rope - rising, -2 * rope - rising)
    ]


def _measure_masses(
    weights: np.ndarray, edges: list[tuple[np.ndarray, np.ndarray]], rope: float
) -> np.ndarray:
    """Compute the masses (3, draws) of the regions from `weights` (draws, m), sorted by rising z.

    The mass below an edge is sum_i w_i P(z_j < edge - z_i). Every P is a sum of the first weights.
    """
    sums = np.zeros((len(weights), weights.shape[1] + 1))
    np.cumsum(weights, axis=1, out=sums[:, 1:])
    up_to = []
    for below, at_most in edges:
        shares = sums.take(below, axis=1)
        if (below != at_most).any():  # half of what is on the edge
            shares = (shares + sums.take(at_most, axis=1)) / 2
        up_to.append(np.einsum("ij,ij->i", weights, shares))
    not_better, worse = up_to
    rest = not_better - worse if rope > 0 else np.zeros(len(weights))
    return np.stack([1 - not_better, rest, worse])

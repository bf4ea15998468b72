"""Bergmann and Hommel's procedure for any number of methods, if p falls with the difference of average ranks.

The adjusted p of a pair is the maximum of |I| min_{j in I} p_j over exhaustive sets I with that pair, then
the running maximum over p. Each partition of the methods into blocks gives an exhaustive set, the pairs
inside blocks, and 35 methods have 2.8e29 partitions. But only the largest I counts among those that contain
pair t and no pair with smaller p. There all blocks of methods are at most d_t = |R_u - R_v| wide, and such a
largest I has contiguous blocks: where two blocks overlap on the axis of ranks, moving the overlap into the
larger one keeps both narrow and adds pairs, as C(n, 2) is convex. The block of the pair (u, v) itself may
contain anything in [R_u, R_v]. Hence a shortest-path recursion over the other k - 2 methods in order of rank
gives the exact procedure in O(k^4), and not an approximation.

Bergmann and Hommel (1988); Garcia and Herrera (2008), Journal of Machine Learning Research 9, section 2.
"""

from __future__ import annotations

import numpy as np

TIE = 1e-9  # relative: differences of ranks, and p-values, that differ by less are equal


def bergmann_hommel(average_ranks: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Adjust the p (m,) of all pairs of k methods with average ranks (k,); pairs are as in
    `posthoc.compare_pairs`.

    The result is exact for every k, provided that p is a decreasing function of |R_i - R_j|, as it is for the
    z tests of `posthoc.compare_pairs`.
    """
    p = np.asarray(p, dtype=np.float64)
    by_set = p * compute_largest_set_sizes(average_ranks)
    smaller = [by_set[p < each * (1 - TIE)].max(initial=0.0) for each in p]
    return np.minimum(np.maximum(by_set, smaller), 1.0)


def compute_largest_set_sizes(average_ranks: np.ndarray) -> np.ndarray:
    """Return for each of the m pairs the size of the largest exhaustive set with it and no wider pair."""
    r = np.asarray(average_ranks, dtype=np.float64)
    first, second = np.triu_indices(len(r), 1)
    low, high = np.minimum(r[first], r[second]), np.maximum(r[first], r[second])
    order = np.tile(np.argsort(r, kind="stable"), (len(first), 1))
    others = r[order[(order != first[:, None]) & (order != second[:, None])].reshape(len(first), -1)]
    return _count_pairs_in_blocks(others, low, high, TIE * max(1.0, float(np.abs(r).max(initial=0.0))))


def _count_pairs_in_blocks(x: np.ndarray, low: np.ndarray, high: np.ndarray, tie: float) -> np.ndarray:
    """Return the largest number of pairs inside blocks at most high - low wide, for the sorted rows of x (m,
    k - 2) and one block with the ends low and high.

    `plain[j]`: the best of the first j methods in their own blocks; `joined[j]`: the same with the pair's
    block counted.
    """
    (m, others), width = x.shape, (high - low)[:, None] + tie
    inside = (x >= low[:, None] - tie) & (x <= high[:, None] + tie)
    plain, joined = np.zeros((m, others + 1)), np.ones((m, others + 1))
    for j in range(1, others + 1):
        size = j - np.arange(j)
        narrow = x[:, j - 1 : j] - x[:, :j] <= width
        within = inside[:, :j] & inside[:, j - 1 : j]
        plain[:, j] = np.where(narrow, plain[:, :j] + size * (size - 1) / 2, 0).max(axis=1)
        extended = np.where(narrow, joined[:, :j] + size * (size - 1) / 2, 0).max(axis=1)
        taken = np.where(within, plain[:, :j] + (size + 2) * (size + 1) / 2, 0).max(axis=1)
        joined[:, j] = np.maximum(np.maximum(extended, taken), plain[:, j] + 1)
    return joined[:, -1]

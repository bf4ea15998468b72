"""Pairs of methods that differ: z tests on average ranks, and their corrections for multiple comparisons.

The m = k (k - 1) / 2 pairs of k methods are ordered (0, 1), (0, 2), ..., (k - 2, k - 1). Compare
adjusted p-values directly with the chosen level. For every pair: bonferroni >= holm >= shaffer >=
bergmann_hommel, and holm >= hochberg.

Garcia and Herrera (2008), Journal of Machine Learning Research 9, 2677-2694, sections 2 and 3; Demsar (2006),
same journal 7.
"""

from __future__ import annotations

import gc
from functools import lru_cache
from typing import NamedTuple

import numpy as np

# methods; 10 have 115,974 exhaustive sets, and each further method multiplies that by five to six
MAX_EXHAUSTIVE = 9
TIE = 1e-9  # relative: p-values that differ by less come from equal differences of ranks


class PairwiseResult(NamedTuple):
    """Results of two-sided z tests of all pairs of methods."""

    first: np.ndarray  # (m,) int, index of the first method
    second: np.ndarray  # (m,) int, index of the second method
    z: np.ndarray  # (m,) non-negative
    p: np.ndarray  # (m,) without correction
    n: int  # data sets


def pairwise(average_ranks: np.ndarray, n: int) -> PairwiseResult:
    """The z tests of all pairs: z = |R_i - R_j| / sqrt(k (k + 1) / (6 n)) and its two-sided normal p, for
    average ranks over n data sets.
    """
    from scipy.special import ndtr

    r = np.asarray(average_ranks, dtype=np.float64)
    first, second = np.triu_indices(len(r), 1)
    z = np.abs(r[first] - r[second]) / np.sqrt(len(r) * (len(r) + 1) / (6 * n))
    return PairwiseResult(first, second, z, 2 * ndtr(-z), n)


def critical_difference(k: int, n: int, alpha: float = 0.05) -> float:
    """Difference of average ranks from which Nemenyi's test calls two of k methods on n data sets different.

    It is the upper alpha quantile of the studentised range of k normal variables, over sqrt 2, times sqrt(k
    (k + 1) / (6 n)).
    """
    return float(_range_quantile(alpha, k) / np.sqrt(2) * np.sqrt(k * (k + 1) / (6 * n)))


@lru_cache(maxsize=1024)
def _range_quantile(alpha: float, k: int) -> float:
    from scipy.stats import studentized_range

    return float(studentized_range.isf(alpha, k, np.inf))


def nemenyi(z: np.ndarray, k: int) -> np.ndarray:
    """Adjusted p of Nemenyi's test by the studentised range: P(range of k normal variables >= sqrt 2 z) for
    each z of `pairwise`.

    It is at most alpha exactly from the critical difference on. The other form, m p, is `bonferroni`, which
    is never smaller.
    """
    from scipy.special import ndtr
    from scipy.stats import studentized_range

    z = np.asarray(z, dtype=np.float64)
    # scipy's 1 - cdf is exact to 1e-13 only; p and m p bound the tail beyond
    p = 2 * ndtr(-z)
    return np.clip(studentized_range.sf(np.sqrt(2) * z, k, np.inf), p, np.minimum(k * (k - 1) / 2 * p, 1))


def bonferroni(p: np.ndarray) -> np.ndarray:
    """Adjusted p, m p and at most 1: Nemenyi's procedure as Garcia and Herrera state it."""
    return _adjusted(p, "bonferroni")


def holm(p: np.ndarray) -> np.ndarray:
    """Step-down adjusted p: running maximum of (m - i + 1) p_(i) (Holm 1979)."""
    return _adjusted(p, "holm")


def hochberg(p: np.ndarray) -> np.ndarray:
    """Step-up adjusted p: running minimum from the largest of (m - i + 1) p_(i) (Hochberg 1988); holds for
    independent tests.
    """
    return _adjusted(p, "simes-hochberg")


def _adjusted(p: np.ndarray, method: str) -> np.ndarray:
    """Adjusted p by a method of statsmodels."""
    from statsmodels.stats.multitest import multipletests

    # its Holm ends with a full garbage collection, 50 ms per call, which skips frozen objects
    gc.freeze()
    try:
        return multipletests(np.asarray(p, dtype=np.float64), method=method)[1]
    finally:
        gc.unfreeze()


def shaffer(p: np.ndarray, k: int) -> np.ndarray:
    """Shaffer's static procedure for all m pairs of k methods: like Holm's, with t_i in place of m - i + 1.

    t_i is the largest number of pairs, at most m - i + 1, that can be equal at once (Shaffer 1986).
    """
    p, possible = np.asarray(p, dtype=np.float64), np.array(sorted(true_counts(k)))
    factors = possible[np.searchsorted(possible, np.arange(len(p), 0, -1), "right") - 1]
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(factors * p[order])
    return np.minimum(adjusted, 1)


def true_counts(k: int) -> set[int]:
    """S(k): the numbers of pairs of k methods that can be equal at once; S(5) = {0, 1, 2, 3, 4, 6, 10}."""
    counts: list[set[int]] = [{0}, {0}]
    for size in range(2, k + 1):
        counts.append({j * (j - 1) // 2 + x for j in range(1, size + 1) for x in counts[size - j]})
    return counts[k]


def bergmann_hommel(p: np.ndarray, k: int) -> np.ndarray | None:
    """Adjusted p of Bergmann and Hommel (1988) for all m pairs of k methods; None for more than
    `MAX_EXHAUSTIVE` methods.

    It is the maximum of |I| min_{j in I} p_j over the exhaustive sets I with the pair, then the running
    maximum over p. Any p are accepted; for the z tests of average ranks `bergmann.bergmann_hommel` has no
    limit.
    """
    if k > MAX_EXHAUSTIVE:
        return None
    p = np.asarray(p, dtype=np.float64)
    sets = exhaustive_sets(k)
    bound = sets.sum(axis=1) * np.where(sets, p, np.inf).min(axis=1)
    by_set = np.where(sets, bound[:, None], 0).max(axis=0)
    smaller = [by_set[p < each * (1 - TIE)].max(initial=0.0) for each in p]
    return np.minimum(np.maximum(by_set, smaller), 1.0)


def exhaustive_sets(k: int) -> np.ndarray:
    """The non-empty sets of pairs that can be all the true equalities among k methods, (number of sets, m)
    bool.

    Each partition of the methods into blocks gives one: the pairs inside blocks. There are 1, 4, 14, 51, 202,
    876, 4139, 21146 for k = 2, ..., 9.
    """
    blocks = _partitions(k)
    first, second = np.triu_indices(k, 1)
    sets = blocks[:, first] == blocks[:, second]
    return sets[sets.any(axis=1)]


def _partitions(k: int) -> np.ndarray:
    """All set partitions as block numbers, (Bell number, k) int8; each new block takes the next number."""
    blocks = np.zeros((1, 1), dtype=np.int8)
    for _ in range(k - 1):
        choices = blocks.max(axis=1) + 2
        rows = np.repeat(np.arange(len(blocks)), choices)
        number = np.arange(len(rows)) - np.repeat(np.cumsum(choices) - choices, choices)
        blocks = np.column_stack([blocks[rows], number.astype(np.int8)])
    return blocks


def cliques(
    average_ranks: np.ndarray, *, significant: np.ndarray | None = None, cd: float | None = None
) -> list[list[int]]:
    """Maximal groups of two or more neighbouring methods without a significant pair, as bars of a
    critical-difference diagram.

    Pass either `significant` (k, k) bool, symmetric, or `cd`, a critical difference of ranks. Groups and
    their method indices are ordered from the best average rank; equal ranks keep the order of the methods.
    """
    r = np.asarray(average_ranks, dtype=np.float64)
    if (significant is None) == (cd is None):
        raise ValueError("pass either significant or cd to cliques")
    apart = (
        np.abs(r[:, None] - r[None, :]) >= cd if significant is None else np.asarray(significant, dtype=bool)
    )
    order = np.argsort(r, kind="stable")
    apart = apart[np.ix_(order, order)]
    groups, covered = [], 0
    for start in range(len(r)):
        end = start + 1
        while end < len(r) and not apart[start : end + 1, end].any():
            end += 1
        if end - start > 1 and end > covered:
            groups.append([int(m) for m in order[start:end]])
            covered = end
    return groups

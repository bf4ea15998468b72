"""Pairs of methods that differ: z tests on average ranks, and their corrections for multiple comparisons.

The m = k (k - 1) / 2 pairs of k methods are ordered (0, 1), (0, 2), ..., (k - 2, k - 1). Compare
adjusted p-values directly with the chosen level. For every pair: bonferroni >= holm >= shaffer >=
bergmann_hommel, and holm >= hochberg.

Comparisons of one control method with all others are fewer tests, hence more powerful. Bergmann and Hommel's
procedure is in `bergmann`. Garcia and Herrera (2008), Journal of Machine Learning Research 9, 2677-2694,
sections 2 and 3; Demsar (2006), same journal 7.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np


class PairwiseResult(NamedTuple):
    """Results of two-sided z tests of all pairs of methods."""

    first: np.ndarray  # (m,) int, index of the first method
    second: np.ndarray  # (m,) int, index of the second method
    z: np.ndarray  # (m,) non-negative
    p: np.ndarray  # (m,) without correction


class Against(NamedTuple):
    """Comparison of a method with the control by a two-sided z test; the last three are adjusted p."""

    method: str
    z: float  # difference of ranks over its standard error: positive where the method is better
    p: float
    bonferroni_dunn: float
    holm: float
    hochberg: float


def compare_pairs(average_ranks: np.ndarray, n: int) -> PairwiseResult:
    """The z tests of all pairs: z = |R_i - R_j| / sqrt(k (k + 1) / (6 n)) and its two-sided normal p, for
    average ranks over n data sets.
    """
    from scipy.special import ndtr

    r = np.asarray(average_ranks, dtype=np.float64)
    first, second = np.triu_indices(len(r), 1)
    z = np.abs(r[first] - r[second]) / _standard_error(len(r), n)
    return PairwiseResult(first, second, z, 2 * ndtr(-z))


def compare_with_control(
    average_ranks: np.ndarray, methods: Sequence[str], control: str, n: int
) -> list[Against]:
    """Tests of the `control` against the k - 1 other methods, corrected by Bonferroni-Dunn, Holm and Hochberg
    (Demsar 2006, section 3.2.2).

    The control has to be chosen before the scores are seen.
    """
    from scipy.special import ndtr

    r, c = np.asarray(average_ranks, dtype=np.float64), list(methods).index(control)
    z = (r[c] - np.delete(r, c)) / _standard_error(len(r), n)
    p = 2 * ndtr(-np.abs(z))
    columns = (column.tolist() for column in (z, p, bonferroni(p), holm(p), hochberg(p)))
    return [Against(*row) for row in zip([m for m in methods if m != control], *columns, strict=True)]


def _standard_error(k: int, n: int) -> float:
    """Of the difference of two average ranks of k equal methods over n data sets."""
    return float(np.sqrt(k * (k + 1) / (6 * n)))


def critical_difference(k: int, n: int, alpha: float = 0.05) -> float:
    """Difference of average ranks from which Nemenyi's test calls two of k methods on n data sets different.

    It is the upper alpha quantile of the studentised range of k normal variables, over sqrt 2, times sqrt(k
    (k + 1) / (6 n)).
    """
    return float(_range_quantile(alpha, k) / np.sqrt(2) * _standard_error(k, n))


def control_critical_difference(k: int, n: int, alpha: float = 0.05) -> float:
    """Difference of average ranks from which the Bonferroni-Dunn test calls a method and the control
    different.
    """
    from scipy.special import ndtri

    return float(-ndtri(alpha / (2 * (k - 1))) * _standard_error(k, n))


@lru_cache(maxsize=1024)
def _range_quantile(alpha: float, k: int) -> float:
    from scipy.stats import studentized_range

    return float(studentized_range.isf(alpha, k, np.inf))


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


def cliques(average_ranks: np.ndarray, apart: np.ndarray) -> list[list[int]]:
    """Maximal groups of two or more neighbouring methods without a significant pair, as bars of a
    critical-difference diagram.

    `apart`: (k, k) bool, symmetric, whether two methods differ. Groups and their method indices are ordered
    from the best average rank; equal ranks keep the order of the methods.
    """
    order = np.argsort(average_ranks, kind="stable")
    apart = apart[np.ix_(order, order)]
    groups: list[list[int]] = []
    covered = 0
    for start in range(len(order)):
        end = start + 1
        while end < len(order) and not apart[start : end + 1, end].any():
            end += 1
        if end - start > 1 and end > covered:
            groups.append(order[start:end].tolist())
            covered = end
    return groups

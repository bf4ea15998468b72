"""Pairs of methods that differ: z tests on average ranks, and their corrections for multiple comparisons.

The m = k (k - 1) / 2 pairs of k methods are ordered (0, 1), (0, 2), ..., (k - 2, k - 1). Compare
adjusted p-values directly with the chosen level. For every pair: bonferroni >= holm >= shaffer >=
bergmann_hommel, and holm >= hochberg.

Comparing one control method with all others takes fewer tests, so each test is more powerful. Garcia and
Herrera (2008), Journal of Machine Learning Research 9, 2677-2694, sections 2 and 3; Demsar (2006), same
journal 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pandas as pd

TIE = 1e-9  # relative: differences of ranks, and p-values, that differ by less are equal
CORRECTIONS = ["nemenyi", "holm", "hochberg", "shaffer", "bergmann_hommel"]


def compare_pairs(average_ranks: np.ndarray, n: int) -> pd.DataFrame:
    """Test all pairs of methods by two-sided z tests of their average ranks (k,) over n data sets.

    The columns are first and second (indices of the methods), z = |R_i - R_j| / sqrt(k (k + 1) / (6 n)), its
    normal p, and p adjusted by each of `CORRECTIONS`.
    """
    from scipy.special import ndtr

    r = np.asarray(average_ranks, dtype=np.float64)
    first, second = np.triu_indices(len(r), 1)
    z = np.abs(r[first] - r[second]) / _standard_error(len(r), n)
    p = 2 * ndtr(-z)
    pairs = pd.DataFrame({"first": first, "second": second, "z": z, "p": p})
    stepped = {
        "nemenyi": adjust_p_values(p, "bonferroni"),
        "holm": holm(p),
        "hochberg": adjust_p_values(p, "simes-hochberg"),
    }
    return pairs.assign(**stepped, shaffer=shaffer(p, len(r)), bergmann_hommel=bergmann_hommel(r, p))


def compare_with_control(
    average_ranks: np.ndarray, methods: Sequence[str], control: str, n: int
) -> pd.DataFrame:
    """Test the `control` against each of the k - 1 other methods by two-sided z tests (Demsar 2006, section
    3.2.2).

    The columns are z (positive where the method is better), p, and p adjusted by Bonferroni and Dunn, Holm,
    and Hochberg. The control has to be chosen before the scores are seen.
    """
    from scipy.special import ndtr

    r, c = np.asarray(average_ranks, dtype=np.float64), list(methods).index(control)
    z = (r[c] - np.delete(r, c)) / _standard_error(len(r), n)
    p = 2 * ndtr(-np.abs(z))
    table = pd.DataFrame({"z": z, "p": p}, pd.Index([m for m in methods if m != control], name="method"))
    hochberg = adjust_p_values(p, "simes-hochberg")
    return table.assign(bonferroni_dunn=adjust_p_values(p, "bonferroni"), holm=holm(p), hochberg=hochberg)


def _standard_error(k: int, n: int) -> float:
    """Return the standard error of the difference of two average ranks of k methods on n data sets."""
    return float(np.sqrt(k * (k + 1) / (6 * n)))


@lru_cache(maxsize=1024)
def critical_difference(k: int, n: int, alpha: float = 0.05) -> float:
    """Return the difference in average rank from which two of k methods differ by Nemenyi's test.

    It is the upper alpha quantile of the studentised range of k normal variables, over sqrt 2, times sqrt(k
    (k + 1) / (6 n)).
    """
    from scipy.stats import studentized_range

    return float(studentized_range.isf(alpha, k, np.inf) / np.sqrt(2) * _standard_error(k, n))


def adjust_p_values(p: np.ndarray, method: str) -> np.ndarray:
    """Adjust p by a method of statsmodels.

    - `bonferroni`: min(m p, 1), which is Nemenyi's procedure as Garcia and Herrera state it
    - `simes-hochberg`, step-up: running minimum from the largest of (m - i + 1) p_(i) (Hochberg 1988); holds
      for independent tests
    """
    from statsmodels.stats.multitest import multipletests

    return multipletests(np.asarray(p, dtype=np.float64), method=method)[1]


def holm(p: np.ndarray) -> np.ndarray:
    """Adjust p by Holm's step-down procedure: running maximum of (m - i + 1) p_(i) (Holm 1979).

    The function of statsmodels ends with a full garbage collection, which takes longer than all other tests.
    """
    return _step_down(np.asarray(p, dtype=np.float64), np.arange(len(p), 0, -1))


def _step_down(p: np.ndarray, factors: np.ndarray) -> np.ndarray:
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(factors * p[order])
    return np.minimum(adjusted, 1)


def shaffer(p: np.ndarray, k: int) -> np.ndarray:
    """Adjust p of all m pairs of k methods by Shaffer's static procedure: Holm's with t_i for m - i + 1.

    t_i is the largest number of pairs, at most m - i + 1, that can be equal at once (Shaffer 1986).
    """
    p, possible = np.asarray(p, dtype=np.float64), np.array(sorted(list_equal_pair_counts(k)))
    return _step_down(p, possible[np.searchsorted(possible, np.arange(len(p), 0, -1), "right") - 1])


def list_equal_pair_counts(k: int) -> set[int]:
    """List S(k): how many pairs of k methods can be equal at once; S(5) = {0, 1, 2, 3, 4, 6, 10}."""
    counts: list[set[int]] = [{0}, {0}]
    for size in range(2, k + 1):
        counts.append({j * (j - 1) // 2 + x for j in range(1, size + 1) for x in counts[size - j]})
    return counts[k]


def bergmann_hommel(average_ranks: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Adjust the p (m,) of all pairs of k methods with average ranks (k,) by Bergmann and Hommel's procedure
    (1988); exact for every k, if p decreases with |R_i - R_j|, as in `compare_pairs`.

    The adjusted p of a pair is the maximum of |I| min_{j in I} p_j over exhaustive sets I with that pair,
    then the running maximum over p. Each partition of the methods into blocks gives an exhaustive set, the
    pairs inside blocks, and 35 methods have 2.8e29 partitions. But only the largest I counts among those that
    contain pair t and no pair with smaller p. There all blocks are at most d_t = |R_u - R_v| wide, and such a
    largest I has contiguous blocks: where two blocks overlap on the axis of ranks, moving the overlap into
    the larger one keeps both narrow and adds pairs, as C(n, 2) is convex. The block of the pair (u, v) itself
    may contain anything in [R_u, R_v]. Hence a shortest-path recursion over the other k - 2 methods in order
    of rank gives the exact procedure in O(k^4), and not an approximation.
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
    k - 2) and one block with the ends low and high. `plain[j]`: the best of the first j methods in their own
    blocks; `joined[j]`: the same with the pair's block.
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

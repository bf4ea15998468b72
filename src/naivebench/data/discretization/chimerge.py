"""ChiMerge: from one interval per value, neighbours are merged if their classes do not differ significantly.

The pair with the least chi-square of its 2 x K table is merged, the left one first among equals (to nine
digits). This ends when all pairs exceed the quantile `significance` of chi-square with K - 1 degrees of
freedom and at most `most` intervals are left. K is the number of classes that occur. Classes that occur in
neither interval add nothing. O(m log m K) for m values. Kerber 1992;
docs/methods/conventions.md#discretizers.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np

from naivebench.core.checks import InputError, check_at_least, check_whole
from naivebench.data.discretization import mdl


def find_cuts(
    values: np.ndarray, y: np.ndarray, n_classes: int, *, significance: float = 0.95, most: int = 15
) -> np.ndarray:
    """Find cut points of one attribute, ascending; `values` (n,) without NaN, `y` (n,) class indices.

    0 < significance < 1; most >= 1 intervals. Raises InputError for other numbers.
    """
    from scipy.special import gammaincinv

    check_at_least(significance, 1e-12, "significance", "chimerge")
    if significance >= 1:
        raise InputError(f"significance in chimerge is {significance!r}, expected a number below 1")
    most = check_whole(most, 1, "most", "chimerge")
    data = mdl.tabulate_class_counts(values, y, n_classes)
    occurs = np.flatnonzero(data.below[-1])
    counts = np.diff(data.below, axis=0)[:, occurs].astype(np.float64).tolist()
    degrees = len(occurs) - 1
    limit = 2 * gammaincinv(degrees / 2, significance) if degrees > 0 else np.inf  # quantile of chi-square
    return mdl.compute_midpoints(data.values, _merge_intervals(counts, float(limit), most)[1:])


def compute_chi_square(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the statistic of two rows of class counts (K,), rounded so that equal tables tie."""
    n = sum(a)  # in plain Python, which is faster than NumPy for a few classes
    share = n / (n + sum(b))
    statistic = 0.0
    for row, part in ((a, share), (b, 1 - share)):
        for x, count_a, count_b in zip(row, a, b, strict=True):
            if count_a or count_b:
                expected = (count_a + count_b) * part
                statistic += (x - expected) * (x - expected) / expected
    return round(float(statistic), 9)


def _merge_intervals(counts: list[list[float]], limit: float, most: int) -> list[int]:
    """Return the first rows of the intervals that remain after merging the rows (m, K) in place."""
    m = len(counts)
    right, left = list(range(1, m + 1)), list(range(-1, m - 1))
    version, alive = [0] * m, [True] * m  # version of the pair of an interval and the next
    waiting = [(compute_chi_square(counts[i], counts[i + 1]), i, 0) for i in range(m - 1)]
    heapq.heapify(waiting)
    n = m
    while waiting:
        statistic, i, stamp = heapq.heappop(waiting)
        if not alive[i] or stamp != version[i]:
            continue
        if statistic > limit and n <= most:
            break
        j = right[i]
        counts[i] = [a + b for a, b in zip(counts[i], counts[j], strict=True)]
        alive[j], right[i], n = False, right[j], n - 1
        if right[i] < m:
            left[right[i]] = i
        for pair in (left[i], i):
            if pair >= 0 and right[pair] < m:
                version[pair] += 1
                other = compute_chi_square(counts[pair], counts[right[pair]])
                heapq.heappush(waiting, (other, pair, version[pair]))
        if right[i] >= m:
            version[i] += 1
    return [i for i in range(m) if alive[i]]

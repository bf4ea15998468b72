"""Mutual information of discrete attributes and the class from raw frequencies, in nats.

Sums of m log m over counts m are computed in fixed point (64-bit integers), so they are exact: the result
depends neither on the order of cases, values or classes nor on the machine's summation order, and equal
tables tie exactly.
"""

from __future__ import annotations

import itertools

import numpy as np
from numba import njit

from naivebench.core import counts, table_sums
from naivebench.core.table import Table, n_cases
from naivebench.core.table_sums import Cases, Statistics

LEAST_LOG = 750  # nats: float64 has no positive number below exp(-746)
LISTED = 1 << 20  # numbers of cases whose weights are computed once


def tabulate_m_log_m(n: int) -> tuple[np.ndarray, float]:
    """Tabulate round(m log m * scale), m = 0..n, and return the scale; sums for n cases fit in 62 bits."""
    scale = _choose_scale(n)
    return _scale_m_log_m(np.arange(n + 1), scale), scale


def _choose_scale(n: float, *, whole: bool = True) -> float:
    """Return a power of two with which sums for n cases fit in 62 bits. whole: of whole numbers; others may
    have logarithms below 0, all larger than -`LEAST_LOG`.
    """
    return 2.0 ** (60 - int(np.ceil(np.log2(n * (np.log(max(n, 1)) + (0 if whole else LEAST_LOG)) + 2))))


def _scale_m_log_m(m: np.ndarray, scale: float) -> np.ndarray:
    return np.rint(m * np.log(np.where(m > 0, m, 1)) * scale).astype(np.int64)


def _convert_to_nats(sums: np.ndarray, scale: float, n: np.ndarray) -> np.ndarray:
    """Return the sums of `_scale_m_log_m` as nats per case of n; 0 where there are no cases."""
    return np.maximum(sums, 0) / scale / np.where(n > 0, n, 1)


def mutual_information(table: Table) -> np.ndarray:
    """Compute I(X_j; C) >= 0 of every discrete attribute, (d,) nats, on the cases where X_j is observed: the
    sum over v, c of p(v, c) log p(v, c) / (p(v) p(c)), p = raw frequencies.
    """
    table = counts.select_labelled_cases(table)
    offsets = counts.row_offsets(table.attributes)
    return information_of_counts(counts.value_counts(table, offsets), offsets, n_cases(table))


def information_of_counts(n_jvc: np.ndarray, offsets: np.ndarray, n: float) -> np.ndarray:
    """Compute `mutual_information` from the counts n_jvc (R, K), or sums of weights, of n cases."""
    scale = _choose_scale(n, whole=n_jvc.dtype.kind in "iu")
    n_jvc = n_jvc.copy()
    n_jvc[offsets[:-1]] = 0
    n_jc = counts.count_observed(n_jvc, offsets)
    n_j = n_jc.sum(axis=1)
    by_value = _scale_m_log_m(n_jvc, scale).sum(axis=1) - _scale_m_log_m(n_jvc.sum(axis=1), scale)
    sums = np.array([by_value[a:b].sum() for a, b in itertools.pairwise(offsets)], dtype=np.int64)
    sums += _scale_m_log_m(n_j, scale) - _scale_m_log_m(n_jc, scale).sum(axis=1)
    return _convert_to_nats(sums, scale, n_j)


def conditional_mutual_information(table: Table) -> np.ndarray:
    """Compute I(X_i; X_j | C) >= 0 of all pairs of discrete attributes, (d, d) nats, zero diagonal. O(n d^2).

    I = sum over u, v, c of p(u, v, c) log [ p(u, v | c) / (p(u | c) p(v | c)) ], p = raw frequencies of the
    cases where both attributes are observed (docs/methods/conventions.md#conditional-mutual-information).
    """
    return information_of_pairs(table_sums.count_table(table, pairs=True))


def information_of_pairs(statistics: Statistics) -> np.ndarray:
    """Compute `conditional_mutual_information` from counts of pairs or cases."""
    offsets, n = counts.row_offsets(statistics.attributes), statistics.n_c.sum()
    scale = _choose_scale(n, whole=statistics.n_c.dtype.kind in "iu")
    d, of_count = len(offsets) - 1, _scale_m_log_m(np.arange(min(int(n), LISTED) + 1), scale)
    sums, both = np.zeros((d, d), np.int64), np.zeros((d, d), statistics.n_c.dtype)
    if len(statistics.pairs):
        sum_information_of_pairs(statistics.pairs, offsets, of_count, scale, sums, both)
    else:
        cases, k = table_sums.reconstruct_cases(statistics), len(statistics.classes)
        for a, b in itertools.combinations(range(d), 2):
            sums[a, b], both[a, b] = _sum_pair_cases(cases, a, b, k, scale)
    information = _convert_to_nats(sums, scale, both)
    return information + information.T


@njit(cache=True)
def look_up_m_log_m(m, of_count, scale):
    """Return m log m in fixed point; of_count lists it for small whole numbers."""
    place = np.int64(m)
    if place == m and place < of_count.shape[0]:
        return of_count[place]
    return np.int64(np.rint(m * np.log(m) * scale))


@njit(cache=True)
def sum_information_of_pairs(cells, offsets, of_count, scale, sums, both):
    """For every pair of attributes a < b, add to sums (d, d)

        sum over u, v, c of w(n_uvc) - w(n_uc) - w(n_vc), plus w(n_c)

    counted on the cases where both are observed, and add the number of these cases to both (d, d). With w(m)
    = m log m, the sum is this number times I(X_a; X_b | C). cells: (R, R, K).
    """
    d, k = offsets.shape[0] - 1, cells.shape[2]
    by_b, by_class = np.zeros((cells.shape[0], k), cells.dtype), np.zeros((d, k), cells.dtype)
    by_a = np.zeros(k, cells.dtype)
    for a in range(d):
        by_b[:], by_class[:] = 0, 0
        for u in range(offsets[a] + 1, offsets[a + 1]):  # one long row of cells after the other
            for b in range(a + 1, d):
                by_a[:] = 0
                first, last = offsets[b] + 1, offsets[b + 1]
                for v in range(first, last):
                    for c in range(k):
                        by_a[c] += cells[u, v, c]
                        by_b[v, c] += cells[u, v, c]
                for m in cells[u, first:last].reshape(-1):  # w(0) is 0, which needs no branch
                    sums[a, b] += look_up_m_log_m(m, of_count, scale)
                for c in range(k):
                    by_class[b, c] += by_a[c]
                    sums[a, b] -= look_up_m_log_m(by_a[c], of_count, scale)
        for b in range(a + 1, d):
            for c in range(k):
                sums[a, b] += look_up_m_log_m(by_class[b, c], of_count, scale)
                both[a, b] += by_class[b, c]
            for m in by_b[offsets[b] + 1 : offsets[b + 1]].reshape(-1):
                sums[a, b] -= look_up_m_log_m(m, of_count, scale)


def _sum_pair_cases(cases: Cases, a: int, b: int, n_classes: int, scale: float) -> tuple[int, float]:
    """Return the sums of `sum_information_of_pairs` for one pair, by sorting instead of a table."""
    rows = np.flatnonzero((cases.codes[a] >= 0) & (cases.codes[b] >= 0))
    u, v = cases.codes[a, rows].astype(np.int64), cases.codes[b, rows].astype(np.int64)
    y, weights = cases.y[rows], cases.weights[rows]

    def sum_m_log_m(keys: np.ndarray) -> int:
        return int(_scale_m_log_m(counts.count_distinct(keys, weights)[1], scale).sum())

    width = int(v.max(initial=0)) + 1
    total = sum_m_log_m((u * width + v) * n_classes + y) + sum_m_log_m(y.astype(np.int64))
    return total - sum_m_log_m(u * n_classes + y) - sum_m_log_m(v * n_classes + y), weights.sum()

"""Mutual information of discrete attributes and the class from raw frequencies, in nats.

Sums of m log m over counts m are taken in fixed point (64-bit integers), so they are exact sums: the result
depends neither on the order of cases, values or classes nor on the machine's summation order, and equal
tables tie exactly.
"""

from __future__ import annotations

import itertools

import numpy as np

from naivebench.core import counts, kernels
from naivebench.core.table import Table, cardinalities, n_cases, n_classes


def fixed_point(n: int) -> tuple[np.ndarray, float]:
    """Integer weights w[m] = round(m log m * scale) for m = 0..n, and the scale; sums over a partition of n
    cases fit in 62 bits.
    """
    m = np.arange(n + 1, dtype=np.float64)
    m_log_m = m * np.log(np.maximum(m, 1))
    scale = 2.0 ** (60 - int(np.ceil(np.log2(m_log_m[-1] + 2))))
    return np.rint(m_log_m * scale).astype(np.int64), scale


def mutual_information(table: Table) -> np.ndarray:
    """I(X_j; C) of every discrete attribute in nats, shape (d,), on the cases where X_j is observed; never
    negative.

    I = sum over v, c of p(v, c) log p(v, c) / (p(v) p(c)), p = raw frequencies.
    """
    table = counts.known_cases(table)
    weights, scale = fixed_point(n_cases(table))
    offsets = counts.row_offsets(table)
    n_jvc = counts.value_counts(table, offsets)
    n_jvc[offsets[:-1]] = 0
    n_jc = counts.observed_totals(n_jvc, offsets)
    n_j = n_jc.sum(axis=1)
    by_value = weights[n_jvc].sum(axis=1) - weights[n_jvc.sum(axis=1)]
    sums = np.array([by_value[a:b].sum() for a, b in itertools.pairwise(offsets)], dtype=np.int64)
    sums += weights[n_j] - weights[n_jc].sum(axis=1)
    return np.maximum(sums, 0) / scale / np.maximum(n_j, 1)


def conditional_mutual_information(table: Table) -> np.ndarray:
    """I(X_i; X_j | C) of all pairs of discrete attributes in nats, shape (d, d), symmetric, zero diagonal,
    never negative.

    I = sum over u, v, c of p(u, v, c) log [ p(u, v | c) / (p(u | c) p(v | c)) ], p = raw frequencies of the
    cases where both attributes are observed (docs/methods.md#conditional-mutual-information). Complexity O(n
    d^2). Large tables are counted sparsely.
    """
    table = counts.known_cases(table)
    n, d, r, n_c = n_cases(table), table.codes.shape[1], cardinalities(table), n_classes(table)
    weights, scale = fixed_point(n)
    columns = counts.checked_codes(table.codes, counts.row_offsets(table))
    first, second = np.triu_indices(d, 1)
    useful = (r[first] > 1) & (r[second] > 1)
    dense = counts.fits_in_table((r[first] + 1) * (r[second] + 1) * n_c, n)
    information = np.zeros((d, d))
    pairs = np.stack([first, second], axis=1)[useful & dense]
    sums, observed = kernels.pair_information(columns, table.y, r, pairs, weights, n_c)
    information[pairs[:, 0], pairs[:, 1]] = np.maximum(sums, 0) / scale / np.maximum(observed, 1)
    for a, b in np.stack([first, second], axis=1)[useful & ~dense]:
        total, both = _sparse_pair(columns[a], columns[b], table.y, int(r[b]), n_c, weights)
        information[a, b] = max(total, 0) / scale / max(both, 1)
    return information + information.T


def _sparse_pair(
    a: np.ndarray, b: np.ndarray, y: np.ndarray, r_b: int, n_classes: int, weights: np.ndarray
) -> tuple[int, int]:
    """As `kernels.pair_information` for one pair of attributes of many values, by sorting instead of a
    table.
    """
    both = np.flatnonzero((a >= 0) & (b >= 0))
    a, b, y = a[both].astype(np.int64), b[both].astype(np.int64), y[both].astype(np.int64)

    def part(keys: np.ndarray) -> int:
        return int(weights[np.unique(keys, return_counts=True)[1]].sum())

    return part((a * r_b + b) * n_classes + y) - part(a * n_classes + y) - part(b * n_classes + y) + part(
        y
    ), len(both)

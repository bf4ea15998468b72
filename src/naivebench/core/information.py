"""Mutual information of discrete attributes and the class from raw frequencies, in nats.

Sums of m log m over counts m are taken in fixed point (64-bit integers), so they are exact sums: the result
depends neither on the order of cases, values or classes nor on the machine's summation order, and equal
tables tie exactly.
"""

from __future__ import annotations

import itertools

import numpy as np

from naivebench.core import additive, counts, kernels, margins
from naivebench.core.table import Table, cardinalities, n_cases, n_classes


def fixed_point(n: int) -> tuple[np.ndarray, float]:
    """Integer weights w[m] = round(m log m * scale) for m = 0..n, and the scale; sums over a partition of n
    cases fit in 62 bits.
    """
    scale = _scale(n)
    return _weights(np.arange(n + 1), scale), scale


def _scale(n: int) -> float:
    return 2.0 ** (60 - int(np.ceil(np.log2(n * np.log(max(n, 1)) + 2))))


def _weights(m: np.ndarray, scale: float) -> np.ndarray:
    return np.rint(m * np.log(np.maximum(m, 1)) * scale).astype(np.int64)


def mutual_information(table: Table) -> np.ndarray:
    """I(X_j; C) of every discrete attribute in nats, shape (d,), on the cases where X_j is observed; never
    negative.

    I = sum over v, c of p(v, c) log p(v, c) / (p(v) p(c)), p = raw frequencies.
    """
    table = counts.known_cases(table)
    offsets = counts.row_offsets(table)
    return information_of_counts(counts.value_counts(table, offsets), offsets, n_cases(table))


def information_of_counts(n_jvc: np.ndarray, offsets: np.ndarray, n: int) -> np.ndarray:
    """The same from the counts n_jvc (R, K) of n cases."""
    scale = _scale(n)
    n_jvc = n_jvc.copy()
    n_jvc[offsets[:-1]] = 0
    n_jc = counts.observed_totals(n_jvc, offsets)
    n_j = n_jc.sum(axis=1)
    by_value = _weights(n_jvc, scale).sum(axis=1) - _weights(n_jvc.sum(axis=1), scale)
    sums = np.array([by_value[a:b].sum() for a, b in itertools.pairwise(offsets)], dtype=np.int64)
    sums += _weights(n_j, scale) - _weights(n_jc, scale).sum(axis=1)
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
        total, both = _sparse_pair(columns[a], columns[b], table.y, int(r[b]), n_c, scale)
        information[a, b] = max(total, 0) / scale / max(both, 1)
    return information + information.T


def information_of_pairs(statistics: margins.Statistics) -> np.ndarray:
    """I(X_i; X_j | C) as `conditional_mutual_information`, from the margins of all pairs of attributes."""
    r, n_c = np.diff(additive.row_offsets(statistics.values.attributes)) - 1, statistics.values.n_c
    scale = _scale(int(n_c.sum()))
    information = np.zeros((len(r), len(r)))
    for (a, b), codes, y, cases in statistics.margins:
        if r[a] > 1 and r[b] > 1:
            total, both = _sparse_pair(codes[:, 0], codes[:, 1], y, int(r[b]), len(n_c), scale, cases)
            information[a, b] = information[b, a] = max(total, 0) / scale / max(both, 1)
    return information


def _sparse_pair(
    a: np.ndarray,
    b: np.ndarray,
    y: np.ndarray,
    r_b: int,
    n_classes: int,
    scale: float,
    cases: np.ndarray | None = None,
) -> tuple[int, int]:
    """As `kernels.pair_information` for one pair of attributes of many values, by sorting instead of a table;
    cases: (n,) that a row stands for.
    """
    both = np.flatnonzero((a >= 0) & (b >= 0))
    a, b, y = a[both].astype(np.int64), b[both].astype(np.int64), y[both].astype(np.int64)
    cases = None if cases is None else cases[both]

    def part(keys: np.ndarray) -> int:
        return int(_weights(counts.distinct(keys, cases)[1], scale).sum())

    return part((a * r_b + b) * n_classes + y) - part(a * n_classes + y) - part(b * n_classes + y) + part(
        y
    ), len(both) if cases is None else int(cases.sum())

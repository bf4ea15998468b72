"""Mutual information of discrete attributes and the class from raw frequencies, in nats.

Sums of m log m over counts m are computed in fixed point (64-bit integers), so they are exact: the result
depends neither on the order of cases, values or classes nor on the machine's summation order, and equal
tables tie exactly.
"""

from __future__ import annotations

import itertools

import numpy as np

from naivebench.core import additive, counts, kernels, margins
from naivebench.core.table import Table, n_cases

LEAST_LOG = 750  # nats: float64 has no positive number below exp(-746)


def fixed_point(n: int) -> tuple[np.ndarray, float]:
    """Integer weights w[m] = round(m log m * scale) for m = 0..n, and the scale; sums over a partition of n
    cases fit in 62 bits.
    """
    scale = _scale(n)
    return _weights(np.arange(n + 1), scale), scale


def _scale(n: float, *, whole: bool = True) -> float:
    """A power of two with which the sums for n cases fit in 62 bits.

    whole: the counts are whole numbers. Other counts may have logarithms below 0, all of them larger than
    -`LEAST_LOG`.
    """
    return 2.0 ** (60 - int(np.ceil(np.log2(n * (np.log(max(n, 1)) + (0 if whole else LEAST_LOG)) + 2))))


def _weights(m: np.ndarray, scale: float) -> np.ndarray:
    return np.rint(m * np.log(np.where(m > 0, m, 1)) * scale).astype(np.int64)


def _of_total(sums: np.ndarray, scale: float, n: np.ndarray) -> np.ndarray:
    """Sums of `_weights` as nats per case of n; 0 where there are no cases."""
    return np.maximum(sums, 0) / scale / np.where(n > 0, n, 1)


def mutual_information(table: Table) -> np.ndarray:
    """I(X_j; C) of every discrete attribute in nats, shape (d,), on the cases where X_j is observed; never
    negative.

    I = sum over v, c of p(v, c) log p(v, c) / (p(v) p(c)), p = raw frequencies.
    """
    table = counts.known_cases(table)
    offsets = counts.row_offsets(table)
    return information_of_counts(counts.value_counts(table, offsets), offsets, n_cases(table))


def information_of_counts(n_jvc: np.ndarray, offsets: np.ndarray, n: float) -> np.ndarray:
    """Mutual information, as from `mutual_information`, from the counts n_jvc (R, K) of n cases, integers or
    sums of weights (float64).
    """
    scale = _scale(n, whole=n_jvc.dtype.kind in "iu")
    n_jvc = n_jvc.copy()
    n_jvc[offsets[:-1]] = 0
    n_jc = counts.observed_totals(n_jvc, offsets)
    n_j = n_jc.sum(axis=1)
    by_value = _weights(n_jvc, scale).sum(axis=1) - _weights(n_jvc.sum(axis=1), scale)
    sums = np.array([by_value[a:b].sum() for a, b in itertools.pairwise(offsets)], dtype=np.int64)
    sums += _weights(n_j, scale) - _weights(n_jc, scale).sum(axis=1)
    return _of_total(sums, scale, n_j)


def conditional_mutual_information(table: Table) -> np.ndarray:
    """I(X_i; X_j | C) of all pairs of discrete attributes in nats, shape (d, d), symmetric, zero diagonal,
    never negative.

    I = sum over u, v, c of p(u, v, c) log [ p(u, v | c) / (p(u | c) p(v | c)) ], p = raw frequencies of the
    cases where both attributes are observed (docs/methods/conventions.md#conditional-mutual-information).
    Complexity O(n d^2). Large tables are counted sparsely.
    """
    table = counts.known_cases(table)
    d = table.codes.shape[1]
    information = np.zeros((d, d))
    for pairs in margins.parts(table, margins.all_pairs(d)):
        _add_information(margins.count(table, pairs), information)
    return information


def information_of_pairs(statistics: margins.Statistics) -> np.ndarray:
    """Conditional mutual information, as from `conditional_mutual_information`, from the counts of all pairs
    of attributes.
    """
    d = len(statistics.values.attributes)
    information = np.zeros((d, d))
    _add_information(statistics, information)
    return information


def _add_information(statistics: margins.Statistics, information: np.ndarray) -> None:
    """Write I(X_i; X_j | C) of the counted pairs into `information` (d, d)."""
    values, pairs = statistics.values, statistics.pairs
    r, n_c, n = np.diff(additive.row_offsets(values.attributes)) - 1, len(values.n_c), values.n_c.sum()
    scale = _scale(n, whole=values.n_c.dtype.kind in "iu")
    sums, both = kernels.pair_information(
        statistics.cells, r, pairs, n_c, int(n), lambda counts: _weights(counts, scale)
    )
    found = [(pairs, sums, both)]
    for columns, codes, y, cases in statistics.margins:
        total, known = _sparse_pair(codes[:, 0], codes[:, 1], y, int(r[columns[1]]), n_c, scale, cases)
        found.append((np.array([columns]), np.array([total]), np.array([known])))
    for of_pairs, sums, both in found:
        a, b = of_pairs.T
        information[a, b] = information[b, a] = _of_total(sums, scale, both)


def _sparse_pair(
    a: np.ndarray,
    b: np.ndarray,
    y: np.ndarray,
    r_b: int,
    n_classes: int,
    scale: float,
    cases: np.ndarray,
) -> tuple[int, float]:
    """Same result as `kernels.pair_information` for one pair of attributes with many values, by sorting
    instead of a table; cases: (n,) number of cases that each row represents.
    """
    both = np.flatnonzero((a >= 0) & (b >= 0))
    a, b, y = a[both].astype(np.int64), b[both].astype(np.int64), y[both].astype(np.int64)
    cases = cases[both]

    def part(keys: np.ndarray) -> int:
        return int(_weights(counts.distinct(keys, cases)[1], scale).sum())

    return part((a * r_b + b) * n_classes + y) - part(a * n_classes + y) - part(b * n_classes + y) + part(
        y
    ), cases.sum()

"""Counts of attribute values per class, and the probabilities estimated from them.

All attributes share one table of R rows and K columns, in which the class runs fastest. Attribute j owns the
rows offsets[j] to offsets[j + 1] - 1: first a row for missing values, then one per value. Nothing is padded,
so an attribute of 18,846 values costs 18,847 rows. The row of missing values contains zeros, so a missing
value has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.core.checks import InputError, check_same_number
from naivebench.core.logspace import log
from naivebench.core.table import DISCRETE, Attribute, Table, n_cases, n_classes, subset

BLOCK_CELLS = 4_000_000  # float64 cells of a working array: 32 MB
DENSE_CELLS = 1 << 18  # a joint table of attributes has at most this many cells,
DENSE_CELLS_PER_CASE = 4  # or this many per case; of larger ones only cells that occur are stored
IN_CACHE = 1024  # cases whose sums and classes stay in the processor's cache


class Sparse(NamedTuple):
    """The positive counts of a table that is too large to be stored."""

    keys: np.ndarray  # (s,) int64, sorted: configuration of values * K + class
    counts: np.ndarray  # (s,) int64 or float64


class Prior(NamedTuple):
    """Pseudo-counts of the values of all attributes."""

    pseudo: np.ndarray  # (R,) of every value
    total: np.ndarray  # (d,) their sums
    limit: np.ndarray  # (R,) probabilities without any case and pseudo-count, the values for s -> 0


def check_kinds(attributes: Iterable[Attribute], method: str, kinds: tuple[str, ...] = DISCRETE) -> None:
    """Raise InputError for an attribute whose kind is not in `kinds`."""
    cure = "set `discretize` to a discretizer, such as fayyad_irani, or " if kinds == DISCRETE else ""
    for attribute in attributes:
        if attribute.kind not in kinds:
            raise InputError(
                f"{method} accepts {', '.join(kinds[:-1])} and {kinds[-1]} attributes, but attribute "
                f"{attribute.name!r} is {attribute.kind}: {cure}choose another method"
            )


def select_labelled_cases(table: Table) -> Table:
    """Return the table of the cases with a known class."""
    return subset(table, np.flatnonzero(table.y >= 0)) if n_cases(table) and table.y.min() < 0 else table


def prepare_discrete_training(table: Table, method: str) -> Table:
    """Return the cases with a known class. Raises InputError for attributes that are not discrete."""
    check_kinds(table.attributes, method)
    return select_labelled_cases(table)


def select_weighted_cases(table: Table, weights: np.ndarray | None = None) -> tuple[Table, np.ndarray]:
    """Return the cases of known class and positive weight, and their weights: int64 if all are whole numbers.

    weights: (n,) finite, at least 0, by default 1 each.
    """
    if weights is None:
        known = select_labelled_cases(table)
        return known, np.ones(n_cases(known), np.int64)
    weights = np.asarray(weights, dtype=np.float64)
    used = np.flatnonzero((table.y >= 0) & (weights > 0))
    if len(used) < len(weights):
        table, weights = subset(table, used), weights[used]
    is_integer = (weights == np.floor(weights)).all() and weights.sum() < 2**53
    return table, weights.astype(np.int64) if is_integer else weights


def sum_weights(places: np.ndarray, weights: np.ndarray, size: int) -> np.ndarray:
    """Return the sum of the weights at every place 0..size - 1, of the type of the weights."""
    return np.bincount(places, weights, size).astype(weights.dtype)


def row_offsets(attributes: Iterable[Attribute]) -> np.ndarray:
    """Return the first row of every discrete attribute and R at the end, (d + 1,) int64."""
    rows = [len(a.values) + 1 for a in attributes if a.kind in DISCRETE]
    return np.cumsum([0, *rows], dtype=np.int64)


def check_codes(codes: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Transpose codes (n, d) to (d, n). Raises ValueError if they do not fit the value lists of the model."""
    check_same_number(len(offsets) - 1, codes.shape[1], "discrete attributes")
    columns = np.ascontiguousarray(codes.T)
    if columns.size and ((columns.max(axis=1) > np.diff(offsets) - 2).any() or columns.min() < -1):
        raise ValueError("a code of the table is outside the value list of its attribute")
    return columns


def codes_to_rows(columns: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Return the row of every code in the common table: columns (d, n) codes -> (d, n) int32."""
    return columns.astype(np.int32) + (offsets[:-1, None] + 1).astype(np.int32)


def value_counts(table: Table, offsets: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Count the cases, or sum their weights, by attribute value and (known) class: n_jvc, (R, K)."""
    weights = np.ones(n_cases(table), np.int64) if weights is None else weights
    cells = np.zeros((offsets[-1], n_classes(table)), weights.dtype)
    add_value_counts(check_codes(table.codes, offsets), table.y, weights, offsets, cells)
    return cells


@njit(cache=True)
def add_value_counts(columns, y, weights, offsets, cells):
    """Add every case to the cells (R, K) of its values. columns: (d, n) codes, y: (n,) in 0..K-1."""
    d, n, k = columns.shape[0], columns.shape[1], np.int32(cells.shape[1])
    for begin in range(0, n, IN_CACHE):
        for j in range(d):
            flat = cells[offsets[j] : offsets[j + 1]].reshape(-1)
            for i in range(begin, min(begin + IN_CACHE, n)):
                flat[np.uint64((np.int32(columns[j, i]) + np.int32(1)) * k + y[i])] += weights[i]


def count_observed(counts: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Return n_jc, the number of cases of class c in which attribute j is observed, shape (d, K)."""
    if len(offsets) == 1:
        return np.zeros((0, counts.shape[1]), counts.dtype)
    counts = counts.copy()
    counts[offsets[:-1]] = 0
    return np.add.reduceat(counts, offsets[:-1], axis=0)


def log_dirichlet_mean(
    counts: np.ndarray, totals: np.ndarray, pseudo: np.ndarray, pseudo_total: np.ndarray, limit: np.ndarray
) -> np.ndarray:
    """Return log((n_v + s_v) / (n + s)), the posterior mean of a Dirichlet prior with parameters s_v and sum
    s; log `limit`, its value for s -> 0, without cases and pseudo-counts. Shapes broadcast.
    """
    denominator = totals + pseudo_total
    empty = denominator == 0
    if not empty.any():
        return log((counts + pseudo) / denominator)
    return log(np.where(empty, limit, (counts + pseudo) / np.where(empty, 1, denominator)))


def log_conditional(
    counts: np.ndarray, totals: np.ndarray, offsets: np.ndarray, prior: Prior, occurs: np.ndarray
) -> np.ndarray:
    """Return log P(x_j = v | c) of all attributes, (R, K), with zeros in the rows of missing values and of
    values without case (`occurs` (R,) is false) and pseudo-count, which thus contribute nothing. counts: (R,
    K), totals: (d, K) as from `count_observed`.
    """
    totals, pseudo_total = (np.repeat(x, np.diff(offsets), axis=0) for x in (totals, prior.total[:, None]))
    table = log_dirichlet_mean(counts, totals, prior.pseudo[:, None], pseudo_total, prior.limit[:, None])
    table[~occurs & (prior.pseudo == 0)] = 0.0
    table[offsets[:-1]] = 0.0
    return table


def sum_table_rows(
    start: np.ndarray, rows: np.ndarray, table: np.ndarray, firsts: np.ndarray | None = None
) -> np.ndarray:
    """Add start + table[firsts[0] + rows[0]] + table[firsts[1] + rows[1]] + ..., (n, K), in this order.

    start: (K,) or (n, K), rows: (d, n) whole numbers, firsts: (d,), by default 0, table: (R, K).
    """
    total = np.empty((rows.shape[1], table.shape[1]))
    total[:] = start
    add_table_rows(rows, np.zeros(len(rows), np.int64) if firsts is None else firsts, table, total)
    return total


@njit(cache=True)
def add_table_rows(rows, firsts, table, total):
    """Add the rows of the table to total (n, K), see `sum_table_rows`, four attributes at a time."""
    d, n, k = rows.shape[0], rows.shape[1], total.shape[1]
    for begin in range(0, n, IN_CACHE):
        end, j = min(begin + IN_CACHE, n), 0
        while j + 3 < d:
            f0, f1, f2, f3 = firsts[j], firsts[j + 1], firsts[j + 2], firsts[j + 3]
            for i in range(begin, end):
                t0, t1 = table[np.uint64(f0 + rows[j, i])], table[np.uint64(f1 + rows[j + 1, i])]
                t2, t3 = table[np.uint64(f2 + rows[j + 2, i])], table[np.uint64(f3 + rows[j + 3, i])]
                sums = total[i]
                for c in range(k):
                    sums[c] = (((sums[c] + t0[c]) + t1[c]) + t2[c]) + t3[c]
            j += 4
        while j < d:
            for i in range(begin, end):
                t0, sums = table[np.uint64(firsts[j] + rows[j, i])], total[i]
                for c in range(k):
                    sums[c] += t0[c]
            j += 1


def count_distinct(keys: np.ndarray, cases: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct keys in order, and the number of cases of each, of the type of `cases` or int64.

    keys: (n,) of at least 0; cases: (n,) int64 or float64 cases > 0 of every key, by default 1 each.
    """
    span = int(keys.max(initial=-1)) + 1
    if allows_full_table(span, len(keys)):  # counting takes one pass, sorting many
        counted = np.bincount(keys, cases, span)
        values = np.flatnonzero(counted)
        return values, counted[values].astype(np.int64 if cases is None else cases.dtype)
    if cases is None or (cases.dtype.kind == "i" and (cases == 1).all()):  # sorting alone is twice as fast
        return np.unique(keys, return_counts=True)
    values, place = np.unique(keys, return_inverse=True)
    return values, sum_weights(place, cases, len(values))


def look_up_counts(sparse: Sparse, queries: np.ndarray, n_classes: int) -> np.ndarray:
    """Return the counts of the configurations `queries` (n,) by class, (n, K); 0 if they do not occur."""
    counted = np.zeros((len(queries), n_classes), sparse.counts.dtype)
    first = np.searchsorted(sparse.keys, queries * n_classes)
    lengths = np.searchsorted(sparse.keys, (queries + 1) * n_classes) - first
    case = np.repeat(np.arange(len(queries)), lengths)
    entry = np.arange(len(case)) + np.repeat(first - np.cumsum(lengths) + lengths, lengths)
    counted[case, sparse.keys[entry] - queries[case] * n_classes] = sparse.counts[entry]
    return counted


def allows_full_table(cells: int | np.ndarray, n: int) -> bool | np.ndarray:
    """Whether a joint table with this number of cells, counted on n cases, is stored in full."""
    return cells <= max(DENSE_CELLS, DENSE_CELLS_PER_CASE * n)


def list_blocks(n: int, cells_per_case: int) -> Iterator[slice]:
    """List slices over n cases whose arrays of `cells_per_case` cells per case stay small, at least one."""
    step = max(1, BLOCK_CELLS // max(1, cells_per_case))
    for first in range(0, max(n, 1), step):
        yield slice(first, min(first + step, n))

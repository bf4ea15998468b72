"""Counts of attribute values per class, and the probabilities estimated from them.

All attributes share one table of R rows and K columns (the class runs fastest): attribute j owns the rows
offsets[j] to offsets[j + 1] - 1, the first of them for missing values, then one per value. Nothing is padded,
so an attribute of 18,846 values costs 18,847 rows; a missing value adds the zeros of its row, so it is
skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from naivebench.core import kernels
from naivebench.core.checks import InputError
from naivebench.core.logspace import log
from naivebench.core.table import DISCRETE, Table, cardinalities, n_cases, n_classes, subset

BLOCK_CELLS = 4_000_000  # float64 cells of a working array: 32 MB
DENSE_CELLS = 1 << 18  # a joint table of attributes has at most this many cells,
DENSE_CELLS_PER_CASE = 4  # or this many per case; of larger ones only cells that occur are stored


def only_discrete(table: Table, method: str) -> None:
    """Raise InputError if the table has an attribute that is neither nominal nor ordinal."""
    for attribute in table.attributes:
        if attribute.kind not in DISCRETE:
            raise InputError(
                f"{method} accepts nominal and ordinal attributes, but attribute {attribute.name!r} is "
                f"{attribute.kind}: set `discretize` to a discretizer, such as fayyad_irani, or choose "
                "another method"
            )


def known_cases(table: Table) -> Table:
    """The table of the cases with a known class."""
    return subset(table, np.flatnonzero(table.y >= 0)) if n_cases(table) and table.y.min() < 0 else table


def row_offsets(table: Table) -> np.ndarray:
    """First row of every attribute and R at the end, shape (d + 1,) int64."""
    return np.concatenate([[0], np.cumsum(cardinalities(table) + 1)]).astype(np.int64)


def checked_codes(codes: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Transpose codes (n, d) to (d, n) after checking that they fit the value lists of the model.

    Raises ValueError if the number of attributes or a code does not fit.
    """
    if codes.shape[1] != len(offsets) - 1:
        raise ValueError(
            f"the model has {len(offsets) - 1} discrete attributes, but the table has {codes.shape[1]}"
        )
    columns = np.ascontiguousarray(codes.T)
    if columns.size and ((columns.max(axis=1) > np.diff(offsets) - 2).any() or columns.min() < -1):
        raise ValueError("a code of the table is outside the value list of its attribute")
    return columns


def value_counts(table: Table, offsets: np.ndarray) -> np.ndarray:
    """Number of cases with each attribute value and class, n_jvc, shape (R, K) int64; every case must have a
    known class.
    """
    return kernels.value_counts(checked_codes(table.codes, offsets), table.y, offsets, n_classes(table))


def rows_of(columns: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Row of every code in the common table: columns (d, n) codes -> (d, n) int32."""
    return columns.astype(np.int32) + (offsets[:-1, None] + 1).astype(np.int32)


def observed_totals(counts: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Number of cases of class c with attribute j observed, n_jc, shape (d, K)."""
    if len(offsets) == 1:
        return np.zeros((0, counts.shape[1]), counts.dtype)
    if counts.dtype.kind == "f":  # a difference would leave rounding errors where nothing is observed
        counts = counts.copy()
        counts[offsets[:-1]] = 0
        return np.add.reduceat(counts, offsets[:-1], axis=0)
    return np.add.reduceat(counts, offsets[:-1], axis=0) - counts[offsets[:-1]]


def log_dirichlet(
    counts: np.ndarray, totals: np.ndarray, pseudo: np.ndarray, pseudo_total: np.ndarray, limit: np.ndarray
) -> np.ndarray:
    """log (n_v + s_v) / (n + s), the posterior mean of a Dirichlet prior with parameters s_v and sum s;
    shapes broadcast.

    Where there are neither cases nor pseudo-counts (0 / 0), it is log `limit`, the value for s -> 0.
    """
    denominator = totals + pseudo_total
    empty = denominator == 0
    if not empty.any():
        return log((counts + pseudo) / denominator)
    return log(np.where(empty, limit, (counts + pseudo) / np.where(empty, 1, denominator)))


def log_conditional(
    counts: np.ndarray,
    totals: np.ndarray,
    offsets: np.ndarray,
    pseudo: np.ndarray,
    pseudo_total: np.ndarray,
    limit: np.ndarray,
    occurs: np.ndarray,
) -> np.ndarray:
    """log P(x_j = v | c) of all attributes, shape (R, K), with zeros in the rows of missing values.

    counts: (R, K), totals: (d, K) as from `observed_totals`, pseudo_total: (d,), pseudo, limit, occurs: (R,),
    see `log_dirichlet`. A value that never occurred (`occurs` is false) and has no pseudo-count contributes
    nothing: zeros.
    """
    rows = np.diff(offsets)
    per_row = np.repeat(totals, rows, axis=0)
    table = log_dirichlet(
        counts, per_row, pseudo[:, None], np.repeat(pseudo_total, rows)[:, None], limit[:, None]
    )
    table[~occurs & (pseudo == 0)] = 0.0
    table[offsets[:-1]] = 0.0
    return table


def distinct(keys: np.ndarray, cases: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The distinct keys in order, and the number of cases of each, int64.

    cases: (n,) int64 or float64 cases of every key, by default 1 each; the numbers of cases then have the
    type of `cases`.
    """
    if cases is None:
        return np.unique(keys, return_counts=True)
    found, place = np.unique(keys, return_inverse=True)
    return found, np.bincount(place, cases, len(found)).astype(cases.dtype)


def fits_in_table(cells: int | np.ndarray, n: int) -> bool | np.ndarray:
    """Whether a joint table with this number of cells, counted on n cases, is stored in full."""
    return cells <= max(DENSE_CELLS, DENSE_CELLS_PER_CASE * n)


def blocks(n: int, cells_per_case: int) -> Iterator[slice]:
    """Slices over n cases that keep an array with `cells_per_case` cells per case small; one empty slice if n
    = 0.
    """
    step = max(1, BLOCK_CELLS // max(1, cells_per_case))
    for first in range(0, max(n, 1), step):
        yield slice(first, min(first + step, n))

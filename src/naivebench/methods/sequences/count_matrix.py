"""Sparse matrices of counts (`core.table.Counts`): checks, selections of columns, sums of rows."""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import Counts


def check_counts(counts: Counts | None, n_columns: int) -> Counts:
    """Return the counts without entries that are 0. Raises ValueError for a different number of columns, and
    InputError for negative or infinite counts.
    """
    if counts is None or counts.n_columns != n_columns:
        raise ValueError(
            f"the model has {n_columns} columns of counts, but the table has "
            f"{'none' if counts is None else counts.n_columns}"
        )
    if not len(counts.data):
        return counts
    smallest = counts.data.min()
    if not smallest >= 0 or not np.isfinite(counts.data.max()):
        raise InputError(
            "a count is negative or not finite: a multinomial model needs finite counts of at least 0"
        )
    return counts if smallest > 0 else keep_entries(counts, counts.data > 0, counts.indices, n_columns)


def keep_entries(counts: Counts, mask: np.ndarray, columns: np.ndarray, n_columns: int) -> Counts:
    """Keep the entries selected by `mask` (nnz,), with new column numbers `columns` (nnz,)."""
    indptr = np.concatenate([[0], np.cumsum(mask)])[counts.indptr]
    return Counts(indptr, columns[mask].astype(np.int32), counts.data[mask], n_columns)


def keep_columns(counts: Counts, kept: np.ndarray) -> Counts:
    """Keep only the columns `kept` (ascending), renumbered."""
    if len(kept) == 0:
        return keep_entries(counts, np.zeros(len(counts.data), bool), counts.indices, 0)
    column = np.minimum(np.searchsorted(kept, counts.indices), len(kept) - 1)
    return keep_entries(counts, kept[column] == counts.indices, column, len(kept))


def list_entry_rows(counts: Counts) -> np.ndarray:
    """List the case to which every entry belongs, (nnz,)."""
    return np.repeat(np.arange(len(counts.indptr) - 1), np.diff(counts.indptr))


def sum_rows(counts: Counts, values: np.ndarray | None = None) -> np.ndarray:
    """Sum `values` (nnz,), by default the counts, over the entries of every case, (n,)."""
    return np.bincount(
        list_entry_rows(counts), counts.data if values is None else values, minlength=len(counts.indptr) - 1
    )

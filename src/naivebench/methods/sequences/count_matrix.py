"""Sparse matrices of counts (`core.table.Counts`): k-grams, selections of columns, sums of rows."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array, csr_array

from naivebench.core.checks import InputError
from naivebench.core.table import Counts

MOST_LISTED = 1 << 23  # possible k-grams up to which a number for each of them is kept


def count_kgrams(tokens: np.ndarray, offsets: np.ndarray, k: int, n_letters: int) -> Counts:
    """Counts of the k consecutive letters at every position of every case, overlapping, with ascending
    columns.

    The code of the letters a_1 ... a_k among V letters is a_1 V^(k-1) + ... + a_k. A k-gram with a skipped
    token does not count. tokens: (total length,) letters 0..V-1, -1 = skipped; offsets: (n + 1,) as in
    `table.Sequences`.
    """
    n, width = len(offsets) - 1, n_letters**k
    case = np.repeat(np.arange(n, dtype=np.int32), np.diff(offsets))
    n_starts = max(len(tokens) - k + 1, 0)
    code, known = np.zeros(n_starts, np.int64), np.ones(n_starts, bool)
    for j in range(k):
        letter = tokens[j : j + n_starts]
        code = code * n_letters + letter
        known &= letter >= 0
    known &= case[:n_starts] == case[k - 1 : k - 1 + n_starts]
    code, case = code[known], case[:n_starts][known]

    # A dense matrix is faster for few k-grams and long sequences, such as the 20 amino acids of proteins.
    if n * width <= len(code):
        dense = np.bincount(case * np.int64(width) + code, minlength=n * width).reshape(n, width)
        return to_counts(csr_array(dense.astype(np.float64)), None, width)

    # Of very many possible k-grams only those that occur are numbered, so that a list by k-gram is short.
    occurring = None
    if width > MOST_LISTED:
        occurring, code = np.unique(code, return_inverse=True)
    span = max(width if occurring is None else len(occurring), 1)
    # Dealing the entries out by k-gram and then by case sorts them without a comparison.
    pairs = coo_array((np.ones(len(code)), (case, code.astype(np.int32))), shape=(n, span))
    return to_counts(pairs.tocsc().tocsr(), occurring, width)


def to_counts(matrix: csr_array, occurring: np.ndarray | None, width: int) -> Counts:
    """The entries of a matrix; occurring: the k-gram of each of its columns, None: the column itself."""
    column = matrix.indices if occurring is None else occurring[matrix.indices]
    return Counts(matrix.indptr.astype(np.int64), column.astype(column_dtype(width)), matrix.data, width)


def column_dtype(n_columns: int) -> type:
    """Type of the column numbers of a matrix of k-grams."""
    return np.int32 if n_columns < 1 << 31 else np.int64


def check_counts(counts: Counts | None, n_columns: int) -> Counts:
    """The counts without entries that are 0.

    Raises ValueError for a different number of columns, and InputError for negative or infinite counts.
    """
    if counts is None or counts.n_columns != n_columns:
        raise ValueError(
            f"the model has {n_columns} columns of counts, but the table has "
            f"{'none' if counts is None else counts.n_columns}"
        )
    if not len(counts.data):
        return counts
    if not 0 <= counts.indices.min() <= counts.indices.max() < n_columns:
        raise ValueError("a column number of the counts is outside the matrix")
    smallest = counts.data.min()
    if not smallest >= 0 or not np.isfinite(counts.data.max()):
        raise InputError(
            "a count is negative or not finite: a multinomial model needs finite counts of at least 0"
        )
    return counts if smallest > 0 else keep_entries(counts, counts.data > 0, counts.indices, n_columns)


def keep_entries(counts: Counts, mask: np.ndarray, columns: np.ndarray, n_columns: int) -> Counts:
    """Entries selected by `mask` (nnz,), with new column numbers `columns` (nnz,)."""
    indptr = np.concatenate([[0], np.cumsum(mask)])[counts.indptr]
    return Counts(indptr, columns[mask].astype(np.int32), counts.data[mask], n_columns)


def keep_columns(counts: Counts, kept: np.ndarray) -> Counts:
    """Keep only the columns `kept` (ascending), renumbered."""
    if len(kept) == 0:
        return keep_entries(counts, np.zeros(len(counts.data), bool), counts.indices, 0)
    column = np.minimum(np.searchsorted(kept, counts.indices), len(kept) - 1)
    return keep_entries(counts, kept[column] == counts.indices, column, len(kept))


def row_of_entry(counts: Counts) -> np.ndarray:
    """Case to which every entry belongs, (nnz,)."""
    return np.repeat(np.arange(len(counts.indptr) - 1), np.diff(counts.indptr))


def row_sums(counts: Counts, values: np.ndarray | None = None) -> np.ndarray:
    """Sum of `values` (nnz,), by default the counts, over the entries of every case, (n,)."""
    return np.bincount(
        row_of_entry(counts), counts.data if values is None else values, minlength=len(counts.indptr) - 1
    )

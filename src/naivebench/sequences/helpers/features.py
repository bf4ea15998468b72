"""Choice and weighting of the columns of a count matrix, from a training part.

Words are chosen by the mutual information of their presence in a document with the class, as usual for text
(Yang and Pedersen 1997; the 300 words of Kang, Silvescu and Honavar 2006).
"""

from __future__ import annotations

import numpy as np

from naivebench.core.logspace import log
from naivebench.core.table import Counts

TIE_DIGITS = 12  # mutual informations that agree to so many decimals are ties: the first column wins


def document_counts(counts: Counts, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Cases of every class in which the column is not 0, (K, columns) int64; y: (n,) in 0..K-1."""
    case = np.repeat(y.astype(np.int64), np.diff(counts.indptr))
    cells = np.bincount(case * counts.n_columns + counts.indices, minlength=n_classes * counts.n_columns)
    return cells.reshape(n_classes, counts.n_columns)


def presence_information(counts: Counts, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Mutual information of the presence of each column and the class, (columns,) nats, by frequencies
    without smoothing.
    """
    present, n = document_counts(counts, y, n_classes), len(y)
    if n == 0:
        return np.zeros(counts.n_columns)
    per_class = np.bincount(y, minlength=n_classes)[:, None]
    total = np.zeros(counts.n_columns)
    for cells in (present, per_class - present):
        expected = cells.sum(axis=0) * (per_class / n)
        ratio = np.where(cells > 0, cells / np.where(expected > 0, expected, 1), 1)
        total += (cells * log(ratio)).sum(axis=0)
    return np.maximum(total / n, 0)


def select(counts: Counts, y: np.ndarray, n_classes: int, n_words: int) -> np.ndarray:
    """The `n_words` columns of largest `presence_information`, rising; all that occur if they are fewer.

    Ties: the first column.
    """
    information = np.round(presence_information(counts, y, n_classes), TIE_DIGITS)
    occurs = np.bincount(counts.indices, minlength=counts.n_columns) > 0
    order = np.argsort(np.where(occurs, -information, np.inf), kind="stable")
    return np.sort(order[: min(n_words, int(occurs.sum()))])


def row_of_entry(counts: Counts) -> np.ndarray:
    """Case of every entry, (nnz,)."""
    return np.repeat(np.arange(len(counts.indptr) - 1), np.diff(counts.indptr))


def row_sums(counts: Counts, values: np.ndarray | None = None) -> np.ndarray:
    """Sum of `values` (nnz,), by default the counts, over the entries of every case, (n,)."""
    return np.bincount(
        row_of_entry(counts), counts.data if values is None else values, minlength=len(counts.indptr) - 1
    )


def inverse_document_frequency(counts: Counts) -> np.ndarray:
    """log(n / number of cases with the column), (columns,) nats; 0 for a column that never occurs."""
    frequency = np.bincount(counts.indices, minlength=counts.n_columns)
    return np.where(frequency > 0, np.log((len(counts.indptr) - 1) / np.maximum(frequency, 1)), 0.0)


def unit_rows(counts: Counts) -> Counts:
    """Every case divided by its Euclidean length; a case of zeros stays as it is."""
    length = np.sqrt(row_sums(counts, np.square(counts.data)))
    return counts._replace(data=counts.data / np.where(length > 0, length, 1)[row_of_entry(counts)])


def tf_idf(counts: Counts, idf: np.ndarray) -> Counts:
    """log(1 + count) times the inverse document frequency, every case of length 1 (Rennie, Shih, Teevan and
    Karger 2003, 4.1-4.3).
    """
    return unit_rows(counts._replace(data=np.log1p(counts.data) * idf[counts.indices]))

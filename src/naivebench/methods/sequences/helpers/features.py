"""Choice and weighting of the columns of a count matrix, from a training part.

Words are chosen by their mutual information with the class, as usual for text (Yang and Pedersen 1997; the
300 words of Kang, Silvescu and Honavar 2006). The event is the presence of the word in a document or its
occurrence at a position of the text (the two event models of McCallum and Nigam 1998). Alternatively, the
most frequent words are chosen.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.logspace import log
from naivebench.core.table import Counts

TIE_DIGITS = 12  # decimals to which scores are compared: equal ones are ties, and the first column wins
WORDS_BY = ("presence", "occurrence", "frequency")


def document_counts(counts: Counts, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Cases of every class in which the column is not 0, (K, columns) int64; y: (n,) in 0..K-1."""
    case = np.repeat(y.astype(np.int64), np.diff(counts.indptr))
    cells = np.bincount(case * counts.n_columns + counts.indices, minlength=n_classes * counts.n_columns)
    return cells.reshape(n_classes, counts.n_columns)


def presence_information(counts: Counts, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Mutual information of the class and the presence of each column in a case, (columns,) nats, from
    frequencies without smoothing.
    """
    return _information(document_counts(counts, y, n_classes), np.bincount(y, minlength=n_classes))


def occurrence_information(counts: Counts, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Mutual information of the class of a text and the event that a word of the text is the word of the
    column, (columns,) nats. This counts every occurrence, while `presence_information` counts cases.
    """
    cells = _occurrences(counts, y, n_classes)
    return _information(cells, cells.sum(axis=1))


def _occurrences(counts: Counts, y: np.ndarray, n_classes: int) -> np.ndarray:
    case = np.repeat(y.astype(np.int64), np.diff(counts.indptr))
    cells = np.bincount(
        case * counts.n_columns + counts.indices, counts.data, minlength=n_classes * counts.n_columns
    )
    return cells.reshape(n_classes, counts.n_columns)


def _information(events: np.ndarray, per_class: np.ndarray) -> np.ndarray:
    """Mutual information of the class and each event, (columns,) nats. events: (K, columns), how many of the
    per_class (K,) trials have the event.
    """
    n, total = per_class.sum(), np.zeros(events.shape[1])
    if n == 0:
        return total
    for cells in (events, per_class[:, None] - events):
        expected = cells.sum(axis=0) * (per_class[:, None] / n)
        ratio = np.where(cells > 0, cells / np.where(expected > 0, expected, 1), 1)
        total += (cells * log(ratio)).sum(axis=0)
    return np.maximum(total / n, 0)


def select(counts: Counts, y: np.ndarray, n_classes: int, n_words: int, by: str = "presence") -> np.ndarray:
    """The `n_words` columns with the best scores, ascending; all columns that occur if there are fewer.

    Ties go to the first column. by: `presence` or `occurrence` scores a column by the mutual information of
    the class with its presence in a case or its occurrence in the text; `frequency` by the number of cases
    that have it.
    """
    totals = _occurrences(counts, y, n_classes) if by == "occurrence" else None
    cases = document_counts(counts, y, n_classes)
    return choose(cases, totals, np.bincount(y, minlength=n_classes), n_words, by)


def choose(
    cases: np.ndarray, totals: np.ndarray | None, n_c: np.ndarray, n_words: int, by: str = "presence"
) -> np.ndarray:
    """Select columns as `select` does, from sums per class: `cases` with the column and `totals` of its
    counts, (K, columns) each, and all cases n_c (K,). Only `occurrence` uses `totals`.
    """
    frequency = cases.sum(axis=0)
    if by == "frequency":
        score = frequency.astype(np.float64)
    elif by == "occurrence" and totals is not None:
        score = np.round(_information(totals, totals.sum(axis=1)), TIE_DIGITS)
    else:
        score = np.round(_information(cases, n_c), TIE_DIGITS)
    order = np.argsort(np.where(frequency > 0, -score, np.inf), kind="stable")
    return np.sort(order[: min(n_words, int((frequency > 0).sum()))])


def row_of_entry(counts: Counts) -> np.ndarray:
    """Case to which every entry belongs, (nnz,)."""
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
    """Divide every case by its Euclidean length; a case of zeros stays as it is."""
    length = np.sqrt(row_sums(counts, np.square(counts.data)))
    return counts._replace(data=counts.data / np.where(length > 0, length, 1)[row_of_entry(counts)])


def tf_idf(counts: Counts, idf: np.ndarray) -> Counts:
    """log(1 + count) times the inverse document frequency, with every case scaled to length 1 (Rennie, Shih,
    Teevan and Karger 2003, 4.1-4.3).
    """
    return unit_rows(counts._replace(data=np.log1p(counts.data) * idf[counts.indices]))

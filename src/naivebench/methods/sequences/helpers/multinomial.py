"""Multinomials of words per class on sparse counts: totals, smoothed log probabilities, scores.

    p_ic = (Count_ic + alpha) / (Count_c + alpha d),   score(c) = log P(c) + sum over words of f_i log p_ic

Small matrices are processed by NumPy, large ones by compiled loops (`text_loops`). Only the size decides
which, so results never depend on the process. docs/methods/sequences.md#multinomial-naive-bayes; McCallum and
Nigam 1998.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core import compiled as compiled_loops
from naivebench.core import counts as cells
from naivebench.core.logspace import log
from naivebench.core.table import Counts
from naivebench.methods.sequences.helpers import text_loops

# number of products of counts and log probabilities above which the compiled loops are used; a logarithm
# counts as four
LARGE_WORK = 4_000_000


def use_compiled(counts: Counts, n_classes: int, compiled: bool | None = None) -> bool:
    """Whether this matrix is processed by the compiled loops; `compiled` overrides the decision in tests."""
    return (len(counts.data) + counts.n_columns) * n_classes > LARGE_WORK if compiled is None else compiled


def _loops():
    return compiled_loops.loops(text_loops)


def class_totals(
    counts: Counts, y: np.ndarray, n_classes: int, *, compiled: bool | None = None
) -> np.ndarray:
    """Count_ic, the sum of every column over the cases of each class, (K, columns) float64; y: (n,) in
    0..K-1.
    """
    if use_compiled(counts, n_classes, compiled):
        totals = np.zeros((n_classes, counts.n_columns))
        _loops().class_totals(counts.indptr, counts.indices, counts.data, y, totals)
        return totals
    case = np.repeat(y.astype(np.int64), np.diff(counts.indptr))
    sums = np.bincount(
        case * counts.n_columns + counts.indices, counts.data, minlength=n_classes * counts.n_columns
    )
    return sums.reshape(n_classes, counts.n_columns)


def class_sums(
    counts: Counts,
    y: np.ndarray,
    n_classes: int,
    weights: np.ndarray | None = None,
    *,
    compiled: bool | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Count_ic (K, columns) float64, and the number of cases of each class with the column (K, columns):
    int64, or float64 with weights (n,). By default each case weighs 1.
    """
    shape = (n_classes, counts.n_columns)
    if use_compiled(counts, n_classes, compiled):
        each = np.ones(len(y), np.int64) if weights is None else weights
        sums = np.zeros(shape), np.zeros(shape, each.dtype)
        _loops().class_sums(counts.indptr, counts.indices, counts.data, y, each, *sums)
        return sums
    size, entries = n_classes * counts.n_columns, np.diff(counts.indptr)
    cell = np.repeat(y.astype(np.int64), entries) * counts.n_columns + counts.indices
    w = None if weights is None else np.repeat(weights, entries)
    totals = np.bincount(cell, counts.data if w is None else counts.data * w, size)
    return totals.reshape(shape), np.bincount(cell, w, size).reshape(shape)


def pseudo_total(inside: np.ndarray, alpha: float | np.ndarray) -> float:
    """alpha d, where d is the number of columns inside the vocabulary, or the sum of alpha (columns,) over
    them.
    """
    return alpha[inside].sum() if isinstance(alpha, np.ndarray) else alpha * inside.sum()


def log_denominators(totals: np.ndarray, inside: np.ndarray, alpha: float | np.ndarray) -> np.ndarray:
    """log(Count_c + alpha d), (K,), see `pseudo_total`."""
    return log(totals.sum(axis=1) + pseudo_total(inside, alpha))


def log_table(
    totals: np.ndarray, inside: np.ndarray, alpha: float | np.ndarray, *, compiled: bool | None = None
) -> np.ndarray:
    """log p_ic, (columns, K) nats, from totals (K, columns); 0 for words outside the vocabulary. inside:
    (columns,) bool. alpha: one pseudo-count for all words, or (columns,).

    A class without any word gets the uniform distribution over the vocabulary, also for alpha = 0, where it
    is the limit. With alpha = 0, a word that never occurs in the class gets -inf.
    """
    denominator = log_denominators(totals, inside, alpha)
    empty = np.isneginf(denominator)
    if empty.any():
        totals = np.where(empty[:, None], 1.0, totals)
        denominator = np.where(empty, log(np.maximum(inside.sum(), 1)), denominator)
    large = 4 * totals.size > LARGE_WORK if compiled is None else compiled
    if large and not isinstance(alpha, np.ndarray):
        table = np.empty(totals.shape[::-1])
        _loops().log_table(
            totals, inside, float(alpha), math.log(alpha) if alpha else -math.inf, denominator, table
        )
        return table
    each = alpha[:, None] if isinstance(alpha, np.ndarray) else alpha
    table = log(np.ascontiguousarray(totals.T) + each)
    table -= denominator
    table[~inside] = 0.0
    return table


def scores(
    counts: Counts, log_prior: np.ndarray, table: np.ndarray, *, compiled: bool | None = None
) -> np.ndarray:
    """log P(c) + sum of f_i log p_ic, (n, K) nats, not normalised; table: (columns, K).

    The entries of `counts` must not be 0.
    """
    n = len(counts.indptr) - 1
    if use_compiled(counts, len(log_prior), compiled):
        total = np.empty((n, len(log_prior)))
        _loops().scores(counts.indptr, counts.indices, counts.data, log_prior, table, total)
        return total
    total = np.tile(log_prior, (n, 1))
    filled = np.flatnonzero(np.diff(counts.indptr) > 0)
    for block in cells.blocks(len(filled), len(counts.data) * len(log_prior) // max(len(filled), 1)):
        rows = filled[block]
        if len(rows):
            first, last = counts.indptr[rows[0]], counts.indptr[rows[-1] + 1]
            terms = counts.data[first:last, None] * table.take(counts.indices[first:last], axis=0)
            total[rows] += np.add.reduceat(terms, counts.indptr[rows] - first, axis=0)
    return total


def warm_up(n_products: int) -> None:
    """Compile the loops before any time is measured, if fits with `n_products` products call them."""
    if 4 * n_products > LARGE_WORK:
        few = Counts(np.array([0, 1]), np.zeros(1, np.int32), np.ones(1), 1)
        y = np.zeros(1, np.int32)
        totals = class_totals(few, y, 2, compiled=True)
        class_sums(few, y, 2, compiled=True)
        scores(few, np.zeros(2), log_table(totals, np.ones(1, bool), 1.0, compiled=True), compiled=True)

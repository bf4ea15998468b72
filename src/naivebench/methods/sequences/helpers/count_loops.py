"""Loops of multinomial models in plain Python, compiled by `core.compiled` for `multinomial`.

Callers have checked every index.
"""

from __future__ import annotations

import numpy as np

BLOCK = 64  # columns that stay in the cache while all classes are filled in


def class_totals(indptr, indices, data, y, totals):
    """Add the rows of a sparse matrix to totals (K, columns), each to the row of its class."""
    for i in range(y.shape[0]):
        row = totals[y[i]]
        for e in range(indptr[i], indptr[i + 1]):
            row[np.uint64(indices[e])] += data[e]


def class_sums(indptr, indices, data, y, weights, totals, cases):
    """Add the rows of a sparse matrix, each times its weight (n,), to totals (K, columns), and the weight to
    cases (K, columns) of its columns, each to the row of its class.
    """
    for i in range(y.shape[0]):
        row, occurs, w = totals[y[i]], cases[y[i]], weights[i]
        for e in range(indptr[i], indptr[i + 1]):
            j = np.uint64(indices[e])
            row[j] += data[e] * w
            occurs[j] += w


def log_table(totals, inside, alpha, log_alpha, log_denominator, table):
    """table (columns, K) = log(totals + alpha) - log_denominator, 0 where not inside. totals: (K,
    columns).
    """
    n_classes, n_columns = totals.shape
    for first in range(0, n_columns, BLOCK):
        last = min(first + BLOCK, n_columns)
        for c in range(n_classes):
            for i in range(first, last):
                n = totals[c, i]
                if inside[i]:
                    table[i, c] = (np.log(n + alpha) if n > 0 else log_alpha) - log_denominator[c]
                else:
                    table[i, c] = 0.0


def scores(indptr, indices, data, log_prior, table, total):
    """total (n, K) = log_prior + sum over the entries of a row of data * table[column], added in this order,
    four entries at a time.
    """
    n_classes = log_prior.shape[0]
    for i in range(total.shape[0]):
        sums, e, last = total[i], indptr[i], indptr[i + 1]
        sums[:] = log_prior
        while e + 3 < last:
            t0, t1 = table[np.uint64(indices[e])], table[np.uint64(indices[e + 1])]
            t2, t3 = table[np.uint64(indices[e + 2])], table[np.uint64(indices[e + 3])]
            x0, x1, x2, x3 = data[e], data[e + 1], data[e + 2], data[e + 3]
            for c in range(n_classes):
                sums[c] = (((sums[c] + x0 * t0[c]) + x1 * t1[c]) + x2 * t2[c]) + x3 * t3[c]
            e += 4
        while e < last:
            terms, x = table[np.uint64(indices[e])], data[e]
            for c in range(n_classes):
                sums[c] += x * terms[c]
            e += 1

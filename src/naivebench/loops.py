"""The innermost loops as plain Python, compiled on demand by `naivebench.kernels`; only that module calls them.

No logarithm or exponential is taken here and sums of floats run in a fixed order, so that the NumPy versions of
`naivebench.kernels` give the same bits. Codes are -1 where missing; callers have checked every index.
"""

from __future__ import annotations

import numpy as np


def value_counts(codes, y, offsets, counts):
    """Add every case to counts (R, K): row offsets[j] + code + 1, column class. codes: (d, n), y: (n,) in 0..K-1."""
    for j in range(codes.shape[0]):
        column, base = codes[j], offsets[j] + 1
        for i in range(column.shape[0]):
            counts[base + column[i], y[i]] += 1


def joint_counts(parent, child, y, counts):
    """Add every case to counts (q + 1, r + 1, K) at [parent + 1, child + 1, class]."""
    for i in range(child.shape[0]):
        counts[parent[i] + 1, child[i] + 1, y[i]] += 1


def pair_information(codes, y, cardinalities, first, second, weights, n_classes, sums, observed):
    """For every pair (first[p], second[p]): sums[p] = sum of +-weights[count] over the cells and margins, see `kernels.pair_information`."""
    width = 1 + cardinalities.max()
    row_total = np.zeros(n_classes, np.int64)
    column_totals = np.zeros((width, n_classes), np.int64)
    class_totals = np.zeros(n_classes, np.int64)
    scratch = np.zeros(width * width * n_classes, np.int32)
    for p in range(first.shape[0]):
        a, b = first[p], second[p]
        rows, columns = cardinalities[a] + 1, cardinalities[b] + 1
        counts = scratch[: rows * columns * n_classes].reshape(rows, columns, n_classes)
        counts[:] = 0
        joint_counts(codes[a], codes[b], y, counts)
        column_totals[:] = 0
        class_totals[:] = 0
        total = 0
        for u in range(1, rows):
            row_total[:] = 0
            for v in range(1, columns):
                for c in range(n_classes):
                    m = counts[u, v, c]
                    row_total[c] += m
                    column_totals[v, c] += m
                    total += weights[m]
            for c in range(n_classes):
                class_totals[c] += row_total[c]
                total -= weights[row_total[c]]
        for c in range(n_classes):
            total += weights[class_totals[c]]
            for v in range(1, columns):
                total -= weights[column_totals[v, c]]
        sums[p] = total
        observed[p] = class_totals.sum()


def gather_sum(start, rows, table, total):
    """total[i] = start + table[rows[0, i]] + table[rows[1, i]] + ..., added in this order. rows: (d, n), table: (R, K)."""
    for i in range(rows.shape[1]):
        sums = total[i]
        sums[:] = start
        for j in range(rows.shape[0]):
            terms = table[rows[j, i]]
            for c in range(sums.shape[0]):
                sums[c] += terms[c]


def directed_tables(counts, logs_a, logs_b, logs_total, table_ab, table_ba):
    """Both conditional log tables of one pair from its counts (ra + 1, rb + 1, K), see `kernels.directed_tables`."""
    rows, columns, n_classes = counts.shape
    row_totals = np.zeros((rows, n_classes), np.int64)
    column_totals = np.zeros((columns, n_classes), np.int64)
    for u in range(1, rows):
        for v in range(1, columns):
            for c in range(n_classes):
                row_totals[u, c] += counts[u, v, c]
                column_totals[v, c] += counts[u, v, c]
    for u in range(1, rows):
        for v in range(1, columns):
            for c in range(n_classes):
                m = counts[u, v, c]
                table_ab[u, v, c] = logs_b[m] - logs_total[row_totals[u, c]]
                table_ba[v, u, c] = logs_a[m] - logs_total[column_totals[v, c]]

"""Loops of the count-based methods in plain Python, compiled by `core.compiled` for `core.kernels` alone.

No logarithm or exponential is taken here and sums of floats run in a fixed order, so that the NumPy versions
of `naivebench.core.kernels` give the same bits. Codes are -1 where missing; callers have checked every index.
Unsigned indices spare the compiled code a test for negative ones, and 32-bit arithmetic makes it twice as
fast.
"""

from __future__ import annotations

import numpy as np


def added_up(numbers):
    """Sum of numbers (m,), added one after the other; NumPy adds more than eight numbers in another order."""
    total = 0.0
    for i in range(numbers.shape[0]):
        total += numbers[i]
    return total


def fill(target, source):
    """Copy numbers (m,). An assignment of arrays does the same, but takes longer to compile than most loops,
    because of its error message.
    """
    for i in range(target.shape[0]):
        target[i] = source[i]


def value_counts(codes, y, offsets, counts):
    """Add every case to counts (R, K): row offsets[j] + code + 1, column class. codes: (d, n), y: (n,) in
    0..K-1.
    """
    n_classes = np.int32(counts.shape[1])
    for j in range(codes.shape[0]):
        column, block = codes[j], counts[offsets[j] : offsets[j + 1]].reshape(-1)
        for i in range(column.shape[0]):
            block[np.uint64((np.int32(column[i]) + np.int32(1)) * n_classes + y[i])] += 1


def joint_counts(parent, child, y, counts):
    """Add every case to counts (q + 1, r + 1, K) at [parent + 1, child + 1, class]."""
    n_classes = counts.shape[2]
    width = counts.shape[1] * n_classes
    flat = counts.reshape(-1)
    for i in range(child.shape[0]):
        flat[np.uint64((np.int64(parent[i]) + 1) * width + (np.int64(child[i]) + 1) * n_classes + y[i])] += 1


def pair_counts(codes, y, cardinalities, pairs, first, n_classes, cells):
    """Add every case to the table of every pair p, whose cells begin at first[p]; see
    `kernels.pair_counts`.
    """
    largest = 0
    for p in range(pairs.shape[0]):
        rows, columns = cardinalities[pairs[p, 0]] + 1, cardinalities[pairs[p, 1]] + 1
        largest = max(largest, rows * columns * n_classes)
    scratch = np.zeros(largest, np.int32)  # 32 bits: twice as many tables stay in the cache
    start = np.zeros(y.shape[0], np.int32)
    for p in range(pairs.shape[0]):
        rows, columns = cardinalities[pairs[p, 0]] + 1, cardinalities[pairs[p, 1]] + 1
        column = codes[pairs[p, 0]]
        for i in range(y.shape[0]):
            start[i] = (np.int32(column[i]) + np.int32(1)) * np.int32(columns * n_classes) + y[i]
        flat = scratch[: rows * columns * n_classes]
        flat[:] = 0
        column = codes[pairs[p, 1]]
        for i in range(y.shape[0]):
            flat[np.uint64(start[i] + (np.int32(column[i]) + np.int32(1)) * np.int32(n_classes))] += 1
        for i in range(flat.shape[0]):
            cells[first[p] + i] += flat[i]


def pair_information(cells, first, cardinalities, pairs, weights, n_classes, sums, observed):
    """Sum +-weights[count] over the cells and margins of every pair of attributes (a, b); see
    `kernels.pair_information`.
    """
    row_total = np.zeros(n_classes, np.int64)
    column_totals = np.zeros((1 + cardinalities.max(), n_classes), np.int64)
    class_totals = np.zeros(n_classes, np.int64)
    for p in range(pairs.shape[0]):
        rows, columns = cardinalities[pairs[p, 0]] + 1, cardinalities[pairs[p, 1]] + 1
        counts = cells[first[p] : first[p] + rows * columns * n_classes].reshape(rows, columns, n_classes)
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
                    total += weights[np.uint64(m)]
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
    """Compute total[i] = start + table[rows[0, i]] + table[rows[1, i]] + ..., added in this order. rows: (d,
    n), table: (R, K).

    Four rows of terms at a time for a block of cases, so that only the table rows of four attributes compete
    for the cache.
    """
    d, n, n_classes = rows.shape[0], rows.shape[1], start.shape[0]
    for i in range(n):
        fill(total[i], start)
    for first in range(0, n, 2048):
        last = min(first + 2048, n)
        j = 0
        while j + 3 < d and n_classes == 2:  # without a loop over the classes it takes half the time
            for i in range(first, last):
                t0, t1 = np.uint64(rows[j, i]), np.uint64(rows[j + 1, i])
                t2, t3 = np.uint64(rows[j + 2, i]), np.uint64(rows[j + 3, i])
                a, b = total[i, 0], total[i, 1]
                total[i, 0] = (((a + table[t0, 0]) + table[t1, 0]) + table[t2, 0]) + table[t3, 0]
                total[i, 1] = (((b + table[t0, 1]) + table[t1, 1]) + table[t2, 1]) + table[t3, 1]
            j += 4
        while j + 3 < d:
            for i in range(first, last):
                sums = total[i]
                t0, t1 = table[np.uint64(rows[j, i])], table[np.uint64(rows[j + 1, i])]
                t2, t3 = table[np.uint64(rows[j + 2, i])], table[np.uint64(rows[j + 3, i])]
                for c in range(n_classes):
                    sums[c] = (((sums[c] + t0[c]) + t1[c]) + t2[c]) + t3[c]
            j += 4
        while j < d:
            for i in range(first, last):
                sums, t0 = total[i], table[np.uint64(rows[j, i])]
                for c in range(n_classes):
                    sums[c] += t0[c]
            j += 1


def gather_codes(start, codes, firsts, table, total):
    """`gather_sum` of the rows firsts[j] + codes[j, i]. codes: (d, n), firsts: (d,)."""
    d, n = codes.shape
    for first in range(0, n, 520):  # rows that stay in the cache, in different parts of it
        last = min(first + 520, n)
        rows = np.empty((d, last - first), np.int32)
        for j in range(d):
            for i in range(first, last):
                rows[j, i - first] = firsts[j] + codes[j, i]
        gather_sum(start, rows, table, total[first:last])


def directed_tables(cells, first, cardinalities, pairs, base, logs, place, logs_total, table):
    """Write both conditional log tables of every pair into `table` (R, K), see `kernels.directed_tables`.

    logs: (., n + 1), row place[j] for the children j; logs_total: (n + 1,).
    """
    n_classes = table.shape[1]
    width = 1 + cardinalities.max()
    row_totals = np.zeros((width, n_classes), np.int64)
    column_totals = np.zeros((width, n_classes), np.int64)
    for p in range(pairs.shape[0]):
        a, b = pairs[p, 0], pairs[p, 1]
        rows, columns = cardinalities[a] + 1, cardinalities[b] + 1
        size = rows * columns
        counts = cells[first[p] : first[p] + size * n_classes].reshape(rows, columns, n_classes)
        table_ab = table[base[a, b] : base[a, b] + size].reshape(rows, columns, n_classes)
        table_ba = table[base[b, a] : base[b, a] + size].reshape(columns, rows, n_classes)
        logs_a, logs_b = logs[place[a]], logs[place[b]]
        row_totals[:] = 0
        column_totals[:] = 0
        for u in range(1, rows):
            for v in range(1, columns):
                for c in range(n_classes):
                    row_totals[u, c] += counts[u, v, c]
                    column_totals[v, c] += counts[u, v, c]
        for u in range(1, rows):
            for v in range(1, columns):
                for c in range(n_classes):
                    m = np.uint64(counts[u, v, c])
                    table_ab[u, v, c] = logs_b[m] - logs_total[row_totals[u, c]]
                    table_ba[v, u, c] = logs_a[m] - logs_total[column_totals[v, c]]

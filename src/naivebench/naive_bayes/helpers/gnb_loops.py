"""Loops of Gaussian naive Bayes in plain Python, compiled by `core.compiled` for `gnb`."""

from __future__ import annotations

import numpy as np

BLOCK = 512
FARTHEST = 1e140  # as in gnb
LANES = 8  # independent partial sums, which vector instructions can hold


def extent(x):
    """Number of values of x (n,) that are not NaN, their sum, smallest and largest."""
    count, total, low, high = 0, np.zeros(LANES), np.full(LANES, np.inf), np.full(LANES, -np.inf)
    whole = x.shape[0] // LANES * LANES
    for first in range(0, whole, LANES):
        for i in range(LANES):
            v = x[first + i]
            total[i] += v if v == v else 0.0
            low[i] = v if v < low[i] else low[i]
            high[i] = v if v > high[i] else high[i]
            count += v == v
    for i in range(whole, x.shape[0]):
        v = x[i]
        total[0] += v if v == v else 0.0
        low[0] = v if v < low[0] else low[0]
        high[0] = v if v > high[0] else high[0]
        count += v == v
    return count, total.sum(), low.min(), high.max()


def class_sums(x, y, centre, scale, n_jc, sums):
    """Add the values (x - centre) / scale of every class to sums (K,) and their numbers to n_jc (K,); NaN is
    skipped.
    """
    part = np.empty(sums.shape[0])
    for first in range(0, x.shape[0], BLOCK):
        part[:] = 0.0
        for i in range(first, min(first + BLOCK, x.shape[0])):
            if x[i] == x[i]:
                part[np.uint64(y[i])] += (x[i] - centre) / scale
                n_jc[np.uint64(y[i])] += 1
        sums += part


def class_squares(x, y, centre, scale, mean, squares):
    """Add the squares of (x - centre) / scale - mean[class] to squares (K,); NaN is skipped."""
    part = np.empty(squares.shape[0])
    for first in range(0, x.shape[0], BLOCK):
        part[:] = 0.0
        for i in range(first, min(first + BLOCK, x.shape[0])):
            if x[i] == x[i]:
                k = np.uint64(y[i])
                z = (x[i] - centre) / scale - mean[k]
                part[k] += z * z
        squares += part


def add_log_density(columns, scale, mean, precision, constant, total):
    """Add to total (n, K) constant[j] - precision[j] min(|x_j / scale[j] - mean[j]|, FARTHEST)^2, summed over
    observed j.

    columns: (d, n) with NaN where missing, scale: (d,), mean, precision, constant: (d, K).
    """
    d, n = columns.shape
    sums = np.empty((mean.shape[1], BLOCK))
    u, known = np.empty(BLOCK), np.empty(BLOCK)
    for first in range(0, n, BLOCK):
        m = min(BLOCK, n - first)
        sums[:] = 0.0
        for j in range(d):
            x = columns[j, first : first + m]
            for i in range(m):
                known[i] = 1.0 if x[i] == x[i] else 0.0
                u[i] = x[i] / scale[j] if x[i] == x[i] else 0.0
            for k in range(mean.shape[1]):
                row, mk, pk, ck = sums[k], mean[j, k], precision[j, k], constant[j, k]
                for i in range(m):
                    z = min(abs(u[i] - mk), FARTHEST)
                    row[i] += known[i] * (ck - pk * (z * z))
        for i in range(m):
            for k in range(mean.shape[1]):
                total[first + i, k] += sums[k, i]

"""Loops of Gaussian naive Bayes in plain Python, compiled by `core.compiled` for `gnb`."""

from __future__ import annotations

import numpy as np

BLOCK = 512
FARTHEST = 1e140  # as in gnb


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

"""Loops over angles in plain Python, compiled by `core.compiled` for `von_mises` and `angular`.

Cosine and sine are computed once per value, in blocks that fit in the cache.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.circle_loops import cosine_sine

BLOCK = 512


def class_resultants(angles, y, missing, c, s):
    """Add the cosines and sines of angles (d, n) to c, s (d, K) and the number of NaN to missing (d, K). Sums
    are computed block by block, which preserves precision.
    """
    n, n_classes = y.shape[0], c.shape[1]
    cosine, sine = np.empty(BLOCK), np.empty(BLOCK)
    part_c, part_s = np.empty(n_classes), np.empty(n_classes)
    for j in range(angles.shape[0]):
        for first in range(0, n, BLOCK):
            x, labels = angles[j, first : first + BLOCK], y[first : first + BLOCK]
            n_missing = cosine_sine(x, cosine, sine)
            part_c[:], part_s[:] = 0.0, 0.0
            for i in range(x.shape[0]):
                label = np.uint64(labels[i])
                part_c[label] += cosine[i]
                part_s[label] += sine[i]
            for k in range(n_classes):
                c[j, k] += part_c[k]
                s[j, k] += part_s[k]
            if n_missing > 0:
                for i in range(x.shape[0]):
                    missing[j, np.uint64(labels[i])] += x[i] != x[i]


def add_log_density(angles, a, b, constant, total):
    """Add the sums over observed j of a[j] cos x_j + b[j] sin x_j + constant[j] to total (n, K). angles:
    (d, n); a, b, constant: (d, K).
    """
    d, n = angles.shape
    n_classes = total.shape[1]
    cosine, sine, known = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    sums = np.empty((n_classes, BLOCK))
    for first in range(0, n, BLOCK):
        m = min(BLOCK, n - first)
        sums[:] = 0.0
        for j in range(d):
            x = angles[j, first : first + m]
            n_missing = cosine_sine(x, cosine, sine)
            if n_missing > 0:
                for i in range(m):
                    known[i] = 1.0 if x[i] == x[i] else 0.0
            for k in range(n_classes):
                row, ak, bk, ck = sums[k], a[j, k], b[j, k], constant[j, k]
                if n_missing > 0:
                    for i in range(m):
                        row[i] += ak * cosine[i] + bk * sine[i] + ck * known[i]
                else:
                    for i in range(m):
                        row[i] += ak * cosine[i] + bk * sine[i] + ck
        for k in range(n_classes):
            for i in range(m):
                total[first + i, k] += sums[k, i]

"""Loops of rounded sums in plain Python, compiled by `core.compiled` for `rounded`."""

from __future__ import annotations

import numpy as np


def extents(columns, low, high):
    """Update `low` and `high` (d,), initially inf and -inf, by the extent of every column (d, n); NaN is
    skipped.
    """
    for j in range(columns.shape[0]):
        smallest, largest = low[j], high[j]
        for x in columns[j]:
            smallest = x if x < smallest else smallest
            largest = x if x > largest else largest
        low[j], high[j] = smallest, largest


def add_parts(columns, y, origin, coarse, fine, chunk, n_jc, sums):
    """Fill n_jc (d, K) and sums (4, d, K) as `rounded._add_parts` does, chunk by chunk of the cases."""
    n, n_classes = columns.shape[1], n_jc.shape[1]
    part = np.empty((n_classes, 4))
    for j in range(columns.shape[0]):
        x, start, large, larger = columns[j], origin[j], coarse[j], fine[j]
        for first in range(0, n, chunk):
            part[:] = 0.0
            for i in range(first, min(first + chunk, n)):
                if x[i] == x[i]:
                    label = np.uint64(y[i])
                    d = x[i] - start
                    a = (d + large) - large
                    high = (d + larger) - larger
                    n_jc[j, label] += 1.0
                    part[label, 0] += high
                    part[label, 1] += d - high
                    part[label, 2] += a * a
                    part[label, 3] += (d - a) * (d + a)
            for c in range(n_classes):
                for i in range(4):
                    sums[i, j, c] += part[c, i]

"""Sums of normal kernels in plain Python, compiled by `core.compiled` for `flexible_nb` alone."""

from __future__ import annotations

import math

import numpy as np

REACH = 40.0  # nats: a kernel that is so far below the nearest one adds nothing to its digits


def log_densities(x, values, log_counts, first, log_total, width, result):
    """log p(x | c) into result (n, K). values: class c owns first[c]..first[c + 1] - 1, ascending."""
    for c in range(width.shape[0]):
        low, high, h = first[c], first[c + 1], width[c]
        constant = log_total[c] + math.log(h) + 0.5 * math.log(2 * math.pi)
        own = values[low:high]
        for i in range(x.shape[0]):
            place = np.searchsorted(own, x[i])
            nearest = math.inf
            for p in (place - 1, place):
                if 0 <= p < own.shape[0]:
                    nearest = min(nearest, abs(own[p] / h - x[i] / h))
            base, total = -0.5 * nearest * nearest, 0.0
            p = place - 1
            while p >= 0:
                z = own[p] / h - x[i] / h
                fall = -0.5 * z * z - base
                if fall < -REACH:
                    break
                total += math.exp(fall + log_counts[low + p])
                p -= 1
            p = place
            while p < own.shape[0]:
                z = own[p] / h - x[i] / h
                fall = -0.5 * z * z - base
                if fall < -REACH:
                    break
                total += math.exp(fall + log_counts[low + p])
                p += 1
            result[i, c] = base + math.log(total) - constant

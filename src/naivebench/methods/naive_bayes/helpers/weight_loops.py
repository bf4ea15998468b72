"""Objective of attribute weights in plain Python, compiled by `core.compiled` for `wanbia` alone."""

from __future__ import annotations

import math

import numpy as np


def objective(weights, prior, rows, table, y, squared, gradient):
    """Value at weights (d,), and its gradient (d,): minus the log conditional likelihood, or if `squared`
    half the squared errors of the posteriors. prior: (K,), rows: (n, d), table: (R, K) nats, y: (n,).
    """
    n, d = rows.shape
    k = prior.shape[0]
    p, slope = np.empty(k), np.empty(k)
    value = 0.0
    gradient[:] = 0
    for i in range(n):
        p[:] = prior
        for j in range(d):
            row, w = table[rows[i, j]], weights[j]
            for c in range(k):
                p[c] += w * row[c]
        largest, total = p.max(), 0.0
        own = p[y[i]]
        for c in range(k):
            p[c] = math.exp(p[c] - largest)
            total += p[c]
        for c in range(k):
            p[c] /= total
            slope[c] = p[c]
        slope[y[i]] -= 1
        if squared:
            mean = 0.0
            for c in range(k):
                value += 0.5 * slope[c] * slope[c]
                mean += slope[c] * p[c]
            for c in range(k):
                slope[c] = p[c] * (slope[c] - mean)
        else:
            value -= own - largest - math.log(total)
        for j in range(d):
            row = table[rows[i, j]]
            for c in range(k):
                gradient[j] += slope[c] * row[c]
    return value

"""Loops of naive Bayes methods in plain Python, compiled by `core.compiled`.

Loops of Gaussian naive Bayes in plain Python, compiled by `core.compiled` for `gnb`.

Sums of normal kernels in plain Python, compiled by `core.compiled` for `flexible_nb` alone.

Objective of attribute weights in plain Python, compiled by `core.compiled` for `wanbia` alone.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core.count_loops import fill

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


def add_log_density_exactly(columns, scale, mean, variance, logs, total):
    """Add to total (n, K), attribute by attribute, what `gnb._log_density` computes, with its bits.

    columns: (d, n) with NaN where missing, scale: (d,), mean, variance: (d, K); logs: log(2 pi variance)
    (d, K), and log(scale) (d,).
    """
    of_variance, of_scale = logs
    d, n = columns.shape
    sums = np.empty((mean.shape[1], BLOCK))
    for first in range(0, n, BLOCK):
        m = min(BLOCK, n - first)
        for i in range(m):
            for k in range(mean.shape[1]):
                sums[k, i] = total[first + i, k]
        for j in range(d):
            x, s, shift = columns[j, first : first + m], scale[j], of_scale[j]
            for k in range(mean.shape[1]):
                row, mk, vk, ck = sums[k], mean[j, k], variance[j, k], of_variance[j, k]
                for i in range(m):
                    z = min(abs(x[i] - mk) / s, FARTHEST)
                    density = -0.5 * (z * z / vk + ck) - shift
                    row[i] += density if x[i] == x[i] else 0.0
        for i in range(m):
            for k in range(mean.shape[1]):
                total[first + i, k] = sums[k, i]


REACH = 40.0  # nats: a kernel this far below the nearest one does not change the sum


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
        fill(p, prior)
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

"""Conditional likelihood of mixtures of networks in plain Python, compiled by `core.compiled` for `alr`."""

from __future__ import annotations

import math

import numpy as np


def objective(weights, rows, fixed, y, logs, gradient):
    """Minus the log conditional likelihood of the classes, nats, and its gradient (R, K).

    log P_s(c, x_i) = fixed[i, s, c] + sum over t of weights[rows[i, s, t], c] logs[rows[i, s, t], c], and the
    networks s are added up. rows: (n, S, T), fixed: (n, S, K), weights, logs: (R, K), y: (n,).
    """
    n, members, size = rows.shape
    k = logs.shape[1]
    joint, total, slope = np.empty((members, k)), np.empty(k), np.empty(k)
    value = 0.0
    gradient[:] = 0
    for i in range(n):
        for s in range(members):
            joint[s] = fixed[i, s]
            for t in range(size):
                row = rows[i, s, t]
                for c in range(k):
                    joint[s, c] += weights[row, c] * logs[row, c]
        for c in range(k):
            largest, parts = joint[0, c], 0.0
            for s in range(1, members):
                largest = max(largest, joint[s, c])
            for s in range(members):
                parts += math.exp(joint[s, c] - largest)
            total[c] = largest + math.log(parts)
        highest, evidence = total.max(), 0.0
        for c in range(k):
            slope[c] = math.exp(total[c] - highest)
            evidence += slope[c]
        value += highest + math.log(evidence) - total[y[i]]
        for c in range(k):
            slope[c] /= evidence
        slope[y[i]] -= 1
        for s in range(members):
            for c in range(k):
                share = slope[c] * math.exp(joint[s, c] - total[c])
                if share != 0.0:
                    for t in range(size):
                        row = rows[i, s, t]
                        gradient[row, c] += share * logs[row, c]
    return value

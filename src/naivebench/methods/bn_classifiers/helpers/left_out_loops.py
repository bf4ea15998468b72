"""Loops over left-out cases in plain Python, compiled by `core.compiled` for `left_out` alone."""

from __future__ import annotations

import math


def correct_cases(scores, rows, others, own, y, precedes, tie):
    """Cases that no rival beats. scores: (n, K); rows: (n,); others, own: (R, K); precedes: (K, K) bool."""
    correct = 0
    for i in range(y.shape[0]):
        c, row = y[i], rows[i]
        mine = scores[i, c] + own[row, c]
        beaten = False
        for k in range(scores.shape[1]):
            if k != c:
                rival = scores[i, k] + others[row, k]
                if rival > mine + tie or (rival >= mine - tie and precedes[c, k]):
                    beaten = True
                    break
        if not beaten:
            correct += 1
    return correct


def add_squared_doubts(scores, rows, others, own, y):
    """Add terms to scores (n, K) in place, and return the sum of (1 - P(own class))^2 of the cases."""
    total = 0.0
    for i in range(y.shape[0]):
        c, row = y[i], rows[i]
        scores[i, c] += own[row, c]
        mine, rivals = scores[i, c], 0.0
        for k in range(scores.shape[1]):
            if k != c:
                scores[i, k] += others[row, k]
                rivals += math.exp(min(scores[i, k] - mine, 700.0)) if mine > -math.inf else math.inf
        doubt = 1.0 - 1.0 / (1.0 + rivals)
        total += doubt * doubt
    return total

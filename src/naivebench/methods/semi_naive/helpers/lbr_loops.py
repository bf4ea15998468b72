"""Naive Bayes on some cases and attributes in plain Python, compiled by `core.compiled` for `lbr`."""

from __future__ import annotations

import numpy as np


def count(columns, offsets, y, rows, n_jvc, n_jc, n_c):
    """Add the cases `rows` to n_jvc (R, K), n_jc (d, K) and n_c (K,). columns: (d, n) codes, -1 = missing."""
    for i in rows:
        c = y[i]
        n_c[c] += 1
        for j in range(columns.shape[0]):
            if columns[j, i] >= 0:
                n_jvc[offsets[j] + 1 + columns[j, i], c] += 1
                n_jc[j, c] += 1


def left_out_errors(columns, offsets, y, rows, use, k, alpha, prior_alpha, logs, tie, wrong):
    """Mark in wrong (len(rows),) the cases that naive Bayes of the other cases in `rows` classifies wrongly.

    use: (d,) bool, attributes; k: classes; logs[m] = log(m + alpha). Ties go to the class with more remaining
    cases, then to the lower index.
    """
    d = columns.shape[0]
    n_jvc, n_jc = np.zeros((offsets[d], k), np.int64), np.zeros((d, k), np.int64)
    n_c = np.zeros(k, np.int64)
    count(columns, offsets, y, rows, n_jvc, n_jc, n_c)
    total, total_own, score = np.zeros((d, k)), np.zeros((d, k)), np.zeros(k)
    for j in range(d):
        pseudo = alpha * (offsets[j + 1] - offsets[j] - 1)
        for c in range(k):
            total[j, c] = np.log(n_jc[j, c] + pseudo)
            total_own[j, c] = np.log(max(n_jc[j, c] - 1, 0) + pseudo)
    for m in range(rows.shape[0]):
        i = rows[m]
        own = y[i]
        for c in range(k):
            score[c] = np.log(n_c[c] - (c == own) + prior_alpha)
        for j in range(d):
            if use[j] and columns[j, i] >= 0:
                row = n_jvc[offsets[j] + 1 + columns[j, i]]
                for c in range(k):
                    if c == own:
                        score[c] += logs[row[c] - 1] - total_own[j, c]
                    else:
                        score[c] += logs[row[c]] - total[j, c]
        wrong[m] = False
        for c in range(k):
            more = n_c[c] > n_c[own] - 1 or (n_c[c] == n_c[own] - 1 and c < own)
            if c != own and (score[c] > score[own] + tie or (score[c] >= score[own] - tie and more)):
                wrong[m] = True


def log_joint(columns, offsets, y, rows, use, case, alpha, prior_alpha, scores):
    """log P(c, x) of one case (d,) by naive Bayes of the cases `rows`; written to scores (K,)."""
    d, k = columns.shape[0], scores.shape[0]
    n_jvc, n_jc = np.zeros((offsets[d], k), np.int64), np.zeros((d, k), np.int64)
    n_c = np.zeros(k, np.int64)
    count(columns, offsets, y, rows, n_jvc, n_jc, n_c)
    for c in range(k):
        scores[c] = np.log((n_c[c] + prior_alpha) / (rows.shape[0] + k * prior_alpha))
        for j in range(d):
            if use[j] and case[j] >= 0:
                pseudo = alpha * (offsets[j + 1] - offsets[j] - 1)
                scores[c] += np.log((n_jvc[offsets[j] + 1 + case[j], c] + alpha) / (n_jc[j, c] + pseudo))

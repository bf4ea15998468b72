"""Loops of NBTree in plain Python, compiled by `core.compiled` for `trees.nbtree`."""

from __future__ import annotations

import numpy as np

TIE = 1e-10  # nats, as in evaluation.decide


def correct(rows, y, fold, f, cases, starts, missing, pseudo, logs, counts, prior_alpha, class_counts):
    """Cases of fold f that naive Bayes of the other folds classifies correctly, learned and applied in each
    branch apart.

    rows: (d, n) row of every value in the common table, missing[j] (d,) the row of a missing value; cases:
    (n,) by branch, branch b at starts[b] to starts[b + 1]; pseudo: (d,) alpha r_j; logs: (n + 1,) log(m +
    alpha); counts: (R, K) zeros, left as zeros; class_counts: (K,) for ties.
    """
    d, n_classes, right = rows.shape[0], class_counts.shape[0], 0
    n_c, n_jc, score = np.zeros(n_classes), np.zeros((d, n_classes)), np.zeros(n_classes)
    for b in range(starts.shape[0] - 1):
        part = cases[starts[b] : starts[b + 1]]
        n_c[:], n_jc[:] = prior_alpha, 0.0
        for i in part:
            if fold[i] != f:
                n_c[y[i]] += 1.0
                for j in range(d):
                    counts[rows[j, i], y[i]] += 1
                    n_jc[j, y[i]] += rows[j, i] != missing[j]
        for c in range(n_classes):
            n_c[c] = np.log(n_c[c]) if n_c[c] > 0.0 else -np.inf
            for j in range(d):
                n_jc[j, c] = np.log(n_jc[j, c] + pseudo[j])
        for i in part:
            if fold[i] == f:
                score[:] = n_c
                for j in range(d):
                    if rows[j, i] != missing[j]:
                        for c in range(n_classes):
                            score[c] += logs[counts[rows[j, i], c]] - n_jc[j, c]
                right += winner(score, class_counts) == y[i]
        for i in part:
            for j in range(d):
                counts[rows[j, i], y[i]] = 0
    return right


def winner(score, class_counts):
    """Class of the largest score; ties go to the class with more cases, then to the lower index."""
    best, largest = -1, score.max()
    for c in range(score.shape[0]):
        if score[c] >= largest - TIE and (best < 0 or class_counts[c] > class_counts[best]):
            best = c
    return best

"""Loops of AODE's predictions in plain Python, compiled by `core.compiled` for `aode` alone.

The terms of a super-parent's value and a class are laid out one child after another, so that a case finds its
children at the same places whatever the super-parent. Four super-parents at a time keep the adders busy.
"""

from __future__ import annotations

import numpy as np


def lay_out(base, rows, table, laid):
    """Copy the terms of `table` (R, K), from row base[a, b] on for super-parent a and child b or nowhere if
    that is negative, to the place in `laid` where `add_children` looks for them. rows: (d,) values and one.
    """
    n_classes, width, start = table.shape[1], rows.sum(), 0
    for a in range(rows.shape[0]):
        child = start
        for b in range(rows.shape[0]):
            if base[a, b] >= 0:
                for u in range(rows[a]):
                    for v in range(rows[b]):
                        for c in range(n_classes):
                            laid[child + (c * rows[a] + u) * width + v] = table[
                                base[a, b] + u * rows[b] + v, c
                            ]
            child += rows[b]
        start += n_classes * rows[a] * width


def add_children(places, rows, laid, scores):
    """Add the terms of all children, one by one in their order, to scores (d, n, K). places: (d, n), 0 if
    missing.
    """
    d, n = places.shape
    n_classes, width = scores.shape[2], rows.sum()
    starts, firsts = np.zeros(d, np.int64), np.zeros(d, np.int64)
    for a in range(1, d):
        starts[a] = starts[a - 1] + n_classes * rows[a - 1] * width
        firsts[a] = firsts[a - 1] + rows[a - 1]
    of_case = np.empty((512, d), np.int32)
    for begin in range(0, n, of_case.shape[0]):
        end = min(begin + of_case.shape[0], n)
        for b in range(d):
            for i in range(begin, end):
                of_case[i - begin, b] = firsts[b] + places[b, i]
        for a0 in range(0, d, 4):  # the last ones are repeated where there are no four
            a1, a2, a3 = min(a0 + 1, d - 1), min(a0 + 2, d - 1), min(a0 + 3, d - 1)
            for c in range(n_classes):
                for i in range(begin, end):
                    t0 = np.uint64(starts[a0] + (c * rows[a0] + places[a0, i]) * width)
                    t1 = np.uint64(starts[a1] + (c * rows[a1] + places[a1, i]) * width)
                    t2 = np.uint64(starts[a2] + (c * rows[a2] + places[a2, i]) * width)
                    t3 = np.uint64(starts[a3] + (c * rows[a3] + places[a3, i]) * width)
                    s0, s1, s2, s3 = scores[a0, i, c], scores[a1, i, c], scores[a2, i, c], scores[a3, i, c]
                    children = of_case[i - begin]
                    for b in range(d):
                        child = np.uint64(children[b])
                        s0 += laid[t0 + child]
                        s1 += laid[t1 + child]
                        s2 += laid[t2 + child]
                        s3 += laid[t3 + child]
                    scores[a0, i, c], scores[a1, i, c], scores[a2, i, c], scores[a3, i, c] = s0, s1, s2, s3

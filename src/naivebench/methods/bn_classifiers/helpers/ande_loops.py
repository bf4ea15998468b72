"""Loops of averaged n-dependence estimators in plain Python, compiled by `core.compiled` for `ande`.

A table counts the combinations of values of w attributes and the class: axis m has r_m + 1 entries, value v
at v + 1, and entry 0 of one axis holds the sum over its values; `strides` are in combinations. `codes` (d, n)
are -1 where missing.
"""

from __future__ import annotations

import numpy as np


def combination(codes, attributes, strides, case):
    """Place of a case in a table, -1 if it lacks a value."""
    place = 0
    for m in range(attributes.shape[0]):
        value = np.int64(codes[attributes[m], case])
        if value < 0:
            return -1
        place += (value + 1) * strides[m]
    return place


def count(codes, y, subsets, strides, base, cells):
    """Add every case to the table of every subset (S, w >= 2) of which it has all values; table s is
    cells[base[s]:base[s + 1]] of the (combinations, K) cells.

    Subsets that differ in the last attribute alone stand together and share the places of the others.
    """
    last, others = subsets.shape[1] - 1, np.empty(codes.shape[1], np.int64)
    for s in range(subsets.shape[0]):
        width = strides[s, last - 1]
        if s == 0 or (subsets[s, :last] != subsets[s - 1, :last]).any():
            for i in range(codes.shape[1]):
                others[i] = combination(codes, subsets[s, :last], strides[s, :last] // width, i)
        column = codes[subsets[s, last]]
        for i in range(codes.shape[1]):
            if others[i] >= 0 and column[i] >= 0:
                cells[base[s] + others[i] * width + column[i] + 1, y[i]] += 1


def add_sums(strides, base, cells):
    """Fill the entries 0 of one axis."""
    width = strides.shape[1]
    for s in range(strides.shape[0]):
        size = base[s + 1] - base[s]
        for place in range(size):
            rest, inside = place, True
            for m in range(width):
                inside = inside and rest >= strides[s, m]
                rest %= strides[s, m]
            if not inside:
                continue
            rest = place
            for m in range(width):
                target = base[s] + place - rest // strides[s, m] * strides[s, m]
                rest %= strides[s, m]
                for c in range(cells.shape[1]):
                    cells[target, c] += cells[base[s] + place, c]


def score(codes, parents, strides, log_table, children, families, r, cells, logs, which, logs_total, scores):
    """scores (n, K) = log P(c, x_i) + sum over j of log P(x_j | c, x_i) of one set of parents, -inf where it
    does not qualify.

    parents: (w,), log_table: (combinations, K) of this set; children: (m, 2) family and axis of the child;
    families: attributes, strides and base of the tables in cells; logs[which[j]]: (n + 1,) log (count +
    e / r_j), logs_total: (n + 1,) log (count + e). A part P(. | c, x_i) is computed once it is asked for.
    """
    n, n_classes = scores.shape
    places, known = np.empty(n, np.int64), np.zeros(log_table.shape[0], np.int64)
    for i in range(n):
        places[i] = combination(codes, parents, strides, i)
        if places[i] >= 0 and log_table[places[i]].max() == -np.inf:
            places[i] = -1
        for c in range(n_classes):
            scores[i, c] = log_table[places[i], c] if places[i] >= 0 else -np.inf
    attributes, family_strides, base = families
    widest = 0
    for t in range(children.shape[0]):
        widest = max(widest, r[attributes[children[t, 0], children[t, 1]]])
    parts = np.empty((log_table.shape[0] * widest, n_classes))
    for t in range(children.shape[0]):
        family, axis = children[t]
        child = attributes[family, axis]
        column, width, stride = codes[child], r[child], family_strides[family, axis]
        for i in range(n):
            place = places[i]
            if place < 0 or column[i] < 0:
                continue
            if known[place] <= t:
                known[place] = t + 1
                first = base[family]
                for m in range(attributes.shape[1]):
                    if m != axis:
                        first += (np.int64(codes[attributes[family, m], i]) + 1) * family_strides[family, m]
                for v in range(width):
                    for c in range(n_classes):
                        parts[place * width + v, c] = (
                            logs[which[child], cells[first + (v + 1) * stride, c]]
                            - logs_total[cells[first, c]]
                        )
            row = place * width + column[i]
            for c in range(n_classes):
                scores[i, c] += parts[row, c]

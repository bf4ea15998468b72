"""Loops of decision graphs in plain Python, compiled by `core.compiled` for `graph_search` and `hc_dt`.

The score of a leaf with class counts N_c is sum over c of term[N_c] - total_term[N], N = sum of N_c, in whole
numbers of fixed-point units: sums are exact, whatever the order of cases and classes. Callers have checked
every index.
"""

from __future__ import annotations

import numpy as np

LEAF, BINARY = 0, 1
MISSING = -1


def score_splits(codes, y, cases, term, total_term, n_values, n_classes, complete, occurring, binary, value):
    """Change of the score by the splits of one leaf on every attribute, among the cases that have the
    attribute.

    codes: (d, n) int32 below n_values, -1 = missing; y: (n,) below n_classes; cases: rows of the leaf;
    term[0] is 0. Filled in: complete (d,) for a leaf per value, the values that occur (d,), binary (d,) for
    the best split of one value against the others, and that value (d,), the lowest if equal, -1 without any.
    Time grows with the cases, not with the cells of values and classes.
    """
    totals, touched = np.zeros(n_values, np.int64), np.empty(n_values, np.int64)
    last = np.empty(n_values, np.int64)
    observed, own = np.empty(n_classes, np.int64), np.zeros(n_classes, np.int64)
    labels = np.empty(len(cases), np.int64)  # of the cases, value by value
    for j in range(codes.shape[0]):
        column, m, n = codes[j], 0, 0
        observed[:] = 0
        for i in cases:
            x = column[i]
            if x < 0:
                continue
            if totals[x] == 0:
                touched[m] = x
                m += 1
            totals[x] += 1
            observed[y[i]] += 1
        for t in range(m):
            last[touched[t]] = n
            n += totals[touched[t]]
        for i in cases:
            x = column[i]
            if x >= 0:
                labels[last[x]] = y[i]
                last[x] += 1
        all_terms = np.int64(0)
        for c in range(n_classes):
            all_terms += term[observed[c]]
        whole = all_terms - total_term[n]
        complete[j], occurring[j], binary[j], value[j] = -whole, m, 0, -1
        for t in range(m):
            x = touched[t]
            branch, others = -total_term[totals[x]], all_terms - total_term[n - totals[x]]
            for i in range(last[x] - totals[x], last[x]):
                own[labels[i]] += 1
            for i in range(last[x] - totals[x], last[x]):
                c = labels[i]
                if own[c] > 0:
                    branch += term[own[c]]
                    others += term[observed[c] - own[c]] - term[observed[c]]
                    own[c] = 0
            totals[x] = 0
            complete[j] += branch
            gain = branch + others - whole
            if value[j] < 0 or gain > binary[j] or (gain == binary[j] and x < value[j]):
                binary[j], value[j] = gain, x


def route(codes, kind, attribute, value, yes, no, first, child_values, child_nodes, node):
    """Send every case from node 0 to its leaf, or to the first node whose attribute it lacks; fills node
    (n,). A value that is not in the training part (-2) is another one than that of a binary split, and has no
    child at a complete one.

    Children of a complete split: child_nodes at the place of the value among the sorted
    child_values[first[t]:first[t + 1]], no[t] for the values that are not there.
    """
    for i in range(codes.shape[1]):
        at = 0
        while kind[at] != LEAF:
            x = codes[attribute[at], i]
            if x == MISSING or (x < 0 and kind[at] != BINARY):
                break
            if kind[at] == BINARY:
                at = yes[at] if x == value[at] else no[at]
                continue
            place = first[at] + np.searchsorted(child_values[first[at] : first[at + 1]], x)
            at = child_nodes[place] if place < first[at + 1] and child_values[place] == x else no[at]
        node[i] = at

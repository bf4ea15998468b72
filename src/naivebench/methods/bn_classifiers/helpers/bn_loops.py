"""Loops of network classifiers in plain Python, compiled by `core.compiled`.

For `alr`: the conditional likelihood of mixtures of networks.

For `ande`: a table counts the combinations of values of w attributes and the class. Axis m has r_m + 1
entries, with value v at v + 1, and entry 0 of one axis contains the sum over its values; `strides` are in
combinations. `codes` (d, n) are -1 where missing.

For `aode`: the terms of a super-parent's value are stored one child after another, so that the terms of a
case's children have the same places for every super-parent, and those of two classes are a complex number.
Four cases are processed at a time, which uses the processor better.

For `left_out`: loops over cases that are left out. For `tan_averaged`: sums over spanning trees.
"""

from __future__ import annotations

import math

import numpy as np

SIMD = ("add_children",)  # loops in which one instruction adds both parts of a complex number


def objective(weights, rows, fixed, y, logs, gradient):
    """Negative log conditional likelihood of the classes, nats; its gradient (R, K) is written to `gradient`.

    log P_s(c, x_i) = fixed[i, s, c] + sum over t of weights[rows[i, s, t], c] logs[rows[i, s, t], c], and P_s
    is summed over the networks s. rows: (n, S, T), fixed: (n, S, K), weights, logs: (R, K), y: (n,).
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


def combination(codes, attributes, strides, case):
    """Place of a case in a table; -1 if one of its values is missing."""
    place = 0
    for m in range(attributes.shape[0]):
        value = np.int64(codes[attributes[m], case])
        if value < 0:
            return -1
        place += (value + 1) * strides[m]
    return place


def count(codes, y, subsets, strides, base, cells):
    """Add every case to the tables of the subsets (S, w >= 2) in which none of its values is missing; table s
    is cells[base[s]:base[s + 1]] of the (combinations, K) cells.

    Subsets that differ only in the last attribute follow each other and share the places of the other
    attributes.
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
    """Fill the entries 0 of every axis with the sums over its values."""
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
    """Write log P(c, x_i) + sum over j of log P(x_j | c, x_i) of one set of parents to scores (n, K), -inf
    where the set does not qualify.

    parents: (w,), log_table: (combinations, K) of this set; children: (m, 2) family and axis of the child;
    families: attributes, strides and base of the tables in cells; logs[which[j]]: (n + 1,) log (count +
    e / r_j), logs_total: (n + 1,) log (count + e). A distribution P(. | c, x_i) is computed when it is first
    needed.
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


def with_parent(parent, child, base, width, rows):
    """Where both values are observed, set rows (n,) to the rows of a table of pairs that starts at row
    `base`. parent, child: (n,) codes; width: number of values of the child plus one.
    """
    for i in range(rows.shape[0]):
        if parent[i] >= 0 and child[i] >= 0:
            rows[i] = base + np.int32(parent[i]) * width + np.int32(child[i]) + 1


def lay_out(base, rows, table, laid):
    """Copy the terms of `table` (R, K) to the places in `laid` (pairs of classes, cells, 2) where
    `add_children` expects them. The terms of super-parent a and child b start at row base[a, b], or do not
    exist if that is negative. rows: (d,) number of values plus one.
    """
    width, start = rows.sum(), 0
    for a in range(rows.shape[0]):
        child = start
        for b in range(rows.shape[0]):
            if base[a, b] >= 0:
                for u in range(rows[a]):
                    for v in range(rows[b]):
                        for c in range(table.shape[1]):
                            term = table[base[a, b] + u * rows[b] + v, c]
                            laid[c // 2, child + u * width + v, c % 2] = term
            child += rows[b]
        start += rows[a] * width


def add_children(codes, used, rows, heads, laid, scores):
    """Write the sums of the super-parents `used` (d',) to scores (d', n, pairs of classes): the term of the
    super-parent's value from `heads` (pairs of classes, values), and those of all children in their order
    from `laid` (pairs of classes, cells). rows: (d',) number of values plus one.

    The terms of two classes are the parts of a complex number, see `SIMD`.
    """
    d, n, n_pairs = scores.shape
    width, place, first = rows.sum(), 1, 1
    of_case = np.empty((n, d), np.int32)
    for b in range(d):
        for i in range(n):
            of_case[i, b] = first + codes[used[b], i]
        first += rows[b]
    for a in range(d):
        values = codes[used[a]]
        for pair in range(n_pairs):
            head, terms = heads[pair], laid[pair]
            for i0 in range(0, n, 4):  # the last case is repeated if fewer than four are left
                i1, i2, i3 = min(i0 + 1, n - 1), min(i0 + 2, n - 1), min(i0 + 3, n - 1)
                v0, v1 = place + values[i0], place + values[i1]
                v2, v3 = place + values[i2], place + values[i3]
                t0, t1 = terms[v0 * width :], terms[v1 * width :]
                t2, t3 = terms[v2 * width :], terms[v3 * width :]
                s0, s1, s2, s3 = head[v0], head[v1], head[v2], head[v3]
                of0, of1, of2, of3 = of_case[i0], of_case[i1], of_case[i2], of_case[i3]
                for b in range(d):
                    s0 += t0[np.uint64(of0[b])]
                    s1 += t1[np.uint64(of1[b])]
                    s2 += t2[np.uint64(of2[b])]
                    s3 += t3[np.uint64(of3[b])]
                scores[a, i0, pair], scores[a, i1, pair] = s0, s1
                scores[a, i2, pair], scores[a, i3, pair] = s2, s3
        place += rows[a]


def correct_cases(scores, rows, others, own, y, precedes, tie):
    """Number of cases whose own class no rival beats. scores: (n, K); rows: (n,); others, own: (R, K);
    precedes: (K, K) bool.
    """
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
    """Add terms to scores (n, K) in place, and return the sum over cases of (1 - P(own class))^2."""
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


def log_add(a, b):
    """log (exp a + exp b)."""
    if a < b:
        a, b = b, a
    return a + math.log1p(math.exp(b - a)) if b > -math.inf else a


def log_tree_sums(edges, result):
    """Write the log of the sum over spanning trees of the product of their edges, for N graphs, to result
    (N,).

    edges: (N, m (m - 1) / 2) logs, pair (u, v), u < v, at v (v - 1) / 2 + u; overwritten. The determinant of
    the matrix-tree theorem is computed by eliminating one node after the other and replacing its edges by
    edges between its neighbours: w_uw += w_vu w_vw / sum of w_v. Nothing is subtracted, so nothing cancels.
    """
    m = int((1 + math.sqrt(1 + 8 * edges.shape[1])) / 2 + 0.5)
    for g in range(edges.shape[0]):
        w, total = edges[g], 0.0
        for v in range(m - 1, 0, -1):
            first = v * (v - 1) // 2
            row = w[first : first + v]
            strength = -math.inf
            for u in range(v):
                strength = log_add(strength, row[u])
            total += strength
            for x in range(1, v):
                start, scaled = x * (x - 1) // 2, row[x] - strength
                for u in range(x):
                    w[start + u] = log_add(w[start + u], row[u] + scaled)
        result[g] = total

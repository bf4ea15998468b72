"""Sums over spanning trees in plain Python, compiled by `core.compiled` for `tan_averaged` alone."""

from __future__ import annotations

import math


def log_add(a, b):
    """log (exp a + exp b)."""
    if a < b:
        a, b = b, a
    return a + math.log1p(math.exp(b - a)) if b > -math.inf else a


def log_tree_sums(edges, result):
    """log of the sum over spanning trees of the product of their edges, for N graphs, into result (N,).

    edges: (N, m (m - 1) / 2) logs, pair (u, v), u < v, at v (v - 1) / 2 + u; overwritten. The determinant of
    the matrix-tree theorem by elimination of one node after the other, edges of which become edges between
    its neighbours: w_uw += w_vu w_vw / sum of w_v. Nothing is subtracted, so nothing cancels.
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

"""A slow and simple C4.5 as an oracle for the tests: nested dictionaries, and every threshold from
scratch.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

CF = 0.25


def entropy_bits(weights) -> float:
    """The sum of the weights times their entropy."""
    total = sum(weights)
    return -sum(w * math.log2(w / total) for w in weights if w > 1e-12)


def class_weights(y, w, k):
    return np.bincount(y, w, minlength=k)


def cut(values, y, w, k, min_cases, correct):
    """The (gain, split information, threshold) of the best threshold of a column, or None."""
    known, total = ~np.isnan(values), w.sum()
    x, c, v = values[known], y[known], w[known]
    smallest = min(max(0.1 * v.sum() / k, min_cases), max(25, min_cases))
    tried = []
    distinct = np.unique(x)
    for below, above in itertools.pairwise(distinct):
        left = x <= below
        if min(v[left].sum(), v[~left].sum()) >= smallest - 1e-6:
            inside = sum(entropy_bits(class_weights(c[side], v[side], k)) for side in (left, ~left))
            sizes = [v[left].sum(), v[~left].sum(), w[~known].sum()]
            gain = entropy_bits(class_weights(c, v, k)) - inside
            tried.append((gain, entropy_bits(sizes) / total, (below + above) / 2))
    if not tried:
        return None
    best = max(t[0] for t in tried)
    gain, info, middle = next(t for t in tried if t[0] > best - 1e-9 * total)
    gain = (gain - (math.log2(len(tried)) if correct else 0)) / total
    return (gain, info, middle) if gain > 1e-6 else None


def values_test(codes, r, y, w, k, min_cases):
    """The (gain, split information, None) of one branch per value, or None."""
    known, total = codes >= 0, w.sum()
    parts = [class_weights(y[codes == v], w[codes == v], k) for v in range(r)]
    if sum(p.sum() >= min_cases - 1e-6 for p in parts) < 2:
        return None
    gain = entropy_bits(class_weights(y[known], w[known], k)) - sum(entropy_bits(p) for p in parts)
    return gain / total, entropy_bits([*(p.sum() for p in parts), w[~known].sum()]) / total, None


def best(columns, y, w, k, min_cases=2, correct=True, n_all=None):
    """The (column, threshold) of the test that C4.5 chooses, or None.

    `columns` has (values, r), where r = 0 means numbers.
    """
    if w.sum() < 2 * min_cases - 1e-6 or class_weights(y, w, k).max() > w.sum() - 1e-6:
        return None
    found = []
    for x, r in columns:
        test = values_test(x, r, y, w, k, min_cases) if r else cut(x, y, w, k, min_cases, correct)
        found.append(test)
    useful = [j for j, f in enumerate(found) if f]
    few = [r < 0.3 * n_all for _, r in columns]
    counted = [found[j][0] for j in useful if few[j] or not any(few)]
    chosen = [j for j in useful if counted and found[j][0] >= np.mean(counted) - 1e-3]
    highest = max((found[j][0] / found[j][1] for j in chosen), default=0)
    if highest < 1e-6:
        return None
    j = next(j for j in chosen if found[j][0] / found[j][1] > highest - 1e-9)
    return j, found[j][2]


def branch_of(node, columns, rows):
    x, r = columns[node["column"]]
    if r:
        return x[rows]
    return np.where(np.isnan(x[rows]), -1, x[rows] > node["threshold"])


def parts_of(node, columns, rows, w):
    """Rows and weights of every branch."""
    b = branch_of(node, columns, rows)
    n = columns[node["column"]][1] or 2
    known = np.bincount(b[b >= 0].astype(int), w[b >= 0], minlength=n)
    share = known / known.sum()
    inside = [(b == v) | ((b < 0) & (share[v] > 0)) for v in range(n)]
    return [(rows[i], np.where(b < 0, w * share[v], w)[i]) for v, i in enumerate(inside)]


def grow(columns, y, k, rows=None, w=None, **settings):
    rows = np.arange(len(y)) if rows is None else rows
    w = np.ones(len(rows)) if w is None else w
    node = {"counts": class_weights(y[rows], w, k)}
    test = best([(x[rows], r) for x, r in columns], y[rows], w, k, n_all=len(y), **settings)
    if test:
        node["column"] = test[0]
        if test[1] is not None:
            values = columns[test[0]][0]
            node["threshold"] = values[values <= test[1]].max()
        parts = parts_of(node, columns, rows, w)
        node["children"] = [grow(columns, y, k, *part, **settings) for part in parts]
    return node


def wrong(counts):
    return counts.sum() - counts.max()


def added_errors(n, e):
    """Upper limit of the binomial error rate times n, minus e, from its definition
    (docs/methods/trees.md#c45).

    Without errors, it is the rate p at which n cases without an error have probability CF. From one error on,
    it is p of the normal approximation with continuity correction, p - z sqrt(p (1 - p) / n) = (e + 0.5) / n.
    Between the two it is linear.
    """
    if n <= 0:
        return 0.0
    if e <= 0:
        return n * brentq(lambda p: (1 - p) ** n - CF, 0, 1, xtol=1e-15)
    if e < 1:
        return (1 - e) * added_errors(n, 0) + e * added_errors(n, 1)
    f = (e + 0.5) / n
    if f >= 1:
        return max(n - e, 0.0)
    return n * brentq(lambda p: p - norm.isf(CF) * math.sqrt(p * (1 - p) / n) - f, f, 1, xtol=1e-15) - e


def leaf_estimate(counts):
    return wrong(counts) + added_errors(counts.sum(), wrong(counts))


def collapse(node):
    def training_errors(n):
        return sum(map(training_errors, n["children"])) if "children" in n else wrong(n["counts"])

    if "children" in node and training_errors(node) >= wrong(node["counts"]) - 1e-3:
        del node["children"]
    for child in node.get("children", []):
        collapse(child)


def estimate(node):
    return sum(map(estimate, node["children"])) if "children" in node else leaf_estimate(node["counts"])


def redistribute(node, columns, y, k, rows, w):
    node = {**node, "counts": class_weights(y[rows], w, k)}
    if "children" in node:
        parts = parts_of(node, columns, rows, w) if len(rows) else [(rows, w)] * len(node["children"])
        pairs = zip(node["children"], parts, strict=True)
        node["children"] = [redistribute(child, columns, y, k, *part) for child, part in pairs]
    return node


def prune(node, columns, y, k, rows, w):
    if "children" not in node:
        return node
    parts = parts_of(node, columns, rows, w)
    pairs = zip(node["children"], parts, strict=True)
    node = {**node, "children": [prune(child, columns, y, k, *part) for child, part in pairs]}
    largest = max(range(len(parts)), key=lambda b: (round(node["children"][b]["counts"].sum(), 9), b))
    raised = redistribute(node["children"][largest], columns, y, k, rows, w)
    as_leaf, as_tree, as_branch = leaf_estimate(node["counts"]), estimate(node), estimate(raised)
    if as_leaf <= as_tree + 0.1 and as_leaf <= as_branch + 0.1:
        return {"counts": node["counts"]}
    return prune(raised, columns, y, k, rows, w) if as_branch <= as_tree + 0.1 else node


def proba(node, columns, i, k, parent=None):
    """The (class frequencies, weight of the training cases) of the leaves that case i reaches."""
    counts = node["counts"] if node["counts"].sum() > 0 else parent
    if "children" not in node:
        return counts / counts.sum(), counts.sum()
    b = int(branch_of(node, columns, np.array([i]))[0])
    if b >= 0:
        return proba(node["children"][b], columns, i, k, counts)
    sizes = np.array([child["counts"].sum() for child in node["children"]])
    pairs = zip(sizes / sizes.sum(), node["children"], strict=True)
    reached = [(s, *proba(child, columns, i, k, counts)) for s, child in pairs if s > 0]
    return sum(s * p for s, p, _ in reached), sum(n for _, _, n in reached)

"""Trees, default tables and graphs by the words of their definitions, and tables with something to learn."""

import functools
import math
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln

from naivebench.core.table import class_counts
from naivebench.methods.high_cardinality.split_graphs import LEAF
from support import tables


def data_bits(counts):
    counts = np.asarray(counts, dtype=float)
    seen = counts[counts > 0]
    return -(seen * np.log2(seen / counts.sum())).sum() if len(seen) else 0.0


def unequal(seed, attributes=3, n=None):
    """A table of two or three classes of unequal size.

    Values have unequal frequencies, so that many are absent below a split.
    """
    rng = np.random.default_rng(seed)
    k, n = 2 + seed % 2, n or int(rng.integers(30, 300))
    sizes = rng.integers(2, 6, attributes)
    codes = np.column_stack([rng.choice(r, n, p=rng.dirichlet(np.full(r, 0.7))) for r in sizes])
    codes[:, 1] = np.where(rng.random(n) < 0.7, codes[:, 0] % sizes[1], codes[:, 1])
    rates = rng.dirichlet(np.full(k, 0.4), sizes)
    y = (rates[tuple(codes.T)].cumsum(axis=1) < rng.random(n)[:, None] * (1 - 1e-9)).sum(axis=1)
    codes[rng.random(codes.shape) < rng.choice([0, 0.1])] = -1
    return tables.discrete(codes, y, 6, k)


def tree_by_definition(train, full, s, precision=None):
    """Grow and trim the tree by the words of `hc_dt`.

    Returns bits, leaves, a function from a case to its posterior, and the number of children without cases. A
    node is (counts, attribute, children by value, bits saved).
    """
    k, n = len(train.classes), len(train.y)
    occurring = [sorted(set(c[c >= 0].tolist())) for c in train.codes.T]
    used = [j for j, values in enumerate(occurring) if len(values) > 1]
    per_leaf = (k - 1) / 2 * np.log2(precision or n)
    empties = []

    def count(rows):
        return np.bincount(train.y[rows], minlength=k)

    def grown(rows, left):
        leaf, offers = (count(rows), None, {}, 0.0), []
        for j in left if (count(rows) > 0).sum() > 1 else ():
            x = train.codes[rows, j]
            parts = {v: rows[x == v] for v in occurring[j]}
            if sum(len(part) > 0 for part in parts.values()) > 1:
                saved = data_bits(count(rows[x >= 0])) - sum(
                    data_bits(count(part)) for part in parts.values()
                )
                price = np.log2(len(left)) + len(parts) + (len(parts) - 1) * per_leaf
                offers.append((round(saved - price, 6), -j, parts))
        if not offers:
            return leaf
        saving, j, parts = max(offers, key=lambda offer: offer[:2])
        if saving <= 0 and not full:
            return leaf
        children = {v: grown(part, [i for i in left if i != -j]) for v, part in parts.items()}
        total = saving + sum(child[3] for child in children.values())
        if total <= 0:
            return leaf
        empties.extend(len(part) == 0 for part in parts.values())
        return (count(rows), -j, children, total)

    def leaves(node):
        return sum(map(leaves, node[2].values())) or 1

    root = grown(np.arange(n), used)

    def posterior(case):
        node = root
        while node[2] and case[node[1]] in node[2]:
            node = node[2][case[node[1]]]
        p = node[0] + (0 if node is root else s)
        return p / p.sum()

    return 1 + per_leaf + data_bits(count(np.arange(n))) - root[3], leaves(root), posterior, sum(empties)


def rows_by_definition(train, precision=None):
    """The (bits, explicit rows before and after trimming) from the bits of whole tables.

    A row is given by the codes of the attributes that have two values.
    """
    k, n = len(train.classes), len(train.y)
    codes = train.codes[:, [len({v for v in column.tolist() if v >= 0}) > 1 for column in train.codes.T]]
    complete = (codes >= 0).all(axis=1)
    patterns = sorted({tuple(case) for case in codes[complete].tolist()})
    own = [np.bincount(train.y[complete & (codes == p).all(axis=1)], minlength=k) for p in patterns]
    sizes = [len({v for v in column.tolist() if v >= 0}) for column in codes.T]
    everything = class_counts(train)
    lacking = data_bits(everything) - data_bits(everything[:0] if not own else np.sum(own, axis=0))

    def bits(rows):
        m = len(rows)
        default = np.sum([own[i] for i in range(len(own)) if i not in rows] or [np.zeros(k)], axis=0)
        names = np.log2(max(m, 1)) + np.log2(float(math.comb(math.prod(sizes), m)))
        return (
            names
            + (k - 1) / 2 * np.log2(precision or n) * (m + 1)
            + sum(data_bits(own[i]) for i in rows)
            + data_bits(default)
            + lacking
        )

    def best(options):
        return min(((round(bits(rows), 6), i, rows) for i, rows in options), default=None)

    rows = []
    while option := best((i, [*rows, i]) for i in range(len(patterns)) if i not in rows):
        if option[0] >= round(bits(rows), 6):
            break
        rows = option[2]
    grown, rows = list(rows), sorted(rows)
    while option := best((i, [r for r in rows if r != i]) for i in rows):
        if option[0] >= round(bits(rows), 6):
            break
        rows = option[2]
    return bits(rows), [patterns[i] for i in grown], [patterns[i] for i in rows]


# graphs


@functools.cache
def leaf_score(counts, alpha):
    """Logarithm of the Dirichlet-multinomial probability of class counts, in their order."""
    r = len(counts)
    terms = (gammaln(alpha + c) - gammaln(alpha) for c in counts)
    return gammaln(r * alpha) - gammaln(r * alpha + sum(counts)) + sum(terms)


class GraphLeaf(NamedTuple):
    cases: np.ndarray  # rows
    possible: tuple[frozenset[int], ...]  # values of each variable that are possible here


def graphs_by_definition(codes, sizes, children, operators, kappa, alpha=1.0):
    """The (log score after every step, leaves by child, parents by child) of the greedy search.

    `codes` (n, v) has the values of all variables; `children` are those that have a graph. Cases without the
    variable of a split stay at the node. Ties are broken as the docstring of `decision_graph` says.
    """
    v = len(sizes)

    def counts(child, cases):
        return tuple(np.bincount(codes[cases, child], minlength=sizes[child]).tolist())

    def value(child, leaf):
        return leaf_score(counts(child, leaf.cases), alpha) + np.log(kappa) * (sizes[child] - 1)

    root = GraphLeaf(np.arange(len(codes)), tuple(frozenset(range(r)) for r in sizes))
    leaves, parents = {i: [root] for i in children}, {i: set() for i in range(v)}
    visited = [sum(value(i, root) for i in children)]

    def below(i):
        found, new = set(), {i}
        while new:
            found |= new
            new = {c for c in range(v) if parents[c] & new} - found
        return found

    def part(leaf, j, values):
        possible = (*leaf.possible[:j], frozenset(values), *leaf.possible[j + 1 :])
        return GraphLeaf(leaf.cases[np.isin(codes[leaf.cases, j], list(values))], possible)

    def splits(i, a):
        """Pairs (order among ties, new leaves) of the splits of a leaf."""
        leaf = leaves[i][a]
        for j in sorted(set(range(v)) - below(i)):
            occurring = np.unique(codes[leaf.cases, j])
            occurring = occurring[occurring >= 0].tolist()
            if len(occurring) > 1 and "C" in operators:
                yield (0, j, -1, a), j, [part(leaf, j, {x}) for x in leaf.possible[j]]
            for x in occurring if len(occurring) > 1 and "B" in operators else ():
                yield (1, j, x, a), j, [part(leaf, j, {x}), part(leaf, j, leaf.possible[j] - {x})]

    def offers(i):
        """(gain, order among ties, child, leaves that go, new leaves, parent that is added) of all steps."""
        for a, leaf in enumerate(leaves[i]):
            for order, j, new in splits(i, a):
                seen = GraphLeaf(leaf.cases[codes[leaf.cases, j] >= 0], leaf.possible)
                gain = sum(value(i, n) for n in new) - value(i, seen)
                yield gain, order, i, {a}, new, {j}
            for b in range(a) if "M" in operators else ():
                # a leaf without cases joins the one with the most cases
                other, (first, partner) = leaves[i][b], (a, b) if len(leaves[i][b].cases) else (b, a)
                both = GraphLeaf(
                    np.concatenate([leaf.cases, other.cases]),
                    tuple(x | y for x, y in zip(leaf.possible, other.possible, strict=True)),
                )
                gain = value(i, both) - value(i, leaf) - value(i, other)
                order = (2, -1, -1, first, -len(leaves[i][partner].cases), partner)
                yield gain, order, i, {a, b}, [both], set()

    while True:
        steps = [step for i in children for step in offers(i)]
        best = min(steps, key=lambda step: (-round(step[0], 8), step[2], step[1]), default=None)
        if best is None or best[0] <= 1e-9:
            return visited, leaves, parents
        gain, _, i, gone, new, added = best
        leaves[i] = [leaf for a, leaf in enumerate(leaves[i]) if a not in gone] + new
        parents[i] |= added
        visited.append(visited[-1] + gain)


def follow_graph(graph, case):
    """Nodes of a `split_graphs.Graph` that a case with the codes (d,) of its columns passes."""
    nodes = [0]
    while graph.kind[nodes[-1]] != LEAF and case[graph.attribute[nodes[-1]]] >= 0:
        node = nodes[-1]
        children = slice(graph.first[node], graph.first[node + 1])
        among = dict(zip(graph.values[children], graph.children[children], strict=True))
        nodes.append(among.get(case[graph.attribute[node]], graph.other[node]))
    return nodes

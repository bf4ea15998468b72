"""Tables of P(class | attributes) for `high_cardinality.bn_hc`, found by the description length.

Decision tree: hill climbing grows the tree while the length of tree and data falls.

    bits = structure + 1/2 (K - 1) log2(n) per leaf - sum over cases of log2 P(c_i | leaf),
    P = frequencies at the leaf
    structure: 1 per leaf, 1 + log2(attributes not yet on the path) per split

A split is complete: one leaf per value that occurs in the training part, whether or not it occurs at the
leaf. Cases that lack the attribute of a split stay at its node; they cost the bits of all cases there minus
the bits of the cases that have the attribute.

Default table: some combinations of values (explicit rows) have frequencies of their own, and all others share
one default row.

    bits = log2(m) + log2 binomial(prod_j r_j, m) + 1/2 (K - 1) log2(n) (m + 1) - sum over cases of log2
        P(c_i | row)

m = number of explicit rows (log2 0 counts as 0), r_j = values of attribute j. The row that lowers the bits
most is added, as long as one lowers them. Rows are then removed as long as that lowers the bits. Cases that
lack a value are left out, and get the frequencies of all cases.
docs/methods/high-cardinality.md#class-table-as-decision-tree and
docs/methods/high-cardinality.md#class-table-as-default-table; Friedman and Goldszmidt 1996.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.core import patterns
from naivebench.core.information import tabulate_m_log_m
from naivebench.core.logspace import log_prior
from naivebench.core.table import MISSING
from naivebench.methods.high_cardinality import split_graphs
from naivebench.methods.high_cardinality.split_graphs import COMPLETE, LEAF, Graph, Node


class DefaultTable(NamedTuple):
    steps: tuple[patterns.Step, ...]  # finds the number of an explicit row from the codes of a case
    rows: np.ndarray  # (m, d) codes of the explicit rows, in lexicographic order
    row_counts: np.ndarray  # (m, K) int64
    default_counts: np.ndarray  # (K,) int64 cases that have all values but are in no explicit row
    all_counts: np.ndarray  # (K,) int64 all cases
    bits: float  # description length


def learn_tree(
    codes: np.ndarray, y: np.ndarray, sizes: np.ndarray, n_classes: int, n: int
) -> tuple[Graph, float]:
    """Learn the tree of the classes y (m,) from codes (d, m); return it and its bits. A frequency at a leaf
    costs log2(n) / 2 bits.
    """
    weights, scale = tabulate_m_log_m(len(y))
    units_per_bit = scale * float(np.log(2))
    bits_per_leaf = (n_classes - 1) / 2 * float(np.log2(max(n, 1)))

    def add_leaf(cases: np.ndarray) -> int:
        nodes.append(Node(np.bincount(y[cases], minlength=n_classes)))
        return len(nodes) - 1

    nodes: list[Node] = []
    everything, saved = np.arange(len(y)), 0.0
    waiting: list[tuple[int, np.ndarray, tuple[int, ...]]] = [(add_leaf(everything), everything, ())]
    while waiting and len(sizes):
        node, cases, path = waiting.pop()
        if nodes[node].counts.max() == len(cases):  # all of one class
            continue
        complete, occurring, _, _ = split_graphs.score_splits(
            codes, y, cases, weights, weights, int(sizes.max()), n_classes
        )
        price = np.log2(max(len(sizes) - len(path), 1)) + sizes + (sizes - 1) * bits_per_leaf
        saving = np.where(occurring > 1, complete / units_per_bit - price, -np.inf)
        saving[list(path)] = -np.inf
        j = int(np.argmax(saving))
        if saving[j] <= 0:
            continue
        saved += float(saving[j])
        values, parts = split_graphs.group_by_value(codes[j, cases])
        children = tuple(add_leaf(cases[part]) for part in parts)
        other = add_leaf(cases[:0]) if len(values) < sizes[j] else -1
        nodes[node] = Node(nodes[node].counts, COMPLETE, j, tuple(values.tolist()), children, other)
        waiting += [(child, cases[part], (*path, j)) for child, part in zip(children, parts, strict=True)]

    n_c = nodes[0].counts
    data_bits = float(weights[n_c.sum()] - weights[n_c].sum()) / units_per_bit
    return split_graphs.assemble_graph(nodes, {}), 1 + bits_per_leaf + data_bits - saved


def count_leaves(graph: Graph, sizes: np.ndarray) -> int:
    """Count the leaves of a tree, including those for values that do not occur at their split."""
    return int(1 + (sizes[graph.attribute[graph.kind != LEAF]] - 1).sum())


def learn_table(codes: np.ndarray, y: np.ndarray, sizes: np.ndarray, n_classes: int, n: int) -> DefaultTable:
    """Learn the table of the classes y (m,) from codes (d, m). Each frequency costs log2(n) / 2 bits."""
    # the score of a row is sum over c of N_c log N_c - N log N, in fixed point
    weights, scale = tabulate_m_log_m(len(y))
    units_per_bit = scale * float(np.log(2))

    def score_row(class_counts: np.ndarray) -> int:
        return int(weights[class_counts].sum() - weights[class_counts.sum()])

    # count the combinations, and score each as an explicit row
    steps, ids = patterns.learn_patterns(codes)
    pairs = patterns.count_pairs(ids, y.astype(np.int64), n_classes)
    n_patterns, all_counts = patterns.count_patterns(steps), np.bincount(y, minlength=n_classes)
    totals = np.bincount(ids[ids >= 0], minlength=n_patterns)
    complete = np.bincount(y[ids >= 0], minlength=n_classes)
    alone = np.zeros(n_patterns, np.int64)
    np.add.at(alone, pairs.pattern, weights[pairs.cases])
    alone -= weights[totals]

    # bits of one more explicit row after m rows, not counting the data
    m, n_combinations = np.arange(n_patterns), float(np.prod(sizes, dtype=float))
    bits_per_row = (n_classes - 1) / 2 * float(np.log2(max(n, 1)))
    prices = bits_per_row + np.log2((n_combinations - m) / (m + 1))
    prices = prices + np.log2(m + 1.0) - np.log2(np.maximum(m, 1.0))

    default, explicit = complete.copy(), np.zeros(n_patterns, np.bool_)
    first = np.searchsorted(pairs.pattern, np.arange(n_patterns + 1))
    _choose_explicit_rows(
        first, pairs.label, pairs.cases, totals, alone, weights, prices * units_per_bit, default, explicit
    )
    chosen = np.flatnonzero(explicit)
    row_counts = np.zeros((len(chosen), n_classes), np.int64)
    own = np.flatnonzero(explicit[pairs.pattern])
    row_counts[np.searchsorted(chosen, pairs.pattern[own]), pairs.label[own]] = pairs.cases[own]
    # cases that lack a value cost the bits of all cases minus those of the others
    score = alone[chosen].sum() + score_row(default) + score_row(all_counts) - score_row(complete)
    bits = float(bits_per_row + sum(prices[: len(chosen)].tolist()) - float(score) / units_per_bit)
    one_case = np.zeros(n_patterns, np.int64)
    one_case[ids[ids >= 0]] = np.flatnonzero(ids >= 0)
    rows = codes[:, one_case[chosen]].T
    return DefaultTable(patterns.learn_patterns(rows.T)[0], rows, row_counts, default, all_counts, bits)


@njit(cache=True)
def _choose_explicit_rows(first, label, cases, totals, alone, weights, prices, default, explicit):
    """Add explicit rows, then remove some, as long as that lowers the bits. Mark them in `explicit` (P,), and
    store the cases of the default row per class in `default` (K,). Ties go to the first combination.

    The cases of combination p are pairs of a class `label` and a number `cases`, at first[p]:first[p + 1].
    alone: (P,) scores as explicit rows. prices: (P,) prices of one more row after m rows.
    """
    m, n = 0, totals.sum()
    for sign in (-1, 1):  # the cases of a combination leave the default row, or return to it
        while m < len(totals) if sign < 0 else m > 0:
            best, most = -1, np.int64(0)
            for p in range(len(totals)):
                if explicit[p] == (sign < 0):
                    continue
                gain = weights[n] - weights[n + sign * totals[p]] - sign * alone[p]
                for i in range(first[p], first[p + 1]):
                    before = default[label[i]]
                    gain += weights[before + sign * cases[i]] - weights[before]
                if best < 0 or gain > most:
                    best, most = p, gain
            if most <= prices[m] if sign < 0 else most < -prices[m - 1]:
                break
            explicit[best] = sign < 0
            for i in range(first[best], first[best + 1]):
                default[label[i]] += sign * cases[i]
            m, n = m - sign, n + sign * totals[best]


def find_rows(table: DefaultTable, codes: np.ndarray) -> np.ndarray:
    """Find the row of `smooth_rows` for every case, (n,). codes: (d, n)."""
    m = len(table.rows)
    row = patterns.locate_patterns(table.steps, codes) if m else np.full(codes.shape[1], -1)
    row[row < 0] = m
    row[(codes == MISSING).any(axis=0) | (m == 0)] = m + 1
    return row


def smooth_rows(table: DefaultTable, smoothing: float) -> np.ndarray:
    """Compute log P(c | row), (m + 2, K) nats: explicit rows, the default row, all cases (not smoothed)."""
    smoothed = log_prior(np.vstack([table.row_counts, table.default_counts]), smoothing)
    return np.vstack([smoothed, log_prior(table.all_counts, 0.0)])

"""Decision tree of P(class | attributes) that is found by the description length: hill climbing grows the
tree while the length of tree and data falls.

    bits = structure + 1/2 (K - 1) log2(n) per leaf - sum over cases of log2 P(c_i | leaf),
    P = frequencies at the leaf
    structure: 1 per leaf, 1 + log2(attributes not yet on the path) per split

A split is complete: one leaf per value that occurs in the training part, whether or not it occurs at the
leaf. A leaf is split on the attribute that saves the most bits (ties: the first) as long as some attribute
saves any. Cases that lack the attribute of a split stay at its node; they cost the bits of all cases there
minus the bits of the cases that have the attribute. Fit and prediction: high_cardinality.bn_hc.
docs/methods/high-cardinality.md#class-table-as-decision-tree; Friedman and Goldszmidt 1996.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.information import fixed_point
from naivebench.methods.high_cardinality import structured_tables
from naivebench.methods.high_cardinality.structured_tables import COMPLETE, LEAF, Graph, Node


def grow_tree(
    codes: np.ndarray, y: np.ndarray, sizes: np.ndarray, n_classes: int, n: int
) -> tuple[Graph, float]:
    """Learn the tree of the classes y (m,), 0 to n_classes - 1, from the attributes codes (d, m); return it
    with its bits. Frequencies are described to the precision of n cases.
    """
    weights, scale = fixed_point(len(y))
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
        complete, occurring, _, _ = structured_tables.score_splits(
            codes, y, cases, weights, weights, int(sizes.max()), n_classes
        )
        price = np.log2(max(len(sizes) - len(path), 1)) + sizes + (sizes - 1) * bits_per_leaf
        saving = np.where(occurring > 1, complete / units_per_bit - price, -np.inf)
        saving[list(path)] = -np.inf
        j = int(np.argmax(saving))
        if saving[j] <= 0:
            continue
        saved += float(saving[j])
        values, parts = structured_tables.group_by_value(codes[j, cases])
        children = tuple(add_leaf(cases[part]) for part in parts)
        other = add_leaf(cases[:0]) if len(values) < sizes[j] else -1
        nodes[node] = Node(nodes[node].counts, COMPLETE, j, tuple(values.tolist()), children, other)
        waiting += [(child, cases[part], (*path, j)) for child, part in zip(children, parts, strict=True)]

    n_c = nodes[0].counts
    data_bits = float(weights[n_c.sum()] - weights[n_c].sum()) / units_per_bit
    return structured_tables.assemble_graph(nodes, {}), 1 + bits_per_leaf + data_bits - saved


def count_leaves(graph: Graph, sizes: np.ndarray) -> int:
    """Number of leaves of a tree, including those for values that do not occur at their split."""
    return int(1 + (sizes[graph.attribute[graph.kind != LEAF]] - 1).sum())

"""Tables P(class | all attributes) that are stored as graphs of splits: decision graphs and trees.

Only attributes with at least two values among the training cases are used. A case that lacks the attribute of
a split stops there and gets the class frequencies of all training cases that reached the node; at the root
these are the prior N_c / N, which is not smoothed. Training cases stop in the same way, so a split is
evaluated on the cases that have its attribute. At a binary split, a value that never occurred in training is
one of the other values; at a complete split, which has no child for the value, the case stops.

Smoothing at prediction is direct estimation, P(c) = (N_c + s) / (N + K s), N = cases at the node
(docs/methods/high-cardinality.md#structured-class-tables); the structure does not depend on s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.logspace import log_prior
from naivebench.core.table import MISSING, UNSEEN, Attribute, Table

LEAF, BINARY, COMPLETE = 0, 1, 2


class Columns(NamedTuple):
    """The attributes and values that occur in the training part."""

    attributes: tuple[Attribute, ...]  # (d,) of the training part
    used: np.ndarray  # (d',) attributes with at least two values that occur
    values: tuple[np.ndarray, ...]  # (d',) codes of the values that occur, in order
    sizes: np.ndarray  # (d',) their number


class Node(NamedTuple):
    """A node of a graph that is still growing. Children are numbers in the list of nodes."""

    counts: np.ndarray  # (K,) training cases that reached the node
    kind: int = LEAF
    attribute: int = 0
    values: tuple[int, ...] = ()  # ascending; a single one for a binary split
    children: tuple[int, ...] = ()  # one for each of `values`
    other: int = -1  # child for all other values, or -1


class Graph(NamedTuple):
    """Splits and leaves; node 0 is the root. Attributes and values are numbered as in `Columns`."""

    kind: np.ndarray  # (t,) int8 LEAF, BINARY or COMPLETE
    attribute: np.ndarray  # (t,) int32 attribute of a split
    other: np.ndarray  # (t,) int32 child for the values without a child of their own
    first: np.ndarray  # (t + 1,) int64 place of the first child of a split in the next two fields
    values: np.ndarray  # int32, ascending within a node
    children: np.ndarray  # int32
    counts: np.ndarray  # (t, K) int64 training cases that reached the node


def find_occurring_values(train: Table) -> Columns:
    """Find the attributes and values that occur in a training part."""
    occurring = [np.unique(column[column >= 0]) for column in train.codes.T]
    used = np.array([j for j, values in enumerate(occurring) if len(values) > 1], dtype=np.int64)
    values = tuple(occurring[j] for j in used)
    return Columns(train.attributes, used, values, np.array([len(v) for v in values], dtype=np.int64))


def encode_values(table: Table, columns: Columns) -> np.ndarray:
    """Number the values of the used attributes, (d', n); MISSING and UNSEEN stay. Raises ValueError for a
    table with other attributes.
    """
    sizes = [len(attribute.values) for attribute in columns.attributes]
    offsets = np.concatenate([[0], np.cumsum(np.array(sizes, np.int64) + 1)])
    counts.check_codes(np.maximum(table.codes, MISSING), offsets)
    result = np.empty((len(columns.used), len(table.y)), np.int32)
    for row, j, values in zip(result, columns.used, columns.values, strict=True):
        number = np.full(sizes[j] + 2, UNSEEN)  # its last two places are those of UNSEEN and MISSING
        number[values], number[MISSING] = np.arange(len(values)), MISSING
        row[:] = number[table.codes[:, j]]
    return result


def group_by_value(x: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return the values >= 0 that occur in x (n,), and the positions of each in x."""
    order = np.argsort(x, kind="stable")
    order = order[np.searchsorted(x[order], 0) :]
    values, first = np.unique(x[order], return_index=True)
    return values, np.split(order, first[1:]) if len(values) else []


def assemble_graph(nodes: Sequence[Node], merged_into: dict[int, int]) -> Graph:
    """Collect the nodes that can be reached from node 0. merged_into: the node that replaces a merged one."""
    order, number = [0], {0: 0}

    def renumber_node(index: int) -> int:
        while index in merged_into:
            index = merged_into[index]
        if index >= 0 and index not in number:
            number[index] = len(order)
            order.append(index)
        return number.get(index, -1)

    rows: list[tuple[int, ...]] = []
    children: list[int] = []
    for node in (nodes[i] for i in order):  # `renumber_node` makes the list longer
        children += [renumber_node(child) for child in node.children]
        rows.append((node.kind, node.attribute, renumber_node(node.other), len(node.values)))
    kind, attribute, other, width = np.ascontiguousarray(np.array(rows, dtype=np.int32).T)
    return Graph(
        kind.astype(np.int8),
        attribute,
        other,
        np.concatenate([[0], np.cumsum(width)]).astype(np.int64),
        np.array([value for i in order for value in nodes[i].values], dtype=np.int32),
        np.array(children, dtype=np.int32),
        np.array([nodes[i].counts for i in order], dtype=np.int64),
    )


def find_nodes(graph: Graph, codes: np.ndarray) -> np.ndarray:
    """Find the node where each case ends, (n,) int64. codes: (d', n) as from `encode_values`."""
    node = np.zeros(codes.shape[1], np.int64)
    if len(graph.kind) > 1:
        _route_cases(codes, *graph[:-1], node)
    return node


@njit(cache=True)
def _route_cases(codes, kind, attribute, other, first, values, children, node):
    for i in range(codes.shape[1]):
        vertex = 0
        while kind[vertex] != LEAF:
            x = codes[attribute[vertex], i]
            if x == MISSING or (x < 0 and kind[vertex] == COMPLETE):
                break
            place = first[vertex] + np.searchsorted(values[first[vertex] : first[vertex + 1]], x)
            vertex = children[place] if place < first[vertex + 1] and values[place] == x else other[vertex]
        node[i] = vertex


def smooth_nodes(graph: Graph, smoothing: float) -> np.ndarray:
    """Compute log P(c | node), (t, K) nats; the root has the class frequencies N_c / N in training."""
    result = log_prior(graph.counts, smoothing)
    result[0] = log_prior(graph.counts[0], 0.0)
    return result


@njit(cache=True)
def score_splits(codes, y, cases, term, total_term, n_values, n_classes):
    """Compute the changes of a score by splitting a leaf on each attribute, from the cases that have it:
    `complete` (d,) by a leaf for each of the `occurring` (d,) values; `binary` (d,) by the best split of one
    `value` (d,) against the others, the lowest of equally good ones, -1 if none occurs.

    A leaf with class counts N_c has the score sum over c of term[N_c] - total_term[N], in whole fixed-point
    units, so that sums are exact in any order of cases and classes. codes: (d, n) int32 below n_values, -1 =
    missing; y: (n,); cases: rows of the leaf; term, total_term: (n + 1,) int64, term[0] is 0. The time grows
    with the number of cases, not with values times classes.
    """
    d = codes.shape[0]
    complete, occurring = np.zeros(d, np.int64), np.zeros(d, np.int64)
    binary, value = np.zeros(d, np.int64), np.full(d, -1)
    totals, touched = np.zeros(n_values, np.int64), np.empty(n_values, np.int64)
    last = np.empty(n_values, np.int64)
    observed, own = np.empty(n_classes, np.int64), np.zeros(n_classes, np.int64)
    labels = np.empty(len(cases), np.int64)  # classes of the cases, grouped by value
    for j in range(codes.shape[0]):
        # count the values, and sort the classes of the cases by value
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

        # compare the leaf with one leaf for each value, and with one value against the others
        all_terms = np.int64(0)
        for c in range(n_classes):
            all_terms += term[observed[c]]
        leaf_terms = all_terms - total_term[n]
        complete[j], occurring[j] = -leaf_terms, m
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
            gain = branch + others - leaf_terms
            if value[j] < 0 or gain > binary[j] or (gain == binary[j] and x < value[j]):
                binary[j], value[j] = gain, x
    return complete, occurring, binary, value

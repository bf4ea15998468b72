"""Class posterior of a decision graph or tree with missing attributes summed out exactly, instead of stopping
at their split.

In the network of a class table all attributes are parents of the class and have no parents themselves, so

    P(c | x_observed) = sum over the missing attributes of prod_j P(x_j) P(c | x)

where P(x_j) is the relative frequency among the training cases that have the attribute. The sum is computed
down the graph: a split on a missing attribute divides the mass among its children, and below it the attribute
is restricted to the values that lead there. The time grows with the number of paths of the missing
attributes, not with the product of their numbers of values. Chickering, Heckerman and Meek 1997; Koller and
Friedman 2009, chapter 9.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.logspace import log
from naivebench.core.table import UNSEEN
from naivebench.methods.local_structure.helpers import class_cpt
from naivebench.methods.local_structure.helpers.class_cpt import BINARY, LEAF, Graph

# node, mass of a path to it, and P(value) that the path leaves to each missing attribute: (values,) each
Visit = tuple[int, float, dict[int, np.ndarray]]


def marginals(codes: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, ...]:
    """P(x_j) of every used attribute over the values that occur; codes: (d', n) as from
    `class_cpt.recoded`.
    """
    counted = (
        np.bincount(column[column >= 0], minlength=size) for column, size in zip(codes, sizes, strict=True)
    )
    return tuple(c / c.sum() for c in counted)


def log_proba(
    graph: Graph, smoothing: float, p: tuple[np.ndarray, ...] | None, codes: np.ndarray
) -> np.ndarray:
    """log P(c | x), (n, K) nats; codes: (d', n) as from `class_cpt.recoded`.

    p: the result of `marginals`, to sum missing attributes out; with None, a case stops at the split whose
    attribute it lacks.
    """
    of_nodes = class_cpt.log_proba_of_nodes(graph, smoothing)
    result = of_nodes[class_cpt.nodes_of(graph, codes)]
    lacking = (codes < 0).any(axis=0)
    if p is not None and lacking.any():
        patterns, group = np.unique(codes[:, lacking], axis=1, return_inverse=True)
        result[lacking] = log(np.array([proba(graph, p, np.exp(of_nodes), case) for case in patterns.T]))[
            group.ravel()
        ]
    return result


def proba(graph: Graph, p: tuple[np.ndarray, ...], node_proba: np.ndarray, case: np.ndarray) -> np.ndarray:
    """P(c | observed attributes) of one case, (K,). p: the result of `marginals`; node_proba: (t, K) P(c |
    node); case: (d',) codes, MISSING or UNSEEN.
    """
    total = np.zeros(node_proba.shape[1])
    waiting: list[Visit] = [(0, 1.0, {})]
    while waiting:
        at, mass, possible = waiting.pop()
        if graph.kind[at] == LEAF:
            total += mass * node_proba[at]
            continue
        j = int(graph.attribute[at])
        if case[j] >= 0 or (case[j] == UNSEEN and graph.kind[at] == BINARY):
            waiting.append((_child(graph, at, int(case[j])), mass, possible))
            continue
        waiting += _shared(graph, at, mass, possible, j, possible.get(j, p[j]))
    return total / total.sum()


def _shared(
    graph: Graph, at: int, mass: float, possible: dict[int, np.ndarray], j: int, share: np.ndarray
) -> list[Visit]:
    """Children of a split on the missing attribute j, each with its share of the mass. share: probabilities
    of the values of j on this path.
    """
    if graph.kind[at] == BINARY:
        one = int(graph.value[at])
        chosen = np.zeros_like(share)
        chosen[one] = 1.0
        rest = np.where(chosen > 0, 0.0, share)
        left = float(rest.sum())
        children = []
        if share[one] > 0:
            children.append((int(graph.yes[at]), mass * float(share[one]), possible | {j: chosen}))
        if left > 0:
            children.append((int(graph.no[at]), mass * left, possible | {j: rest / left}))
        return children
    children = []
    for value in np.flatnonzero(share):
        chosen = np.zeros_like(share)
        chosen[value] = 1.0
        children.append((_child(graph, at, int(value)), mass * float(share[value]), possible | {j: chosen}))
    return children


def _child(graph: Graph, at: int, value: int) -> int:
    """Child of a split for a value."""
    if graph.kind[at] == BINARY:
        return int(graph.yes[at] if value == graph.value[at] else graph.no[at])
    first, last = graph.first[at], graph.first[at + 1]
    place = first + np.searchsorted(graph.child_values[first:last], value)
    return int(
        graph.child_nodes[place] if place < last and graph.child_values[place] == value else graph.no[at]
    )

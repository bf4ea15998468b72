"""Graphs over attributes: the maximum spanning tree, its orientation, and hill climbing over arcs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np

Change: TypeAlias = tuple[tuple[int, frozenset[int]], ...]  # variables and their new parents


def maximum_spanning_tree(weights: np.ndarray) -> list[tuple[int, int]]:
    """Return the edges (i, j), i < j, of the maximum spanning tree of a complete graph (Kruskal 1956).

    weights: (d, d) symmetric. Of equal weights, the edge with the lower i, then the lower j, goes first.
    """
    d = len(weights)
    first, second = np.triu_indices(d, 1)
    values = weights[first, second]
    component = list(range(d))
    edges = []
    order = np.argsort(-values, kind="stable")
    for i, j in zip(first[order].tolist(), second[order].tolist(), strict=True):
        one, other = _find_representative(component, i), _find_representative(component, j)
        if one != other:
            component[one] = other
            edges.append((i, j))
            if len(edges) == d - 1:
                break
    return edges


def _find_representative(component: list[int], i: int) -> int:
    """Return the representative of the component of i, and halve the path to it."""
    while component[i] != i:
        component[i] = component[component[i]]
        i = component[i]
    return i


def root_tree(edges: list[tuple[int, int]], n_nodes: int) -> np.ndarray:
    """Return the parent of every node when the edges of a tree point away from node 0, shape (n_nodes,)
    int64; -1 for node 0, and for nodes that no path connects with it.
    """
    neighbours: list[list[int]] = [[] for _ in range(n_nodes)]
    for i, j in edges:
        neighbours[i].append(j)
        neighbours[j].append(i)
    parents, reached = [-1] * n_nodes, list(range(n_nodes))[:1]
    for node in reached:  # grows while it is read; node 0 stays without a parent
        for other in neighbours[node]:
            if other and parents[other] < 0:
                parents[other] = node
                reached.append(other)
    return np.array(parents, np.int64)


def hill_climb_arcs(
    n_variables: int, score: Callable[[int, frozenset[int]], float], max_parents: int
) -> list[frozenset[int]]:
    """Find the parents of every variable by hill climbing over the arcs of a Bayesian network, whose score is
    a sum over families.

    The search starts without arcs, and each step adds, removes or reverses the arc that raises the score
    most; ties (within 1e-9) go to the first in the order of additions, removals, reversals, each by child and
    then parent. score(child, parents) is called many times for one family, so it should cache its results.
    """
    v = n_variables
    parents: list[frozenset[int]] = [frozenset()] * v

    def list_changes(below: list[set[int]]) -> Iterator[Change]:
        """Yield the new parents of the variables that adding, removing or reversing one arc changes."""
        for j in range(v):
            for p in range(v):
                if p != j and p not in parents[j] and p not in below[j] and len(parents[j]) < max_parents:
                    yield ((j, parents[j] | {p}),)
        for j in range(v):
            for p in sorted(parents[j]):
                yield ((j, parents[j] - {p}),)
        for j in range(v):
            for p in sorted(parents[j]):
                less, turned = parents[j] - {p}, parents[p] | {j}
                if len(turned) <= max_parents and not less & below[p]:
                    yield (j, less), (p, turned)

    while True:
        best = 1e-9
        change: Change | None = None
        for candidate in list_changes(_find_descendants(parents)):
            raised = sum(score(child, new) - score(child, parents[child]) for child, new in candidate)
            if raised > best + 1e-9:
                best, change = raised, candidate
        if change is None:
            return parents
        for child, new in change:
            parents[child] = new


def _find_descendants(parents: list[frozenset[int]]) -> list[set[int]]:
    """Return the descendants of every variable."""
    below: list[set[int]] = [set() for _ in parents]
    for j in range(len(parents)):
        stack, seen = list(parents[j]), set()
        while stack:
            p = stack.pop()
            if p not in seen:
                seen.add(p)
                below[p].add(j)
                stack += parents[p]
    return below

"""Trees over attributes: maximum spanning tree and its orientation."""

from __future__ import annotations

import numpy as np


def maximum_spanning_tree(weights: np.ndarray) -> list[tuple[int, int]]:
    """Edges (i, j), i < j, of the maximum spanning tree of a complete graph, in the order in which Kruskal
    takes them.

    weights: (d, d) symmetric. Equal weights: the edge with the lower i, then the lower j goes first (Kruskal
    1956). Raises ValueError for a NaN weight.
    """
    d = len(weights)
    first, second = np.triu_indices(d, 1)
    values = weights[first, second]
    if np.isnan(values).any():
        p = int(np.flatnonzero(np.isnan(values))[0])
        raise ValueError(f"the weight of edge ({first[p]}, {second[p]}) is NaN")
    component = list(range(d))
    edges = []
    order = np.argsort(-values, kind="stable")
    for i, j in zip(first[order].tolist(), second[order].tolist(), strict=True):
        one, other = _find(component, i), _find(component, j)
        if one != other:
            component[one] = other
            edges.append((i, j))
            if len(edges) == d - 1:
                break
    return edges


def _find(component: list[int], i: int) -> int:
    """Representative of the component of i; halves the path to it."""
    while component[i] != i:
        component[i] = component[component[i]]
        i = component[i]
    return i


def rooted_parents(edges: list[tuple[int, int]], n_nodes: int, root: int = 0) -> np.ndarray:
    """Parent of every node when the edges of a tree point away from the root, shape (n_nodes,) int64; -1 for
    the root.

    In a forest the node of lowest index is the root of every other component.
    """
    neighbours: list[list[int]] = [[] for _ in range(n_nodes)]
    for i, j in edges:
        neighbours[i].append(j)
        neighbours[j].append(i)
    parents = np.full(n_nodes, -2, dtype=np.int64)
    for start in ([root] if n_nodes else []) + list(range(n_nodes)):
        if parents[start] != -2:
            continue
        parents[start] = -1
        stack = [start]
        while stack:
            node = stack.pop()
            for other in neighbours[node]:
                if parents[other] == -2:
                    parents[other] = node
                    stack.append(other)
    return parents

"""Back-off tree of prefixes: one node per occurring combination of values of the first l attributes of a
chain.

Nodes are sorted by level and, within a level, by their codes, so the children of a node follow one another;
node 0 is the empty pattern.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Tree(NamedTuple):
    """M nodes on levels 0..L."""

    starts: np.ndarray  # (L + 2,) int64: level l has the nodes starts[l]..starts[l + 1] - 1
    parent: np.ndarray  # (M,) int32; 0 for node 0
    keys: tuple[np.ndarray, ...]  # per level 1..L: parent * radix + code of its nodes, ascending int64
    radices: tuple[int, ...]  # per level: number of values of the attribute that it adds
    reached: np.ndarray  # (n,) int32: deepest node of every training case; a missing value ends its path


def grow(columns: np.ndarray) -> Tree:
    """Grow the tree of n cases from their codes (L, n) in chain order, -1 = missing.

    The tree ends above the first level on which no combination occurs twice, because nothing can be learned
    there.
    """
    node, parents, keys, radices, starts = (
        np.zeros(columns.shape[1], np.int64),
        [np.zeros(1, np.int32)],
        [],
        [],
        [0, 1],
    )
    reached, rows = np.zeros(columns.shape[1], np.int32), np.arange(columns.shape[1])
    for column in columns:
        rows = rows[column[rows] >= 0]
        radix = int(column.max(initial=0)) + 1
        paths, place = np.unique(node[rows] * radix + column[rows], return_inverse=True)
        if len(paths) == len(rows):
            break
        node[rows] = starts[-1] + place
        reached[rows] = node[rows]
        parents.append((paths // radix).astype(np.int32))
        keys.append(paths)
        radices.append(radix)
        starts.append(starts[-1] + len(paths))
    return Tree(np.array(starts, np.int64), np.concatenate(parents), tuple(keys), tuple(radices), reached)


def locate(tree: Tree, columns: np.ndarray) -> np.ndarray:
    """Deepest node of the tree that each of n cases reaches, (n,) int64; columns: (L, n) codes in chain
    order.
    """
    node, rows = np.zeros(columns.shape[1], np.int64), np.arange(columns.shape[1])
    for level, (keys, radix) in enumerate(zip(tree.keys, tree.radices, strict=True), start=1):
        code = columns[level - 1, rows].astype(np.int64)
        rows, code = rows[(code >= 0) & (code < radix)], code[(code >= 0) & (code < radix)]
        wanted = node[rows] * radix + code
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        known = keys[place] == wanted
        rows = rows[known]
        node[rows] = tree.starts[level] + place[known]
    return node


def counts_below(tree: Tree, counts: np.ndarray) -> np.ndarray:
    """Cases per node, including those of all its descendants, (M, K); `counts`: cases whose path ends at the
    node.
    """
    total = counts.copy()
    for level in range(len(tree.keys), 0, -1):
        nodes = slice(tree.starts[level], tree.starts[level + 1])
        np.add.at(total, tree.parent[nodes], total[nodes])
    return total

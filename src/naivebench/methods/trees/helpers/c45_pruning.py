"""Pessimistic pruning of C4.5 trees: from below, a subtree becomes a leaf, or its largest branch takes its
place.

The errors of a leaf are estimated by the upper limit of their confidence interval (`added_errors`). At each
inner node three numbers are compared: the errors as a leaf, those of the subtree, and those of its largest
branch (the last of equal ones) if all cases of the node went there (subtree raising); the simpler form wins
unless it costs more than 0.1 errors. Before that, subtrees that make no fewer training errors than a leaf are
collapsed. Quinlan 1993; Weka's J48; docs/methods/trees.md#c45.
"""

from __future__ import annotations

import itertools
from statistics import NormalDist
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled
from naivebench.methods.trees.helpers import tree_loops

TOLERANCE = 0.1  # errors
WORTH = 1e-3  # training errors that a subtree has to save


class Data(NamedTuple):
    """Training or test cases as the loops take them."""

    numeric: np.ndarray  # (p, n) float64, NaN = missing
    nominal: np.ndarray  # (q, n) int32, -1 = missing
    is_numeric: np.ndarray  # (t,) bool, per test
    position: np.ndarray  # (t,) row of `numeric` or `nominal`
    y: np.ndarray  # (n,) int32


class Tree(NamedTuple):
    """Nodes in flat arrays; node 0 is the root and children follow their parent, those of one node side by
    side.
    """

    test: np.ndarray  # (nodes,) int64, -1 = leaf
    threshold: np.ndarray  # (nodes,) of a numeric test: values up to it go to the first of two branches
    first: np.ndarray  # (nodes,) int64, first child
    n_children: np.ndarray  # (nodes,) int64
    counts: np.ndarray  # (nodes, K) weights of training cases per class


def loops() -> SimpleNamespace:
    """The compiled loops."""
    return compiled.loops(tree_loops)


def z_of(confidence: float) -> float:
    """Phi^-1(1 - confidence)."""
    return NormalDist().inv_cdf(1 - confidence)


def added_errors(n: float, e: float, confidence: float = 0.25) -> float:
    """Errors to add to e observed ones among n cases: upper limit of the binomial error rate times n, less e.

    e = 0: n (1 - CF^(1/n)), exact; e >= 1: normal approximation with continuity correction; linear in
    between.
    """
    return float(tree_loops.added_errors(float(n), float(e), confidence, z_of(confidence)))


def collapse(tree: Tree) -> None:
    """Turn subtrees into leaves that make no fewer training errors than a leaf (in place)."""
    as_leaf = tree.counts.sum(axis=1) - tree.counts.max(axis=1)
    below = as_leaf.copy()
    for node in np.flatnonzero(tree.test >= 0)[::-1]:
        below[node] = below[tree.first[node] : tree.first[node] + tree.n_children[node]].sum()
    tree.test[below >= as_leaf - WORTH] = -1  # of an inner node; a leaf is one already


def prune(tree: Tree, data: Data, confidence: float, raising: bool) -> None:
    """Prune the tree in place, `data` being the cases it was grown on; confidence in (0, 0.5]."""
    z = z_of(confidence)
    errors = np.empty(len(tree.test))
    loops().all_leaf_errors(tree.counts, confidence, z, errors)
    everything = np.arange(len(data.y), dtype=np.int32)
    waiting = [(0, everything, np.ones(len(everything)), False)]
    while waiting:
        node, cases, weights, children_done = waiting.pop()
        if tree.test[node] < 0:
            continue
        if not children_done:
            waiting.append((node, cases, weights, True))
            waiting += [(*part, False) for part in _inner_children(tree, data, node, cases, weights)]
            continue
        if _decide(tree, data, node, cases, weights, errors, (confidence, z), raising):
            _renew_leaf_errors(tree, node, errors, confidence, z)
            waiting.append((node, cases, weights, False))


def _decide(
    tree: Tree,
    data: Data,
    node: int,
    cases: np.ndarray,
    weights: np.ndarray,
    errors: np.ndarray,
    limit: tuple[float, float],
    raising: bool,
) -> bool:
    """Keep the node, make it a leaf, or put its largest branch in its place (True: its children are to be
    pruned again).
    """
    first, last = tree.first[node], tree.first[node] + tree.n_children[node]
    as_tree, as_leaf = errors[first:last].sum(), loops().leaf_errors(tree.counts[node], *limit)
    sizes = tree.counts[first:last].sum(axis=1)
    largest = int(first + np.flatnonzero(sizes >= sizes.max() - tree_loops.SLACK)[-1])
    as_branch = loops().route(tree, data, largest, cases, weights, *limit, False) if raising else np.inf
    errors[node] = as_tree
    if as_leaf <= min(as_tree, as_branch) + TOLERANCE:
        tree.test[node], errors[node] = -1, as_leaf
    elif as_branch <= as_tree + TOLERANCE:
        for field in (tree.test, tree.threshold, tree.first, tree.n_children):
            field[node] = field[largest]
        loops().route(tree, data, node, cases, weights, *limit, True)
        return True
    return False


def _inner_children(
    tree: Tree, data: Data, node: int, cases: np.ndarray, weights: np.ndarray
) -> list[tuple[int, np.ndarray, np.ndarray]]:
    """Children that are no leaves, with the cases and weights that arrive there."""
    first, n = int(tree.first[node]), int(tree.n_children[node])
    inner = np.flatnonzero(tree.test[first : first + n] >= 0)
    branch = np.empty(len(cases), np.int64)
    loops().branches(tree, data, node, cases, branch)
    known, share = np.bincount(branch[branch >= 0], weights[branch >= 0], minlength=n), np.empty(n)
    loops().shares(tree, node, known, share)
    return [
        (first + int(b), *part)
        for b, part in zip(inner, divide(cases, weights, branch, inner, share)[1], strict=True)
    ]


def divide(
    cases: np.ndarray, weights: np.ndarray, branch: np.ndarray, wanted: np.ndarray, share: np.ndarray
) -> tuple[np.ndarray, list[tuple[np.ndarray, np.ndarray]], np.ndarray]:
    """(slot (b,), list of (cases, weights), starts) of the branches `wanted`; branch: (m,), -1 = missing goes
    to all by `share` (b,).
    """
    slot = np.full(len(share), -1)
    slot[wanted] = np.arange(len(wanted))
    sizes = np.bincount(branch[branch >= 0], minlength=len(share)) + np.where(
        share > 0, int((branch < 0).sum()), 0
    )
    starts = np.concatenate([[0], np.cumsum(sizes[wanted])]).astype(np.int64)
    out_cases, out_weights = np.empty(starts[-1], np.int32), np.empty(starts[-1])
    loops().fill_cases(cases, weights, branch, slot, share, starts, out_cases, out_weights)
    return slot, [(out_cases[a:b], out_weights[a:b]) for a, b in itertools.pairwise(starts)], starts


def _renew_leaf_errors(tree: Tree, root: int, errors: np.ndarray, confidence: float, z: float) -> None:
    """Estimated errors of the leaves below `root` after its counts have changed; inner nodes are decided
    again later.
    """
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if tree.test[node] < 0:
            errors[node] = loops().leaf_errors(tree.counts[node], confidence, z)
        else:
            waiting += range(tree.first[node], tree.first[node] + tree.n_children[node])


def compact(tree: Tree) -> Tree:
    """The nodes that are still part of the tree, in breadth-first order."""
    order, first = [0], np.zeros(len(tree.test), np.int64)
    for node in order:
        if tree.test[node] >= 0:
            first[node] = len(order)
            order += range(tree.first[node], tree.first[node] + tree.n_children[node])
    kept = np.array(order)
    leaf = tree.test[kept] < 0
    return Tree(
        tree.test[kept],
        np.where(leaf, 0.0, tree.threshold[kept]),
        first[kept],
        np.where(leaf, 0, tree.n_children[kept]),
        tree.counts[kept],
    )

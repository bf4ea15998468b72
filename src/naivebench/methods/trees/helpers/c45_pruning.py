"""Pessimistic pruning of C4.5 trees: from the bottom up, subtrees are replaced by leaves or by their largest
branches.

The errors of a leaf are estimated by the upper limit of their confidence interval (`added_errors`). At each
inner node three numbers are compared: the errors as a leaf, those of the subtree, and those of its largest
branch (the last one of ties) if all cases of the node went there (subtree raising). A simpler form wins
unless it has over 0.1 errors more. Before that, subtrees that do not make fewer training errors than a leaf
are collapsed. Quinlan 1993; Weka's J48; docs/methods/trees.md#c45.
"""

from __future__ import annotations

from statistics import NormalDist
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled
from naivebench.methods.trees.helpers import tree_loops

WORTH = 1e-3  # number of training errors that a subtree must save


class Data(NamedTuple):
    """Training or test cases in the form that the loops expect."""

    numeric: np.ndarray  # (p, n) float64, NaN = missing
    nominal: np.ndarray  # (q, n) int32, -1 = missing
    is_numeric: np.ndarray  # (t,) bool, per test
    position: np.ndarray  # (t,) row of `numeric` or `nominal`
    y: np.ndarray  # (n,) int32


class Tree(NamedTuple):
    """Nodes in flat arrays. Node 0 is the root, children come after their parent, and the children of a node
    are next to each other.
    """

    test: np.ndarray  # (nodes,) int64, -1 = leaf
    threshold: np.ndarray  # (nodes,) of a numeric test: values up to it go to the first of two branches
    first: np.ndarray  # (nodes,) int64, first child
    n_children: np.ndarray  # (nodes,) int64
    counts: np.ndarray  # (nodes, K) weights of training cases per class


def loops() -> SimpleNamespace:
    """Compiled functions of `tree_loops`."""
    return compiled.loops(tree_loops)


def z_of(confidence: float) -> float:
    """Quantile of the standard normal distribution, Phi^-1(1 - confidence)."""
    return NormalDist().inv_cdf(1 - confidence)


def added_errors(n: float, e: float, confidence: float = 0.25) -> float:
    """Errors to add to e observed ones among n cases: upper limit of the binomial error rate times n, less e.

    e = 0: n (1 - CF^(1/n)), exact; e >= 1: normal approximation with continuity correction; linear in
    between.
    """
    return float(tree_loops.added_errors(float(n), float(e), confidence, z_of(confidence)))


def collapse(tree: Tree) -> None:
    """Turn subtrees that do not make fewer training errors than a leaf into leaves, in place."""
    as_leaf = tree.counts.sum(axis=1) - tree.counts.max(axis=1)
    below = as_leaf.copy()
    loops().add_from_below(tree, below)
    tree.test[below >= as_leaf - WORTH] = -1  # only changes inner nodes: leaves already have -1


def prune(tree: Tree, data: Data, confidence: float, raising: bool) -> None:
    """Prune the tree in place. data: the cases on which it was grown; confidence: in (0, 0.5]."""
    whole = bool((data.nominal >= 0).all() and not np.isnan(data.numeric).any())
    loops().prune(tree, data, whole, float(confidence), z_of(confidence), raising)


def compact(tree: Tree) -> Tree:
    """Copy of the tree with only the nodes that are still part of it, in breadth-first order."""
    kept, first = loops().breadth_first(tree)
    leaf = tree.test[kept] < 0
    return Tree(
        tree.test[kept],
        np.where(leaf, 0.0, tree.threshold[kept]),
        first,
        np.where(leaf, 0, tree.n_children[kept]),
        tree.counts[kept],
    )

"""Pessimistic pruning of C4.5 trees, which replaces subtrees, from the bottom up, by leaves or by their
largest branches.

At each inner node three numbers are compared: the errors of a leaf, of the subtree, and of its largest branch
if it received all cases of the node (subtree raising). A simpler form wins unless it has over 0.1 errors
more. Quinlan 1993; Weka's J48; docs/methods/trees.md#c45.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numba import njit

from naivebench.methods.trees.c45_cuts import SLACK, find_branches, sum_in_order
from naivebench.methods.trees.c45_growth import Tree, divide_cases
from naivebench.methods.trees.columns import Data

WORTH = 1e-3  # number of training errors that a subtree must save
TOLERANCE = 0.1  # in errors: how far a simpler form may exceed the subtree


def prune_tree(tree: Tree, data: Data, confidence: float) -> None:
    """Collapse and prune the tree in place. data: the cases from which it grew. confidence: in (0, 0.5]."""
    as_leaf = tree.counts.sum(axis=1) - tree.counts.max(axis=1)
    collapse_subtrees(tree, as_leaf, as_leaf.copy())
    prune_nodes(tree, data, float(confidence), NormalDist().inv_cdf(1 - confidence))


def compact_tree(tree: Tree) -> Tree:
    """Copy the tree with only the nodes that are still part of it, in breadth-first order."""
    nodes, first = [0], []
    for node in nodes:
        first.append(len(nodes) if tree.test[node] >= 0 else 0)
        if tree.test[node] >= 0:
            nodes.extend(range(tree.first[node], tree.first[node] + tree.n_children[node]))
    leaf = tree.test[nodes] < 0
    return Tree(
        tree.test[nodes],
        np.where(leaf, 0.0, tree.threshold[nodes]),
        np.array(first),
        np.where(leaf, 0, tree.n_children[nodes]),
        tree.counts[nodes],
    )


@njit(cache=True, nogil=True)
def collapse_subtrees(tree, as_leaf, errors):
    """Make leaves of subtrees without fewer errors. errors: a copy of as_leaf, (nodes,), changed."""
    for node in range(errors.shape[0] - 1, -1, -1):
        if tree.test[node] >= 0:
            errors[node] = sum_in_order(errors[tree.first[node] : tree.first[node] + tree.n_children[node]])
            if errors[node] >= as_leaf[node] - WORTH:
                tree.test[node] = -1


@njit(cache=True, nogil=True)
def estimate_added_errors(n, e, confidence, z):
    """Estimate the errors to add to e errors in n cases: n times the upper limit of the error rate, less e.
    For e = 0 they are n (1 - CF^(1/n)), for e >= 1 a normal approximation; between, they are linear.
    """
    if n <= 0.0:
        return 0.0
    if e < 1.0:
        base = n * (1.0 - confidence ** (1.0 / n))
        if e <= 0.0:
            return base
        one = max(n - 1.0, 0.0) if n <= 1.5 else compute_normal_limit(n, 1.0, z)
        return base + e * (one - base)
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    return compute_normal_limit(n, e, z)


@njit(cache=True, nogil=True)
def compute_normal_limit(n, e, z):
    """Compute the upper limit of errors, less e, by a continuity-corrected normal approximation."""
    f = (e + 0.5) / n
    root = np.sqrt(f / n - f * f / n + z * z / (4.0 * n * n))
    return (f + z * z / (2.0 * n) + z * root) / (1.0 + z * z / n) * n - e


@njit(cache=True, nogil=True)
def estimate_leaf_errors(counts, confidence, z):
    """Estimate the errors of a leaf with weights counts (K,)."""
    n = sum_in_order(counts)
    e = n - counts.max()
    return e + estimate_added_errors(n, e, confidence, z)


@njit(cache=True, nogil=True)
def prune_nodes(tree, data, confidence, z):
    """Replace subtrees by leaves or by their largest branches, from the bottom up."""
    n, errors = data.y.shape[0], np.empty(tree.test.shape[0])  # of inner nodes whose branches are decided
    waiting = [(0, False, np.arange(n).astype(np.int32), np.ones(n))]
    while len(waiting) > 0:
        node, children_done, cases, weights = waiting.pop()
        if tree.test[node] < 0:
            continue
        if children_done and not simplify_node(tree, data, node, cases, weights, errors, confidence, z):
            continue
        waiting.append((node, not children_done, cases, weights))
        if children_done:
            continue
        first, n_branches = tree.first[node], tree.n_children[node]
        branch = find_branches(data, tree.test[node], tree.threshold[node], cases)
        inner = np.array([b for b in range(n_branches) if tree.test[first + b] >= 0], np.int64)
        share = compute_branch_shares(tree, node, branch, weights)
        _, out_cases, out_weights, starts = divide_cases(cases, weights, branch, inner, share)
        for s in range(inner.shape[0]):
            part = slice(starts[s], starts[s + 1])
            waiting.append((first + inner[s], False, out_cases[part], out_weights[part]))


@njit(cache=True, nogil=True)
def simplify_node(tree, data, node, cases, weights, errors, confidence, z):
    """Keep a node (False), make it a leaf (False), or replace it by its largest branch (True)."""
    first, last = tree.first[node], tree.first[node] + tree.n_children[node]
    as_tree, as_leaf = 0.0, estimate_leaf_errors(tree.counts[node], confidence, z)
    most, largest = -np.inf, first
    for child in range(first, last):
        is_leaf = tree.test[child] < 0
        as_tree += estimate_leaf_errors(tree.counts[child], confidence, z) if is_leaf else errors[child]
        most = max(most, sum_in_order(tree.counts[child]))
    for child in range(first, last):
        if sum_in_order(tree.counts[child]) >= most - SLACK:
            largest = child
    limit = as_tree + TOLERANCE
    as_branch = estimate_subtree_errors(tree, data, largest, cases, weights, confidence, z, limit, False)
    errors[node] = as_tree
    if as_leaf <= min(as_tree, as_branch) + TOLERANCE:
        tree.test[node] = -1
    elif as_branch <= limit:
        tree.test[node], tree.threshold[node] = tree.test[largest], tree.threshold[largest]
        tree.first[node], tree.n_children[node] = tree.first[largest], tree.n_children[largest]
        estimate_subtree_errors(tree, data, node, cases, weights, confidence, z, np.inf, True)
        return True
    return False


@njit(cache=True, nogil=True)
def compute_branch_shares(tree, node, branch, weights):
    """Compute the shares (b,) of branches among cases with a value, or else in the tree, or else equal
    shares.
    """
    known = np.zeros(tree.n_children[node])
    for i in range(branch.shape[0]):
        if branch[i] >= 0:
            known[branch[i]] += weights[i]
    if sum_in_order(known) <= 0.0:
        for b in range(known.shape[0]):
            known[b] = sum_in_order(tree.counts[tree.first[node] + b])
    total = sum_in_order(known)
    for b in range(known.shape[0]):
        known[b] = known[b] / total if total > 0.0 else 1.0 / known.shape[0]
    return known


@njit(cache=True, nogil=True)
def estimate_subtree_errors(tree, data, root, cases, weights, confidence, z, limit, write):
    """Send cases down the subtree of `root`; return the estimated errors of its leaves, or a part of them
    that exceeds `limit`. With `write`, the tree stores the new counts.
    """
    errors, waiting = 0.0, [(root, cases, weights)]
    while len(waiting) > 0:
        node, here, mass = waiting.pop()
        counts = np.zeros(tree.counts.shape[1])
        for i in range(here.shape[0]):
            counts[data.y[here[i]]] += mass[i]
        if write:
            tree.counts[node] = counts
        if tree.test[node] < 0:
            errors += estimate_leaf_errors(counts, confidence, z)
            if errors > limit:
                return errors
            continue
        branch = find_branches(data, tree.test[node], tree.threshold[node], here)
        share = compute_branch_shares(tree, node, branch, mass)
        branches = np.arange(share.shape[0])
        _, out_cases, out_weights, starts = divide_cases(here, mass, branch, branches, share)
        for b in range(share.shape[0]):
            part = slice(starts[b], starts[b + 1])
            waiting.append((tree.first[node] + b, out_cases[part], out_weights[part]))
    return errors

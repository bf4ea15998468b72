"""Growth of a full C4.5 tree: the division of the cases of every node by its best test, as compiled loops.

The cases are sorted by every numeric column once, and the orders are divided with the cases. Cases are row
numbers; `weight` (n,) has the weight of every case at the current node. Tests: `trees.c45_cuts`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.methods.trees import c45_cuts
from naivebench.methods.trees.columns import Columns, encode_columns


class Tree(NamedTuple):
    """A tree as flat arrays: node 0 is the root, children are next to each other, after their parent."""

    test: np.ndarray  # (nodes,) int64, -1 = leaf
    threshold: np.ndarray  # (nodes,) of a numeric test: values up to it go to the first of two branches
    first: np.ndarray  # (nodes,) int64, first child
    n_children: np.ndarray  # (nodes,) int64
    counts: np.ndarray  # (nodes, K) weights of training cases per class


def grow_tree(columns: Columns, n_classes: int, in_mean: np.ndarray, limits: c45_cuts.Limits) -> Tree:
    """Grow the full tree, without pruning. in_mean: (t,) whether a test counts in the mean gain."""
    data = columns.data
    n, p = len(data.y), len(data.numeric)
    coded, order = encode_columns(data.numeric, limits.resolution)
    is_coded = np.diff(coded.starts) > 0
    rows = np.flatnonzero(~is_coded), np.flatnonzero(is_coded)
    most = max(int(np.diff(coded.starts).max(initial=1)), n if len(rows[0]) else 1)
    class_counts = np.bincount(data.y, minlength=n_classes).astype(np.float64)
    cuts = c45_cuts.Cuts(*np.zeros((4, p)))
    sizes = columns.sizes.astype(np.int64)
    scratch = c45_cuts.allocate_blocks(most, n_classes), cuts, c45_cuts.tabulate_x_log_x(n)
    return Tree(*grow_nodes(order, *rows, coded, data, sizes, in_mean, class_counts, limits, *scratch))


@njit(cache=True, nogil=True)
def is_splittable(class_weights, min_cases):
    """Whether a node with weights (K,) has two classes and enough cases for two branches."""
    total = c45_cuts.sum_in_order(class_weights)
    return total >= 2 * min_cases - c45_cuts.SLACK and class_weights.max() < total - c45_cuts.SLACK


@njit(cache=True, nogil=True)
def divide_cases(cases, weights, branch, wanted, share):
    """Divide the cases of a node among the `wanted` branches. Returns the part of each branch (b,), -1 if not
    wanted; cases and weights in the order of the parts; and the starts of the parts. branch: (m,), -1 for a
    case without one, which goes to all wanted branches with its weight times share (b,).
    """
    slot, missing = np.full(share.shape[0], -1), (branch < 0).sum()
    slot[wanted] = np.arange(wanted.shape[0])
    sizes = np.bincount(branch[branch >= 0], minlength=share.shape[0])
    starts = np.append(0, np.cumsum(sizes[wanted] + np.where(share[wanted] > 0.0, missing, 0)))
    out_cases, out_weights = np.empty(starts[-1], np.int32), np.empty(starts[-1])
    position = starts[:-1].copy()
    for i in range(cases.shape[0]):
        for b in range(branch[i], branch[i] + 1) if branch[i] >= 0 else range(slot.shape[0]):
            s = slot[b]
            if s >= 0 and (branch[i] >= 0 or share[b] > 0.0):
                out_cases[position[s]] = cases[i]
                out_weights[position[s]] = weights[i] if branch[i] >= 0 else weights[i] * share[b]
                position[s] += 1
    return slot, out_cases, out_weights, starts


@njit(cache=True, nogil=True)
def divide_sorted_cases(order, keep, branch_of, slot, share, starts):
    """Divide the rows `keep` of order (p, m) as `divide_cases`; part s is a block (p, its size), by row."""
    p = keep.shape[0]
    out = np.empty(p * starts[-1], np.int32)
    for j in range(p):
        position = p * starts[:-1] + j * (starts[1:] - starts[:-1])
        for i in order[keep[j]]:
            branch = branch_of[i]
            for b in range(branch, branch + 1) if branch >= 0 else range(slot.shape[0]):
                s = slot[b]
                if s >= 0 and (branch >= 0 or share[b] > 0.0):
                    out[position[s]] = i
                    position[s] += 1
    return out


@njit(cache=True, nogil=True)
def sum_branch_weights(cases, weights, branch, y, table):
    """Add the class weights of all branches to table (b, K) of zeros; return their shares, (b,)."""
    total, unknown, share = 0.0, np.zeros(table.shape[1]), np.empty(table.shape[0])
    for i in range(cases.shape[0]):
        if branch[i] >= 0:
            table[branch[i], y[cases[i]]] += weights[i]
            total += weights[i]
        else:
            unknown[y[cases[i]]] += weights[i]
    for b in range(table.shape[0]):
        share[b] = c45_cuts.sum_in_order(table[b]) / total
        for c in range(table.shape[1]):
            table[b, c] += share[b] * unknown[c]
    return share


@njit(cache=True, nogil=True)
def grow_nodes(
    order, ordered, coded_rows, coded, data, sizes, in_mean, class_counts, limits, blocks, cuts, terms
):
    """Grow the full tree; return the fields of a `Tree`.

    order: (u, n) int32, cases by ascending value of the numeric columns `ordered` (u,). coded_rows: the other
    numeric columns. sizes: (q,) numbers of values of nominal columns. class_counts: (K,) of the root.
    """
    n, of_numeric = data.y.shape[0], np.flatnonzero(data.is_numeric)
    weight, branch_of = np.zeros(n), np.empty(n, np.int64)
    gain, info = np.zeros(in_mean.shape[0]), np.zeros(in_mean.shape[0])
    test, threshold, first, n_children, counts = [-1], [0.0], [0], [0], [class_counts]
    waiting = [(0, np.arange(n).astype(np.int32), np.ones(n), ordered, order, coded_rows)]
    while len(waiting) > 0:
        node, cases, weights, rows, orders, coded_now = waiting.pop()
        totals, y = np.zeros(class_counts.shape[0]), data.y[cases]
        for i in range(cases.shape[0]):
            weight[cases[i]] = weights[i]
            totals[y[i]] += weights[i]
        if not is_splittable(totals, limits.min_cases):
            continue

        # the best test
        cuts.gain[:], cuts.info[:] = 0.0, 0.0
        c45_cuts.score_ordered_columns(orders, rows, data, weight, totals, limits, terms, blocks, cuts)
        c45_cuts.score_coded_columns(coded_now, coded, cases, y, weights, totals, limits, terms, blocks, cuts)
        gain[of_numeric], info[of_numeric] = cuts.gain, cuts.info
        c45_cuts.score_nominal_columns(cases, data, weight, sizes, totals, limits.min_cases, gain, info)
        best = c45_cuts.choose_test(gain, info, in_mean)
        if best < 0:
            continue
        row, n_branches, cut = data.position[best], 2, 0.0
        if data.is_numeric[best]:
            values = coded.values[coded.starts[row] : coded.starts[row + 1]]
            values = values if values.shape[0] > 0 else data.numeric[row]
            cut = c45_cuts.choose_threshold(values, cuts.below[row], cuts.above[row])
        else:
            n_branches = sizes[row]

        # its children
        n_nodes = len(test)
        test[node], threshold[node], first[node], n_children[node] = best, cut, n_nodes, n_branches
        branch = c45_cuts.find_branches(data, best, cut, cases)
        of_branches = np.zeros((n_branches, totals.shape[0]))
        branch_of[cases] = branch
        share = sum_branch_weights(cases, weights, branch, data.y, of_branches)
        for b in range(n_branches):
            test.append(-1)
            threshold.append(0.0)
            first.append(0)
            n_children.append(0)
            counts.append(of_branches[b])
        wanted = np.array(
            [b for b in range(n_branches) if is_splittable(of_branches[b], limits.min_cases)], np.int64
        )
        slot, out_cases, out_weights, starts = divide_cases(cases, weights, branch, wanted, share)
        keep = np.flatnonzero(cuts.gain[rows] >= 0.0)
        out_orders = divide_sorted_cases(orders, keep, branch_of, slot, share, starts)
        kept_rows, kept_coded = rows[keep], coded_now[cuts.gain[coded_now] >= 0.0]
        # the largest part first: it is grown last, when the arrays of the others no longer exist
        for s in np.argsort(starts[:-1] - starts[1:], kind="mergesort"):
            a, b, p, child = starts[s], starts[s + 1], keep.shape[0], n_nodes + wanted[s]
            part = out_orders[p * a : p * b].reshape(p, b - a)
            waiting.append((child, out_cases[a:b], out_weights[a:b], kept_rows, part, kept_coded))
    of_nodes = np.empty((len(counts), class_counts.shape[0]))
    for node in range(len(counts)):
        of_nodes[node] = counts[node]
    return np.array(test), np.array(threshold), np.array(first), np.array(n_children), of_nodes

"""NBTree: a decision tree with a naive Bayes classifier in every leaf. A node is split only if the
cross-validated accuracy of naive Bayes in its parts is clearly better.

The utility of a node is the accuracy of naive Bayes in a cross-validation on its cases. The utility of a
split is the accuracy of one naive Bayes classifier per branch in the same folds. The test of a nominal
attribute has one branch per value; the test of any other attribute is the threshold with the highest
information gain, as in `c45`.

Numbers are discretized by `fayyad_irani`. For each inner fold, the cut points are learned on the node's cases
outside the fold and used for all splits that the node tries; a leaf learns them on its own cases. O(n d^2 K)
per level. Kohavi 1996; docs/methods/trees.md#nbtree.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.checks import check_at_least, check_whole
from naivebench.core.decisions import TIE
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Table, list_columns, n_cases, n_classes, subset
from naivebench.data.discretization import cut_points
from naivebench.methods.naive_bayes import nb
from naivebench.methods.trees.c45_cuts import find_branches, find_thresholds
from naivebench.methods.trees.columns import Columns, collect_columns, find_nonempty_cases

KINDS = ("nominal", "ordinal", "linear", "angular")
CUTS = "fayyad_irani"
MIN_BRANCH = 2  # smallest number of cases in each branch of a threshold
REDUCTION = 0.05  # a split must avoid more than this share of the errors (Kohavi's 5 per cent)
FOLDS = 5  # of the inner cross-validation (Kohavi)


class Leaf(NamedTuple):
    cuts: tuple[np.ndarray, ...]  # cut points per linear and angular attribute
    model: nb.Model


class Test(NamedTuple):
    column: int
    threshold: float  # of a numeric column: values up to it go to branch 0, others to branch 1
    # (branches,) node of every branch; a branch without cases has the node of the largest branch
    children: np.ndarray
    largest: int  # node for cases without the attribute


class Model(NamedTuple):
    nodes: tuple[Leaf | Test, ...]  # the root first
    log_prior: np.ndarray  # (K,) nats, of the whole training part
    is_numeric: tuple[bool, ...]  # per column


class _Split(NamedTuple):
    column: int
    threshold: float
    branch: np.ndarray  # (m,) branch of every case, including those that lack the attribute
    largest: int
    n_branches: int


def fit(
    train: Table, *, rng: np.random.Generator | None = None, min_cases: int = 30, alpha: float = 1.0
) -> Model:
    """Grow the tree; alpha > 0 as in `nb`.

    If no split is accepted, the model is `nb` with the cut points learned on all cases. Raises InputError for
    bad parameters and for attributes that are not nominal, ordinal, linear or angular.
    """
    min_cases = check_whole(min_cases, 1, "min_cases", "nbtree")
    check_at_least(alpha, 1e-9, "alpha", "nbtree")
    counts.check_kinds(train.attributes, "nbtree", KINDS)
    train = counts.select_labelled_cases(train)
    n_c = np.bincount(train.y, minlength=n_classes(train))
    nodes: dict[int, Leaf | Test] = {}
    n_nodes = 1
    waiting = [(0, np.arange(n_cases(train)))]
    while waiting:
        node, rows = waiting.pop(0)
        part = subset(train, rows)
        split = find_best_split(part, n_c, alpha) if len(rows) >= min_cases else None
        if split is None:
            cuts = cut_points.learn_cuts(part, CUTS)
            nodes[node] = Leaf(tuple(cuts), nb.fit(cut_points.apply_cuts(part, cuts), alpha=alpha))
            continue
        present, position = np.unique(split.branch, return_inverse=True)
        children = np.full(split.n_branches, n_nodes + np.searchsorted(present, split.largest))
        children[present] = n_nodes + np.arange(len(present))
        nodes[node] = Test(split.column, split.threshold, children, int(children[split.largest]))
        waiting += [(n_nodes + i, rows[position == i]) for i in range(len(present))]
        n_nodes += len(present)
    is_numeric = tuple(a.kind != "nominal" for a in train.attributes)
    return Model(tuple(nodes[i] for i in range(n_nodes)), log_prior(n_c, nb.PRIOR_ALPHA), is_numeric)


def assign_folds(part: Table, columns: Columns) -> np.ndarray:
    """Assign folds in turn to the cases of each class, (n,). The cases are sorted by their values in the
    columns, which are taken in the order of their names.
    """
    data = columns.data
    by_name = sorted(range(len(columns.names)), key=lambda t: columns.names[t], reverse=True)
    keys = [(data.numeric if data.is_numeric[t] else data.nominal)[data.position[t]] for t in by_name]
    order = np.lexsort(keys) if keys else np.arange(n_cases(part))
    result = np.zeros(n_cases(part), np.int64)
    for c in np.unique(part.y):
        of_class = order[part.y[order] == c]
        result[of_class] = np.arange(len(of_class)) % FOLDS
    return result


class _Fold(NamedTuple):
    rows: np.ndarray  # (d, n) row of every value in the table `counts`
    missing: np.ndarray  # (d,) row of a missing value
    pseudo: np.ndarray  # (d,) alpha times the number of values
    counts: np.ndarray  # (R, K) zeros, which are zeros again after each use


def discretize_fold(part: Table, inside: np.ndarray, alpha: float) -> _Fold:
    """Discretize the node's cases with cut points learned outside the fold; leave out constant attributes."""
    cuts = iter(cut_points.learn_cuts(subset(part, np.flatnonzero(~inside)), CUTS))
    rows, missing, pseudo, n_rows = [], [], [], 0
    for attribute, column in list_columns(part):
        size = len(attribute.values)
        if attribute.kind in cut_points.CUT:
            points = next(cuts)
            column, size = cut_points.find_intervals(column, points), len(points) + 1
        if size > 1:  # a row for missing values, then one for each value
            rows.append(n_rows + 1 + column.astype(np.int32))
            missing.append(n_rows)
            pseudo.append(alpha * size)
            n_rows += size + 1
    return _Fold(
        np.array(rows, dtype=np.int32).reshape(len(rows), n_cases(part)),
        np.array(missing, dtype=np.int64),
        np.array(pseudo, dtype=np.float64),
        np.zeros((n_rows, n_classes(part)), np.int32),
    )


def find_best_split(part: Table, class_counts: np.ndarray, alpha: float) -> _Split | None:
    """Find the accepted split of a node, or None. class_counts: (K,) of the training part, for ties."""
    n = n_cases(part)
    if len(np.unique(part.y)) < 2:
        return None
    columns = collect_columns(part, "nbtree")
    fold = assign_folds(part, columns)
    folds = [discretize_fold(part, fold == f, alpha) for f in range(FOLDS)]
    logs = np.log(np.arange(n + 1) + alpha)

    def count_errors(branch: np.ndarray, n_branches: int) -> int:
        cases = np.argsort(branch, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(branch, minlength=n_branches))])
        return n - sum(
            count_correct_cases(part.y, fold, f, cases, starts, *parts, logs, class_counts)
            for f, parts in enumerate(folds)
        )

    before, best, fewest = count_errors(np.zeros(n, np.int64), 1), None, n + 1
    if before == 0:
        return None
    for split in list_candidate_splits(part, columns):
        now = count_errors(split.branch, split.n_branches)
        if now < fewest:
            best, fewest = split, now
    return best if best is not None and before - fewest > REDUCTION * before else None


def list_candidate_splits(part: Table, columns: Columns) -> list[_Split]:
    """List one split per column that divides the cases, in the order of the columns."""
    data, everything, result = columns.data, np.arange(n_cases(part)), []
    thresholds = find_thresholds(data, n_classes(part), float(MIN_BRANCH))
    for t, numeric in enumerate(data.is_numeric):
        row = data.position[t]
        threshold = float(thresholds[row]) if numeric else 0.0
        if np.isnan(threshold):
            continue
        n_branches = 2 if numeric else int(columns.sizes[row])
        branch = find_branches(data, t, threshold, everything)
        sizes = np.bincount(branch[branch >= 0], minlength=n_branches)
        if (sizes > 0).sum() > 1:
            largest = int(np.argmax(sizes))
            result.append(_Split(t, threshold, np.where(branch < 0, largest, branch), largest, n_branches))
    return result


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    data = collect_columns(table, "nbtree", KINDS, of_model=len(model.is_numeric)).data
    result = np.tile(normalize_rows(model.log_prior[None, :].copy(), model.log_prior), (n_cases(table), 1))
    waiting = [(0, np.flatnonzero(find_nonempty_cases(data)))]
    while waiting:
        index, rows = waiting.pop()
        node = model.nodes[index]
        if not len(rows):
            continue
        if isinstance(node, Leaf):
            intervals = cut_points.apply_cuts(subset(table, rows), node.cuts)
            result[rows] = nb.predict_log_proba(node.model, intervals)
        else:
            branch = find_branches(data, node.column, node.threshold, rows)
            target = np.where(branch < 0, node.largest, node.children[branch])
            waiting += [(int(child), rows[target == child]) for child in np.unique(target)]
    return result


def summarize(model: Model) -> dict[str, Any]:
    """Report attributes_used, nodes, leaves, and n_parameters (parameters of the leaves plus thresholds)."""
    leaves = [nb.summarize(node.model)["n_parameters"] for node in model.nodes if isinstance(node, Leaf)]
    tests = [node for node in model.nodes if isinstance(node, Test)]
    used = {node.column for node in tests}
    for leaf in (node for node in model.nodes if isinstance(node, Leaf)):
        used |= set(np.flatnonzero(np.diff(leaf.model.offsets) > 2).tolist())
    return {
        "n_parameters": sum(leaves) + sum(model.is_numeric[node.column] for node in tests),
        "attributes_used": len(used),
        "nodes": len(model.nodes),
        "leaves": len(leaves),
    }


@njit(cache=True, nogil=True)
def count_correct_cases(y, fold, f, cases, starts, rows, missing, pseudo, counts, logs, class_counts):
    """Count the cases of fold f that naive Bayes in each branch classifies correctly. cases: (n,), of branch
    b at starts[b] to starts[b + 1]. rows, missing, pseudo, counts: see `_Fold`. logs: (n + 1,) log(m +
    alpha).
    """
    d, n_classes, right = rows.shape[0], class_counts.shape[0], 0
    n_c, n_jc = np.zeros(n_classes), np.zeros((d, n_classes))
    for b in range(starts.shape[0] - 1):
        part = cases[starts[b] : starts[b + 1]]
        n_c[:], n_jc[:] = nb.PRIOR_ALPHA, 0.0
        for i in part:
            if fold[i] != f:
                n_c[y[i]] += 1.0
                for j in range(d):
                    counts[rows[j, i], y[i]] += 1
                    n_jc[j, y[i]] += rows[j, i] != missing[j]
        for c in range(n_classes):
            n_c[c] = np.log(n_c[c]) if n_c[c] > 0.0 else -np.inf
            for j in range(d):
                n_jc[j, c] = np.log(n_jc[j, c] + pseudo[j])
        for i in part:
            if fold[i] == f:
                score = n_c.copy()
                for j in range(d):
                    if rows[j, i] != missing[j]:
                        for c in range(n_classes):
                            score[c] += logs[counts[rows[j, i], c]] - n_jc[j, c]
                right += decide_class(score, class_counts) == y[i]
        for i in part:
            for j in range(d):
                counts[rows[j, i], y[i]] = 0
    return right


@njit(cache=True, nogil=True)
def decide_class(score, class_counts):
    """Find the class of the largest score; ties go to the class with more cases, then to the lower index."""
    best, largest = -1, score.max()
    for c in range(score.shape[0]):
        if score[c] >= largest - TIE and (best < 0 or class_counts[c] > class_counts[best]):
            best = c
    return best

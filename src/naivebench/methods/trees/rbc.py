"""Langley's recursive Bayesian classifier: a tree of naive Bayes classifiers. Each node divides the cases by
the class that its naive Bayes predicts, and a new naive Bayes is learned on each part.

A node is a naive Bayes classifier learned on its cases. The cases for which it predicts class k form a
branch. If all of them belong to class k, the branch ends. Otherwise naive Bayes is learned on them; it
becomes a node if it classifies more of them correctly than its parent, and if not, the parent's posterior is
kept. The training errors therefore never increase with the depth, and on data that naive Bayes separates the
tree is plain naive Bayes.

A case starts at the root and follows the class predicted there to the next node, until a node has no child
for the class; that node gives the posterior. A case without any observed value stays at the root, because
there is nothing to route it by. If posteriors tie, the class with more cases in the whole training part is
predicted, as everywhere (`core.decide`). `trees.rnbl` grows such trees by another rule. Langley 1993; Langley
and Sage 1994; docs/methods/trees.md#recursive-bayesian-classifier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import check_whole
from naivebench.core.decide import decide_classes
from naivebench.core.table import Table, class_counts, n_cases, n_classes, subset
from naivebench.methods.naive_bayes import nb

Child = tuple[int, np.ndarray, nb.Model]  # class, rows of its cases, model


class Model(NamedTuple):
    """A tree of naive Bayes classifiers, of this method or of `trees.rnbl`."""

    nodes: tuple[nb.Model, ...]  # the root first, children after their parents
    children: np.ndarray  # (nodes, K) node of the cases predicted as each class, -1 where there is none
    class_counts: np.ndarray  # (K,) cases of the whole training part
    facts: dict[str, Any] | None = None  # of `trees.rnbl`, for the summary


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float = 1.0,
    max_depth: int | None = None,
) -> Model:
    """Grow the tree. alpha: as in `nb`; max_depth = 0 gives `nb`.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    train = check_training(train, max_depth, "rbc")
    n_c = class_counts(train)

    def choose_children(model: nb.Model, rows: np.ndarray) -> list[Child]:
        children = []
        for label, part in find_branches(model, train, rows, n_c)[1]:
            cases = subset(train, part)
            wrong = int((cases.y != label).sum())
            if wrong:
                child = fit_node(cases, alpha)
                predicted = decide_classes(nb.predict_log_proba(child, cases), n_c)
                if (predicted != cases.y).sum() < wrong:
                    children.append((label, part, child))
        return children

    root = fit_node(train, alpha)
    return grow_tree(root, train, max_depth, choose_children)


def fit_node(cases: Table, alpha: float) -> nb.Model:
    """Naive Bayes of the cases of a node. Its prior is their class frequencies, so pure nodes are certain."""
    return nb.fit(cases, alpha=alpha, prior_alpha=0.0)


def check_training(train: Table, max_depth: int | None, method: str) -> Table:
    """The cases of known class. Raises InputError for a bad depth and attributes that are not discrete."""
    if max_depth is not None:
        check_whole(max_depth, 0, "max_depth", method)
    counts.check_discrete(train, method)
    return counts.select_known_cases(train)


def grow_tree(
    root: nb.Model,
    train: Table,
    max_depth: int | None,
    choose_children: Callable[[nb.Model, np.ndarray], list[Child]],
) -> Model:
    """The tree that grows from its root, breadth first. choose_children(model of a node, rows of its cases):
    class, rows and model of every child.
    """
    k = n_classes(train)
    nodes, children = [root], [np.full(k, -1)]
    waiting = [(0, np.arange(n_cases(train)), 0)]
    while waiting:
        node, rows, depth = waiting.pop(0)
        if depth == max_depth:
            continue
        for label, part, child in choose_children(nodes[node], rows):
            children[node][label] = len(nodes)
            waiting.append((len(nodes), part, depth + 1))
            nodes.append(child)
            children.append(np.full(k, -1))
    return Model(tuple(nodes), np.array(children), class_counts(train))


def find_branches(
    model: nb.Model, train: Table, rows: np.ndarray, n_c: np.ndarray
) -> tuple[np.ndarray, list[tuple[int, np.ndarray]]]:
    """log P(c | x), (m, K) nats, of the cases `rows` (m,) under the model of a node, and the non-empty
    branches as (class, rows of the training part).
    """
    part = subset(train, rows)
    log_proba = nb.predict_log_proba(model, part)
    label, answered = decide_classes(log_proba, n_c), find_observed(part)
    return log_proba, [(int(c), rows[answered & (label == c)]) for c in np.unique(label[answered])]


def find_observed(table: Table) -> np.ndarray:
    """Whether each case has any value, shape (n,)."""
    return np.any(table.codes >= 0, axis=1)


def find_nodes(model: Model, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Node that gives the posterior of each case, (n,), and log P(c | x) of it, (n, K) nats."""
    node, log_proba = np.zeros(n_cases(table), np.int64), nb.predict_log_proba(model.nodes[0], table)
    answered = find_observed(table)
    waiting = [(0, np.arange(n_cases(table)))]
    while waiting:
        at, rows = waiting.pop()
        rows = rows[answered[rows]]
        if len(rows) == 0 or (model.children[at] < 0).all():
            continue
        target = model.children[at][decide_classes(log_proba[rows], model.class_counts)]
        for child in np.unique(target[target >= 0]):
            part = rows[target == child]
            node[part], log_proba[part] = child, nb.predict_log_proba(model.nodes[child], subset(table, part))
            waiting.append((int(child), part))
    return node, log_proba


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x) of the node where a case ends, shape (n, K), nats."""
    return find_nodes(model, table)[1]


def summarize(model: Model) -> dict[str, Any]:
    """Sizes of the tree, and the facts of its growth."""
    sizes = [nb.summarize(node) for node in model.nodes]
    depth = np.zeros(len(model.nodes), np.int64)
    for node, children in enumerate(model.children):
        depth[children[children >= 0]] = depth[node] + 1
    return {
        "n_parameters": sum(size["n_parameters"] for size in sizes),
        "attributes_used": sizes[0]["attributes_used"],
        "nodes": len(model.nodes),
        "leaves": int((model.children < 0).all(axis=1).sum()),
        "depth": int(depth.max()),
    } | (model.facts or {})

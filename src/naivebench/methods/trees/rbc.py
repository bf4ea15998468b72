"""Langley's recursive Bayesian classifier: a tree of naive Bayes classifiers. Each node divides the cases by
the class that its naive Bayes predicts, and a new naive Bayes is learned on each part.

The cases for which a node predicts class k form a branch. If all of them belong to class k, the branch ends.
Otherwise naive Bayes is learned on them; it becomes a node if it classifies more of them correctly than its
parent. The training errors therefore never increase with the depth.

A case starts at the root and follows the class predicted there to the next node, until a node has no child
for the class; that node gives the posterior. A case without any observed value stays at the root.
`trees.rnbl` and `trees.rnbl_mn` grow such trees by another rule. Langley 1993; Langley and Sage 1994;
docs/methods/trees.md#recursive-bayesian-classifier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import check_whole
from naivebench.core.decisions import decide_classes
from naivebench.core.table import Table, class_counts, n_cases, subset
from naivebench.methods.naive_bayes import nb


class Model(NamedTuple):
    nodes: tuple[Any, ...]  # the classifier of each, the root first, children after their parents
    children: np.ndarray  # (nodes, K) node of the cases predicted as each class, -1 where there is none
    class_counts: np.ndarray  # (nodes, K) cases of each class: of classes that tie, the largest is predicted


class Leaf(NamedTuple):
    """A node of a tree that is still growing."""

    classifier: Any
    rows: np.ndarray  # (m,) its training cases
    route: np.ndarray  # (m,) class that it predicts for them; -1 for cases that stay at the node
    log_true: np.ndarray  # (m,) nats, log P(true class | case)
    class_counts: np.ndarray  # (K,) as in `Model`


LearnNode = Callable[[np.ndarray], Leaf]  # learns a node on some rows of the training part


def fit(
    train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0, max_depth: int | None = None
) -> Model:
    """Grow the tree. alpha: as in `nb`. max_depth: 0 gives `nb`. Raises InputError for bad parameters and
    for attributes that are not discrete.
    """
    train, learn_node = make_learner(train, alpha, max_depth, "rbc")

    def choose_children(leaf: Leaf) -> dict[int, Leaf]:
        children = {}
        for label, rows in group_rows_by_prediction(leaf).items():
            wrong = (train.y[rows] != label).sum()
            if wrong:
                child = learn_node(rows)
                if (child.route != train.y[rows]).sum() < wrong:
                    children[label] = child
        return children

    return grow_tree(learn_node, train, max_depth, lambda level: [*map(choose_children, level)])


def make_learner(train: Table, alpha: float, max_depth: int | None, method: str) -> tuple[Table, LearnNode]:
    """Return the cases of known class, and a function that learns naive Bayes on some of them, with their
    class frequencies as the prior, so that pure nodes are certain. Raises InputError for a bad depth or kind.
    """
    if max_depth is not None:
        check_whole(max_depth, 0, "max_depth", method)
    train = counts.prepare_discrete_training(train, method)
    n_c = class_counts(train)

    def learn_node(rows: np.ndarray) -> Leaf:
        cases = subset(train, rows)
        classifier = nb.fit(cases, alpha=alpha, prior_alpha=0.0)
        log_proba = nb.predict_log_proba(classifier, cases)
        route = np.where(find_nonempty_cases(cases), decide_classes(log_proba, n_c), -1)
        return Leaf(classifier, rows, route, log_proba[np.arange(len(rows)), cases.y], n_c)

    return train, learn_node


def find_nonempty_cases(table: Table) -> np.ndarray:
    """Whether each case has any value, shape (n,)."""
    return np.any(table.codes >= 0, axis=1)


def group_rows_by_prediction(leaf: Leaf) -> dict[int, np.ndarray]:
    """List the rows of the cases that a node sends to children, by the class that it predicts for them."""
    labels = np.unique(leaf.route[leaf.route >= 0])
    return {int(label): leaf.rows[leaf.route == label] for label in labels}


def grow_tree(
    learn_node: LearnNode,
    train: Table,
    max_depth: int | None,
    choose_children: Callable[[list[Leaf]], list[dict[int, Leaf]]],
) -> Model:
    """Grow the tree. choose_children: nodes of one depth -> children of each node by predicted class."""
    nodes, children = [learn_node(np.arange(n_cases(train)))], [np.full(len(train.classes), -1)]
    first, depth = 0, 0
    while first < len(nodes) and depth != max_depth:
        last = len(nodes)
        for node, chosen in enumerate(choose_children(nodes[first:]), first):
            for label, child in chosen.items():
                children[node][label] = len(nodes)
                nodes.append(child)
                children.append(np.full(len(train.classes), -1))
        first, depth = last, depth + 1
    classifiers, n_c = tuple(node.classifier for node in nodes), [node.class_counts for node in nodes]
    return Model(classifiers, np.array(children), np.array(n_c))


def route_cases(
    model: Model, table: Table, is_routed: np.ndarray, predict: Callable[[Any, Table], np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Find the node that gives the posterior of each case, (n,), and its log P(c | x), (n, K) nats. Cases
    with is_routed (n,) leave the root. predict: log P(c | x) by the classifier of a node.
    """
    node, log_proba = np.zeros(n_cases(table), np.int64), predict(model.nodes[0], table)
    waiting = [(0, np.flatnonzero(is_routed))]
    while waiting:
        parent, rows = waiting.pop()
        if len(rows) == 0 or (model.children[parent] < 0).all():
            continue
        target = model.children[parent][decide_classes(log_proba[rows], model.class_counts[parent])]
        for child in np.unique(target[target >= 0]):
            part = rows[target == child]
            node[part], log_proba[part] = child, predict(model.nodes[child], subset(table, part))
            waiting.append((int(child), part))
    return node, log_proba


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x) of the node where a case ends, (n, K) nats."""
    return route_cases(model, table, find_nonempty_cases(table), nb.predict_log_proba)[1]


def measure_tree_size(model: Model) -> dict[str, int]:
    """Count the nodes and the leaves, and measure the depth."""
    depth = np.zeros(len(model.nodes), np.int64)
    for node, children in enumerate(model.children):
        depth[children[children >= 0]] = depth[node] + 1
    leaves = int((model.children < 0).all(axis=1).sum())
    return {"nodes": len(model.nodes), "leaves": leaves, "depth": int(depth.max())}


def summarize(model: Model) -> dict[str, Any]:
    """Report numbers of free parameters, attributes, nodes and leaves, and the depth."""
    sizes = [nb.summarize(node) for node in model.nodes]
    return {
        "n_parameters": sum(size["n_parameters"] for size in sizes),
        "attributes_used": sizes[0]["attributes_used"],
        **measure_tree_size(model),
    }

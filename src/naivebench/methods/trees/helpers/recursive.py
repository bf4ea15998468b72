"""Trees whose nodes are naive Bayes classifiers and whose branches are the classes that a node predicts.

A case starts at the root and follows the class predicted there to the next node, until a node has no child
for the class; that node gives the posterior. A case without any observed value stays at the root, because
there is nothing to route it by. If posteriors tie, the class with more cases in the whole training part is
predicted, as everywhere (`core.decide`). Langley 1993; Kang, Silvescu and Honavar 2006.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.decide import decide
from naivebench.core.explanations import Contributions, Step
from naivebench.core.table import Table, cardinalities, n_cases, subset
from naivebench.methods.naive_bayes import nb


class Tree(NamedTuple):
    nodes: tuple[nb.Model, ...]  # the root first, children after their parents
    children: np.ndarray  # (nodes, K) node of the cases predicted as each class, -1 where there is none
    class_counts: np.ndarray  # (K,) cases of the whole training part
    classes: tuple[str, ...]


class Branch(NamedTuple):
    """Cases of a node for which it predicts the same class."""

    label: int
    rows: np.ndarray  # row numbers in the training part


def branches(
    model: nb.Model, train: Table, rows: np.ndarray, class_counts: np.ndarray
) -> tuple[np.ndarray, list[Branch]]:
    """log P(c | x), (m, K) nats, of the cases `rows` (m,) under the model of a node, and the non-empty
    branches by class.
    """
    part = subset(train, rows)
    log_proba = nb.predict_log_proba(model, part)
    label, answered = decide(log_proba, class_counts), observed(part)
    return log_proba, [Branch(int(c), rows[answered & (label == c)]) for c in np.unique(label[answered])]


def observed(table: Table) -> np.ndarray:
    """Whether each case has any value, shape (n,)."""
    return np.any(table.codes >= 0, axis=1)


def tree(nodes: list[nb.Model], links: list[tuple[int, int, int]], train: Table) -> Tree:
    """Build a tree from its nodes and its links (parent, class, child)."""
    n_c = np.bincount(train.y, minlength=len(train.classes))
    children = np.full((len(nodes), len(n_c)), -1)
    for parent, label, child in links:
        children[parent, label] = child
    return Tree(tuple(nodes), children, n_c, train.classes)


def leaves_of(model: Tree, table: Table) -> np.ndarray:
    """Node that gives the posterior of each case, shape (n,)."""
    return _descend(model, table)[0]


def predict_log_proba(model: Tree, table: Table) -> np.ndarray:
    """log P(c | x) of the node where a case ends, shape (n, K), nats."""
    return _descend(model, table)[1]


def _descend(model: Tree, table: Table) -> tuple[np.ndarray, np.ndarray]:
    node, log_proba = np.zeros(n_cases(table), np.int64), nb.predict_log_proba(model.nodes[0], table)
    answered = observed(table)
    waiting = [(0, np.arange(n_cases(table)))]
    while waiting:
        at, rows = waiting.pop()
        rows = rows[answered[rows]]
        if len(rows) == 0 or (model.children[at] < 0).all():
            continue
        target = model.children[at][decide(log_proba[rows], model.class_counts)]
        for child in np.unique(target[target >= 0]):
            part = rows[target == child]
            node[part], log_proba[part] = child, nb.predict_log_proba(model.nodes[child], subset(table, part))
            waiting.append((int(child), part))
    return node, log_proba


def explain(model: Tree, table: Table) -> Contributions:
    """Terms of naive Bayes at the node where a case ends, and the classes predicted on the way to it."""
    end = leaves_of(model, table)
    above = {
        int(child): (node, label)
        for node, row in enumerate(model.children)
        for label, child in enumerate(row)
        if child >= 0
    }
    prior = np.empty((n_cases(table), len(model.class_counts)))
    terms = np.empty((n_cases(table), len(table.attributes), len(model.class_counts)))
    routes = {}
    for node in np.unique(end).tolist():
        rows, steps, at = np.flatnonzero(end == node), [], node
        prior[rows], terms[rows] = nb.explain(model.nodes[node], subset(table, rows))[:2]
        while at:
            at, label = above[at]
            steps.append(Step(-1, "class predicted so far", "=", float(label), True))
        routes[node] = tuple(steps[::-1])
    return Contributions(prior, terms, route=tuple(routes[node] for node in end.tolist()))


def depths(model: Tree) -> np.ndarray:
    """Depth of every node, 0 for the root, shape (nodes,)."""
    result = np.zeros(len(model.nodes), np.int64)
    for parent in range(len(model.nodes)):
        result[model.children[parent][model.children[parent] >= 0]] = result[parent] + 1
    return result


def structure(model: Tree) -> str:
    """The tree as text: "nb" for a leaf, "nb(yes: nb, no: nb(yes: nb))" with a node below each predicted
    class.
    """
    return outline(
        lambda node: "nb",
        lambda node: [
            (model.classes[c], int(child)) for c, child in enumerate(model.children[node]) if child >= 0
        ],
    )


def outline(name: Callable[[int], str], children: Callable[[int], list[tuple[str, int]]]) -> str:
    """A tree as text, from the name of every node and its children as (branch, node); 0 is the root."""
    text, waiting = [], [(0, "", "")]
    while waiting:
        node, before, after = waiting.pop()
        if node < 0:
            text.append(after)
            continue
        inner = children(node)
        text.append(f"{before}{name(node)}" + ("(" if inner else ""))
        below = [(child, f"{', ' if i else ''}{branch}: ", "") for i, (branch, child) in enumerate(inner)]
        waiting += [*([(-1, "", ")")] if inner else []), *below[::-1]]
    return "".join(text)


def summarize(model: Tree) -> dict[str, Any]:
    """n_parameters of all nodes, attributes_used, nodes, leaves, depth and structure as text."""
    sizes = [nb.summarize(node) for node in model.nodes]
    return {
        "n_parameters": sum(size["n_parameters"] for size in sizes),
        "attributes_used": sizes[0]["attributes_used"],
        "nodes": len(model.nodes),
        "leaves": int((model.children < 0).all(axis=1).sum()),
        "depth": int(depths(model).max()),
        "structure": structure(model),
    }


def table_entries(train: Table) -> int:
    """Entries of the tables of one node, K (1 + sum r_j) over the attributes with more than one value."""
    r = cardinalities(train)
    return len(train.classes) * int(1 + r[r > 1].sum())


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops of the nodes before any time is measured."""
    nb.warm_up(counts.known_cases(train), n_folds)

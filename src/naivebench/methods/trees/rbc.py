"""Langley's recursive Bayesian classifier: a tree of naive Bayes classifiers. Each node divides the cases by
the class that its naive Bayes predicts, and a new naive Bayes is learned on each part.

A node is a naive Bayes classifier learned on its cases. The cases for which it predicts class k form a
branch. If all of them belong to class k, the branch ends. Otherwise naive Bayes is learned on them; it
becomes a node if it classifies more of them correctly than its parent, and if not, the parent's posterior is
kept. The training errors therefore never increase with the depth, and on data that naive Bayes separates the
tree is plain naive Bayes. Langley 1993; Langley and Sage 1994;
docs/methods/trees.md#recursive-bayesian-classifier.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import whole
from naivebench.core.decide import decide
from naivebench.core.explanations import Contributions
from naivebench.core.grouped import flat
from naivebench.core.table import Table, n_cases, n_classes, subset
from naivebench.methods.naive_bayes import nb
from naivebench.methods.trees.helpers import recursive
from naivebench.methods.trees.helpers.recursive import warm_up as warm_up


class Model(NamedTuple):
    tree: recursive.Tree
    training_errors: tuple[int, ...]  # number of errors of the tree cut off at depth 0, 1, ...


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    estimates: nb.Smoothing = nb.Smoothing(prior_alpha=0.0),
    max_depth: int | None = None,
) -> Model:
    """Grow the tree. The parameters of the nodes are as in `nb`; max_depth = 0 gives `nb`.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    max_depth = max_depth if max_depth is None else whole(max_depth, 0, "max_depth", "rbc")
    counts.only_discrete(train, "rbc")
    train = counts.known_cases(train)
    n_c = np.bincount(train.y, minlength=n_classes(train))
    nodes, links = [nb.fit(train, estimates=estimates)], []
    waiting, errors = [(0, np.arange(n_cases(train)), 0)], {0: _errors(nodes[0], train, n_c)}
    while waiting:
        node, rows, depth = waiting.pop(0)
        if depth == max_depth:
            continue
        for label, part in recursive.branches(nodes[node], train, rows, n_c)[1]:
            cases = subset(train, part)
            wrong = int((cases.y != label).sum())
            child = nb.fit(cases, estimates=estimates) if wrong else nodes[node]
            fewer = wrong - _errors(child, cases, n_c) if wrong else 0
            if fewer > 0:
                links.append((node, label, len(nodes)))
                waiting.append((len(nodes), part, depth + 1))
                nodes.append(child)
                errors[depth + 1] = errors.get(depth + 1, 0) - fewer
    return Model(
        recursive.tree(nodes, links, train), tuple(np.cumsum([errors[d] for d in sorted(errors)]).tolist())
    )


def _errors(model: nb.Model, cases: Table, class_counts: np.ndarray) -> int:
    return int((decide(nb.predict_log_proba(model, cases), class_counts) != cases.y).sum())


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x) of the node where a case ends, shape (n, K), nats."""
    return recursive.predict_log_proba(model.tree, table)


def explain(model: Model, table: Table) -> Contributions:
    """Terms of naive Bayes at the node where a case ends, and the classes predicted on the way to it."""
    return recursive.explain(model.tree, table)


def summarize(model: Model) -> dict[str, Any]:
    """Sizes and structure of the tree, and its training errors when cut off at depth 0, 1, ..."""
    return {**recursive.summarize(model.tree), "training_errors": list(model.training_errors)}

"""Recursive naive Bayes for texts and sequences (RNBL-MN): a tree whose nodes are multinomial naive Bayes
classifiers. The conditional minimum description length decides when a node is no longer divided.

A node sends every case to the child of the class that it predicts, and each child is a naive Bayes classifier
trained on the cases that it receives. A node stays a leaf unless its children raise the score of `cmdl`. A
case is routed to a leaf, and the posterior there is the prediction. A class that a node predicts for no
training case has no child; if the node predicts this class for a later case, its own posterior is the
prediction. Priors are frequencies, so the CLL of a pure node is 0. Words are chosen once, at the root.
`growth: leaf` decides about one leaf after the other, `level` about all leaves of one depth together. O(depth
x words x K). Kang, Silvescu and Honavar 2006 (their figure 1 is reconstructed);
docs/methods/sequences.md#recursive-naive-bayes-on-words.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import at_least, one_of, whole
from naivebench.core.counts import known_cases
from naivebench.core.decide import decide
from naivebench.core.grouped import flat
from naivebench.core.logspace import log_prior, normalize
from naivebench.core.table import Table, make_table, n_cases, n_classes, subset
from naivebench.methods.sequences.helpers import bags, cmdl, multinomial, words

GROWTH = ("leaf", "level")


class Node(NamedTuple):
    depth: int
    n_c: np.ndarray  # (K,) training cases of each class
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (columns, K) nats
    # (K,) number of the child for each predicted class, -1 = none; empty for a leaf
    children: tuple[int, ...]
    cll: float  # gain in the score if the node gets children; NaN if none were tried
    gain: float  # of the score if the node gets children; NaN if there were none to try


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    nodes: tuple[Node, ...]  # breadth first, the root is 0
    node_penalty: float  # nats per node
    classes: tuple[str, ...]


class _Open(NamedTuple):
    """A fitted node that may still get children."""

    node: Node
    cases: Table  # its training cases
    routes: np.ndarray  # (n,) class that the node predicts for them


def check_params(alpha: float, cll_scale: str, growth: str, max_depth: int | None) -> None:
    """Raise InputError for a parameter outside its range."""
    at_least(alpha, 0, "alpha", "rnbl_mn")
    one_of(cll_scale, cmdl.SCALES, "cll_scale", "rnbl_mn")
    one_of(growth, GROWTH, "growth", "rnbl_mn")
    if max_depth is not None:
        whole(max_depth, 0, "max_depth", "rnbl_mn")


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float = 1.0,
    cll_scale: str = "none",
    growth: str = "leaf",
    max_depth: int | None = None,
    chosen: bags.Words = bags.Words(),
) -> Model:
    """Grow the tree. cll_scale: see `cmdl`; max_depth: 0 gives `nb_mn`, None sets no limit; alpha, k,
    letters, n_words and words_by as in `nb_mn.fit`.

    Raises InputError for bad parameters and for other kinds of attributes.
    """
    check_params(alpha, cll_scale, growth, max_depth)
    train = known_cases(train)
    vocabulary, counts = bags.learn(train, "rnbl_mn", words=chosen)
    cases = make_table((), train.classes, train.y, counts=counts)
    node_penalty = cmdl.penalty(n_cases(cases), n_classes(cases), bags.size(vocabulary))
    root = _fitted(cases, 0, vocabulary.inside, alpha, cll_scale)
    nodes = _grow(root, vocabulary.inside, alpha, cll_scale, growth, max_depth, node_penalty)
    return Model(vocabulary, tuple(nodes), node_penalty, train.classes)


def _fitted(cases: Table, depth: int, inside: np.ndarray, alpha: float, cll_scale: str) -> _Open:
    assert cases.counts is not None
    k = n_classes(cases)
    n_c = np.bincount(cases.y, minlength=k)
    prior = log_prior(n_c, 0)
    table = multinomial.log_table(multinomial.class_totals(cases.counts, cases.y, k), inside, alpha)
    log_proba = normalize(multinomial.scores(cases.counts, prior, table), prior)
    node = Node(depth, n_c, prior, table, (), cmdl.cll(log_proba, cases.y, cll_scale), float("nan"))
    return _Open(node, cases, decide(log_proba, n_c))


def _grow(
    root: _Open,
    inside: np.ndarray,
    alpha: float,
    cll_scale: str,
    growth: str,
    max_depth: int | None,
    node_penalty: float,
) -> list[Node]:
    """Grow the tree and return all its nodes, breadth first."""
    nodes, level = [root.node], [(0, root)]
    while level:
        offers = [(i, leaf, _offered(leaf, inside, alpha, cll_scale, max_depth)) for i, leaf in level]
        gains = [
            cmdl.gain([c.node.cll for c in children.values()], leaf.node.cll, node_penalty)
            for _, leaf, children in offers
        ]
        together = sum(g for g, (_, _, children) in zip(gains, offers, strict=True) if children)
        level = []
        for gain, (i, leaf, children) in zip(gains, offers, strict=True):
            if not children:
                continue
            accepted = (together if growth == "level" else gain) > 0
            numbers = np.full(n_classes(leaf.cases), -1)
            for c in children if accepted else ():
                numbers[c] = len(nodes)
                level.append((len(nodes), children[c]))
                nodes.append(children[c].node)
            nodes[i] = nodes[i]._replace(gain=gain, children=tuple(numbers.tolist()) if accepted else ())
    return nodes


def _offered(
    leaf: _Open, inside: np.ndarray, alpha: float, cll_scale: str, max_depth: int | None
) -> dict[int, _Open]:
    """Children that the leaf would get, by predicted class; empty if the leaf is pure, at the largest depth,
    or predicts the same class for all its cases.
    """
    used = np.unique(leaf.routes)
    if (
        len(used) < 2
        or (leaf.node.n_c > 0).sum() < 2
        or (max_depth is not None and leaf.node.depth >= max_depth)
    ):
        return {}
    parts = {int(c): subset(leaf.cases, np.flatnonzero(leaf.routes == c)) for c in used}
    return {c: _fitted(part, leaf.node.depth + 1, inside, alpha, cll_scale) for c, part in parts.items()}


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x) of the leaf that the case is routed to, (n, K) nats."""
    return routed(model, table)[1]


def routed(model: Model, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Number of the node that makes the prediction for each case, (n,), and its log P(c | x), (n, K) nats."""
    counts = bags.apply(model.vocabulary, table)
    cases = make_table((), model.classes, np.zeros(n_cases(table), np.int32), counts=counts)
    where, result = np.zeros(n_cases(table), np.int64), np.empty((n_cases(table), len(model.classes)))
    for i, node in enumerate(model.nodes):  # children come after their parents
        rows = np.flatnonzero(where == i)
        if len(rows):
            part = subset(cases, rows)
            assert part.counts is not None
            result[rows] = normalize(
                multinomial.scores(part.counts, node.log_prior, node.log_table), node.log_prior
            )
            if node.children:
                child = np.array(node.children)[decide(result[rows], node.n_c)]
                where[rows] = np.where(child >= 0, child, i)
    return where, result


def score(model: Model) -> float:
    """CMDL of the tree on its training part."""
    return cmdl.cmdl(
        [node.cll for node in model.nodes if not node.children], len(model.nodes), model.node_penalty
    )


warm_up = words.warm_up


def structure(model: Model, i: int = 0) -> str:
    """Text of the tree below node i by predicted classes, as "earn {earn, rest {earn, rest}}"; empty for a
    leaf.
    """
    node = model.nodes[i]
    if not node.children:
        return ""
    parts = [
        f"{name} {structure(model, child)}".strip()
        for name, child in zip(model.classes, node.children, strict=True)
        if child >= 0
    ]
    return "{" + ", ".join(parts) + "}"


def tree(model: Model, i: int = 0) -> dict[str, Any]:
    """Data for drawing node i and everything below it: cases per class, change of the score, the words that
    distinguish each class most, and children by class.
    """
    node = model.nodes[i]
    used = (
        {name: child for name, child in zip(model.classes, node.children, strict=True) if child >= 0}
        if node.children
        else {}
    )
    return {
        "depth": node.depth,
        "cases": {name: int(n) for name, n in zip(model.classes, node.n_c, strict=True)},
        "gain": float(node.gain) if np.isfinite(node.gain) else None,
        "words": words.telling(model.vocabulary, node.log_prior, node.log_table, model.classes),
        "children": {name: tree(model, child) for name, child in used.items()},
    }


def summarize(model: Model) -> dict[str, Any]:
    """Numbers of free parameters, nodes and leaves, depth, CMDL (nats), and the tree as text and for a
    drawing.
    """
    d, n_c, n_nodes = bags.size(model.vocabulary), len(model.classes), len(model.nodes)
    total = score(model)
    return {
        "n_parameters": n_nodes * (n_c - 1 + n_c * max(d - 1, 0)),
        "attributes_used": int(d > 0),
        "words": d,
        "nodes": n_nodes,
        "leaves": sum(not node.children for node in model.nodes),
        "depth": max(node.depth for node in model.nodes),
        "cmdl": total if np.isfinite(total) else None,
        "structure": structure(model),
        "tree": tree(model),
    }

"""Recursive naive Bayes for texts and sequences (RNBL-MN): a tree whose nodes are multinomial naive Bayes
classifiers. The conditional minimum description length decides when a node is no longer divided.

    CMDL(h | D) = sum over leaves of CLL(leaf | D_leaf) - log|D| / 2 * (|C| + |C| d) * |h|
    CLL(h | D) = g(D) * sum over cases of log P(true class | case)

|h| counts all nodes, |D| the cases of the whole training part, d the words of the vocabulary; natural logs.
The equation of CLL is damaged in the available copy of the paper, so it is not known whether it has a factor
|D|: `cll_scale` is `none` (g = 1, a description length) or `node` (g = |D|, the cases at the node; almost
every split then raises the score).

A node sends every case to the child of the class that it predicts, and each child is a naive Bayes classifier
trained on the cases that it receives. A node stays a leaf unless its children raise the score. A
case is routed to a leaf, and the posterior there is the prediction. A class that a node predicts for no
training case has no child; if the node predicts this class for a later case, its own posterior is the
prediction. Priors are frequencies, so the CLL of a pure node is 0. Words are chosen once, at the root.
`growth: leaf` decides about one leaf after the other, `level` about all leaves of one depth together. O(depth
x words x K). Kang, Silvescu and Honavar 2006 (their figure 1 is reconstructed);
docs/methods/sequences.md#recursive-naive-bayes-on-words.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import check_at_least, check_one_of, check_whole
from naivebench.core.counts import select_known_cases
from naivebench.core.decide import decide_classes
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Table, make_table, n_cases, n_classes, subset
from naivebench.methods.sequences import bags, nb_mn

SCALES, GROWTH = ("none", "node"), ("leaf", "level")


class Node(NamedTuple):
    depth: int
    n_c: np.ndarray  # (K,) training cases of each class
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (columns, K) nats
    # (K,) number of the child for each predicted class, -1 = none; empty for a leaf
    children: tuple[int, ...]
    cll: float  # of the node on its training cases, nats, or nats times cases


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


class Growth(NamedTuple):
    """Settings of the growth of a tree."""

    inside: np.ndarray  # (columns,) bool, words of the vocabulary
    alpha: float
    cll_scale: str
    growth: str
    max_depth: int | None
    node_penalty: float


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float = 1.0,
    cll_scale: str = "none",
    growth: str = "leaf",
    max_depth: int | None = None,
    k: int = 1,
    n_words: int | None = None,
    words_by: str = "presence",
) -> Model:
    """Grow the tree. cll_scale: see above; max_depth: 0 gives `nb_mn`, None sets no limit; alpha, k, n_words
    and words_by as in `nb_mn.fit`.

    Raises InputError for bad parameters and for other kinds of attributes.
    """
    check_at_least(alpha, 0, "alpha", "rnbl_mn")
    check_one_of(cll_scale, SCALES, "cll_scale", "rnbl_mn")
    check_one_of(growth, GROWTH, "growth", "rnbl_mn")
    max_depth = max_depth if max_depth is None else check_whole(max_depth, 0, "max_depth", "rnbl_mn")
    train = select_known_cases(train)
    vocabulary, counts = bags.learn_vocabulary(train, "rnbl_mn", k=k, n_words=n_words, words_by=words_by)
    cases = make_table((), train.classes, train.y, counts=counts)
    node_penalty = compute_penalty(n_cases(cases), n_classes(cases), bags.vocabulary_size(vocabulary))
    settings = Growth(vocabulary.inside, alpha, cll_scale, growth, max_depth, node_penalty)
    return Model(vocabulary, tuple(grow_tree(cases, settings)), node_penalty, train.classes)


def compute_penalty(n_root: int, n_classes: int, d: int) -> float:
    """Penalty of one node in nats, log|D| / 2 * (|C| + |C| d)."""
    return 0.5 * math.log(max(n_root, 1)) * n_classes * (1 + d)


def fit_node(cases: Table, depth: int, settings: Growth) -> _Open:
    """Naive Bayes of the cases of a node, its CLL, and the classes that it predicts for them."""
    assert cases.counts is not None
    k = n_classes(cases)
    n_c = np.bincount(cases.y, minlength=k)
    prior = log_prior(n_c, 0)
    totals, _ = bags.class_sums(cases.counts, cases.y, k)
    table = nb_mn.estimate_log_table(totals, settings.inside, settings.alpha)
    log_proba = normalize_rows(nb_mn.sum_words(cases.counts, prior, table), prior)
    cll = float(log_proba[np.arange(n_cases(cases)), cases.y].sum())
    cll *= n_cases(cases) if settings.cll_scale == "node" else 1
    node = Node(depth, n_c, prior, table, (), cll)
    return _Open(node, cases, decide_classes(log_proba, n_c))


def grow_tree(cases: Table, settings: Growth) -> list[Node]:
    """Grow the tree and return all its nodes, breadth first."""
    root = fit_node(cases, 0, settings)
    nodes, level = [root.node], [(0, root)]
    while level:
        offers = [(i, leaf, fit_children(leaf, settings)) for i, leaf in level]
        gains = [
            # NaN if the leaf and a child have the likelihood 0 (CLL -inf)
            sum(child.node.cll for child in children.values())
            - leaf.node.cll
            - settings.node_penalty * len(children)
            for _, leaf, children in offers
        ]
        together = sum(g for g, (_, _, children) in zip(gains, offers, strict=True) if children)
        level = []
        for gain, (i, leaf, children) in zip(gains, offers, strict=True):
            if not children or not (together if settings.growth == "level" else gain) > 0:
                continue
            numbers = np.full(n_classes(leaf.cases), -1)
            for c, child in children.items():
                numbers[c] = len(nodes)
                level.append((len(nodes), child))
                nodes.append(child.node)
            nodes[i] = nodes[i]._replace(children=tuple(numbers.tolist()))
    return nodes


def fit_children(leaf: _Open, settings: Growth) -> dict[int, _Open]:
    """Children that the leaf would get, by predicted class; empty if the leaf is pure, at the largest depth,
    or predicts the same class for all its cases.
    """
    used = np.unique(leaf.routes)
    pure = len(used) < 2 or (leaf.node.n_c > 0).sum() < 2
    if pure or (settings.max_depth is not None and leaf.node.depth >= settings.max_depth):
        return {}
    parts = {int(c): subset(leaf.cases, np.flatnonzero(leaf.routes == c)) for c in used}
    return {c: fit_node(part, leaf.node.depth + 1, settings) for c, part in parts.items()}


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x) of the leaf that the case is routed to, (n, K) nats."""
    return route_cases(model, table)[1]


def route_cases(model: Model, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Number of the node that makes the prediction for each case, (n,), and its log P(c | x), (n, K) nats."""
    counts = bags.count_words(model.vocabulary, table)
    cases = make_table((), model.classes, np.zeros(n_cases(table), np.int32), counts=counts)
    where, result = np.zeros(n_cases(table), np.int64), np.empty((n_cases(table), len(model.classes)))
    for i, node in enumerate(model.nodes):  # children come after their parents
        rows = np.flatnonzero(where == i)
        if len(rows):
            part = subset(cases, rows)
            assert part.counts is not None
            result[rows] = normalize_rows(
                nb_mn.sum_words(part.counts, node.log_prior, node.log_table), node.log_prior
            )
            if node.children:
                child = np.array(node.children)[decide_classes(result[rows], node.n_c)]
                where[rows] = np.where(child >= 0, child, i)
    return where, result


def score(model: Model) -> float:
    """CMDL of the tree on its training part."""
    leaves = math.fsum(node.cll for node in model.nodes if not node.children)
    return leaves - model.node_penalty * len(model.nodes)


def describe_structure(model: Model, i: int = 0) -> str:
    """Text of the tree below node i by predicted classes, as "earn {earn, rest {earn, rest}}"; empty for a
    leaf.
    """
    node = model.nodes[i]
    if not node.children:
        return ""
    parts = [
        f"{name} {describe_structure(model, child)}".strip()
        for name, child in zip(model.classes, node.children, strict=True)
        if child >= 0
    ]
    return "{" + ", ".join(parts) + "}"


def summarize(model: Model) -> dict[str, Any]:
    """Numbers of free parameters, nodes and leaves, depth, CMDL (nats), and the tree as text."""
    d, n_c, n_nodes = bags.vocabulary_size(model.vocabulary), len(model.classes), len(model.nodes)
    total = score(model)
    return {
        "n_parameters": n_nodes * (n_c - 1 + n_c * max(d - 1, 0)),
        "attributes_used": int(d > 0),
        "words": d,
        "nodes": n_nodes,
        "leaves": sum(not node.children for node in model.nodes),
        "depth": max(node.depth for node in model.nodes),
        "cmdl": total if np.isfinite(total) else None,
        "structure": describe_structure(model),
    }

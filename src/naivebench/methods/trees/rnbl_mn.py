"""Recursive naive Bayes for texts and sequences (RNBL-MN): a tree whose nodes are multinomial naive Bayes
classifiers. The conditional minimum description length decides when a node is no longer divided.

The score is as in `trees.rnbl`, where a node of d words has the size K (1 + d). Cases are routed as in
`trees.rbc`. `growth: leaf` decides about one leaf after the other, and `level` decides about all leaves of
one depth together. O(depth x words x K). Kang, Silvescu and Honavar 2006 (their figure 1 is reconstructed);
docs/methods/sequences.md#recursive-naive-bayes-on-words.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import check_at_least, check_one_of, check_whole
from naivebench.core.counts import select_labelled_cases
from naivebench.core.decisions import decide_classes
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Table, class_counts, make_table, n_cases, n_classes, subset
from naivebench.methods.sequences import bags, nb_mn
from naivebench.methods.trees import rbc, rnbl

GROWTH = ("leaf", "level")


class Node(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (columns, K) nats


class Model(NamedTuple):
    vocabulary: bags.Vocabulary
    tree: rbc.Model  # of nodes
    classes: tuple[str, ...]


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
    """Grow the tree. cll_scale: as in `rnbl`. max_depth: 0 gives `nb_mn`, None sets no limit. alpha, k,
    n_words and words_by: as in `nb_mn.fit`. Raises InputError for bad parameters and other kinds of
    attributes.
    """
    check_at_least(alpha, 0, "alpha", "rnbl_mn")
    check_one_of(cll_scale, rnbl.CLL_SCALES, "cll_scale", "rnbl_mn")
    check_one_of(growth, GROWTH, "growth", "rnbl_mn")
    if max_depth is not None:
        check_whole(max_depth, 0, "max_depth", "rnbl_mn")
    train = select_labelled_cases(train)
    vocabulary, counts = bags.learn_vocabulary(train, "rnbl_mn", k=k, n_words=n_words, words_by=words_by)
    cases = make_table((), train.classes, train.y, counts=counts)

    def learn_node(rows: np.ndarray) -> rbc.Leaf:
        part = subset(cases, rows)
        assert part.counts is not None
        n_c = class_counts(part)
        totals, _ = bags.sum_counts_by_class(part.counts, part.y, len(n_c))
        node = Node(log_prior(n_c), nb_mn.estimate_word_log_proba(totals, vocabulary.inside, alpha))
        log_proba = predict_node(node, part)
        true = log_proba[np.arange(len(rows)), part.y]
        return rbc.Leaf(node, rows, decide_classes(log_proba, n_c), true, n_c)

    price = rnbl.compute_node_price(n_cases(cases), n_classes(cases), bags.vocabulary_size(vocabulary))
    tree = rnbl.grow_by_description_length(learn_node, cases, price, cll_scale, max_depth, growth == "level")
    return Model(vocabulary, tree, train.classes)


def predict_node(node: Node, cases: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats, of cases with counts of the words of the vocabulary."""
    assert cases.counts is not None
    return normalize_rows(nb_mn.sum_word_scores(cases.counts, node.log_prior, node.log_table), node.log_prior)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x) of the leaf to which the case is routed, (n, K) nats."""
    return route_cases(model, table)[1]


def route_cases(model: Model, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Find the node of each case, (n,), and log P(c | x), (n, K) nats. Without words, priors decide."""
    counts = bags.count_words(model.vocabulary, table)
    cases = make_table((), model.classes, table.y, counts=counts)
    return rbc.route_cases(model.tree, cases, np.ones(n_cases(table), bool), predict_node)


def describe_structure(model: Model, i: int = 0) -> str:
    """Describe the tree below node i by classes, as in 'earn {earn, rest {earn, rest}}'; empty for a leaf."""
    parts = [
        f"{name} {describe_structure(model, child)}".strip()
        for name, child in zip(model.classes, model.tree.children[i].tolist(), strict=True)
        if child >= 0
    ]
    return "{" + ", ".join(parts) + "}" if parts else ""


def summarize(model: Model) -> dict[str, Any]:
    """Report numbers of free parameters, nodes and leaves, depth, and the tree as text."""
    d, n_c, n_nodes = bags.vocabulary_size(model.vocabulary), len(model.classes), len(model.tree.nodes)
    return {
        "n_parameters": n_nodes * (n_c - 1 + n_c * max(d - 1, 0)),
        "attributes_used": int(d > 0),
        "words": d,
        **rbc.measure_tree_size(model.tree),
        "structure": describe_structure(model),
    }

"""Recursive naive Bayes: a tree of naive Bayes classifiers on tables of attributes. The conditional minimum
description length decides when a node is no longer divided.

    CMDL(h | D) = sum over leaves CLL(h_leaf | D_leaf) - (log |D| / 2) size |h|,
    CLL(h | D) = g sum_i log P_h(c_i | x_i)

|h| is the number of nodes of the tree, including inner ones; |D| the number of cases at the root; size the
number of entries in the tables of one node, K (1 + sum r_j) over the attributes with more than one value. The
cases for which a node predicts class k become a child. All children of a node are attached together if this
raises the score, that is, if sum_k CLL(child) - CLL(node) exceeds the price of the children. g is 1
(`cll_scale: none`) or the number of cases at the node (`cll_scale: node`). Kang, Silvescu and Honavar 2006;
docs/methods/trees.md#recursive-naive-bayes-on-attributes.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core.checks import check_one_of
from naivebench.core.table import Table, cardinalities, n_cases, n_classes
from naivebench.methods.trees import rbc
from naivebench.methods.trees.rbc import Leaf, LearnNode
from naivebench.methods.trees.rbc import predict_log_proba as predict_log_proba
from naivebench.methods.trees.rbc import summarize as summarize

CLL_SCALES = ("none", "node")


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    cll_scale: str = "none",
    alpha: float = 1.0,
    max_depth: int | None = None,
) -> rbc.Model:
    """Grow the tree. alpha: as in `nb`. max_depth: 0 gives `nb`. Raises InputError for bad parameters and for
    attributes that are not discrete.
    """
    check_one_of(cll_scale, CLL_SCALES, "cll_scale", "rnbl")
    train, learn_node = rbc.make_learner(train, alpha, max_depth, "rnbl")
    r = cardinalities(train)
    price = compute_node_price(n_cases(train), n_classes(train), int(r[r > 1].sum()))
    return grow_by_description_length(learn_node, train, price, cll_scale, max_depth, by_level=False)


def compute_node_price(n: int, n_classes: int, d: int) -> float:
    """Compute the price of a node, (log |D| / 2) K (1 + d) nats, for n cases and d values or words."""
    return math.log(max(n, 1)) / 2 * (n_classes * (1 + d))


def grow_by_description_length(
    learn_node: LearnNode, train: Table, price: float, cll_scale: str, max_depth: int | None, by_level: bool
) -> rbc.Model:
    """Grow the tree while its CMDL rises. by_level: decide about all nodes of one depth together."""

    def sum_log_likelihood(leaf: Leaf, chosen: np.ndarray | slice = slice(None)) -> float:
        of_cases = leaf.log_true[chosen]
        return float(of_cases.sum()) * (len(of_cases) if cll_scale == "node" else 1)

    def choose_children(level: list[Leaf]) -> list[dict[int, Leaf]]:
        offers = [learn_children(leaf) for leaf in level]
        gains = [
            # NaN if the node and a child have the likelihood 0 (CLL -inf)
            sum(map(sum_log_likelihood, children.values()))
            + sum_log_likelihood(leaf, leaf.route < 0)
            - sum_log_likelihood(leaf)
            - price * len(children)
            for leaf, children in zip(level, offers, strict=True)
        ]
        if by_level:
            gains = [sum(g for g, children in zip(gains, offers, strict=True) if children)] * len(gains)
        return [children if gain > 0 else {} for gain, children in zip(gains, offers, strict=True)]

    def learn_children(leaf: Leaf) -> dict[int, Leaf]:
        """Learn the children that a node can get; none if it is pure or predicts one class for all cases."""
        branches = rbc.group_rows_by_prediction(leaf)
        if len(branches) < 2 or len(np.unique(train.y[leaf.rows])) < 2:
            return {}
        return {label: learn_node(rows) for label, rows in branches.items()}

    return rbc.grow_tree(learn_node, train, max_depth, choose_children)

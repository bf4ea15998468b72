"""Recursive naive Bayes: a tree of naive Bayes classifiers on tables of attributes. The conditional minimum
description length decides when a node is no longer divided.

    CMDL(h | D) = sum over leaves CLL(h_leaf | D_leaf) - (log |D| / 2) size |h|,
    CLL(h | D) = g sum_i log P_h(c_i | x_i)

|h| is the number of nodes of the tree, including inner ones; |D| the number of cases at the root; size the
number of entries in the tables of one node, K (1 + sum r_j) over the attributes with more than one value. The
cases for which a node predicts class k become a child. All children of a node are attached together if this
raises the score, that is, if sum_k CLL(child) - CLL(node) exceeds the price of the children. g is 1
(`cll_scale: none`) or the number of cases at the node (`cll_scale: node`, as the formula seems to have been
printed; then almost every split is accepted). Priors are class frequencies, so pure children have CLL 0. The
method follows the closing remark of Kang, Silvescu and Honavar 2006;
docs/methods/trees.md#recursive-naive-bayes-on-attributes.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import check_one_of
from naivebench.core.table import Table, cardinalities, class_counts, n_cases, subset
from naivebench.methods.naive_bayes import nb
from naivebench.methods.trees import rbc
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
    """Grow the tree. alpha: as in `nb`; max_depth = 0 gives `nb`. The summary has the CMDL, in nats or nats
    times cases, and the price of a node.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    check_one_of(cll_scale, CLL_SCALES, "cll_scale", "rnbl")
    train = rbc.check_training(train, max_depth, "rnbl")
    n_c, price = class_counts(train), node_price(train)
    root = rbc.fit_node(train, alpha)
    gains = [sum_true(nb.predict_log_proba(root, train), train.y, cll_scale) - price]

    def choose_children(model: nb.Model, rows: np.ndarray) -> list[rbc.Child]:
        log_proba, branches = rbc.find_branches(model, train, rows, n_c)
        if len(branches) < 2 or len(np.unique(train.y[rows])) < 2:
            return []
        children = [(label, part, rbc.fit_node(subset(train, part), alpha)) for label, part in branches]
        gain = find_gain(children, train, rows, log_proba, cll_scale) - price * len(children)
        if gain <= 0:
            return []
        gains.append(gain)
        return children

    tree = rbc.grow_tree(root, train, max_depth, choose_children)
    return tree._replace(facts={"cmdl": float(sum(gains)), "price_of_a_node": price})


def node_price(train: Table) -> float:
    """Price of a node, (log |D| / 2) K (1 + sum r_j), in nats."""
    r = cardinalities(train)
    n_entries = len(train.classes) * int(1 + r[r > 1].sum())
    return float(np.log(max(n_cases(train), 1)) / 2 * n_entries)


def sum_true(log_proba: np.ndarray, y: np.ndarray, cll_scale: str) -> float:
    """CLL(h | D) of cases (n,) in nats, multiplied by n with cll_scale = node."""
    return float(log_proba[np.arange(len(y)), y].sum()) * (len(y) if cll_scale == "node" else 1)


def find_gain(
    children: list[rbc.Child], train: Table, rows: np.ndarray, log_proba: np.ndarray, cll_scale: str
) -> float:
    """Gain in the sum of CLL if the node gets these children; cases without any value stay with the node."""
    stays = ~np.isin(rows, np.concatenate([part for _, part, _ in children]))
    after = sum(
        sum_true(nb.predict_log_proba(child, subset(train, part)), train.y[part], cll_scale)
        for _, part, child in children
    )
    after += sum_true(log_proba[stays], train.y[rows[stays]], cll_scale)
    return after - sum_true(log_proba, train.y[rows], cll_scale)

"""Tree-augmented naive Bayes: every attribute depends on the class and on at most one other attribute. The
tree of these dependences maximises the conditional mutual information of its pairs given the class.

The tree is the maximum spanning tree of I(X_i; X_j | C) from raw frequencies of the cases where both
attributes are observed (Kruskal's algorithm; ties are broken by index), directed away from the first
attribute. Tables are as in bn_classifiers.families. Fit O(n d^2), predict O(n d K).
docs/methods/bayesian-networks.md#tree-augmented-naive-bayes; Friedman, Geiger and Goldszmidt 1997.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core import counts, graphs, table_sums
from naivebench.core.information import information_of_pairs
from naivebench.core.table import Table
from naivebench.core.table_sums import Statistics
from naivebench.core.table_sums import merge as merge
from naivebench.methods.bn_classifiers import families
from naivebench.methods.bn_classifiers.families import Model, Smoothing
from naivebench.methods.bn_classifiers.families import contributions as contributions
from naivebench.methods.bn_classifiers.families import log_joint as log_joint
from naivebench.methods.bn_classifiers.families import predict_log_proba as predict_log_proba
from naivebench.methods.bn_classifiers.families import summarize as summarize


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Count all pairs of attributes in the cases of known class. weights: (n,) >= 0, by default 1 each.
    Raises InputError for attributes that are not discrete and for bad weights. O(n d^2).
    """
    counts.check_kinds(table.attributes, "tan")
    return table_sums.count_table(table, weights, pairs=True)


def learn_tree_parents(statistics: Statistics) -> tuple[tuple[int, ...], ...]:
    """Learn the parent of every attribute (a tuple of at most one) from the counts of all pairs."""
    used = families.find_varying_attributes(statistics)
    weights = information_of_pairs(statistics)[np.ix_(used, used)]
    parents = graphs.root_tree(graphs.maximum_spanning_tree(weights), len(used))
    tree = {int(j): (int(used[p]),) for j, p in zip(used, parents, strict=True) if p >= 0}
    return tuple(tree.get(j, ()) for j in range(len(statistics.attributes)))


def estimate(
    statistics: Statistics,
    *,
    smoothing: str = "friedman",
    n0: float = 5.0,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> Model:
    """Learn the tree and estimate its tables from counts. smoothing: friedman (with n0), laplace or
    m_estimate (with alpha). n0, alpha and prior_alpha are at least 0. Raises InputError for bad parameters.
    """
    estimates = families.check_smoothing("tan", Smoothing(smoothing, n0, alpha, prior_alpha))
    return families.estimate(statistics, learn_tree_parents(statistics), estimates)


def fit(train: Table, *, rng: np.random.Generator | None = None, **params: Any) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate`."""
    return estimate(count(train), **params)

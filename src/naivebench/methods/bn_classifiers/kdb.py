"""k-dependence Bayesian classifier: every attribute depends on the class and on up to k other attributes.
Attributes enter in the order of their information about the class, and the parents of each are the earlier
attributes that are most informative about it.

Attributes are ordered by I(X; C), largest first; the parents of an attribute are the class and the k earlier
ones with the largest I(X_i; X_j | C). Attributes with a single value stay out of the structure. Tables are as
in bn_classifiers.families. Fit O(n d^2 + n d k), predict O(n d k K).
docs/methods/bayesian-networks.md#k-dependence-bayesian-classifier; Sahami 1996.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core import counts, table_sums
from naivebench.core.checks import check_whole
from naivebench.core.information import information_of_counts, information_of_pairs
from naivebench.core.table import Table
from naivebench.core.table_sums import Statistics
from naivebench.core.table_sums import merge as merge
from naivebench.methods.bn_classifiers import families
from naivebench.methods.bn_classifiers.families import Model, Smoothing
from naivebench.methods.bn_classifiers.families import contributions as contributions
from naivebench.methods.bn_classifiers.families import log_joint as log_joint
from naivebench.methods.bn_classifiers.families import predict_log_proba as predict_log_proba
from naivebench.methods.bn_classifiers.families import summarize as summarize


def count(table: Table, weights: np.ndarray | None = None, *, k: int = 1) -> Statistics:
    """Count all pairs of attributes in the cases of known class, and for k > 1 keep the cases. weights: (n,)
    >= 0, by default all 1. Raises InputError for attributes that are not discrete and for bad weights.
    """
    k = check_whole(k, 0, "k", "kdb")
    counts.check_kinds(table.attributes, "kdb")
    return table_sums.count_table(table, weights, pairs=k > 0, cases=k > 1)


def learn_parents(statistics: Statistics, k: int) -> tuple[tuple[int, ...], ...]:
    """Learn the parents of every attribute, strongest first, from the counts of all pairs."""
    if k == 0:
        return ((),) * len(statistics.attributes)
    used, offsets = families.find_varying_attributes(statistics), counts.row_offsets(statistics.attributes)
    by_class = information_of_counts(statistics.n_jvc, offsets, statistics.n_c.sum())
    order = used[np.argsort(-by_class[used], kind="stable")]
    return choose_parents(order, information_of_pairs(statistics), k)


def choose_parents(order: np.ndarray, conditional: np.ndarray, k: int) -> tuple[tuple[int, ...], ...]:
    """Choose the k earlier attributes in `order` with the largest I(X_i; X_j | C), strongest first."""
    parents: list[tuple[int, ...]] = [()] * len(conditional)
    for position, j in enumerate(order):
        earlier = np.sort(order[:position])
        strongest = earlier[np.argsort(-conditional[j, earlier], kind="stable")[:k]]
        parents[j] = tuple(int(p) for p in strongest)
    return tuple(parents)


def estimate(
    statistics: Statistics,
    *,
    k: int = 1,
    smoothing: str = "friedman",
    n0: float = 5.0,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> Model:
    """Learn the structure with k >= 0 parents and estimate its tables from the counts for this k. For other
    parameters, see `tan.estimate`. Raises InputError for bad parameters.
    """
    estimates = families.check_smoothing("kdb", Smoothing(smoothing, n0, alpha, prior_alpha))
    return families.estimate(statistics, learn_parents(statistics, check_whole(k, 0, "k", "kdb")), estimates)


def fit(train: Table, *, rng: np.random.Generator | None = None, k: int = 1, **params: Any) -> Model:
    """Fit the model by `estimate(count(train, k=k), k=k)`, with the parameters of `estimate`."""
    return estimate(count(train, k=k), k=k, **params)

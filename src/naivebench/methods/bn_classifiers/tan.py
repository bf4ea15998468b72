"""Tree-augmented naive Bayes: every attribute depends on the class and on at most one other attribute. The
tree of these dependences maximises the conditional mutual information of its pairs given the class.

The tree is the maximum spanning tree of I(X_i; X_j | C) from raw frequencies of the cases where both
attributes are observed (Kruskal, ties by index), directed away from the first attribute; attributes with a
single value are not part of it. For the parameters, see bn_classifiers.helpers.families; with a missing or
unseen parent, P(x | c) with the same smoothing is used. Fit O(n d^2), predict O(n d K).
docs/methods/bayesian-networks.md#tree-augmented-naive-bayes; Friedman, Geiger and Goldszmidt 1997.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import additive, counts, graphs, kernels, margins
from naivebench.core.grouped import flat
from naivebench.core.information import conditional_mutual_information, information_of_pairs
from naivebench.core.margins import Statistics
from naivebench.core.margins import merge as merge
from naivebench.core.margins import widen as widen
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table
from naivebench.methods.bn_classifiers.helpers import families
from naivebench.methods.bn_classifiers.helpers.families import Model, Smoothing
from naivebench.methods.bn_classifiers.helpers.families import explain as explain
from naivebench.methods.bn_classifiers.helpers.families import log_joint as log_joint
from naivebench.methods.bn_classifiers.helpers.families import predict_log_proba as predict_log_proba


def tree_parents(train: Table) -> tuple[tuple[int, ...], ...]:
    """Parent attribute of every attribute, as a tuple of none or one. `train` contains only cases of known
    class.
    """
    return _tree(additive.count(train), conditional_mutual_information(train))


def _tree(values: additive.Statistics, information: np.ndarray) -> tuple[tuple[int, ...], ...]:
    used = families.informative(values)
    weights = information[np.ix_(used, used)]
    parents = graphs.rooted_parents(graphs.maximum_spanning_tree(weights), len(used))
    of = {int(j): (int(used[p]),) for j, p in zip(used, parents, strict=True) if p >= 0}
    return tuple(of.get(j, ()) for j in range(len(values.attributes)))


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Additive statistics of the cases of known class: all pairs of attributes, O(n d^2).

    weights: (n,) >= 0, by default 1 each. Raises InputError for attributes that are not
    discrete and for invalid weights.
    """
    counts.only_discrete(table, "tan")
    return margins.count(table, margins.all_pairs(len(table.attributes)), weights)


def keeps_counts(train: Table) -> bool:
    """Whether all pairs of attributes fit in memory together, so that `fit` is `estimate(count(train))`."""
    return margins.have_tables(train, margins.all_pairs(len(train.attributes)))


@flat
def estimate(
    statistics: Statistics,
    *,
    estimates: Smoothing = Smoothing(),
) -> Model:
    """Estimate tree and tables from counts; parameters and errors as in `fit`."""
    families.check_params("tan", estimates)
    parents = _tree(statistics.values, information_of_pairs(statistics))
    return families.estimate(statistics, parents, estimates=estimates)


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    estimates: Smoothing = Smoothing(),
) -> Model:
    """Fit the model by `estimate(count(train))`. If not all pairs of attributes fit in memory together, learn
    the tree first and then its tables; the model is the same.

    smoothing: friedman (uses n0) or laplace (uses alpha); n0, alpha, prior_alpha >= 0. Raises InputError for
    bad parameters and for attributes that are not discrete.
    """
    families.check_params("tan", estimates)
    counts.only_discrete(train, "tan")
    if keeps_counts(train):
        return estimate(count(train), estimates=estimates)
    train = counts.known_cases(train)
    return families.fit_parameters(train, tree_parents(train), estimates=estimates)


warm_up = kernels.warm_up_for(fit, predict_log_proba, kernels.pair_steps)

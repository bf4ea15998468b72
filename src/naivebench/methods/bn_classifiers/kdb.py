"""k-dependence Bayesian classifier: every attribute depends on the class and on up to k other attributes.
Attributes enter in the order of their information about the class, and the parents of each are the earlier
attributes that are most informative about it.

Attributes are ordered by I(X; C), largest first; the parents of an attribute are the class and the k earlier
ones with the largest I(X_i; X_j | C), in that order; ties by index. Attributes with a single value stay out
of the structure. A case uses the longest prefix of an attribute's parents that are observed
(bn_classifiers.helpers.families). k = 0 with smoothing `laplace` is naive Bayes. Fit O(n d^2 + n d
k), predict O(n d k K). docs/methods/bayesian-networks.md#k-dependence-bayesian-classifier; Sahami 1996.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from naivebench.core import additive, counts, kernels, margins
from naivebench.core.checks import InputError
from naivebench.core.grouped import flat
from naivebench.core.information import (
    conditional_mutual_information,
    information_of_counts,
    information_of_pairs,
)
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

SORTED = 1_000_000  # largest number of cells of a training part whose distinct cases are found by sorting


def ordered_parents(train: Table, k: int) -> tuple[tuple[int, ...], ...]:
    """Parent attributes of every attribute, strongest first. `train` contains only cases of known class."""
    return _structure(additive.count(train), k, lambda: conditional_mutual_information(train))


def structure(statistics: Statistics, k: int) -> tuple[tuple[int, ...], ...]:
    """Parent attributes of every attribute, strongest first, from the counts of all pairs or of the distinct
    cases that `count` returns.
    """
    pairs = margins.all_pairs(len(statistics.values.attributes))
    return _structure(statistics.values, k, lambda: information_of_pairs(margins.project(statistics, pairs)))


def _structure(
    values: additive.Statistics, k: int, pair_information: Callable[[], np.ndarray]
) -> tuple[tuple[int, ...], ...]:
    parents: list[tuple[int, ...]] = [()] * len(values.attributes)
    if k == 0:
        return tuple(parents)
    used = families.informative(values)
    offsets = additive.row_offsets(values.attributes)
    by_class = information_of_counts(values.n_jvc, offsets, values.n_c.sum())
    order = used[np.argsort(-by_class[used], kind="stable")]
    conditional = pair_information()
    for position, j in enumerate(order):
        earlier = np.sort(order[:position])
        strongest = earlier[np.argsort(-conditional[j, earlier], kind="stable")[:k]]
        parents[j] = tuple(int(p) for p in strongest)
    return tuple(parents)


def count(table: Table, weights: np.ndarray | None = None, *, k: int = 1) -> Statistics:
    """Additive statistics of the cases of known class: all pairs of attributes for k = 1, the distinct cases
    and their numbers for larger k.

    weights: (n,) >= 0, by default 1 each. Raises InputError for attributes that are not discrete and for bad
    weights.
    """
    _check_k(k)
    counts.only_discrete(table, "kdb")
    d = len(table.attributes)
    return margins.count(table, margins.all_pairs(d if k else 0) if k < 2 else [tuple(range(d))], weights)


def keeps_counts(train: Table, *, k: int = 1) -> bool:
    """Whether the counts of these cases are worth keeping, because all pairs of attributes fit in memory
    together or the distinct cases are few enough to be sorted.
    """
    if k > 1:
        return train.codes.size <= SORTED
    return margins.have_tables(train, margins.all_pairs(len(train.attributes)))


@flat
def estimate(
    statistics: Statistics,
    *,
    k: int = 1,
    estimates: Smoothing = Smoothing(),
) -> Model:
    """Learn the structure with k parents and estimate its tables, from counts. Parameters and errors as in
    `fit`; also raises InputError if the statistics do not count a family.
    """
    _check_params(k, estimates)
    return families.estimate(statistics, structure(statistics, k), estimates=estimates)


def _check_k(k: int) -> None:
    if isinstance(k, bool) or not isinstance(k, int) or k < 0:
        raise InputError(f"k in kdb is {k!r}, expected a whole number of at least 0")


def _check_params(k: int, estimates: Smoothing) -> None:
    _check_k(k)
    families.check_params("kdb", estimates)


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    k: int = 1,
    estimates: Smoothing = Smoothing(),
) -> Model:
    """Fit the model by `estimate(count(train, k=k))` if k is at most 1. For larger k, and if not all pairs of
    attributes fit in memory together, learn the structure first and then its tables; the model is the same.

    k >= 0 parents; smoothing: friedman (uses n0) or laplace (uses alpha), all >= 0. Raises InputError for
    bad parameters and for attributes that are not discrete.
    """
    _check_params(k, estimates)
    counts.only_discrete(train, "kdb")
    if k < 2 and keeps_counts(train, k=k):
        return estimate(count(train, k=k), k=k, estimates=estimates)
    train = counts.known_cases(train)
    return families.fit_parameters(train, ordered_parents(train, k), estimates=estimates)


warm_up = kernels.warm_up_for(fit, predict_log_proba, kernels.pair_steps)

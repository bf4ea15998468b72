"""k-dependence Bayesian classifier: every attribute has the class and up to k earlier attributes as parents.

Attributes are ordered by I(X; C), largest first; the parents of an attribute are the class and the k earlier
ones with the largest I(X_i; X_j | C), in that order; ties by index. Attributes with a single value stay out
of the structure. A case uses the longest prefix of an attribute's parents that are observed
(bn_classifiers.helpers.families). k = 0 with smoothing `laplace` is naive Bayes. Fit O(n d^2 + n d
k), predict O(n d k K). docs/methods.md#k-dependence-bayesian-classifier; Sahami 1996.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from naivebench.core import additive, counts, kernels, margins
from naivebench.core.checks import InputError
from naivebench.core.explanations import Contributions
from naivebench.core.information import (
    conditional_mutual_information,
    information_of_counts,
    information_of_pairs,
)
from naivebench.core.margins import Statistics
from naivebench.core.margins import merge as merge
from naivebench.core.margins import widen as widen
from naivebench.core.table import Table
from naivebench.methods.bn_classifiers.helpers import families, marginal
from naivebench.methods.bn_classifiers.helpers.families import Model


def ordered_parents(train: Table, k: int) -> tuple[tuple[int, ...], ...]:
    """Parent attributes of every attribute, strongest first. `train` holds known classes only."""
    return _structure(additive.count(train), k, lambda: conditional_mutual_information(train))


def structure(statistics: Statistics, k: int) -> tuple[tuple[int, ...], ...]:
    """The same from counts of all pairs or of the distinct cases, as `count` makes them."""
    pairs = margins.all_pairs(len(statistics.values.attributes))
    return _structure(statistics.values, k, lambda: information_of_pairs(margins.project(statistics, pairs)))


def _structure(
    values: additive.Statistics, k: int, pair_information: Callable[[], np.ndarray]
) -> tuple[tuple[int, ...], ...]:
    parents: list[tuple[int, ...]] = [()] * len(values.attributes)
    if k == 0:
        return tuple(parents)
    used = families.informative(values)
    by_class = information_of_counts(
        values.n_jvc, additive.row_offsets(values.attributes), int(values.n_c.sum())
    )
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

    Two passes need less memory for these: `count` of pairs, `structure`, then `count_families`. weights: (n,)
    whole numbers >= 0, by default 1 each. Raises InputError for attributes that are not discrete and for
    other weights.
    """
    _check_k(k)
    counts.only_discrete(table, "kdb")
    d = len(table.attributes)
    return margins.count(table, margins.all_pairs(d if k else 0) if k < 2 else [tuple(range(d))], weights)


def count_families(
    table: Table, parents: tuple[tuple[int, ...], ...], weights: np.ndarray | None = None
) -> Statistics:
    """Every attribute with its parents, for `estimate` with this structure. Errors as in `count`."""
    counts.only_discrete(table, "kdb")
    return margins.count(table, [(*pa, j) for j, pa in enumerate(parents) if pa], weights)


def estimate(
    statistics: Statistics,
    *,
    k: int = 1,
    smoothing: str = "friedman",
    n0: float = 5.0,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
    missing: str = "skip",
    parents: tuple[tuple[int, ...], ...] | None = None,
) -> Model:
    """Tables of the cases counted, for `parents` or else the structure of k parents. Other parameters and
    errors as in `fit`; InputError too if the statistics do not count a family.
    """
    _check_params(k, smoothing, n0, alpha, prior_alpha, missing)
    parents = structure(statistics, k) if parents is None else parents
    model = families.estimate(
        statistics, parents, smoothing=smoothing, n0=n0, alpha=alpha, prior_alpha=prior_alpha
    )
    return model._replace(missing=missing)


def _check_k(k: int) -> None:
    if isinstance(k, bool) or not isinstance(k, int) or k < 0:
        raise InputError(f"k in kdb is {k!r}, expected a whole number of at least 0")


def _check_params(k: int, smoothing: str, n0: float, alpha: float, prior_alpha: float, missing: str) -> None:
    _check_k(k)
    marginal.check_missing(missing, "kdb")
    families.check_params("kdb", smoothing, n0, alpha, prior_alpha)


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    k: int = 1,
    smoothing: str = "friedman",
    n0: float = 5.0,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
    missing: str = "skip",
) -> Model:
    """`estimate(count(train, k=k))` for k of at most 1; the structure first and then its tables for larger k,
    and where not all pairs of attributes fit in memory together. The model is the same.

    k >= 0 parents; smoothing: friedman (uses n0) or laplace (uses alpha), all >= 0. missing: at prediction,
    skip (the longest prefix of observed parents) or marginalise (exact sum over missing attributes). Raises
    InputError for bad parameters and for attributes that are not discrete.
    """
    chosen: dict[str, Any] = {"smoothing": smoothing, "n0": n0, "alpha": alpha, "prior_alpha": prior_alpha}
    _check_params(k, **chosen, missing=missing)
    counts.only_discrete(train, "kdb")
    if k < 2 and margins.have_tables(train, margins.all_pairs(len(train.attributes))):
        return estimate(count(train, k=k), k=k, **chosen, missing=missing)
    train = counts.known_cases(train)
    return families.fit_parameters(train, ordered_parents(train, k), **chosen)._replace(missing=missing)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class (no smoothing) gets the
    prior.
    """
    return marginal.predict_log_proba(model, table)


def explain(model: Model, table: Table) -> Contributions:
    """The terms log P(x_j | c, parents) of every attribute; see `marginal.explain`."""
    return marginal.explain(model, table)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops for `n_folds` fits of this size before any clock runs."""
    kernels.warm_up(fit, predict_log_proba, train, n_folds, kernels.pair_steps(train))


def summarize(model: Model) -> dict:
    """n_parameters, attributes_used, and structure: {attribute: [its parents besides the class, strongest
    first]}.
    """
    return families.summarize(model)

"""Ensemble of selective k-dependence Bayesian classifiers: each member draws its own order of the attributes,
and their class probabilities are averaged. Hierarchical Dirichlet processes smooth the tables, so that deep
structures do not overfit.

Each member draws an order of the attributes without replacement, with probabilities proportional to I(X; C).
The parents of an attribute are the k earlier attributes with the largest I(X_i; X_j | C). The number of
attributes used, taken from the start of the order, and k in 0..k_max are chosen by leave-one-out as in SKDB
(bn_classifiers.skdb, tables by m-estimates). The tables of the chosen network are then smoothed by a
hierarchical Dirichlet process along the chain nothing, class, first parent, ...
(pattern_smoothing.helpers.hdp_seated).

    P(c | x) = mean over members of P_m(c | x),   P_m(c, x) = P(c) prod_j P(x_j | c, parents of j in m)

A missing or unseen parent hides the parents after it. Fit O(members n d k_max K), and O(n d^2) for the pairs
of attributes; predict O(members n d k K log n). Zhang, Petitjean and Buntine 2020;
docs/methods/bayesian-networks.md#eskdb.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, kernels
from naivebench.core.checks import at_least, whole
from naivebench.core.information import conditional_mutual_information, mutual_information
from naivebench.core.logspace import log_prior, logsumexp, normalize
from naivebench.core.table import Table, cardinalities, class_counts, n_cases, n_classes
from naivebench.methods.bn_classifiers import skdb
from naivebench.methods.bn_classifiers.helpers.left_out import Smoothing
from naivebench.methods.pattern_smoothing.helpers import hdp_seated
from naivebench.methods.pattern_smoothing.helpers.hdp_seated import Family


class Member(NamedTuple):
    columns: np.ndarray  # (m,) attributes in the order drawn
    families: tuple[Family, ...]
    k: int


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    members: tuple[Member, ...]
    cardinalities: np.ndarray  # (d,)


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    members: int = 10,
    k_max: int = 5,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> Model:
    """Draw the orders, choose the number of attributes and k of every member, and smooth its tables. members:
    at least 1; k_max: at least 0; alpha: above 0, parameter of the m-estimates that these choices use. Raises
    InputError for bad parameters and for attributes that are not discrete.
    """
    members, k_max = whole(members, 1, "members", "eskdb"), whole(k_max, 0, "k_max", "eskdb")
    at_least(alpha, 1e-12, "alpha", "eskdb")
    at_least(prior_alpha, 0, "prior_alpha", "eskdb")
    counts.only_discrete(train, "eskdb")
    train = counts.known_cases(train)
    by_class, pairs = mutual_information(train), conditional_mutual_information(train)
    smoothing = Smoothing("m_estimate", 0.0, alpha, prior_alpha)
    prior = log_prior(class_counts(train), prior_alpha)
    drawn = [drawn_order(by_class, rng) for _ in range(members)]
    fitted = tuple(_member(train, order, pairs, k_max, smoothing) for order in drawn)
    return Model(prior, fitted, cardinalities(train))


def drawn_order(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Indices 0..d-1 drawn without replacement, each with probability proportional to its weight among the
    remaining ones; indices of weight 0 come last.
    """
    waiting = rng.exponential(size=len(weights)) / np.maximum(weights, 1e-300)
    return np.argsort(waiting, kind="stable")


def parents_in(order: np.ndarray, pairs: np.ndarray, k: int) -> tuple[tuple[int, ...], ...]:
    """Parents of every attribute: the k earlier attributes with the largest I(X_i; X_j | C), strongest
    first.
    """
    parents: list[tuple[int, ...]] = [()] * len(order)
    for position, j in enumerate(order):
        earlier = np.sort(order[:position])
        strongest = earlier[np.argsort(-pairs[j, earlier], kind="stable")[:k]]
        parents[j] = tuple(int(p) for p in strongest)
    return tuple(parents)


def _member(train: Table, order: np.ndarray, pairs: np.ndarray, k_max: int, smoothing: Smoothing) -> Member:
    parents = parents_in(order, pairs, k_max)
    a, k = 0, 0
    if len(order) and n_cases(train):
        loss = skdb.losses(train, order, parents, k_max, smoothing)
        a, k = skdb.least_of(loss)
    chosen = order[: a + 1]
    columns, r = np.ascontiguousarray(train.codes.T), cardinalities(train)
    families = tuple(
        hdp_seated.fit(columns, train.y, int(j), parents[j][:k], int(r[j]), n_classes(train)) for j in chosen
    )
    return Member(chosen, families, k)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    columns, k = np.ascontiguousarray(table.codes.T), len(model.log_prior)
    posteriors = []
    for member in model.members:
        scores = np.tile(model.log_prior, (n_cases(table), 1))
        for j, family in zip(member.columns, member.families, strict=True):
            scores += hdp_seated.log_proba(family, columns[j], columns, k)
        posteriors.append(normalize(scores, model.log_prior))
    return normalize(logsumexp(np.array(posteriors), axis=0), model.log_prior)


warm_up = kernels.warm_up_on_few(fit, predict_log_proba, members=1, k_max=1)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters (K - 1 and the entries that occur), attributes_used (by at least one member), and the
    number of attributes and k of every member.
    """
    entries = sum(len(n) for m in model.members for f in m.families for n in f.counts)
    used = {int(j) for m in model.members for j in m.columns if model.cardinalities[j] > 1}
    return {
        "n_parameters": entries + len(model.log_prior) - 1,
        "attributes_used": len(used),
        "members": [{"attributes": len(m.columns), "k": m.k} for m in model.members],
    }

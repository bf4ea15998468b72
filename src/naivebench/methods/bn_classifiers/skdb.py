"""Selective k-dependence Bayesian classifier: KDB that chooses how many attributes and how many parents it
uses. Leave-one-out error on the training part decides, in one additional pass over the cases.

The attributes are in KDB's order, by I(X; C), and so are the parents of each attribute. The network of the
first a attributes with the first k parents each is part of those of larger a and k, so one pass over the
cases scores all of them for every a = 1..d and k = 0..k_max:

    loss(a, k) = root of the mean over cases i of (1 - P(y_i | x_i, counts without i))^2

The network with the least loss is chosen; of losses within 1e-12, the one with the smaller k, then the
smaller a. With all attributes and a fixed k, the method is KDB. Fit O(n d^2 + n d k_max K), predict
O(n d k K). docs/methods/bayesian-networks.md#selective-k-dependence-bayesian-classifier; Martinez, Webb, Chen
and Zaidi 2016.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import InputError, whole
from naivebench.core.grouped import flat
from naivebench.core.information import mutual_information
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table, few_cases
from naivebench.methods.bn_classifiers import kdb
from naivebench.methods.bn_classifiers.helpers import families, left_out, selected
from naivebench.methods.bn_classifiers.helpers.families import Smoothing
from naivebench.methods.bn_classifiers.helpers.selected import Model

TIE = 1e-12


def losses(
    train: Table,
    order: np.ndarray,
    parents: tuple[tuple[int, ...], ...],
    k_max: int,
    smoothing: Smoothing,
) -> np.ndarray:
    """Array of loss(a, k) at [a - 1, k], shape (len(order), k_max + 1), for the attributes in `order` with
    the first k of their `parents`. `train` contains only cases of known class.
    """
    scores = [left_out.prior(train, smoothing.prior_alpha) for _ in range(k_max + 1)]
    result = np.zeros((len(order), k_max + 1))
    for a, j in enumerate(order):
        terms = list(left_out.prefixes(train, int(j), parents[j][:k_max], smoothing))
        for k in range(k_max + 1):
            if k >= 1 and k > a:  # the same as with k - 1 parents, because only a attributes come before
                scores[k][:], result[a, k] = scores[k - 1], result[a, k - 1]
                continue
            doubts = left_out.add_squared_doubts(scores[k], terms[min(k, len(terms) - 1)], train.y)
            result[a, k] = np.sqrt(doubts / len(train.y))
    return result


def least_of(loss: np.ndarray) -> tuple[int, int]:
    """Place (a - 1, k) of the least loss; of losses within TIE, the smaller k, then the smaller a."""
    near = loss.T - loss.min() <= TIE
    k, a = np.argwhere(near)[0]
    return int(a), int(k)


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    k: int | str = "auto",
    k_max: int = 5,
    attributes: str = "auto",
    estimates: Smoothing = Smoothing("m_estimate"),
) -> Model:
    """Choose a network and estimate its tables. k: a whole number >= 0, or auto to choose it from 0..k_max;
    attributes: auto, or all.

    smoothing: m_estimate or laplace (use alpha) or friedman (uses n0), all >= 0. Raises InputError for bad
    parameters and for attributes that are not discrete.
    """
    families.check_params("skdb", estimates)
    if attributes not in ("auto", "all"):
        raise InputError(f"attributes in skdb is {attributes!r}, expected auto or all")
    least, most = (0, whole(k_max, 0, "k_max", "skdb")) if k == "auto" else (whole(k, 0, "k", "skdb"),) * 2
    counts.only_discrete(train, "skdb")
    train = counts.known_cases(train)
    parents = kdb.ordered_parents(train, most)
    order = np.argsort(-mutual_information(train), kind="stable")
    chosen, best_k = order, most
    found: dict[str, float] = {"k": most}
    if len(order) and len(train.y) and (least < most or attributes == "auto"):
        loss = losses(train, order, parents, most, estimates)[:, least:]
        loss = loss if attributes == "auto" else loss[-1:]
        a, best_k = least_of(loss)
        found = {"k": best_k + least, "leave_one_out_rmse": float(loss[a, best_k])}
        best_k += least
        chosen = order[: a + 1] if attributes == "auto" else order
    return selected.fit(train, chosen, [pa[:best_k] for pa in parents], estimates, found)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before time is measured."""
    few = few_cases(train, 20)
    for k in ("auto", 2):  # tables of several parents need loops compiled for wider integers
        selected.predict_log_proba(fit(few, k=k, attributes="all"), few)

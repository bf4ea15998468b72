"""Hidden naive Bayes: every attribute has a hidden parent that represents the influence of all other
attributes. That parent is the average of the other attributes, weighted by conditional mutual information.

    P(c, x) = P(c) prod_j sum over i != j of W_ij P(x_j | x_i, c),
    W_ij = I(X_i; X_j | C) / sum over l != j of I(X_l; X_j | C)
    P(x_j | x_i, c) = (n_ijc + a / r_j) / (n_ic + a)

P(x_j | c) is used for an attribute that depends on no other, and for a pair whose x_i is missing or unseen.
Fit O(n d^2), predict O(n d^2 K). Jiang, Zhang and Cai 2009;
docs/methods/bayesian-networks.md#hidden-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import check_at_least
from naivebench.core.information import conditional_mutual_information
from naivebench.core.logspace import log, normalize_rows
from naivebench.core.table import Table
from naivebench.methods.bn_classifiers import families
from naivebench.methods.bn_classifiers.families import Smoothing


class Model(NamedTuple):
    alone: families.Model  # P(c) and P(x_j | c)
    networks: dict[int, families.Model]  # by parent i: P(x_j | x_i, c)
    weights: np.ndarray  # (d, d) W_ij at [i, j], columns sum to 1, or to 0 without any dependence


def fit(
    train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0, prior_alpha: float = 1.0
) -> Model:
    """Count all pairs and compute the weights W_ij. alpha: a of the formula, above 0. prior_alpha: at least
    0. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    check_at_least(alpha, 1e-12, "alpha", "hnb")
    check_at_least(prior_alpha, 0, "prior_alpha", "hnb")
    train = counts.prepare_discrete_training(train, "hnb")
    smoothing = Smoothing("m_estimate", 0.0, alpha, prior_alpha)
    none = ((),) * len(train.attributes)
    alone = families.fit_tables(train, none, smoothing)
    networks = families.fit_super_parent_networks(train, smoothing)
    used, weights = list(networks), np.zeros((len(none),) * 2)
    weights[np.ix_(used, used)] = conditional_mutual_information(train)[np.ix_(used, used)]
    total = weights.sum(axis=0)
    return Model(alone, networks, weights / np.where(total > 0, total, 1))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    columns = counts.check_codes(table.codes, model.alone.offsets)
    prior, (d, n) = model.alone.log_prior, columns.shape
    result = np.empty((n, len(prior)))
    for block in counts.list_blocks(n, 3 * d * len(prior)):
        part = columns[:, block]
        alone = families.compute_attribute_terms(model.alone, part)
        mixed = np.zeros(alone.shape)
        for i, network in model.networks.items():
            mixed += model.weights[i][:, None] * np.exp(families.compute_attribute_terms(network, part))
        depends = model.weights.sum(axis=0) > 0
        alone[:, depends] = log(mixed[:, depends])
        result[block] = prior + alone.sum(axis=1)
    return normalize_rows(result, prior)


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of parameters (P(x_j | c), pairs with positive weight) and the varying attributes."""
    r, k = np.diff(model.alone.offsets) - 1, len(model.alone.log_prior)
    pairs = (model.weights > 0) * np.maximum(r - 1, 0)[None, :] * r[:, None] * k
    return {
        "n_parameters": int(families.count_parameters(model.alone) + pairs.sum()),
        "attributes_used": int((r > 1).sum()),
    }

"""Attribute-weighted naive Bayes: every attribute has a weight, the exponent of its probabilities. The weight
grows with the attribute's gain ratio, the information that it gives about the class per bit of its own.

    P(c | x) proportional to P(c) prod_j P(x_j | c)^w_j
    w_j proportional to sum_v P(v) KL(P(c | x_j = v) || P(c)) / H(X_j) = I(X_j; C) / H(X_j)

The weights of the attributes that vary have the mean 1. The averaged Kullback-Leibler measure is the mutual
information, so these are the weights of Lee, Gutierrez and Dou 2011 and, up to their scale, the gain ratio of
Zhang and Sheng 2004. Without any information all weights are 1, which is naive Bayes. Fit O(n d), predict
O(n d K). docs/methods/naive-bayes.md#attribute-weighted-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import at_least
from naivebench.core.explanations import Contributions
from naivebench.core.information import information_of_counts
from naivebench.core.table import Table, n_cases
from naivebench.methods.naive_bayes import nb


class Model(NamedTuple):
    nb: nb.Model  # with w_j log P(x_j | c) in its table
    weights: np.ndarray  # (d,)
    search: dict[str, Any]  # facts about the search for the weights


def weigh(model: nb.Model, weights: np.ndarray, search: dict[str, Any]) -> Model:
    """Give naive Bayes weights (d,); all of its probabilities must be positive."""
    table = model.log_table * np.repeat(weights, np.diff(model.offsets))[:, None]
    return Model(model._replace(log_table=table), weights, search)


def gain_ratios(train: Table) -> np.ndarray:
    """I(X_j; C) / H(X_j), shape (d,), 0 for attributes without entropy; all classes of `train` are known."""
    offsets = counts.row_offsets(train)
    n_jvc = counts.value_counts(train, offsets)
    information = information_of_counts(n_jvc, offsets, n_cases(train))
    n_jv = n_jvc.sum(axis=1).astype(np.float64)
    n_jv[offsets[:-1]] = 0
    n_j = counts.observed_totals(n_jv[:, None], offsets)[:, 0]
    share = n_jv / np.repeat(np.maximum(n_j, 1), np.diff(offsets))
    bits = -share * np.log(np.where(share > 0, share, 1))
    entropy = np.add.reduceat(bits, offsets[:-1]) if len(offsets) > 1 else np.zeros(0)
    varies = entropy > 1e-12
    return np.where(varies, information / np.where(varies, entropy, 1), 0)


def fit(train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0) -> Model:
    """Count and weigh. alpha > 0. Raises InputError for a bad alpha and attributes that are not discrete."""
    at_least(alpha, 1e-12, "alpha", "awnb")
    model = nb.fit(train, alpha=alpha)
    ratios = gain_ratios(counts.known_cases(train))
    total = ratios.sum()
    varying = np.count_nonzero(np.diff(model.offsets) > 2)
    return weigh(model, ratios * (varying / total) if total > 0 else np.ones(len(ratios)), {})


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return nb.predict_log_proba(model.nb, table)


def contributions(model: Model, table: Table) -> Contributions:
    """The weighted terms of every attribute."""
    return nb.contributions(model.nb, table)


def summarize(model: Model) -> dict[str, Any]:
    """As naive Bayes; attributes_used have a weight and more than one value."""
    summary, many = nb.summarize(model.nb), np.diff(model.nb.offsets) > 2
    used = int((many & (model.weights > 0)).sum())
    weights = {"attributes_used": used, "weights": model.weights.tolist()}
    return summary | weights | model.search

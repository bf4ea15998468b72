"""Attribute-weighted naive Bayes: every attribute has a weight, the exponent of its probabilities. The weight
grows with the attribute's gain ratio, its information about the class divided by its own entropy.

    P(c | x) proportional to P(c) prod_j P(x_j | c)^w_j
    w_j proportional to sum_v P(v) KL(P(c | x_j = v) || P(c)) / H(X_j) = I(X_j; C) / H(X_j)

The weights of the attributes that vary have the mean 1; without any information all are 1. Fit O(n d),
predict O(n d K). docs/methods/naive-bayes.md#attribute-weighted-naive-bayes; Lee, Gutierrez and Dou 2011;
Zhang and Sheng 2004.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import check_at_least
from naivebench.core.information import information_of_counts
from naivebench.core.table import Table, n_cases
from naivebench.methods.naive_bayes import nb
from naivebench.methods.naive_bayes.nb import contributions as contributions
from naivebench.methods.naive_bayes.nb import predict_log_proba as predict_log_proba
from naivebench.methods.naive_bayes.nb import summarize as summarize


def weight_attributes(model: nb.Model, weights: np.ndarray, facts: dict[str, Any]) -> nb.Model:
    """Multiply log P(x_j | c) in the table by w_j. weights: (d,). All probabilities must be positive.
    Attributes with a positive weight and more than one value count as used.
    """
    table = model.log_table * np.repeat(weights, np.diff(model.offsets))[:, None]
    used = int(((np.diff(model.offsets) > 2) & (weights > 0)).sum())
    facts = {"attributes_used": used, "weights": weights.tolist()} | facts
    return model._replace(log_table=table, facts=facts)


def compute_gain_ratios(train: Table) -> np.ndarray:
    """Compute I(X_j; C) / H(X_j), (d,), or 0 without entropy, from cases of known class."""
    offsets = counts.row_offsets(train.attributes)
    n_jvc = counts.value_counts(train, offsets)
    information = information_of_counts(n_jvc, offsets, n_cases(train))
    n_jv = n_jvc.sum(axis=1).astype(np.float64)
    n_jv[offsets[:-1]] = 0
    n_j = counts.count_observed(n_jv[:, None], offsets)[:, 0]
    share = n_jv / np.repeat(np.maximum(n_j, 1), np.diff(offsets))
    bits = -share * np.log(np.where(share > 0, share, 1))
    entropy = np.add.reduceat(bits, offsets[:-1]) if len(offsets) > 1 else np.zeros(0)
    varies = entropy > 1e-12
    return np.where(varies, information / np.where(varies, entropy, 1), 0)


def fit(train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0) -> nb.Model:
    """Fit and weight naive Bayes. alpha > 0. Raises InputError for attributes that are not discrete."""
    check_at_least(alpha, 1e-12, "alpha", "awnb")
    model = nb.fit(train, alpha=alpha)
    ratios = compute_gain_ratios(counts.select_labelled_cases(train))
    total = ratios.sum()
    varying = np.count_nonzero(np.diff(model.offsets) > 2)
    return weight_attributes(model, ratios * (varying / total) if total > 0 else np.ones(len(ratios)), {})

"""Categorical naive Bayes: given the class, the attributes are independent, and each has a table of
smoothed frequencies. The most probable class is the one with the largest product of its prior and these
frequencies.

    log P(c | x) = log P(c) + sum over observed j of log P(x_j | c) + const
    P(c) = (n_c + a0) / (n + K a0),   P(x_j = v | c) = (n_jvc + a) / (n_jc + a r_j)

n_jc counts the cases of class c where attribute j is observed; missing and unseen values are skipped at
prediction. Fit O(n d), predict O(n d K). docs/methods/naive-bayes.md#categorical-naive-bayes; Domingos and
Pazzani 1997. With cut points from all cases and leave-one-out, it gives the NB column of Robles et al. 2003.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, table_sums
from naivebench.core.checks import check_at_least
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Table, n_cases
from naivebench.core.table_sums import Statistics
from naivebench.core.table_sums import merge as merge

PRIOR_ALPHA = 1.0  # usual pseudo-count of every class


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (R, K) nats: rows of attribute values as laid out in naivebench.core.counts
    offsets: np.ndarray  # (d + 1,) first row of every attribute
    alpha: float = 1.0  # pseudo-count of every value, from which `leave_one_out` estimates again
    prior_alpha: float = 1.0  # pseudo-count of every class
    facts: dict[str, Any] | None = None  # of a method that changes the tables, for the summary


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Count the cases of known class as additive statistics; weights: (n,) >= 0, by default 1 each. Raises
    InputError for attributes that are not discrete.
    """
    counts.check_kinds(table.attributes, "nb")
    return table_sums.count_table(table, weights)


def estimate(statistics: Statistics, *, alpha: float = 1.0, prior_alpha: float = 1.0) -> Model:
    """Estimate the model of the counted cases. alpha, prior_alpha: pseudo-counts of every value and of every
    class, at least 0. With alpha = 0 a conditional without any case is uniform, and a value that never
    occurred is skipped. Raises InputError for bad parameters.
    """
    check_at_least(alpha, 0, "alpha", "nb")
    check_at_least(prior_alpha, 0, "prior_alpha", "nb")
    n_jvc, offsets = statistics.n_jvc, counts.row_offsets(statistics.attributes)
    n_jc = counts.count_observed(n_jvc, offsets)
    table = estimate_log_table(n_jvc, n_jc, offsets, np.diff(offsets) - 1, np.any(n_jvc, axis=1), alpha)
    return Model(log_prior(statistics.n_c, prior_alpha), table, offsets, float(alpha), float(prior_alpha))


def estimate_log_table(
    n_jvc: np.ndarray, n_jc: np.ndarray, offsets: np.ndarray, r: np.ndarray, occurs: np.ndarray, alpha: float
) -> np.ndarray:
    """Estimate log P(x_j = v | c), (R, K). r: (d,) numbers of values; occurs: (R,) whether a value does."""
    pseudo, uniform = np.full(len(n_jvc), float(alpha)), np.repeat(1 / np.maximum(r, 1), np.diff(offsets))
    prior = counts.Prior(pseudo, float(alpha) * r, uniform)
    return counts.log_conditional(n_jvc, n_jc, offsets, prior, occurs)


def fit(train: Table, *, rng: np.random.Generator | None = None, **params: Any) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate`."""
    return estimate(count(train), **params)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum over observed attributes of log P(x_j | c), (n, K) nats, not normalised."""
    columns = counts.check_codes(table.codes, model.offsets)
    return counts.sum_table_rows(model.log_prior, columns, model.log_table, model.offsets[:-1] + 1)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return normalize_rows(log_joint(model, table), model.log_prior)


def contributions(model: Model, table: Table) -> Contributions:
    """Return the terms log P(x_j | c) of every attribute."""
    rows = counts.codes_to_rows(counts.check_codes(table.codes, model.offsets), model.offsets)
    return Contributions(np.tile(model.log_prior, (n_cases(table), 1)), model.log_table[rows.T])


def summarize(model: Model) -> dict[str, Any]:
    """Report the K - 1 + sum (r_j - 1) K free parameters, the number of attributes with more than one value,
    and the facts of a method that changes the tables.
    """
    r, k = np.diff(model.offsets) - 1, len(model.log_prior)
    return {
        "n_parameters": int(k - 1 + np.maximum(r - 1, 0).sum() * k),
        "attributes_used": int((r > 1).sum()),
    } | (model.facts or {})


def leave_one_out(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x_i) of the model of all cases except i in row i, (n, K) nats, by subtraction from the
    counts. table: the training cases of the model. Value lists (r_j) stay fixed. A case of unknown class is
    predicted by the model of all known cases. O(n d K).
    """
    result, known = predict_log_proba(model, table), np.flatnonzero(table.y >= 0)
    offsets, statistics = model.offsets, count(table)
    rows = counts.codes_to_rows(counts.check_codes(table.codes[known], offsets), offsets)
    counted = statistics.n_c, statistics.n_jvc, offsets, np.diff(offsets) - 1
    result[known] = predict_left_out(rows, table.y[known], *counted, model.alpha, model.prior_alpha)
    return result


def predict_left_out(
    rows: np.ndarray,
    y: np.ndarray,
    n_c: np.ndarray,
    n_jvc: np.ndarray,
    offsets: np.ndarray,
    r: np.ndarray,
    alpha: float,
    prior_alpha: float,
) -> np.ndarray:
    """Return log P(c | x) of each case by the model of all others, (n, K) nats; only the counts of its own
    class differ. rows: (d, n) row of every value; n_c, n_jvc: counts of all cases; see `estimate_log_table`.
    """
    occurs, n_jc = n_jvc.sum(axis=1) > 1, counts.count_observed(n_jvc, offsets)
    others, own = (
        estimate_log_table(np.maximum(n_jvc - m, 0), np.maximum(n_jc - m, 0), offsets, r, occurs, alpha)
        for m in (0, 1)
    )
    priors = log_prior(np.maximum(n_c - np.eye(len(n_c)), 0), prior_alpha)
    return combine_left_out_tables(rows, y, others, own, priors)


def combine_left_out_tables(
    rows: np.ndarray, y: np.ndarray, others: np.ndarray, own: np.ndarray, priors: np.ndarray
) -> np.ndarray:
    """Return log P(c | x) of left-out cases, (n, K) nats: terms of a case's own class come from the table
    `own`, and those of the other classes from `others`, both (R, K). rows: (d, n) row of every value.
    y: (n,). priors: (K, K) log P(c), in row c without a case of class c.
    """
    scores = counts.sum_table_rows(priors[y], rows, others)
    of_own = priors[y, y]
    for row in rows:
        of_own = of_own + own[row, y]
    scores[np.arange(len(y)), y] = of_own
    return normalize_rows(scores, priors[y])

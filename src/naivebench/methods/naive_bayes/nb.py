"""Categorical naive Bayes: given the class, the attributes are taken as independent, and each has a table of
smoothed frequencies. The most probable class is the one with the largest product of its prior and these
frequencies.

    log P(c | x) = log P(c) + sum over observed j of log P(x_j | c) + const
    P(c) = (n_c + a0) / (n + K a0),   P(x_j = v | c) = (n_jvc + a) / (n_jc + a r_j)

n_jc counts the cases of class c where attribute j is observed; missing and unseen values are skipped at
prediction. Fit O(n d), predict O(n d K). docs/methods/naive-bayes.md#categorical-naive-bayes; Domingos and
Pazzani 1997; with cuts on all cases and leave-one-out it gives the NB column of Robles et al. 2003.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import additive, counts, kernels
from naivebench.core.additive import Statistics
from naivebench.core.additive import merge as merge
from naivebench.core.additive import widen as widen
from naivebench.core.checks import at_least, one_each, one_of, pseudo_counts
from naivebench.core.explanations import Contributions
from naivebench.core.grouped import flat
from naivebench.core.logspace import log_prior, normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table, n_cases, n_classes


class Rule(NamedTuple):
    """Rule that estimates P(x_j = v | c) from counts: (n_jvc + pseudo) / (n_jc + pseudo r_j) for r_j
    values.
    """

    # (alpha, n cases) -> pseudo-count of every value, one for all attributes or (d,)
    pseudo: Callable[[float | Sequence[float], float], float | Sequence[float]]
    # n -> P of a value that does not occur in the class, if it has its own rule
    unseen: Callable[[float], float] | None = None


SMOOTHING = {
    "laplace": Rule(lambda alpha, n: alpha),
    "laplace_m": Rule(lambda alpha, n: 1 / max(n, 1)),
    "mlc_nomatch": Rule(lambda alpha, n: 0.0, lambda n: 0.5 / max(n, 1)),  # MLC++ 1.x
}


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (R, K) nats: rows of attribute values as laid out in naivebench.core.counts
    offsets: np.ndarray  # (d + 1,) first row of every attribute


class Smoothing(NamedTuple):
    """Parameters that decide how probabilities are estimated from counts."""

    # >= 0, pseudo-count of every value, or one per attribute; serves laplace only
    alpha: float | Sequence[float] = 1.0
    prior_alpha: float = 1.0  # >= 0, of every class
    smoothing: str = "laplace"  # a rule of `SMOOTHING`


def check_params(estimates: Smoothing) -> None:
    """Raise InputError for a parameter outside its range."""
    pseudo_counts(estimates.alpha, 0, "alpha", "nb")
    at_least(estimates.prior_alpha, 0, "prior_alpha", "nb")
    one_of(estimates.smoothing, SMOOTHING, "smoothing", "nb")


def log_table(
    n_jvc: np.ndarray,
    n_jc: np.ndarray,
    offsets: np.ndarray,
    occurs: np.ndarray,
    n: float,
    alpha: float | Sequence[float] = 1.0,
    smoothing: str = "laplace",
) -> np.ndarray:
    """log P(x_j = v | c), shape (R, K), from the counts n_jvc (R, K) and n_jc (d, K) of n cases by a rule of
    `SMOOTHING`; occurs (R,): whether the value occurs.
    """
    r, rule = np.diff(offsets) - 1, SMOOTHING[smoothing]
    one_each(alpha, len(r), "alpha", "attributes", "nb")
    pseudo = np.broadcast_to(np.asarray(rule.pseudo(alpha, n), dtype=np.float64), r.shape)
    uniform = np.repeat(1 / np.maximum(r, 1), r + 1)
    table = counts.log_conditional(
        n_jvc, n_jc, offsets, np.repeat(pseudo, r + 1), pseudo * r, uniform, occurs
    )
    if rule.unseen:
        table = np.where(n_jvc > 0, table, np.log(rule.unseen(n)))
        table[offsets[:-1]] = 0.0
    return table


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Additive statistics of the cases of known class; weights: (n,) >= 0, by default 1 each.

    Raises InputError for attributes that are not discrete and for bad weights.
    """
    counts.only_discrete(table, "nb")
    return additive.count(table, weights)


@flat
def estimate(statistics: Statistics, *, estimates: Smoothing = Smoothing()) -> Model:
    """The model of the cases counted. Raises InputError for bad parameters.

    With alpha = 0 a conditional without any case is uniform (the limit alpha -> 0) and a value that never
    occurred is skipped.
    """
    check_params(estimates)
    n_jvc, offsets = statistics.n_jvc, additive.row_offsets(statistics.attributes)
    n_jc = counts.observed_totals(n_jvc, offsets)
    n = statistics.n_c.sum()
    table = log_table(n_jvc, n_jc, offsets, np.any(n_jvc, axis=1), n, estimates.alpha, estimates.smoothing)
    return Model(log_prior(statistics.n_c, estimates.prior_alpha), table, offsets)


@flat
def fit(train: Table, *, rng: np.random.Generator | None = None, estimates: Smoothing = Smoothing()) -> Model:
    """Count and estimate. alpha, prior_alpha >= 0, alpha one number or one per attribute; smoothing: laplace,
    laplace_m or mlc_nomatch (alpha serves laplace only).

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    check_params(estimates)
    return estimate(count(train), estimates=estimates)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + sum over observed attributes of log P(x_j | c), shape (n, K), nats, not normalised."""
    columns = counts.checked_codes(table.codes, model.offsets)
    return kernels.gather_codes(model.log_prior, columns, model.offsets[:-1] + 1, model.log_table)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class (alpha = 0) gets the
    prior.
    """
    return normalize(log_joint(model, table), model.log_prior)


def explain(model: Model, table: Table) -> Contributions:
    """The terms log P(x_j | c) of every attribute."""
    rows = counts.rows_of(counts.checked_codes(table.codes, model.offsets), model.offsets)
    return Contributions(np.tile(model.log_prior, (n_cases(table), 1)), model.log_table[rows.T])


warm_up = kernels.warm_up_for(fit, predict_log_proba, lambda train: train.codes.size * n_classes(train))


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters K - 1 + sum (r_j - 1) K, and the number of attributes with more than one value."""
    r = np.diff(model.offsets) - 1
    n_classes = len(model.log_prior)
    return {
        "n_parameters": int(n_classes - 1 + np.maximum(r - 1, 0).sum() * n_classes),
        "attributes_used": int((r > 1).sum()),
    }


@flat
def leave_one_out(
    table: Table, *, rng: np.random.Generator | None = None, estimates: Smoothing = Smoothing()
) -> np.ndarray:
    """Row i: log P(c | x_i) of the model of all cases but i, shape (n, K), nats.

    O(n d K), by subtraction from the counts.

    Value lists (r_j) stay fixed. A case of unknown class is predicted by the model of all known cases.
    """
    model = fit(table, estimates=estimates)
    known = np.flatnonzero(table.y >= 0)
    if len(known) < n_cases(table):
        result = predict_log_proba(model, table)
        result[known] = leave_one_out(counts.known_cases(table), estimates=estimates)
        return result
    if len(known) == 0:
        return np.zeros((0, len(model.log_prior)))
    n_jvc = counts.value_counts(table, model.offsets)
    return _subtract(table, n_jvc, model.offsets, estimates)


def _subtract(table: Table, n_jvc: np.ndarray, offsets: np.ndarray, estimates: Smoothing) -> np.ndarray:
    """Leave-one-out posteriors by subtraction.

    Without case i only the counts of its own class change, so two tables suffice: one for the other classes
    and one for its own.
    """
    n, y = n_cases(table), table.y
    alpha, prior_alpha, smoothing = estimates
    n_c = np.bincount(y, minlength=n_classes(table))
    occurs = n_jvc.sum(axis=1) > 1  # occurs in another case than the one left out
    n_jc = counts.observed_totals(n_jvc, offsets)
    others = log_table(n_jvc, n_jc, offsets, occurs, n - 1, alpha, smoothing)
    own_class = log_table(
        np.maximum(n_jvc - 1, 0), np.maximum(n_jc - 1, 0), offsets, occurs, n - 1, alpha, smoothing
    )
    priors = log_prior(np.maximum(n_c - np.eye(len(n_c)), 0), prior_alpha)
    rows = counts.rows_of(counts.checked_codes(table.codes, offsets), offsets)
    prior_rows = (len(others) + y)[None, :].astype(np.int32)
    scores = kernels.gather_sum(
        np.zeros(len(n_c)), np.concatenate([prior_rows, rows]), np.concatenate([others, priors])
    )
    own_scores = priors[y, y]
    for row in rows:
        own_scores = own_scores + own_class[row, y]
    scores[np.arange(n), y] = own_scores
    return normalize(scores, priors[y])

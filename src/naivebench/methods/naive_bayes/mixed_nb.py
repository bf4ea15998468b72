"""Naive Bayes for mixed kinds of attributes: nominal and ordinal ones are counted, and linear and angular
ones are normally distributed given the class. No numbers are cut into intervals.

    log P(c | x) = log P(c) + sum over discrete j of log P(x_j | c) + sum over real j of log N(x_j; mu_jc,
        s2_jc) + const

The parts are as in `nb` and `gnb`; missing values are skipped and the prior enters once, by default n_c /
n. docs/methods/naive-bayes.md#mixed-naive-bayes (hybrids of Lopez-Cruz, Bielza and Larranaga 2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, table_sums
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import DISCRETE, Table, keep_kinds
from naivebench.core.table_sums import Statistics
from naivebench.core.table_sums import merge as merge
from naivebench.methods.naive_bayes import gnb, nb

NUMBERS = ("linear", "angular")
KINDS = (*DISCRETE, *NUMBERS)


class Model(NamedTuple):
    discrete: nb.Model  # with the prior
    real: gnb.Model


def split_by_kind(table: Table) -> tuple[Table, Table]:
    """Split a table into its discrete and its real attributes. Raises InputError for other kinds."""
    counts.check_kinds(table.attributes, "mixed_nb", KINDS)
    return keep_kinds(table, DISCRETE), keep_kinds(table, NUMBERS)


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Add up the statistics of the cases of known class; weights: (n,) >= 0, by default 1 each. Raises
    InputError for direction, count and sequence attributes, and for infinite numbers.
    """
    counts.check_kinds(table.attributes, "mixed_nb", KINDS)
    return table_sums.count_table(table, weights)


def estimate(
    statistics: Statistics,
    *,
    alpha: float = 1.0,
    prior_alpha: float = 0.0,
    var_floor: float = 1e-9,
    gap_floor: float = 0.0,
) -> Model:
    """Estimate the model of the counted cases; see `nb.estimate` and `gnb.estimate` for the parameters."""
    kinds = [a.kind for a in statistics.attributes]
    discrete = table_sums.select_attributes(statistics, [kind in DISCRETE for kind in kinds])
    real = table_sums.select_attributes(statistics, [kind in NUMBERS for kind in kinds])
    return Model(
        nb.estimate(discrete, alpha=alpha, prior_alpha=prior_alpha),
        gnb.estimate(real, var_floor=var_floor, gap_floor=gap_floor),
    )


def fit(train: Table, *, rng: np.random.Generator | None = None, **params: Any) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate`."""
    return estimate(count(train), **params)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum over observed attributes of log f(x_j | c), (n, K) nats, not normalised."""
    discrete, real = split_by_kind(table)
    total = nb.log_joint(model.discrete, discrete)
    gnb.add_log_likelihood(model.real, real, total)
    return total


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return normalize_rows(log_joint(model, table), model.discrete.log_prior)


def contributions(model: Model, table: Table) -> Contributions:
    """Return the terms of both parts, in the order of the attributes."""
    discrete, real = split_by_kind(table)
    prior, of_discrete = nb.contributions(model.discrete, discrete)[:2]
    return join_terms_by_kind(table, prior, of_discrete, gnb.contributions(model.real, real).terms)


def join_terms_by_kind(
    table: Table,
    prior: np.ndarray,
    of_some: np.ndarray,
    of_others: np.ndarray,
    kinds: Sequence[str] = DISCRETE,
) -> Contributions:
    """Join terms (n, d, K) of attributes of these kinds and of others in the table's order; prior: (n, K)."""
    terms = np.empty((len(prior), len(table.attributes), prior.shape[1]))
    some = np.array([a.kind in kinds for a in table.attributes], dtype=bool)
    terms[:, some], terms[:, ~some] = of_some, of_others
    return Contributions(prior, terms)


def summarize(model: Model) -> dict[str, Any]:
    """Report parameters, (r_j - 1) K per discrete, 2 K per real one and K - 1, and varying attributes."""
    discrete, real = nb.summarize(model.discrete), gnb.summarize(model.real)
    return {
        "n_parameters": discrete["n_parameters"] + real["n_parameters"] - (len(model.discrete.log_prior) - 1),
        "attributes_used": discrete["attributes_used"] + real["attributes_used"],
    }

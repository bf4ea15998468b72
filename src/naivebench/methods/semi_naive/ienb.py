"""Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
confidence interval. An estimation of distribution algorithm searches for the probabilities that classify
best.

    P(x_j = v | c) in p +- z sqrt(p (1 - p) / N_c),   P(c) in p +- z sqrt(p (1 - p) / N)

with the Laplace estimates p. The algorithm searches for the valid tuple (all distributions sum to one) that
classifies most training cases correctly. Points that the paper leaves open are options: how tuples are made
valid, and what leave-one-out means for a fixed tuple. See interval_search;
docs/methods/semi-naive.md#interval-estimation-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, kernels
from naivebench.core.checks import at_least
from naivebench.core.grouped import flat
from naivebench.core.table import Table, n_classes
from naivebench.methods.edas.optimise import SMALLEST, Result, Search, trace_of
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive.helpers import interval_search
from naivebench.methods.semi_naive.helpers.interval_search import Options, Problem
from naivebench.methods.semi_naive.helpers.intervals import genes_of


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (R, K) nats: rows of attribute values as laid out in naivebench.core.counts
    offsets: np.ndarray  # (d + 1,) first row of every attribute
    search: Result  # its best_fitness is an accuracy


def problem_of(train: Table, options: Options, alpha: float, prior_alpha: float) -> Problem:
    """The search problem: genes and intervals estimated from the cases of known class."""
    offsets = counts.row_offsets(train)
    rows = counts.rows_of(counts.checked_codes(train.codes, offsets), offsets)
    n_jvc, n_c = counts.value_counts(train, offsets), np.bincount(train.y, minlength=n_classes(train))
    genes = genes_of(
        n_jvc, counts.observed_totals(n_jvc, offsets), offsets, n_c, np.ones(len(n_jvc)), alpha, prior_alpha
    )
    return interval_search.make_problem(genes, rows, train.y, n_c, options)


@flat
def _fit(
    train: Table,
    *,
    rng: np.random.Generator,
    options: Options = Options(),
    eda: Search = Search("umdac"),
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
    threads: int = 1,
) -> tuple[Model, Problem]:
    interval_search.check_params(options, "ienb")
    at_least(alpha, 0, "alpha", "ienb")
    at_least(prior_alpha, 0, "prior_alpha", "ienb")
    counts.only_discrete(train, "ienb")
    train = counts.known_cases(train)
    problem = problem_of(train, options, alpha, prior_alpha)
    result = interval_search.search(problem, eda, rng, threads)
    tables = interval_search.log_tables(problem, result.best)
    return Model(*tables, counts.row_offsets(train), result), problem


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    options: Options = Options(),
    eda: Search = Search("umdac"),
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
    threads: int = 1,
) -> Model:
    """Search for probabilities on the cases of known class.

    alpha, prior_alpha: pseudo-counts of the estimates. The result does not depend on `threads`. Raises
    InputError for bad parameters and for attributes that are not discrete.
    """
    return _fit(
        train, rng=rng, options=options, eda=eda, alpha=alpha, prior_alpha=prior_alpha, threads=threads
    )[0]


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return nb.predict_log_proba(nb.Model(model.log_prior, model.log_table, model.offsets), table)


warm_up = kernels.warm_up_on_few(fit, predict_log_proba, eda=SMALLEST)


def summarize(model: Model) -> dict[str, Any]:
    """Summary of naive Bayes with the accuracy that the search reached, its evaluations and its trace."""
    return {
        **nb.summarize(nb.Model(model.log_prior, model.log_table, model.offsets)),
        **search_summary(model.search),
    }


def search_summary(result: Result) -> dict[str, Any]:
    """Evaluations, accuracy and trace of a search as JSON-able values."""
    return {
        "evaluations": result.evaluations,
        "evaluations_to_solution": result.evaluations_to_solution,
        "generations": result.generations,
        "training_fitness": result.best_fitness,
        "trace": trace_of(result),
    }


def fit_leave_one_out(table: Table, *, rng: np.random.Generator, **params: Any) -> tuple[Model, np.ndarray]:
    """The model of all cases and the posteriors (n, K), nats, from which its fitness is computed.

    With fitness resubstitution they are those of the tuple itself, which is what the paper reports. A case of
    unknown class is predicted by the model.
    """
    model, problem = _fit(table, rng=rng, **params)
    result = predict_log_proba(model, table)
    result[table.y >= 0] = interval_search.training_posterior(problem, model.search.best)
    return model, result

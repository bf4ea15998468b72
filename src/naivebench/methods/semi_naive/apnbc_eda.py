"""APNBC-EDA (Robles et al. 2003): adjusted probability naive Bayes, in which the probability of each class is
multiplied by a weight. An estimation of distribution algorithm searches for the weights.

There are K - 1 genes in [0, 5]; the last class has weight 1. The fitness is the leave-one-out accuracy. The
leave-one-out scores do not depend on the weights, so they are computed once and an evaluation costs O(n K).
The last class cannot weigh less than 1/5 of another one, so the result depends on the order of the classes.
docs/methods/semi-naive.md#apnbc-by-an-eda and docs/methods/edas.md#eda-loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import compiled, kernels
from naivebench.core.checks import at_least, one_of
from naivebench.core.compiled import in_threads
from naivebench.core.grouped import flat
from naivebench.core.logspace import log
from naivebench.core.table import Table
from naivebench.methods.edas.helpers.space import Continuous
from naivebench.methods.edas.optimise import SMALLEST, Result, Search, optimise, trace_of
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import apnbc
from naivebench.methods.semi_naive.helpers import weight_loops
from naivebench.methods.semi_naive.helpers.class_weights import Scored, tie_order, weighted
from naivebench.methods.semi_naive.helpers.interval_search import STARTS

LARGEST_WEIGHT = 5.0


class Model(NamedTuple):
    nb: nb.Model
    weights: np.ndarray  # (K,) the last is 1
    search: Result  # its best_fitness is an accuracy


def accuracy_of(scored: Scored, left_out: bool, threads: int = 1) -> Callable[[np.ndarray], np.ndarray]:
    """Fitness function: individuals (m, K - 1) -> accuracy (m,) on the scored cases.

    left_out: whether the scores of each case come from a model without that case.
    """
    lanes, loops = weight_loops.LANES, compiled.loops(weight_loops)
    n, k = scored.scores.shape
    order = tie_order(np.bincount(scored.y, minlength=k), left_out)
    scores, y = np.ascontiguousarray(scored.scores), scored.y.astype(np.int64)

    def fitness(batch: np.ndarray) -> np.ndarray:
        log_weights = np.zeros((k, -(-len(batch) // lanes) * lanes))
        log_weights[:-1, : len(batch)] = log(batch.T)
        correct = np.empty(log_weights.shape[1])

        def evaluate(individuals: np.ndarray) -> None:
            for first in individuals[::lanes]:
                part = slice(first, first + lanes)
                loops.weighted_correct(
                    scores, np.ascontiguousarray(log_weights[:, part]), y, order, correct[part]
                )

        in_threads(evaluate, len(correct), threads, lanes)
        return correct[: len(batch)] / max(n, 1)

    return fitness


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    fitness: str = "leave_one_out",
    largest_weight: float = LARGEST_WEIGHT,
    eda: Search = Search("umdac"),
    start: str = "random",
    estimates: nb.Smoothing = nb.Smoothing(),
    threads: int = 1,
) -> Model:
    """Fit naive Bayes, then search for the weights. fitness: leave_one_out or resubstitution; the search: see
    edas.optimise. start: whether the first population is random or includes an individual whose weights are
    all 1.

    Raises InputError for bad parameters. The result does not depend on `threads`.
    """
    one_of(fitness, apnbc.FITNESS, "fitness", "apnbc_eda")
    at_least(largest_weight, 1, "largest_weight", "apnbc_eda")
    one_of(start, STARTS, "start", "apnbc_eda")
    model = nb.fit(train, estimates=estimates)
    scored = apnbc.scored_cases(train, fitness, estimates)
    genes = len(model.log_prior) - 1
    result = optimise(
        accuracy_of(scored, fitness == "leave_one_out", threads),
        Continuous(np.zeros(genes), np.full(genes, float(largest_weight))),
        rng=rng,
        search=eda,
        seeds=np.ones((1, genes)) if start == "naive_bayes" else None,
    )
    return Model(model, np.append(result.best, 1.0), result)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return weighted(nb.log_joint(model.nb, table), model.weights)


warm_up = kernels.warm_up_on_few(fit, predict_log_proba, eda=SMALLEST)


def summarize(model: Model) -> dict[str, Any]:
    """Summary as in `apnbc.summarize`, with the trace of the search."""
    fitted = apnbc.Model(model.nb, model.weights, model.search.best_fitness, model.search.evaluations)
    return {
        **apnbc.summarize(fitted),
        "evaluations_to_solution": model.search.evaluations_to_solution,
        "generations": model.search.generations,
        "trace": trace_of(model.search),
    }


def fit_leave_one_out(table: Table, *, rng: np.random.Generator, **params: Any) -> tuple[Model, np.ndarray]:
    """The model of all cases, and log P(c | x_i) with its weights after subtracting case i from the counts,
    (n, K) nats.
    """
    model = fit(table, rng=rng, **params)
    return model, apnbc.left_out_posterior(table, model.weights, **params)

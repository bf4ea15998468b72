"""APNBC-EDA (Robles et al. 2003): adjusted probability naive Bayes, in which the probability of each class is
multiplied by a weight. An estimation of distribution algorithm searches for the weights.

There are K - 1 genes in [0, 5]; the last class has weight 1. The fitness is the leave-one-out
accuracy. The leave-one-out scores do not depend on the weights, so they are computed once and an evaluation
costs O(n K). The last class cannot weigh less than 1/5 of another one, so the result depends on the order of
the classes. docs/methods/semi-naive.md#apnbc-by-an-eda and docs/methods/semi-naive.md#eda-loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.logspace import log
from naivebench.core.table import Table
from naivebench.methods.edas.optimise import Result, Search, check_search, optimise
from naivebench.methods.edas.space import Continuous
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import apnbc
from naivebench.methods.semi_naive.apnbc import Scored
from naivebench.methods.semi_naive.ienb import LANES, count_correct, order_ties

LARGEST_WEIGHT = 5.0  # the bound that Robles et al. give


class Model(NamedTuple):
    nb: nb.Model
    weights: np.ndarray  # (K,) the last is 1
    search: Result  # its best_fitness is an accuracy


def make_fitness(scored: Scored) -> Callable[[np.ndarray, float], np.ndarray]:
    """Fitness function: individuals (m, K - 1) and a floor, which is not used -> accuracy (m,) on cases that
    were scored by models without them.
    """
    n, k = scored.scores.shape
    order = order_ties(np.bincount(scored.y, minlength=k), left_out=True)
    # as in `ienb`: row 0 of the table has the log weights of each individual, the others the scores of a case
    table = np.empty((1 + n, k, LANES))
    table[1:] = scored.scores[:, :, None]
    rows = np.column_stack([np.zeros(n, np.int64), np.arange(1, n + 1)])
    own_table, y, cases, counted = (
        np.empty((0, k, LANES)),
        scored.y.astype(np.int64),
        np.ones(n),
        np.empty(LANES),
    )

    def fitness(batch: np.ndarray, floor: float) -> np.ndarray:
        correct = np.empty(len(batch))
        log_weights = np.zeros((k, -(-len(batch) // LANES) * LANES))
        log_weights[:-1, : len(batch)] = log(batch.T)
        for first in range(0, len(batch), LANES):
            table[0] = log_weights[:, first : first + LANES]
            count_correct(rows, table, own_table, y, order, cases, counted)
            correct[first : first + LANES] = counted[: len(batch) - first]
        return correct / max(n, 1)

    return fitness


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    optimiser: str = "umdac",
    population: int = 500,
    max_generations: int = 105,
    alpha: float = 1.0,
) -> Model:
    """Fit naive Bayes, then search for the weights. optimiser: umdac, mimicc, egna or
    random, with its size and stopping rule (`edas.optimise`); alpha: see naive_bayes.nb.

    Raises InputError for bad parameters.
    """
    eda = check_search(Search(optimiser, population, max_generations=max_generations), "continuous")
    model = nb.fit(train, alpha=alpha)
    genes = len(model.log_prior) - 1
    space = Continuous(np.zeros(genes), np.full(genes, LARGEST_WEIGHT))
    fitness = make_fitness(apnbc.score_left_out(train, alpha))
    result = optimise(fitness, space, eda, rng=rng)
    return Model(model, np.append(result.best, 1.0), result)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return apnbc.apply_weights(nb.log_joint(model.nb, table), model.weights)


def summarize(model: Model) -> dict[str, Any]:
    """Summary as in `apnbc.summarize`, with the trace of the search."""
    fitted = apnbc.Model(model.nb, model.weights, model.search.best_fitness, model.search.evaluations)
    return {
        **apnbc.summarize(fitted),
        "evaluations_to_solution": model.search.evaluations_to_solution,
        "generations": model.search.generations,
        "trace": model.search.trace,
    }


def fit_leave_one_out(
    table: Table, *, rng: np.random.Generator, alpha: float = 1.0, **params: Any
) -> tuple[Model, np.ndarray]:
    """The model of all cases, and log P(c | x_i) with its weights after subtracting case i from the counts,
    (n, K) nats.
    """
    model = fit(table, rng=rng, alpha=alpha, **params)
    return model, apnbc.apply_weights(nb.leave_one_out(table, alpha=alpha), model.weights)

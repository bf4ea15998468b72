"""APNBC-EDA (Robles et al. 2003): adjusted probability naive Bayes, in which the probability of each class is
multiplied by a weight. An estimation of distribution algorithm searches for the weights.

There are K - 1 genes in [0, 5]; the last class has weight 1. The leave-one-out scores do not depend on the
weights, so they are computed once and an evaluation costs O(n K).
docs/methods/semi-naive.md#apnbc-by-an-eda and docs/methods/semi-naive.md#eda-loop.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from naivebench.core.logspace import log
from naivebench.core.table import Table
from naivebench.methods.edas.eda_loop import Search, check_search_settings, optimise_fitness
from naivebench.methods.edas.genes import Continuous
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import apnbc, ienb
from naivebench.methods.semi_naive.apnbc import leave_one_out as leave_one_out
from naivebench.methods.semi_naive.apnbc import predict_log_proba as predict_log_proba
from naivebench.methods.semi_naive.apnbc import summarize as summarize
from naivebench.methods.semi_naive.ienb import LANES

LARGEST_WEIGHT = 5.0  # the bound that Robles et al. give


def make_fitness_function(scored: apnbc.Scored) -> Callable[[np.ndarray, float], np.ndarray]:
    """Make the fitness function. It maps individuals (m, K - 1) and a floor, which is ignored, to accuracies
    (m,) on cases that were scored by models without them.
    """
    n, k = scored.scores.shape
    order = ienb.order_tied_classes(np.bincount(scored.y, minlength=k), left_out=True)
    # as in `ienb`: row 0 of the table has the log weights of each individual, the others the scores of a case
    table = np.empty((1 + n, k, LANES))
    table[1:] = scored.scores[:, :, None]
    rows = np.column_stack([np.zeros(n, np.int64), np.arange(1, n + 1)])
    y, cases, counted = scored.y.astype(np.int64), np.ones(n), np.empty(LANES)
    own_table = np.empty((0, k, LANES))  # the scores of the own class are in the table already

    def compute_fitness(batch: np.ndarray, floor: float) -> np.ndarray:
        correct = np.empty(len(batch))
        log_weights = np.zeros((k, -(-len(batch) // LANES) * LANES))
        log_weights[:-1, : len(batch)] = log(batch.T)
        for first in range(0, len(batch), LANES):
            table[0] = log_weights[:, first : first + LANES]
            ienb.fill_weights_of_correct_cases(rows, table, own_table, y, order, cases, counted)
            correct[first : first + LANES] = counted[: len(batch) - first]
        return correct / max(n, 1)

    return compute_fitness


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    optimiser: str = "umdac",
    population: int = 500,
    max_generations: int = 105,
    alpha: float = 1.0,
) -> apnbc.Model:
    """Fit naive Bayes, then search for the weights. optimiser: umdac, mimicc, egna or random; for its size
    and stopping rule see `edas.eda_loop`. alpha: see naive_bayes.nb. Raises InputError for bad parameters.
    """
    eda = check_search_settings(Search(optimiser, population, max_generations=max_generations), "continuous")
    model = nb.fit(train, alpha=alpha)
    genes = len(model.log_prior) - 1
    space = Continuous(np.zeros(genes), np.full(genes, LARGEST_WEIGHT))
    scored = apnbc.score_cases(train, model, left_out=True)
    result = optimise_fitness(make_fitness_function(scored), space, eda, rng=rng)
    return apnbc.Model(model._replace(facts=ienb.describe_search(result)), np.append(result.best, 1.0))

"""BSEJ from many random starts; the best result is kept. It uses as many evaluations as Pazzani-EDA and is
its control: a better search needs to beat simple restarts.

The first climb starts from naive Bayes and is BSEJ itself. The others start from random individuals, in which
each attribute's group number is uniform over 0..d, as in the first population of Pazzani-EDA.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import at_least
from naivebench.core.table import Table
from naivebench.methods.semi_naive import bsej, partition_search, pazzani_eda
from naivebench.methods.semi_naive.partition_search import Cases
from naivebench.methods.semi_naive.partitions import Model, Structure
from naivebench.methods.semi_naive.partitions import leave_one_out as leave_one_out
from naivebench.methods.semi_naive.partitions import predict_log_proba as predict_log_proba
from naivebench.methods.semi_naive.partitions import summarize as summarize

MOST_RESTARTS = 1000  # a random climb may end after one step


def search(cases: Cases, rng: np.random.Generator, evaluations: int | None = None) -> Structure:
    """The best result of BSEJ itself and of random climbs; of equally good ones the first.

    The climbs stop when `evaluations`, counted as in the paper, are used up. None means as many as
    Pazzani-EDA takes, which is run with a separate random stream to find this number. BSEJ itself always runs
    to its end. The trace contains the best accuracy, the mean accuracy of all climbs and the evaluations
    after every climb.
    """
    d, usable = len(cases.codes), partition_search.list_usable(cases)
    budget = pazzani_eda.count_evaluations(cases, rng) if evaluations is None else evaluations
    best = bsej.search(cases)
    ends, charged, to_solution = [best], [best.evaluations], best.evaluations_to_solution
    while len(ends) <= MOST_RESTARTS and charged[-1] + d * d <= budget and len(usable) > 1:
        individual = np.zeros(d, dtype=np.int64)
        individual[usable] = rng.integers(0, d + 1, size=len(usable))
        start = pazzani_eda.read_individual(individual.tolist())
        end = bsej.search(cases, start=start, budget=budget - charged[-1])
        if end.correct > best.correct:
            best, to_solution = end, charged[-1] + end.evaluations_to_solution
        ends.append(end)
        charged.append(charged[-1] + end.evaluations)

    correct, n = np.array([end.correct for end in ends]), max(int(cases.weights.sum()), 1)
    trace = {
        "best": (np.maximum.accumulate(correct) / n).tolist(),
        "mean": (np.cumsum(correct) / np.arange(1, len(ends) + 1) / n).tolist(),
        "evaluations": charged,
    }
    return Structure(best.groups, best.correct, charged[-1], to_solution, trace)


def fit(train: Table, *, rng: np.random.Generator, evaluations: int | None = None) -> Model:
    """Search for a partition on `train`, then estimate the probabilities. evaluations: budget of at least 1;
    by default as many as Pazzani-EDA takes.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    if evaluations is not None:
        at_least(evaluations, 1, "evaluations", "bsej_restarts")
    return partition_search.fit_structure(
        train, lambda cases: search(cases, rng, evaluations), "bsej_restarts"
    )

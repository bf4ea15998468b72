"""Pazzani-EDA followed by IENB: first attributes are joined or left out, then the probabilities of these
groups move inside their confidence intervals. Robles et al. (2003) propose this combination as future work.

The first search finds the partition of the attributes (pazzani_eda, by UMDA), which then stays fixed; the
second finds the probabilities of the joint values within their intervals (ienb, by UMDAc). All combinations
of a group's values that no training case has share one gene, since their intervals are equal and no training
case distinguishes them. Both searches use the same cases, so evaluate the result with an outer
cross-validation. docs/methods/semi-naive.md#pazzani-eda-then-ienb.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import counts
from naivebench.core.table import Table
from naivebench.methods.edas.eda_loop import Search, check_search_settings
from naivebench.methods.semi_naive import ienb, intervals, partition_search, pazzani_eda
from naivebench.methods.semi_naive.partitions import Model
from naivebench.methods.semi_naive.partitions import predict_log_proba as predict_log_proba
from naivebench.methods.semi_naive.partitions import summarize as summarize


def fit(
    train: Table, *, rng: np.random.Generator, population: int = 500, max_generations: int = 105
) -> Model:
    """Search for groups, then for probabilities. The sizes and the stopping rule (`edas.eda_loop`) apply to
    both searches.

    The summary has the accuracy and the trace of the second search, and the evaluations of both searches.
    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    eda = check_search_settings(Search("umda", population, max_generations=max_generations), "discrete")
    train = counts.select_labelled_cases(train)

    fitted = partition_search.fit_best_partition(
        train, lambda cases: pazzani_eda.search_partition(cases, eda, rng), "pazzani_eda_ienb"
    )
    problem = intervals.make_search_problem(train, fitted)
    prior, table, result = ienb.search_intervals(problem, eda._replace(optimiser="umdac"), rng)
    groups, facts = fitted.facts or {}, ienb.describe_search(result)
    for key in ("evaluations", "evaluations_to_solution"):
        facts[key] += groups["evaluations"]  # all of the first search come before the second
    facts["structure_trace"] = groups["trace"]
    return fitted._replace(log_prior=prior, log_table=table, facts=facts)


def leave_one_out(model: Model, table: Table) -> np.ndarray:
    """Return the posteriors (n, K), nats, of the tuple itself, from which the fitness is computed."""
    return predict_log_proba(model, table)

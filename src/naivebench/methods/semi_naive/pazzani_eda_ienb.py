"""Pazzani-EDA followed by IENB: first attributes are joined or left out, then the probabilities of these
groups move inside their confidence intervals. Robles et al. (2003) propose this combination as future work.

The first search finds the partition of the attributes (pazzani_eda), which then stays fixed; the second
search finds the probabilities of the joint values within their intervals (ienb). All combinations of a
group's values that no training case has share one gene, since their intervals are equal and no training case
distinguishes them. Both searches use the same cases, so evaluate the result with an outer cross-validation.
docs/methods/semi-naive.md#pazzani-eda-then-ienb.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, kernels
from naivebench.core.grouped import flat
from naivebench.core.table import Table, n_classes
from naivebench.methods.edas.optimise import SMALLEST, Result, Search, check_params
from naivebench.methods.semi_naive import ienb, pazzani_eda
from naivebench.methods.semi_naive.helpers import interval_search, joint_loo, partition
from naivebench.methods.semi_naive.helpers.interval_search import Options, Problem
from naivebench.methods.semi_naive.helpers.intervals import genes_of
from naivebench.methods.semi_naive.helpers.partition import Group, Joined, Smoothing
from naivebench.methods.semi_naive.helpers.searched import Found


class Model(NamedTuple):
    partition: partition.Model  # with the tuned probabilities
    structure: Found
    search: Result  # of the probabilities; its best_fitness is an accuracy


def values_per_row(joined: tuple[Joined, ...]) -> np.ndarray:
    """Number of joint values that each row of the common table represents, (R,): 1, except for combinations
    that no case has.
    """
    weights = np.ones(int(partition.offsets_of(joined)[-1]))
    for group, end in zip(joined, partition.offsets_of(joined)[1:], strict=True):
        if len(group.members) > 1:
            weights[end - 1] = max(group.cells - (group.n_rows - 2), 0.0)
    return weights


def problem_of(train: Table, groups: tuple[Group, ...], options: Options, smoothing: Smoothing) -> Problem:
    """Genes and intervals of the joint values of the groups, from cases of known class."""
    joined = partition.learn_joined(train, groups, smoothing)
    offsets, n_c = partition.offsets_of(joined), np.bincount(train.y, minlength=n_classes(train))
    rows = partition.joint_codes(joined, train) + offsets[:-1, None]
    n_gvc = partition.count(rows, train.y, int(offsets[-1]), n_classes(train))
    n_gc = counts.observed_totals(n_gvc, offsets)
    genes = genes_of(
        n_gvc, n_gc, offsets, n_c, values_per_row(joined), smoothing.alpha, smoothing.prior_alpha
    )
    return interval_search.make_problem(genes, rows, train.y, n_c, options)


def tuned(
    train: Table,
    groups: tuple[Group, ...],
    options: Options,
    eda: Search,
    smoothing: Smoothing,
    rng: np.random.Generator,
    threads: int = 1,
) -> tuple[partition.Model, Result, Problem]:
    """The model of a partition with tuned probabilities, the result of the search for them, and the problem
    that it solved.
    """
    problem = problem_of(train, groups, options, smoothing)
    result = interval_search.search(problem, eda, rng, threads)
    model = partition.fit(train, groups, smoothing)
    log_prior, log_table = interval_search.log_tables(problem, result.best)
    if smoothing.smoothing_cells == "observed":
        joint = [g for g, group in enumerate(model.joined) if len(group.members) > 1]
        log_table[model.offsets[1:][joint] - 1] = 0.0
    return model._replace(log_prior=log_prior, log_table=log_table), result, problem


@flat
def _fit(
    train: Table,
    *,
    rng: np.random.Generator,
    options: Options = Options(),
    eda: Search = Search("umdac"),
    structure_optimiser: str = "umda",
    smoothing: Smoothing = Smoothing(),
    threads: int = 1,
) -> tuple[Model, Problem]:
    interval_search.check_params(options, "pazzani_eda_ienb")
    partition.check_params(smoothing, "pazzani_eda_ienb")
    check_params(eda)
    train = counts.known_cases(train)
    core = joint_loo.prepare(train, smoothing, threads=threads)
    structure = pazzani_eda.search(
        core, rng=rng, eda=eda._replace(optimiser=structure_optimiser), start=options.start
    )
    groups = partition.ordered(structure.groups)
    model, result, problem = tuned(train, groups, options, eda, smoothing, rng, threads)
    return Model(model, structure, result), problem


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    options: Options = Options(),
    eda: Search = Search("umdac"),
    structure_optimiser: str = "umda",
    smoothing: Smoothing = Smoothing(),
    threads: int = 1,
) -> Model:
    """Search for groups, then for probabilities; sizes, stopping rule and start apply to both searches.

    z, repair, fitness, optimiser: see ienb (fitness concerns the probabilities; groups are judged by
    leave-one-out). join_missing, smoothing_cells: see partition. The result does not depend on `threads`.
    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    return _fit(
        train,
        rng=rng,
        options=options,
        eda=eda,
        structure_optimiser=structure_optimiser,
        smoothing=smoothing,
        threads=threads,
    )[0]


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return partition.predict_log_proba(model.partition, table)


warm_up = kernels.warm_up_on_few(fit, predict_log_proba, eda=SMALLEST)


def summarize(model: Model) -> dict[str, Any]:
    """Structure and size, the accuracy that the second search reached, the evaluations of both, and both
    traces.
    """
    tuning = ienb.search_summary(model.search)
    return {
        **partition.summarize(model.partition),
        **tuning,
        "evaluations": model.structure.evaluations + tuning["evaluations"],
        "evaluations_to_solution": model.structure.evaluations + tuning["evaluations_to_solution"],
        "structure_trace": model.structure.trace,
    }


def fit_leave_one_out(table: Table, *, rng: np.random.Generator, **params: Any) -> tuple[Model, np.ndarray]:
    """The model of all cases and the posteriors (n, K), nats, from which its fitness is computed; see
    `ienb.fit_leave_one_out`.
    """
    model, problem = _fit(table, rng=rng, **params)
    result = predict_log_proba(model, table)
    result[table.y >= 0] = interval_search.training_posterior(problem, model.search.best)
    return model, result

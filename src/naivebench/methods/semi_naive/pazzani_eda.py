"""Pazzani-EDA (Robles et al. 2003): naive Bayes in which attributes are left out or joined into groups. An
estimation of distribution algorithm searches for the best groups, instead of a greedy search.

An individual has one gene per attribute, the number 1..d of its group or 0 = not used; equal numbers form a
group. Fitness is the leave-one-out accuracy of naive Bayes on the groups. With `canonical`, each partition is
written in a single form (groups numbered by first occurrence) before the distribution is learned, because
otherwise different numberings of the same partition blur the distribution. Robles et al. 2003, Table 6, learn
from the individuals unchanged; docs/methods/semi-naive.md#pazzani-eda and docs/methods/edas.md#eda-loop.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError, one_of
from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table
from naivebench.methods.edas.helpers.space import Discrete
from naivebench.methods.edas.optimise import Search, cached, check_params, optimise, trace_of
from naivebench.methods.semi_naive.helpers import joint_loo, partition, searched
from naivebench.methods.semi_naive.helpers.interval_search import STARTS
from naivebench.methods.semi_naive.helpers.joint_loo import Core
from naivebench.methods.semi_naive.helpers.partition import Smoothing
from naivebench.methods.semi_naive.helpers.searched import Found, Model


@flat
def search(
    core: Core,
    *,
    rng: np.random.Generator,
    eda: Search = Search(),
    canonical: bool = False,
    start: str = "random",
) -> Found:
    """The best partition that the optimiser finds.

    Equal partitions are evaluated once, whatever their numbering, but `evaluations` counts all of them, as
    the paper does.
    """
    d, n = len(core.codes), joint_loo.n_cases(core)
    if d == 0 or n == 0:
        correct = int(joint_loo.correct_of_partitions(core, [()])[0])
        accuracy = correct / max(n, 1)
        return Found((), correct, 1, 1, 1, {"best": [accuracy], "mean": [accuracy], "evaluations": [1]})
    done = [0]

    def compute(batch: np.ndarray, floor: float) -> np.ndarray:
        done[0] += len(batch)
        correct = round(floor * n) if floor > 0 else joint_loo.NO_FLOOR
        return joint_loo.correct_of_individuals(core, batch, correct) / n

    fitness = cached(compute)
    result = optimise(
        lambda batch, floor: fitness(partition.canonical(batch), floor),
        Discrete(np.full(d, d + 1)),
        floored=True,
        rng=rng,
        search=eda,
        seeds=np.arange(1, d + 1)[None, :] if start == "naive_bayes" else None,
        canonical=partition.canonical if canonical else None,
    )
    groups = partition.groups_of(result.best.tolist())
    return Found(
        groups,
        round(result.best_fitness * n),
        result.evaluations,
        result.evaluations_to_solution,
        done[0],
        trace_of(result),
    )


def budget(core: Core, rng: np.random.Generator) -> int:
    """Number of evaluations of a search with the default settings, which its controls may use; the search has
    a separate random stream.
    """
    return search(core, rng=rng.spawn(1)[0]).evaluations


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    smoothing: Smoothing = Smoothing(),
    eda: Search = Search(),
    start: str = "random",
    canonical: bool = False,
    threads: int = 1,
) -> Model:
    """Search for a partition on `train`, then estimate the probabilities. alpha > 0, prior_alpha >= 0;
    join_missing, smoothing_cells: see `partition`.

    optimiser: umda, mimic, ebna or random, with its sizes and stopping rule (`edas.optimise`); start: whether
    the first population is random or includes naive Bayes; canonical: learn from one form of every partition;
    threads change the time, not the result. Raises InputError for bad
    parameters and for attributes that are not discrete.
    """
    if not isinstance(canonical, bool):
        raise InputError(f"canonical in pazzani_eda is {canonical!r}, expected true or false")
    one_of(start, STARTS, "start", "pazzani_eda")
    check_params(eda)

    def found(core: Core) -> Found:
        return search(core, rng=rng, eda=eda, canonical=canonical, start=start)

    return searched.fit(train, smoothing, threads, "pazzani_eda", found)


fit_leave_one_out = searched.leaving_out(fit)

"""BSEJ from many random starts, of which the best result is kept. It has the same number of evaluations as
Pazzani-EDA and is its control: a better search needs to beat simple restarts.

The first climb starts from naive Bayes and is BSEJ itself, the others from individuals that are uniform over
the numbers 0..d of each attribute's group, as in the first population of Pazzani-EDA. Unless a number is
given, the budget is what Pazzani-EDA takes on the same cases.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import at_least
from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table
from naivebench.methods.edas.optimise import Trace
from naivebench.methods.semi_naive import bsej, pazzani_eda
from naivebench.methods.semi_naive.bsej import Options
from naivebench.methods.semi_naive.helpers import joint_loo, partition, searched
from naivebench.methods.semi_naive.helpers.joint_loo import Core
from naivebench.methods.semi_naive.helpers.partition import Smoothing
from naivebench.methods.semi_naive.helpers.searched import Found, Model


def search(
    core: Core,
    *,
    rng: np.random.Generator,
    options: Options | None = None,
    restarts: int = 1000,
    evaluations: int | None = None,
) -> Found:
    """The best end of up to `restarts` random climbs after BSEJ itself, the first among equals.

    The climbs end when `evaluations`, as the paper counts them, are used up (None: as many as a Pazzani-EDA
    takes, run for this number with a stream of its own); only BSEJ itself runs to its end in any case. The
    trace holds the best, the mean of the ends and the evaluations after every climb.
    """
    d, usable, n = len(core.codes), searched.usable(core), max(joint_loo.n_cases(core), 1)
    budget = pazzani_eda.budget(core, rng) if evaluations is None else evaluations
    best = bsej.search(core, options)
    charged, to_solution, done, ends = (
        best.evaluations,
        best.evaluations_to_solution,
        best.evaluations_done,
        [best.correct],
    )
    trace: Trace = {"best": [], "mean": [], "evaluations": []}

    def record() -> None:
        trace["best"].append(best.correct / n)
        trace["mean"].append(sum(ends) / len(ends) / n)
        trace["evaluations"].append(charged)

    record()
    for _ in range(restarts):
        if charged + d * d > budget or len(usable) < 2:
            break
        individual = np.zeros(d, dtype=np.int64)
        individual[usable] = rng.integers(0, d + 1, size=len(usable))
        end = bsej.search(core, options, partition.groups_of(individual.tolist()), budget - charged)
        if end.correct > best.correct:
            best, to_solution = end, charged + end.evaluations_to_solution
        charged, done = charged + end.evaluations, done + end.evaluations_done
        ends.append(end.correct)
        record()
    return Found(best.groups, best.correct, charged, to_solution, done, trace)


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    smoothing: Smoothing = Smoothing(),
    options: Options = Options(),
    restarts: int = 1000,
    evaluations: int | None = None,
    threads: int = 1,
) -> Model:
    """Search on `train`, then estimate. restarts >= 0, evaluations >= 1 or None: see `search`; the other
    parameters as in `bsej`.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    bsej.check_options(options, "bsej_restarts")
    at_least(restarts, 0, "restarts", "bsej_restarts")
    if evaluations is not None:
        at_least(evaluations, 1, "evaluations", "bsej_restarts")

    def climbs(core: Core) -> Found:
        return search(core, rng=rng, options=options, restarts=restarts, evaluations=evaluations)

    return searched.fit(train, smoothing, threads, "bsej_restarts", climbs)


fit_leave_one_out = searched.leaving_out(fit)

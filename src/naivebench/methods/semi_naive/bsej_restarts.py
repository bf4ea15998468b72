"""BSEJ from many random starts; the best result is kept. It uses as many evaluations as Pazzani-EDA and is
its control: a better search needs to beat simple restarts.

The first climb starts from naive Bayes and is BSEJ itself. The others start from random individuals, in which
each attribute's group number is uniform over 0..d, as in the first population of Pazzani-EDA. By default, the
budget is the number of evaluations that Pazzani-EDA takes on the same cases.
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
    """The best result of BSEJ itself and up to `restarts` random climbs; of equally good ones the first.

    The climbs stop when `evaluations`, counted as in the paper, are used up. None means as many as
    Pazzani-EDA takes, which is run with a separate random stream to find this number. BSEJ itself always runs
    to its end. The trace contains the best accuracy, the mean accuracy of all climbs and the evaluations
    after every climb.
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
    """Search for a partition on `train`, then estimate the probabilities. restarts >= 0, evaluations >= 1 or
    None: see `search`; the other parameters as in `bsej`.

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

"""Random search over partitions of the attributes, with as many evaluations as Pazzani-EDA. It is the control
of Pazzani-EDA: a better search needs to beat random choices.

In every individual, the group number of each attribute is uniform over 0..d, as in the first population of
Pazzani-EDA. The individual with the best leave-one-out accuracy is kept.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import at_least
from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table
from naivebench.methods.edas.optimise import Search
from naivebench.methods.semi_naive import pazzani_eda
from naivebench.methods.semi_naive.helpers import searched
from naivebench.methods.semi_naive.helpers.joint_loo import Core
from naivebench.methods.semi_naive.helpers.partition import Smoothing
from naivebench.methods.semi_naive.helpers.searched import Found, Model

BATCH = 500


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    smoothing: Smoothing = Smoothing(),
    evaluations: int | None = None,
    threads: int = 1,
) -> Model:
    """Evaluate `evaluations` individuals (numbers above 500 are rounded up to a multiple of 500), then
    estimate the probabilities of the best. None means as many as Pazzani-EDA takes, which is run with a
    separate random stream to find this number.

    alpha > 0, prior_alpha >= 0; join_missing, smoothing_cells: see `partition`; threads change the time, not
    the result. Raises InputError for bad parameters and for attributes that are not discrete.
    """

    def search(core: Core) -> Found:
        wanted = pazzani_eda.budget(core, rng) if evaluations is None else evaluations
        at_least(wanted, 1, "evaluations", "random_structure")
        size = min(BATCH, int(wanted))
        drawn = Search("random", size, size, size, None, -(-int(wanted) // size) - 1, "never")
        return pazzani_eda.search(core, rng=rng, eda=drawn)

    return searched.fit(train, smoothing, threads, "random_structure", search)


fit_leave_one_out = searched.leaving_out(fit)

"""Random search over partitions of the attributes, with as many evaluations as Pazzani-EDA. It is the control
of Pazzani-EDA: a better search needs to beat random choices.

In every individual, the group number of each attribute is uniform over 0..d, as in the first population of
Pazzani-EDA. The individual with the best leave-one-out accuracy is kept.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import at_least
from naivebench.core.table import Table
from naivebench.methods.edas.optimise import Search
from naivebench.methods.semi_naive import partition_search, partitions, pazzani_eda
from naivebench.methods.semi_naive.partition_search import Cases
from naivebench.methods.semi_naive.partitions import Model, Structure
from naivebench.methods.semi_naive.partitions import predict_log_proba as predict_log_proba
from naivebench.methods.semi_naive.partitions import summarize as summarize

BATCH = 500


def fit(train: Table, *, rng: np.random.Generator, evaluations: int | None = None) -> Model:
    """Evaluate `evaluations` individuals (numbers above 500 are rounded up to a multiple of 500), then
    estimate the probabilities of the best. None means as many as Pazzani-EDA takes, which is run with a
    separate random stream to find this number.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """

    def search(cases: Cases) -> Structure:
        wanted = pazzani_eda.count_evaluations(cases, rng) if evaluations is None else evaluations
        at_least(wanted, 1, "evaluations", "random_structure")
        size = min(BATCH, int(wanted))
        drawn = Search("random", size, max_generations=-(-int(wanted) // size) - 1)
        return pazzani_eda.search(cases, drawn, rng, offspring=size, stop_unchanged=False)

    return partition_search.fit_structure(train, search, "random_structure")


fit_leave_one_out = partitions.leave_out_with(fit)

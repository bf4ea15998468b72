"""Selective naive Bayes: naive Bayes on a subset of the attributes. Forward selection adds the attribute that
raises the leave-one-out accuracy most, until none raises it.

The search starts without attributes. Each step adds the attribute with which naive Bayes classifies most
left-out cases correctly, as long as this is more than before; ties go to the first attribute. A step has O(d)
candidates, which take O(n K) each. Langley and Sage 1994;
docs/methods/naive-bayes.md#selective-naive-bayes-on-counts.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.table import Table
from naivebench.methods.semi_naive import partition_search, partitions
from naivebench.methods.semi_naive.partition_search import Cases, Move, replace_groups
from naivebench.methods.semi_naive.partitions import Groups, Model, Structure
from naivebench.methods.semi_naive.partitions import predict_log_proba as predict_log_proba
from naivebench.methods.semi_naive.partitions import summarize as summarize


def search(cases: Cases) -> Structure:
    """The attributes where the search stops. Evaluations are counted as one per unused attribute and step."""
    attributes = partition_search.list_usable(cases)

    def list_moves(groups: Groups) -> list[Move]:
        return [replace_groups(groups, (), ((j,),)) for j in attributes if (j,) not in groups]

    return partition_search.climb(cases, (), list_moves, lambda groups: len(attributes) - len(groups))


def fit(
    train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0, prior_alpha: float = 1.0
) -> Model:
    """Search for attributes on `train`, then estimate the probabilities. alpha > 0, prior_alpha >= 0.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    return partition_search.fit_structure(train, search, "selective_nb", alpha, prior_alpha)


fit_leave_one_out = partitions.leave_out_with(fit)

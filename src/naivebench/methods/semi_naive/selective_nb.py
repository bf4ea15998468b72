"""Selective naive Bayes: naive Bayes on a subset of the attributes. Forward selection adds the attribute that
raises the leave-one-out accuracy most, until none raises it.

The search starts without attributes. Each step adds the attribute with which naive Bayes classifies most
left-out cases correctly, as long as this is more than before; ties go to the first attribute. A step has O(d)
candidates, which take O(n K) each. Langley and Sage 1994;
docs/methods/naive-bayes.md#selective-naive-bayes-on-counts.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table
from naivebench.methods.semi_naive.helpers import searched
from naivebench.methods.semi_naive.helpers.joint_loo import Core
from naivebench.methods.semi_naive.helpers.partition import Group, Smoothing
from naivebench.methods.semi_naive.helpers.searched import Found, Model, Move, replaced


def search(core: Core) -> Found:
    """The attributes where the search stops. Evaluations are counted as one per unused attribute and step."""
    attributes = searched.usable(core)

    def moves(groups: tuple[Group, ...]) -> list[Move]:
        return [replaced(groups, (), ((j,),)) for j in attributes if (j,) not in groups]

    return searched.climb(core, (), moves, lambda groups: len(attributes) - len(groups))


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
    threads: int = 1,
) -> Model:
    """Search for attributes on `train`, then estimate the probabilities. alpha > 0, prior_alpha >= 0; threads
    change the time, not the result.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    return searched.fit(train, Smoothing(alpha, prior_alpha), threads, "selective_nb", search)


fit_leave_one_out = searched.leaving_out(fit)

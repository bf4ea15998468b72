"""Forward sequential selection and joining (FSSJ): naive Bayes on some of the attributes, where some of these
are joined into one. The search starts without attributes, and each step adds one or joins it to a group.

Each step evaluates every unused attribute, as a separate group and joined to each group, by leave-one-out
accuracy, and takes the best move as long as it improves the accuracy. Ties (tie_rule): add_first takes an
addition before a join, as the paper lists them, then the lower attribute, then the earlier group; join_first
a join before an addition; by_attribute takes the lower attribute, then its joins before its addition. A step
with G groups has O(d G) candidates, which take O(n K) each. Pazzani 1996; Robles et al. 2003, Table 5;
docs/methods/semi-naive.md#forward-sequential-selection-and-joining.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import one_of
from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table
from naivebench.methods.semi_naive.helpers import searched
from naivebench.methods.semi_naive.helpers.joint_loo import Core
from naivebench.methods.semi_naive.helpers.partition import Group, Smoothing
from naivebench.methods.semi_naive.helpers.searched import Found, Model, Move, replaced

TIE_RULES = ("add_first", "join_first", "by_attribute")


def moves(groups: tuple[Group, ...], attributes: list[int], tie_rule: str) -> list[Move]:
    """Every join and every addition of an unused attribute, in order of preference."""
    used = {j for group in groups for j in group}
    unused = [j for j in attributes if j not in used]
    joins = {
        j: [replaced(groups, (group,), (tuple(sorted((*group, j))),)) for group in groups] for j in unused
    }
    additions = {j: replaced(groups, (), ((j,),)) for j in unused}
    if tie_rule == "by_attribute":
        return [move for j in unused for move in (*joins[j], additions[j])]
    all_joins = [move for j in unused for move in joins[j]]
    return (
        [*all_joins, *additions.values()] if tie_rule == "join_first" else [*additions.values(), *all_joins]
    )


def search(core: Core, tie_rule: str = "add_first") -> Found:
    """The partition where FSSJ stops.

    Evaluations are counted as in Table 5 of the paper: d (G + 1) per step, where G is the number of groups
    before it.
    """
    d, attributes = len(core.codes), searched.usable(core)
    return searched.climb(
        core, (), lambda groups: moves(groups, attributes, tie_rule), lambda groups: d * (len(groups) + 1)
    )


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    smoothing: Smoothing = Smoothing(),
    tie_rule: str = "add_first",
    threads: int = 1,
) -> Model:
    """Search for a partition on `train`, then estimate the probabilities. alpha > 0, prior_alpha >= 0;
    join_missing, smoothing_cells: see `partition`.

    tie_rule: add_first, join_first or by_attribute; threads change the time, not the result. Raises
    InputError for bad parameters and for attributes that are not discrete.
    """
    one_of(tie_rule, TIE_RULES, "tie_rule", "fssj")
    return searched.fit(train, smoothing, threads, "fssj", lambda core: search(core, tie_rule))


fit_leave_one_out = searched.leaving_out(fit)

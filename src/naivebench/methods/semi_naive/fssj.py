"""Forward sequential selection and joining (FSSJ): naive Bayes on some of the attributes, where some of these
are joined into one. The search starts without attributes, and each step adds one or joins it to a group.

Each step evaluates every unused attribute, as a separate group and, with `join`, joined to each group, by
leave-one-out accuracy, and takes the best move as long as it improves the accuracy. A step with G groups has
O(d G) candidates, or O(d) without joins, which take O(n K) each. Pazzani 1996; Robles et al. 2003, Table 5;
docs/methods/semi-naive.md#forward-sequential-selection-and-joining. Without joins this is selective naive
Bayes (Langley and Sage 1994; docs/methods/naive-bayes.md#selective-naive-bayes-on-counts).
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import check_one_of
from naivebench.core.table import Table
from naivebench.methods.semi_naive import partition_search
from naivebench.methods.semi_naive.partition_search import Cases, Move, make_replacement_move
from naivebench.methods.semi_naive.partitions import Groups, Model, Structure
from naivebench.methods.semi_naive.partitions import leave_one_out as leave_one_out
from naivebench.methods.semi_naive.partitions import predict_log_proba as predict_log_proba
from naivebench.methods.semi_naive.partitions import summarize as summarize

TIE_RULES = ("add_first", "join_first", "by_attribute")


def search_partition(cases: Cases, tie_rule: str = "add_first", join: bool = True) -> Structure:
    """Search for a partition, starting without attributes, until no move improves the accuracy.

    Evaluations are counted as in Table 5 of the paper: d (G + 1) per step, where G is the number of groups
    before the step. Without joins, a step counts one evaluation for each unused attribute.
    """
    d, attributes = len(cases.codes), partition_search.list_usable_attributes(cases)

    def list_moves(groups: Groups) -> list[Move]:
        joins, additions, by_attribute = [], [], []
        for j in attributes:
            if any(j in group for group in groups):
                continue
            joined = [
                make_replacement_move(groups, (group,), (tuple(sorted((*group, j))),))
                for group in (groups if join else ())
            ]
            joins += joined
            additions.append(make_replacement_move(groups, (), ((j,),)))
            by_attribute += [*joined, additions[-1]]
        if tie_rule == "by_attribute":
            return by_attribute
        return additions + joins if tie_rule == "add_first" else joins + additions

    def count_evaluations(groups: Groups) -> int:
        return d * (len(groups) + 1) if join else len(attributes) - len(groups)

    return partition_search.climb_partitions(cases, (), list_moves, count_evaluations)


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    tie_rule: str = "add_first",
    join: bool = True,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> Model:
    """Search for a partition on `train`, then estimate the probabilities. tie_rule: add_first, join_first or
    by_attribute. join: try joins too. alpha: above 0. prior_alpha: at least 0. Raises InputError for bad
    parameters and for attributes that are not discrete.
    """
    check_one_of(tie_rule, TIE_RULES, "tie_rule", "fssj")
    return partition_search.fit_best_partition(
        train, lambda cases: search_partition(cases, tie_rule, join), "fssj", alpha, prior_alpha
    )

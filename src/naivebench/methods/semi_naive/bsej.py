"""Backward sequential elimination and joining (BSEJ): naive Bayes in which some attributes are left out and
some are joined into one. The search starts at naive Bayes; each step deletes an attribute or joins two
groups.

Each step evaluates every allowed join of two groups and every deletion of a group (with delete_member: of one
attribute from its group), by leave-one-out accuracy, and takes the best move as long as it improves the
accuracy. A step has O(d^2) candidates, which take O(n K) each. Pazzani 1996; Robles et al. 2003, Table 5;
docs/methods/semi-naive.md#backward-sequential-elimination-and-joining.

With `restarts`, BSEJ also starts from many random partitions, and the best result is kept. This search uses
as many evaluations as Pazzani-EDA and is its control, because a better search needs to beat simple restarts.
"""

from __future__ import annotations

import math
from functools import partial
from itertools import combinations

import numpy as np

from naivebench.core.checks import check_one_of
from naivebench.core.table import Table
from naivebench.methods.semi_naive import partition_search, pazzani_eda
from naivebench.methods.semi_naive.partition_search import Cases, Move, make_replacement_move
from naivebench.methods.semi_naive.partitions import Groups, Model, Structure
from naivebench.methods.semi_naive.partitions import leave_one_out as leave_one_out
from naivebench.methods.semi_naive.partitions import predict_log_proba as predict_log_proba
from naivebench.methods.semi_naive.partitions import summarize as summarize

TIE_RULES = ("join_first", "by_attribute")
JOIN_WITH = ("single", "any")
MOST_RESTARTS = 1000  # a random climb may end after one step


def list_moves(groups: Groups, tie_rule: str, join_with: str, delete_member: bool) -> list[Move]:
    """List every join of two groups and every deletion, in order of preference."""
    joins: list[tuple[int, float, Move]] = []
    deletions: list[tuple[int, float, Move]] = []
    for a, b in combinations(groups, 2):
        if join_with == "any" or min(len(a), len(b)) == 1:
            first, second = sorted((a[0], b[0]))
            joins.append((first, second, make_replacement_move(groups, (a, b), (tuple(sorted(a + b)),))))
    for group in groups:
        for j in group if delete_member else group[:1]:
            rest = tuple(i for i in group if i != j) if delete_member else ()
            deletions.append((j, math.inf, make_replacement_move(groups, (group,), (rest,) if rest else ())))
    if delete_member:
        deletions.sort(key=lambda item: item[0])
    moves = joins + deletions
    if tie_rule == "by_attribute":  # joins of an attribute before its deletion
        moves.sort(key=lambda item: item[:2])
    return [move for *_, move in moves]


def search_partition(
    cases: Cases,
    tie_rule: str = "join_first",
    join_with: str = "any",
    delete_member: bool = False,
    start: Groups | None = None,
    budget: float = math.inf,
) -> Structure:
    """Search for a partition by BSEJ, from all single attributes or from `start`.

    Evaluations are counted as in Table 5 of the paper: d^2 per step. No step that would exceed `budget` is
    started.
    """
    d = len(cases.codes)
    start = tuple((j,) for j in partition_search.list_usable_attributes(cases)) if start is None else start
    list_all = partial(list_moves, tie_rule=tie_rule, join_with=join_with, delete_member=delete_member)
    return partition_search.climb_partitions(cases, start, list_all, lambda groups: d * d, budget)


def search_with_restarts(cases: Cases, rng: np.random.Generator, evaluations: int | None = None) -> Structure:
    """Return the best result of BSEJ itself and of climbs from random partitions (the first if several tie).

    BSEJ itself runs to its end; the other climbs start from individuals drawn as in the first population of
    Pazzani-EDA, until `evaluations`, counted as in the paper, are used up. By default, it is the number that
    Pazzani-EDA needs, which is counted with a separate random stream. The trace contains the best accuracy,
    the mean accuracy of all climbs and the evaluations after every climb.
    """
    d, usable = len(cases.codes), partition_search.list_usable_attributes(cases)
    budget = pazzani_eda.count_umda_evaluations(cases, rng) if evaluations is None else evaluations
    best = search_partition(cases)
    ends, charged, to_solution = [best], [best.evaluations], best.evaluations_to_solution
    while len(ends) <= MOST_RESTARTS and charged[-1] + d * d <= budget and len(usable) > 1:
        individual = np.zeros(d, dtype=np.int64)
        individual[usable] = rng.integers(0, d + 1, size=len(usable))
        start = pazzani_eda.decode_groups(individual.tolist())
        end = search_partition(cases, start=start, budget=budget - charged[-1])
        if end.correct > best.correct:
            best, to_solution = end, charged[-1] + end.evaluations_to_solution
        ends.append(end)
        charged.append(charged[-1] + end.evaluations)

    correct, n = np.array([end.correct for end in ends]), max(int(cases.weights.sum()), 1)
    trace = {
        "best": (np.maximum.accumulate(correct) / n).tolist(),
        "mean": (np.cumsum(correct) / np.arange(1, len(ends) + 1) / n).tolist(),
        "evaluations": charged,
    }
    return Structure(best.groups, best.correct, charged[-1], to_solution, trace)


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    tie_rule: str = "join_first",
    join_with: str = "any",
    delete_member: bool = False,
    restarts: bool = False,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> Model:
    """Search for a partition on `train`, then estimate the probabilities. tie_rule: join_first or
    by_attribute. join_with: any joins any two groups; single joins only pairs with a single attribute.
    delete_member: delete one attribute from its group, not the whole group. restarts: also climb from random
    partitions, with the other defaults. alpha: above 0. prior_alpha: at least 0. Raises InputError for bad
    parameters and for attributes that are not discrete.
    """
    check_one_of(tie_rule, TIE_RULES, "tie_rule", "bsej")
    check_one_of(join_with, JOIN_WITH, "join_with", "bsej")

    def search_groups(cases: Cases) -> Structure:
        if restarts:
            return search_with_restarts(cases, np.random.default_rng(0) if rng is None else rng)
        return search_partition(cases, tie_rule, join_with, delete_member)

    return partition_search.fit_best_partition(train, search_groups, "bsej", alpha, prior_alpha)

"""Backward sequential elimination and joining (BSEJ): naive Bayes in which some attributes are left out and
some are joined into one. The search starts at naive Bayes, and each step deletes an attribute or joins two
groups.

Each step evaluates every allowed join of two groups (join_with: `any`, or `single` if one of them must be a
single attribute) and every deletion of a group (with delete_member: of one attribute from its group), by
leave-one-out accuracy, and takes the best move as long as it improves the accuracy. Ties (tie_rule):
join_first takes a join before a deletion, then the lower groups or attribute; by_attribute takes the lower
attribute, then its joins with later groups before its deletion. A step has O(d^2) candidates, which take
O(n K) each. Pazzani 1996; Robles et al. 2003, Table 5;
docs/methods/semi-naive.md#backward-sequential-elimination-and-joining.

Robles et al. join "a given pair of attributes (used by the classifier)" and delete "one attribute (used by
the classifier)"; a joined attribute is one that the classifier uses, hence the defaults. Their numbers for
chess and corral are reproduced only with `single`, and that for segment only with delete_member.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, one_of
from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table
from naivebench.methods.semi_naive.helpers import searched
from naivebench.methods.semi_naive.helpers.joint_loo import Core
from naivebench.methods.semi_naive.helpers.partition import Group, Smoothing
from naivebench.methods.semi_naive.helpers.searched import Found, Model, Move, replaced

TIE_RULES = ("join_first", "by_attribute", "delete_first")
JOIN_WITH = ("single", "any")


class Options(NamedTuple):
    """Which moves are allowed and how ties between them are broken."""

    tie_rule: str = "join_first"
    join_with: str = "any"  # any two groups are joined; single: one of the two is a single attribute
    delete_member: bool = False  # delete one attribute from its group, not the whole group


def moves(groups: tuple[Group, ...], options: Options) -> list[Move]:
    """Every join of two groups and every deletion, in order of preference."""
    pairs = [
        pair for pair in combinations(groups, 2) if options.join_with == "any" or min(map(len, pair)) == 1
    ]
    joins = [replaced(groups, pair, (tuple(sorted(pair[0] + pair[1])),)) for pair in pairs]
    if options.delete_member:
        members = sorted((j, group) for group in groups for j in group)
        deletions = [replaced(groups, (group,), _without(group, j)) for j, group in members]
    else:
        members = [(group[0], group) for group in groups]
        deletions = [replaced(groups, (group,), ()) for group in groups]
    if options.tie_rule == "by_attribute":
        return _by_attribute(pairs, joins, [j for j, _ in members], deletions)
    return joins + deletions if options.tie_rule == "join_first" else deletions + joins


def _by_attribute(
    pairs: list[tuple[Group, Group]], joins: list[Move], members: list[int], deletions: list[Move]
) -> list[Move]:
    """All moves sorted by their lower attribute; a join is sorted by the first attribute of its earlier
    group.
    """
    keyed = [(min(a[0], b[0]), 0, max(a[0], b[0]), move) for (a, b), move in zip(pairs, joins, strict=True)]
    keyed += [(j, 1, 0, move) for j, move in zip(members, deletions, strict=True)]
    return [move for *_, move in sorted(keyed, key=lambda item: item[:3])]


def _without(group: Group, attribute: int) -> tuple[Group, ...]:
    return (tuple(j for j in group if j != attribute),) if len(group) > 1 else ()


def search(
    core: Core,
    options: Options | None = None,
    start: tuple[Group, ...] | None = None,
    budget: float = float("inf"),
) -> Found:
    """The partition where BSEJ stops when it starts from all single attributes or from `start`.

    Evaluations are counted as in Table 5 of the paper: d^2 per step. A step that would exceed `budget` is not
    started.
    """
    d, options = len(core.codes), options or Options()
    start = tuple((j,) for j in searched.usable(core)) if start is None else start
    return searched.climb(core, start, lambda groups: moves(groups, options), lambda groups: d * d, budget)


def check_options(options: Options, method: str) -> None:
    """Raise InputError for an unknown option."""
    one_of(options.tie_rule, TIE_RULES, "tie_rule", method)
    one_of(options.join_with, JOIN_WITH, "join_with", method)
    if not isinstance(options.delete_member, bool):
        raise InputError(f"delete_member in {method} is {options.delete_member!r}, expected true or false")


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    smoothing: Smoothing = Smoothing(),
    options: Options = Options(),
    threads: int = 1,
) -> Model:
    """Search for a partition on `train`, then estimate the probabilities. alpha > 0, prior_alpha >= 0;
    join_missing, smoothing_cells: see `partition`.

    tie_rule: join_first, by_attribute or delete_first; join_with: single or any, delete_member: see
    `Options`; threads change the time, not the result. Raises InputError for bad parameters and for
    attributes that are not discrete.
    """
    check_options(options, "bsej")
    return searched.fit(train, smoothing, threads, "bsej", lambda core: search(core, options))


fit_leave_one_out = searched.leaving_out(fit)

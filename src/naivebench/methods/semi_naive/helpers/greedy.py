"""Steepest ascent over partitions: take the move that classifies most cases correctly while it classifies
more than before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from naivebench.methods.semi_naive.helpers import joint_loo
from naivebench.methods.semi_naive.helpers.joint_loo import Candidate, Core
from naivebench.methods.semi_naive.helpers.partition import Group
from naivebench.methods.semi_naive.helpers.searched import Found


class Move(NamedTuple):
    """One step from a partition to another."""

    change: Candidate
    after: tuple[Group, ...]


def replaced(groups: tuple[Group, ...], old: tuple[Group, ...], new: tuple[Group, ...]) -> Move:
    """The move that puts the groups `new` in the place of the first of `old`; without `old` they come
    last.
    """
    place = groups.index(old[0]) if old else len(groups)
    before, behind = groups[:place], groups[place:]
    return Move(
        Candidate(new, old),
        (*(g for g in before if g not in old), *new, *(g for g in behind if g not in old)),
    )


def climb(
    core: Core,
    groups: tuple[Group, ...],
    moves_of: Callable[[tuple[Group, ...]], list[Move]],
    charge_of: Callable[[tuple[Group, ...]], int],
    budget: float = float("inf"),
) -> Found:
    """Climb from `groups` to a partition that no move improves; of equally good moves the first is taken.

    moves_of: the moves from a partition in order of preference; charge_of: the evaluations that the paper
    counts for one step, the last one without gain included. A step that would exceed `budget` of them is not
    begun.
    """
    current = int(joint_loo.correct_of_partitions(core, [groups])[0])
    charged, to_solution, done = 0, 0, 1
    while True:
        moves = moves_of(groups)
        if charged + charge_of(groups) > budget:
            break
        charged += charge_of(groups)
        done += len(moves)
        correct = (
            joint_loo.correct_of_moves(core, joint_loo.base_of(core, groups), [m.change for m in moves])
            if moves
            else np.zeros(0)
        )
        if correct.max(initial=0) <= current:
            break
        best = int(correct.argmax())
        groups, current, to_solution = moves[best].after, int(correct[best]), charged
    return Found(groups, current, charged, to_solution, done)


def usable(core: Core) -> list[int]:
    """Attributes with at least one known value; the others cannot be part of a group."""
    return np.flatnonzero((core.codes >= 0).any(axis=1)).tolist() if core.codes.size else []

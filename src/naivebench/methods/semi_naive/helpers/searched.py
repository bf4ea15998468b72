"""Search for a partition by steepest ascent, and the result of any such search: naive Bayes on the groups
that it found, and its cost.

Steepest ascent takes the move that classifies most cases correctly, as long as this is more than before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.table import Table
from naivebench.methods.semi_naive.helpers import joint_loo, partition
from naivebench.methods.semi_naive.helpers.joint_loo import Candidate, Core
from naivebench.methods.semi_naive.helpers.partition import Group, Smoothing

if TYPE_CHECKING:
    from naivebench.methods.edas.optimise import Trace


class Found(NamedTuple):
    """The result of a search for a partition."""

    groups: tuple[Group, ...]
    correct: int  # cases classified correctly, leave-one-out
    evaluations: int  # as Robles et al. 2003 count them
    evaluations_to_solution: int  # evaluations up to the step or generation that found the solution
    evaluations_done: int  # number of partitions that were actually evaluated
    trace: Trace | None = None


class Model(NamedTuple):
    partition: partition.Model
    training_fitness: float  # leave-one-out accuracy that the search maximised; 0 without any case
    evaluations: int
    evaluations_to_solution: int
    evaluations_done: int
    trace: Trace | None


def fit(
    train: Table, smoothing: Smoothing, threads: int, method: str, search: Callable[[Core], Found]
) -> Model:
    """Fit naive Bayes on the partition that `search` finds. Raises InputError for a smoothing outside its
    range and for attributes that are not discrete.
    """
    partition.check_params(smoothing, method)
    end = search(joint_loo.prepare(train, smoothing, threads=threads))
    fitted = partition.fit(train, partition.ordered(end.groups), smoothing)
    return Model(fitted, end.correct / max(int((train.y >= 0).sum()), 1), *end[2:])


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return partition.predict_log_proba(model.partition, table)


def leaving_out(fit: Callable[..., Model]) -> Callable[..., tuple[Model, np.ndarray]]:
    """Create the function `fit_leave_one_out` of a method from its `fit`."""

    def fit_leave_one_out(
        table: Table, *, rng: np.random.Generator | None = None, **params: Any
    ) -> tuple[Model, np.ndarray]:
        """The model of all cases and its leave-one-out posteriors.

        Row i: log P(c | x_i) without the counts of case i, with the structure found on all cases; (n, K)
        nats.
        """
        model, smoothing = fit(table, rng=rng, **params), partition.smoothing_in(params)
        return model, partition.leave_one_out(table, partition.groups_in(model.partition), smoothing)

    return fit_leave_one_out


def summarize(model: Model) -> dict[str, Any]:
    """Size and structure of the model, and cost of the search; `training_fitness` is the accuracy that it
    maximised.
    """
    summary = partition.summarize(model.partition) | {
        "evaluations": model.evaluations,
        "evaluations_to_solution": model.evaluations_to_solution,
        "evaluations_done": model.evaluations_done,
        "training_fitness": model.training_fitness,
    }
    return summary if model.trace is None else summary | {"trace": model.trace}


def warm_up(train: Table, n_folds: int) -> None:
    """Load the compiled loops before time is measured; they do not depend on the size of the fits."""
    joint_loo.warm_up()


class Move(NamedTuple):
    """One step from a partition to another."""

    change: Candidate
    after: tuple[Group, ...]


def replaced(groups: tuple[Group, ...], old: tuple[Group, ...], new: tuple[Group, ...]) -> Move:
    """The move that replaces the groups `old` by `new`, in the place of the first of `old`, or at the end if
    `old` is empty.
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
    counts for one step, including the last step, which gains nothing. A step that would exceed `budget` is
    not started.
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

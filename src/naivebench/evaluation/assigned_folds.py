"""Folds that a file states row by row, such as the splits of an OpenML task.

Repeats, folds and rows have the numbers of the file. docs/protocols/honest.md#folds-of-openml-tasks.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.folds import AssignedRows, Folds, collected
from naivebench.core.table import Table, n_cases


def make(table: Table, assigned: AssignedRows | None, *, folds: int, repeats: int) -> Folds:
    """Test and training parts exactly as assigned.

    `folds` and `repeats` are what the run is planned for: the file may have fewer folds in all, but not more.
    Raises InputError if the assignment does not fit the table, or if a row occurs twice in a fold.
    """
    if assigned is None:
        raise InputError(
            "scheme 'openml' needs the splits of a task: give the data set the source openml_task"
        )
    n, name = n_cases(table), assigned.name
    rows = np.unique(assigned.row)
    if not np.array_equal(rows, np.arange(n)):
        raise InputError(
            f"the splits of {name} do not fit the data set: they are for {len(rows)} rows up to number "
            f"{rows.max(initial=0)}, and it has {n}, numbered from 0; leave out what drops or adds rows"
        )
    n_repeats, n_folds = int(assigned.repeat.max()) + 1, int(assigned.fold.max()) + 1
    if n_repeats * n_folds > folds * repeats:
        raise InputError(
            f"{name} has {n_repeats} x {n_folds} folds, and the protocol is for {repeats} x {folds}: set "
            f"`repeats` (or `repeats_of` for this data set) to {n_repeats} and `folds` to {n_folds}"
        )
    # (repeats, folds, n): how often a row tests and trains
    shape = (n_repeats, n_folds, n)
    flat = np.ravel_multi_index((assigned.repeat, assigned.fold, assigned.row), shape)
    tests, trains = (
        np.bincount(flat[chosen], minlength=int(np.prod(shape))).reshape(shape)
        for chosen in (assigned.tests, ~assigned.tests)
    )
    twice = np.argwhere(tests + trains > 1)
    if len(twice):
        repeat, fold, row = twice[0].tolist()
        raise InputError(
            f"the splits of {name} have row {row} more than once in repeat {repeat}, fold {fold}, as a "
            "bootstrap has: choose a task for cross-validation or a hold-out"
        )
    empty = np.argwhere((tests.sum(axis=2) == 0) | (trains.sum(axis=2) == 0))
    if len(empty):
        repeat, fold = empty[0].tolist()
        raise InputError(
            f"the splits of {name} have no test or no training rows in repeat {repeat}, fold {fold}"
        )
    found = collected([[np.flatnonzero(of_fold) for of_fold in part] for part in tests], "openml", ())
    if (tests + trains).all():
        return found
    learned = [np.flatnonzero(of_fold) for part in trains for of_fold in part]
    return found._replace(
        train=np.concatenate(learned).astype(np.int32),
        train_offsets=np.concatenate([[0], np.cumsum([len(part) for part in learned])]).astype(np.int64),
    )

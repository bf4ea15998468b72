"""Folds in order of time: learn from the past, test on the block that follows (rolling origin).

The rows of the data set are in order of time (a stanza sorts them). They are cut into k + 1 blocks; fold f
trains on blocks 0..f and tests on block f + 1, just as a classifier in use is trained on past cases. Unlike
in k-fold cross-validation a row may be in no test part (block 0), training parts grow, and values appear that
the training part has never seen. Reference: Tashman 2000 (rolling origin); Bergmeir and Benitez 2012.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError, at_least, whole
from naivebench.core.folds import Folds
from naivebench.core.table import Table, n_cases, n_classes

SCHEME = "time"


def make(table: Table, *, folds: int = 5, first: float = 0.5, times: np.ndarray | None = None) -> Folds:
    """Rolling-origin folds of a data set of n cases in order of time; nothing is drawn at random, so there is
    one repeat.

    folds: k test blocks of about equal size; first: share of the cases that only train (block 0). times: (n,)
    ascending values; cases of one time stay in one block, that of the first of them (None: every case has its
    own time). Raises InputError if the data set is too small, has cases without a class, or is not in order
    of `times`.
    """
    folds = whole(folds, 1, "folds", "folds")
    at_least(first, 0, "first", "folds")
    n, unknown = n_cases(table), int(np.count_nonzero(table.y < 0))
    if first >= 1:
        raise InputError(f"first in folds is {first}, expected a share of the cases below 1")
    if unknown:
        raise InputError(f"{unknown} of {n} cases have no class: leave them out before the folds are drawn")
    cuts = _cuts(n, folds, first, times)
    if len(cuts) < folds + 1 or cuts[0] < 1:
        what = "cases" if times is None else "different times"
        raise InputError(
            f"scheme 'time' cannot make {folds} test blocks after a first part of {first:.0%}: there are "
            f"too few {what}, so use fewer folds"
        )
    repeat, fold = np.zeros(folds, np.int32), np.arange(folds, dtype=np.int32)
    offsets = (cuts - cuts[0]).astype(np.int64)
    return Folds(repeat, fold, np.arange(cuts[0], n, dtype=np.int32), offsets, SCHEME, _notes(table, cuts))


def _cuts(n: int, folds: int, first: float, times: np.ndarray | None) -> np.ndarray:
    """First row of every test block, and n: at most (folds + 1,) distinct ascending numbers."""
    start = max(round(first * n), 1)
    cuts = np.round(start + (n - start) * np.arange(folds + 1) / folds).astype(np.int64)
    if times is not None:
        times = np.asarray(times)
        if len(times) != n or (times[1:] < times[:-1]).any():
            raise InputError(
                f"scheme 'time' needs the {n} cases sorted by time: sort them (step `sort` of the stanza)"
            )
        cuts[:-1] = np.searchsorted(times, times[np.minimum(cuts[:-1], n - 1)])
    return np.unique(cuts)


def _notes(table: Table, cuts: np.ndarray) -> tuple[str, ...]:
    """One sentence per class that is missing from a training or test part."""
    counts = np.array(
        [np.bincount(part, minlength=n_classes(table)) for part in np.split(table.y, cuts[:-1])]
    )
    known, notes = np.cumsum(counts, axis=0)[:-1], []
    for label, before, inside in zip(table.classes, known.T, counts[1:].T, strict=True):
        if (before == 0).any():
            notes.append(
                f"class {label!r} does not occur before {np.count_nonzero(before == 0)} of the "
                f"{len(before)} test blocks."
            )
        if (inside == 0).any():
            notes.append(
                f"class {label!r} does not occur in {np.count_nonzero(inside == 0)} of the "
                f"{len(inside)} test blocks."
            )
    return tuple(notes)

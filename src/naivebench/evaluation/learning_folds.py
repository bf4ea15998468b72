"""Folds for learning curves: the same test parts with training parts of growing size.

Size number r takes the place of the repeat: its folds have the test parts of one k-fold cross-validation, and
train on that number of cases drawn from the rest. Within a fold the larger training parts contain the smaller
ones, so a curve shows the effect of more cases and not of other cases; over the folds, points of a curve
share test cases and are not independent samples. Reference: Perlich, Provost and Simonoff 2003 (nested
samples, test part held fixed).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from naivebench.core.checks import InputError, whole
from naivebench.core.folds import Folds, train_rows
from naivebench.core.table import Table, n_cases

ALL = "all"
SCHEMES = ("stratified", "grouped")


def check(train_cases: Sequence[int | str], scheme: str, repeats: int = 1) -> None:
    """Raise InputError for sizes or a scheme that do not give a curve."""
    if scheme not in SCHEMES:
        raise InputError(
            f"train_cases needs scheme stratified or grouped, got {scheme!r}: the other schemes define "
            "their training parts themselves"
        )
    if repeats != 1:
        raise InputError(
            f"train_cases uses sizes instead of repeats, so it cannot be combined with {repeats} repeats: "
            "leave `repeats` out"
        )
    sizes = [
        size if size == ALL else whole(size, 2, "a size of train_cases", "folds") for size in train_cases
    ]
    numbers = [size for size in sizes if size != ALL]
    if ALL in sizes[:-1] or numbers != sorted(set(numbers)):
        raise InputError(
            f"train_cases in folds is {list(train_cases)}, expected increasing numbers of cases, with "
            "`all` allowed only at the end"
        )


def make(table: Table, drawn: Folds, train_cases: Sequence[int | str], seed: Sequence[int] = (0,)) -> Folds:
    """Folds of every size in `train_cases` (numbers of cases, possibly with `all` at the end), one size after
    the other.

    The test parts are those of `drawn`, one cross-validation. Sizes that exceed the smallest training part
    are left out with a note; if that leaves none, a single size with all training cases is used. `seed`:
    entropy of the training parts' SeedSequence.
    """
    asked = [size if size == ALL else int(size) for size in train_cases]
    k, n = len(drawn.fold), n_cases(table)
    parts = [train_rows(drawn, f, n) for f in range(k)]
    orders = [part[order(table.y[part], _rng(seed, f))] for f, part in enumerate(parts)]
    sizes, notes = _possible(asked, [len(part) for part in parts])
    notes += _rare(table, sizes)
    train = [np.sort(o if size == ALL else o[:size]) for size in sizes for o in orders]
    return drawn._replace(
        repeat=np.repeat(np.arange(len(sizes), dtype=np.int32), k),
        fold=np.tile(drawn.fold, len(sizes)),
        test=np.tile(drawn.test, len(sizes)),
        offsets=_offsets(np.tile(np.diff(drawn.offsets), len(sizes))),
        notes=(*drawn.notes, *notes),
        train=np.concatenate(train).astype(np.int32),
        train_offsets=_offsets([len(rows) for rows in train]),
    )


def order(y: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Indices (n,) of the cases of classes `y` in an order in which every beginning is stratified.

    Case i of the m cases of a class, in random order, has the relative position (i + 1/2) / m among all
    cases; the first case of every class comes before these, larger classes first. So the first s cases
    contain every class if s is at least the number of classes, and apart from that have the share of each
    class within about one case.
    """
    places = rng.permutation(len(y))
    places = places[np.argsort(y[places], kind="stable")]
    counts = np.bincount(y)
    size = np.repeat(counts, counts)
    number = np.arange(len(y)) - np.repeat(np.cumsum(counts) - counts, counts)
    first = number == 0
    turn = np.where(first, 0.0, (number + 0.5) / size)
    return places[np.lexsort((rng.random(len(y)), np.where(first, -size, 0), turn))]


def _rng(seed: Sequence[int], f: int) -> np.random.Generator:
    """Random generator of the training parts of fold f; the test parts are drawn by the words `seed` and
    0.
    """
    return np.random.default_rng(np.random.SeedSequence([*seed, 0, f + 1]))


def _offsets(sizes: ArrayLike) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _possible(asked: list[int | str], available: list[int]) -> tuple[list[int | str], list[str]]:
    """The sizes that every training part can have, and a note about the others."""
    least = min(available)
    kept = [size for size in asked if not isinstance(size, int) or size <= least]
    lost = [size for size in asked if size not in kept]
    if ALL in kept and kept[:-1] and kept[-2] == max(available):
        kept = kept[:-1]  # `all` would repeat the size before it
    notes = (
        [
            f"The training sizes {', '.join(map(str, lost))} are left out, because the smallest training "
            f"part has {least} cases."
        ]
        if lost
        else []
    )
    if not kept:
        return [ALL], [f"{notes[0][:-1]}; one point with all training cases remains."]
    return kept, notes


def _rare(table: Table, sizes: list[int | str]) -> list[str]:
    present = len(np.unique(table.y))
    small = [size for size in sizes if isinstance(size, int) and size < present]
    if not small:
        return []
    which = f"{', '.join(map(str, small))} training cases"
    return [f"{which} cannot contain all of the {present} classes, so the smallest classes are absent."]

"""Test and training parts: folds as row numbers, drawn once per protocol and data set for all methods.

The scheme `time` trains on the past and tests on the block that follows, just as a classifier in use is
trained on past cases (rolling origin; Tashman 2000, Bergmeir and Benitez 2012). The scheme `stored` uses the
folds that a data set contains as its groups (docs/protocols/index.md#stored-folds), so that a case can
have other values in every fold, as in tables that were discretised fold by fold.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.core.checks import InputError, check_at_least, check_one_of
from naivebench.core.stratified_folds import (
    Folds,
    check_labelled_cases,
    collect_folds,
    draw_repeats,
    draw_stratified,
    limit_folds,
    select_first_folds,
    test_rows,
    train_rows,
    train_size,
)
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.evaluation import weka_folds

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Folds", "list_rows", "load", "make_folds", "save", "select_first_folds"]
__all__ += ["test_rows", "train_rows", "train_size"]

TRAINING = ("train", "train_offsets")
SCHEMES = ("stratified", "grouped", "time", "holdout", "leave_one_out", "weka", "stored")


def make_folds(
    table: Table,
    *,
    scheme: str = "stratified",
    folds: int = 10,
    repeats: int = 1,
    skip: int = 0,
    holdout: int | None = None,
    train_cases: Sequence[int] = (),
    seeds: Sequence[int] = (),
    seed: Sequence[int] = (0,),
) -> Folds:
    """Draw the folds of one data set; the same arguments give the same folds, and repeat r does not depend on
    `repeats`.

    `skip`: number of first rows that are left out (scheme leave_one_out); `holdout`: number of first rows
    that form the training part (scheme holdout); `train_cases`: sizes of the training parts, for learning
    curves; `seeds`: one per repeat (scheme weka, see `weka_folds`); `seed`: entropy of the SeedSequence of
    all other schemes, a list of integers. Raises InputError if the data set does not allow the scheme.
    """
    check_one_of(scheme, SCHEMES, "scheme", "folds")
    check_at_least(folds, 2, "folds", "folds")
    check_at_least(repeats, 1, "repeats", "folds")
    weka_folds.check_weka_seeds(seeds, scheme, repeats)
    if train_cases:
        check_training_sizes(train_cases, scheme, repeats)
        drawn = make_folds(table, scheme=scheme, folds=folds, seed=seed)
        return _draw_growing_parts(table, drawn, train_cases, seed)
    check_labelled_cases(table)
    if scheme in ("time", "stored") and repeats > 1:
        raise InputError(
            f"scheme {scheme!r} does not draw at random, so all {repeats} repeats would be the same: leave "
            "`repeats` out"
        )

    if scheme == "weka":
        return weka_folds.make_weka_folds(table, folds=folds, seeds=seeds)
    if scheme == "stored":
        return _read_stored_folds(table, folds)
    if scheme == "time":
        return _split_time_blocks(table, folds)
    if scheme == "grouped":
        return _draw_grouped_folds(table, folds, repeats, seed)
    if scheme == "stratified":
        return draw_stratified(table, folds=folds, repeats=repeats, seed=seed)
    n = n_cases(table)
    if scheme == "holdout" and (holdout is None or not 0 < int(holdout) < n):
        raise InputError(
            f"scheme 'holdout' needs the first 1 to {n - 1} rows as its training part, got {holdout}: set "
            f"`holdout: {{train: ...}}`"
        )
    start = int(holdout) if scheme == "holdout" and holdout else min(int(skip), n - 2)
    return collect_folds([[np.arange(start, n)]] * int(repeats), scheme, ())


def _read_stored_folds(table: Table, folds: int) -> Folds:
    """Read the folds whose parts are the groups: group 2 f trains and group 2 f + 1 tests fold f."""
    sizes = np.zeros(0, int) if table.groups is None else np.bincount(table.groups)
    if table.groups is None or len(sizes) != 2 * folds:
        raise InputError(
            f"scheme 'stored' needs {2 * folds} groups, a training and a test fold for each of {folds} "
            f"folds, but the data set has {len(sizes) or 'none'}: set `groups` of its stanza to the "
            "column of the parts, and `folds` of the protocol to the number of folds"
        )
    parts = np.split(np.argsort(table.groups, kind="stable"), np.cumsum(sizes)[:-1])
    return collect_folds([parts[1::2]], "stored", ())._replace(
        train=np.concatenate(parts[::2]).astype(np.int32),
        train_offsets=np.concatenate([[0], np.cumsum(sizes[::2])]).astype(np.int64),
    )


def _split_time_blocks(table: Table, folds: int) -> Folds:
    """Cut rows in order of time into a first half, which only trains, and k test blocks of about equal size,
    whose training parts are all rows before: they grow, and test blocks have values that they lack.
    """
    n = n_cases(table)
    start = round(n / 2)
    cuts = np.round(start + (n - start) * np.arange(folds + 1) / folds).astype(np.int64)
    if (np.diff(cuts) == 0).any():
        raise InputError(
            f"scheme 'time' cannot make {folds} test blocks of the second half of {n} cases: use fewer folds"
        )
    return collect_folds([np.split(np.arange(n), cuts[:-1])[1:]], "time", ())


def _draw_grouped_folds(table: Table, folds: int, repeats: int, seed: Sequence[int]) -> Folds:
    """Draw a cross-validation in which all cases of a group are in one test fold."""
    if table.groups is None:
        raise InputError(
            "scheme 'grouped' needs the groups of the cases: name their column under `groups` in the "
            "data set's stanza"
        )
    n_groups = len(np.unique(_number_groups(table)))
    if n_groups < 2:
        raise InputError("scheme 'grouped' needs at least 2 groups of cases, not 1: choose other groups")
    k, notes = limit_folds(int(folds), n_groups, "groups")
    return draw_repeats(lambda rng: _assign_groups(table, k, rng), k, repeats, seed, "grouped", notes)


def _number_groups(table: Table) -> np.ndarray:
    """Return the group of every case as 0, 1, ...; a case of unknown group (-1) is its own group."""
    groups = np.array(table.groups, dtype=np.int64)
    alone = groups < 0
    groups[alone] = groups.max() + 1 + np.arange(np.count_nonzero(alone))
    return np.unique(groups, return_inverse=True)[1]


def _assign_groups(table: Table, k: int, rng: np.random.Generator) -> np.ndarray:
    """Assign folds to cases: groups, the largest first, go where they unbalance size and classes least."""
    groups, width = _number_groups(table), n_classes(table)
    sizes = np.bincount(groups)
    table_of = np.bincount(groups * width + table.y, minlength=len(sizes) * width).reshape(-1, width)
    shares = np.column_stack([table_of, sizes]) / np.maximum(np.append(table_of.sum(axis=0), sizes.sum()), 1)
    order = rng.permutation(len(sizes))
    order = order[np.argsort(-sizes[order], kind="stable")]
    load, fold = np.zeros((k, width + 1)), np.empty(len(sizes), dtype=np.int32)
    for i, group in enumerate(order):
        # 2 load.share is the growth of the sum of squares; the last groups may have to fill folds that are
        # still empty
        growth = load @ shares[group]
        if len(order) - i <= np.count_nonzero(load[:, -1] == 0):
            growth = np.where(load[:, -1] == 0, growth, np.inf)
        fold[group] = growth.argmin()
        load[fold[group]] += shares[group]
    return fold[groups]


def check_training_sizes(train_cases: Sequence[int], scheme: str, repeats: int = 1) -> None:
    """Raise InputError for sizes or a scheme that cannot give a learning curve."""
    if scheme not in ("stratified", "grouped"):
        raise InputError(
            f"train_cases needs scheme stratified or grouped, got {scheme!r}: the other schemes define "
            "their training parts themselves"
        )
    if repeats != 1:
        raise InputError(
            f"train_cases uses sizes instead of repeats, so it cannot be combined with {repeats} repeats: "
            "leave `repeats` out"
        )
    if list(train_cases) != sorted(set(train_cases)):
        raise InputError(f"train_cases in folds is {list(train_cases)}, expected increasing numbers of cases")


def _draw_growing_parts(table: Table, drawn: Folds, train_cases: Sequence[int], seed: Sequence[int]) -> Folds:
    """Make folds for learning curves: the test folds of `drawn`, one cross-validation, with training parts of
    every size in `train_cases`, one size after the other.

    Size number r takes the place of the repeat. Within a fold the larger training parts contain the smaller
    ones, so a curve shows the effect of more cases and not of other cases (Perlich, Provost and Simonoff
    2003). Sizes above the smallest training part are left out with a note, or are all of its cases.
    """
    k, n = len(drawn.fold), n_cases(table)
    parts = [train_rows(drawn, f, n) for f in range(k)]
    least = min(map(len, parts))
    sizes = [size for size in train_cases if size <= least] or [max(map(len, parts))]
    notes = drawn.notes
    if lost := ", ".join(str(size) for size in train_cases if size > least):
        notes += (f"The training sizes {lost} are left out: the smallest training part has {least} cases.",)
    # the words `seed` and 0 have drawn the test folds
    rngs = [np.random.default_rng(np.random.SeedSequence([*seed, 0, f + 1])) for f in range(k)]
    orders = [part[draw_stratified_order(table.y[part], rng)] for part, rng in zip(parts, rngs, strict=True)]
    train = [np.sort(o[:size]) for size in sizes for o in orders]
    return drawn._replace(
        repeat=np.repeat(np.arange(len(sizes), dtype=np.int32), k),
        fold=np.tile(drawn.fold, len(sizes)),
        test=np.tile(drawn.test, len(sizes)),
        offsets=np.cumsum([0, *np.tile(np.diff(drawn.offsets), len(sizes))], dtype=np.int64),
        notes=notes,
        train=np.concatenate(train).astype(np.int32),
        train_offsets=np.cumsum([0, *map(len, train)], dtype=np.int64),
    )


def draw_stratified_order(y: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Order the indices (n,) of cases with the classes `y` so that the first s are stratified for every s.

    Case i of the m cases of a class, in random order, has the relative position (i + 1/2) / m among all
    cases; the first case of every class comes before these, larger classes first. The first s cases thus
    contain every class if s is at least the number of classes, and the number of cases of each class is
    proportional to its size, within about one case.
    """
    places = rng.permutation(len(y))
    places = places[np.argsort(y[places], kind="stable")]
    counts = np.bincount(y)
    size = np.repeat(counts, counts)
    number = np.arange(len(y)) - np.repeat(np.cumsum(counts) - counts, counts)
    first = number == 0
    turn = np.where(first, 0.0, (number + 0.5) / size)
    return places[np.lexsort((rng.random(len(y)), np.where(first, -size, 0), turn))]


def save(folds: Folds, path: str | Path) -> None:
    """Write the folds as one .npz file whose bytes depend on the folds alone."""
    arrays: dict[str, Any] = folds._asdict()
    if not len(folds.train_offsets):
        arrays = {name: value for name, value in arrays.items() if name not in TRAINING}
    arrays |= {"scheme": np.array(folds.scheme), "notes": np.array(folds.notes, dtype=np.str_)}
    with open(path, "wb") as file:
        np.savez(file, **arrays)


def load(path: str | Path) -> Folds:
    """Read folds written by `save`."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in Folds._fields if name in file}
    return Folds(**{**arrays, "scheme": str(arrays["scheme"]), "notes": tuple(map(str, arrays["notes"]))})


def average_test_train_ratio(folds: Folds, n: int) -> float:
    """Divide the mean number of test cases of a fold by that of training cases. n: number of all cases."""
    return len(folds.test) / max(sum(train_size(folds, f, n) for f in range(len(folds.fold))), 1)


def list_rows(folds: Folds) -> pd.DataFrame:
    """List the rows to predict: repeat, fold and row (of the prepared table, from 0); under leave_one_out,
    the fold is always 0.

    If training parts are not all other rows, their rows follow, and the column `part` is test or train.
    """
    import pandas as pd  # fits do not need it

    def list_fold_rows(rows: np.ndarray, offsets: np.ndarray) -> pd.DataFrame:
        sizes = np.diff(offsets)
        columns = {"repeat": np.repeat(folds.repeat, sizes), "fold": np.repeat(folds.fold, sizes)}
        return pd.DataFrame(columns | {"row": rows})

    test = list_fold_rows(folds.test, folds.offsets)
    if not len(folds.train_offsets):
        return test
    train = list_fold_rows(folds.train, folds.train_offsets)
    return pd.concat([test.assign(part="test"), train.assign(part="train")], ignore_index=True)

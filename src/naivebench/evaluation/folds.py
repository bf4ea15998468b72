"""Test and training parts: folds as row numbers, drawn once per protocol and data set and shared by all
methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from naivebench.core.checks import InputError, at_least, one_of
from naivebench.core.folds import (
    Folds,
    check_cases,
    collected,
    dealt,
    number_of_folds,
    part,
    stratified,
    test_rows,
    train_rows,
    train_size,
)
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.evaluation import (
    learning_folds,
    stored_folds,
    time_folds,
    weka_folds,
)

__all__ = ["Folds", "as_csv", "load", "make", "part", "rows", "save", "test_rows", "train_rows", "train_size"]

TRAINING = ("train", "train_offsets")
SCHEMES = ("stratified", "grouped", "time", "holdout", "leave_one_out", "weka", "stored")


def make(
    table: Table,
    *,
    scheme: str = "stratified",
    folds: int = 10,
    repeats: int = 1,
    skip: int = 0,
    first: float = 0.5,
    holdout: int | None = None,
    train_cases: Sequence[int | str] = (),
    seeds: Sequence[int] = (),
    seed: Sequence[int] = (0,),
) -> Folds:
    """Draw the folds of one data set; the same arguments give the same folds, and repeat r does not depend on
    `repeats`.

    `skip`: number of first rows that are left out (scheme leave_one_out); `first`: share of first rows that
    only train (scheme time, for rows in order of time: see `time_folds`); `holdout`: number of first rows
    that train (scheme holdout); `train_cases`: sizes of the training parts, for learning curves (see
    `learning_folds`); `seeds`: one per repeat (scheme weka, see `weka_folds`); `seed`: entropy of the
    SeedSequence of all other schemes, a list of integers. Raises InputError if the data set does not allow
    the scheme.
    """
    one_of(scheme, SCHEMES, "scheme", "folds")
    at_least(folds, 2, "folds", "folds")
    at_least(repeats, 1, "repeats", "folds")
    weka_folds.check(seeds, scheme, repeats)
    if train_cases:
        learning_folds.check(train_cases, scheme, repeats)
        drawn = make(table, scheme=scheme, folds=folds, seed=seed)
        return learning_folds.make(table, drawn, train_cases, seed)
    check_cases(table)
    _check(table, scheme, holdout, repeats)
    n = n_cases(table)
    if scheme == "weka":
        return weka_folds.make(table, folds=folds, seeds=seeds)
    if scheme == "stored":
        return stored_folds.make(table, folds=folds, repeats=repeats)
    if scheme == "time":
        return time_folds.make(table, folds=folds, first=first)
    if scheme in ("leave_one_out", "holdout"):
        first_tested = int(holdout) if scheme == "holdout" and holdout else min(int(skip), n - 2)
        return collected([[np.arange(first_tested, n)]] * int(repeats), scheme, ())
    if scheme == "stratified":
        return stratified(table, folds=folds, repeats=repeats, seed=seed)
    n_groups = len(np.unique(_groups(table)))
    if n_groups < 2:
        raise InputError("scheme 'grouped' needs at least 2 groups of cases, but the data set has 1")
    k, notes = number_of_folds(table, int(folds), n_groups, "groups")
    return dealt(table, k, repeats, seed, _assign_groups, scheme, notes)


def _check(table: Table, scheme: str, holdout: int | None, repeats: int) -> None:
    n = n_cases(table)
    if scheme == "grouped" and table.groups is None:
        raise InputError(
            "scheme 'grouped' needs the groups of the cases: name their column under `groups` in the "
            "data set's stanza"
        )
    if scheme == "holdout" and (holdout is None or not 0 < int(holdout) < n):
        raise InputError(
            f"scheme 'holdout' needs a training part of 1 to {n - 1} first rows, got {holdout}: set "
            f"`holdout: {{train: ...}}`"
        )
    if scheme == "time" and repeats > 1:
        raise InputError(
            f"scheme 'time' does not draw at random, so all {repeats} repeats would be the same: leave "
            "`repeats` out"
        )


def _groups(table: Table) -> np.ndarray:
    """Group of every case as 0, 1, ...; a case of unknown group (-1) is its own group."""
    groups = np.array(table.groups, dtype=np.int64)
    alone = groups < 0
    groups[alone] = groups.max() + 1 + np.arange(np.count_nonzero(alone))
    return np.unique(groups, return_inverse=True)[1]


def _assign_groups(table: Table, k: int, rng: np.random.Generator) -> np.ndarray:
    """Assign a fold to every case: groups, the largest first, go to the fold where they unbalance size and
    classes least.
    """
    groups, width = _groups(table), n_classes(table)
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


def save(folds: Folds, path: str | Path) -> None:
    """Write the folds as one .npz file whose bytes depend on the folds alone."""
    arrays = {
        name: value
        for name, value in folds._asdict().items()
        if name not in TRAINING or len(folds.train_offsets)
    }
    with open(path, "wb") as file:
        np.savez(
            file,
            **{**arrays, "scheme": np.array(folds.scheme), "notes": np.array(folds.notes, dtype=np.str_)},
        )


def load(path: str | Path) -> Folds:
    """Read folds written by `save`."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in Folds._fields if name in file}
    return Folds(
        **{**arrays, "scheme": str(arrays["scheme"]), "notes": tuple(str(note) for note in arrays["notes"])}
    )


def rows(folds: Folds) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Repeat, fold and row of every test case, as the CSV lists them; under leave_one_out all are of fold
    0.
    """
    sizes = np.diff(folds.offsets)
    return np.repeat(folds.repeat, sizes), np.repeat(folds.fold, sizes), folds.test


def as_csv(folds: Folds) -> str:
    """The rows to predict as `repeat,fold,row` for other tools (rows of the prepared table from 0).

    If the training parts are not simply all other rows, a column `part` distinguishes `test` and `train`.
    """
    lines = ["repeat,fold,row"]
    lines += [f"{r},{f},{row}" for r, f, row in zip(*(a.tolist() for a in rows(folds)), strict=True)]
    if len(folds.train_offsets):
        learned = rows(folds._replace(test=folds.train, offsets=folds.train_offsets))
        both = [
            *((line, "test") for line in lines[1:]),
            *((f"{r},{f},{row}", "train") for r, f, row in zip(*learned, strict=True)),
        ]
        lines = ["repeat,fold,row,part", *(f"{line},{name}" for line, name in both)]
    return "\n".join(lines) + "\n"

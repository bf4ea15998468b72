"""Who tests on what: folds as row numbers, drawn once per protocol and data set and shared by all methods."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naivebench.checks import InputError, at_least, one_of
from naivebench.table import Table, n_cases, n_classes

TRAINING = ("train", "train_offsets")
SCHEMES = ("stratified", "grouped", "time", "holdout", "leave_one_out")


class Folds(NamedTuple):
    """F test parts; the training part of a fold is all other rows, under scheme time all rows before its test part.

    Scheme leave_one_out: each case in the `test` of its one fold is predicted by a model of all other cases there; rows that
    were skipped are neither tested nor learned from.
    Under leave_one_out and holdout, repeats are runs on the same parts, for methods that draw random numbers.
    Folds for learning curves name their training rows: repeat r has the test parts of repeat 0 and trains on the r-th size.
    """

    repeat: np.ndarray  # (F,) int32
    fold: np.ndarray  # (F,) int32, counted from 0 within a repeat
    test: np.ndarray  # (sum of test sizes,) int32, rows of the prepared table, ascending within a fold
    offsets: np.ndarray  # (F + 1,) int64: fold f tests test[offsets[f]:offsets[f + 1]]
    scheme: str
    notes: tuple[str, ...]  # one sentence per departure from what was asked
    train: np.ndarray = np.zeros(0, np.int32)  # (sum of training sizes,) int32, ascending within a fold; empty: as the scheme says
    train_offsets: np.ndarray = np.zeros(0, np.int64)  # (F + 1,) int64: fold f learns from train[train_offsets[f]:train_offsets[f + 1]]


def test_rows(folds: Folds, f: int) -> np.ndarray:
    """Rows of the test part of fold f."""
    return folds.test[folds.offsets[f] : folds.offsets[f + 1]]


def train_rows(folds: Folds, f: int, n: int) -> np.ndarray:
    """Rows of the training part of fold f among n cases, ascending; all of them under leave_one_out."""
    if len(folds.train_offsets):
        return folds.train[folds.train_offsets[f] : folds.train_offsets[f + 1]]
    if folds.scheme == "leave_one_out":
        return np.arange(n)
    if folds.scheme == "time":
        return np.arange(folds.test[folds.offsets[f]])
    keep = np.ones(n, dtype=bool)
    keep[test_rows(folds, f)] = False
    return np.flatnonzero(keep)


def train_size(folds: Folds, f: int, n: int) -> int:
    """Number of cases that a model of fold f learns from: under leave_one_out all that are tested but one."""
    return len(test_rows(folds, f)) - 1 if folds.scheme == "leave_one_out" else len(train_rows(folds, f, n))


def part(folds: Folds, first: int, last: int) -> Folds:
    """The folds first, ..., last - 1; past the end there are none."""
    first, last = (min(i, len(folds.fold)) for i in (first, last))
    cut = folds._replace(repeat=folds.repeat[first:last], fold=folds.fold[first:last])
    for rows_of, offsets_of in (("test", "offsets"), ("train", "train_offsets")):
        ends = getattr(folds, offsets_of)[first : last + 1]
        if len(ends):
            cut = cut._replace(**{rows_of: getattr(folds, rows_of)[ends[0] : ends[-1]], offsets_of: ends - ends[0]})
    return cut


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
    seed=(0,),
) -> Folds:
    """Draw the folds of one data set; the same arguments give the same folds, and repeat r does not depend on `repeats`.

    `skip`: number of first rows that are left out (scheme leave_one_out); `first`: share of first rows that only train (scheme
    time, for rows in order of time: see `time_folds`); `holdout`: number of first rows that train (scheme holdout);
    `train_cases`: sizes of the training parts, for learning curves (see `learning_folds`); `seed`: entropy of the SeedSequence,
    a list of integers.
    Raises InputError if the data set does not allow the scheme.
    """
    one_of(scheme, SCHEMES, "scheme", "folds")
    at_least(folds, 2, "folds", "folds")
    at_least(repeats, 1, "repeats", "folds")
    if train_cases:
        return _of_sizes(table, train_cases, scheme=scheme, folds=folds, repeats=repeats, seed=seed)
    _check(table, scheme, holdout)
    n = n_cases(table)
    if scheme == "time":
        return _in_order_of_time(table, folds, repeats, first)
    if scheme in ("leave_one_out", "holdout"):
        return _collect([[np.arange(int(holdout) if scheme == "holdout" else min(int(skip), n - 2), n)]] * int(repeats), scheme, ())
    assign = _assign_groups if scheme == "grouped" else _assign_cases
    k, notes = _number_of_folds(table, scheme, int(folds))
    parts = []
    for repeat in range(int(repeats)):
        part = assign(table, k, np.random.default_rng(np.random.SeedSequence([*seed, repeat])))
        parts.append([np.flatnonzero(part == fold) for fold in range(k)])
    return _collect(parts, scheme, notes)


def _of_sizes(table: Table, train_cases: Sequence[int | str], **options) -> Folds:
    from naivebench.evaluation import learning_folds  # which builds on this module

    return learning_folds.make(table, train_cases, **options)


def _in_order_of_time(table: Table, folds: int, repeats: int, first: float) -> Folds:
    from naivebench.evaluation import time_folds  # which builds on this module

    if repeats > 1:
        raise InputError(f"scheme 'time' draws nothing at random, so {repeats} repeats would all be the same: leave `repeats` out")
    return time_folds.make(table, folds=folds, first=first)


def _check(table: Table, scheme: str, holdout: int | None) -> None:
    n, unknown = n_cases(table), int(np.count_nonzero(table.y < 0))
    if n < 2:
        raise InputError(f"the data set has {n} case{'' if n == 1 else 's'}, at least 2 are needed to train on one part and test on another")
    if unknown:
        raise InputError(f"{unknown} of {n} cases have no class: leave them out before the folds are drawn")
    if scheme == "grouped" and table.groups is None:
        raise InputError("scheme 'grouped' needs the groups of the cases: name their column under `groups` in the data set's stanza")
    if scheme == "holdout" and (holdout is None or not 0 < int(holdout) < n):
        raise InputError(f"scheme 'holdout' needs a training part of 1 to {n - 1} first rows, got {holdout}: set `holdout: {{train: ...}}`")


def _number_of_folds(table: Table, scheme: str, folds: int) -> tuple[int, tuple[str, ...]]:
    """The number of folds the data allow, and what to tell about it."""
    units, what = (len(np.unique(_groups(table))), "groups") if scheme == "grouped" else (n_cases(table), "cases")
    if units < 2:
        raise InputError("scheme 'grouped' needs at least 2 groups of cases, the data set has 1")
    k, notes = min(folds, units), []
    if k < folds:
        notes.append(f"{folds} folds asked for, {k} made: there are only {units} {what}.")
    counts = np.bincount(table.y, minlength=n_classes(table))
    notes += [
        f"class {label!r} has {count} case{'' if count == 1 else 's'}, fewer than the {k} folds: it cannot be stratified, some folds test none of it."
        for label, count in zip(table.classes, counts, strict=True)
        if 0 < count < k and scheme == "stratified"
    ]
    return k, tuple(notes)


def _assign_cases(table: Table, k: int, rng: np.random.Generator) -> np.ndarray:
    """Fold of every case: the shuffled cases, class after class, are dealt out like cards.

    Dealing on from class to class keeps class counts and fold sizes within one case of each other, and puts the cases of
    a class smaller than k into different folds.
    """
    order = rng.permutation(n_cases(table))
    order = order[np.argsort(table.y[order], kind="stable")]
    fold = np.empty(n_cases(table), dtype=np.int32)
    fold[order] = np.arange(n_cases(table)) % k
    return fold


def _groups(table: Table) -> np.ndarray:
    """Group of every case as 0, 1, ...; a case of unknown group (-1) is a group of its own."""
    groups = table.groups.astype(np.int64)
    alone = groups < 0
    groups[alone] = groups.max() + 1 + np.arange(np.count_nonzero(alone))
    return np.unique(groups, return_inverse=True)[1]


def _assign_groups(table: Table, k: int, rng: np.random.Generator) -> np.ndarray:
    """Fold of every case: groups, the largest first, go to the fold where they unbalance size and classes least."""
    groups, width = _groups(table), n_classes(table)
    sizes = np.bincount(groups)
    table_of = np.bincount(groups * width + table.y, minlength=len(sizes) * width).reshape(-1, width)
    shares = np.column_stack([table_of, sizes]) / np.maximum(np.append(table_of.sum(axis=0), sizes.sum()), 1)
    order = rng.permutation(len(sizes))
    order = order[np.argsort(-sizes[order], kind="stable")]
    load, fold = np.zeros((k, width + 1)), np.empty(len(sizes), dtype=np.int32)
    for i, group in enumerate(order):
        # 2 load.share is the growth of the sum of squares; the last groups may have to fill folds that are still empty
        growth = load @ shares[group]
        if len(order) - i <= np.count_nonzero(load[:, -1] == 0):
            growth = np.where(load[:, -1] == 0, growth, np.inf)
        fold[group] = growth.argmin()
        load[fold[group]] += shares[group]
    return fold[groups]


def _collect(parts: list[list[np.ndarray]], scheme: str, notes: tuple[str, ...]) -> Folds:
    repeat = np.array([r for r, part in enumerate(parts) for _ in part], dtype=np.int32)
    fold = np.array([f for part in parts for f in range(len(part))], dtype=np.int32)
    tests = [rows for part in parts for rows in part]
    offsets = np.concatenate([[0], np.cumsum([len(rows) for rows in tests])]).astype(np.int64)
    return Folds(repeat, fold, np.concatenate(tests).astype(np.int32), offsets, scheme, notes)


def save(folds: Folds, path: str | Path) -> None:
    """Write the folds as one .npz file whose bytes depend on the folds alone."""
    arrays = {name: value for name, value in folds._asdict().items() if name not in TRAINING or len(folds.train_offsets)}
    with open(path, "wb") as file:
        np.savez(file, **{**arrays, "scheme": np.array(folds.scheme), "notes": np.array(folds.notes, dtype=np.str_)})


def load(path: str | Path) -> Folds:
    """Read folds written by `save`."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in Folds._fields if name in file}
    return Folds(**{**arrays, "scheme": str(arrays["scheme"]), "notes": tuple(str(note) for note in arrays["notes"])})


def rows(folds: Folds) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Repeat, fold and row of every test case, as the CSV lists them; under leave_one_out all are of fold 0."""
    sizes = np.diff(folds.offsets)
    return np.repeat(folds.repeat, sizes), np.repeat(folds.fold, sizes), folds.test


def to_csv(folds: Folds | None, path: str | Path) -> None:
    """Write `repeat,fold,row` for other tools (rows of the prepared table from 0); the header alone for None.

    They are the rows to predict. Where not all other rows are the training part, a column `part` tells `test` and `train`.
    """
    lines = ["repeat,fold,row"]
    if folds is not None:
        lines += [f"{r},{f},{row}" for r, f, row in zip(*(a.tolist() for a in rows(folds)), strict=True)]
    if folds is not None and len(folds.train_offsets):
        learned = rows(folds._replace(test=folds.train, offsets=folds.train_offsets))
        both = [*((line, "test") for line in lines[1:]), *((f"{r},{f},{row}", "train") for r, f, row in zip(*learned, strict=True))]
        lines = ["repeat,fold,row,part", *(f"{line},{name}" for line, name in both)]
    Path(path).write_text("\n".join(lines) + "\n")

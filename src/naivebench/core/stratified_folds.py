"""Test and training parts as row numbers, and stratified folds of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, check_at_least, format_count
from naivebench.core.table import Table, n_cases


class Folds(NamedTuple):
    """F test folds. The training part of a fold is all other rows, or, under scheme time, all rows before its
    test fold.

    Under scheme leave_one_out, each case in `test` of the only fold is predicted by a model of all other
    cases in it; skipped rows are neither tested nor learned from. Under leave_one_out and holdout, repeats
    are runs on the same parts, for methods that draw random numbers. Folds for learning curves list their
    training rows: repeat r has the test folds of repeat 0 and trains on the r-th size.
    """

    repeat: np.ndarray  # (F,) int32
    fold: np.ndarray  # (F,) int32, counted from 0 within a repeat
    test: np.ndarray  # (sum of test sizes,) int32, rows of the prepared table, ascending within a fold
    offsets: np.ndarray  # (F + 1,) int64: fold f tests test[offsets[f]:offsets[f + 1]]
    scheme: str
    notes: tuple[str, ...]  # one sentence per departure from the requested folds
    # (sum of training sizes,) int32, ascending within a fold; empty: the scheme decides
    train: np.ndarray = np.zeros(0, np.int32)
    # (F + 1,) int64: fold f learns from train[train_offsets[f]:train_offsets[f + 1]]
    train_offsets: np.ndarray = np.zeros(0, np.int64)


def test_rows(folds: Folds, f: int) -> np.ndarray:
    """Return the rows of the test fold of fold f."""
    return folds.test[folds.offsets[f] : folds.offsets[f + 1]]


def train_rows(folds: Folds, f: int, n: int) -> np.ndarray:
    """List the training rows of fold f among n cases, ascending; all rows under leave_one_out."""
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
    """Return the number of cases from which a model of fold f learns, without the tested one of
    leave-one-out.
    """
    return len(test_rows(folds, f)) - 1 if folds.scheme == "leave_one_out" else len(train_rows(folds, f, n))


def select_first_folds(folds: Folds, n: int) -> Folds:
    """Return the first `n` folds, or all if there are fewer."""
    n = min(n, len(folds.fold))
    cut = folds._replace(repeat=folds.repeat[:n], fold=folds.fold[:n], offsets=folds.offsets[: n + 1])
    if len(folds.train_offsets):
        ends = folds.train_offsets[: n + 1]
        cut = cut._replace(train=folds.train[: ends[-1]], train_offsets=ends)
    return cut._replace(test=folds.test[: cut.offsets[-1]])


def draw_stratified(table: Table, *, folds: int = 10, repeats: int = 1, seed: Sequence[int] = (0,)) -> Folds:
    """Draw stratified k-fold cross-validations; repeat r does not depend on the number `repeats`. Raises
    InputError for fewer than 2 cases, and for cases without a class.
    """
    check_at_least(folds, 2, "folds", "folds")
    check_labelled_cases(table)
    k, notes = limit_folds(int(folds), n_cases(table), "cases")
    return draw_repeats(lambda rng: stratify_cases(table.y, k, rng), k, repeats, seed, "stratified", notes)


def check_labelled_cases(table: Table) -> None:
    """Raise InputError unless there are two cases or more and the class of each is known."""
    n, unknown = n_cases(table), int(np.count_nonzero(table.y < 0))
    if n < 2:
        raise InputError(
            f"the data set has {format_count(n, 'case')}, but at least 2 are needed: one to train "
            "on and one to test on"
        )
    if unknown:
        raise InputError(f"{unknown} of {n} cases have no class: leave them out before the folds are drawn")


def limit_folds(asked: int, units: int, what: str) -> tuple[int, tuple[str, ...]]:
    """Return how many folds, at most `asked`, `units` cases or groups allow, and a note if they are fewer."""
    if asked <= units:
        return asked, ()
    return units, (f"There are {units} folds instead of {asked}, because there are only {units} {what}.",)


def draw_repeats(
    assign: Callable[[np.random.Generator], np.ndarray],
    k: int,
    repeats: int,
    seed: Sequence[int],
    scheme: str,
    notes: tuple[str, ...],
) -> Folds:
    """Draw folds by `assign(rng)`, called once per repeat: the fold, 0..k - 1, of every case, (n,)."""
    parts = []
    for repeat in range(int(repeats)):
        fold = assign(np.random.default_rng(np.random.SeedSequence([*seed, repeat])))
        parts.append([np.flatnonzero(fold == f) for f in range(k)])
    return collect_folds(parts, scheme, notes)


def stratify_cases(y: np.ndarray, k: int, rng: np.random.Generator) -> np.ndarray:
    """Assign a fold to every case, (n,) int32: the shuffled cases, sorted by class, go to the folds in turn,
    so that class counts and fold sizes differ by at most one case. y: (n,) classes.
    """
    order = rng.permutation(len(y))
    order = order[np.argsort(y[order], kind="stable")]
    fold = np.empty(len(y), dtype=np.int32)
    fold[order] = np.arange(len(y)) % k
    return fold


def collect_folds(parts: list[list[np.ndarray]], scheme: str, notes: tuple[str, ...]) -> Folds:
    """Make folds from the test rows of every fold of every repeat."""
    repeat = np.array([r for r, part in enumerate(parts) for _ in part], dtype=np.int32)
    fold = np.array([f for part in parts for f in range(len(part))], dtype=np.int32)
    tests = [rows for part in parts for rows in part]
    offsets = np.concatenate([[0], np.cumsum([len(rows) for rows in tests])]).astype(np.int64)
    return Folds(repeat, fold, np.concatenate(tests).astype(np.int32), offsets, scheme, notes)

"""Combinations of attribute values (patterns) as numbers 0, 1, ..., exact for any cardinality, and their
counts per class.

A pattern of attributes a, b, c is coded from the left: the id of (a, b), times the number of values of c,
plus the code of c, is one 64-bit integer, and the id of (a, b, c) is its place among those that occur. Ids
stay below the number of cases, so the integers do not overflow and nothing is hashed; ids follow the
lexicographic order of the codes, whatever the order of cases. A case with a missing value (-1) in one of the
attributes gets the id -1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Step(NamedTuple):
    """Extension of patterns by one attribute, which turns their ids into ids of the longer patterns."""

    # (M,) int64 ascending: shorter id * radix + code of every pattern that occurs; its place is its id
    keys: np.ndarray
    radix: int  # larger than every code of the attribute


class Pairs(NamedTuple):
    """The P pairs of a pattern and a class that occur together, by pattern and then class."""

    pattern: np.ndarray  # (P,) int64
    label: np.ndarray  # (P,) int64, class
    cases: np.ndarray  # (P,) int64, at least 1, or float64 sums of weights
    first: np.ndarray  # (P,) int64, a case of the pair
    of_case: np.ndarray  # (n,) int64, pair of every case; -1 without a pattern


class Masks(NamedTuple):
    """The observed attributes of every group of cases that have values for the same attributes."""

    observed: np.ndarray  # (G, L) bool
    of_case: np.ndarray  # (n,) int64, group of every case


def find_example_cases(ids: np.ndarray) -> np.ndarray:
    """Find the index of one case with each of the ids 0..M - 1, (M,) int64; ids: (n,), at least 0."""
    one = np.zeros(int(ids.max(initial=-1)) + 1, np.int64)
    one[ids] = np.arange(len(ids))
    return one


def _number_keys(keys: np.ndarray, bound: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct keys (M,) in 0..bound - 1, ascending, and the place of every key among them."""
    if bound > 4 * len(keys) + 1024:
        return np.unique(keys, return_inverse=True)
    seen = np.zeros(bound, bool)
    seen[keys] = True
    number = np.cumsum(seen) - 1
    return np.flatnonzero(seen), number[keys]


def extend_patterns(ids: np.ndarray, column: np.ndarray, radix: int | None = None) -> tuple[Step, np.ndarray]:
    """Learn one more attribute: the step, and the ids (n,) int64 of the longer patterns. ids: (n,) so far,
    column: (n,) codes, both -1 = none; radix: number of values, by default the largest code + 1.
    """
    radix = int(column.max(initial=0)) + 1 if radix is None else max(int(radix), 1)
    defined = (ids >= 0) & (column >= 0)
    all_defined = bool(defined.all())
    used = slice(None) if all_defined else defined
    keys = ids[used].astype(np.int64) * radix + column[used]
    occurring, place = _number_keys(keys, (int(ids.max(initial=0)) + 1) * radix)
    longer = place
    if not all_defined:
        longer = np.full(len(ids), -1, dtype=np.int64)
        longer[defined] = place
    return Step(occurring, radix), longer


def extend_ids(step: Step, ids: np.ndarray, column: np.ndarray) -> np.ndarray:
    """Extend the ids (n,) of patterns of other cases by a learned step, int64; -1 for unknown patterns."""
    longer = np.full(len(ids), -1, dtype=np.int64)
    rows = np.flatnonzero((ids >= 0) & (column >= 0) & (column < step.radix))
    if not len(rows) or not len(step.keys):
        return longer
    wanted = ids[rows].astype(np.int64) * step.radix + column[rows]
    place = np.minimum(np.searchsorted(step.keys, wanted), len(step.keys) - 1)
    longer[rows] = np.where(step.keys[place] == wanted, place, -1)
    return longer


def learn_patterns(columns: np.ndarray) -> tuple[tuple[Step, ...], np.ndarray]:
    """Code the patterns of columns (L, n): the steps, and the ids (n,) int64, all 0 for L = 0."""
    ids, steps = np.zeros(columns.shape[1], np.int64), []
    for column in columns:
        step, ids = extend_patterns(ids, column)
        steps.append(step)
    return tuple(steps), ids


def locate_patterns(steps: tuple[Step, ...], columns: np.ndarray) -> np.ndarray:
    """Find the ids (n,) int64 of patterns of other cases (L, n) by learned steps; -1 for unknown ones."""
    ids = np.zeros(columns.shape[1], np.int64)
    for step, column in zip(steps, columns, strict=True):
        ids = extend_ids(step, ids, column)
    return ids


def count_patterns(steps: tuple[Step, ...]) -> int:
    """Return the number of patterns M."""
    return len(steps[-1].keys) if steps else 1


def count_classes_by_pattern(ids: np.ndarray, y: np.ndarray, n_patterns: int, n_classes: int) -> np.ndarray:
    """Count cases per pattern and class in a full table (M, K) int64; ids of -1 are skipped."""
    use = ids >= 0
    counts = np.bincount(ids[use] * n_classes + y[use], minlength=n_patterns * n_classes)
    return counts.reshape(n_patterns, n_classes).astype(np.int64)


def count_pairs(ids: np.ndarray, y: np.ndarray, n_classes: int, cases: np.ndarray | None = None) -> Pairs:
    """Count cases per pattern and class that occur together. ids, y: (n,), ids -1 = none; cases: (n,) int64
    or float64 number of cases per row, by default 1.
    """
    defined = np.flatnonzero(ids >= 0)
    keys, place = np.unique(ids[defined] * np.int64(n_classes) + y[defined], return_inverse=True)
    of_case = np.full(len(ids), -1, dtype=np.int64)
    of_case[defined] = place
    number = np.bincount(place, None if cases is None else cases[defined], len(keys))
    number = number.astype(np.int64 if cases is None else cases.dtype)
    return Pairs(keys // n_classes, keys % n_classes, number, defined[find_example_cases(place)], of_case)


def group_cases_by_mask(observed: np.ndarray) -> Masks:
    """Group n cases by the set of their observed attributes; observed: (L, n) bool."""
    of_case = learn_patterns(observed.astype(np.int8))[1]
    return Masks(observed[:, find_example_cases(of_case)].T, of_case)

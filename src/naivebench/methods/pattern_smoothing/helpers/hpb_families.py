"""All 2^d - 1 pattern families of HPB with their counts, and the sub-patterns of each pattern in the families
above.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from naivebench.core import patterns
from naivebench.core.patterns import Step


class Family(NamedTuple):
    """The M patterns of one set of L attributes, and the P pairs of a pattern and a class that occur.

    The parents of a pattern are its L sub-patterns with one attribute less, one in each of the families
    `parents`. Each case of a pair also belongs to a pair of the same class in each of those families, so
    leave-one-out can be computed per pair instead of per case.
    """

    attributes: tuple[int, ...]  # ascending
    parents: tuple[int, ...]  # (L,) number of the family without the first, second, ... attribute
    step: Step | None  # from the family without the last attribute; None for the empty family
    counts: np.ndarray  # (K, M) int32, or float64 sums of weights
    pattern_parents: np.ndarray  # (L, M) int32
    pair_pattern: np.ndarray  # (P,) int32
    pair_label: np.ndarray  # (P,) int32
    pair_count: np.ndarray  # (P,) int32 or float64
    pair_parents: np.ndarray  # (L, P) int32
    rows: np.ndarray  # (m,) int32, rows for which this is the largest family without a missing value
    row_pairs: np.ndarray  # (m,) int32, their pairs


class _Ids(NamedTuple):
    """Pattern and pair of every row, (n,) int32 each, -1 where an attribute is missing."""

    pattern: np.ndarray
    pair: np.ndarray


def subsets(d: int) -> list[tuple[int, ...]]:
    """All subsets of d attributes from small to large, including the empty one."""
    return [subset for size in range(d + 1) for subset in itertools.combinations(range(d), size)]


def grow(columns: np.ndarray, y: np.ndarray, n_classes: int, cases: np.ndarray | None = None) -> list[Family]:
    """Build the families of n rows, in the order of `subsets`.

    columns: (d, n) codes with -1 = missing; y: (n,) in 0..K-1; cases: (n,) int64 or float64, the number of
    cases that a row represents, by default 1 each. O(2^d n log n) time; for each row, only the ids of two
    neighbouring levels are kept.
    """
    all_subsets = subsets(len(columns))
    number = {subset: i for i, subset in enumerate(all_subsets)}
    observed = (columns >= 0).sum(axis=0)
    families: list[Family] = []
    above: dict[tuple[int, ...], _Ids] = {}
    same: dict[tuple[int, ...], _Ids] = {}  # of the current level
    level = 0
    for subset in all_subsets:
        if len(subset) > level:
            above, same, level = same, {}, len(subset)
        family, same[subset] = _family(subset, number, above, columns, y, n_classes, cases, observed)
        families.append(family)
    return families


def _family(
    subset: tuple[int, ...],
    number: dict[tuple[int, ...], int],
    above: dict[tuple[int, ...], _Ids],
    columns: np.ndarray,
    y: np.ndarray,
    n_classes: int,
    cases: np.ndarray | None,
    observed: np.ndarray,
) -> tuple[Family, _Ids]:
    ids, step = np.zeros(len(y), np.int64), None
    if subset:
        step, ids = patterns.extend(above[subset[:-1]].pattern, columns[subset[-1]])
    pairs = patterns.pairs(ids, y, n_classes, cases)
    n_patterns = len(step.keys) if step else 1
    kind = np.float64 if pairs.cases.dtype.kind == "f" else np.int32
    counts = np.zeros((n_classes, n_patterns), kind)
    counts[pairs.label, pairs.pattern] = pairs.cases
    shorter = [subset[:j] + subset[j + 1 :] for j in range(len(subset))]
    of_pattern = np.empty(n_patterns, np.int64)
    of_pattern[pairs.pattern] = pairs.first  # one case of every pattern
    rows = np.flatnonzero((ids >= 0) & (observed == len(subset)))
    family = Family(
        subset,
        tuple(number[s] for s in shorter),
        step,
        counts,
        np.array([above[s].pattern[of_pattern] for s in shorter], np.int32).reshape(len(shorter), n_patterns),
        pairs.pattern.astype(np.int32),
        pairs.label.astype(np.int32),
        pairs.cases.astype(kind),
        np.array([above[s].pair[pairs.first] for s in shorter], np.int32).reshape(
            len(shorter), len(pairs.first)
        ),
        rows.astype(np.int32),
        pairs.of_case[rows].astype(np.int32),
    )
    return family, _Ids(ids.astype(np.int32), pairs.of_case.astype(np.int32))

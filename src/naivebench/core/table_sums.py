"""Statistics of a table that add up over blocks of cases: counts of values and of pairs of values, and exact
sums of numbers, per class.

    count(a and b) = merge(count(a), count(b)),   fit(a) = estimate(count(a))

Counts are integers and sums of numbers are free of rounding (`core.exact_sums`), so the statistics, and all
that is estimated from them, do not depend on the blocks and their order. (Sums of fractional weights in
counts have the rounding errors of floats.) Statistics contain their value lists and classes, which
`merge` unites by label. docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, exact_sums, patterns
from naivebench.core.checks import InputError
from naivebench.core.table import (
    DISCRETE,
    Attribute,
    Table,
    find_code_type,
    n_classes,
    natural_order,
    ordinal_scores,
    real_attributes,
)

FEW = 100  # distinct numbers to keep per attribute: with more, their distance says nothing about the unit
SLOTS, HASH = 1024, 0x9E3779B97F4A7C15 - (1 << 64)  # places of a hash table; Fibonacci hashing
MOST_CELLS = 1 << 25  # int64 cells of the table of all pairs: 256 MB
SCRATCH = 1 << 31  # total weight up to which a pair is counted in 32 bits


class Cases(NamedTuple):
    """Cases, possibly with repetitions, from which any set of attributes can be counted."""

    codes: np.ndarray  # (d, m) of the discrete attributes, -1 = missing
    y: np.ndarray  # (m,) int32
    weights: np.ndarray  # (m,) int64 or float64


class Statistics(NamedTuple):
    """Statistics of the cases whose class is known; counts are int64, or float64 if weights are fractions."""

    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    n_c: np.ndarray  # (K,) cases per class
    n_jvc: np.ndarray  # (R, K) rows of the values of discrete attributes as in `core.counts`
    # (R, R, K) cases with two values of different attributes, symmetric; (0, 0, K) if they are not counted
    pairs: np.ndarray
    cases: Cases | None  # kept if joint counts are wanted that do not fit in a table
    moments: exact_sums.Moments  # of the linear and angular attributes
    # (linear and angular attributes, up to FEW) distinct numbers, ascending, padded with inf; only -inf where
    # there are more of them
    distinct: np.ndarray


def count_table(
    table: Table, weights: np.ndarray | None = None, *, pairs: bool = False, cases: bool = False
) -> Statistics:
    """Count nominal and ordinal attributes, and sum linear and angular ones; the caller checks the kinds.

    weights: (n,) of at least 0, by default 1 each. pairs: whether to count pairs of values too; if the table
    of all pairs is too large, the cases are kept instead. cases: whether to keep the cases. Raises InputError
    for numbers that are infinite or too large.
    """
    table, weights = counts.select_weighted_cases(table, weights)
    k, offsets = n_classes(table), counts.row_offsets(table.attributes)
    columns, reals = counts.check_codes(table.codes, offsets), np.ascontiguousarray(table.reals.T)
    exponents, names = exact_sums.find_exponents(reals), (a.name for a in real_attributes(table))
    exact_sums.check_magnitudes(reals, exponents[1], names)
    kept = Cases(columns, table.y, weights)
    dense = pairs and fits_pair_table(offsets, k)
    return Statistics(
        table.attributes,
        table.classes,
        counts.sum_weights(table.y, weights, k),
        counts.value_counts(table, offsets, weights),
        count_value_pairs(kept, offsets, k) if dense else np.zeros((0, 0, k), weights.dtype),
        kept if cases or (pairs and not dense) else None,
        exact_sums.compute_moments(reals, table.y, weights, k, exponents),
        find_distinct_numbers(reals),
    )


def fits_pair_table(offsets: np.ndarray, n_classes: int) -> bool:
    """Whether the table of all pairs is small enough to be stored; only the value lists decide this."""
    largest = int(np.prod(np.sort(np.diff(offsets))[-2:])) * n_classes
    return int(offsets[-1]) ** 2 * n_classes <= MOST_CELLS and largest <= counts.DENSE_CELLS


def count_value_pairs(cases: Cases, offsets: np.ndarray, n_classes: int) -> np.ndarray:
    """Count the cases with every pair of values, (R, R, K), see `Statistics`."""
    codes, y, weights = cases
    cells = np.zeros((offsets[-1], offsets[-1], n_classes), weights.dtype)
    is_small = weights.dtype.kind == "i" and weights.sum() < SCRATCH
    largest = int(np.prod(np.sort(np.diff(offsets))[-2:])) * n_classes if len(codes) > 1 else 0
    scratch = np.zeros(largest, np.int32 if is_small else weights.dtype)
    add_pair_counts(codes, y, weights, offsets, scratch, cells)
    return cells


@njit(cache=True)
def add_pair_counts(columns, y, weights, offsets, scratch, cells):
    """Add the cases (d, n) with every pair of values to cells (R, R, K); `scratch` stays in the cache."""
    d, n = columns.shape
    k = cells.shape[2]
    start = np.zeros(n, np.int32)
    for a in range(d):
        for b in range(a + 1, d):
            width = (offsets[b + 1] - offsets[b]) * k
            for i in range(n):
                start[i] = (np.int32(columns[a, i]) + np.int32(1)) * np.int32(width) + y[i]
            rows = offsets[a + 1] - offsets[a]
            flat = scratch[: rows * width]
            flat[:] = 0
            for i in range(n):
                cell = start[i] + (np.int32(columns[b, i]) + np.int32(1)) * np.int32(k)
                flat[np.uint64(cell)] += weights[i]
            place = 0
            for u in range(offsets[a], offsets[a + 1]):
                for v in range(offsets[b], offsets[b + 1]):
                    for c in range(k):
                        cells[u, v, c] = cells[v, u, c] = flat[place]
                        place += 1


def reconstruct_cases(statistics: Statistics) -> Cases:
    """Return cases with the same counts of pairs as the statistics: the stored cases, or one case for every
    pair of values and class, with only these two attributes observed.
    """
    if statistics.cases is not None:
        return statistics.cases
    offsets = counts.row_offsets(statistics.attributes)
    attribute = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    u, v, label = np.nonzero(statistics.pairs)
    value = np.arange(len(attribute)) - offsets[attribute] - 1
    kept = np.flatnonzero((attribute[u] < attribute[v]) & (value[u] >= 0) & (value[v] >= 0))
    u, v, label = u[kept], v[kept], label[kept]
    codes: np.ndarray = np.full((len(offsets) - 1, len(u)), -1, find_code_type(statistics.attributes))
    for row in (u, v):
        codes[attribute[row], np.arange(len(row))] = value[row]
    return Cases(codes, label.astype(np.int32), statistics.pairs[u, v, label])


def find_distinct_numbers(reals: np.ndarray) -> np.ndarray:
    """Find the distinct finite numbers (d, w) of every row of numbers (d, n), with w from 1 to `FEW`. They
    ascend, then follows inf; a row with more than `FEW`, or with -inf, has only -inf.
    """
    distinct, sizes = find_distinct_numbers_by_row(np.ascontiguousarray(reals))
    width = max(1, sizes.max(initial=1))
    return np.sort(np.where(np.arange(width) < sizes[:, None], distinct[:, :width], np.inf), axis=1)


@njit(cache=True)
def find_distinct_numbers_by_row(reals):
    """Return the distinct numbers of every row, or -inf, as they occur, and their count."""
    d, n = reals.shape
    distinct, row, sizes = np.empty((d, FEW)), np.empty(FEW), np.zeros(d, np.int64)
    slots = np.empty(SLOTS)  # a hash table, inf where it is free
    for j in range(d):
        size = 0
        slots.fill(np.inf)
        for i in range(n):
            x = reals[j, i] + 0.0  # not -0.0: the order of the cases must not matter
            if not x < np.inf:
                continue
            slot = (np.float64(x).view(np.int64) * HASH >> 54) & (SLOTS - 1)
            while slots[slot] < np.inf and slots[slot] != x:
                slot = (slot + 1) & (SLOTS - 1)
            if slots[slot] == x:
                continue
            if size == FEW or x == -np.inf:
                row[0], size = -np.inf, 1
                break
            slots[slot] = row[size] = x
            size += 1
        sizes[j] = size
        for i in range(size):
            distinct[j, i] = row[i]
    return distinct, sizes


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Merge the statistics of two sets of cases, with the values and classes that either lists. Raises
    InputError if attributes or declared value lists differ.
    """
    attributes, classes = unite_attributes(a.attributes, b.attributes), unite_labels(a.classes, b.classes)
    one, other = extend_value_lists(a, attributes, classes), extend_value_lists(b, attributes, classes)
    both = [locate_labels(part.classes, classes) for part in (a, b)]
    cases = None if one.cases is None or other.cases is None else merge_equal_cases(one.cases, other.cases)
    return Statistics(
        attributes,
        classes,
        one.n_c + other.n_c,
        one.n_jvc + other.n_jvc,
        one.pairs + other.pairs,
        cases,
        exact_sums.merge_moments(a.moments, b.moments, both[0], both[1], len(classes)),
        find_distinct_numbers(np.concatenate([a.distinct, b.distinct], axis=1)),
    )


def extend_value_lists(
    statistics: Statistics, attributes: tuple[Attribute, ...], classes: tuple[str, ...]
) -> Statistics:
    """Give the statistics longer lists of values and classes; pairs that no longer fit become cases."""
    if (statistics.attributes, statistics.classes) == (attributes, classes):
        return statistics
    k, offsets = len(classes), counts.row_offsets(attributes)
    of_class = locate_labels(statistics.classes, classes)
    before = [a for a in statistics.attributes if a.kind in DISCRETE]
    after = [a for a in attributes if a.kind in DISCRETE]
    places = [locate_labels(old.values, new.values) for old, new in zip(before, after, strict=True)]
    rows = [first + np.append(0, 1 + place) for first, place in zip(offsets, places, strict=False)]
    row = np.concatenate([np.zeros(0, np.int64), *rows])

    n_c, n_jvc = np.zeros(k, statistics.n_c.dtype), np.zeros((offsets[-1], k), statistics.n_jvc.dtype)
    n_c[of_class] = statistics.n_c
    n_jvc[np.ix_(row, of_class)] = statistics.n_jvc
    pairs, cases = np.zeros((0, 0, k), statistics.pairs.dtype), statistics.cases
    if len(statistics.pairs) and fits_pair_table(offsets, k):
        pairs = np.zeros((offsets[-1], offsets[-1], k), statistics.pairs.dtype)
        pairs[np.ix_(row, row, of_class)] = statistics.pairs
    elif len(statistics.pairs):
        cases = reconstruct_cases(statistics)
    if cases is not None:
        columns = zip(places, cases.codes, strict=True)
        codes, dtype = [np.append(place, -1)[column] for place, column in columns], find_code_type(attributes)
        y = of_class[cases.y].astype(np.int32)
        cases = Cases(np.array(codes, dtype).reshape(len(places), len(y)), y, cases.weights)
    return statistics._replace(
        attributes=attributes, classes=classes, n_c=n_c, n_jvc=n_jvc, pairs=pairs, cases=cases
    )


def merge_equal_cases(*parts: Cases) -> Cases:
    """Return the distinct cases of all parts, sorted, with the sums of their weights."""
    y, weights = (np.concatenate(both) for both in zip(*(part[1:] for part in parts), strict=True))
    codes = np.concatenate([part.codes for part in parts], axis=1)
    ids = patterns.learn_patterns(np.vstack([codes.astype(np.int64) + 1, y[None, :]]))[1]
    one = patterns.find_example_cases(ids)
    return Cases(codes[:, one], y[one], counts.sum_weights(ids, weights, len(one)))


def unite_labels(a: Sequence[str], b: Sequence[str]) -> tuple[str, ...]:
    """List all labels of both lists, in the order that one table of all cases would have."""
    return tuple(a) if tuple(a) == tuple(b) else tuple(natural_order({*a, *b}))


def unite_attributes(a: Sequence[Attribute], b: Sequence[Attribute]) -> tuple[Attribute, ...]:
    """Unite attributes with their values. Raises InputError if names, kinds or declared lists differ."""
    known, given = [x[:2] for x in a], [x[:2] for x in b]
    if known != given:
        odd = next((y for x, y in zip(known, given, strict=False) if x != y), (given or known)[-1])
        raise InputError(
            f"attribute {odd[0]!r} of kind {odd[1]} differs from the first block: give every block "
            "the same columns, and declare the kinds that cannot be inferred"
        )
    return tuple(map(unite_values, a, b))


def unite_values(a: Attribute, b: Attribute) -> Attribute:
    """Return the attribute with the values of both, in the order that one table of all cases would have."""
    if a.values == b.values or a.kind == "direction":
        return a
    if a.declared or b.declared:
        raise InputError(
            f"attribute {a.name!r} declares different values in two blocks: declare one list for both"
        )
    values = natural_order({*a.values, *b.values}) if a.kind in DISCRETE else sorted({*a.values, *b.values})
    return a._replace(values=tuple(values))


def locate_labels(old: Sequence[str], new: Sequence[str]) -> np.ndarray:
    """Return the position of every old label in the new list, int64."""
    place = {label: i for i, label in enumerate(new)}
    return np.array([place[label] for label in old], dtype=np.int64)


def select_attributes(statistics: Statistics, used: Sequence[bool]) -> Statistics:
    """Return the counts and sums of the attributes where `used`, (d,), is true, without pairs."""
    both = list(zip(statistics.attributes, used, strict=True))
    rows = [u for a, u in both if a.kind in DISCRETE for _ in range(len(a.values) + 1)]
    real = np.array([u for a, u in both if a.kind not in DISCRETE], dtype=bool)
    return statistics._replace(
        attributes=tuple(a for a, u in both if u),
        n_jvc=statistics.n_jvc[np.array(rows, dtype=bool)],
        pairs=statistics.pairs[:0, :0],
        cases=None,
        moments=exact_sums.select_attributes(statistics.moments, real),
        distinct=statistics.distinct[real],
    )


def compute_attribute_moments(statistics: Statistics) -> tuple[exact_sums.Moments, np.ndarray]:
    """Compute moments and distinct numbers of every attribute; an ordinal value counts as its score."""
    if not len(statistics.n_jvc):  # there are only numbers
        return statistics.moments, statistics.distinct
    offsets, k = counts.row_offsets(statistics.attributes), len(statistics.classes)
    moments, distinct = [], np.full((len(statistics.attributes), FEW), np.inf)
    tables, places = iter(np.split(statistics.n_jvc, offsets[1:-1])), itertools.count()
    for i, attribute in enumerate(statistics.attributes):
        if attribute.kind in DISCRETE:
            # a value is a number whose weight is the number of its cases, in each class
            cells = next(tables)[1:]
            value, label = np.nonzero(cells)
            numbers = ordinal_scores(attribute)[value][None, :]
            y, weights = label.astype(np.int32), cells[value, label]
            moments.append(exact_sums.compute_moments(numbers, y, weights, k))
            of_attribute = find_distinct_numbers(numbers)
        else:
            one = np.array([next(places)])
            moments.append(exact_sums.select_attributes(statistics.moments, one))
            of_attribute = statistics.distinct[one]
        distinct[i, : of_attribute.shape[1]] = of_attribute
    return exact_sums.stack_moments(moments), distinct

"""Additive joint counts of attributes: for each set of attributes, the combinations of values and class.

Trees and averaged one-dependence estimators need pairs of attributes with the class: a pair has a table, if
that is small. For other sets, such as all attributes (the distinct cases, from which any structure can be
counted), only the combinations that occur are kept, sorted. Which pairs have tables depends on the value
lists alone, so the same cases give the same bytes in any order and in any blocks.
docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from naivebench.core import additive, counts, kernels, patterns
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Table, cardinalities, make_table, n_classes

TOTAL_CELLS = 1 << 25  # int64 cells of all tables together: 256 MB
PART_CELLS = 1 << 22  # int64 cells of the tables of one part of the pairs


class Margin(NamedTuple):
    """The m distinct combinations of some attributes and the class, in lexicographic order."""

    columns: tuple[int, ...]  # the attributes
    codes: np.ndarray  # (m, number of columns) int32, -1 = missing
    y: np.ndarray  # (m,) int32
    cases: np.ndarray  # (m,) int64, at least 1, or float64 sums of weights


class Statistics(NamedTuple):
    values: additive.Statistics  # of the attributes one by one
    pairs: np.ndarray  # (P, 2) int64, the pairs of attributes that have a table
    # (C,) int64 or float64, their tables (r_a + 1, r_b + 1, K) end to end, see `kernels.pair_counts`
    cells: np.ndarray
    margins: tuple[Margin, ...]  # of all other sets, in the order of their columns


class Rows(NamedTuple):
    """Combinations of values, which may repeat."""

    columns: Mapping[int, np.ndarray] | np.ndarray  # (m,) codes by attribute
    y: np.ndarray  # (m,)
    cases: np.ndarray | None  # (m,) int64 or float64 cases per row; None: one each


def all_pairs(n_attributes: int) -> np.ndarray:
    """All pairs of attributes, (0, 1), (0, 2), ..., (1, 2), ..., (P, 2) int64."""
    return np.stack(np.triu_indices(n_attributes, 1), axis=1).astype(np.int64)


def parts(table: Table, pairs: np.ndarray) -> Iterator[np.ndarray]:
    """Split the pairs into parts whose tables together are small."""
    last = np.cumsum(_sizes(cardinalities(table), pairs, n_classes(table)))
    yield from np.split(pairs, np.flatnonzero(np.diff(last // PART_CELLS)) + 1) if len(pairs) else ()


def have_tables(table: Table, pairs: np.ndarray) -> bool:
    """Whether all these pairs get a table when they are counted together; if not, count them in parts to save
    memory.
    """
    return bool(_small(cardinalities(table), pairs, n_classes(table), len(pairs)).all())


def _sizes(r: np.ndarray, pairs: np.ndarray, n_classes: int) -> np.ndarray:
    return (r[pairs[:, 0]] + 1) * (r[pairs[:, 1]] + 1) * n_classes


def _small(r: np.ndarray, pairs: np.ndarray, n_classes: int, n_pairs: int) -> np.ndarray:
    """Which of the pairs get a table when `n_pairs` are counted, (P,) bool; longer value lists never add
    one.
    """
    return _sizes(r, pairs, n_classes) <= min(counts.DENSE_CELLS, TOTAL_CELLS // max(n_pairs, 1))


def count(
    table: Table, subsets: np.ndarray | Iterable[tuple[int, ...]], weights: np.ndarray | None = None
) -> Statistics:
    """Count the cases of known class. All attributes are discrete; a subset lists columns of the codes.

    subsets: pairs (P, 2), or sets of any size. weights: (n,) of at least 0, by default 1 each; if all of them
    are whole numbers, the counts are integers, as for repeated cases, otherwise float64. Raises InputError
    for bad weights.
    """
    table, weights = additive.counted_cases(table, weights)
    values, cases = additive.count(table, weights), weights
    if weights is not None and (weights == np.floor(weights)).all():
        cases = weights.astype(np.int64)
        values = values._replace(n_c=values.n_c.astype(np.int64), n_jvc=values.n_jvc.astype(np.int64))
    columns = counts.checked_codes(table.codes, additive.row_offsets(table.attributes))
    return _counted(values, Rows(columns, table.y, cases), subsets)


def _counted(
    values: additive.Statistics, found: Rows, subsets: np.ndarray | Iterable[tuple[int, ...]]
) -> Statistics:
    r, k = _cardinalities(values), len(values.classes)
    if isinstance(subsets, np.ndarray):
        pairs, others = subsets, []
    else:
        subsets = list(subsets)
        pairs = np.array([s for s in subsets if len(s) == 2], np.int64).reshape(-1, 2)
        others = [s for s in subsets if len(s) != 2]
    small = _small(r, pairs, k, len(pairs))
    others = sorted([*others, *map(tuple, pairs[~small].tolist())])
    pairs = pairs[small]
    cells = kernels.pair_counts(found.columns, found.y, r, pairs, k, cases=found.cases)
    return Statistics(values, pairs, cells, tuple(_distinct(values, subset, found) for subset in others))


def _cardinalities(values: additive.Statistics) -> np.ndarray:
    return np.diff(additive.row_offsets(values.attributes)) - 1


def _distinct(values: additive.Statistics, columns: tuple[int, ...], found: Rows) -> Margin:
    """The margin of combinations that may repeat, counted in a table if that is small, otherwise by
    sorting.
    """
    codes = np.array([found.columns[j] for j in columns]).reshape(len(columns), len(found.y))
    shape = (*(int(r) + 1 for r in _cardinalities(values)[list(columns)]), len(values.classes))
    size = math.prod(shape)
    if columns and counts.fits_in_table(size, int(values.n_c.sum())):
        key = np.zeros(len(found.y), np.int64)
        for column, width in zip((*(codes.astype(np.int64) + 1), found.y), shape, strict=True):
            key = key * width + column
        cells = np.bincount(key, found.cases, size)
        occurring = np.flatnonzero(cells)
        *places, label = np.unravel_index(occurring, shape)
        return _margin(columns, np.stack(places, axis=1) - 1, label, cells[occurring], found)
    ids = distinct_rows(codes, found.y)
    one = np.zeros(int(ids.max(initial=-1)) + 1, np.int64)
    one[ids] = np.arange(len(ids))
    return _margin(columns, codes[:, one].T, found.y[one], np.bincount(ids, found.cases, len(one)), found)


def _margin(
    columns: tuple[int, ...], codes: np.ndarray, y: np.ndarray, cases: np.ndarray, found: Rows
) -> Margin:
    """A margin whose numbers of cases have the type of those in `found`."""
    cases = cases.astype(np.int64 if found.cases is None else found.cases.dtype)
    return Margin(tuple(columns), codes.astype(np.int32), y.astype(np.int32), cases)


def distinct_rows(columns: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Index of every case (n,) among the distinct cases, in the order of their margin; columns: (d, n)
    codes.
    """
    return patterns.learn(np.vstack([columns.astype(np.int64) + 1, y[None, :]]))[1]


def distinct_cases(statistics: Statistics) -> tuple[Table, np.ndarray]:
    """The distinct cases as a table, and the number (m,) of each, from the margin of all attributes."""
    values = statistics.values
    codes, y, cases = rows_of(statistics, range(len(values.attributes)))
    assert cases is not None  # counted
    columns = np.array([codes[j] for j in range(len(values.attributes))])
    columns = columns.reshape(len(values.attributes), len(y))
    return make_table(values.attributes, values.classes, y, columns.T), cases


def table_finder(statistics: Statistics) -> Callable[[int, int], np.ndarray | None]:
    """A function that returns the counts (r_a + 1, r_b + 1, K) of a pair (a, b), in either order, or None if
    the pair has no table.
    """
    values, pairs, cells = statistics.values, statistics.pairs, statistics.cells
    r, k = _cardinalities(values), len(values.classes)
    first = kernels.first_cells(r, pairs, k)
    place = np.full((len(r), len(r)), -1)
    place[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))

    def table_of(a: int, b: int) -> np.ndarray | None:
        p = place[a, b]
        if p >= 0:
            return cells[first[p] : first[p + 1]].reshape(r[a] + 1, r[b] + 1, k)
        turned = table_of(b, a) if place[b, a] >= 0 else None
        return None if turned is None else turned.transpose(1, 0, 2)

    return table_of


def tables(statistics: Statistics, pairs: np.ndarray) -> np.ndarray:
    """The tables of these pairs (P, 2) end to end, including pairs that were counted without a table."""
    if np.array_equal(pairs, statistics.pairs):
        return statistics.cells
    r, k = _cardinalities(statistics.values), len(statistics.values.classes)
    found, table_of = [], table_finder(statistics)
    for pair in pairs:
        cells = table_of(*pair)
        if cells is None:
            columns, y, cases = rows_of(statistics, pair)
            cells = kernels.pair_counts(columns, y, r, pair[None, :], k, cases=cases)
        found.append(cells.reshape(-1))
    return np.concatenate([np.zeros(0, np.int64), *found])


def rows_of(statistics: Statistics, columns: Iterable[int]) -> Rows:
    """Rows that contain these attributes. Raises InputError if they were not counted together."""
    wanted = set(columns)
    for margin in sorted(statistics.margins, key=lambda m: len(m.columns)):
        if wanted <= set(margin.columns):
            return Rows(dict(zip(margin.columns, margin.codes.T, strict=True)), margin.y, margin.cases)
    cells = table_finder(statistics)(*sorted(wanted)) if len(wanted) == 2 else None
    if cells is None:
        names = ", ".join(repr(statistics.values.attributes[j].name) for j in columns)
        raise InputError(f"the statistics do not count {names} together: count them in another pass")
    u, v, label = np.nonzero(cells)
    codes = dict(zip(sorted(wanted), (u - 1, v - 1), strict=True))
    return Rows(codes, label, cells[u, v, label])


def project(statistics: Statistics, pairs: np.ndarray) -> Statistics:
    """The counts of pairs (P, 2): these statistics if they count pairs, otherwise computed from the margin of
    all attributes.
    """
    if any(len(m.columns) != 2 for m in statistics.margins):
        everything = rows_of(statistics, range(len(statistics.values.attributes)))
        return _counted(statistics.values, everything, pairs)
    return statistics


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Statistics of the cases of `a` and `b` together. Raises InputError if value lists, classes or sets of
    attributes differ.
    """
    values = additive.merge(a.values, b.values)
    if a.pairs.tolist() != b.pairs.tolist() or [m.columns for m in a.margins] != [
        m.columns for m in b.margins
    ]:
        raise InputError(
            "the statistics to merge count different sets of attributes: count both with the same sets"
        )
    margins = (_merged(values, *both) for both in zip(a.margins, b.margins, strict=True))
    return Statistics(values, a.pairs, a.cells + b.cells, tuple(margins))


def _merged(values: additive.Statistics, a: Margin, b: Margin) -> Margin:
    if np.array_equal(a.codes, b.codes) and np.array_equal(a.y, b.y):
        return a._replace(cases=a.cases + b.cases)
    codes, y, cases = (np.concatenate(both) for both in zip(a[1:], b[1:], strict=True))
    return _distinct(values, a.columns, Rows(dict(zip(a.columns, codes.T, strict=True)), y, cases))


def widen(statistics: Statistics, attributes: Iterable[Attribute], classes: Iterable[str]) -> Statistics:
    """Put the same statistics into longer value lists and more classes, both in any order.

    Raises InputError if a value or class is not in the new list, or if an attribute has another name or kind.
    """
    attributes, classes, before = tuple(attributes), tuple(classes), statistics.values
    if (before.attributes, before.classes) == (attributes, classes):
        return statistics
    values, labels = additive.widen(before, attributes, classes), additive.class_places(before, classes)
    places = [np.append(-1, place) + 1 for place in additive.value_places(before, attributes)]
    r, k, pairs = _cardinalities(values), len(classes), statistics.pairs
    of_pairs = sum(len(m.columns) == 2 for m in statistics.margins)
    small = _small(r, pairs, k, len(pairs) + of_pairs)
    first = kernels.first_cells(r, pairs[small], k)
    cells, table_of = np.zeros(first[-1], statistics.cells.dtype), table_finder(statistics)
    for (a, b), begin, end in zip(pairs[small].tolist(), first[:-1], first[1:], strict=True):
        wide = cells[begin:end].reshape(r[a] + 1, r[b] + 1, k)
        wide[np.ix_(places[a], places[b], labels)] = table_of(a, b)
    margins = []
    for subset in sorted([m.columns for m in statistics.margins] + list(map(tuple, pairs[~small].tolist()))):
        codes, y, cases = rows_of(statistics, subset)
        longer = {j: places[j][codes[j] + 1] - 1 for j in subset}
        margins.append(_distinct(values, subset, Rows(longer, labels[y], cases)))
    return Statistics(values, pairs[small], cells, tuple(margins))

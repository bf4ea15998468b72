"""Additive counts of attributes jointly: for sets of attributes, the distinct combinations of values and
class.

A margin of two attributes and the class is what trees and averaged one-dependence estimators need, the margin
of all attributes (the distinct cases) serves any structure. Only combinations that occur are kept, sorted, so
that the same cases give the same bytes whatever their order and blocks. docs/methods.md#additive-statistics.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from naivebench.core import additive, counts, kernels, patterns
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Table, cardinalities, make_table, n_classes


class Margin(NamedTuple):
    """The m distinct combinations of some attributes and the class, in lexicographic order."""

    columns: tuple[int, ...]  # the attributes
    codes: np.ndarray  # (m, number of columns) int32, -1 = missing
    y: np.ndarray  # (m,) int32
    cases: np.ndarray  # (m,) int64, at least 1


class Statistics(NamedTuple):
    values: additive.Statistics  # of the attributes one by one
    margins: tuple[Margin, ...]


def all_pairs(n_attributes: int) -> list[tuple[int, ...]]:
    """All pairs of attributes, (0, 1), (0, 2), ..., (1, 2), ..."""
    return list(itertools.combinations(range(n_attributes), 2))


def count(table: Table, subsets: Iterable[tuple[int, ...]], weights: np.ndarray | None = None) -> Statistics:
    """Count the cases of known class; all attributes are discrete, a subset names columns of the codes.

    weights: (n,) whole numbers of at least 0, by default 1 each. Raises InputError for other weights.
    """
    (table, weights), subsets = additive.counted_cases(table, weights), list(subsets)
    values, cases = additive.count(table, weights), None
    if weights is not None:
        cases = weights.astype(np.int64)
        if (cases != weights).any():
            raise InputError(
                "a weight is no whole number: attributes are counted jointly in integers, so repeat cases"
            )
        values = values._replace(n_c=values.n_c.astype(np.int64), n_jvc=values.n_jvc.astype(np.int64))
    columns = counts.checked_codes(table.codes, additive.row_offsets(table.attributes))
    layout = cardinalities(table), n_classes(table), len(table.y)
    compiled = kernels.use_compiled(len(subsets) * len(table.y))
    return Statistics(
        values,
        tuple(
            _counted(subset, columns[list(subset)], table.y, cases, layout, compiled=compiled)
            for subset in subsets
        ),
    )


def _counted(
    columns: tuple[int, ...],
    rows: np.ndarray,
    y: np.ndarray,
    cases: np.ndarray | None,
    layout: tuple[np.ndarray, int, int],
    *,
    compiled: bool | None = None,
) -> Margin:
    """The margin of combinations that may repeat: pairs by a table, if it is small, and others by sorting.

    rows: (number of columns, m) codes, cases: (m,) that a row stands for, layout: r_j of all attributes, K,
    n.
    """
    r, k, n = layout
    shape = [int(size) for size in r[list(columns)]]
    if len(columns) != 2 or not counts.fits_in_table((shape[0] + 1) * (shape[1] + 1) * k, n):
        return _distinct(columns, rows, y, cases)
    cells = kernels.joint_counts(rows[0], rows[1], y, shape[0], shape[1], k, cases=cases, compiled=compiled)
    first, second, label = np.nonzero(cells)
    return _margin(columns, np.column_stack([first - 1, second - 1]), label, cells[first, second, label])


def _margin(columns: tuple[int, ...], codes: np.ndarray, y: np.ndarray, cases: np.ndarray) -> Margin:
    return Margin(tuple(columns), codes.astype(np.int32), y.astype(np.int32), cases.astype(np.int64))


def _distinct(
    columns: tuple[int, ...], rows: np.ndarray, y: np.ndarray, cases: np.ndarray | None = None
) -> Margin:
    """The margin of combinations that may repeat; rows: (number of columns, n) codes."""
    ids = distinct_rows(rows, y)
    one = np.zeros(int(ids.max(initial=-1)) + 1, np.int64)
    one[ids] = np.arange(len(ids))
    return _margin(columns, rows[:, one].T, y[one], np.bincount(ids, cases, len(one)))


def distinct_rows(columns: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Place of every case (n,) among the distinct ones, as in their margin; columns: (d, n) codes."""
    return patterns.learn(np.vstack([columns.astype(np.int64) + 1, y[None, :]]))[1]


def distinct_cases(statistics: Statistics) -> tuple[Table, np.ndarray]:
    """The distinct cases as a table, and the number (m,) of each, from the margin of all attributes."""
    values = statistics.values
    _, codes, y, cases = project(statistics, [tuple(range(len(values.attributes)))]).margins[0]
    return make_table(values.attributes, values.classes, y, codes), cases


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Statistics of the cases of both. Raises InputError if value lists, classes or sets of attributes
    differ.
    """
    values = additive.merge(a.values, b.values)
    if [m.columns for m in a.margins] != [m.columns for m in b.margins]:
        raise InputError(
            "the statistics to merge count other sets of attributes: count both with the same ones"
        )
    return Statistics(values, tuple(itertools.starmap(_merged, zip(a.margins, b.margins, strict=True))))


def _merged(a: Margin, b: Margin) -> Margin:
    if np.array_equal(a.codes, b.codes) and np.array_equal(a.y, b.y):
        return a._replace(cases=a.cases + b.cases)
    codes, y, cases = (np.concatenate(pair) for pair in zip(a[1:], b[1:], strict=True))
    return _distinct(a.columns, codes.T, y, cases)


def widen(statistics: Statistics, attributes: Iterable[Attribute], classes: Iterable[str]) -> Statistics:
    """The same statistics in longer value lists and with more classes, both in any order.

    Raises InputError if a value or class is not in the new list, or an attribute is another one.
    """
    attributes, classes = tuple(attributes), tuple(classes)
    labels = additive.class_places(statistics.values, classes)
    places = [np.append(p, -1) for p in additive.value_places(statistics.values, attributes)]
    margins = []
    for columns, codes, y, cases in statistics.margins:
        rows = [places[j][column] for j, column in zip(columns, codes.T, strict=True)]
        margins.append(_distinct(columns, np.array(rows).reshape(len(columns), len(y)), labels[y], cases))
    return Statistics(additive.widen(statistics.values, attributes, classes), tuple(margins))


def project(statistics: Statistics, subsets: Iterable[tuple[int, ...]]) -> Statistics:
    """The margins of smaller sets of attributes, in the order given; each is inside one that was counted.

    Raises InputError if one is not.
    """
    values, of_set = statistics.values, {frozenset(m.columns): m for m in statistics.margins}
    r = np.diff(additive.row_offsets(values.attributes)) - 1
    layout = r, len(values.classes), int(values.n_c.sum())
    margins = []
    for subset in subsets:
        wide = of_set.get(frozenset(subset)) or next(
            (m for m in statistics.margins if set(m.columns) >= set(subset)), None
        )
        if wide is None:
            names = ", ".join(repr(values.attributes[j].name) for j in subset)
            raise InputError(f"the statistics do not count {names} together: count them in another pass")
        if wide.columns == tuple(subset):
            margins.append(wide)
        else:
            chosen = [wide.columns.index(j) for j in subset]
            margins.append(_counted(subset, wide.codes[:, chosen].T, wide.y, wide.cases, layout))
    return Statistics(values, tuple(margins))

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
from naivebench.core.table import Attribute, Table, cardinalities, n_classes


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


def count(table: Table, subsets: Iterable[tuple[int, ...]]) -> Statistics:
    """Count the cases of known class; all attributes are discrete, a subset names columns of the codes."""
    table, subsets = counts.known_cases(table), list(subsets)
    values = additive.count(table)
    columns = counts.checked_codes(table.codes, additive.row_offsets(table.attributes))
    n, k, r = len(table.y), n_classes(table), cardinalities(table)
    compiled = kernels.use_compiled(len(subsets) * n)
    margins = []
    for subset in subsets:
        rows = columns[list(subset)]
        shape = r[list(subset)] + 1
        if len(subset) == 2 and counts.fits_in_table(int(shape.prod()) * k, n):
            r_a, r_b = (int(size) - 1 for size in shape)
            cells = kernels.joint_counts(rows[0], rows[1], table.y, r_a, r_b, k, compiled=compiled)
            *places, label = np.nonzero(cells)
            codes = np.stack(places, axis=1) - 1
            margins.append(_margin(subset, codes, label, cells[*places, label]))
        else:
            margins.append(_distinct(subset, rows, table.y))
    return Statistics(values, tuple(margins))


def _margin(columns: tuple[int, ...], codes: np.ndarray, y: np.ndarray, cases: np.ndarray) -> Margin:
    return Margin(tuple(columns), codes.astype(np.int32), y.astype(np.int32), cases.astype(np.int64))


def _distinct(
    columns: tuple[int, ...], rows: np.ndarray, y: np.ndarray, cases: np.ndarray | None = None
) -> Margin:
    """The margin of combinations that may repeat; rows: (number of columns, n) codes."""
    everything = np.vstack([rows.astype(np.int64) + 1, y[None, :]])
    ids = patterns.learn(everything)[1]
    one = np.zeros(int(ids.max(initial=-1)) + 1, np.int64)
    one[ids] = np.arange(len(ids))
    return _margin(columns, everything[:-1, one].T - 1, y[one], np.bincount(ids, cases, len(one)))


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
    of_set = {frozenset(m.columns): m for m in statistics.margins}
    margins = []
    for subset in subsets:
        wide = of_set.get(frozenset(subset)) or next(
            (m for m in statistics.margins if set(m.columns) >= set(subset)), None
        )
        if wide is None:
            names = ", ".join(repr(statistics.values.attributes[j].name) for j in subset)
            raise InputError(f"the statistics do not count {names} together: count them in another pass")
        if wide.columns == tuple(subset):
            margins.append(wide)
        else:
            chosen = [wide.columns.index(j) for j in subset]
            margins.append(_distinct(subset, wide.codes[:, chosen].T, wide.y, wide.cases))
    return Statistics(statistics.values, tuple(margins))

"""Columns that a tree tests: numbers for thresholds, codes for one branch per value.

Ordinal attributes (by `table.ordinal_scores`), linear, angular (raw radians in (-pi, pi]) and count
attributes (one number per column) are numeric; nominal attributes are codes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.counts import check_kinds
from naivebench.core.table import Counts, Table, list_columns, n_cases, ordinal_scores

KINDS = ("nominal", "ordinal", "linear", "angular", "count")
MOST_VALUES = 256  # of a coded column
LARGEST_COUNTS = 200_000_000  # largest number of cells of a full matrix of counts: 1.6 GB


class Data(NamedTuple):
    """Cases in the form that the compiled loops expect, with one test per column."""

    numeric: np.ndarray  # (p, n) float64, NaN = missing
    nominal: np.ndarray  # (q, n) int32, -1 = missing
    is_numeric: np.ndarray  # (t,) bool, per test
    position: np.ndarray  # (t,) row of `numeric` or `nominal`
    y: np.ndarray  # (n,) int32


class Columns(NamedTuple):
    """Columns that can be tested, in the order of the attributes."""

    data: Data
    sizes: np.ndarray  # (q,) values of each nominal attribute
    attribute: np.ndarray  # (t,) index of the attribute
    names: tuple[str, ...]  # (t,)


class Coded(NamedTuple):
    """The numeric columns (p, n) of a training part; a column that is not coded has no values here."""

    codes: np.ndarray  # (p, n) uint8, places in the values of the column
    starts: np.ndarray  # (p + 1,) int64, of the values of each column
    values: np.ndarray  # float64, ascending within a column


def collect_columns(
    table: Table, method: str, kinds: tuple[str, ...] = KINDS, *, of_model: int | None = None
) -> Columns:
    """Collect all columns of a table. Raises errors for other kinds and another number than `of_model`."""
    check_kinds(table.attributes, method, kinds)
    n, numeric, nominal = n_cases(table), list[np.ndarray](), list[np.ndarray]()
    tested, names = list[int](), list[str]()  # attribute and name of every test
    for j, (attribute, column) in enumerate(list_columns(table)):
        own = [attribute.name]
        if attribute.kind == "nominal":
            nominal.append(column)
        elif attribute.kind == "ordinal":
            numeric.append(np.append(ordinal_scores(attribute), np.nan)[column])
        elif attribute.kind == "count":
            assert table.counts is not None
            matrix = make_dense_counts(table.counts, n, method)
            numeric.extend(matrix)
            named = len(attribute.values) == len(matrix)
            own = list(attribute.values) if named else [f"{attribute.name} {i}" for i in range(len(matrix))]
        else:
            numeric.append(column)
        tested += [j] * len(own)
        names += own

    if of_model not in (None, len(names)):
        raise ValueError(f"found {len(names)} columns to test, expected {of_model}: use the training columns")
    numbers = np.array(numeric, dtype=np.float64).reshape(len(numeric), n)
    numbers += 0.0  # -0.0 becomes 0.0, so that equal numbers have the same bytes
    is_numeric = np.array([table.attributes[j].kind != "nominal" for j in tested], dtype=bool)
    position = np.where(is_numeric, np.cumsum(is_numeric), np.cumsum(~is_numeric)) - 1
    codes = np.array(nominal, dtype=np.int32).reshape(len(nominal), n)
    y = np.ascontiguousarray(table.y, dtype=np.int32)
    sizes = np.array([len(a.values) for a in table.attributes if a.kind == "nominal"], dtype=np.int64)
    data = Data(numbers, codes, is_numeric, position.astype(np.int64), y)
    return Columns(data, sizes, np.array(tested, dtype=np.int64), tuple(names))


def make_dense_counts(counts: Counts, n: int, method: str) -> np.ndarray:
    """Return the full matrix of the counts, (columns, n) float64."""
    if n * counts.n_columns > LARGEST_COUNTS:
        raise InputError(
            f"{method} needs a full table, which is too large for {n} cases with {counts.n_columns} columns: "
            f"keep at most {LARGEST_COUNTS // n} columns (words), or choose another method"
        )
    full = np.zeros((counts.n_columns, n))
    np.add.at(full, (counts.indices, np.repeat(np.arange(n), np.diff(counts.indptr))), counts.data)
    return full


def find_nonempty_cases(data: Data) -> np.ndarray:
    """Whether each case has any value, shape (n,)."""
    return (data.nominal >= 0).any(axis=0) | ~np.isnan(data.numeric).all(axis=0)


def encode_columns(numeric: np.ndarray, resolution: float) -> tuple[Coded, np.ndarray]:
    """Encode the columns (p, n) of at most 256 values, without missing ones and more than `resolution` apart,
    and order the cases in each of the others, (u, n) int32, stable, with missing values last.
    """
    p, n = numeric.shape
    codes, values, orders = np.zeros((p, n), np.uint8), [np.empty(0)] * p, [np.empty(0, np.intp)] * 0
    for j, x in enumerate(numeric):
        distinct = np.unique(x)
        few = 0 < len(distinct) <= MOST_VALUES and not np.isnan(distinct[-1])
        if few and (np.diff(distinct) > resolution).all():
            values[j], codes[j] = distinct, np.searchsorted(distinct, x)
        else:
            orders.append(np.argsort(x, kind="stable"))
    starts = np.append(0, np.cumsum([len(v) for v in values], dtype=np.int64))
    ordered = np.array(orders, dtype=np.int32).reshape(len(orders), n)
    return Coded(codes, starts, np.concatenate([np.empty(0), *values])), ordered

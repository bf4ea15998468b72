"""The first pass over the partitions, which finds the values of every column and draws a sample of rows for
cut points.

The results of partitions can be merged in any order and grouping with the same outcome.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.core.checks import InputError, did_you_mean
from naivebench.data import frames

SAMPLE = 50_000  # number of different rows from which cut points are learned
HEAD = 10_000  # numbers of each column that are checked for being labels
MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))  # constants of SplitMix64


class Plan(NamedTuple):
    """Settings for reading every partition."""

    meta: pd.DataFrame  # without rows; columns and types only
    target: str
    listed: frozenset[str]  # columns whose different cells are all kept
    sampled: tuple[str, ...]  # columns that are sampled for cut points; none without a discretizer
    most_values: int  # largest number of values of a column
    left_out: tuple[Hashable, ...] = ()  # labels of weight 0, whose rows are not used


class Sample(NamedTuple):
    """The rows with the smallest hashes. Equal rows are stored once, with the number of their occurrences."""

    hashes: np.ndarray  # (m,) uint64, ascending
    times: np.ndarray  # (m,) int64 occurrences
    rows: pd.DataFrame  # m rows of the class and of the columns that may be cut


class Found(NamedTuple):
    """Cells and sampled rows found in some partitions."""

    rows: int  # that are used
    # different cells of every listed column, and all labels, also of the rows that are not used
    cells: dict[str, pd.Series]
    numbers: pd.DataFrame  # the first rows of the other columns
    sample: Sample | None


def of_partition(part: pd.DataFrame, plan: Plan) -> Found | None:
    """Process one partition; None if it has no rows.

    Raises InputError if columns or types differ from the plan, and for too many different values.
    """
    part = aligned(part, plan)
    if not len(part):
        return None
    labels, part = part[plan.target], used(part, plan)
    cells = {name: _different(part[name]) for name in part.columns if name in plan.listed}
    cells[plan.target] = _different(labels)
    numbers = part.iloc[:HEAD][[name for name in part.columns if name not in plan.listed]]
    sample = _sample(part, plan) if plan.sampled else None
    return _checked(Found(len(part), cells, numbers, sample), plan)


def merge(a: Found | None, b: Found | None, plan: Plan) -> Found | None:
    """Merge the results of two parts, with the rows of `a` first. Raises InputError for too many different
    values.
    """
    if a is None or b is None:
        return b if a is None else a
    cells = {name: _different(_joined(one, b.cells[name], name)) for name, one in a.cells.items()}
    numbers = pd.concat([a.numbers, b.numbers.iloc[: max(0, HEAD - len(a.numbers))]], ignore_index=True)
    sample = None if a.sample is None or b.sample is None else _both(a.sample, b.sample)
    return _checked(Found(a.rows + b.rows, cells, numbers, sample), plan)


def used(part: pd.DataFrame, plan: Plan) -> pd.DataFrame:
    """The rows of an aligned partition whose label has a weight above 0."""
    if not plan.left_out:
        return part
    return part[~part[plan.target].isin(plan.left_out)].reset_index(drop=True)


def aligned(part: pd.DataFrame, plan: Plan) -> pd.DataFrame:
    """The partition with the plan's column order and types.

    Raises InputError for missing or additional columns, and for columns of another type.
    """
    lost = next((name for name in plan.meta.columns if name not in part.columns), None)
    odd = next((name for name in part.columns if name not in plan.meta.columns), None)
    if lost is not None or odd is not None:
        what = f"has no column {lost!r}" if odd is None else f"has a column {odd!r}"
        raise InputError(
            f"a partition {what}, unlike the first one{did_you_mean(odd or lost, plan.meta.columns)}: give "
            "all partitions the same columns"
        )
    columns: dict[Hashable, pd.Series] = {}
    for name, dtype in plan.meta.dtypes.items():
        column = part[name].reset_index(drop=True)
        columns[name] = column if column.dtype == dtype else _typed(column, dtype, str(name))
    return pd.DataFrame(columns, index=range(len(part)))


def _typed(column: pd.Series, dtype: Any, name: str) -> pd.Series:
    """Convert a column of a partition to the type that it has in the plan.

    Numeric types stay as they are; columns of missing cells and columns of text are converted to any
    compatible type. Raises InputError for other combinations.
    """
    is_number, is_bool = pd.api.types.is_numeric_dtype, pd.api.types.is_bool_dtype
    if is_number(dtype) and is_number(column.dtype) and is_bool(dtype) == is_bool(column.dtype):
        return column
    if isinstance(dtype, pd.CategoricalDtype) and isinstance(column.dtype, pd.CategoricalDtype):
        raise InputError(
            f"the categories of column {name!r} differ between partitions, so their order is not known: "
            "call `ddf.categorize()` first, or turn the column into text"
        )
    if column.isna().all():
        return pd.Series(np.full(len(column), np.nan)) if is_number(dtype) else column.astype(dtype)
    is_text = pd.api.types.is_string_dtype
    if pd.api.types.is_object_dtype(dtype) or (is_text(dtype) and is_text(column)):
        return column.astype(dtype)
    raise InputError(
        f"column {name!r} is of type {column.dtype} in one partition, but of type {dtype} in the whole "
        "data frame: convert it with `astype` first"
    )


def _different(column: pd.Series) -> pd.Series:
    """The different cells of a column. Cells of different types are kept apart, although 1 == True in
    Python.
    """
    if column.dtype == object and len(types := set(map(type, column))) > 1:
        seen = [column[[type(cell) is t for cell in column]].drop_duplicates() for t in types]
        return pd.concat(seen, ignore_index=True)
    return column.drop_duplicates(ignore_index=True)


def _joined(a: pd.Series, b: pd.Series, name: str) -> pd.Series:
    if a.dtype != b.dtype and isinstance(a.dtype, pd.CategoricalDtype):
        return pd.concat([a, _typed(b, a.dtype, name)], ignore_index=True)
    return pd.concat([a, b], ignore_index=True)


def _checked(found: Found, plan: Plan) -> Found:
    for name, cells in found.cells.items():
        if cells.count() > plan.most_values and not isinstance(cells.dtype, pd.CategoricalDtype):
            what = "the target" if name == plan.target else "column"
            raise InputError(
                f"{what} {name!r} has more than {plan.most_values:,} different values: drop the column, "
                "convert it to numbers, or raise most_values"
            )
    return found


def _sample(part: pd.DataFrame, plan: Plan) -> Sample:
    hashes, first, times = np.unique(_hashes(part), return_index=True, return_counts=True)
    rows = part.iloc[first[:SAMPLE]][[*plan.sampled, plan.target]].reset_index(drop=True)
    return Sample(hashes[:SAMPLE], times[:SAMPLE], rows)


def _both(a: Sample, b: Sample) -> Sample:
    hashes, first, group = np.unique(
        np.concatenate([a.hashes, b.hashes]), return_index=True, return_inverse=True
    )
    times = np.zeros(len(hashes), dtype=np.int64)
    np.add.at(times, group, np.concatenate([a.times, b.times]))
    rows = pd.concat([a.rows, b.rows], ignore_index=True).iloc[first[:SAMPLE]].reset_index(drop=True)
    return Sample(hashes[:SAMPLE], times[:SAMPLE], rows)


def _hashes(part: pd.DataFrame) -> np.ndarray:
    """64-bit hash of every row, (n,) uint64, computed only from its cells."""
    result = np.zeros(len(part), dtype=np.uint64)
    for name in part.columns:
        result = _mixed(result * np.uint64(31) + _hashes_of_cells(part[name]))
    return result


def _hashes_of_cells(column: pd.Series) -> np.ndarray:
    if pd.api.types.is_numeric_dtype(column.dtype) and not pd.api.types.is_bool_dtype(column.dtype):
        numbers = column.to_numpy(dtype=np.float64, na_value=np.nan) + 0.0  # -0.0 becomes 0.0
        numbers[np.isnan(numbers)] = np.nan
        return _mixed(numbers.view(np.uint64))
    codes, values = pd.factorize(column.astype(object))
    labels = np.array([frames.label_of(value) for value in values], dtype=object)
    hashes = np.append(pd.util.hash_array(labels, categorize=False), np.uint64(0))
    return hashes[codes]


def _mixed(z: np.ndarray) -> np.ndarray:
    z = (z ^ z >> np.uint64(30)) * MIX[0]
    z = (z ^ z >> np.uint64(27)) * MIX[1]
    return z ^ z >> np.uint64(31)

"""Apply a function to every partition and merge the results in a tree, by Dask or in this process."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pandas as pd

from naivebench.core.checks import InputError

SPLIT_EVERY = 8  # number of results merged by one task

OfPartition = Callable[[pd.DataFrame, Any], Any]  # (partition, plan) -> result
Merge = Callable[[Any, Any, Any], Any]  # (result, result, plan) -> merged result


def without_rows(data: Any) -> pd.DataFrame:
    """Columns and types of a Dask data frame, or of a sequence of pandas data frames.

    Raises InputError for anything else.
    """
    if _is_dask(data):
        first = data._meta
    elif isinstance(data, Sequence) and data and all(isinstance(part, pd.DataFrame) for part in data):
        first = data[0]
    else:
        raise InputError(
            f"data is a {type(data).__name__}, expected a data frame of Dask, or a list of data frames of "
            "pandas: use the estimator's fit for data in memory"
        )
    return first.iloc[:0].reset_index(drop=True)


def _is_dask(data: Any) -> bool:
    package = type(data).__module__.partition(".")[0]
    return package in ("dask", "dask_expr") and hasattr(data, "to_delayed") and hasattr(data, "columns")


def reduce(data: Any, of_partition: OfPartition, merge: Merge, plan: Any) -> Any:
    """Merge the results of all partitions of `data`, which `without_rows` accepts."""
    if not _is_dask(data):
        return merged((of_partition(part, plan) for part in data), merge, plan)
    from dask import delayed

    # the graph contains one copy, regardless of the number of partitions
    there = delayed(plan, traverse=False)
    level = [delayed(of_partition)(part, there) for part in data.to_delayed()]
    while len(level) > 1:
        groups = [level[i : i + SPLIT_EVERY] for i in range(0, len(level), SPLIT_EVERY)]
        level = [delayed(merged)(group, delayed(merge), there) for group in groups]
    return level[0].compute()


def merged(results: Iterable[Any], merge: Merge, plan: Any) -> Any:
    """Merge the results of several partitions; None if there are none."""
    return functools.reduce(lambda a, b: merge(a, b, plan), results, None)

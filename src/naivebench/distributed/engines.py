"""Engines that apply a function to every partition and merge the results in a tree: Dask, Spark, or this
process.
"""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import pandas as pd

from naivebench.core.checks import InputError

SPLIT_EVERY = 8  # number of results merged by one task

OfPartition = Callable[[pd.DataFrame, Any], Any]  # (partition, plan) -> result
Merge = Callable[[Any, Any, Any], Any]  # (result, result, plan) -> merged result


class Engine(NamedTuple):
    """A partitioned data frame and the function that processes it."""

    meta: pd.DataFrame  # without rows; columns and types only
    reduce: Callable[[OfPartition, Merge, Any], Any]  # returns the merged results of all partitions


def engine(data: Any) -> Engine:
    """Choose the engine for a Dask or Spark data frame, or for a sequence of pandas data frames.

    Raises InputError for anything else.
    """
    package = type(data).__module__.partition(".")[0]
    if package in ("dask", "dask_expr") and hasattr(data, "to_delayed") and hasattr(data, "columns"):
        return Engine(_without_rows(data._meta), functools.partial(_by_dask, data))
    if package == "pyspark" and hasattr(data, "mapInPandas"):
        meta = _without_rows(data.limit(0).toPandas())
        # columns that can contain missing booleans
        cells = {name: object for name, dtype in meta.dtypes.items() if dtype.kind == "b"}
        return Engine(meta.astype(cells), functools.partial(_by_spark, data))
    if isinstance(data, Sequence) and data and all(isinstance(part, pd.DataFrame) for part in data):
        return Engine(_without_rows(data[0]), functools.partial(_here, data))
    raise InputError(
        f"data is a {type(data).__name__}, expected a data frame of Dask or Spark, or a list of data frames "
        "of pandas: use the estimator's fit for data in memory"
    )


def _without_rows(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.iloc[:0].reset_index(drop=True)


def merged(results: Iterable[Any], merge: Merge, plan: Any) -> Any:
    """Merge the results of several partitions; None if there are none."""
    return functools.reduce(lambda a, b: merge(a, b, plan), results, None)


def _here(parts: Sequence[pd.DataFrame], of_partition: OfPartition, merge: Merge, plan: Any) -> Any:
    return merged((of_partition(part, plan) for part in parts), merge, plan)


def _by_dask(data: Any, of_partition: OfPartition, merge: Merge, plan: Any) -> Any:
    from dask import delayed

    # the graph contains one copy, regardless of the number of partitions
    there = delayed(plan, traverse=False)
    level = [delayed(of_partition)(part, there) for part in data.to_delayed()]
    while len(level) > 1:
        groups = [level[i : i + SPLIT_EVERY] for i in range(0, len(level), SPLIT_EVERY)]
        level = [delayed(merged)(group, delayed(merge), there) for group in groups]
    return level[0].compute()


def _by_spark(data: Any, of_partition: OfPartition, merge: Merge, plan: Any) -> Any:
    """Run `of_partition` with Spark. Results are passed as pickled bytes, which the executors merge in a
    tree. An InputError is passed as a result, so that its message arrives without Spark's traces.
    """

    def result(batches: Iterable[pd.DataFrame]) -> Iterable[pd.DataFrame]:
        try:
            found = merged((of_partition(batch, plan) for batch in batches), merge, plan)
        except InputError as error:
            found = error
        yield pd.DataFrame({"result": [pickle.dumps(found)]})

    def both(a: Any, b: Any) -> Any:
        error = next((one for one in (a, b) if isinstance(one, InputError)), None)
        try:
            return error or merge(a, b, plan)
        except InputError as error:
            return error

    pickled = data.mapInPandas(result, "result binary").rdd
    found = pickled.map(lambda row: pickle.loads(row[0])).treeReduce(both)
    if isinstance(found, InputError):
        raise found
    return found

"""What runs a function on every partition and merges the results in a tree: Dask, Spark, or this process."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import pandas as pd

from naivebench.core.checks import InputError

SPLIT_EVERY = 8  # results that one task merges

OfPartition = Callable[[pd.DataFrame, Any], Any]  # partition and plan -> result
Merge = Callable[[Any, Any, Any], Any]  # two results and plan -> result of both


class Engine(NamedTuple):
    """A data frame in partitions, and how they are processed."""

    meta: pd.DataFrame  # no rows; the columns and their types
    reduce: Callable[[OfPartition, Merge, Any], Any]  # the merged results of all partitions


def engine(data: Any) -> Engine:
    """The engine of a Dask or Spark data frame, or of a sequence of data frames of pandas.

    Raises InputError for anything else.
    """
    package = type(data).__module__.partition(".")[0]
    if package in ("dask", "dask_expr") and hasattr(data, "to_delayed") and hasattr(data, "columns"):
        return Engine(_without_rows(data._meta), functools.partial(_by_dask, data))
    if package == "pyspark" and hasattr(data, "mapInPandas"):
        meta = _without_rows(data.limit(0).toPandas())
        cells = {name: object for name, dtype in meta.dtypes.items() if dtype.kind == "b"}  # and missing ones
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
    """The results of some partitions in one; None of none."""
    return functools.reduce(lambda a, b: merge(a, b, plan), results, None)


def _here(parts: Sequence[pd.DataFrame], of_partition: OfPartition, merge: Merge, plan: Any) -> Any:
    return merged((of_partition(part, plan) for part in parts), merge, plan)


def _by_dask(data: Any, of_partition: OfPartition, merge: Merge, plan: Any) -> Any:
    from dask import delayed

    there = delayed(plan, traverse=False)  # one copy in the graph, however many partitions there are
    level = [delayed(of_partition)(part, there) for part in data.to_delayed()]
    while len(level) > 1:
        groups = [level[i : i + SPLIT_EVERY] for i in range(0, len(level), SPLIT_EVERY)]
        level = [delayed(merged)(group, delayed(merge), there) for group in groups]
    return level[0].compute()


def _by_spark(data: Any, of_partition: OfPartition, merge: Merge, plan: Any) -> Any:
    """Results travel as pickled bytes, which the executors merge in a tree; an InputError is a result too, so
    that its sentence arrives without Spark's traces.
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

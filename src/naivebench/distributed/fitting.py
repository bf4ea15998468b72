"""Fitting of counting estimators in two passes over the partitions: the first reads the values, the second
counts.

Value lists, classes and cut points are fixed between the passes, so the statistics of the partitions can be
added, and the model does not depend on how the rows are partitioned. Every step is a function of one
partition or of two results, so Dask repeats what a worker that dies has lost
(docs/distributed.md#how-it-works).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pandas as pd
from sklearn.base import clone

from naivebench.core.checks import InputError, did_you_mean, whole
from naivebench.core.table import DISCRETE, UNSEEN, Attribute, Table
from naivebench.data import class_labels, frames
from naivebench.data.discretization import apply as discretization
from naivebench.data.text_columns import KINDS as TEXT
from naivebench.estimators import class_balance
from naivebench.estimators.counting import CountingClassifier
from naivebench.models import fitted, incremental
from naivebench.models.incremental import Counted
from naivebench.models.stanzas import MethodStanza

MOST_VALUES = 100_000  # default limit for the different values of a column
HEAD = 10_000  # numbers of each column that are checked for being labels
SPLIT_EVERY = 8  # number of results merged by one task

Estimator = TypeVar("Estimator")


class Plan(NamedTuple):
    """Settings for reading every partition."""

    meta: pd.DataFrame  # without rows; columns and types only
    target: str
    listed: frozenset[str]  # columns whose different cells are all kept
    cut: tuple[str, ...]  # columns that may be cut into intervals, so all their cells are kept
    most_values: int  # largest number of values of a column
    left_out: tuple[Hashable, ...] = ()  # labels of weight 0, whose rows are not used


class Header(NamedTuple):
    """What some partitions contain."""

    cells: dict[str, pd.Series]  # different cells of every listed column
    labels: pd.Series  # number of rows with each label, including those that are not used
    numbers: pd.DataFrame  # the first rows of the other columns
    cut: pd.DataFrame  # all rows of the columns that may be cut, and of the target


class Reading(NamedTuple):
    """Settings for counting every partition."""

    plan: Plan
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    labels: np.ndarray  # (K,) as in the class column, ascending
    order: np.ndarray  # (K,) class index of every label
    weights: np.ndarray | None  # (K,) of every class index
    cuts: tuple[np.ndarray, ...]
    method: str
    stanza: MethodStanza
    params: dict[str, Any]


def fit(estimator: Estimator, data: Any, target: str, *, most_values: int = MOST_VALUES) -> Estimator:
    """Fit a copy of a counting estimator to partitioned data; it equals a fit on all rows at once.

    data: a data frame of Dask, or a list of pandas data frames; its rows are read twice. target: the column
    of labels. All other columns are attributes; their kinds come from the estimator's `kinds` or from their
    types. most_values: largest number of different values of a column that is not numeric. Columns that are
    cut into intervals must fit in memory.

    Raises InputError for methods and parameters that need all cases at once, for columns that do not fit, and
    for a bad `class_weight`.
    """
    model: Any = clone(estimator)
    stanza, params = check_estimator(model)
    plan = make_plan(model, read_types(data), target, whole(most_values, 1, "most_values"))
    header: Header | None = reduce_partitions(data, read_header, join_headers, plan)
    if header is None or not header.labels.sum():
        raise InputError("data has no rows: check the files or the filter that it comes from")

    # an estimator finds the kinds, value lists and classes of all rows in a small table of their different
    # cells
    used = header.labels[~header.labels.index.isin(plan.left_out)]
    if used.empty:
        raise InputError("class_weight is 0 for every class: give a weight above 0")
    training = model._read_training(*make_witness(header, used, plan), weigh_classes=False)
    fitted.check_kinds(training.table, stanza, model._method)
    table, names = training.table, (training.labels, training.order)
    reading = Reading(plan, table.attributes, table.classes, *names, None, (), model._method, stanza, params)
    weights = weigh_classes(model.class_weight, used, header.labels, reading)
    reading = reading._replace(weights=weights)
    reading = reading._replace(cuts=learn_cuts(header.cut, reading))

    counted: Counted | None = reduce_partitions(data, count_partition, merge_counts, reading)
    if counted is None or not np.isclose(
        counted.class_counts.sum(), sum_rows(used, reading).sum(), rtol=1e-9
    ):
        raise has_changed()
    return model._keep_counts(counted, training)


def check_estimator(model: Any) -> tuple[MethodStanza, dict[str, Any]]:
    """Stanza and parameters of the method. Raises InputError if it cannot be fitted by partition."""
    name = type(model).__name__
    if not isinstance(model, CountingClassifier):
        raise InputError(
            f"{name} does not learn from counts, so it cannot be fitted by partition: choose NB, GaussianNB, "
            "MixedNB, VonMisesNB (for angles), TAN, AODE or KDB, or fit it on a sample in memory"
        )
    stanza, params = model._stanza(), model._params()
    if set(stanza["kinds"]) <= set(TEXT):
        raise InputError(
            f"{name} learns from texts, which are not counted by partition: call its partial_fit with one "
            "partition after another"
        )
    if not incremental.is_incremental(stanza, params):
        raise InputError(
            f"{name} needs all cases at once with the parameters that you set: leave them at their defaults, "
            "or fit it on a sample in memory"
        )
    model._rng()
    return stanza, params


def make_plan(model: Any, meta: pd.DataFrame, target: str, most_values: int) -> Plan:
    """Plan for reading the partitions. Raises InputError for unsuitable columns and kinds."""
    names = [str(name) for name in meta.columns]
    if target not in list(meta.columns):
        raise InputError(f"target is {target!r}, which is not a column of data{did_you_mean(target, names)}")
    if names != list(meta.columns) or len(set(names)) < len(names):
        raise InputError("data has columns whose names are repeated or are not text: rename them first")
    X = meta.drop(columns=target)
    table = frames.to_table(frames.plain(X), np.zeros(0, np.int32), (), kinds=model.kinds)
    texts = next((a.name for a in table.attributes if a.kind in TEXT), None)
    if texts is not None:
        raise InputError(f"column {texts!r} is text, which is not counted by partition: leave it out")
    listed = {a.name for a in table.attributes if a.kind in DISCRETE}
    listed |= {str(n) for n, dtype in X.dtypes.items() if not pd.api.types.is_numeric_dtype(dtype)}
    # the kind of such a column depends on its cells
    maybe = {str(n) for n, dtype in X.dtypes.items() if pd.api.types.is_object_dtype(dtype)}
    cut = tuple(n for n in X.columns if model.discretize and (n not in listed or n in maybe))
    left_out = class_balance.left_out(model.class_weight)
    return Plan(meta, target, frozenset(listed), cut, most_values, left_out)


def read_header(part: pd.DataFrame, plan: Plan) -> Header | None:
    """What one partition contains; None if it has no rows.

    Raises InputError if columns or types differ from the plan, and for too many different values.
    """
    part = align(part, plan)
    if not len(part):
        return None
    labels = part[plan.target].value_counts(dropna=False, sort=False)
    part = drop_unused(part, plan)
    cells = {name: find_different(part[name]) for name in part.columns if name in plan.listed}
    numbers = part[[name for name in part.columns if name not in plan.listed and name != plan.target]].iloc[
        :HEAD
    ]
    return check_sizes(
        Header(cells, labels, numbers, part[[*plan.cut, plan.target]] if plan.cut else part[:0]), plan
    )


def join_headers(a: Header | None, b: Header | None, plan: Plan) -> Header | None:
    """What both contain, with the rows of `a` first. Raises InputError for too many different values."""
    if a is None or b is None:
        return b if a is None else a
    cells = {n: find_different(pd.concat([one, b.cells[n]], ignore_index=True)) for n, one in a.cells.items()}
    labels = pd.concat([a.labels, b.labels]).groupby(level=0, dropna=False, sort=False).sum()
    numbers = pd.concat([a.numbers, b.numbers], ignore_index=True).iloc[:HEAD]
    cut = pd.concat([a.cut, b.cut], ignore_index=True) if plan.cut else a.cut
    return check_sizes(Header(cells, labels, numbers, cut), plan)


def check_sizes(header: Header, plan: Plan) -> Header:
    """The header. Raises InputError for a column with too many different values."""
    for name, cells in [*header.cells.items(), (plan.target, header.labels.index.to_series())]:
        if cells.count() > plan.most_values and not isinstance(cells.dtype, pd.CategoricalDtype):
            what = "the target" if name == plan.target else "column"
            raise InputError(
                f"{what} {name!r} has more than {plan.most_values:,} different values: drop the column, "
                "convert it to numbers, or raise most_values"
            )
    return header


def drop_unused(part: pd.DataFrame, plan: Plan) -> pd.DataFrame:
    """The rows of an aligned partition whose label has a weight above 0."""
    return part[~part[plan.target].isin(plan.left_out)].reset_index(drop=True) if plan.left_out else part


def align(part: pd.DataFrame, plan: Plan) -> pd.DataFrame:
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
        columns[name] = column if column.dtype == dtype else convert_column(column, dtype, str(name))
    return pd.DataFrame(columns, index=range(len(part)))


def convert_column(column: pd.Series, dtype: Any, name: str) -> pd.Series:
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


def find_different(column: pd.Series) -> pd.Series:
    """The different cells of a column. Cells of different types are kept apart, although 1 == True in
    Python.
    """
    if column.dtype == object and len(types := set(map(type, column))) > 1:
        seen = [column[[type(cell) is t for cell in column]].drop_duplicates() for t in types]
        return pd.concat(seen, ignore_index=True)
    return column.drop_duplicates(ignore_index=True)


def make_witness(header: Header, used: pd.Series, plan: Plan) -> tuple[pd.DataFrame, pd.Series]:
    """A small table with the types and the different cells of all rows, and its labels."""
    labels = used.index.to_series()
    n = max(len(header.numbers), len(labels), *map(len, header.cells.values()), 0)
    rows, columns = np.arange(n), {}
    for name in plan.meta.columns.drop(plan.target):
        if name in plan.listed:
            cells = header.cells[name]
            columns[name] = cells.iloc[rows % len(cells)].reset_index(drop=True)
        else:
            columns[name] = header.numbers[name].astype(np.float64).reindex(rows)
    return pd.DataFrame(columns), labels.iloc[rows % len(labels)].reset_index(drop=True)


def sum_rows(rows: pd.Series, reading: Reading) -> np.ndarray:
    """Number or total weight of the rows of every class, (K,) by class index, from those of every label."""
    n_c = np.bincount(encode_labels(rows.index.to_series(), reading), rows.to_numpy(), len(reading.classes))
    return n_c if reading.weights is None else n_c * reading.weights


def weigh_classes(given: Any, used: pd.Series, labels: pd.Series, reading: Reading) -> np.ndarray | None:
    """The weight of every class, (K,) by class index. Raises InputError for a bad `class_weight`."""
    if given is None:
        return None
    if isinstance(given, dict):  # those of weight 0 have no rows
        unused = set(labels.index) - set(used.index)
        given = {label: weight for label, weight in given.items() if label not in unused}
    weights = np.empty(len(reading.classes))
    n_c = sum_rows(used, reading)
    weights[reading.order] = class_balance.of_classes(given, reading.labels, n_c[reading.order])
    return weights


def learn_cuts(rows: pd.DataFrame, reading: Reading) -> tuple[np.ndarray, ...]:
    """Cut points of the numbers of all rows."""
    cut = [a for a in reading.attributes if a.kind in discretization.CUT]
    if not reading.stanza.get("discretize") or not cut:
        return ()
    X = rows[[a.name for a in cut]]
    table = frames.like(frames.plain(X), list(X.columns), cut, reading.classes)
    table = table._replace(y=encode_labels(rows[reading.plan.target], reading))
    weights = None if reading.weights is None else reading.weights[table.y]
    return incremental.learn_cuts(table, reading.stanza, weights)


def count_partition(part: pd.DataFrame, reading: Reading) -> Counted | None:
    """Count one partition; None if it has no rows. Raises InputError for values that did not occur in the
    first
    pass.
    """
    part = drop_unused(align(part, reading.plan), reading.plan)
    if not len(part):
        return None
    X = part.drop(columns=reading.plan.target)
    table: Table = frames.like(
        frames.plain(X), list(X.columns), reading.attributes, reading.classes, unseen=UNSEEN
    )
    if (table.codes == UNSEEN).any():
        raise has_changed()
    table = table._replace(y=encode_labels(part[reading.plan.target], reading))
    weights = None if reading.weights is None else reading.weights[table.y]
    return incremental.count(table, reading.method, reading.stanza, reading.params, weights, reading.cuts)


def merge_counts(a: Counted | None, b: Counted | None, reading: Reading) -> Counted | None:
    """Merge the counts of two parts."""
    if a is None or b is None:
        return b if a is None else a
    return incremental.merge(a, b, reading.stanza)


def encode_labels(y: pd.Series, reading: Reading) -> np.ndarray:
    """Class indices (n,) of labels. Raises InputError for labels that did not occur in the first pass."""
    place = class_labels.match_labels(y, reading.labels.tolist())
    if (place < 0).any():
        raise has_changed()
    return reading.order[place].astype(np.int32)


def has_changed() -> InputError:
    """The error for rows that differ in the second pass."""
    return InputError(
        "the rows have changed between the two passes over data: fit again while no program writes to "
        "them, or call `persist()` first"
    )


def read_types(data: Any) -> pd.DataFrame:
    """Columns and types of a Dask data frame, or of a sequence of pandas data frames, without rows.

    Raises InputError for anything else.
    """
    if is_dask(data):
        first = data._meta
    elif isinstance(data, Sequence) and data and all(isinstance(part, pd.DataFrame) for part in data):
        first = data[0]
    else:
        raise InputError(
            f"data is a {type(data).__name__}, expected a data frame of Dask, or a list of data frames of "
            "pandas: use the estimator's fit for data in memory"
        )
    return first.iloc[:0].reset_index(drop=True)


def is_dask(data: Any) -> bool:
    """Whether the data are a data frame of Dask."""
    package = type(data).__module__.partition(".")[0]
    return package in ("dask", "dask_expr") and hasattr(data, "to_delayed") and hasattr(data, "columns")


def reduce_partitions(
    data: Any, read: Callable[[pd.DataFrame, Any], Any], merge: Callable[[Any, Any, Any], Any], plan: Any
) -> Any:
    """Apply `read` to every partition and merge the results in a tree, by Dask or in this process."""
    if not is_dask(data):
        return merge_all((read(part, plan) for part in data), merge, plan)
    from dask import delayed

    # the graph contains one copy, regardless of the number of partitions
    there = delayed(plan, traverse=False)
    level = [delayed(read)(part, there) for part in data.to_delayed()]
    while len(level) > 1:
        groups = [level[i : i + SPLIT_EVERY] for i in range(0, len(level), SPLIT_EVERY)]
        level = [delayed(merge_all)(group, delayed(merge), there) for group in groups]
    return level[0].compute()


def merge_all(results: Iterable[Any], merge: Callable[[Any, Any, Any], Any], plan: Any) -> Any:
    """Merge the results of several partitions; None if there are none."""
    return functools.reduce(lambda a, b: merge(a, b, plan), results, None)

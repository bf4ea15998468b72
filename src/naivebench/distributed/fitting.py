"""Fitting of counting estimators in two passes over the partitions: the first pass finds classes and cut
points, the second pass counts.

Value lists are united by label and sums are exact, so the model does not depend on how the rows are
partitioned. Every step is a function of one partition or of two results, so Dask can repeat the steps that
are lost with a worker (docs/distributed.md#how-it-works).
"""

from __future__ import annotations

import fnmatch
import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pandas as pd
from sklearn.base import clone

from naivebench.core import table_sums
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.table import Attribute
from naivebench.data import class_labels, frames
from naivebench.data.discretization.cut_points import CUT
from naivebench.data.text_columns import KINDS as TEXT
from naivebench.estimators import class_balance, training_data
from naivebench.estimators.counting import CountingClassifier
from naivebench.models import incremental
from naivebench.models.incremental import Counted

HEAD = 10_000  # rows whose numbers are checked for being labels
SPLIT_EVERY = 8  # number of results merged by one task
CHANGED = (
    "the rows have changed between the two passes over data: fit again while no program writes to them, or "
    "call `persist()` first"
)

Estimator = TypeVar("Estimator")


class Plan(NamedTuple):
    """Settings for reading every partition. The first pass fills in the fields with defaults."""

    model: Any  # the estimator, not fitted
    meta: pd.DataFrame  # columns and types, without rows
    target: str
    attributes: tuple[Attribute, ...]  # with the values that types or `kinds` declare
    cut: list[str]  # columns that are cut into intervals
    classes: tuple[str, ...] = ()
    labels: Sequence[Any] = ()  # all labels
    # class index of every label; -1 if it has no weight, so that its rows are not used
    codes: np.ndarray = np.zeros(0, np.int32)
    weights: np.ndarray | None = None  # (K,) of every class index
    cuts: tuple[np.ndarray, ...] = ()


class Header(NamedTuple):
    """The labels and first rows of some partitions."""

    labels: pd.Series  # number of rows with each label
    head: pd.DataFrame  # the first rows
    cut: pd.DataFrame  # all rows of the columns that are cut, and of the target


def fit(estimator: Estimator, data: Any, target: str) -> Estimator:
    """Fit a copy of a counting estimator to partitioned data; it equals a fit on all rows at once.

    data: a data frame of Dask, or a list of pandas data frames; its rows are read twice. target: the column
    of labels. All other columns are attributes; their kinds come from the estimator's `kinds` or from their
    types. Columns that are cut into intervals must fit in memory.

    Raises InputError for methods and parameters that need all cases at once, for unsuitable columns, and for
    a bad `class_weight`.
    """
    model: Any = clone(estimator)
    check_estimator(model)
    plan = make_plan(model, read_column_types(data), target)
    header: Header | None = reduce_partitions(data, read_header, join_headers, plan)
    if header is None:
        raise InputError("data has no rows: check the files or the filter that it comes from")

    # all rows decide about the labels, and about the weights of their classes
    alike = np.asarray(training_data.unify_spelling(header.labels.index.to_series()))
    n_c = header.labels.groupby(alike).sum()
    labels, weights = n_c.index.to_numpy(), None
    used = np.ones(len(labels), dtype=bool)
    if model.class_weight is not None:
        weights = class_balance.compute_class_weights(model.class_weight, labels, n_c.to_numpy(np.float64))
        used = weights > 0
    if not used.any():
        raise InputError("class_weight is 0 for every class: give a weight above 0")

    # an estimator finds its classes and column names in a small table with all labels
    rows = np.arange(max(used.sum(), len(header.head)))
    witness = header.head.iloc[rows % len(header.head)].drop(columns=target)
    training = model._encode_training_data(witness, labels[used][rows % used.sum()], weigh_classes=False)
    codes = np.full(len(labels), -1, np.int32)
    codes[used] = training.order[class_labels.match_labels(labels[used], training.labels.tolist())]
    of_class = None if weights is None else weights[used][np.argsort(codes[used])]
    plan = plan._replace(
        classes=training.table.classes, labels=labels.tolist(), codes=codes, weights=of_class
    )
    if plan.cut:
        plan = plan._replace(cuts=learn_cuts(header.cut, plan))

    # other sums than in the first pass mean that rows were added or lost
    counted: Counted | None = reduce_partitions(data, count_partition, merge_counts, plan)
    expected = (n_c if weights is None else n_c * weights).sum()
    if counted is None or not np.isclose(counted.class_counts.sum(), expected, rtol=1e-9):
        raise InputError(CHANGED)
    return model._fit_from_counts(counted, training)


def check_estimator(model: Any) -> None:
    """Raise InputError for an estimator that cannot be fitted by partition."""
    is_counting = isinstance(model, CountingClassifier)
    if is_counting and model._accepts_only_text():
        cure = "call its `partial_fit` with one partition after another"
        raise InputError(f"{type(model).__name__} takes texts or counts of words: {cure}")
    if not is_counting or not incremental.is_incremental(model._stanza, model._params):
        raise InputError(
            f"{type(model).__name__} with these parameters needs all cases at once: choose NB, GaussianNB, "
            "MixedNB, VonMisesNB (for angles), TAN, AODE or KDB with their defaults, or fit it on a sample "
            "in memory"
        )


def make_plan(model: Any, meta: pd.DataFrame, target: str) -> Plan:
    """Plan how to read the partitions. Raises InputError for unsuitable columns and kinds."""
    names = [str(name) for name in meta.columns]
    if target not in list(meta.columns):
        raise InputError(f"target is {target!r}, which is not a column of data{did_you_mean(target, names)}")
    if names != list(meta.columns) or len(set(names)) < len(names):
        raise InputError("data has columns whose names are repeated or are not text: rename them first")
    X, kinds = meta.drop(columns=target), model.kinds
    entries = kinds.items() if isinstance(kinds, dict) else [("*", kinds)]
    for name, dtype in X.dtypes.items():
        stated = [entry for key, entry in entries if entry and fnmatch.fnmatchcase(name, key)]
        if any((entry.get("kind") if isinstance(entry, dict) else entry) in TEXT for entry in stated):
            raise InputError(f"column {name!r} has texts, which are not counted by partition: drop it")
        if pd.api.types.is_object_dtype(dtype) and not stated:
            raise InputError(
                f"column {name!r} contains objects, whose kind depends on all rows: convert it to text or "
                f"numbers, for example with `astype('str')`, or name its kind in `kinds`"
            )
    attributes = frames.encode_frame(frames.to_frame(X), np.zeros(0, np.int32), (), kinds=kinds).attributes
    cut = [a.name for a in attributes if a.kind in CUT] if model.discretize else []
    return Plan(model, meta, target, attributes, cut)


def align_columns(part: pd.DataFrame, plan: Plan) -> pd.DataFrame:
    """Return the partition with the plan's columns in its order. Raises InputError for other columns."""
    if set(part.columns) != set(plan.meta.columns):
        raise InputError(
            f"a partition has the columns {list(part.columns)}, unlike the first partition: give all "
            "partitions the same columns"
        )
    part = part[list(plan.meta.columns)].reset_index(drop=True)
    # the type of a column of missing cells says nothing
    return part.astype({name: plan.meta.dtypes[name] for name in part if part[name].isna().all()})


def read_header(part: pd.DataFrame, plan: Plan) -> Header | None:
    """Return the header of one partition; None if it has no rows. Raises InputError for other columns."""
    part = align_columns(part, plan)
    if not len(part):
        return None
    labels = part[plan.target].value_counts(dropna=False, sort=False)
    return Header(labels, part[:HEAD], part[[*plan.cut, plan.target]] if plan.cut else part[:0])


def join_headers(a: Header, b: Header, plan: Plan) -> Header:
    """Join two headers; the rows of `a` come first."""
    labels = pd.concat([a.labels, b.labels]).groupby(level=0, dropna=False, sort=False).sum()
    head = a.head if len(a.head) >= HEAD else pd.concat([a.head, b.head], ignore_index=True)[:HEAD]
    return Header(labels, head, pd.concat([a.cut, b.cut], ignore_index=True) if plan.cut else a.cut)


def encode_labels(rows: pd.DataFrame, plan: Plan) -> tuple[pd.DataFrame, np.ndarray]:
    """Return the rows whose label has a weight, without their labels, and their class indices (n,).

    Raises InputError for labels that did not occur in the first pass.
    """
    place = class_labels.match_labels(rows[plan.target], plan.labels)
    if (place < 0).any():
        raise InputError(CHANGED)
    y = plan.codes[place]
    return rows[y >= 0].drop(columns=plan.target), y[y >= 0]


def learn_cuts(rows: pd.DataFrame, plan: Plan) -> tuple[np.ndarray, ...]:
    """Learn the cut points of all numeric columns from all rows."""
    X, y = encode_labels(rows, plan)
    cut = [a for a in plan.attributes if a.kind in CUT]
    table = frames.encode_new_frame(frames.to_frame(X), plan.cut, cut, plan.classes)._replace(y=y)
    weights = None if plan.weights is None else plan.weights[y]
    return incremental.learn_cuts(table, plan.model._stanza, weights)


def count_partition(part: pd.DataFrame, plan: Plan) -> Counted | None:
    """Count one partition; None if it has no rows with a weight.

    Raises InputError for kinds and categories that differ from the plan, and for labels that did not occur in
    the first pass.
    """
    model = plan.model
    X, y = encode_labels(align_columns(part, plan), plan)
    if not len(y):
        return None
    table = frames.encode_frame(frames.to_frame(X), y, plan.classes, kinds=model.kinds)
    table_sums.unite_attributes(plan.attributes, table.attributes)
    weights = None if plan.weights is None else plan.weights[y]
    return incremental.count_block(table, model._method, model._stanza, model._params, weights, plan.cuts)


def merge_counts(a: Counted, b: Counted, plan: Plan) -> Counted:
    """Merge the counts of two parts."""
    return incremental.merge_blocks(a, b, plan.model._stanza)


def read_column_types(data: Any) -> pd.DataFrame:
    """Read columns and types of a Dask data frame, or of pandas data frames, without rows.

    Raises InputError for anything else.
    """
    if is_dask(data):
        columns = [pd.Series(dtype=kind, name=name) for name, kind in data.dtypes.items()]
        return pd.concat(columns, axis=1)
    if isinstance(data, Sequence) and data and all(isinstance(part, pd.DataFrame) for part in data):
        return data[0].iloc[:0].reset_index(drop=True)
    raise InputError(
        f"data is a {type(data).__name__}, expected a data frame of Dask, or a list of data frames of "
        "pandas: use the estimator's fit for data in memory"
    )


def is_dask(data: Any) -> bool:
    """Whether the data are a data frame of Dask."""
    return hasattr(data, "to_delayed") and hasattr(data, "columns")


def reduce_partitions(
    data: Any, read: Callable[[pd.DataFrame, Plan], Any], merge: Callable[[Any, Any, Plan], Any], plan: Plan
) -> Any:
    """Apply `read` to every partition and merge the results in a tree, by Dask or in this process."""
    if not is_dask(data):
        return merge_results((read(part, plan) for part in data), merge, plan)
    from dask import delayed

    # the graph contains one copy, regardless of the number of partitions
    shared_plan = delayed(plan, traverse=False)
    level = [delayed(read)(part, shared_plan) for part in data.to_delayed()]
    while len(level) > 1:
        groups = [level[i : i + SPLIT_EVERY] for i in range(0, len(level), SPLIT_EVERY)]
        level = [delayed(merge_results)(group, delayed(merge), shared_plan) for group in groups]
    return level[0].compute()


def merge_results(results: Iterable[Any], merge: Callable[[Any, Any, Plan], Any], plan: Plan) -> Any:
    """Merge the results of the partitions that have rows; None if no partition has any."""
    of_rows = (result for result in results if result is not None)
    return functools.reduce(lambda a, b: merge(a, b, plan), of_rows, next(of_rows, None))

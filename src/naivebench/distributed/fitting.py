"""Fitting of counting estimators in two passes over the partitions: the first finds the values, the second
counts.

Value lists, classes and cut points are fixed between the passes. The statistics of the partitions can
therefore be added, and the model does not depend on how the rows are partitioned
(docs/distributed.md#how-it-works).
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import numpy as np
import pandas as pd
from sklearn.base import clone

from naivebench.core.checks import InputError, did_you_mean, whole
from naivebench.core.table import DISCRETE, UNSEEN, Attribute, Table, subset
from naivebench.data import class_labels, frames
from naivebench.data.discretization import apply as discretization
from naivebench.data.text_columns import KINDS as TEXT
from naivebench.distributed import first_pass, partitions
from naivebench.estimators import class_balance
from naivebench.estimators.counting import CountingClassifier
from naivebench.models import fitted, incremental, registry, weighting
from naivebench.models.incremental import Counted
from naivebench.models.stanzas import MethodStanza

MOST_VALUES = 100_000  # default limit for the different values of a column

Estimator = TypeVar("Estimator")


class Counting(NamedTuple):
    """Settings for counting every partition."""

    plan: first_pass.Plan
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    labels: np.ndarray  # (K,) as in the class column, ascending
    order: np.ndarray  # (K,) class index of every label
    cuts: tuple[np.ndarray, ...]
    stanza: MethodStanza
    params: dict[str, Any]


def fit(estimator: Estimator, data: Any, target: str, *, most_values: int = MOST_VALUES) -> Estimator:
    """Fit a copy of a counting estimator to partitioned data; it equals a fit on all rows at once.

    data: a data frame of Dask, or a list of pandas data frames; its rows are read twice. target: the column
    of labels. All other columns are attributes; their kinds come from the estimator's `kinds` or from
    their types. most_values: largest number of different values of a column that is not numeric. Cut points
    are learned from up to `first_pass.SAMPLE` different rows; smaller data are used completely. Class weights
    multiply the counts of the classes, which gives the model of the weighted rows.

    Raises InputError for methods and parameters that need all cases at once, for columns that do not fit, and
    for a bad `class_weight`.
    """
    model: Any = clone(estimator)
    stanza, params = _checked(model)
    meta = partitions.without_rows(data)
    plan = _plan(model, meta, target, whole(most_values, 1, "most_values"))
    seen: first_pass.Found | None = partitions.reduce(data, first_pass.of_partition, first_pass.merge, plan)
    if seen is None:
        raise InputError("data has no rows: check the files or the filter that it comes from")
    seen, given = _used(seen, plan, model.class_weight)
    training = model._read_training(*_witness(seen, plan), weigh_classes=False)
    fitted.check_kinds(training.table, stanza, model._method)
    attributes, classes = training.table.attributes, training.table.classes
    how = Counting(plan, attributes, classes, training.labels, training.order, (), stanza, params)
    weights = _weights(given, how, np.ones(len(classes)))
    how = how._replace(cuts=_cuts(seen.sample, how, weights))
    none = subset(training.table, np.zeros(0, np.intp))
    weighting.weighted_cases(incremental.count(none, how.cuts, stanza, params), weights)  # may raise
    counted: Counted | None = partitions.reduce(data, count, merge, how)
    if counted is None or counted.class_counts.sum() != seen.rows:
        raise _changed()
    weights = _weights(given, how, counted.class_counts)
    return model._keep_counts(weighting.weighted_cases(counted, weights), training)


def _checked(model: Any) -> tuple[MethodStanza, dict[str, Any]]:
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
    if not incremental.is_incremental(registry.load(stanza["module"]), params):
        raise InputError(
            f"{name} needs all cases at once with the parameters that you set: leave them at their defaults, "
            "or fit it on a sample in memory"
        )
    model._rng()
    return stanza, params


def _plan(model: Any, meta: pd.DataFrame, target: str, most_values: int) -> first_pass.Plan:
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
    discrete = {a.name for a in table.attributes if a.kind in DISCRETE}
    not_numeric = {name for name in names if not pd.api.types.is_numeric_dtype(meta[name].dtype)}
    numbers = {a.name for a in table.attributes if a.kind in discretization.CUT}
    maybe = {name for name in X.columns if X[name].dtype == object}  # the kind depends on the cells
    sampled = tuple(name for name in X.columns if model.discretize and name in numbers | maybe)
    left_out = class_balance.left_out(model.class_weight)
    listed = frozenset({*discrete, *not_numeric, target})
    return first_pass.Plan(meta, target, listed, sampled, most_values, left_out)


def _used(seen: first_pass.Found, plan: first_pass.Plan, class_weight: Any) -> tuple[first_pass.Found, Any]:
    """What was found without the labels of weight 0, and the class weights without them.

    Raises InputError if no label is left.
    """
    if not plan.left_out:
        return seen, class_weight
    labels = seen.cells[plan.target]
    zero = labels.isin(plan.left_out)
    if zero.all():
        raise InputError("class_weight is 0 for every class: give a weight above 0")
    without = {label: weight for label, weight in class_weight.items() if label not in set(labels[zero])}
    return seen._replace(cells=seen.cells | {plan.target: labels[~zero]}), without


def _weights(given: Any, how: Counting, cases: np.ndarray) -> np.ndarray | None:
    """The weight of every class, (K,), from the cases of each; both by class index."""
    if given is None:
        return None
    weights = np.empty(len(cases))
    weights[how.order] = class_balance.of_classes(given, how.labels, cases[how.order].astype(np.float64))
    return weights


def _witness(seen: first_pass.Found, plan: first_pass.Plan) -> tuple[pd.DataFrame, pd.Series]:
    """A small table with the types and the different cells of all rows, in which an estimator finds the same
    kinds, value lists and classes.
    """
    n = max(len(seen.numbers), *map(len, seen.cells.values()))
    rows = np.arange(n)
    columns = {}
    for name in plan.meta.columns:
        if name in seen.cells:
            cells = seen.cells[name]
            columns[name] = cells.iloc[rows % len(cells)].reset_index(drop=True)
        else:
            columns[name] = seen.numbers[name].astype(np.float64).reindex(rows)
    y = columns.pop(plan.target)
    return pd.DataFrame(columns), y


def _cuts(
    sample: first_pass.Sample | None, how: Counting, weights: np.ndarray | None
) -> tuple[np.ndarray, ...]:
    """Learn cut points of all numbers from the sample. Rows count by their occurrences, scaled to at most
    about `fitted.MOST_REPEATED` in total. Whole class weights repeat the rows, as in `models.incremental`.
    """
    cut = [a for a in how.attributes if a.kind in discretization.CUT]
    discretizer = how.stanza.get("discretize")
    if sample is None or discretizer is None:
        return ()
    X = sample.rows[[a.name for a in cut]]
    table = frames.like(frames.plain(X), list(X.columns), cut, how.classes)
    table = table._replace(y=_codes(sample.rows[how.plan.target], how))
    times = sample.times
    if weights is not None and (weights == np.floor(weights)).all():
        of_rows = times * weights[table.y]
        times = of_rows.astype(np.int64) if of_rows.sum() <= incremental.REPEATED else times
    total = int(times.sum())
    if total > fitted.MOST_REPEATED:
        times = np.maximum(1, times * fitted.MOST_REPEATED // total)
    return tuple(discretization.learn(fitted.repeated(table, times), discretizer))


def count(part: pd.DataFrame, how: Counting) -> Counted | None:
    """Count one partition; None if it has no rows."""
    part = first_pass.used(first_pass.aligned(part, how.plan), how.plan)
    if not len(part):
        return None
    return incremental.count(_table(part, how), how.cuts, how.stanza, how.params)


def merge(a: Counted | None, b: Counted | None, how: Counting) -> Counted | None:
    """Merge the counts of two parts."""
    if a is None or b is None:
        return b if a is None else a
    return incremental.merge(a, b, how.stanza)


def _table(part: pd.DataFrame, how: Counting) -> Table:
    """Encode the rows of a partition. Raises InputError for values that did not occur in the first pass."""
    X = part.drop(columns=how.plan.target)
    table = frames.like(frames.plain(X), list(X.columns), how.attributes, how.classes, unseen=UNSEEN)
    if (table.codes == UNSEEN).any():
        raise _changed()
    return table._replace(y=_codes(part[how.plan.target], how))


def _codes(y: pd.Series, how: Counting) -> np.ndarray:
    """Class indices (n,) of labels. Raises InputError for labels that did not occur in the first pass."""
    place = class_labels.match_labels(y, how.labels.tolist())
    if (place < 0).any():
        raise _changed()
    return how.order[place].astype(np.int32)


def _changed() -> InputError:
    return InputError(
        "the rows have changed between the two passes over data: fit again while no program writes to "
        "them, or call `persist()` first"
    )

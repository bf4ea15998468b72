"""Functions for the training data that users pass to an estimator: labels, weights, and kinds of columns."""

from __future__ import annotations

import fnmatch
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, assert_all_finite, column_or_1d

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Table, natural_order
from naivebench.data import class_labels, column_notes, frames
from naivebench.data.text_columns import KINDS as TEXT

CHECKED = 10_000  # number of cases checked for numbers that look like labels


class Training(NamedTuple):
    """Training data in the form that an estimator learns from."""

    table: Table
    weights: np.ndarray | None  # (n,)
    names: list[str]  # column names
    labels: np.ndarray  # (K,) classes in scikit-learn's order
    order: np.ndarray  # (K,) class index in the table of each label


class Encoded(NamedTuple):
    """Labels as the classes of a table, in an order that differs from scikit-learn's."""

    codes: np.ndarray  # (n,) class index of every case
    names: list[str]  # (K,) class names in the benchmark's order, to which the indices refer
    labels: np.ndarray  # (K,) labels in scikit-learn's order
    order: np.ndarray  # (K,) class index of every label


def encode_labels(y: Any, known: Sequence[np.ndarray] = ()) -> Encoded:
    """Encode the labels y (n,); known: further labels that are classes too, such as labels of earlier cases.

    Raises ValueError for targets that are not labels, for labels whose type differs from the known ones, and
    if there are none.
    """
    y = column_or_1d(y, warn=True)
    assert_all_finite(y, input_name="y")
    check_classification_targets(y)
    if not len(y):
        raise InputError("X has 0 sample(s) while a minimum of 1 is required.")
    given = _name_label_type(y)
    for earlier in map(_name_label_type, known):
        if earlier != given:
            raise InputError(
                f"y contains {given}, but the earlier classes are {earlier}: give all labels the same type"
            )
    labels = np.unique(np.concatenate([y, *known]))
    names = [frames.format_label(convert_to_plain_value(label)) for label in labels]
    classes = natural_order(names)
    class_labels.check_probability_count(len(y), len(classes), "y")
    index = {name: i for i, name in enumerate(classes)}
    order = np.array([index[name] for name in names], dtype=np.int32)
    return Encoded(order[np.searchsorted(labels, y)], classes, labels, order)


def unify_spelling(y: Any, known: Sequence[np.ndarray] = ()) -> Any:
    """Give labels of one class the same spelling, that of `known` labels
    (`class_labels.unify_label_spelling`).
    """
    if y is None:
        return y
    listed = [*class_labels.list_pandas_categories(y), *(label for labels in known for label in labels)]
    return class_labels.unify_label_spelling(column_or_1d(y, warn=True), listed)


def check_labels_declared(y: Any, classes: np.ndarray) -> None:
    """Raise InputError for labels that are not among the declared classes."""
    labels = column_or_1d(y)
    if _name_label_type(labels) != _name_label_type(classes):
        return  # `encode_labels` says so
    others = np.unique(labels[class_labels.match_labels(labels, classes.tolist()) < 0])
    if len(others):
        raise InputError(
            f"The target label(s) {others.tolist()!r} in y do not exist in the initial classes "
            f"{classes.tolist()!r}: leave `classes` out of the first call if labels may be added"
        )


def select_cases_with_weight(data: Any, y: Any, sample_weight: Any) -> tuple[Any, np.ndarray, np.ndarray]:
    """Return data, labels and weights of cases of positive weight. Raises ValueError for bad weights."""
    weights = _check_sample_weight(sample_weight, data, dtype=np.float64, ensure_non_negative=True)
    rows = np.flatnonzero(weights > 0)
    return frames.select_rows(data, rows), column_or_1d(y)[rows], weights[rows]


def declare_kinds(attributes: Sequence[Attribute]) -> dict[str, dict[str, Any]] | None:
    """Declare kinds and value lists of known columns, in the form of `kinds`, so that further cases are read
    like the first ones. Returns None if X contains only texts, because their attributes need not be columns.
    """
    if all(a.kind in TEXT for a in attributes):
        return None
    return {
        a.name: {"kind": a.kind}
        | ({"period": a.period} if a.period else {})
        | ({"columns": list(a.values)} if a.kind == "direction" else {})
        | ({"values": list(a.values)} if a.declared else {})
        for a in attributes
    }


def list_component_columns(attribute: Attribute) -> tuple[str, ...]:
    """Return the columns of X that an attribute consists of."""
    words = attribute.kind in TEXT and attribute.declared
    return attribute.values if attribute.kind == "direction" or words else (attribute.name,)


def warn_of_numbers_like_labels(train: Table, kinds: Any) -> None:
    """Warn about columns whose numbers look like labels, unless `kinds` declares their kind."""
    names = [attribute.name for attribute in train.attributes]
    if isinstance(kinds, str) or ("default" in (kinds or ()) and "default" not in names):
        return
    inferred = [name for name in names if not any(fnmatch.fnmatchcase(name, key) for key in kinds or ())]
    first = train._replace(reals=train.reals[:CHECKED])
    nominal, drop = "kinds={'COL': 'nominal'}", "`X.drop(columns=['COL'])`"
    notes = column_notes.list_suspicion_notes(first, inferred, nominal, drop)
    for sentence in column_notes.compose_sentences(notes):
        warnings.warn(sentence, stacklevel=5)


def convert_to_plain_value(value: Any) -> Any:
    """Return a value in the types of configuration files."""
    if isinstance(value, (tuple, np.ndarray)):
        return [convert_to_plain_value(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def _name_label_type(labels: np.ndarray) -> str:
    """Return the name of the type of labels."""
    kind = "U" if labels.dtype.kind == "O" and all(isinstance(x, str) for x in labels) else labels.dtype.kind
    return {"b": "booleans", "U": "text", "S": "bytes", "O": "objects"}.get(kind, "numbers")

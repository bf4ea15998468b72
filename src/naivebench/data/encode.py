"""Encoding of text cells as the typed table: kinds, value lists, classes, angles, missing cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import (
    DISCRETE,
    MISSING,
    Attribute,
    Table,
    is_number,
    join_columns,
    natural_order,
    scale_to_unit,
    to_radians,
)
from naivebench.data import (
    Classes,
    Groups,
    Kinds,
    Marks,
    class_labels,
    column_kinds,
    column_notes,
    text_columns,
)
from naivebench.data.column_notes import Note
from naivebench.data.profile import Findings
from naivebench.data.readers.raw_table import (
    NO_NUMBER,
    TRUTH,
    RawTable,
    find_column,
    find_target,
    format_place,
    read_numeric_column,
    set_missing_marks,
    suggest_columns,
)


class Columns(NamedTuple):
    """The table of some columns and rows of a raw table, and findings about the columns."""

    table: Table
    notes: list[Note]
    inferred: list[str]  # columns whose kind was inferred
    looks: dict[str, str]  # column -> what it looks like (`column_kinds.ColumnKind`)


def encode_table(
    raw: RawTable,
    *,
    target: str | int | None = None,
    kinds: Kinds | None = None,
    missing: Marks | None = None,
    drop: Sequence[str] = (),
    groups: str | Groups | None = None,
    classes: Classes | None = None,
    directions: Mapping[str, Sequence[str]] | None = None,
    where: str = "",
) -> tuple[Table, Findings]:
    """Encode a raw table of n rows. Returns the table of the kept rows and findings.

    target: column name, 0-based index, "first" or "last"; None: the column that the file marks, otherwise the
    last. The other arguments are keys of a stanza, which config/README.md explains. A column that the file
    excludes from the predictors is a predictor if `kinds` names it.

    Value lists are declared if the file or the stanza lists them; otherwise they contain the labels that
    occur, numbers by size, then text by code point. Classes without cases are left out, and so are, with a
    warning, rows without a class. A direction of length zero, or with a missing component, is missing.

    Raises InputError with column and line for invalid cells.
    """
    where = where or raw.files[0]
    raw = set_missing_marks(raw, missing)
    class_column = find_target(raw, target)
    named = {str(name) for name in kinds} if isinstance(kinds, dict) else set()
    grouping = groups if isinstance(groups, str) else None
    for key, names in (("drop", drop), ("groups", [grouping] if grouping else [])):
        for name in names:
            find_column(raw, str(name), f"`{key}` of {where}")
    left_out = {class_column, grouping, *map(str, drop), *(set(raw.ignored) - named)}
    stated = kinds.get(class_column) if isinstance(kinds, dict) else None
    labels, y, warnings = class_labels.encode_class_column(raw, class_column, classes, stated, where)
    kept = np.flatnonzero(y >= 0)
    names = [name for name in raw.columns if name not in left_out]
    columns = encode_columns(raw, names, kinds, directions or {}, kept, y[kept], labels, where)
    table = columns.table

    # groups, and notes on columns
    if grouping is not None:
        table = table._replace(groups=_read_groups(raw, grouping, kept).astype(np.int32))
    elif isinstance(groups, dict):
        table = table._replace(groups=text_columns.group_similar_sequences(groups, table, where))
    notes = columns.notes + column_kinds.list_order_notes(table.attributes)
    ignored = {name: raw.hints.get(name, {}).get("note", "") for name in raw.ignored}
    notes += [Note(text, name) for name, text in ignored.items() if text and name not in {*named, *drop}]
    notes += column_notes.list_frequency_notes(table, columns.inferred)
    keep, drop_option = column_kinds.KEEP, column_kinds.DROP
    suspicions = column_notes.list_suspicion_notes(table, columns.inferred, keep, drop_option)
    notes += suspicions
    return table, {
        "rows": kept,
        "warnings": warnings + column_notes.compose_sentences(notes),
        "looks": columns.looks | {note.column: "labels" for note in suspicions},
    }


def encode_columns(
    raw: RawTable,
    names: list[str],
    kinds: Kinds | None,
    directions: Mapping[str, Sequence[str]],
    rows: np.ndarray,
    y: np.ndarray,
    classes: Sequence[str],
    where: str,
) -> Columns:
    """Encode the columns `names` of `rows`, whose classes are `y`; all rows decide about kinds and value
    lists.
    """
    vectors = column_kinds.list_direction_columns(raw, directions, names, where)
    components = {component: name for name, listed in vectors.items() for component in listed}
    single = [name for name in names if name not in components]
    entries = column_kinds.merge_kind_entries(raw, single, kinds, where)
    columns, blocks = list[tuple[Attribute, Any]](), dict[str, Any]()  # blocks of the kinds of texts
    notes, inferred, looks = list[Note](), list[str](), dict[str, str]()
    for name in names:
        if name in components:
            vector, listed = components[name], vectors[components[name]]
            if name == listed[0]:  # a direction takes the place of its first component
                attribute = Attribute(vector, "direction", tuple(listed))
                columns.append((attribute, read_directions(raw, listed)))
            continue
        column, content = column_kinds.decide_kind(raw, name, entries[name], where), None
        if column.kind in DISCRETE:
            nothing, declared = raw.missing | column.missing, column.values is not None
            labels = natural_order(raw.columns[name].cell_counts) if column.values is None else column.values
            values = tuple(label for label in dict.fromkeys(labels) if label not in nothing)
            attribute = Attribute(name, column.kind, values, declared=declared)
            content = class_labels.encode_by_value_list(raw, name, values, nothing)
        elif column.numbers is not None:
            attribute = Attribute(name, column.kind, period=column.period, form=column.numbers.form)
            content = scale_numbers(attribute, column.numbers.values)
        else:
            other = next((a.name for a, _ in columns if a.kind == column.kind), None)
            if other is not None:
                raise InputError(
                    f"column {name!r} of {where} is of kind {column.kind} like {other!r}, but a table can "
                    "have only one such attribute: drop one"
                )
            cells, letters = raw.columns[name].select_rows(rows).blank_marks(raw.missing), column.letters
            attribute, blocks[column.kind], text_notes = text_columns.learn_text_attribute(
                name, column.kind, cells, letters, column.values, where
            )
            notes += text_notes
        columns.append((attribute, content))
        notes += column.notes
        inferred += [name] if column.inferred else []
        looks |= {name: column.look} if column.look else {}

    texts = (blocks.get("count"), blocks.get("sequence"))
    return Columns(join_columns(columns, classes, y, *texts, rows=rows), notes, inferred, looks)


def encode_new_table(
    raw: RawTable,
    attributes: Sequence[Attribute],
    classes: Sequence[str],
    *,
    missing: Marks | None = None,
    unseen: int = MISSING,
    where: str = "",
) -> Table:
    """Encode a raw table (a test file) by the attributes of another one; columns are found by name, others
    are ignored.

    A value that is not in an attribute's list gets the code `unseen`; y is -1. Raises InputError for an
    attribute without a column, or for a cell that should be a number but is not.
    """
    where = where or raw.files[0]
    raw = set_missing_marks(raw, missing)
    columns, blocks = list[tuple[Attribute, Any]](), dict[str, Any]()
    for attribute in attributes:
        name, kind, values = attribute.name, attribute.kind, attribute.values
        for column in values if kind == "direction" else [name]:
            if column not in raw.columns:
                near = suggest_columns(raw, column)
                raise InputError(f"{where} has no column {column!r}, which the training data have{near}")
        content: Any = None
        if kind in DISCRETE:
            # NA is missing among numbers and truth values, unless the training data have it as a value
            known = {value.lower() for value in values}
            beside = NO_NUMBER if known <= TRUTH or all(map(is_number, known)) else frozenset()
            nothing = raw.missing | (beside - set(values))
            content = class_labels.encode_by_value_list(raw, name, values, nothing, unseen)
        elif kind == "direction":
            content = read_directions(raw, values)
        elif kind in text_columns.KINDS:
            blocks[kind] = text_columns.encode_text(attribute, raw.columns[name].blank_marks(raw.missing))
        else:
            content = scale_numbers(attribute, read_numeric_column(raw, name, kind, attribute.form).values)
        columns.append((attribute, content))
    y = np.full(len(raw.lines), MISSING)
    return join_columns(columns, classes, y, blocks.get("count"), blocks.get("sequence"))


def scale_numbers(attribute: Attribute, numbers: np.ndarray) -> np.ndarray:
    """Return the numbers of a file as the table has them, with angles in radians."""
    return to_radians(numbers, attribute.period) if attribute.kind == "angular" else numbers


def read_directions(raw: RawTable, components: Sequence[str]) -> np.ndarray:
    """Read the components of a direction, scaled to length 1, (n, p); NaN if one is missing or all are 0."""
    vectors = np.column_stack([read_numeric_column(raw, name, "direction").values for name in components])
    return scale_to_unit(vectors)


def _read_groups(raw: RawTable, name: str, kept: np.ndarray) -> np.ndarray:
    """Return the group of every kept row, numbered in the natural order of the cells."""
    cells = raw.columns[name]
    empty = np.intersect1d(cells.find_rows([""]), kept).tolist()
    if empty:
        place = format_place(raw, empty[0])
        raise InputError(f"{place}: the groups column {name!r} is empty: give every case a group")
    order = {value: i for i, value in enumerate(natural_order(cells.cell_counts))}
    return cells.factors.look_up_codes(order)[kept]

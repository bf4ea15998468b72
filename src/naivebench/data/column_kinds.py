"""The kind of every column, as the stanza or file states it or as the cells answer these questions.

1. Are all cells missing, or true and false? They are nominal.
2. Are they numbers in one form (`number_formats`)? They are linear, but codes with leading zeros, and
   numbers that float64 cannot hold, are nominal.
3. Anything else is nominal, with a note if it looks like dates, numbers in an unknown form, texts or
   identifiers.

Cells such as NA are missing in a column of numbers, dates or truth values, and labels in other columns.
docs/protocols/data-sets.md#numbers-as-they-are-written.
"""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, check_one_of
from naivebench.core.table import Attribute
from naivebench.data import Kind, Kinds, column_notes, number_formats, text_columns, written_dates
from naivebench.data.column_notes import ALMOST_ALL, Note, format_missing_option
from naivebench.data.number_formats import EXACT, Numbers, is_number
from naivebench.data.readers.cells import Cells
from naivebench.data.readers.raw_table import (
    NO_NUMBER,
    TRUTH,
    RawTable,
    find_column,
    format_place,
    read_numeric_column,
)

# kinds that a column of a table file can have
FILE_KINDS = ("nominal", "ordinal", "linear", "angular", *text_columns.KINDS)
ENOUGH = 50  # rows from which on a share is no coincidence
WORDS = 5  # mean number of words of the different labels from which on a column contains texts
# options that change how a column is treated; the keys of a stanza have the same names
KEEP = "`--kind COL=nominal`"
DROP = "`--drop COL`"
TEXTS = "contains texts; to use methods for texts, set `--kind COL=count` and leave the other columns out"
DATES = f"dates or times are treated as plain labels (derive numbers such as age, or set {DROP})"


class ColumnKind(NamedTuple):
    """The kind of one column, and further statements of the stanza, the file or the cells about it."""

    kind: str
    inferred: bool = False
    period: float = 0.0
    values: tuple[str, ...] | None = None  # a declared value list, or the letters of a sequence
    letters: str = "a-z"  # characters that words consist of
    missing: frozenset[str] = frozenset()  # cells that are missing in this column only
    numbers: Numbers | None = None  # of a linear or angular column
    notes: Sequence[Note] = ()
    # what a column of labels looks like: dates, numbers (that could not be read as such), texts, or ""
    look: str = ""


def merge_kind_entries(
    raw: RawTable, names: Sequence[str], kinds: Kinds | None, where: str
) -> dict[str, Kind]:
    """Merge the statements of the stanza and the file about each of the columns `names`; `kinds` as in
    `encode.encode_table`.

    The stanza's entry for the name of a column has precedence over the first pattern that matches, and this
    over the default. The file adds the keys that the entry lacks. If the table has a column called `default`,
    the entry `default` is for this column. Raises InputError for columns in `kinds` that `raw` does not have.
    """
    entries: dict[str, str | Kind] = {"*": kinds} if isinstance(kinds, str) else dict(kinds or {})
    default = None if "default" in raw.columns else entries.pop("default", None)
    patterns = [name for name in entries if "*" in str(name)]
    # a misspelt name must not leave its column to the default
    check_columns_exist(raw, map(str, entries), "kinds" if where == "X" else f"`kinds` of {where}")
    merged = {}
    for name in names:
        pattern = next((k for k in patterns if fnmatch.fnmatchcase(name, k)), None)
        entry = entries.get(name, default if pattern is None else entries[pattern])
        stated: Kind = entry if isinstance(entry, dict) else {"kind": entry} if entry else {}
        usual: Kind = {"kind": "ordinal"} if "values" in stated else {}
        merged[name] = raw.hints.get(name, {}) | usual | stated
    return merged


def check_columns_exist(raw: RawTable, names: Iterable[str], where: str) -> None:
    """Raise InputError for a name, or a pattern such as "x*", without a column; `where`: key or option."""
    for name in names:
        if "*" not in name or not fnmatch.filter(raw.columns, name):
            find_column(raw, name, where)


def decide_kind(raw: RawTable, name: str, entry: Kind, where: str) -> ColumnKind:
    """Choose the kind that `entry` states (`merge_kind_entries`), otherwise the one that the cells suggest.
    Returns the kind, the numbers of a linear or angular column, and all notes.

    Raises InputError for an unknown kind, a bad period, and cells of numeric columns that are not numbers.
    """
    column = _read_stated_kind(raw, name, entry, where) if entry.get("kind") else infer_kind(raw, name)
    return column._replace(notes=[*column.notes, *list_cell_notes(raw, name, column)])


def _read_stated_kind(raw: RawTable, name: str, entry: Kind, where: str) -> ColumnKind:
    kind = entry["kind"]
    period = entry.get("period", 0.0) if kind == "angular" else 0.0
    check_one_of(kind, FILE_KINDS, f"kind of column {name!r}", where)
    listed = entry.get("alphabet", entry.get("values"))
    values = None if listed is None else tuple(map(str, listed))
    if kind not in ("linear", "angular"):
        return ColumnKind(kind, values=values, letters=str(entry.get("letters", "a-z")))
    if kind == "angular" and not (isinstance(period, (int, float)) and 0 < period < math.inf):
        cure = f"set kinds to {{{name!r}: {{'kind': 'angular', 'period': 360}}}}"
        raise InputError(f"column {name!r} of {where} is angular and needs a period above 0: {cure}")
    return ColumnKind(kind, period=float(period), numbers=read_numeric_column(raw, name, kind))


def infer_kind(raw: RawTable, name: str) -> ColumnKind:
    """Return the kind that the cells suggest. Raises InputError for a decimal point among decimal commas."""
    # numbers first: most columns are plain numbers, which are cast at once, without a look at single cells
    cells, missing = raw.columns[name], raw.missing | NO_NUMBER
    numbers = cells.read_numbers(missing, raw.decimal)
    if numbers is not None and not np.isnan(numbers.values).all():
        # only long numbers and leading zeros can be codes, so most cells need not be looked at
        long = np.nanmax(np.abs(numbers.values), initial=0) >= EXACT
        likely = long or cells.has_leading_zero()
        code = number_formats.explain_numeric_codes(cells.factors.labels) if likely else None
        if code is None:
            return ColumnKind("linear", inferred=True, numbers=numbers)
        note = Note(code[0], name, repr(code[1]))
        return ColumnKind("nominal", inferred=True, missing=NO_NUMBER, notes=[note])

    # from here on, the different cells decide
    present = {cell: times for cell, times in cells.cell_counts.items() if cell not in missing}
    if {cell.lower() for cell in present} <= TRUTH:
        return ColumnKind("nominal", inferred=True, missing=NO_NUMBER)
    if raw.decimal == "," and cells.read_numbers(missing, ".") is not None:
        row = cells.find_rows({cell for cell in present if "." in cell})[0]
        raise InputError(
            f"{format_place(raw, row)}: {cells[row]!r} has a decimal point, but `decimal` is a comma: write "
            "all numbers alike, or set `decimal` to a point (`--decimal .`)"
        )
    look, notes = classify_text_column(raw, name, present)
    if look == "dates":
        return ColumnKind("nominal", inferred=True, missing=NO_NUMBER, notes=notes, look=look)
    # among other text, NA may be Namibia
    label = next((cell for cell in cells.cell_counts if cell in NO_NUMBER - raw.missing), None)
    if label is not None:
        text = f"{label} is treated as a label; if it means missing, set `{format_missing_option(label)}`"
        notes = [*notes, Note(text, name)]
    return ColumnKind("nominal", inferred=True, notes=notes, look=look)


def classify_text_column(raw: RawTable, name: str, present: Mapping[str, int]) -> tuple[str, list[Note]]:
    """Classify a column of text, and list notes. present: cells that are not missing, with counts."""
    cells, labels, total = raw.columns[name], list(present), sum(present.values())
    first = repr(labels[0])
    if written_dates.are_dates(labels):
        return "dates", [Note(DATES, name, first)]

    # numbers that are not all in one form, or not all cells
    others = {cell for cell in labels if not number_formats.could_be_number(cell)}
    if not others:
        forms = " and ".join(map(repr, number_formats.find_differing_labels(labels)))
        text = f"numbers in more than one form are treated as labels (write all in one form, or set {KEEP})"
        return "numbers", [Note(text, name, forms)]
    if 2 * sum(present[cell] for cell in others) <= total:
        row = cells.find_rows(others)[0]
        option = format_missing_option(cells[row])
        text = (
            f"contains mostly numbers, but is treated as labels because of {cells[row]!r} in "
            f"{format_place(raw, row)} (correct it, set `{option}` if it means missing, or set {KEEP})"
        )
        return "numbers", [Note(text, name)]
    if number_formats.has_unknown_units(labels):
        text = f"numbers with other text are treated as labels (write them without the text, or set {KEEP})"
        return "numbers", [Note(text, name, first)]
    if len(labels) >= ENOUGH and sum(len(label.split()) for label in labels) >= WORDS * len(labels):
        return "texts", [Note(TEXTS, name)]
    if total >= ENOUGH and len(labels) >= ALMOST_ALL * total:
        text = f"looks like an identifier, which predicts nothing for new cases ({DROP} leaves it out)"
        return "", [Note(text, name, first)]
    return "", []


def list_direction_columns(
    raw: RawTable, directions: Mapping[str, Sequence[str]], names: list[str], where: str
) -> dict[str, list[str]]:
    """Return the mapping from every direction to its columns.

    Raises InputError for columns that do not exist, have another use, or occur in two directions.
    """
    vectors = {str(n): [c] if isinstance(c, str) else list(map(str, c)) for n, c in directions.items()}
    used = [column for columns in vectors.values() for column in columns]
    for name, columns in vectors.items():
        place = f"kinds[{name!r}]" if where == "X" else f"`directions.{name}` of {where}"
        for column in columns:
            find_column(raw, column, place)
            if used.count(column) > 1 or column not in names:
                why = "which is used twice, or is the class, the groups or left out"
                raise InputError(f"{place} names {column!r}, {why}: give it columns of its own")
        if len(columns) < 2 or (name in names and name not in used):
            raise InputError(f"{place} must have at least two columns, and a name that no other column has")
    return vectors


def list_cell_notes(raw: RawTable, name: str, column: ColumnKind) -> list[Note]:
    """List notes on the form of a column's cells, and on numbers that may have another meaning."""
    cells, numbers, notes = raw.columns[name], column.numbers, list[Note]()
    if numbers is not None:
        form = [*numbers.remarks, *([] if numbers.form or raw.decimal else list_form_remarks(cells, numbers))]
        notes += [Note(text, name, repr(example)) for text, example in form]
        notes += column_notes.list_number_notes(
            name, column.kind, column.period, numbers.values, column.inferred
        )
    if column.missing or (numbers is not None and np.isnan(numbers.values).any()):
        rows = cells.find_rows(NO_NUMBER - raw.missing)
        if rows:
            example = f"{len(rows)}, such as {cells[rows[0]]!r} in {raw.unit} {raw.lines[rows[0]]}"
            notes.append(
                Note("cells that programs write for missing values are treated as missing", name, example)
            )
    return notes


def list_form_remarks(cells: Cells, numbers: Numbers) -> list[tuple[str, str]]:
    """List remarks on plain numbers that may mix two forms (`number_formats.list_mixed_form_remarks`)."""
    # the first cells exclude it for most columns, whose different cells need not be listed
    if isinstance(cells.source, np.ndarray) or np.nanmax(np.abs(numbers.values), initial=0) >= 1000:
        return []
    pointed = [cell for cell in cells.list_first_cells() if "." in cell]
    if not (pointed or (numbers.values % 1 > 0).any()):
        return []
    if not all(map(number_formats.THOUSANDS.fullmatch, pointed)):
        return []
    return number_formats.list_mixed_form_remarks(list(filter(is_number, cells.factors.labels)))


def list_order_notes(attributes: Sequence[Attribute]) -> list[Note]:
    """List notes on ordinal attributes of text whose order is not declared."""
    text = (
        "ordinal values are in alphabetical order (to give another, set `--kind COL=ordinal:VALUE,VALUE,...`)"
    )
    return [
        Note(text, a.name, ", ".join(a.values))
        for a in attributes
        if a.kind == "ordinal" and not a.declared and len(a.values) > 2 and not all(map(is_number, a.values))
    ]

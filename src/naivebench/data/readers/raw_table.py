"""The raw contents of a file: cells in columns, and what the file states about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.table import KINDS
from naivebench.data import Kind, Marks, number_formats
from naivebench.data.number_formats import Numbers
from naivebench.data.readers.cells import Cells, concatenate_cells

# cells that programs write for a missing number, date or truth value; among other text these are labels
NO_NUMBER = frozenset(
    {
        *("NA", "na", "N/A", "n/a", "#N/A", "#NA", "<NA>", "NaN", "nan", "NAN", "Nan", "-nan", "NaT"),
        *("None", "NULL", "Null", "null"),
    }
)
TRUTH = frozenset({"true", "false", "t", "f"})


class RawTable(NamedTuple):
    """Cells as stripped text, column by column."""

    columns: dict[str, Cells]
    hints: dict[str, Kind]  # what the file states about columns; `note`: the text of a Note on an ignored one
    target: str | None  # the column that the file marks as the class
    ignored: tuple[str, ...]  # columns that the file excludes from the predictors
    lines: Sequence[int]  # line number of every row in its file, from 1
    files: tuple[str, ...]  # the files of the rows
    file_of: np.ndarray  # (n,) the file of every row, an index into `files`
    unit: str = "line"  # what `lines` counts: row in files that have no lines
    # cells that mean missing: the empty cell, and the marks of the file or those that the user states
    missing: frozenset[str] = frozenset({"", "?"})
    decimal: str = ""  # the decimal mark that the user states; "" to find that of every column

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self.columns)


def split_lines(text: str) -> list[str]:
    """Split a text into lines; `str.splitlines` would also split at rarer characters, such as byte 0x85."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def format_place(raw: RawTable, row: int) -> str:
    """Return the place of a row (from 0) for messages: ``x.csv, line 12``."""
    return f"{raw.files[raw.file_of[row]]}, {raw.unit} {raw.lines[row]}"


def make_table_from_rows(
    names: Sequence[str], rows: list[list[str]], lines: Sequence[int], where: str, **properties: Any
) -> RawTable:
    """Build a raw table from rows; properties: as for `make_table_from_columns`. Raises InputError for a row
    that does not have a cell for each name.
    """
    odd = next((i for i, row in enumerate(rows) if len(row) != len(names)), None)
    if odd is not None:
        found = f"expected {len(names)} cells, found {len(rows[odd])}"
        raise InputError(f"{where}, line {lines[odd]}: {found}: fix or delete the line")
    columns = [Cells(list(column)) for column in zip(*rows, strict=True)] or [Cells([]) for _ in names]
    return make_table_from_columns(names, columns, lines, where, **properties)


def make_table_from_columns(
    names: Sequence[str],
    columns: Sequence[Cells],
    lines: Sequence[int],
    where: str,
    *,
    hints: dict[str, Kind] | None = None,
    target: str | None = None,
    ignored: Sequence[str] = (),
    unit: str = "line",
) -> RawTable:
    """Build a table from columns with a cell for each of `lines`. Raises InputError for repeated names."""
    repeated = sorted(name for name, times in Counter(names).items() if times > 1)
    if repeated:
        raise InputError(
            f"{where} has more than one column named {', '.join(map(repr, repeated))}: rename them, or give "
            "names in the stanza"
        )
    named = dict(zip(names, columns, strict=True))
    file_of = np.zeros(len(lines), dtype=np.int32)
    return RawTable(named, hints or {}, target, tuple(ignored), lines, (where,), file_of, unit)


def concatenate_tables(parts: Sequence[RawTable]) -> RawTable:
    """Return the rows of several files with the same columns, end to end."""
    if len({part.missing for part in parts}) > 1:  # marks of one file may be values of another
        blanked = [{name: c.blank_marks(part.missing) for name, c in part.columns.items()} for part in parts]
        parts = [set_missing_marks(replace_columns(p, b), ()) for p, b in zip(parts, blanked, strict=True)]
    first, files = parts[0], tuple(part.files[0] for part in parts)
    other = next((part for part in parts if part.names != first.names), None)
    if other is not None:
        raise InputError(
            f"{other.files[0]} has different columns from {files[0]}: give all files of a data set the same "
            "columns"
        )
    columns = {name: concatenate_cells([part.columns[name] for part in parts]) for name in first.names}
    lines = [line for part in parts for line in part.lines]
    file_of = np.repeat(np.arange(len(parts)), [len(part.lines) for part in parts])
    return first._replace(columns=columns, lines=lines, files=files, file_of=file_of)


def select_rows(raw: RawTable, rows: Sequence[int] | np.ndarray) -> RawTable:
    """Return the rows with these numbers, in this order."""
    kept = np.asarray(rows, dtype=np.intp)
    columns = {name: column.select_rows(kept) for name, column in raw.columns.items()}
    lines = [raw.lines[row] for row in kept.tolist()]
    return raw._replace(columns=columns, lines=lines, file_of=raw.file_of[kept])


def replace_columns(
    raw: RawTable,
    cells: Mapping[str, Cells | list[str]],
    *,
    hints: dict[str, Kind] | None = None,
    drop: Container[str] = (),
) -> RawTable:
    """Replace the cells of these columns, add new columns at the end, and leave out the columns in `drop`."""
    merged = raw.columns | {n: c if isinstance(c, Cells) else Cells(c) for n, c in cells.items()}
    kept = {name: column for name, column in merged.items() if name not in drop}
    return raw._replace(
        columns=kept,
        hints={name: hint for name, hint in (raw.hints | (hints or {})).items() if name in kept},
        ignored=tuple(name for name in raw.ignored if name in kept),
        target=raw.target if raw.target in kept else None,
    )


def rename_columns(raw: RawTable, names: Sequence[str], where: str) -> RawTable:
    """Rename all columns; `names` has one for each."""
    if len(names) != len(raw.columns):
        counts = f"{len(names)} columns, but {where} has {len(raw.columns)}"
        raise InputError(f"`names` lists {counts}: give one name for each column")
    new = dict(zip(raw.columns, map(str, names), strict=True))
    return raw._replace(
        columns={new[name]: column for name, column in raw.columns.items()},
        hints={new[name]: hint for name, hint in raw.hints.items()},
        target=None if raw.target is None else new[raw.target],
        ignored=tuple(new[name] for name in raw.ignored),
    )


def set_missing_marks(raw: RawTable, missing: Marks | None) -> RawTable:
    """Replace the marks of missing cells that the file implies; None keeps them."""
    if missing is None:
        return raw
    marks = [missing] if isinstance(missing, (str, int, float)) else missing
    return raw._replace(missing=frozenset({"", *(str(mark).strip() for mark in marks)}))


def suggest_columns(raw: RawTable, column: str) -> str:
    """Write the end of a sentence about an unknown column, with the closest columns of the table."""
    near = did_you_mean(column, raw.names)
    marks = (
        "columns are separated by a comma, semicolon, bar, tab, blank, or the mark in a first line `sep=~`"
    )
    return near if len(raw.columns) > 1 or raw.unit != "line" else f"{near} ({marks})"


def find_column(raw: RawTable, column: str, where: str) -> Cells:
    """Return a column. Raises InputError, with the closest name, if it does not exist. where: key for
    messages.
    """
    if column not in raw.columns:
        near = suggest_columns(raw, column)
        raise InputError(f"{where} names {column!r}, which is not a column of {raw.files[0]}{near}")
    return raw.columns[column]


def find_target(raw: RawTable, target: str | int | None) -> str:
    """Return the name of the class column. Raises InputError with the closest name if there is none."""
    if target is None:
        return raw.target or raw.names[-1]
    if target in raw.names:
        return str(target)
    if target in ("first", "last"):
        return raw.names[0 if target == "first" else -1]
    text = str(target)
    if text.lstrip("-").isdigit() and -len(raw.names) <= int(text) < len(raw.names):
        return raw.names[int(text)]
    raise InputError(f"target {target!r} is not a column of {raw.files[0]}{suggest_columns(raw, text)}")


def read_numeric_column(raw: RawTable, name: str, what: str, form: str | None = None) -> Numbers:
    """Return a column as numbers (n,) in the unit of the file.

    what: the kind of the column, or the step that needs numbers, for messages. form: the form of the numbers
    in the training data, which the cells must have too; None for the training data themselves. Raises
    InputError with the place of a cell that is not a number.
    """
    cells, missing, decimal = raw.columns[name], raw.missing | NO_NUMBER, raw.decimal
    if form is not None and not decimal:  # files with typed columns, whose unit is a row, have decimal points
        decimal = form[:1].strip() or ("." if raw.unit == "line" else "")
    numbers = cells.read_numbers(missing, decimal)
    unit = None if form is None else form[1:]
    if numbers is not None and (unit in (None, numbers.form[1:]) or np.isnan(numbers.values).all()):
        return numbers

    # the first cell that is not a number, or is in another form than the others
    odd = present = [cell for cell in cells.cell_counts if cell not in missing]
    if numbers is None:
        odd = [cell for cell in present if number_formats.parse_numbers([cell], decimal) is None]
        odd = odd or number_formats.find_differing_labels(present)[1:]
    row = cells.find_rows(odd)[0]
    why = "is not a number"
    cure = f"correct it, declare the column nominal, or add {cells[row]!r} to `missing` (`--missing`)"
    if number_formats.could_be_number(cells[row]):
        unit = f"the unit {unit}" if unit else "no unit"
        others = repr(present[0]) if form is None else f"in the training data, which have {unit}"
        why, cure = f"is not written as {others}", "write all numbers alike, or set `--decimal`"
    named = f"the {what} column {name!r}" if what in KINDS else f"column {name!r} ({what})"
    raise InputError(f"{format_place(raw, row)}: {cells[row]!r} in {named} {why}: {cure}")

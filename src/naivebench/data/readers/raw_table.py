"""The raw contents of a file: cells in columns, and what the file itself says about them."""

from __future__ import annotations

import bisect
import shlex
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

import numpy as np

from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.table import KINDS
from naivebench.data import written_numbers
from naivebench.data.readers.cells import Cells, join_cells
from naivebench.data.stanza import Marks
from naivebench.data.written_numbers import Numbers

# cells that programs write for a missing number, date or truth value; beside other text these are labels
NO_NUMBER = frozenset(
    {
        *("NA", "na", "N/A", "n/a", "#N/A", "#NA", "<NA>", "NaN", "nan", "NAN", "Nan", "-nan", "NaT"),
        *("None", "NULL", "Null", "null"),
    }
)
TRUTH = frozenset({"true", "false", "t", "f"})


class Hint(TypedDict, total=False):
    """Information in a file about one column."""

    kind: str
    values: list[str]  # where the file lists them
    period: float
    note: str  # why the column is ignored: text of a Note


class RawTable(NamedTuple):
    """Cells as stripped text, column by column."""

    columns: dict[str, Cells]
    hints: dict[str, Hint]
    target: str | None  # the column that the file marks as the class
    ignored: tuple[str, ...]  # columns that the file excludes from the predictors
    lines: Sequence[int]  # line number of every row in its file, from 1
    parts: tuple[tuple[int, str], ...]  # (first row, file) of every file that the rows come from
    unit: str = "line"  # what `lines` counts: row in files that have no lines
    # marks of missing cells besides empty ones, unless the user states others
    missing: tuple[str, ...] = ("?",)
    decimal: str = ""  # the decimal mark that the user states; "" to find that of every column

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self.columns)


def split_lines(text: str) -> list[str]:
    """The lines of a text, which `str.splitlines` also ends at rarer characters, such as byte 0x85."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def name_place(raw: RawTable, row: int) -> str:
    """Place of a row (from 0) for messages: ``x.csv, line 12``."""
    where = [name for first, name in raw.parts if first <= row][-1]
    return f"{where}, {raw.unit} {raw.lines[row]}"


def make_from_rows(
    names: Sequence[str], rows: list[list[str]], lines: Sequence[int], where: str, **properties: Any
) -> RawTable:
    """Build a raw table from rows that all have len(names) cells; properties: as for `make_from_columns`."""
    columns = [Cells(list(column)) for column in zip(*rows, strict=True)] or [Cells([]) for _ in names]
    return make_from_columns(names, columns, lines, where, **properties)


def make_from_columns(
    names: Sequence[str],
    columns: Sequence[Cells],
    lines: Sequence[int],
    where: str,
    *,
    hints: dict[str, Hint] | None = None,
    target: str | None = None,
    ignored: Sequence[str] = (),
    unit: str = "line",
) -> RawTable:
    """Build a raw table from columns of one file, with a cell for each of `lines`. Raises InputError for
    repeated column names.
    """
    repeated = sorted(name for name, times in Counter(names).items() if times > 1)
    if repeated:
        raise InputError(
            f"{where} has more than one column named {', '.join(map(repr, repeated))}: rename them, or give "
            "names in the stanza"
        )
    named = dict(zip(names, columns, strict=True))
    return RawTable(named, hints or {}, target, tuple(ignored), lines, ((0, where),), unit)


def concatenate_tables(parts: Sequence[RawTable]) -> RawTable:
    """The rows of several files with the same columns, end to end."""
    if len({part.missing for part in parts}) > 1:  # marks of one file may be values of another
        blanked = [{name: c.blank(part.missing) for name, c in part.columns.items()} for part in parts]
        parts = [replace_columns(p, b)._replace(missing=()) for p, b in zip(parts, blanked, strict=True)]
    first = parts[0]
    lines: list[int] = []
    places: list[tuple[int, str]] = []
    for part in parts:
        if part.names != first.names:
            raise InputError(
                f"{part.parts[0][1]} has different columns from {first.parts[0][1]}: give all files of a "
                "data set the same columns"
            )
        places.append((len(lines), part.parts[0][1]))
        lines.extend(part.lines)
    columns = {name: join_cells([part.columns[name] for part in parts]) for name in first.names}
    return first._replace(columns=columns, lines=lines, parts=tuple(places))


def take_rows(raw: RawTable, rows: Iterable[int]) -> RawTable:
    """The rows with these numbers, which are ascending unless the table has one part."""
    kept = [int(row) for row in rows]
    columns = {name: column.take(kept) for name, column in raw.columns.items()}
    parts = tuple((bisect.bisect_left(kept, first), name) for first, name in raw.parts)
    return raw._replace(columns=columns, lines=[raw.lines[row] for row in kept], parts=parts)


def replace_columns(
    raw: RawTable,
    cells: Mapping[str, Cells | list[str]],
    *,
    hints: dict[str, Hint] | None = None,
    drop: Container[str] = (),
) -> RawTable:
    """Replace the cells of columns of these names, add new columns at the end, and leave out the columns of
    `drop`.
    """
    merged = raw.columns | {n: c if isinstance(c, Cells) else Cells(c) for n, c in cells.items()}
    kept = {name: column for name, column in merged.items() if name not in drop}
    return raw._replace(
        columns=kept,
        hints={name: hint for name, hint in (raw.hints | (hints or {})).items() if name in kept},
        ignored=tuple(name for name in raw.ignored if name in kept),
        target=raw.target if raw.target in kept else None,
    )


def rename_columns(raw: RawTable, names: Sequence[str], where: str) -> RawTable:
    """Rename all columns, with one name for each."""
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


def marks_of(missing: Marks | None, raw: RawTable | None = None) -> frozenset[str]:
    """Cells that mean missing: the empty cell and the given marks; None: those of the file, or `?`."""
    own = RawTable._field_defaults["missing"] if raw is None else raw.missing
    marks = own if missing is None else [missing] if isinstance(missing, (str, int, float)) else missing
    return frozenset({"", *(str(mark).strip() for mark in marks)})


def suggest_columns(raw: RawTable, column: str) -> str:
    """End of a sentence about a column that does not exist: the closest columns of the table."""
    header = "header" if raw.unit == "line" else "schema"
    near = did_you_mean(column, raw.names, f"The {header} of {raw.parts[0][1]} names all columns.")
    marks = "commas, semicolons, bars, tabs or blanks separate columns, or what a first line `sep=~` declares"
    return near if len(raw.columns) > 1 or raw.unit != "line" else f"{near} ({marks})"


def find_column(raw: RawTable, column: str, where: str) -> Cells:
    """A column. Raises InputError with the closest name if there is no such column; where: what names it."""
    if column not in raw.columns:
        near = suggest_columns(raw, column)
        raise InputError(f"{where} names {column!r}, which is not a column of {raw.parts[0][1]}{near}")
    return raw.columns[column]


def find_target(raw: RawTable, target: str | int | None) -> str:
    """Name of the class column. Raises InputError with the closest name if there is none."""
    if target is None:
        return raw.target or raw.names[-1]
    if target in raw.names:
        return str(target)
    if target in ("first", "last"):
        return raw.names[0 if target == "first" else -1]
    text = str(target)
    if text.lstrip("-").isdigit() and -len(raw.names) <= int(text) < len(raw.names):
        return raw.names[int(text)]
    raise InputError(f"target {target!r} is not a column of {raw.parts[0][1]}{suggest_columns(raw, text)}")


def read_numbers(
    raw: RawTable, name: str, missing: frozenset[str], what: str, form: str | None = None
) -> Numbers:
    """A column as numbers (n,) in the unit of the file.

    what: the kind of the column, or the step that needs numbers, for messages. form: that of the training
    data, which the cells must have too; None for the training data themselves. Raises InputError with the
    place of a cell that is no number.
    """
    cells, missing, decimal = raw.columns[name], missing | NO_NUMBER, raw.decimal
    if form is not None and not decimal:  # files with types, whose unit is a row, have decimal points
        decimal = form[:1].strip() or ("." if raw.unit == "line" else "")
    numbers = cells.numbers(missing, decimal)
    unit = None if form is None else form[1:]
    if numbers is not None and (unit in (None, numbers.form[1:]) or np.isnan(numbers.values).all()):
        return numbers

    # the first cell that is no number, or whose number has another form than the others
    odd = present = [cell for cell in cells.times if cell not in missing]
    if numbers is None:
        odd = [cell for cell in present if written_numbers.read_numbers([cell], decimal) is None]
        odd = odd or written_numbers.find_different_forms(present)[1:]
    row = cells.among(odd)[0]
    why = "is not a number"
    cure = f"correct it, declare the column nominal, or add {cells[row]!r} to `missing`"
    if written_numbers.could_be_number(cells[row]):
        unit = f"the unit {unit}" if unit else "no unit"
        others = repr(present[0]) if form is None else f"in the training data, which have {unit}"
        why, cure = f"is not written as {others}", "write all numbers alike, or set `--decimal`"
    if what.startswith("--") and why == "is not a number":
        option, mark = what.split()[0], shlex.quote(cells[row])
        raise InputError(
            f"{name_place(raw, row)}: {cells[row]!r} in column {name!r} is not a number, but {option} needs "
            f"numbers: leave {option} out, or declare the mark with --missing {mark}"
        )
    named = f"the {what} column {name!r}" if what in KINDS else f"column {name!r} ({what})"
    raise InputError(f"{name_place(raw, row)}: {cells[row]!r} in {named} {why}: {cure}")

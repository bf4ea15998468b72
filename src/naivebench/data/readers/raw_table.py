"""The raw contents of a file: cells in columns, and what the file itself says about them."""

from __future__ import annotations

import bisect
import functools
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import Any, NamedTuple, TypedDict

import numpy as np

from naivebench.core.checks import InputError, did_you_mean
from naivebench.data import written_numbers
from naivebench.data.readers.cells import Cells, join_cells, viewed


class Names(tuple[str, ...]):
    """Column names with constant-time lookup."""

    @functools.cached_property
    def position(self) -> dict[str, int]:
        """Mapping from name to position."""
        return {name: i for i, name in enumerate(self)}

    def __contains__(self, name: object) -> bool:
        return name in self.position

    def index(self, name: Any, *bounds: Any) -> int:
        """Position of a name that exists."""
        return self.position[name]


class Hint(TypedDict, total=False):
    """Information in a file about one column."""

    kind: str
    values: list[str]  # where the file lists them
    period: float
    held: str  # the type of a data frame's column
    note: str  # why the column is ignored: text of a Note


class RawTable(NamedTuple):
    """Cells as stripped text, column by column (`Cells`, or any sequence of text)."""

    names: Names
    columns: tuple[Sequence[str], ...]
    hints: dict[str, Hint]
    target: str | None  # the column that the file marks as the class
    ignored: tuple[str, ...]  # columns that the file excludes from the predictors
    lines: Sequence[int]  # line number of every row in its file, from 1
    parts: tuple[tuple[int, str], ...]  # (first row, file) of every file that the rows come from
    unit: str = "line"  # what `lines` counts: row in files that have no lines
    # marks of missing cells besides empty ones, unless the user states others
    missing: tuple[str, ...] = ("?",)
    decimal: str = ""  # the decimal mark that the user states; "" to find that of every column


def split_lines(text: str) -> list[str]:
    """The lines of a text, which `str.splitlines` also ends at rarer characters, such as byte 0x85."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def place(raw: RawTable, row: int) -> str:
    """Place of a row (from 0) for messages: ``x.csv, line 12``."""
    where = [name for first, name in raw.parts if first <= row][-1]
    return f"{where}, {raw.unit} {raw.lines[row]}"


def from_rows(
    names: Sequence[str], rows: list[list[str]], lines: Sequence[int], where: str, **properties: Any
) -> RawTable:
    """Build a raw table from rows that all have len(names) cells; properties: as for `from_columns`."""
    columns = [Cells(list(column)) for column in zip(*rows, strict=True)] or [Cells([]) for _ in names]
    return from_columns(names, columns, lines, where, **properties)


def from_columns(
    names: Sequence[str],
    columns: Sequence[Sequence[str]],
    lines: Sequence[int],
    where: str,
    *,
    hints: dict[str, Hint] | None = None,
    target: str | None = None,
    ignored: Sequence[str] = (),
    unit: str = "line",
    allow_no_rows: bool = False,
) -> RawTable:
    """Build a raw table from columns of one file, with a cell for each of `lines`. Raises InputError for
    repeated column names, or for no rows.
    """
    repeated = sorted(name for name, times in Counter(names).items() if times > 1)
    if repeated:
        data = number_among(names)
        first = f" (if line 1 is data, such as {data!r}, add a line of names above it)" if data else ""
        raise InputError(
            f"{where} has more than one column named {', '.join(map(repr, repeated))}: rename them, or "
            f"give names in the stanza{first}"
        )
    if not lines and not allow_no_rows:
        raise InputError(f"{where} has a header but no data rows: add rows")
    return RawTable(
        Names(names), tuple(columns), hints or {}, target, tuple(ignored), lines, ((0, where),), unit
    )


def number_among(names: Sequence[str]) -> str:
    """A column name that looks like data: a number among numbers that are not ascending whole ones, as years
    or positions are; "" if there is none.
    """
    numbers = {name: float(name) for name in names if written_numbers.is_number(name)}
    values = list(numbers.values())
    several = sum(map(written_numbers.is_number, names))
    usual = all(map(float.is_integer, values)) and sorted(values) == values and several == len(values)
    return "" if usual else next((n for n, x in numbers.items() if not x.is_integer()), next(iter(numbers)))


def concatenate(parts: Sequence[RawTable]) -> RawTable:
    """The rows of several files with the same columns, end to end."""
    if len({part.missing for part in parts}) > 1:  # marks of one file may be values of another
        parts = [_blank_marks(part) for part in parts]
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
    columns = tuple(map(join_cells, zip(*(part.columns for part in parts), strict=True)))
    return first._replace(columns=columns, lines=lines, parts=tuple(places))


def _blank_marks(raw: RawTable) -> RawTable:
    """The table with empty cells instead of its marks of missing ones."""
    columns = tuple(["" if cell in raw.missing else cell for cell in column] for column in raw.columns)
    return raw._replace(columns=columns, missing=())


def take(raw: RawTable, rows: Iterable[int]) -> RawTable:
    """The rows with these numbers, which are ascending unless the table has one part."""
    kept = [int(row) for row in rows]
    columns = tuple(viewed(column).take(kept) for column in raw.columns)
    parts = tuple((bisect.bisect_left(kept, first), name) for first, name in raw.parts)
    return raw._replace(columns=columns, lines=[raw.lines[row] for row in kept], parts=parts)


def replace_columns(
    raw: RawTable,
    cells: dict[str, Any],
    *,
    hints: dict[str, Hint] | None = None,
    drop: Container[str] = (),
) -> RawTable:
    """Replace the cells of columns of these names, add new columns at the end, and leave out the columns of
    `drop`.
    """
    merged: dict[str, Sequence[str]] = dict(zip(raw.names, raw.columns, strict=True)) | cells
    kept = {name: column for name, column in merged.items() if name not in drop}
    return raw._replace(
        names=Names(kept),
        columns=tuple(map(viewed, kept.values())),
        hints={name: hint for name, hint in (raw.hints | (hints or {})).items() if name in kept},
        ignored=tuple(name for name in raw.ignored if name in kept),
        target=raw.target if raw.target in kept else None,
    )


def rename(raw: RawTable, names: Sequence[str], where: str) -> RawTable:
    """Rename all columns, with one name for each."""
    names = [str(name) for name in names]
    if len(names) != len(raw.names):
        raise InputError(
            f"`names` lists {len(names)} columns, but {where} has {len(raw.names)}: give one name for "
            "each column"
        )
    new = dict(zip(raw.names, names, strict=True))
    return raw._replace(
        names=Names(names),
        hints={new[name]: hint for name, hint in raw.hints.items()},
        target=None if raw.target is None else new[raw.target],
        ignored=tuple(new[name] for name in raw.ignored),
    )


def other_columns(raw: RawTable, column: str, names: Iterable[str] | None = None) -> str:
    """End of a sentence about a column that does not exist: the closest columns of the table, or of
    `names`.
    """
    known = raw.names if names is None else names
    header = "header" if raw.unit == "line" else "schema"
    near = did_you_mean(column, known, f"The {header} of {raw.parts[0][1]} names all columns.")
    one = (
        " (commas, semicolons, bars, tabs or blanks separate columns, or what a first line `sep=~` declares)"
    )
    return near + one * (len(raw.names) == 1 and raw.unit == "line")


def column_of(raw: RawTable, column: str, where: str) -> Cells:
    """A column as `Cells`. Raises InputError with the closest name if there is no such column."""
    if column not in raw.names:
        raise InputError(f"{where} names {column!r}, which is not a column{other_columns(raw, column)}")
    return viewed(raw.columns[raw.names.index(column)])


def cells_of(raw: RawTable, column: str, where: str) -> list[str]:
    """The cells of a column. Raises InputError with the closest name if there is no such column."""
    return column_of(raw, column, where).text


def numbers_of(raw: RawTable, column: str, missing: frozenset[str], where: str) -> np.ndarray:
    """A column as numbers, NaN where missing."""
    cells = column_of(raw, column, where)
    numbers = cells.numbers(missing, raw.decimal)
    if numbers is None:
        wrong = cells.among(odd_cells(cells, missing, raw.decimal))[0]
        raise InputError(
            f"{place(raw, wrong)}: {cells[wrong]!r} in column {column!r} is not a number ({where}): "
            "correct it, or add it to `missing`"
        )
    return numbers.values


def odd_cells(cells: Cells, missing: frozenset[str], decimal: str) -> set[str]:
    """The cells that are not numbers, or else one whose number has another form than the first one."""
    present = [cell for cell in cells.times if cell not in missing]
    odd = {cell for cell in present if written_numbers.read_numbers([cell], decimal) is None}
    return odd or {written_numbers.different_forms(present)[1]}

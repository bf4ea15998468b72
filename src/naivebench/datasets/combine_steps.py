"""Steps that a stanza takes between the file's cells and the typed table: columns made from others, rows
chosen and ordered.

    steps:
      - keep: [month, carrier, flight, arr_delay]
      - choose: {month: ["1", "2"]}
      - complete: [arr_delay]
      - join: {flight_number: [carrier, flight]}
      - join: {date: [year, month, day], separator: "-", digits: 2}
      - threshold: {late: {column: arr_delay, above: 180}}
      - sort: [date, hour]

Every step is a function (raw, options, marks, where) -> RawTable; `marks` are the cells that mean missing,
`where` names the step and its stanza for errors. `naivebench.datasets.steps` runs them.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence

import numpy as np

from naivebench.core.checks import InputError, did_you_mean, whole
from naivebench.datasets.readers.raw import RawTable, place
from naivebench.datasets.readers.read import is_number


def _column(raw: RawTable, name, where: str) -> list[str]:
    if name not in raw.names:
        raise InputError(f"{where} names {name!r}, which is not a column{did_you_mean(str(name), raw.names)}")
    return raw.columns[raw.names.index(name)]


def _names(value, where: str) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
        raise InputError(f"{where} is {value!r}: expected a list of column names")
    return value


def _members(raw: RawTable, value, where: str) -> list[str]:
    """Columns of a list, or those that fit a pattern, in the order of the file."""
    if not isinstance(value, str):
        return _names(value, where)
    found = [name for name in raw.names if fnmatch.fnmatchcase(name, value)]
    if not found:
        raise InputError(
            f"{where} names {value!r}, which fits no column; there are {', '.join(raw.names[:20])}"
        )
    return found


def _with(raw: RawTable, name: str, cells: list[str], where: str) -> RawTable:
    if name in raw.names:
        raise InputError(f"{where} makes a column {name!r}, but there is one of that name: choose another")
    return raw._replace(names=(*raw.names, name), columns=(*raw.columns, cells))


def _rows(raw: RawTable, rows: Sequence[int]) -> RawTable:
    """The rows in that order; of several files only their names together remain known."""
    files = [file for _, file in raw.parts]
    part = files[0] if len(files) == 1 else f"{files[0]} to {files[-1]}"
    columns = tuple([column[i] for i in rows] for column in raw.columns)
    return raw._replace(columns=columns, lines=[raw.lines[i] for i in rows], parts=((0, part),))


def keep(raw: RawTable, options, marks: frozenset[str], where: str) -> RawTable:
    """Only the columns of a list, in its order."""
    columns = tuple(_column(raw, name, where) for name in _names(options, where))
    target = raw.target if raw.target in options else None
    hints = {name: hint for name, hint in raw.hints.items() if name in options}
    return raw._replace(
        names=tuple(options),
        columns=columns,
        hints=hints,
        target=target,
        ignored=tuple(n for n in raw.ignored if n in options),
    )


def choose(raw: RawTable, options, marks: frozenset[str], where: str) -> RawTable:
    """Rows by their cells, {column: [cells]}; all columns named must agree."""
    if not isinstance(options, dict) or not options:
        raise InputError(f"{where} is {options!r}: expected a mapping of columns to lists of cells")
    rows: Iterable[int] = range(len(raw.lines))
    for name, wanted in options.items():
        cells, listed = (
            _column(raw, name, where),
            {str(cell) for cell in (wanted if isinstance(wanted, list) else [wanted])},
        )
        unknown = sorted(listed - set(cells))
        if unknown:
            raise InputError(
                f"{where} asks for {unknown[0]!r}, which column {name!r} does not "
                f"hold{did_you_mean(unknown[0], set(cells))}"
            )
        rows = [i for i in rows if cells[i] in listed]
    if not rows:
        raise InputError(f"{where} leaves no row: no row has all of these cells")
    return _rows(raw, list(rows))


def first(raw: RawTable, options, marks: frozenset[str], where: str) -> RawTable:
    """The first so many rows."""
    if isinstance(options, bool) or not isinstance(options, int) or options < 1:
        raise InputError(f"{where} is {options!r}: expected a number of rows of at least 1")
    return _rows(raw, range(min(options, len(raw.lines))))


def complete(raw: RawTable, options, marks: frozenset[str], where: str) -> RawTable:
    """Rows in which no column of a list is missing."""
    columns = [_column(raw, name, where) for name in _names(options, where)]
    rows = [i for i in range(len(raw.lines)) if not any(column[i] in marks for column in columns)]
    if not rows:
        raise InputError(f"{where} leaves no row: every one lacks a value in {', '.join(options)}")
    return _rows(raw, rows)


def join(raw: RawTable, options, marks: frozenset[str], where: str) -> RawTable:
    """A column of several columns' cells, {new: [columns] or pattern, separator: "", digits: 0}; missing if
    one of them is.

    `digits`: whole numbers get leading zeros up to so many digits, so that text sorts as numbers do.
    """
    made = (
        {name: columns for name, columns in options.items() if name not in ("separator", "digits")}
        if isinstance(options, dict)
        else {}
    )
    if not made:
        raise InputError(f"{where} is {options!r}: expected {{new name: [columns]}}")
    separator, digits = str(options.get("separator", "")), options.get("digits", 0)
    for name, members in made.items():
        columns = [_column(raw, member, where) for member in _members(raw, members, where)]
        padded = [
            [cell.zfill(digits) if cell.isdigit() else cell for cell in column] if digits else column
            for column in columns
        ]
        missing = [any(cell in marks for cell in cells) for cells in zip(*columns, strict=True)]
        cells = [
            "" if gone else separator.join(row)
            for gone, row in zip(missing, zip(*padded, strict=True), strict=True)
        ]
        raw = _with(raw, name, cells, where)
    return raw


def threshold(raw: RawTable, options, marks: frozenset[str], where: str) -> RawTable:
    """A two-valued column of a column of numbers, {new: {column, above, labels: [not above, above]}}; missing
    stays missing.

    `labels` are "no" and "yes" by default.
    """
    if not isinstance(options, dict) or not options:
        raise InputError(f"{where} is {options!r}: expected {{new name: {{column: name, above: number}}}}")
    for name, option in options.items():
        unknown = sorted(set(option) - {"column", "above", "labels"}) if isinstance(option, dict) else ["?"]
        if unknown or "column" not in option or not is_number(str(option.get("above"))):
            raise InputError(
                f"{where} gives {name!r} as {option!r}: expected {{column: name, above: number}}, with "
                "labels if you like"
            )
        cells, limit = _column(raw, option["column"], where), float(option["above"])
        labels = [str(label) for label in option.get("labels", ["no", "yes"])]
        wrong = next((i for i, cell in enumerate(cells) if cell not in marks and not is_number(cell)), None)
        if wrong is not None:
            raise InputError(
                f"{place(raw, wrong)}: {cells[wrong]!r} in column {option['column']!r} is no number, "
                f"which {where} needs"
            )
        raw = _with(
            raw, name, ["" if cell in marks else labels[float(cell) > limit] for cell in cells], where
        )
    return raw


def sort(raw: RawTable, options, marks: frozenset[str], where: str) -> RawTable:
    """Rows in the order of columns, the first of them first; rows that agree stay in the order of the file.

    A column of numbers only sorts as numbers, another as text; missing cells come first.
    """
    order: list[int] = list(range(len(raw.lines)))
    for name in reversed(_names(options, where)):
        cells = _column(raw, name, where)
        numbers = all(cell in marks or is_number(cell) for cell in set(cells))
        keys = [
            (cell not in marks, (0.0 if cell in marks else float(cell)) if numbers else cell)
            for cell in cells
        ]
        order.sort(key=keys.__getitem__)
    return _rows(raw, order)


def sample(raw: RawTable, options, marks: frozenset[str], where: str) -> RawTable:
    """So many rows of each label of a column, {column, cases: {label: number}, seed}, drawn by the seed; rows
    of other labels go.
    """
    if (
        not isinstance(options, dict)
        or set(options) != {"column", "cases", "seed"}
        or not isinstance(options["cases"], dict)
    ):
        raise InputError(
            f"{where} is {options!r}: expected {{column: name, cases: {{label: number}}, seed: number}}"
        )
    cells, rng = (
        np.array(_column(raw, options["column"], where), dtype=object),
        np.random.default_rng(whole(options["seed"], 0, "seed", where)),
    )
    drawn = []
    for label, number in options["cases"].items():
        rows = np.flatnonzero(cells == str(label))
        if whole(number, 1, f"cases of {label!r}", where) > len(rows):
            raise InputError(
                f"{where} asks for {number} rows of {label!r}, but column {options['column']!r} holds "
                f"it in {len(rows)} rows only"
            )
        drawn.append(rng.choice(rows, number, replace=False))
    return _rows(raw, np.sort(np.concatenate(drawn)).tolist())


STEPS = {
    "keep": keep,
    "choose": choose,
    "complete": complete,
    "first": first,
    "join": join,
    "threshold": threshold,
    "sort": sort,
    "sample": sample,
}

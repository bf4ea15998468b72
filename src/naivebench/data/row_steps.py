"""Steps that choose, draw or order rows.

`column_steps` explains what a step is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from naivebench.core.checks import InputError, did_you_mean, whole
from naivebench.data import column_notes, written_dates
from naivebench.data.raw_columns import NO_NUMBER
from naivebench.data.readers.raw_table import (
    RawTable,
    cells_of,
    column_of,
    numbers_of,
    place,
    take,
)
from naivebench.data.written_numbers import is_number


def keep_rows(
    raw: RawTable, missing: frozenset[str], where: str, *, column: str, **condition: Any
) -> RawTable:
    """Keep the rows whose cell meets the condition: one of `values`, a number `above` or `below` a bound."""
    return take(raw, np.flatnonzero(find_hits(raw, column, condition, missing, where)))


def drop_rows(
    raw: RawTable, missing: frozenset[str], where: str, *, column: str, **condition: Any
) -> RawTable:
    """Leave out the rows whose cell meets the condition."""
    return take(raw, np.flatnonzero(~find_hits(raw, column, condition, missing, where)))


def first_of(raw: RawTable, missing: frozenset[str], where: str, *, column: str, unit: list[str]) -> RawTable:
    """Keep the rows of the first unit (rows that agree in the columns `unit`) that has each value of a
    column.
    """
    cells = cells_of(raw, column, where)
    units = zip(*(cells_of(raw, name, where) for name in unit), strict=True)
    first: dict[str, tuple[str, ...]] = {}
    pairs = enumerate(zip(cells, units, strict=True))
    return take(raw, [i for i, (cell, key) in pairs if first.setdefault(cell, key) == key])


def choose(raw: RawTable, missing: frozenset[str], where: str, options: dict[str, Any]) -> RawTable:
    """Keep rows by their cells, {column: [cells]}; all columns named must match."""
    chosen = np.ones(len(raw.lines), bool)
    for name, wanted in options.items():
        cells = cells_of(raw, name, where)
        labels = {str(cell) for cell in (wanted if isinstance(wanted, list) else [wanted])}
        unknown = sorted(labels - set(cells))
        if unknown:
            raise InputError(
                f"{where} asks for {unknown[0]!r}, which does not occur in column "
                f"{name!r}{did_you_mean(unknown[0], sorted(set(cells)))}"
            )
        chosen &= [cell in labels for cell in cells]
    return take(raw, np.flatnonzero(chosen))


def complete(raw: RawTable, missing: frozenset[str], where: str, options: Any) -> RawTable:
    """Keep the rows in which no column of a list is missing."""
    columns = [cells_of(raw, name, where) for name in check_columns(raw, options, where)]
    return take(raw, [i for i, row in enumerate(zip(*columns, strict=True)) if missing.isdisjoint(row)])


def sort(raw: RawTable, missing: frozenset[str], where: str, options: Any) -> RawTable:
    """Sort the rows by columns, by the first of them first; rows that agree stay in the order of the file.

    Numbers are sorted as numbers, dates and times as such. Raises InputError for any other text, because its
    order would be a guess.
    """
    return in_order(
        raw, [order_of(raw, name, missing, where)[0] for name in check_columns(raw, options, where)]
    )


def in_order(raw: RawTable, keys: Sequence[np.ndarray]) -> RawTable:
    """The rows in ascending order of the keys (n,), the first one first; equal rows keep their order."""
    files = [file for _, file in raw.parts]
    together = files[0] if len(files) == 1 else f"{files[0]} to {files[-1]}"
    return take(raw._replace(parts=((0, together),)), np.lexsort(keys[::-1]))


def order_of(raw: RawTable, name: str, missing: frozenset[str], where: str) -> tuple[np.ndarray, str]:
    """Numbers (n,) that ascend with the time or number in a column, and how its cells were read.

    Raises InputError for empty cells, for text without a certain order, and for dates with two meanings that
    give different orders.
    """
    cells = column_of(raw, name, where)
    nothing = missing | NO_NUMBER
    empty = cells.among(nothing)
    if empty:
        more = f" and {len(empty) - 1} more rows have" if len(empty) > 1 else " has"
        raise InputError(
            f"{where}: {place(raw, empty[0])}{more} no value in column {name!r}: fill it in, or delete such "
            "rows"
        )
    codes, labels = cells.factors
    try:
        readings = written_dates.read_times(labels, raw.decimal)
    except written_dates.UnclearOrderError as error:
        raise InputError(f"{where}: column {name!r} {error}") from None
    if not readings:
        odd = written_dates.find_odd(labels)
        row = cells.among({odd})[0]
        said = "is not a number, a date or a counted word such as 'week 10'"
        if row:
            said = (
                f"and {odd!r} in {place(raw, row)} are not numbers, dates or counted words such as 'week 10' "
                "in one form"
            )
        raise InputError(f"{where}: {cells[0]!r} in {place(raw, 0)} {said}: write dates as 2020-01-31")
    if not written_dates.give_one_order(readings):
        numbers = written_dates.COMMAS in readings and len(readings) == 2
        cure = (
            "set `--decimal` to a point or a comma"
            if numbers
            else "write dates as 2020-01-31 and times as 01:10:03"
        )
        raise InputError(
            f"{where}: {cells[0]!r} in {place(raw, 0)} may mean {' or '.join(readings)}, which order the "
            f"rows differently: {cure}"
        )
    means, times = next(iter(readings.items()))
    return times[codes], f"{means}, such as {cells[0]!r}"


def describe_order(name: str, times: np.ndarray, means: str) -> list[str]:
    """What to know about an order by the times (n,) of a column. Raises InputError if all are the same."""
    different = len(np.unique(times))
    if different == 1:
        raise InputError(
            f"--time {name}: all rows have the same time ({means}), which gives no order: name another column"
        )
    ties = "" if different == len(times) else "; rows of the same time keep the order of the file"
    placeholders = column_notes.note_placeholder(name, times, times.min(), times.max())
    return [
        f"Rows are ordered by column {name!r} ({means}){ties}.",
        *(f"Column {name!r} {note.text}." for note in placeholders),
    ]


def sample(
    raw: RawTable, missing: frozenset[str], where: str, *, column: str, cases: dict[Any, int], seed: int
) -> RawTable:
    """Draw this number of rows of each label of a column, {label: number}, by the seed; rows with other
    labels are dropped.
    """
    cells = np.array(cells_of(raw, column, where), dtype=object)
    rng = np.random.default_rng(whole(seed, 0, "seed", where))
    drawn = []
    for label, number in cases.items():
        rows = np.flatnonzero(cells == str(label))
        if whole(number, 1, f"cases of {label!r}", where) > len(rows):
            raise InputError(
                f"{where} asks for {number} rows of {label!r}, but column {column!r} contains it in only "
                f"{len(rows)} rows"
            )
        drawn.append(rng.choice(rows, number, replace=False))
    return take(raw, np.sort(np.concatenate(drawn)).tolist())


def check_columns(raw: RawTable, names: list[str], where: str) -> list[str]:
    """The names in a list, all of which must be columns."""
    for name in names:
        cells_of(raw, name, where)
    return names


def find_hits(
    raw: RawTable, column: str, condition: dict[str, Any], missing: frozenset[str], where: str
) -> np.ndarray:
    """Which cells meet a condition; a missing cell meets only `values: [""]`."""
    if len(condition) != 1 or not set(condition) <= {"values", "above", "below"}:
        raise InputError(
            f"{where} has {' and '.join(condition) or 'no condition'}, expected exactly one of values, "
            "above, below"
        )
    ((key, bound),) = condition.items()
    if key != "values":
        numbers = numbers_of(raw, column, missing, where)
        return numbers > bound if key == "above" else numbers < bound

    # cells are compared as text and as numbers; "" means every missing cell
    cells, values = cells_of(raw, column, where), {str(value) for value in bound}
    known = {float(value) for value in values if is_number(value)}
    hits = {
        cell
        for cell in set(cells)
        if cell in values or ("" in values and cell in missing) or (is_number(cell) and float(cell) in known)
    }
    return np.array([cell in hits for cell in cells], dtype=bool)

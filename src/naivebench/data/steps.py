"""The steps that a stanza takes between the file's cells and the typed table, in the order of `steps:`.

    steps:
      - keep: [month, carrier, flight, arr_delay]
      - cut: {column: temp, parts: 3, labels: [low, middle, high]}
      - sort: [date, hour]

A step is a function of a RawTable; `missing`, the cells that mean missing; `where`, the step and its stanza
for errors; and the step's keys in the stanza (the key `as`, which is reserved in Python, is `new`), or as
`options` the value that the stanza gives it. A new step is such a function, an entry in STEPS, and its keys
in workflow/schemas/datasets.schema.yaml.
"""

from __future__ import annotations

import datetime
import fnmatch
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from naivebench.core.checks import InputError, did_you_mean, one_of, whole
from naivebench.data import column_notes, written_dates
from naivebench.data.discretization import equal_frequency
from naivebench.data.readers.raw_table import (
    NO_NUMBER,
    Hint,
    RawTable,
    find_column,
    place,
    read_numbers,
    replace_columns,
    take,
)
from naivebench.data.stanza import Classes, Step
from naivebench.data.written_numbers import is_number

UNEVEN = 0.25  # largest deviation of a class from its share for which equal numbers stay in the upper class
NOMINAL: Hint = {"kind": "nominal"}
DEGREES: Hint = {"kind": "angular", "period": 360}


def apply(raw: RawTable, steps: Sequence[Step], where: str, missing: frozenset[str]) -> RawTable:
    """Apply the steps in order.

    `missing`: cells that mean missing. Raises InputError for unknown steps and columns, and if no rows are
    left.
    """
    for number, step in enumerate(steps, start=1):
        ((name, options),) = step.items()
        one_of(name, STEPS, f"step {number}", where)
        at = f"step {number} ({name}) of {where}"
        if name in PLAIN:
            raw = STEPS[name](raw, missing, at, options)
        else:
            keys = {("new" if key == "as" else key): value for key, value in options.items()}
            raw = STEPS[name](raw, missing, at, **keys)
        if not raw.lines:
            raise InputError(f"{at} leaves no rows: check the values that it selects")
    return raw


def keep_rows(raw: RawTable, missing: frozenset[str], where: str, **condition: Any) -> RawTable:
    """Keep the rows whose cell meets the condition: one of `values`, a number `above` or `below` a bound."""
    return take(raw, np.flatnonzero(find_hits(raw, missing, where, **condition)))


def drop_rows(raw: RawTable, missing: frozenset[str], where: str, **condition: Any) -> RawTable:
    """Leave out the rows whose cell meets the condition."""
    return take(raw, np.flatnonzero(~find_hits(raw, missing, where, **condition)))


def blank(raw: RawTable, missing: frozenset[str], where: str, *, column: str, **condition: Any) -> RawTable:
    """Make the cells that meet the condition missing."""
    hits = find_hits(raw, missing, where, column, **condition)
    cells = np.where(hits, "", np.array(raw.columns[column].text, dtype=object))
    return replace_columns(raw, {column: cells.tolist()})


def find_hits(
    raw: RawTable, missing: frozenset[str], where: str, column: str, **condition: Any
) -> np.ndarray:
    """Which cells meet a condition; a missing cell meets only `values: [""]`."""
    if len(condition) != 1 or not condition.keys() <= {"values", "above", "below"}:
        raise InputError(
            f"{where} has {' and '.join(condition) or 'no condition'}, expected exactly one of values, "
            "above, below"
        )
    ((key, bound),) = condition.items()
    cells = find_column(raw, column, where)
    if key != "values":
        numbers = read_numbers(raw, column, missing, where).values
        return numbers > bound if key == "above" else numbers < bound

    # cells are compared as text and as numbers; "" means every missing cell
    values = {str(value) for value in bound}
    known = {float(value) for value in values if is_number(value)}
    hits = [
        cell in values or ("" in values and cell in missing) or (is_number(cell) and float(cell) in known)
        for cell in cells.factors.labels
    ]
    return np.array([*hits, "" in values])[cells.factors.codes]


def choose(raw: RawTable, missing: frozenset[str], where: str, options: dict[str, Any]) -> RawTable:
    """Keep rows by their cells, {column: [cells]}; all columns named must match."""
    chosen = np.ones(len(raw.lines), bool)
    for name, wanted in options.items():
        labels = {str(cell) for cell in (wanted if isinstance(wanted, list) else [wanted])}
        check_values(raw, name, labels, where)
        chosen[np.setdiff1d(np.arange(len(chosen)), raw.columns[name].among(labels))] = False
    return take(raw, np.flatnonzero(chosen))


def complete(raw: RawTable, missing: frozenset[str], where: str, options: list[str]) -> RawTable:
    """Keep the rows in which no column of a list is missing."""
    lacking = {row for name in options for row in find_column(raw, name, where).among(missing)}
    return take(raw, [row for row in range(len(raw.lines)) if row not in lacking])


def first_of(raw: RawTable, missing: frozenset[str], where: str, *, column: str, unit: list[str]) -> RawTable:
    """Keep the rows of the first unit (rows that agree in the columns `unit`) that has each value of a
    column.
    """
    units = zip(*(find_column(raw, name, where).text for name in unit), strict=True)
    first: dict[str, tuple[str, ...]] = {}
    pairs = enumerate(zip(find_column(raw, column, where).text, units, strict=True))
    return take(raw, [i for i, (cell, key) in pairs if first.setdefault(cell, key) == key])


def sample(
    raw: RawTable, missing: frozenset[str], where: str, *, column: str, cases: dict[Any, int], seed: int
) -> RawTable:
    """Draw this number of rows of each label of a column, {label: number}, by the seed; rows with other
    labels are dropped.
    """
    cells, rng = find_column(raw, column, where), np.random.default_rng(whole(seed, 0, "seed", where))
    drawn = []
    for label, number in cases.items():
        rows = np.array(cells.among([str(label)]), dtype=np.int64)
        if whole(number, 1, f"cases of {label!r}", where) > len(rows):
            raise InputError(
                f"{where} asks for {number} rows of {label!r}, but column {column!r} contains it in only "
                f"{len(rows)} rows"
            )
        drawn.append(rng.choice(rows, number, replace=False))
    return take(raw, np.sort(np.concatenate(drawn)))


def sort(raw: RawTable, missing: frozenset[str], where: str, options: list[str]) -> RawTable:
    """Sort the rows by columns, by the first of them first; rows that agree stay in the order of the file.

    Numbers are sorted as numbers, dates and times as such. Raises InputError for any other text, because its
    order would be a guess.
    """
    return in_order(raw, [order_of(raw, name, missing, where)[0] for name in options])


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
    cells = find_column(raw, name, where)
    empty = cells.among(missing | NO_NUMBER)
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
    example = f"{cells[0]!r} in {place(raw, 0)}"
    if not readings:
        odd = written_dates.find_odd(labels)
        row, cure = cells.among([odd])[0], "write dates as 2020-01-31"
        forms = "a number, a date or a counted word such as 'week 10'"
        if row:
            forms = f"like {odd!r} in {place(raw, row)} {forms} in one form"
        raise InputError(f"{where}: {example} is not {forms}: {cure}")
    if not written_dates.give_one_order(readings):
        cure = "write dates as 2020-01-31 and times as 01:10:03"
        if written_dates.COMMAS in readings and len(readings) == 2:
            cure = "set `--decimal` to a point or a comma"
        raise InputError(
            f"{where}: {example} may mean {' or '.join(readings)}, which order the rows differently: {cure}"
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


def recode(
    raw: RawTable, missing: frozenset[str], where: str, *, column: str, values: Classes, new: str = ""
) -> RawTable:
    """Give cells new labels: new label -> list of old ones, or "*" for all others; cells in no list stay the
    same.
    """
    index = {str(old): str(label) for label, olds in values.items() if olds != "*" for old in olds}
    check_values(raw, column, index, where)
    rest = next((str(label) for label, olds in values.items() if olds == "*"), None)
    cells = raw.columns[column].text
    recoded = [index.get(cell, cell if rest is None or cell in missing else rest) for cell in cells]
    labels = [str(label) for label in values]
    listed = set(recoded) - missing <= set(labels)
    return put_column(
        raw, new or column, recoded, NOMINAL | {"values": labels} if listed else NOMINAL, where, new
    )


def cut(
    raw: RawTable,
    missing: frozenset[str],
    where: str,
    *,
    column: str,
    parts: int,
    labels: list[str],
    new: str = "",
) -> RawTable:
    """Turn numbers into `parts` classes of the same size, lowest first; equal numbers stay together, in the
    upper class, or in the nearer one if a class would be empty or more than a quarter off its share. Raises
    InputError if there are too few different numbers.
    """
    if len(labels) != parts:
        raise InputError(
            f"{where} has {parts} parts and {len(labels)} labels: give one label for each part, lowest first"
        )
    find_column(raw, column, where)
    numbers = read_numbers(raw, column, missing, where).values
    most = possible_parts(numbers, parts)
    if most < parts:
        cure = f"use at most {most} parts" if most > 1 else "choose another column"
        raise InputError(
            f"{where}: column {column!r} must have at least {parts} different numbers, none of them too "
            f"frequent, to be cut into {parts} parts: {cure}"
        )
    labels = [str(label) for label in labels]
    part = np.searchsorted(_find_bounds(numbers, parts), numbers, side="right")
    cells = np.where(np.isnan(numbers), "", np.array([*labels, ""], dtype=object)[part]).tolist()
    return put_column(raw, new or column, cells, {"kind": "ordinal", "values": labels}, where, new)


def possible_parts(numbers: np.ndarray, parts: int) -> int:
    """The largest number of classes, at most `parts`, into which `cut` can cut numbers (n,), NaN = missing; 1
    without two different numbers.
    """
    most = min(parts, len(np.unique(numbers[~np.isnan(numbers)])))
    return next((k for k in range(most, 1, -1) if len(_find_bounds(numbers, k)) == k - 1), 1)


def _find_bounds(numbers: np.ndarray, parts: int) -> np.ndarray:
    """Lowest numbers of the second to last class, ascending; fewer than parts - 1 if a class were empty."""
    ordered = np.sort(numbers[~np.isnan(numbers)])
    distinct = np.unique(ordered)
    if parts >= len(distinct):
        return distinct[1:]
    bounds = np.unique(ordered[[len(ordered) * i // parts for i in range(1, parts)]])
    sizes = np.diff([0, *np.searchsorted(ordered, bounds), len(ordered)])
    full = len(bounds) == parts - 1 and bounds[0] > ordered[0]
    if full and abs(sizes * parts / len(ordered) - 1).max() <= UNEVEN:
        return bounds

    # where equal numbers would leave a class empty or small, the end of their block may be nearer
    cuts = equal_frequency.cuts(ordered, np.zeros(len(ordered), int), 1, bins=parts)
    nearest = np.unique(ordered[np.searchsorted(ordered, cuts, side="right")])
    return bounds if full and len(nearest) < parts - 1 else nearest


def threshold(raw: RawTable, missing: frozenset[str], where: str, options: dict[str, Any]) -> RawTable:
    """Add a two-valued column, {new: {column, above}}: whether a number is above a bound, "no" or "yes";
    missing stays missing.
    """
    for name, option in options.items():
        find_column(raw, option["column"], where)
        numbers = read_numbers(raw, option["column"], missing, where).values
        cells = np.select([np.isnan(numbers), numbers > float(option["above"])], ["", "yes"], "no")
        raw = put_column(raw, name, cells.tolist(), {}, where, name)
    return raw


def iso_week(
    raw: RawTable, missing: frozenset[str], where: str, *, year: str, month: str, day: str, new: str
) -> RawTable:
    """Add a column with the ISO 8601 week of a date, such as 2013-W07."""
    weeks = []
    dates = zip(*(find_column(raw, name, where).text for name in (year, month, day)), strict=True)
    for row, cells in enumerate(dates):
        try:
            weeks.append("{}-W{:02d}".format(*datetime.date(*map(int, cells)).isocalendar()))
        except ValueError as error:
            raise InputError(
                f"{place(raw, row)}: {'-'.join(cells)} is not a date ({where}): correct it, or leave the "
                "row out first"
            ) from error
    return put_column(raw, new, weeks, NOMINAL, where, new)


def blocks(
    raw: RawTable, missing: frozenset[str], where: str, *, rows: dict[str, list[list[int]]], new: str
) -> RawTable:
    """Add a column with the label of the block that contains the row.

    `rows`: label -> list of [first, last] rows, from 0. Rows outside all blocks are missing.
    """
    cells, end = [""] * len(raw.lines), len(raw.lines) - 1
    for label, parts in rows.items():
        for first, last in parts:
            if not 0 <= first <= last <= end or any(cells[first : last + 1]):
                raise InputError(
                    f"{where} has the block [{first}, {last}], which shares rows with another block, or ends "
                    f"outside of the rows 0 to {end}: correct it"
                )
            cells[first : last + 1] = [str(label)] * (last + 1 - first)
    return put_column(raw, new, cells, NOMINAL, where, new)


def strokes(
    raw: RawTable, missing: frozenset[str], where: str, *, x: list[str] | str, y: list[str] | str
) -> RawTable:
    """Replace the points of a path by the directions `stroke 1`, `stroke 2`, ... from each point to the
    next, in degrees from the x axis towards y.

    x, y: names of the coordinates' columns in the order of the path, or one pattern such as "x*" for those in
    file order. There is no direction where a point repeats or is missing.
    """
    across, up = match_columns(raw, x, where), match_columns(raw, y, where)
    if len(across) != len(up) or len(up) < 2:
        raise InputError(
            f"{where} names {len(across)} columns in x and {len(up)} in y, expected the same number, "
            "at least two"
        )
    dx, dy = (
        np.diff([read_numbers(raw, name, missing, where).values for name in names], axis=0)
        for names in (across, up)
    )
    angles = np.where((dx == 0) & (dy == 0), np.nan, np.degrees(np.arctan2(dy, dx)))
    for i, column in enumerate(angles, start=1):
        cells = ["" if angle != angle else format(angle, ".9f") for angle in column.tolist()]
        raw = put_column(raw, f"stroke {i}", cells, DEGREES, where, "stroke")
    return replace_columns(raw, {}, drop={*across, *up})


def windows(
    raw: RawTable,
    missing: frozenset[str],
    where: str,
    *,
    columns: list[str],
    length: int,
    label: int,
    within: list[str],
) -> RawTable:
    """Join every `length` consecutive rows into one: `columns` of all of them, numbered from 1, and the other
    columns of the row number `label`.

    A window lies within rows that agree in the columns `within`.
    """
    if not 1 <= label <= length:
        raise InputError(f"{where} has label {label}, expected a row of the window from 1 to {length}")
    keys = list(zip(*(find_column(raw, name, where).text for name in within), strict=True))
    breaks = [0, *(i for i in range(1, len(keys)) if keys[i] != keys[i - 1]), len(keys)]
    starts = np.array([i for a, b in pairwise(breaks) for i in range(a, b - length + 1)], dtype=np.intp)
    pairs = [(f"{name} {k + 1}", name, k) for k in range(length) for name in columns]
    spread = {new: find_column(raw, name, where).take(starts + k) for new, name, k in pairs}
    hints = {new: raw.hints[name] for new, name, _ in pairs if name in raw.hints}
    return replace_columns(take(raw, starts + label - 1), spread, hints=hints, drop=set(columns))


def keep(raw: RawTable, missing: frozenset[str], where: str, options: list[str]) -> RawTable:
    """Keep only the columns of a list, in the order of the list."""
    chosen = {name: find_column(raw, name, where) for name in options}
    return replace_columns(raw, {}, drop=raw.columns.keys() - chosen.keys())._replace(columns=chosen)


def join(raw: RawTable, missing: frozenset[str], where: str, options: dict[str, Any]) -> RawTable:
    """Add a column that joins the cells of several columns, {new: [columns] or pattern, separator: "",
    digits: 0}; missing if one of them is.

    `digits`: pad whole numbers with zeros to this many digits, so that text sorts as numbers do.
    """
    joins = {key: value for key, value in options.items() if key not in ("separator", "digits")}
    separator, digits = str(options.get("separator", "")), options.get("digits", 0)
    for name, parts in joins.items():
        columns = [find_column(raw, part, where).text for part in match_columns(raw, parts, where)]
        cells = []
        for row in zip(*columns, strict=True):
            padded = [cell.zfill(digits) if cell.isdigit() else cell for cell in row] if digits else row
            cells.append(separator.join(padded) if missing.isdisjoint(row) else "")
        raw = put_column(raw, name, cells, {}, where, name)
    return raw


def match_columns(raw: RawTable, names: list[str] | str, where: str) -> list[str]:
    """Columns named in a list, or those that match one pattern, in the order of the file."""
    listed = names if isinstance(names, list) else fnmatch.filter(raw.names, names)
    if not listed:
        raise InputError(f"{where}: no column matches {names!r}; there are {', '.join(raw.names[:20])}")
    for name in listed:
        find_column(raw, name, where)
    return listed


def check_values(raw: RawTable, column: str, values: Any, where: str) -> None:
    """Raise InputError unless all `values` occur in a column."""
    cells = find_column(raw, column, where)
    unknown = sorted(value for value in values if not cells.times.get(value))
    if unknown:
        raise InputError(
            f"{where} names {unknown[0]!r}, which is not a value of column "
            f"{column!r}{did_you_mean(unknown[0], sorted(cells.times))}"
        )


def put_column(raw: RawTable, name: str, cells: list[str], hint: Hint, where: str, new: str) -> RawTable:
    """Add a column at the end; without a name in `new`, replace the cells of an existing column."""
    if new and name in raw.columns:
        raise InputError(f"{where} adds a column {name!r}, which already exists: give it another name")
    return replace_columns(raw, {name: cells}, hints={name: hint})


# steps with one argument, a list or a mapping of columns; the keys of all others are arguments
PLAIN = {"keep", "choose", "complete", "join", "threshold", "sort"}
STEPS: dict[str, Callable[..., RawTable]] = {
    step.__name__: step
    for step in (
        *(keep_rows, drop_rows, blank, recode, cut, iso_week, blocks, strokes, windows, first_of, sample),
        *(keep, choose, complete, join, threshold, sort),
    )
}

"""Steps that derive, change or choose columns.

A step is a plain function. Its arguments are a RawTable; `missing`, the cells that mean missing; `where`, the
step and its stanza for errors; and the step's keys in the stanza (the key `as`, which is reserved in Python,
is `new`), or as `options` the value that the stanza gives it.
"""

from __future__ import annotations

import datetime
import fnmatch
import math
from itertools import pairwise
from typing import Any

import numpy as np

from naivebench.core.checks import InputError, did_you_mean
from naivebench.data.discretization import equal_frequency
from naivebench.data.readers.raw_table import (
    Hint,
    Names,
    RawTable,
    cells_of,
    column_of,
    numbers_of,
    place,
    replace_columns,
    take,
)
from naivebench.data.row_steps import check_columns, find_hits
from naivebench.data.stanza import Classes

UNEVEN = 0.25  # largest deviation of a class from its share for which equal numbers stay in the upper class
DEGREES: Hint = {"kind": "angular", "period": 360}


def blank(raw: RawTable, missing: frozenset[str], where: str, *, column: str, **condition: Any) -> RawTable:
    """Make the cells that meet the condition missing."""
    hits = find_hits(raw, column, condition, missing, where).tolist()
    cells = cells_of(raw, column, where)
    return replace_columns(raw, {column: ["" if hit else c for c, hit in zip(cells, hits, strict=True)]})


def recode(
    raw: RawTable,
    missing: frozenset[str],
    where: str,
    *,
    column: str,
    values: Classes,
    new: str | None = None,
) -> RawTable:
    """Give cells new labels: new label -> list of old ones, or "*" for all others; cells in no list stay the
    same.
    """
    cells = cells_of(raw, column, where)
    index = {str(old): str(label) for label, olds in values.items() if olds != "*" for old in olds}
    unknown = sorted(set(index) - set(cells))
    if unknown:
        raise InputError(
            f"{where} names {unknown[0]!r}, which is not a value of column "
            f"{column!r}{did_you_mean(unknown[0], sorted(set(cells)))}"
        )
    rest = next((str(label) for label, olds in values.items() if olds == "*"), None)
    recoded = [index.get(cell, cell if rest is None or cell in missing else rest) for cell in cells]
    labels = [str(label) for label in values]
    hint: Hint = {"kind": "nominal"}
    if set(recoded) - missing <= set(labels):
        hint["values"] = labels
    return put_column(raw, new or column, recoded, hint, where, over=new is None)


def cut(
    raw: RawTable,
    missing: frozenset[str],
    where: str,
    *,
    column: str,
    parts: int,
    labels: list[str] | None = None,
    new: str | None = None,
) -> RawTable:
    """Turn numbers into `parts` classes of the same size, lowest first; equal numbers stay together, in the
    upper class, or in the nearer one if a class would be empty or more than a quarter off its share. Raises
    InputError if there are too few different numbers.
    """
    labels = [str(label) for label in (labels or [f"part {i + 1}" for i in range(parts)])]
    if len(labels) != parts:
        raise InputError(
            f"{where} has {parts} parts and {len(labels)} labels: give one label for each part, lowest first"
        )
    numbers = numbers_of(raw, column, missing, where)
    most = possible_parts(numbers, parts)
    if most < parts:
        cure = f"use at most {most} parts" if most > 1 else "choose another column"
        raise InputError(
            f"{where}: column {column!r} must have at least {parts} different numbers, none of them too "
            f"frequent, to be cut into {parts} parts: {cure}"
        )
    part = np.searchsorted(_find_bounds(numbers, parts), numbers, side="right").tolist()
    cells = ["" if x != x else labels[i] for x, i in zip(numbers.tolist(), part, strict=True)]
    return put_column(
        raw, new or column, cells, {"kind": "ordinal", "values": labels}, where, over=new is None
    )


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


def iso_week(
    raw: RawTable, missing: frozenset[str], where: str, *, year: str, month: str, day: str, new: str = "week"
) -> RawTable:
    """Add a column with the ISO 8601 week of a date, such as 2013-W07."""
    weeks = []
    for row, cells in enumerate(
        zip(*(cells_of(raw, name, where) for name in (year, month, day)), strict=True)
    ):
        try:
            weeks.append("{}-W{:02d}".format(*datetime.date(*map(int, cells)).isocalendar()))
        except ValueError as error:
            raise InputError(
                f"{place(raw, row)}: {'-'.join(cells)} is not a date ({where}): correct it, or leave the "
                "row out first"
            ) from error
    return put_column(raw, new, weeks, {"kind": "nominal"}, where)


def blocks(
    raw: RawTable,
    missing: frozenset[str],
    where: str,
    *,
    rows: dict[str, list[list[int]]],
    new: str = "block",
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
    return put_column(raw, new, cells, {"kind": "nominal"}, where)


def strokes(
    raw: RawTable,
    missing: frozenset[str],
    where: str,
    *,
    x: list[str] | str,
    y: list[str] | str,
    new: str = "stroke",
) -> RawTable:
    """Replace the points of a path by the directions from each point to the next, in degrees from the x axis
    towards y.

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
        np.diff([numbers_of(raw, name, missing, where) for name in names], axis=0) for names in (across, up)
    )
    angles = np.where((dx == 0) & (dy == 0), np.nan, np.degrees(np.arctan2(dy, dx)))
    for i, column in enumerate(angles, start=1):
        cells = ["" if x != x else format(x, ".9f") for x in column.tolist()]
        raw = put_column(raw, f"{new} {i}", cells, DEGREES, where)
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
    keys = list(zip(*(cells_of(raw, name, where) for name in within), strict=True))
    breaks = [0, *(i for i in range(1, len(keys)) if keys[i] != keys[i - 1]), len(keys)]
    starts = np.array([i for a, b in pairwise(breaks) for i in range(a, b - length + 1)], dtype=np.intp)
    named = {name: cells_of(raw, name, where) for name in columns}
    spread = {
        f"{name} {k + 1}": [cells[i] for i in (starts + k).tolist()]
        for k in range(length)
        for name, cells in named.items()
    }
    hints = {
        f"{name} {k + 1}": raw.hints[name] for k in range(length) for name in columns if name in raw.hints
    }
    return replace_columns(take(raw, starts + label - 1), spread, hints=hints, drop=set(columns))


def keep(raw: RawTable, missing: frozenset[str], where: str, options: Any) -> RawTable:
    """Keep only the columns of a list, in the order of the list."""
    chosen = {name: cells_of(raw, name, where) for name in check_columns(raw, options, where)}
    others = replace_columns(raw, {}, drop=set(raw.names) - chosen.keys())
    at = {name: column_of(raw, name, where) for name in chosen}
    return others._replace(names=Names(chosen), columns=tuple(at.values()))


def join(raw: RawTable, missing: frozenset[str], where: str, options: Any) -> RawTable:
    """Add a column that joins the cells of several columns, {new: [columns] or pattern, separator: "",
    digits: 0}; missing if one of them is.

    `digits`: pad whole numbers with zeros to this many digits, so that text sorts as numbers do.
    """
    joins = {key: value for key, value in options.items() if key not in ("separator", "digits")}
    separator, digits = str(options.get("separator", "")), options.get("digits", 0)
    for name, parts in joins.items():
        columns = [cells_of(raw, part, where) for part in match_columns(raw, parts, where)]
        cells = []
        for row in zip(*columns, strict=True):
            padded = [cell.zfill(digits) if cell.isdigit() else cell for cell in row] if digits else row
            cells.append(separator.join(padded) if missing.isdisjoint(row) else "")
        raw = put_column(raw, name, cells, {}, where)
    return raw


def threshold(raw: RawTable, missing: frozenset[str], where: str, options: Any) -> RawTable:
    """Add a two-valued column computed from a column of numbers, {new: {column, above, labels: [not above,
    above]}}; missing stays missing.

    `labels` are "no" and "yes" by default.
    """
    for name, option in options.items():
        low, high = map(str, option.get("labels", ["no", "yes"]))
        values, limit = numbers_of(raw, option["column"], missing, where).tolist(), float(option["above"])
        labels = ["" if math.isnan(x) else high if x > limit else low for x in values]
        raw = put_column(raw, name, labels, {}, where)
    return raw


def match_columns(raw: RawTable, names: list[str] | str, where: str) -> list[str]:
    """Columns named in a list, or those that match one pattern, in the order of the file."""
    if not isinstance(names, str):
        return check_columns(raw, names, where)
    fitting = [name for name in raw.names if fnmatch.fnmatchcase(name, names)]
    if not fitting:
        raise InputError(f"{where}: no column matches {names!r}; there are {', '.join(raw.names[:20])}")
    return fitting


def put_column(
    raw: RawTable, name: str, cells: list[str], hint: Hint, where: str, *, over: bool = False
) -> RawTable:
    """Add a column at the end, or replace the cells of an existing column."""
    if name in raw.names and not over:
        raise InputError(f"{where} adds a column {name!r}, which already exists: give it another name")
    return replace_columns(raw, {name: cells}, hints={name: hint})

"""Steps between reading and encoding: rows chosen, columns made from others.

`steps:` of a stanza lists them in order.

Every step is a plain function of a RawTable and the keys of its mapping, e.g. {cut: {column: temp, parts: 3,
labels: [low, middle, high]}}.
"""

from __future__ import annotations

import datetime
import fnmatch
import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from naivebench.core.checks import InputError, did_you_mean, one_of
from naivebench.datasets import combine_steps
from naivebench.datasets.readers.raw import RawTable, place, replace_columns, take
from naivebench.datasets.readers.read import is_number

DEGREES = {"kind": "angular", "period": 360}


def apply(raw: RawTable, steps: Sequence[dict], where: str, missing: frozenset[str]) -> RawTable:
    """Do the steps in order.

    `missing`: cells that mean missing. Raises InputError for unknown steps and columns, and for no rows left.
    """
    for number, step in enumerate(steps, start=1):
        ((name, options),) = step.items()
        one_of(name, STEPS, f"step {number}", where)
        at = f"step {number} ({name}) of {where}"
        raw = _applied(raw, name, options, at, missing)
        if not raw.lines:
            raise InputError(f"{at} leaves no row: check its values")
    return raw


def _applied(raw: RawTable, name: str, options, where: str, missing: frozenset[str]) -> RawTable:
    if name in combine_steps.STEPS:
        return combine_steps.STEPS[name](raw, options, missing, where)
    return KEYED[name](
        raw,
        missing=missing,
        where=where,
        **{("new" if key == "as" else key): value for key, value in options.items()},
    )


def keep_rows(raw: RawTable, *, column: str, missing: frozenset[str], where: str, **condition) -> RawTable:
    """Keep the rows whose cell meets the condition: one of `values`, a number `above` or `below` a bound."""
    return take(raw, np.flatnonzero(_met(raw, column, condition, missing, where)))


def drop_rows(raw: RawTable, *, column: str, missing: frozenset[str], where: str, **condition) -> RawTable:
    """Leave out the rows whose cell meets the condition."""
    return take(raw, np.flatnonzero(~_met(raw, column, condition, missing, where)))


def blank(raw: RawTable, *, column: str, missing: frozenset[str], where: str, **condition) -> RawTable:
    """Make the cells that meet the condition missing."""
    met = _met(raw, column, condition, missing, where)
    return replace_columns(
        raw,
        {column: ["" if hit else cell for cell, hit in zip(_cells(raw, column, where), met, strict=True)]},
    )


def recode(
    raw: RawTable, *, column: str, values: dict, where: str, missing: frozenset[str], new: str | None = None
) -> RawTable:
    """Give cells new labels: new label -> list of old ones, or "*" for all others; what nobody takes stays as
    it is.
    """
    cells = _cells(raw, column, where)
    index = {str(old): str(label) for label, olds in values.items() if olds != "*" for old in olds}
    unknown = sorted(set(index) - set(cells))
    if unknown:
        raise InputError(
            f"{where} names {unknown[0]!r}, which is no value of column "
            f"{column!r}{did_you_mean(unknown[0], set(cells))}"
        )
    rest = next((str(label) for label, olds in values.items() if olds == "*"), None)
    made = [index.get(cell, cell if rest is None or cell in missing else rest) for cell in cells]
    listed = (
        [str(label) for label in values]
        if {cell for cell in made if cell not in missing} <= {str(label) for label in values}
        else None
    )
    hint = {"kind": "nominal"} | ({"values": listed} if listed else {})
    return _put(raw, new or column, made, hint, where, over=new is None)


def cut(
    raw: RawTable,
    *,
    column: str,
    parts: int,
    where: str,
    missing: frozenset[str],
    labels=None,
    new: str | None = None,
) -> RawTable:
    """Turn numbers into `parts` classes of the same size, lowest first; equal numbers stay together, in the
    upper class.
    """
    labels = [str(label) for label in (labels or [f"part {i + 1}" for i in range(parts)])]
    if len(labels) != parts:
        raise InputError(
            f"{where} has {parts} parts and {len(labels)} labels: give one label for each part, lowest first"
        )
    numbers = _numbers(raw, column, missing, where)
    ordered = np.sort(numbers[~np.isnan(numbers)])
    if len(np.unique(ordered)) < parts:
        raise InputError(
            f"{where}: column {column!r} has {len(np.unique(ordered))} different numbers, too few for "
            f"{parts} parts"
        )
    bounds = ordered[[len(ordered) * i // parts for i in range(1, parts)]]
    part = np.searchsorted(bounds, numbers, side="right")
    made = ["" if math.isnan(x) else labels[i] for x, i in zip(numbers.tolist(), part.tolist(), strict=True)]
    return _put(raw, new or column, made, {"kind": "ordinal", "values": labels}, where, over=new is None)


def iso_week(
    raw: RawTable, *, year: str, month: str, day: str, where: str, missing: frozenset[str], new: str = "week"
) -> RawTable:
    """A new column with the ISO 8601 week of a date, such as 2013-W07."""
    made = []
    for row, cells in enumerate(zip(*(_cells(raw, name, where) for name in (year, month, day)), strict=True)):
        try:
            made.append("{}-W{:02d}".format(*datetime.date(*map(int, cells)).isocalendar()))
        except ValueError as error:
            raise InputError(
                f"{place(raw, row)}: {'-'.join(cells)} is no date ({where}): correct it, or leave the "
                "row out first"
            ) from error
    return _put(raw, new, made, {"kind": "nominal"}, where)


def strokes(raw: RawTable, *, x, y, where: str, missing: frozenset[str], new: str = "stroke") -> RawTable:
    """Directions from each point of a path to the next, in degrees counted from the x axis towards y, in
    place of the points.

    x, y: names of the coordinates' columns in the order of the path, or one pattern such as "x*" for those in
    file order. Where a point repeats or is missing there is no direction.
    """
    across, up = _matching(raw, x, where), _matching(raw, y, where)
    if len(across) != len(up) or len(up) < 2:
        raise InputError(
            f"{where} names {len(across)} columns in x and {len(up)} in y, expected the same number, "
            "at least two"
        )
    dx, dy = (
        np.diff([_numbers(raw, name, missing, where) for name in names], axis=0) for names in (across, up)
    )
    angles = np.where((dx == 0) & (dy == 0), np.nan, np.degrees(np.arctan2(dy, dx)))
    for i, column in enumerate(angles, start=1):
        raw = _put(raw, f"{new} {i}", _written(column), DEGREES, where)
    return replace_columns(raw, {}, drop={*across, *up})


def sphere(
    raw: RawTable,
    *,
    longitude: str,
    latitude: str,
    where: str,
    missing: frozenset[str],
    new: str,
    period: float = 360,
) -> RawTable:
    """The unit vector of a longitude and a latitude as columns `as` x, `as` y and `as` z in place of them,
    for `directions`.
    """
    turn = 2 * math.pi / period
    east, north = (_numbers(raw, name, missing, where) * turn for name in (longitude, latitude))
    parts = {"x": np.cos(north) * np.cos(east), "y": np.cos(north) * np.sin(east), "z": np.sin(north)}
    for axis, column in parts.items():
        raw = _put(raw, f"{new} {axis}", _written(column + 0 * east), {"kind": "linear"}, where)
    return replace_columns(raw, {}, drop={longitude, latitude})


def windows(
    raw: RawTable,
    *,
    columns: list[str],
    length: int,
    label: int,
    within: list[str],
    where: str,
    missing: frozenset[str],
) -> RawTable:
    """Rows of `length` consecutive rows each: `columns` of all of them, numbered from 1, and all else of the
    row number `label`.

    A window lies within rows that agree in the columns `within`.
    """
    if not 1 <= label <= length:
        raise InputError(f"{where} has label {label}, expected a row of the window from 1 to {length}")
    keys = list(zip(*(_cells(raw, name, where) for name in within), strict=True))
    breaks = [0, *(i for i in range(1, len(keys)) if keys[i] != keys[i - 1]), len(keys)]
    starts = np.array([i for a, b in pairwise(breaks) for i in range(a, b - length + 1)], dtype=np.intp)
    made = {
        f"{name} {k + 1}": [cells[i] for i in (starts + k).tolist()]
        for k in range(length)
        for name, cells in _named(raw, columns, where)
    }
    hints = {
        f"{name} {k + 1}": raw.hints[name] for k in range(length) for name in columns if name in raw.hints
    }
    return replace_columns(take(raw, starts + label - 1), made, hints=hints, drop=set(columns))


def first_of(raw: RawTable, *, column: str, unit: list[str], where: str, missing: frozenset[str]) -> RawTable:
    """Keep the rows of the first unit (rows that agree in the columns `unit`) that has each value of a
    column.
    """
    keys = zip(*(_cells(raw, name, where) for name in unit), strict=True)
    first: dict[str, tuple] = {}
    return take(
        raw,
        [
            i
            for i, (cell, key) in enumerate(zip(_cells(raw, column, where), keys, strict=True))
            if first.setdefault(cell, key) == key
        ],
    )


KEYED: dict[str, Callable[..., RawTable]] = {
    f.__name__: f
    for f in (keep_rows, drop_rows, blank, recode, cut, iso_week, strokes, sphere, windows, first_of)
}
STEPS = (*KEYED, *combine_steps.STEPS)


def _cells(raw: RawTable, column: str, where: str) -> list[str]:
    if column not in raw.names:
        raise InputError(f"{where} names {column!r}, which is not a column{did_you_mean(column, raw.names)}")
    return raw.columns[raw.names.index(column)]


def _named(raw: RawTable, columns: Sequence[str], where: str) -> list[tuple[str, list[str]]]:
    return [(name, _cells(raw, name, where)) for name in columns]


def _numbers(raw: RawTable, column: str, missing: frozenset[str], where: str) -> np.ndarray:
    """A column as numbers, NaN where missing."""
    cells = _cells(raw, column, where)
    wrong = next((i for i, cell in enumerate(cells) if cell not in missing and not is_number(cell)), None)
    if wrong is not None:
        raise InputError(
            f"{place(raw, wrong)}: {cells[wrong]!r} in column {column!r} is no number ({where}): "
            "correct it, or add it to missing"
        )
    return np.array([math.nan if cell in missing else float(cell) for cell in cells])


def _met(raw: RawTable, column: str, condition: dict, missing: frozenset[str], where: str) -> np.ndarray:
    """Which cells meet a condition; a missing cell meets none but `values: [""]`."""
    if len(condition) != 1 or not set(condition) <= {"values", "above", "below"}:
        raise InputError(
            f"{where} has {' and '.join(condition) or 'no condition'}, expected exactly one of values, "
            "above, below"
        )
    ((key, bound),) = condition.items()
    if key == "values":
        return _among(_cells(raw, column, where), [str(value) for value in bound], missing)
    numbers = _numbers(raw, column, missing, where)
    return numbers > bound if key == "above" else numbers < bound


def _among(cells: list[str], values: list[str], missing: frozenset[str]) -> np.ndarray:
    """Which cells are one of the values, as text or as numbers; the value "" stands for every missing
    cell.
    """
    numbers = {float(value) for value in values if is_number(value)}
    taken = {
        cell
        for cell in set(cells)
        if cell in values
        or ("" in values and cell in missing)
        or (is_number(cell) and float(cell) in numbers)
    }
    return np.array([cell in taken for cell in cells], dtype=bool)


def _matching(raw: RawTable, names, where: str) -> list[str]:
    """Columns by a list of names, or those that fit one pattern."""
    if isinstance(names, list):
        return [name for name, _ in _named(raw, names, where)]
    found = [name for name in raw.names if fnmatch.fnmatchcase(name, names)]
    if not found:
        raise InputError(f"{where}: no column fits {names!r}; there are {', '.join(raw.names[:20])}")
    return found


def _written(numbers: np.ndarray) -> list[str]:
    return ["" if x != x else format(x, ".9f") for x in numbers.tolist()]


def _put(
    raw: RawTable, name: str, cells: list[str], hint: dict, where: str, *, over: bool = False
) -> RawTable:
    """A new column at the end, or other cells for a column."""
    if name in raw.names and not over:
        raise InputError(
            f"{where} makes a column {name!r}, which there is already: give it another name by `as`"
        )
    return replace_columns(raw, {name: cells}, hints={name: hint})

"""Steps that choose, draw or order rows.

`column_steps` explains what a step is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.checks import InputError, did_you_mean, whole
from naivebench.data.readers.raw_table import RawTable, cells_of, is_number, numbers_of, take


def keep_rows(
    raw: RawTable, *, column: str, missing: frozenset[str], where: str, **condition: Any
) -> RawTable:
    """Keep the rows whose cell meets the condition: one of `values`, a number `above` or `below` a bound."""
    return take(raw, np.flatnonzero(met(raw, column, condition, missing, where)))


def drop_rows(
    raw: RawTable, *, column: str, missing: frozenset[str], where: str, **condition: Any
) -> RawTable:
    """Leave out the rows whose cell meets the condition."""
    return take(raw, np.flatnonzero(~met(raw, column, condition, missing, where)))


def first_of(raw: RawTable, *, column: str, unit: list[str], where: str, missing: frozenset[str]) -> RawTable:
    """Keep the rows of the first unit (rows that agree in the columns `unit`) that has each value of a
    column.
    """
    keys = zip(*(cells_of(raw, name, where) for name in unit), strict=True)
    first: dict[str, tuple[str, ...]] = {}
    return take(
        raw,
        [
            i
            for i, (cell, key) in enumerate(zip(cells_of(raw, column, where), keys, strict=True))
            if first.setdefault(cell, key) == key
        ],
    )


def choose(raw: RawTable, options: Any, missing: frozenset[str], where: str) -> RawTable:
    """Keep rows by their cells, {column: [cells]}; all columns named must match."""
    if not isinstance(options, dict) or not options:
        raise InputError(f"{where}: expected a mapping of columns to lists of cells, found {options!r}")
    rows = list(range(len(raw.lines)))
    for name, wanted in options.items():
        cells = cells_of(raw, name, where)
        chosen = {str(cell) for cell in (wanted if isinstance(wanted, list) else [wanted])}
        unknown = sorted(chosen - set(cells))
        if unknown:
            raise InputError(
                f"{where} asks for {unknown[0]!r}, which does not occur in column "
                f"{name!r}{did_you_mean(unknown[0], sorted(set(cells)))}"
            )
        rows = [i for i in rows if cells[i] in chosen]
    if not rows:
        raise InputError(f"{where} leaves no rows: choose cells that occur together in a row")
    return take(raw, rows)


def first(raw: RawTable, options: Any, missing: frozenset[str], where: str) -> RawTable:
    """Keep this number of rows from the beginning."""
    if isinstance(options, bool) or not isinstance(options, int) or options < 1:
        raise InputError(f"{where}: expected a number of rows of at least 1, found {options!r}")
    return take(raw, range(min(options, len(raw.lines))))


def complete(raw: RawTable, options: Any, missing: frozenset[str], where: str) -> RawTable:
    """Keep the rows in which no column of a list is missing."""
    columns = [cells_of(raw, name, where) for name in listed(raw, options, where)]
    rows = [i for i, row in enumerate(zip(*columns, strict=True)) if missing.isdisjoint(row)]
    if not rows:
        raise InputError(
            f"{where} leaves no rows, because every row lacks a value in {', '.join(options)}: list fewer "
            "columns"
        )
    return take(raw, rows)


def sort(raw: RawTable, options: Any, missing: frozenset[str], where: str) -> RawTable:
    """Sort the rows by columns, by the first of them first; rows that agree stay in the order of the file.

    A column of nothing but numbers is sorted as numbers, any other as text; missing cells come first.
    """
    order = list(range(len(raw.lines)))
    for name in reversed(listed(raw, options, where)):
        cells = cells_of(raw, name, where)
        numbers = all(cell in missing or is_number(cell) for cell in set(cells))
        keys = [
            (cell not in missing, (0.0 if cell in missing else float(cell)) if numbers else cell)
            for cell in cells
        ]
        order.sort(key=keys.__getitem__)
    files = [file for _, file in raw.parts]
    together = files[0] if len(files) == 1 else f"{files[0]} to {files[-1]}"
    return take(raw._replace(parts=((0, together),)), order)


def sample(raw: RawTable, options: Any, missing: frozenset[str], where: str) -> RawTable:
    """Draw this number of rows of each label of a column, {column, cases: {label: number}, seed}, by the
    seed; rows with other labels are dropped.
    """
    if (
        not isinstance(options, dict)
        or set(options) != {"column", "cases", "seed"}
        or not isinstance(options["cases"], dict)
    ):
        raise InputError(
            f"{where}: expected {{column: name, cases: {{label: number}}, seed: number}}, found {options!r}"
        )
    cells = np.array(cells_of(raw, options["column"], where), dtype=object)
    rng = np.random.default_rng(whole(options["seed"], 0, "seed", where))
    drawn = []
    for label, number in options["cases"].items():
        rows = np.flatnonzero(cells == str(label))
        if whole(number, 1, f"cases of {label!r}", where) > len(rows):
            raise InputError(
                f"{where} asks for {number} rows of {label!r}, but column {options['column']!r} contains "
                f"it in only {len(rows)} rows"
            )
        drawn.append(rng.choice(rows, number, replace=False))
    return take(raw, np.sort(np.concatenate(drawn)).tolist())


def listed(raw: RawTable, names: object, where: str) -> list[str]:
    """The names in a list, all of which must be columns."""
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise InputError(f"{where}: expected a list of column names, found {names!r}")
    for name in names:
        cells_of(raw, name, where)
    return names


def met(
    raw: RawTable, column: str, condition: dict[str, Any], missing: frozenset[str], where: str
) -> np.ndarray:
    """Which cells meet a condition; a missing cell meets only `values: [""]`."""
    if len(condition) != 1 or not set(condition) <= {"values", "above", "below"}:
        raise InputError(
            f"{where} has {' and '.join(condition) or 'no condition'}, expected exactly one of values, "
            "above, below"
        )
    ((key, bound),) = condition.items()
    if key == "values":
        return _among(cells_of(raw, column, where), [str(value) for value in bound], missing)
    numbers = numbers_of(raw, column, missing, where)
    return numbers > bound if key == "above" else numbers < bound


def _among(cells: list[str], values: list[str], missing: frozenset[str]) -> np.ndarray:
    """Which cells are one of the values, as text or as numbers; the value "" means every missing cell."""
    numbers = {float(value) for value in values if is_number(value)}
    taken = {
        cell
        for cell in set(cells)
        if cell in values
        or ("" in values and cell in missing)
        or (is_number(cell) and float(cell) in numbers)
    }
    return np.array([cell in taken for cell in cells], dtype=bool)

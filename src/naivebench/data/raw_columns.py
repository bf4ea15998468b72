"""Conversion of one column of cells to codes, numbers or unit vectors, and marks of missing cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import MISSING, code_dtype
from naivebench.core.table import natural_order as natural_order
from naivebench.data import written_numbers
from naivebench.data.readers.cells import Cells, Factors, Numbers, viewed
from naivebench.data.readers.raw_table import RawTable, odd_cells, other_columns, place
from naivebench.data.stanza import Marks
from naivebench.data.written_numbers import is_number

# cells that programs write for a missing number, date or truth value; beside other text these are labels
NO_NUMBER = frozenset(
    {
        *("NA", "na", "N/A", "n/a", "#N/A", "#NA", "<NA>", "NaN", "nan", "NAN", "Nan", "-nan", "NaT"),
        *("None", "NULL", "Null", "null"),
    }
)
TRUTH = frozenset({"true", "false", "t", "f"})


def marks_of(missing: Marks | None, raw: RawTable | None = None) -> frozenset[str]:
    """Cells that mean missing: the empty cell and the given marks; None: those of the file, or `?`."""
    own = RawTable._field_defaults["missing"] if raw is None else raw.missing
    marks = own if missing is None else [missing] if isinstance(missing, (str, int, float)) else missing
    return frozenset({"", *(str(mark).strip() for mark in marks)})


def lookup(column: Factors, index: dict[str, int], other: int = MISSING) -> np.ndarray:
    """Code that `index` gives every cell, `other` for labels that it lacks, MISSING for no cell; (n,), of the
    smallest type that fits.
    """
    found = [*(index.get(label, other) for label in column.labels), MISSING]
    return np.array(found, dtype=code_dtype(max(found)))[column.codes]


def viewed_once(raw: RawTable) -> RawTable:
    """The same raw table, with columns whose views are computed only once."""
    return raw._replace(columns=tuple(map(viewed, raw.columns)))


def settle_marks(raw: RawTable, marks: frozenset[str]) -> RawTable:
    """The same raw table; columns such as 53,234, or 3.796 beside 446, have the decimal comma of the others.

    Another column must show the comma, and none a decimal point.
    """
    if raw.decimal or raw.unit == "row":
        return raw
    missing, columns = marks | NO_NUMBER, [viewed(column) for column in raw.columns]
    found = [column.numbers(missing) for column in columns]
    unclear = [n is not None and _is_unclear(column, n) for column, n in zip(columns, found, strict=True)]
    clear = [(c, n) for c, n, no in zip(columns, found, unclear, strict=True) if n is not None and not no]
    if not any(unclear) or not any(numbers.form.startswith(",") for _, numbers in clear):
        return raw
    if any(column.numbers(missing, ",") is None for column, _ in clear):
        return raw
    settled = (Cells(c.source, ",") if no else c for c, no in zip(columns, unclear, strict=True))
    return raw._replace(columns=tuple(settled))


def _is_unclear(column: Cells, numbers: Numbers) -> bool:
    """Whether a point and a comma as decimal mark both fit the cells and give different numbers."""
    if numbers.form:
        return any("`--decimal ,`" in said for said, _ in numbers.remarks)
    return bool(column.mixed_forms())


def column_of(raw: RawTable, name: str) -> Cells:
    return viewed(raw.columns[raw.names.index(name)])


def existing(raw: RawTable, names: Sequence[str], key: str, where: str) -> list[str]:
    names = [names] if isinstance(names, str) else [str(name) for name in names]
    for name in names:
        if name not in raw.names:
            near = other_columns(raw, name)
            if where == "X":  # data in Python
                raise InputError(f"{key} names {name!r}, which is not a column of X{near}")
            raise InputError(f"{key} of {where} names {name!r}, which is not a column of the file{near}")
    return names


def listed_codes(
    raw: RawTable, name: str, values: list[str], marks: frozenset[str], label_key: Callable[..., Any]
) -> np.ndarray:
    """Codes of a column with a declared value list, for an attribute or the class. label_key: that of
    `class_labels`, which imports this module.

    Raises InputError with the place of a cell that is not in the list, whichever reader or stanza declared
    it.
    """
    cells = column_of(raw, name)
    listed = {value: i for i, value in enumerate(values)}
    by_value = {label_key(value): i for value, i in reversed(listed.items())}  # 1 and 1.0 are one label
    by_value.pop(None, None)
    others = {cell: label_key(cell, raw.decimal) for cell in cells.times.keys() - set(values) - marks}
    odd = {cell for cell, key in others.items() if key not in by_value}
    if odd:
        foreign = cells.among(odd)[0]
        cell = cells[foreign]
        alike = next((v for v in values if _loose(v) == _loose(cell)), None)
        cure = "add it to the list" + ", in double quotes because of its comma" * ("," in cell)
        if alike is not None:
            cure = f"it differs from {alike!r} only in spelling, so spell them alike"
        raise InputError(
            f"{place(raw, foreign)}: {cell!r} is not in the declared value list of column {name!r}: {cure}"
        )
    return lookup(cells.factors, listed | {cell: by_value[key] for cell, key in others.items()})


def _loose(label: str) -> str:
    return "".join(label.casefold().split())


def numbers_of(
    raw: RawTable, name: str, marks: frozenset[str], kind: str, form: str | None = None
) -> Numbers:
    """A column as numbers in the unit of the file.

    form: that of the training data, which the cells must have too; None for the training data themselves.
    Raises InputError with the place of a cell that is no number.
    """
    cells, missing = column_of(raw, name), marks | NO_NUMBER
    decimal = raw.decimal
    if form is not None and not decimal:  # files with types, whose unit is a row, have decimal points
        decimal = "." if raw.unit == "row" else form[:1].strip() or "."
    column = cells.numbers(missing, decimal)
    unit = None if form is None else form[1:]
    if column is not None and (unit in (None, column.form[1:]) or np.isnan(column.values).all()):
        return column

    wrong = odd_cells(cells, missing, decimal)
    if column is not None:
        wrong = {cell for cell in cells.times if cell not in missing}
    row = cells.among(wrong)[0]
    if unit is not None and written_numbers.could_be_number(cells[row]):
        own = f"the unit {unit}" if unit else "no unit"
        why, cure = f"is not written as in the training data, which have {own}", "write all numbers alike"
    elif written_numbers.could_be_number(cells[row]):
        first = next(cell for cell in cells.times if cell not in missing)
        why, cure = f"has not the form of {first!r}", "write all numbers alike"
    else:
        why = "is not a number"
        cure = f"correct it, declare the column nominal, or add {cells[row]!r} to `missing`"
    if "," in cells[row] and written_numbers.read_numbers([cells[row]], ","):
        cure = "if the comma is a decimal mark, set `--decimal ,` (`decimal` in a stanza)"
    raise InputError(f"{place(raw, row)}: {cells[row]!r} in the {kind} column {name!r} {why}: {cure}")


def marks_of_values(values: Iterable[str]) -> frozenset[str]:
    """Cells that are missing beside these values: those of NO_NUMBER if all are numbers or truth values."""
    plain = {value.lower() for value in values}
    return NO_NUMBER if plain <= TRUTH or all(map(is_number, plain)) else frozenset()


def directions_of(raw: RawTable, components: Sequence[str], marks: frozenset[str]) -> list[np.ndarray]:
    return unit_vectors(
        np.column_stack([numbers_of(raw, name, marks, "direction").values for name in components])
    )


def unit_vectors(vectors: np.ndarray) -> list[np.ndarray]:
    """The components of vectors (n, p) scaled to unit length; NaN where one is missing or all are zero."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return list(np.divide(vectors, length, out=np.full_like(vectors, np.nan), where=length > 0).T)

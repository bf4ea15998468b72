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


def marks_of_values(values: Iterable[str]) -> frozenset[str]:
    """Cells that are missing beside these values: those of NO_NUMBER if all are numbers or truth values."""
    plain = {value.lower() for value in values}
    return NO_NUMBER if plain <= TRUTH or all(map(is_number, plain)) else frozenset()


def column_of(raw: RawTable, name: str) -> Cells:
    """A column that exists, as `Cells`."""
    return viewed(raw.columns[raw.names.index(name)])


def existing(raw: RawTable, names: Sequence[str], key: str, where: str) -> list[str]:
    """The names as a list. Raises InputError for a name that is not a column; key: where the user wrote it,
    where: "X" for data in Python.
    """
    names = [names] if isinstance(names, str) else [str(name) for name in names]
    lost = next((name for name in names if name not in raw.names), None)
    if lost is not None:
        of, what = ("", "X") if where == "X" else (f" of {where}", "the file")
        raise InputError(
            f"{key}{of} names {lost!r}, which is not a column of {what}{other_columns(raw, lost)}"
        )
    return names


def lookup(column: Factors, index: dict[str, int], other: int = MISSING) -> np.ndarray:
    """Code that `index` gives every cell, `other` for labels that it lacks, MISSING for no cell; (n,), of the
    smallest type that fits.
    """
    codes = [*(index.get(label, other) for label in column.labels), MISSING]
    return np.array(codes, dtype=code_dtype(max(codes)))[column.codes]


def listed_codes(
    raw: RawTable, name: str, values: list[str], marks: frozenset[str], label_key: Callable[..., Any]
) -> np.ndarray:
    """Codes of a column with a declared value list, for an attribute or the class; 1 and 1.0 are one value.

    label_key: that of `class_labels`, which imports this module. Raises InputError with the place of a cell
    that is not in the list, whichever reader or stanza declared it.
    """
    cells = column_of(raw, name)
    index = {value: i for i, value in enumerate(values)}
    by_key = {label_key(value): i for value, i in reversed(index.items())}
    by_key.pop(None, None)
    others = {cell: label_key(cell, raw.decimal) for cell in cells.times.keys() - set(values) - marks}
    odd = {cell for cell, key in others.items() if key not in by_key}
    if odd:
        row = cells.among(odd)[0]
        cell = cells[row]
        alike = next(
            (v for v in values if "".join(v.casefold().split()) == "".join(cell.casefold().split())), None
        )
        cure = "add it to the list" + ", in double quotes because of its comma" * ("," in cell)
        if alike is not None:
            cure = f"it differs from {alike!r} only in spelling, so spell them alike"
        raise InputError(
            f"{place(raw, row)}: {cell!r} is not in the declared value list of column {name!r}: {cure}"
        )
    return lookup(cells.factors, index | {cell: by_key[key] for cell, key in others.items()})


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
        decimal = form[:1].strip() or ("." if raw.unit == "line" else "")
    column = cells.numbers(missing, decimal)
    unit = None if form is None else form[1:]
    if column is not None and (unit in (None, column.form[1:]) or np.isnan(column.values).all()):
        return column

    wrong = odd_cells(cells, missing, decimal) if column is None else cells.times.keys() - missing
    row = cells.among(set(wrong))[0]
    why, cure = (
        "is not a number",
        f"correct it, declare the column nominal, or add {cells[row]!r} to `missing`",
    )
    if written_numbers.could_be_number(cells[row]):
        first = next(cell for cell in cells.times if cell not in missing)
        like = "that of the training data" if form is not None else f"that of {first!r}"
        why, cure = f"has not the same form as {like}", "write all numbers alike"
        if unit is not None:
            like = f"the unit {unit}" if unit else "no unit"
            why = f"is not written as in the training data, which have {like}"
    if "," in cells[row] and written_numbers.read_numbers([cells[row]], ","):
        cure = "if the comma is a decimal mark, set `--decimal ,` (`decimal` in a stanza)"
    raise InputError(f"{place(raw, row)}: {cells[row]!r} in the {kind} column {name!r} {why}: {cure}")


def directions_of(raw: RawTable, components: Sequence[str], marks: frozenset[str]) -> list[np.ndarray]:
    """The components of a direction, scaled to unit length; NaN where one is missing or all are zero."""
    vectors = np.column_stack([numbers_of(raw, name, marks, "direction").values for name in components])
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return list(np.divide(vectors, length, out=np.full_like(vectors, np.nan), where=length > 0).T)

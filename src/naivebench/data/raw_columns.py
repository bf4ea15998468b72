"""Conversion of one column of cells to codes, numbers or unit vectors, and marks of missing cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import MISSING, code_dtype, to_radians
from naivebench.data import odd_columns
from naivebench.data.readers.cells import Cells, Factors, is_number, viewed
from naivebench.data.readers.raw_table import RawTable, other_columns, place
from naivebench.data.stanza import Marks

# cells that programs write for a missing number; in a column of labels these are labels
NO_NUMBER = frozenset({"NA", "na", "N/A", "n/a", "NaN", "nan", "NAN", "Nan", "-nan"})


def marks_of(missing: Marks | None, raw: RawTable | None = None) -> frozenset[str]:
    """Cells that mean missing: the empty cell and the given marks; None: those of the file, or `?`."""
    own = RawTable._field_defaults["missing"] if raw is None else raw.missing
    marks = own if missing is None else [missing] if isinstance(missing, (str, int, float)) else missing
    return frozenset({"", *(str(mark).strip() for mark in marks)})


def natural_order(labels: Iterable[str]) -> list[str]:
    """Distinct labels: numbers by size, then text by code point."""
    return sorted(set(labels), key=lambda s: (0, float(s), s) if is_number(s) else (1, 0.0, s))


def lookup(column: Factors, index: dict[str, int], other: int = MISSING) -> np.ndarray:
    """Code that `index` gives every cell, `other` for labels that it lacks, MISSING for no cell; (n,), of the
    smallest type that fits.
    """
    found = [*(index.get(label, other) for label in column.labels), MISSING]
    return np.array(found, dtype=code_dtype(max(found)))[column.codes]


def viewed_once(raw: RawTable) -> RawTable:
    """The same raw table, with columns whose views are computed only once."""
    return raw._replace(columns=tuple(map(viewed, raw.columns)))


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


def listed_codes(raw: RawTable, name: str, values: list[str], marks: frozenset[str]) -> np.ndarray:
    """Codes of a column with a declared value list, for an attribute or the class.

    Raises InputError with the place of a cell that is not in the list, whichever reader or stanza declared
    it.
    """
    cells = column_of(raw, name)
    odd = cells.times.keys() - set(values) - marks
    if odd:
        foreign = cells.among(odd)[0]
        raise InputError(
            f"{place(raw, foreign)}: {cells[foreign]!r} is not in the declared value list of column "
            f"{name!r}: add it to the list"
        )
    return lookup(cells.factors, {value: i for i, value in enumerate(values)})


def numbers_of(raw: RawTable, name: str, marks: frozenset[str], kind: str, period: float) -> np.ndarray:
    cells, missing = column_of(raw, name), marks | NO_NUMBER
    column = cells.numbers(missing)
    if column is None:
        wrong = cells.among({cell for cell in cells.times if cell not in missing and not is_number(cell)})[0]
        comma = odd_columns.DECIMAL_COMMA.fullmatch(cells[wrong])
        cure = (
            "if the comma is a decimal mark, set `--decimal ,` (`decimal` in a stanza)"
            if comma
            else f"correct it, declare the column nominal, or add {cells[wrong]!r} to `missing`"
        )
        raise InputError(
            f"{place(raw, wrong)}: {cells[wrong]!r} in the {kind} column {name!r} is not a number: {cure}"
        )
    return to_radians(column, period) if kind == "angular" else column


def directions_of(raw: RawTable, components: Sequence[str], marks: frozenset[str]) -> list[np.ndarray]:
    return unit_vectors(
        np.column_stack([numbers_of(raw, name, marks, "direction", 0.0) for name in components])
    )


def unit_vectors(vectors: np.ndarray) -> list[np.ndarray]:
    """The components of vectors (n, p) scaled to unit length; NaN where one is missing or all are zero."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return list(np.divide(vectors, length, out=np.full_like(vectors, np.nan), where=length > 0).T)

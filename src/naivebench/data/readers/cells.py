"""The cells of one column: as text, as codes of the different cells, and as numbers."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.table import MISSING, code_dtype
from naivebench.data import number_formats
from naivebench.data.number_formats import ZEROS, Numbers, is_number


class Factors(NamedTuple):
    """A column as codes of its different cells."""

    codes: np.ndarray  # (n,) indices into labels, -1 = missing
    labels: list[str]

    def look_up_codes(self, index: dict[str, int]) -> np.ndarray:
        """Look up every cell (n,) in `index`; MISSING for missing cells and labels without an entry."""
        codes = [*(index.get(label, MISSING) for label in self.labels), MISSING]
        return np.array(codes, dtype=code_dtype(max(codes)))[self.codes]


class Cells:
    """A column of n stripped cells, "" for an empty one, from text, Factors or an array of numbers."""

    def __init__(self, source: list[str] | Factors | np.ndarray) -> None:
        if isinstance(source, list):
            index: dict[str, int] = {}
            codes = [index.setdefault(cell, len(index)) for cell in source]
            source = Factors(np.array(codes, dtype=np.int32), list(index))
        self.source = source

    def __len__(self) -> int:
        return len(self.source.codes if isinstance(self.source, Factors) else self.source)

    def __getitem__(self, row: int) -> str:
        codes, labels = self.factors
        return labels[codes[row]] if codes[row] >= 0 else ""

    @cached_property
    def text(self) -> list[str]:
        """Return all cells as a list."""
        codes, labels = self.factors
        return np.array([*labels, ""], dtype=object)[codes].tolist()

    @property
    def factors(self) -> Factors:
        """The different cells, in no particular order; all of them occur unless the source was Factors."""
        if isinstance(self.source, np.ndarray):
            import pandas as pd

            codes, values = pd.factorize(self.source)
            self.source = Factors(codes, list(map(format_label, values.tolist())))
        return self.source

    @cached_property
    def cell_counts(self) -> dict[str, int]:
        """Number of occurrences of every different cell."""
        codes, labels = self.factors
        return dict(zip(labels, np.bincount(codes[codes >= 0], minlength=len(labels)).tolist(), strict=True))

    def read_numbers(self, missing: frozenset[str], decimal: str = "") -> Numbers | None:
        """Read the cells as numbers (n,), NaN where one is in `missing` or has the value of such a mark.
        Returns None unless all other cells are finite numbers in one form. decimal: the decimal mark, if
        known.
        """
        marks = [float(mark) for mark in missing if is_number(mark)]  # -999 also means -999.0
        if isinstance(self.source, np.ndarray):
            plain = self.source.astype(np.float64, copy=False)
            if not np.isinf(plain).any():
                return Numbers(np.where(np.isin(plain, marks), np.nan, plain) if marks else plain, "", [])

        codes, labels = self.factors
        present = [i for i, label in enumerate(labels) if label not in missing]
        read = number_formats.parse_numbers([labels[i] for i in present], decimal)
        if read is None:
            return None
        values = np.full(len(labels) + 1, np.nan)
        values[present] = read.values
        return read._replace(values=np.where(np.isin(values, marks), np.nan, values)[codes])

    def has_leading_zero(self) -> bool:
        """Whether a cell of several digits begins with 0; numbers of a typed column have no text."""
        return isinstance(self.source, Factors) and any(map(ZEROS.fullmatch, self.source.labels))

    def find_rows(self, labels: Iterable[str]) -> list[int]:
        """Return the rows whose cell is one of `labels`, ascending."""
        codes, known = self.factors
        wanted = set(labels)
        return np.flatnonzero(np.array([*(c in wanted for c in known), "" in wanted])[codes]).tolist()

    def blank_marks(self, marks: Container[str]) -> list[str]:
        """Return the cells as text, with empty ones instead of `marks`."""
        return ["" if cell in marks else cell for cell in self.text]

    def select_rows(self, rows: np.ndarray) -> Cells:
        """Return the cells of these rows; a source of Factors keeps the labels of the other rows."""
        if isinstance(self.source, Factors):
            return Cells(Factors(self.source.codes[rows], self.source.labels))
        return Cells(self.source[rows])

    def skip_first_cell(self) -> Cells:
        """Return all cells of a column of text except the first, whose code is 0."""
        codes, labels = self.factors
        again = (codes[1:] == 0).any()
        return Cells(Factors(codes[1:], labels) if again else Factors(codes[1:] - 1, labels[1:]))


def convert_series(column: Any) -> Cells:
    """Return a column of a data frame: numbers as they are, everything else as text; "" for missing cells."""
    import pandas as pd

    types, dtype = pd.api.types, column.dtype
    if types.is_numeric_dtype(dtype) and not types.is_bool_dtype(dtype):
        if types.is_integer_dtype(dtype) and not column.isna().any():
            return Cells(column.to_numpy(np.uint64 if types.is_unsigned_integer_dtype(dtype) else np.int64))
        return Cells(column.to_numpy(np.float64, na_value=np.nan))
    held = set(map(type, column)) if types.is_object_dtype(dtype) else set()
    if len(held) > 1 and held & {bool, np.bool_}:  # pandas takes True for 1
        column = np.array([None if pd.isna(cell) else format_label(cell) for cell in column], dtype=object)
    codes, values = pd.factorize(getattr(column, "array", column))
    labels = [format_label(value).strip() for value in np.asarray(values, dtype=object)]
    index = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    return Cells(Factors(np.array([*(index[label] for label in labels), -1])[codes], list(index)))


def format_label(value: Any) -> str:
    """Return the spelling of a value in a list of values: whole numbers without a point, as in files."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

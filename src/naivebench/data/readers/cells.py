"""The cells of one column: as text, as codes of the different cells, and as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.table import MISSING, code_dtype
from naivebench.data import written_numbers
from naivebench.data.written_numbers import EXACT, THOUSANDS, ZEROS, is_number

if TYPE_CHECKING:
    import pyarrow as pa

FIRST = 100  # cells that are examined before all the others


class Factors(NamedTuple):
    """A column as codes of its different cells."""

    codes: np.ndarray  # (n,) indices into labels, -1 = missing
    labels: list[str]

    def lookup(self, index: dict[str, int], other: int = MISSING) -> np.ndarray:
        """Code that `index` gives every cell (n,), `other` for labels that it lacks, MISSING for no cell."""
        codes = [*(index.get(label, other) for label in self.labels), MISSING]
        return np.array(codes, dtype=code_dtype(max(codes)))[self.codes]


class Numbers(NamedTuple):
    """A column as numbers, the form in which they are written, and remarks on it (`written_numbers`)."""

    values: np.ndarray  # (n,) float64, NaN = missing
    form: str = ""
    remarks: Sequence[tuple[str, str]] = ()


class Cells:
    """A column of n stripped cells, "" for an empty one, from a list of text, Factors, an Arrow column of
    text, or an array of numbers. Views are computed when they are first requested.
    """

    def __init__(self, source: list[str] | Factors | np.ndarray | pa.ChunkedArray) -> None:
        if isinstance(source, list):
            index: dict[str, int] = {}
            codes = [index.setdefault(cell, len(index)) for cell in source]
            source = Factors(np.array(codes, dtype=np.int32), list(index))
        self.source: Any = source
        self._numbers: dict[tuple[frozenset[str], str], Numbers | None] = {}

    def __len__(self) -> int:
        return len(self.source.codes if isinstance(self.source, Factors) else self.source)

    def __getitem__(self, row: int) -> str:
        return self.source[row].as_py() if self.is_arrow else self.text[row]

    @property
    def is_arrow(self) -> bool:
        """Whether the source is an Arrow column of text."""
        return not isinstance(self.source, (Factors, np.ndarray))

    @cached_property
    def text(self) -> list[str]:
        """All cells as a list."""
        codes, labels = self.factors
        return np.array([*labels, ""], dtype=object)[codes].tolist()

    @property
    def factors(self) -> Factors:
        """The different cells, in no particular order; all of them occur unless the source was Factors."""
        if isinstance(self.source, np.ndarray):
            import pandas as pd

            codes, values = pd.factorize(self.source)
            self.source = Factors(codes, list(map(label_of, values.tolist())))
        elif not isinstance(self.source, Factors):
            self.source = _factorize_arrow(self.source)  # has all information of the cells, and is smaller
        return self.source

    @cached_property
    def times(self) -> dict[str, int]:
        """Number of occurrences of every different cell."""
        codes, labels = self.factors
        return dict(zip(labels, np.bincount(codes[codes >= 0], minlength=len(labels)).tolist(), strict=True))

    def numbers(self, missing: frozenset[str], decimal: str = "") -> Numbers | None:
        """The cells as numbers, NaN where one is in `missing` or has the value of one; None unless all others
        are finite numbers in one form. decimal: the decimal mark if it is known.
        """
        if (missing, decimal) not in self._numbers:
            self._numbers[missing, decimal] = self._read_numbers(missing, decimal)
        return self._numbers[missing, decimal]

    def forget_numbers(self) -> None:
        """Discard the numbers, which take 8 bytes per cell; they are computed again when requested."""
        self._numbers.clear()

    def _read_numbers(self, missing: frozenset[str], decimal: str) -> Numbers | None:
        marks = [float(mark) for mark in missing if is_number(mark)]  # -999 also means -999.0

        # numbers, and plain columns of text, are cast at once
        plain = None
        if isinstance(self.source, np.ndarray):
            plain = self.source.astype(np.float64, copy=False)
            plain = None if np.isinf(plain).any() else plain
        elif self.is_arrow and decimal != ",":
            plain = _cast(self.source, missing)
        if plain is not None:
            return Numbers(np.where(np.isin(plain, marks), np.nan, plain) if marks else plain)

        # others are read by their different cells
        codes, labels = self.factors
        present = [i for i, label in enumerate(labels) if label not in missing]
        read = written_numbers.read_numbers([labels[i] for i in present], decimal)
        if read is None:
            return None
        values = np.full(len(labels) + 1, np.nan)
        values[present] = read.values
        return Numbers(np.where(np.isin(values, marks), np.nan, values)[codes], read.form, read.remarks)

    def find_code(self, numbers: np.ndarray) -> tuple[str, str] | None:
        """Why `numbers` of these cells are codes, and an example (`written_numbers.find_code`)."""
        if np.nanmax(np.abs(numbers), initial=0) < EXACT and not self._has_leading_zero(numbers):
            return None
        return written_numbers.find_code(self.factors.labels)

    def _has_leading_zero(self, numbers: np.ndarray) -> bool:
        """Whether a cell of several digits begins with 0."""
        if not self.is_arrow:
            return isinstance(self.source, Factors) and any(map(ZEROS.fullmatch, self.source.labels))
        import pyarrow as pa
        import pyarrow.compute as pc

        likely, whole = self.source, numbers == np.floor(numbers)
        if not whole.all():  # most columns of fractions have no whole number
            likely = likely.filter(pa.array(whole))
        likely = likely.filter(pc.starts_with(likely, "0"))
        return bool(pc.any(pc.match_substring_regex(likely, f"^{ZEROS.pattern}$")).as_py())

    def mixed_forms(self) -> Sequence[tuple[str, str]]:
        """A remark on plain numbers that may mix two forms (`written_numbers.mixed_forms`)."""
        if isinstance(self.source, np.ndarray):
            return []
        if self.is_arrow:
            import pyarrow.compute as pc

            pointed = [cell for cell in self.source.slice(0, FIRST).to_pylist() if "." in cell]
            if not all(map(THOUSANDS.fullmatch, pointed)):
                return []
            if not pointed and not pc.any(pc.match_substring(self.source, ".")).as_py():
                return []
        return written_numbers.mixed_forms([cell for cell in self.factors.labels if is_number(cell)])

    def among(self, labels: Iterable[str]) -> list[int]:
        """The rows whose cell is one of `labels`, ascending."""
        if self.is_arrow:
            return np.flatnonzero(_is_in(self.source, labels).to_numpy()).tolist()
        codes, known = self.factors
        wanted = set(labels)
        return np.flatnonzero(np.array([*(c in wanted for c in known), "" in wanted])[codes]).tolist()

    def take(self, rows: Sequence[int] | np.ndarray) -> Cells:
        """The cells of these rows; labels of other rows stay known once they have been looked at."""
        places = np.asarray(rows, dtype=np.int64)
        if isinstance(self.source, Factors):
            return Cells(Factors(self.source.codes[places], self.source.labels))
        return Cells(self.source.take(places))  # of NumPy or Arrow

    def skip_first(self) -> Cells:
        """The cells but the first."""
        return Cells(self.source.slice(1) if self.is_arrow else self.text[1:])


def join_cells(columns: Sequence[Cells]) -> Cells:
    """The cells of several columns, end to end."""
    sources = [column.source for column in columns]
    if all(isinstance(source, np.ndarray) for source in sources):
        return Cells(np.concatenate(sources))
    if all(column.is_arrow for column in columns):
        import pyarrow as pa

        return Cells(pa.chunked_array([chunk for source in sources for chunk in source.chunks]))
    return Cells([cell for column in columns for cell in column.text])


def from_series(column: Any) -> Cells:
    """A column of a data frame or array: numbers as they are, everything else as text; "" for missing
    cells.
    """
    import pandas as pd

    types, dtype = pd.api.types, column.dtype
    if types.is_numeric_dtype(dtype) and not types.is_bool_dtype(dtype):
        if isinstance(column, np.ndarray):
            return Cells(column)
        if types.is_integer_dtype(dtype) and not column.isna().any():
            return Cells(column.to_numpy(np.uint64 if types.is_unsigned_integer_dtype(dtype) else np.int64))
        return Cells(column.to_numpy(np.float64, na_value=np.nan))
    held = set(map(type, column)) if types.is_object_dtype(dtype) else set()
    if len(held) > 1 and held & {bool, np.bool_}:  # pandas takes True for 1
        column = np.array([None if pd.isna(cell) else label_of(cell) for cell in column], dtype=object)
    codes, values = pd.factorize(getattr(column, "array", column))
    labels = [label_of(value).strip() for value in np.asarray(values, dtype=object)]
    index = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    return Cells(Factors(np.array([*(index[label] for label in labels), -1])[codes], list(index)))


def label_of(value: Any) -> str:
    """Spelling of a value in a list of values: whole numbers without a point, as in files."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _factorize_arrow(column: pa.ChunkedArray) -> Factors:
    import pyarrow as pa

    if not len(column):
        return Factors(np.zeros(0, np.int32), [])
    whole = column.dictionary_encode().unify_dictionaries().combine_chunks()
    whole = whole.chunk(0) if isinstance(whole, pa.ChunkedArray) else whole
    labels = whole.dictionary.to_pylist()
    return Factors(whole.indices.to_numpy().astype(code_dtype(len(labels))), labels)


def _is_in(column: pa.ChunkedArray, labels: Iterable[str]) -> pa.ChunkedArray:
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.is_in(column, value_set=pa.array(list(labels), column.type))


def _cast(column: pa.ChunkedArray, missing: frozenset[str]) -> np.ndarray | None:
    """Numbers of a column of text, NaN for missing cells; None if another cell is not plainly a number."""
    import pyarrow as pa
    import pyarrow.compute as pc

    first = column.slice(0, FIRST).to_pylist()
    if any(cell not in missing and not is_number(cell) for cell in first):
        return None
    for blank in (False, True):  # trying is faster than searching for missing cells first
        if blank:
            column = pc.if_else(_is_in(column, sorted(missing)), pa.nulls(1, column.type)[0], column)
        try:
            values = column.cast(pa.float64()).to_numpy()
        except pa.ArrowInvalid:
            continue
        if np.isfinite(values).sum() == len(values) - column.null_count:
            return values
    return None

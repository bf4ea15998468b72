"""The cells of one column: as text, as codes of the different cells, and as numbers. pyarrow, if installed,
holds the columns of plain text.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.table import MISSING, code_dtype
from naivebench.data import number_formats
from naivebench.data.number_formats import ZEROS, Numbers, is_number

if TYPE_CHECKING:
    import pyarrow as pa

HEAD = 100  # cells that are examined before all the others


class Factors(NamedTuple):
    """A column as codes of its different cells."""

    codes: np.ndarray  # (n,) indices into labels, -1 = missing
    labels: list[str]

    def look_up_codes(self, index: dict[str, int]) -> np.ndarray:
        """Look up every cell (n,) in `index`; MISSING for missing cells and labels without an entry."""
        codes = [*(index.get(label, MISSING) for label in self.labels), MISSING]
        return np.array(codes, dtype=code_dtype(max(codes)))[self.codes]


class Cells:
    """A column of n stripped cells, "" for an empty one, from a list of text, Factors, an Arrow column of
    text, or an array of numbers. Views are computed at their first use.
    """

    def __init__(self, source: list[str] | Factors | np.ndarray | pa.ChunkedArray) -> None:
        if isinstance(source, list):
            index: dict[str, int] = {}
            codes = [index.setdefault(cell, len(index)) for cell in source]
            source = Factors(np.array(codes, dtype=np.int32), list(index))
        self.source: Any = source

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
        elif self.is_arrow:  # codes hold the same information in less memory
            array = self.source.dictionary_encode().unify_dictionaries().combine_chunks()
            array = array if hasattr(array, "dictionary") else array.chunk(0)
            labels = array.dictionary.to_pylist()
            self.source = Factors(array.indices.to_numpy().astype(code_dtype(len(labels))), labels)
        return self.source

    @cached_property
    def cell_counts(self) -> dict[str, int]:
        """Number of occurrences of every different cell."""
        codes, labels = self.factors
        return dict(zip(labels, np.bincount(codes[codes >= 0], minlength=len(labels)).tolist(), strict=True))

    def read_numbers(self, missing: frozenset[str], decimal: str = "") -> Numbers | None:
        """Read the cells as numbers (n,), NaN where a cell is in `missing` or has the value of such a mark.
        Returns None unless all other cells are finite numbers in one form. decimal: the known decimal mark.
        """
        marks = [float(mark) for mark in missing if is_number(mark)]  # -999 also means -999.0
        plain = None
        if isinstance(self.source, np.ndarray):
            plain = self.source.astype(np.float64, copy=False)
            plain = None if np.isinf(plain).any() else plain
        elif self.is_arrow and decimal != ",":
            plain = _cast_to_numbers(self.source, missing)  # much faster than reading the different cells
        if plain is not None:
            return Numbers(np.where(np.isin(plain, marks), np.nan, plain) if marks else plain, "", [])

        codes, labels = self.factors
        present = [i for i, label in enumerate(labels) if label not in missing]
        read = number_formats.parse_numbers([labels[i] for i in present], decimal)
        if read is None:
            return None
        values = np.full(len(labels) + 1, np.nan)
        values[present] = read.values
        return read._replace(values=np.where(np.isin(values, marks), np.nan, values)[codes])

    def list_first_cells(self) -> list[str]:
        """Return the first cells, without looking at the others."""
        return self.source.slice(0, HEAD).to_pylist() if self.is_arrow else self.text[:HEAD]

    def has_leading_zero(self) -> bool:
        """Whether a cell of several digits begins with 0; numbers of a typed column have no text."""
        if isinstance(self.source, np.ndarray):
            return False
        if self.is_arrow:
            import pyarrow.compute as pc

            likely = self.source.filter(pc.starts_with(self.source, "0"))
            return bool(pc.any(pc.match_substring_regex(likely, f"^{ZEROS.pattern}$")).as_py())
        return any(map(ZEROS.fullmatch, self.source.labels))

    def find_rows(self, labels: Iterable[str]) -> list[int]:
        """Return the rows whose cell is one of `labels`, ascending."""
        if self.is_arrow:
            return np.flatnonzero(_match_labels(self.source, labels).to_numpy()).tolist()
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
        return Cells(self.source.take(rows))  # of NumPy or Arrow

    def skip_first_cell(self) -> Cells:
        """Return all cells except the first."""
        return Cells(self.source.slice(1) if self.is_arrow else self.text[1:])


def concatenate_cells(columns: Sequence[Cells]) -> Cells:
    """Return the cells of several columns, end to end."""
    sources = [column.source for column in columns]
    if all(isinstance(source, np.ndarray) for source in sources):
        return Cells(np.concatenate(sources))
    if all(column.is_arrow for column in columns):
        import pyarrow as pa

        return Cells(pa.chunked_array([chunk for source in sources for chunk in source.chunks]))
    return Cells([cell for column in columns for cell in column.text])


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


def _match_labels(column: pa.ChunkedArray, labels: Iterable[str]) -> pa.ChunkedArray:
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.is_in(column, value_set=pa.array(list(labels), column.type))


def _cast_to_numbers(column: pa.ChunkedArray, missing: frozenset[str]) -> np.ndarray | None:
    """Convert a column of text to numbers, NaN for missing cells; None if another cell is not plainly one."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if any(cell not in missing and not is_number(cell) for cell in column.slice(0, HEAD).to_pylist()):
        return None
    for blank in (False, True):  # a failed cast is cheaper than a search for missing cells
        if blank:
            column = pc.if_else(_match_labels(column, sorted(missing)), pa.nulls(1, column.type)[0], column)
        try:
            values = column.cast(pa.float64()).to_numpy()
        except pa.ArrowInvalid:
            continue
        if np.isfinite(values).sum() == len(values) - column.null_count:
            return values
    return None

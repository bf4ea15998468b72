"""The cells of one column: as text for code that reads cells one by one, as different labels or numbers for
code that works on all of them at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from naivebench.core import arrow
from naivebench.core.table import code_dtype
from naivebench.data import written_numbers
from naivebench.data.written_numbers import EXACT, ZEROS, is_number

if TYPE_CHECKING:
    import pyarrow as pa


FIRST = 100  # cells that are examined before all the others


class Factors(NamedTuple):
    """A column as codes of its different cells."""

    codes: np.ndarray  # (n,) indices into labels, -1 = missing
    labels: list[str]


class Numbers(NamedTuple):
    """A column as numbers, the form in which they are written, and remarks on it (`written_numbers`)."""

    values: np.ndarray  # (n,) float64, NaN = missing
    form: str = ""
    remarks: Sequence[tuple[str, str]] = ()


class Cells(Sequence[str]):
    """A column of n stripped cells, "" for an empty one, from a list of text, Factors, or an Arrow column
    (text, numbers, categories, true and false, dates and times).

    Views are computed when they are first requested.
    """

    def __init__(self, source: list[str] | Factors | pa.ChunkedArray, decimal: str = "") -> None:
        self.source, self.decimal = source, decimal  # the mark that other columns show
        self._numbers: dict[tuple[frozenset[str], str], Numbers | None] = {}

    def __len__(self) -> int:
        return len(self.source.codes if isinstance(self.source, Factors) else self.source)

    def __iter__(self) -> Iterator[str]:
        return iter(self.text)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        return self.text[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (list, Cells)) and self.text == list(other)

    __hash__ = None  # type: ignore[assignment]

    @functools.cached_property
    def text(self) -> list[str]:
        """All cells as a list."""
        if isinstance(self.source, list):
            return self.source
        codes, labels = self.factors
        return np.array([*labels, ""], dtype=object)[codes].tolist()

    @functools.cached_property
    def factors(self) -> Factors:
        """The different cells, in no particular order; all of them occur unless the source was Factors."""
        if isinstance(self.source, Factors):
            return self.source
        if not isinstance(self.source, list):
            self.source = _of_arrow(self.source)  # has all information of the cells, and is much smaller
            return self.source
        index: dict[str, int] = {}
        codes = np.fromiter(
            (index.setdefault(cell, len(index)) for cell in self.source), np.int32, len(self.source)
        )
        return Factors(codes, list(index))

    @functools.cached_property
    def times(self) -> dict[str, int]:
        """Number of occurrences of every different cell."""
        codes, labels = self.factors
        return dict(zip(labels, np.bincount(codes, minlength=len(labels)).tolist(), strict=True))

    def numbers(self, missing: frozenset[str], decimal: str = "") -> Numbers | None:
        """The cells as numbers, NaN where one is in `missing` or has the value of one; None unless all others
        are finite numbers in one form. decimal: the decimal mark if it is known.
        """
        decimal = decimal or self.decimal
        if (missing, decimal) not in self._numbers:
            self._numbers[missing, decimal] = self._as_numbers(missing, decimal)
        return self._numbers[missing, decimal]

    def forget_numbers(self) -> None:
        """Discard the numbers, which take 8 bytes per cell; they are computed again when requested."""
        self._numbers.clear()

    def _as_numbers(self, missing: frozenset[str], decimal: str) -> Numbers | None:
        if not isinstance(self.source, (list, Factors)) and (decimal != "," or not is_text(self.source.type)):
            values = _finite(self.source, missing)
            if values is not None:
                return Numbers(_drop_missing(values, missing))
        codes, labels = self.factors
        present = [label for label in labels if label not in missing]
        found = written_numbers.read_numbers(present, decimal)
        if found is None:
            return None
        values = np.full(len(labels) + 1, np.nan)
        values[[i for i, label in enumerate(labels) if label not in missing]] = found.values
        return Numbers(_drop_missing(values, missing)[codes], found.form, found.remarks)

    def code(self, numbers: np.ndarray) -> tuple[str, str] | None:
        """Why `numbers` of these cells are codes, and an example (`written_numbers.find_code`)."""
        if np.nanmax(np.abs(numbers), initial=0) < EXACT and not self._begins_with_zero(numbers):
            return None
        return written_numbers.find_code(self.factors.labels)

    def _begins_with_zero(self, numbers: np.ndarray) -> bool:
        """Whether a cell of several digits begins with 0."""
        if isinstance(self.source, (list, Factors)):
            return any(map(ZEROS.fullmatch, self.factors.labels))
        if not is_text(self.source.type):
            return False
        import pyarrow as pa
        import pyarrow.compute as pc

        likely, whole = self.source, numbers == np.floor(numbers)
        if (
            not whole.all()
        ):  # most columns of fractions have no whole number, and numbers are faster than text
            likely = likely.filter(arrow.from_numbers(whole.astype(np.uint8)).cast(pa.bool_()))
        likely = likely.filter(pc.starts_with(likely, "0"))
        return bool(pc.any(pc.match_substring_regex(likely, f"^{ZEROS.pattern}$")).as_py())

    def mixed_forms(self) -> Sequence[tuple[str, str]]:
        """A remark on plain numbers that may mix two forms (`written_numbers.mixed_forms`)."""
        if not isinstance(self.source, (list, Factors)) and _is_numeric(self.source.type):
            return []
        if not isinstance(self.source, (list, Factors)) and is_text(self.source.type):
            import pyarrow.compute as pc

            first = self.source.slice(0, FIRST).to_pylist()
            pointed = [cell for cell in first if cell and "." in cell]
            if not all(map(written_numbers.THOUSANDS.fullmatch, pointed)):
                return []
            if not pointed and not pc.any(pc.match_substring(self.source, ".")).as_py():
                return []
        return written_numbers.mixed_forms([cell for cell in self.factors.labels if is_number(cell)])

    def among(self, labels: frozenset[str] | set[str]) -> list[int]:
        """The rows whose cell is one of `labels`, ascending."""
        if not isinstance(self.source, (list, Factors)) and is_text(self.source.type):
            import pyarrow as pa

            return np.flatnonzero(
                arrow.to_numbers(_is_in(self.source, labels).cast(pa.uint8()), np.uint8)
            ).tolist()
        codes, known = self.factors
        return np.flatnonzero(np.array([*(c in labels for c in known), "" in labels])[codes]).tolist()

    def relabelled(self, spelt: Callable[[list[str]], list[str]]) -> Cells:
        """The same column with other labels for its different cells."""
        return Cells(Factors(self.factors.codes, spelt(self.factors.labels)))

    def take(self, rows: Sequence[int]) -> Cells | list[str]:
        """The cells of these rows."""
        if isinstance(self.source, list):
            return list(map(self.source.__getitem__, rows))
        if isinstance(self.source, Factors):
            return Cells(Factors(self.source.codes[rows], self.source.labels))
        return Cells(self.source.take(np.asarray(rows, dtype=np.int64)))


def viewed(column: Sequence[str]) -> Cells:
    """A column of a RawTable as `Cells`, which has all views."""
    return column if isinstance(column, Cells) else Cells(list(column))


def joined(columns: Sequence[Sequence[str]]) -> Sequence[str]:
    """The cells of several columns, end to end."""
    sources: list[Any] = [column.source if isinstance(column, Cells) else column for column in columns]
    kinds = [getattr(source, "type", None) for source in sources]
    if kinds[0] is not None and all(kind == kinds[0] for kind in kinds):
        import pyarrow as pa

        return Cells(pa.chunked_array([chunk for source in sources for chunk in source.chunks]))
    return [cell for column in columns for cell in column]


def label_of(value: Any) -> str:
    """Spelling of a value in a list of values: whole numbers without a point, as in files."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def is_text(kind: pa.DataType) -> bool:
    """Whether an Arrow column of this type contains text."""
    import pyarrow as pa

    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


def _is_numeric(kind: pa.DataType) -> bool:
    import pyarrow as pa

    return pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)


def _is_in(column: pa.ChunkedArray, labels: Iterable[str]) -> pa.ChunkedArray:
    import pyarrow.compute as pc

    return pc.is_in(column, value_set=arrow.from_text(labels, column.type))


def _of_arrow(column: pa.ChunkedArray) -> Factors:
    """Factors of an Arrow column; cells with the same spelling have one code."""
    import pyarrow as pa

    if not len(column):
        return Factors(np.zeros(0, np.int32), [])
    whole = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    whole = whole.unify_dictionaries().combine_chunks()
    whole = whole.chunk(0) if isinstance(whole, pa.ChunkedArray) else whole
    values = whole.dictionary.to_pylist()
    spelt = ["" if value is None or value != value else label_of(value).strip() for value in values]
    indices = arrow.to_numbers(whole.indices.cast(pa.int32()), np.int32, len(spelt))
    used = np.bincount(indices, minlength=len(spelt) + 1) > 0
    index: dict[str, int] = {}
    code = [index.setdefault(c, len(index)) if u else -1 for c, u in zip([*spelt, ""], used, strict=True)]
    return Factors(np.array(code, dtype=code_dtype(len(index)))[indices], list(index))


def _drop_missing(values: np.ndarray, missing: frozenset[str]) -> np.ndarray:
    """Numbers without those that a mark of a missing cell means: -999 also means -999.0."""
    marks = [float(mark) for mark in missing if is_number(mark)]
    return np.where(np.isin(values, marks), np.nan, values) if marks else values


def _finite(column: pa.ChunkedArray, missing: frozenset[str]) -> np.ndarray | None:
    """Numbers of an Arrow column if the conversion is simple; None if the cells must be examined."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if _is_numeric(kind):
        values = arrow.to_numbers(column.cast(pa.float64(), safe=False), np.float64, np.nan)
        return None if np.isinf(values).any() else values
    if not is_text(kind):
        return None
    first = column.slice(0, FIRST).to_pylist()
    if any(cell is not None and cell not in missing and not is_number(cell) for cell in first):
        return None
    plain = _plain_numbers(column)
    if plain is None:  # again without missing cells: trying is faster than searching for them first
        nothing = pa.nulls(1, kind)[0]
        plain = _plain_numbers(pc.if_else(_is_in(column, sorted(missing)), nothing, column))
    return plain


def _plain_numbers(column: pa.ChunkedArray) -> np.ndarray | None:
    """Text as numbers, NaN for null cells; None if another cell is not plainly a finite number."""
    import pyarrow as pa

    try:
        values = arrow.to_numbers(column.cast(pa.float64()), np.float64, np.nan)
    except pa.ArrowInvalid:
        return None
    return values if np.isfinite(values).sum() == len(values) - column.null_count else None

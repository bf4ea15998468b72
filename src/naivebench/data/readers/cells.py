"""The cells of one column: as text for code that reads cells one by one, as different labels or numbers for
code that works on all of them at once.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from naivebench.core import arrow
from naivebench.core.table import code_dtype

if TYPE_CHECKING:
    import pyarrow as pa


FIRST = 100  # cells that are examined before all the others


class Factors(NamedTuple):
    """A column as codes of its different cells."""

    codes: np.ndarray  # (n,) indices into labels, -1 = missing
    labels: list[str]


class Cells(Sequence[str]):
    """A column of n stripped cells, "" for an empty one, from a list of text, Factors, or an Arrow column
    (text, numbers, categories, true and false, dates and times).

    Views are computed when they are first requested.
    """

    def __init__(self, source: list[str] | Factors | pa.ChunkedArray) -> None:
        self.source = source
        self._numbers: dict[frozenset[str], np.ndarray | None] = {}

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

    def numbers(self, missing: frozenset[str]) -> np.ndarray | None:
        """The cells as float64 (n,), NaN where one is in `missing`; None unless all others are finite."""
        if missing not in self._numbers:
            self._numbers[missing] = self._as_numbers(missing)
        return self._numbers[missing]

    def forget_numbers(self) -> None:
        """Discard the numbers, which take 8 bytes per cell; they are computed again when requested."""
        self._numbers.clear()

    def _as_numbers(self, missing: frozenset[str]) -> np.ndarray | None:
        if not isinstance(self.source, (list, Factors)):
            values = _finite(self.source, missing)
            if values is not None:
                return values
        found = [np.nan if c in missing else float(c) if is_number(c) else None for c in self.factors.labels]
        return None if None in found else np.array([*found, np.nan], dtype=np.float64)[self.factors.codes]

    def among(self, labels: frozenset[str] | set[str]) -> list[int]:
        """The rows whose cell is one of `labels`, ascending."""
        if not isinstance(self.source, (list, Factors)) and is_text(self.source.type):
            import pyarrow as pa

            return np.flatnonzero(
                arrow.to_numbers(_is_in(self.source, labels).cast(pa.uint8()), np.uint8)
            ).tolist()
        codes, known = self.factors
        return np.flatnonzero(np.array([*(c in labels for c in known), "" in labels])[codes]).tolist()

    def matching(self, pattern: re.Pattern[str], begin: str = "") -> int:
        """Number of cells that match the whole pattern; all matches start with `begin`."""
        if not isinstance(self.source, (list, Factors)) and is_text(self.source.type):
            import pyarrow.compute as pc

            likely = self.source.filter(pc.starts_with(self.source, begin))  # much faster than a pattern
            return pc.sum(pc.match_substring_regex(likely, f"^({pattern.pattern})$")).as_py() or 0
        return sum(times for cell, times in self.times.items() if pattern.fullmatch(cell))

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


def is_number(cell: str) -> bool:
    """Whether the cell is a finite decimal number."""
    try:
        number = float(cell)
    except ValueError:
        return False
    return number - number == 0 and "_" not in cell


def label_of(value: Any) -> str:
    """Spelling of a value in a list of values: whole numbers without a point, as in files."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def is_text(kind: pa.DataType) -> bool:
    """Whether an Arrow column of this type contains text."""
    import pyarrow as pa

    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


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


def _finite(column: pa.ChunkedArray, missing: frozenset[str]) -> np.ndarray | None:
    """Numbers of an Arrow column if the conversion is simple; None if the cells must be examined."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        values = arrow.to_numbers(column.cast(pa.float64(), safe=False), np.float64, np.nan)
        marks = [float(mark) for mark in missing if is_number(mark)]
        if np.isinf(values).any():
            return None
        return np.where(np.isin(values, marks), np.nan, values) if marks else values
    if not is_text(kind):
        return None
    first = column.slice(0, FIRST).to_pylist()
    if any(cell is not None and cell not in missing and not is_number(cell) for cell in first):
        return None
    plain = None if any(map(is_number, missing)) else _plain_numbers(column)
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

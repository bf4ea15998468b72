"""Read the rows of a piece of a streamed data set block by block, and the cells of a block as labels or
numbers.

A block never crosses the border of a row group, so that every sharding reads the same blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.benchmark.shards import Piece, row_groups
from naivebench.benchmark.streaming import text_loops
from naivebench.core import arrow, compiled, kernels
from naivebench.core.checks import InputError
from naivebench.data import raw_columns
from naivebench.data.readers import columnar
from naivebench.data.readers.byte_ranges import WHOLE, Range
from naivebench.data.readers.cells import label_of

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 1 << 17  # largest number of rows of a block
BUFFER = 1 << 20  # bytes of a column to read at a time; without it, whole row groups are kept in memory


class Block(NamedTuple):
    """Consecutive rows of one file."""

    file: str  # path relative to the folder of the data set, "" if it is one file
    first: int  # index of the first row in the file, from 0
    columns: dict[str, pa.Array]
    n: int


def types_of(path: str | Path, file: str) -> dict[str, str]:
    """Types of the columns of a file and of the keys of its folders.

    They are numbers, labels, or text, whose cells decide what they are; any other type is returned by its own
    name.
    """
    part = _part(path, file)
    with columnar.reading(part.path):
        return _types(columnar.schema_of(part)) | dict.fromkeys(part.keys, "text")


def _types(schema: pa.Schema) -> dict[str, str]:
    import pyarrow as pa

    is_number = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
    is_label = (pa.types.is_dictionary, pa.types.is_boolean)
    is_text = (pa.types.is_string, pa.types.is_large_string, pa.types.is_null)
    sorts = {"numbers": is_number, "labels": is_label, "text": is_text}
    return {
        field.name: next(
            (s for s, tests in sorts.items() if any(t(field.type) for t in tests)), str(field.type)
        )
        for field in schema
    }


def is_divided(path: str | Path, piece: Piece) -> bool:
    """Whether the piece is a byte range of its file."""
    return piece.parts > 1 and columnar.divides(_part(path, piece.file))


def range_of(path: str | Path, piece: Piece) -> Range | None:
    """Byte range of a piece of a CSV file, None if it has no rows; the whole file for other formats."""
    part = _part(path, piece.file)
    if not is_divided(path, piece):
        return WHOLE if piece.part == 0 or part.form == "parquet" else None
    with columnar.reading(part.path):
        return columnar.csv_range(part.path, piece.part, piece.parts)


def blocks(
    path: str | Path, piece: Piece, columns: Sequence[str], ranges: Mapping[Piece, Range | None] | None = None
) -> Iterator[Block]:
    """The blocks of a piece with the given columns.

    ranges: known byte ranges of pieces; others are computed. Raises InputError if the piece cannot be read.
    """
    import pyarrow as pa

    part = _part(path, piece.file)
    stored = [name for name in columns if name not in part.keys]
    with columnar.reading(part.path):
        rows = ranges[piece] if ranges and piece in ranges else range_of(path, piece)
        for first, batch in _batches(part, piece, stored, rows) if rows else ():
            cells = {name: batch.column(name) for name in stored}
            for key in part.keys.keys() & columns:
                cells[key] = pa.repeat(pa.scalar(part.keys[key] or None, pa.string()), batch.num_rows)
            yield Block(piece.file, first, cells, batch.num_rows)


def _batches(
    part: columnar.Part, piece: Piece, columns: list[str], rows: Range
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield the index of the first row and the rows of each batch."""
    if part.form == "parquet":
        yield from _row_groups(part.path, piece, columns)
        return
    is_csv, first = part.form == "csv", rows.rows
    if is_csv:
        kernels.use_compiled(part.path.stat().st_size)  # loads the compiler for a large file
    batches = (
        columnar.csv_batches(part.path, columns, rows) if is_csv else columnar.batches(part, columns, ROWS)
    )
    for batch in batches:
        yield first, batch
        first += batch.num_rows


def _row_groups(path: Path, piece: Piece, columns: list[str]) -> Iterator[tuple[int, pa.RecordBatch]]:
    import pyarrow.parquet as pq

    text = [name for name, sort in _types(pq.read_schema(path)).items() if sort == "text"]
    with pq.ParquetFile(path, read_dictionary=text, buffer_size=BUFFER) as file:
        groups = row_groups(piece, file.num_row_groups)
        first = sum(file.metadata.row_group(g).num_rows for g in range(groups.start))
        for group in groups:
            for batch in file.iter_batches(ROWS, row_groups=[group], columns=columns, use_threads=False):
                yield first, batch
                first += batch.num_rows


def _part(path: str | Path, file: str) -> columnar.Part:
    full = Path(path, file) if file else Path(path)
    return columnar.Part(full, columnar.form_of(full), columnar.keys_of(PurePosixPath(file).parts[:-1]))


def labels(column: pa.Array) -> tuple[np.ndarray, list[str]]:
    """Convert the cells to indices into a list of labels, (n,), -1 for missing cells; return both."""
    column = encoded(column)
    return indices(column), [
        "" if value is None else label_of(value).strip() for value in column.dictionary.to_pylist()
    ]


def encoded(column: pa.Array) -> pa.DictionaryArray:
    """Encode the cells as a dictionary whose labels are in the order of their first cells.

    For short text this takes a third of Arrow's time if the compiler is loaded.
    """
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        return column
    if pa.types.is_string(column.type) and not column.null_count and compiled.loaded() and len(column):
        _, offsets, text = column.buffers()
        places = np.frombuffer(offsets, np.int32)[column.offset :][: len(column) + 1]
        codes, firsts = np.empty(len(column), np.uint8), np.empty(256, np.int64)
        content = np.frombuffer(text, np.uint8) if text else np.zeros(0, np.uint8)
        n = compiled.loops(text_loops).short_labels(places, content, codes, firsts)
        if n >= 0:
            labels = column.take(arrow.from_numbers(firsts[:n]))
            return pa.DictionaryArray.from_arrays(arrow.from_numbers(codes), labels)
    return column.dictionary_encode()


def indices(column: pa.DictionaryArray) -> np.ndarray:
    """Indices of the cells in the dictionary, (n,), -1 for missing cells."""
    found = column.indices
    return (found.fill_null(-1) if found.null_count else found).to_numpy(zero_copy_only=False)


def numbers(column: pa.Array, name: str, kind: str, marks: frozenset[str], block: Block) -> np.ndarray:
    """Convert the cells to float64, (n,), NaN where they are missing.

    Raises InputError for a cell that is not a finite number.
    """
    import pyarrow as pa
    from pyarrow import compute

    text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    if pa.types.is_dictionary(column.type) or pa.types.is_boolean(column.type):
        column, text = pa.array(map(str, column.to_pylist())), True
    if text:
        column = compute.utf8_trim_whitespace(column)
        nothing = compute.is_in(
            column, value_set=pa.array(sorted(marks | raw_columns.NO_NUMBER), column.type)
        )
        column = compute.if_else(nothing, pa.scalar(None, column.type), column)
    try:
        values = column.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
    except pa.ArrowInvalid:
        values = None
    if values is None or np.isinf(values).any():
        wrong = next(i for i, cell in enumerate(column.to_pylist()) if not _is_finite(cell))
        raise InputError(
            f"{block.file or 'the file'}, row {block.first + wrong} (counted from 0): "
            f"{column[wrong].as_py()!r} in the {kind} column {name!r} is not a finite number: correct it, "
            "declare the column nominal, or add the value to `missing`"
        )
    return values


def _is_finite(cell: object) -> bool:
    try:
        return cell is None or bool(np.isfinite(float(cell)) or np.isnan(float(cell)))  # type: ignore[arg-type]
    except ValueError:
        return False

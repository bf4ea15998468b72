"""Parquet and Arrow (Feather) files, whose columns have types: numbers stay numbers, categories become a
declared value list (ordinal if they are ordered), and all other columns become labels.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from naivebench.core import arrow as memory
from naivebench.core.checks import InputError
from naivebench.data.readers import columnar
from naivebench.data.readers.cells import Cells, is_text, label_of
from naivebench.data.readers.raw_table import Hint, RawTable, from_columns

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 1 << 20  # rows to read at a time


def read(path: str | Path, where: str, *, allow_no_rows: bool = False) -> RawTable:
    """Read the columns of a file, or of a folder of files, in a format other than CSV
    (`columnar.parts_of`).
    """
    import pyarrow as pa

    tables: list[pa.Table] = []
    parts: list[tuple[int, str]] = []
    sizes: list[int] = []
    for part, table in columnar.tables(path, rows=ROWS, encoded=True):
        if not parts or parts[-1][1] != str(part.path):
            parts.append((sum(sizes), str(part.path)))
            sizes.append(0)
        tables.append(table)
        sizes[-1] += table.num_rows
    schema = columnar.schema(path)
    whole = pa.concat_tables(tables) if tables else schema.empty_table()
    raw = from_arrow(whole, where, schema, allow_no_rows=allow_no_rows)
    memory.release()
    if len(parts) <= 1:
        return raw
    return raw._replace(parts=tuple(parts), lines=[line for size in sizes for line in range(1, size + 1)])


def from_arrow(
    table: pa.Table, where: str, schema: pa.Schema | None = None, *, allow_no_rows: bool = False
) -> RawTable:
    """Convert the columns of an Arrow table; categories that occur in no cell are declared, too.

    schema: types of the columns if some of them are encoded otherwise. Raises InputError for lists,
    structures and bytes.
    """
    import pyarrow as pa

    columns, hints = [], {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        kind = (schema or table.schema).field(name).type
        if pa.types.is_nested(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
            raise InputError(
                f"column {name!r} of {where} contains {kind}: convert it to numbers or labels, or leave "
                "it out of the file"
            )
        column = _plain(column)
        hint = _hint(column, kind)
        if hint:
            hints[name] = hint
        columns.append(Cells(column))
    raw = from_columns(
        table.column_names,
        columns,
        range(1, table.num_rows + 1),
        where,
        hints=hints,
        allow_no_rows=allow_no_rows,
    )
    return raw._replace(unit="row")


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The column with stripped text, in a type that all functions accept; a category gets a single
    dictionary.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_dictionary(column.type):
        return column.unify_dictionaries()
    if pa.types.is_string_view(column.type):
        column = column.cast(pa.large_string())
    return pc.utf8_trim_whitespace(column) if is_text(column.type) else column


def _hint(column: pa.ChunkedArray, kind: pa.DataType) -> Hint:
    """The kind that the type of a column implies; none for numbers, whose kind is found as for a CSV."""
    import pyarrow as pa

    if pa.types.is_dictionary(kind):
        values = column.chunk(0).dictionary.to_pylist() if column.num_chunks else []
        listed = [label_of(value).strip() for value in values if value is not None]
        return {"kind": "ordinal" if kind.ordered else "nominal", "values": list(dict.fromkeys(listed))}
    numeric = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    if numeric or pa.types.is_null(kind):
        return {"kind": "linear"} if pa.types.is_floating(kind) and _infinite(column) else {}
    return {"kind": "nominal"}


def _infinite(column: pa.ChunkedArray) -> bool:
    import pyarrow.compute as pc

    return bool(pc.any(pc.is_inf(column)).as_py())

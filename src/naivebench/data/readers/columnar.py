"""Files of a table in a folder, and reading of Parquet and Arrow (Feather) files, one piece at a time.

A folder is one table: its files in the order of their paths, end to end. Folders below it named `key=value`
(hive) give every row below them the attribute `key`. Files and folders whose names begin with . or _ are
ignored.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import unquote

from naivebench.core import arrow
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.files import check_regular

if TYPE_CHECKING:
    import pyarrow as pa

    Batches: TypeAlias = Iterator[pa.RecordBatch]

MAGIC = {b"PAR1": "parquet", b"ARRO": "arrow", b"\xff\xff\xff\xff": "stream"}  # first bytes of the files
NOTHING = "__HIVE_DEFAULT_PARTITION__"  # hive's name for a missing key


class Part(NamedTuple):
    """One file of a table; `keys`: attributes of its rows, from the names of its folders."""

    path: Path
    form: str  # parquet, arrow, stream or csv
    keys: dict[str, str]


def form_of(path: str | Path) -> str:
    """The form of a file by its first bytes; csv for any others."""
    check_regular(path)
    with reading(path), open(path, "rb") as file:
        return MAGIC.get(file.read(4), "csv")


@contextlib.contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Turn errors while a file is read into an InputError that names the file."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, OSError):
            pa = sys.modules.get("pyarrow")  # not imported here: most files do not need it
            if pa is None or not isinstance(error, pa.ArrowException):
                raise
        why = " ".join(str(getattr(error, "strerror", None) or error).split())
        raise InputError(f"{path} cannot be read: {why}") from error


def parts_of(path: str | Path) -> list[Part]:
    """The files of a table, in order.

    Raises InputError for a folder without files, for files that differ in form or in the keys of their
    folders, and for Parquet and Arrow files if pyarrow is not installed.
    """
    top = Path(path)
    found = [
        Part(file, form_of(file), keys_of(file.relative_to(top).parts[:-1]) if file != top else {})
        for file in files_of(path)
    ]
    if not found:
        raise InputError(f"the folder {path} contains no files: name a folder of Parquet, Arrow or CSV files")
    first = found[0]
    for part in found:
        if (part.form, list(part.keys)) != (first.form, list(first.keys)):
            raise InputError(
                f"{part.path} is {_described(part)}, but {first.path} is {_described(first)}: give all "
                "files of a table the same form and the same keys"
            )
    if first.form != "csv":
        arrow.check_available(
            f"{first.path} is a Parquet or Arrow (Feather) file, which", "save the table as CSV"
        )
    return found


def files_of(path: str | Path) -> list[Path]:
    """The file, or the files of the folder, ordered by the names on their paths."""
    top = Path(path)
    if not top.is_dir():
        return [top]
    below = {file: file.relative_to(top).parts for file in top.rglob("*") if file.is_file()}
    seen = {file: names for file, names in below.items() if not any(n.startswith((".", "_")) for n in names)}
    return sorted(seen, key=seen.__getitem__)


def keys_of(folders: Sequence[str]) -> dict[str, str]:
    """Keys and values from folder names of the form `key=value`."""
    pairs = [folder.partition("=") for folder in folders if "=" in folder]
    return {unquote(key): "" if value == NOTHING else unquote(value) for key, _, value in pairs}


def _described(part: Part) -> str:
    return f"a file of form {part.form} with {' and '.join(map(repr, part.keys)) or 'no'} keys in its path"


def schema(path: str | Path) -> pa.Schema:
    """Names and types of the columns: those of the first file, then the keys of the folders.

    A key is int64 if all its values are whole numbers, otherwise text.
    """
    parts = parts_of(path)
    return _with_keys(schema_of(parts[0]), _key_types(parts), path)


def _with_keys(own: pa.Schema, keys: dict[str, pa.DataType], path: str | Path) -> pa.Schema:
    repeated = sorted({name for name in own.names if own.names.count(name) > 1 or name in keys})
    if repeated:
        raise InputError(f"{path} has more than one column named {repeated[0]!r}: rename them")
    for key, kind in keys.items():
        own = own.append(_field(key, kind))
    return own.remove_metadata()


def _field(name: str, kind: pa.DataType) -> pa.Field:
    import pyarrow as pa

    return pa.field(name, kind)


def _key_types(parts: Sequence[Part]) -> dict[str, pa.DataType]:
    import pyarrow as pa

    values = {key: {part.keys[key] for part in parts} for key in parts[0].keys}
    whole = {key: all(re.fullmatch(r"-?\d{1,18}", v) for v in those - {""}) for key, those in values.items()}
    return {key: pa.int64() if whole[key] else pa.string() for key in values}


def tables(
    path: str | Path, columns: Sequence[str] | None = None, rows: int = 1 << 16, *, encoded: bool = False
) -> Iterator[tuple[Part, pa.Table]]:
    """The rows in order, piece by piece, with the given columns, or all, in the order of `schema`.

    Yields pairs of a file and a piece of it: at most `rows` rows of a Parquet file, otherwise the rows that
    the file stores together. `encoded`: return text as dictionaries, which is how Parquet stores it.

    Little more than one piece is in memory at a time. Raises InputError for columns that do not exist, for
    files with other columns, and for files that cannot be read.
    """
    import pyarrow as pa

    parts = parts_of(path)
    keys = _key_types(parts)
    whole = _with_keys(schema_of(parts[0]), keys, path)
    lost = next((name for name in columns or () if name not in whole.names), None)
    if lost is not None:
        raise InputError(f"{path} has no column {lost!r}{did_you_mean(lost, whole.names)}")
    wanted = pa.schema([whole.field(n) for n in whole.names if columns is None or n in set(columns)])
    if encoded:
        wanted = pa.schema([field.with_type(_encoded(field.type)) for field in wanted])
    stored = [name for name in wanted.names if name not in keys]
    for part in parts:
        with reading(part.path):
            for batch in _batches(part, stored, rows, whole.names[: -len(keys) or None], encoded):
                yield part, _typed(batch, part.keys, wanted, part.path)


def _encoded(kind: pa.DataType) -> pa.DataType:
    import pyarrow as pa

    return pa.dictionary(pa.int32(), kind) if pa.types.is_string(kind) else kind


def _typed(batch: pa.RecordBatch, keys: dict[str, str], wanted: pa.Schema, path: Path) -> pa.Table:
    """The rows of one file with the types of the whole table and the keys of the file's folders."""
    import pyarrow as pa

    n = batch.num_rows
    given = {name: batch.column(name) for name in batch.schema.names}
    given |= {key: pa.repeat(pa.scalar(value or None, pa.string()), n) for key, value in keys.items()}
    try:
        return pa.table([given[name].cast(wanted.field(name).type) for name in wanted.names], schema=wanted)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise InputError(
            f"{path} has columns whose types differ from those of the first file of its folder: "
            f"{' '.join(str(error).split())}"
        ) from error


def schema_of(part: Part) -> pa.Schema:
    import pyarrow as pa

    with reading(part.path):
        if part.form == "parquet":
            import pyarrow.parquet as pq

            return pq.read_schema(part.path)
        with pa.memory_map(str(part.path)) as source:
            return _arrow(part, source).schema


def _arrow(part: Part, source: pa.NativeFile) -> pa.RecordBatchFileReader | pa.RecordBatchStreamReader:
    import pyarrow as pa

    return pa.ipc.open_file(source) if part.form == "arrow" else pa.ipc.open_stream(source)


def _batches(
    part: Part, columns: list[str], rows: int, expected: Sequence[str], encoded: bool = False
) -> Batches:
    """The record batches of one file, with columns in the file's order. Raises InputError if the file has
    columns other than `expected`.
    """
    import pyarrow as pa

    def check(names: Sequence[str]) -> None:
        if sorted(names) != sorted(expected):
            raise InputError(
                f"{part.path} has different columns from the first file of its folder: give all files of "
                "a table the same columns"
            )

    if part.form == "parquet":
        import pyarrow.parquet as pq

        text = [
            f.name for f in schema_of(part) if encoded and f.name in columns and _encoded(f.type) != f.type
        ]
        buffer = 1 << 20  # without a buffer, whole column chunks are in memory
        with pq.ParquetFile(part.path, buffer_size=buffer, read_dictionary=text) as file:
            check(file.schema_arrow.names)
            yield from file.iter_batches(rows, columns=columns, use_threads=False)
    else:
        with pa.memory_map(str(part.path)) as source:
            reader = _arrow(part, source)
            check(reader.schema.names)
            batches = (
                reader if part.form == "stream" else map(reader.get_batch, range(reader.num_record_batches))
            )
            yield from (batch.select(columns) for batch in batches)

"""Choice of the reader for a file, which turns its bytes into a RawTable, and the table of all readers."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from naivebench.core.checks import InputError, check_one_of
from naivebench.core.files import check_regular_file
from naivebench.data import archive
from naivebench.data.readers import arff, delimited, protein, texts, typed_files
from naivebench.data.readers.raw_table import RawTable, rename_columns


class Reader(NamedTuple):
    """A file format, with the function that reads it from a text or bytes and a name for messages."""

    read: Callable[..., RawTable]
    form: str = "text"  # text, bytes, or delimited (text, with the keywords header, target and decimal)
    suffixes: tuple[str, ...] = ()  # identify the format, as the first bytes do
    begins: bytes = b""


READERS = {
    "csv": Reader(delimited.read_delimited, "delimited"),
    "tsv": Reader(partial(delimited.read_delimited, tabbed=True), "delimited"),
    "arff": Reader(arff.read_arff, "text", (".arff",)),
    "orange": Reader(arff.read_orange, "text", (".tab",)),
    "keel": Reader(partial(arff.read_arff, missing="<null>"), "text", (), b"@relation"),
    "rdata": Reader(typed_files.read_rdata, "bytes", (".rdata", ".rda")),
    "pdb": Reader(partial(protein.read_entry, "PDB"), "text", (".pdb", ".ent")),
    "mmcif": Reader(partial(protein.read_entry, "mmCIF"), "text", (".cif",)),
    "fasta": Reader(texts.read_fasta, "text", (".fasta", ".fa")),
    "reuters": Reader(texts.read_reuters, "text", (".sgm",)),
    "documents": Reader(texts.read_document),
    "keel_folds": Reader(typed_files.read_keel_folds, "bytes"),
    "parquet": Reader(typed_files.read_parquet, "bytes", (".parquet",), b"PAR1"),
    "feather": Reader(typed_files.read_feather, "bytes", (".feather",), b"ARROW1"),
    "excel": Reader(typed_files.read_excel, "bytes", (".xlsx",), archive.ZIP),
    "stata": Reader(typed_files.read_stata, "bytes", (".dta",)),
}
OTHERWISE = "csv"
PACKED = (".gz", ".bz2", ".xz", ".zip")  # suffixes after the one of the format


def read_table(
    content: bytes | str | Path,
    reader: str | None = None,
    *,
    names: Sequence[str] | None = None,
    header: bool | None = None,
    where: str = "",
    encoding: str = "utf-8",
    target: str | int | None = None,
    allow_no_rows: bool = False,
    decimal: str = "",
) -> RawTable:
    """Read a data file given by its bytes or its path, which may be compressed, or a zip of one table.

    `reader` is one of READERS; None chooses it by the suffix or the first bytes, otherwise csv. `names`
    replace the file's column names, or name the columns of a file without a header. `header`: whether the
    first line of delimited text contains names; None detects it (`delimited.has_header`, which uses
    `target`). `allow_no_rows`: accept a header without rows. `decimal`: the decimal mark of delimited text;
    "" finds that of every column. Raises InputError with the place of the error.
    """
    where = where or (str(content) if isinstance(content, (str, Path)) else "the file")
    check_one_of(reader or OTHERWISE, READERS, "reader", where)
    data = content if isinstance(content, bytes) else _read_file(content)
    if reader != "keel_folds":  # whose files are zips of arrays
        data, where = archive.unpack_file(data, where)
    read, form, *_ = READERS[reader or choose_reader(where, data)]
    if form == "bytes":
        raw = read(data, where)
    elif form == "text":
        raw = read(decode_text(data, encoding, where), where)
    else:
        header = False if header is None and names is not None else header
        text = decode_text(data, encoding, where)
        raw = read(text, where, header=header, target=target, decimal=decimal)._replace(decimal=decimal)
    if not raw.lines and not allow_no_rows:
        raise InputError(f"{where} has a header but no data rows: add rows")
    return raw if names is None else rename_columns(raw, names, where)


def _read_file(path: str | Path) -> bytes:
    check_regular_file(path)
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror or error}): name another file") from error


def choose_reader(where: str, data: bytes) -> str:
    """Return the reader of a file by its suffix or its first bytes."""
    path = Path(where.split(" ")[-1])
    suffix = (path.with_suffix("") if path.suffix in PACKED else path).suffix.lower()
    start = data.removeprefix(codecs.BOM_UTF8)
    by_suffix = (name for name, reader in READERS.items() if suffix in reader.suffixes)
    by_start = (name for name, reader in READERS.items() if reader.begins and start.startswith(reader.begins))
    return next(chain(by_suffix, by_start), OTHERWISE)


def decode_text(data: bytes, encoding: str, where: str) -> str:
    """Decode the bytes as text without a byte order mark, by which UTF-16 is recognised. Raises InputError
    with line and offset of the first byte that is not text.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
        fault = "byte 0 in its text" if "\0" in text else ""
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = f"byte 0x{data[error.start]:02x} at offset {error.start}, line {line}"
    except (LookupError, UnicodeError) as error:
        fault = str(error)
    if not fault:
        return text
    raise InputError(
        f"{where} is not {encoding.upper()} text ({fault}): convert it to UTF-8, or set `--encoding` "
        "(`encoding` in a stanza) to its encoding, such as latin-1; if it is not a text file, save it as CSV"
    )

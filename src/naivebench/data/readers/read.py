"""Choice of the reader for a file, from its bytes to a RawTable, and the table of all readers."""

from __future__ import annotations

import codecs
import importlib.util
import io
import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.core.checks import InputError, one_of
from naivebench.data import archive
from naivebench.data.readers import (
    arff,
    arrow,
    columnar,
    delimited,
    delimited_columns,
    documents,
    excel,
    fasta,
    keel_folds,
    orange,
    protein,
    rdata,
    reuters,
)
from naivebench.data.readers.raw_table import RawTable, concatenate, rename, replace_columns


class Reader(NamedTuple):
    """A reader of one format.

    read: a function (text, where) of the file's whole text and its name for errors, or of its bytes with
    `binary`; with `delimited` it also takes the keywords header, target and allow_no_rows. suffixes: of the
    files that it reads if the stanza names no reader. begins: how the text begins, if other formats have the
    same suffix.
    """

    read: Callable[..., RawTable]
    suffixes: tuple[str, ...] = ()
    begins: str = ""
    binary: bool = False
    delimited: bool = False


READERS = {
    "csv": Reader(delimited.read, delimited=True),
    "tsv": Reader(delimited.read_tabbed, delimited=True),
    "arff": Reader(arff.read, (".arff",)),
    "orange": Reader(orange.read, (".tab",)),
    "keel": Reader(arff.read_keel, (".dat",), begins="@"),
    "rdata": Reader(rdata.read, (".rdata", ".rda"), binary=True),
    "pdb": Reader(protein.read_pdb, (".pdb", ".ent")),
    "mmcif": Reader(protein.read_mmcif, (".cif",)),
    "fasta": Reader(fasta.read, (".fasta", ".fa")),
    "reuters": Reader(reuters.read, (".sgm",)),
    "documents": Reader(documents.read),
    "excel": Reader(excel.read, (".xlsx",), binary=True),
    "keel_folds": Reader(keel_folds.read, binary=True),
}
OTHERWISE = "csv"
PACKED = (".gz", ".bz2", ".xz", ".zst", ".zip")  # suffixes after the one of the format
OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # first bytes of .xls
OTHER_KINDS = {  # how files begin that are no tables as text
    "JSON": rb'\s*(\{\s*("[^"\n]*"\s*:|\})|\[\s*[\[{])',
    "a pickle of Python": rb"\x80[\x02-\x05]",
    "a Stata file": rb"<stata_dta>|[\x69-\x73][\x01\x02]\x01\x00",
    "an SPSS file": rb"\$FL[23]",
    "a SAS file": rb"\x00{12}\xc2\xea\x81\x60",
    "an HDF5 file": rb"\x89HDF",
    "a NumPy file": rb"\x93NUMPY",
    "an SQLite database": rb"SQLite format 3\x00",
    "a PDF file": rb"%PDF-",
    "an HTML page": rb"(?i)\s*<(!doctype )?html\b",
}
START = 1000  # number of bytes by which a file is recognised
WIDE = ("utf-16", "utf-32")  # encodings with more than one byte for every character
LARGE = 1 << 20  # from this many bytes of delimited text, loading Arrow saves time


def read(
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
    """Read a data file given by its bytes or its path, or a folder by its path.

    Parquet, Arrow and compressed files, zips of one table among them, are recognised by their first bytes;
    the files of a folder are one table (`columnar`). `reader` is one of READERS; None chooses it by the
    suffix, otherwise csv. `names` replace the file's column names, or name the columns of a file without a
    header; `header` says whether the first line of delimited text contains names; None detects it
    (`delimited.has_header`; `target` helps); `allow_no_rows`: accept a header without rows; `decimal`: the
    decimal mark of delimited text, "" to find that of every column.
    Raises InputError with the place of the error.
    """
    where = where or (str(content) if isinstance(content, (str, Path)) else "the file")
    one_of(decimal, ("", ".", ","), "decimal", where)
    options = {
        "header": False if header is None and names is not None else header,
        "target": target,
        "allow_no_rows": allow_no_rows,
        "decimal": decimal,
    }
    if isinstance(content, bytes):
        raw = _read(content, reader, where, encoding, options)
    else:
        raw = _read_path(content, reader, where, encoding, options)
    raw = raw._replace(decimal=decimal)
    return raw if names is None else rename(raw, names, where)


def _read_path(
    path: str | Path, reader: str | None, where: str, encoding: str, options: dict[str, Any]
) -> RawTable:
    parts = columnar.parts_of(path)
    form = parts[0].form
    if form == "csv":
        raws = []
        for part in parts:
            data, place = _content(part.path, str(part.path) if len(parts) > 1 else where)
            raws.append(_read(data, reader, place, encoding, options))
        keyed = [_with_keys(raw, part.keys) for raw, part in zip(raws, parts, strict=True)]
        return concatenate(keyed) if len(parts) > 1 else keyed[0]
    wrong = {
        "reader": reader is not None,
        "decimal": options["decimal"] == ",",
        "encoding": not is_utf_8(encoding),
    }
    for key in (key for key, is_wrong in wrong.items() if is_wrong):
        raise InputError(
            f"{where} is in the format {form}, which describes its own content: leave `{key}` out"
        )
    return arrow.read(path, where, allow_no_rows=options["allow_no_rows"])


def _read(data: bytes, reader: str | None, where: str, encoding: str, options: dict[str, Any]) -> RawTable:
    """Read the bytes of one file. `options`: keywords for delimited text."""
    data = _as_text(data, encoding, where)
    reader = reader or ("excel" if is_excel(data) else guess(where, data))
    one_of(reader, READERS, "reader", where)
    form = READERS[reader]
    if not form.delimited:
        if options["decimal"] == ",":
            raise InputError(
                f"{where} is read by {reader}, which does not support decimal commas: leave `decimal` out"
            )
        return form.read(data if form.binary else decode(data, encoding, where), where)
    _check_no_other_kind(data, where)
    plain = len(data) >= LARGE and options["decimal"] != "," and is_utf_8(encoding)
    if plain:
        others = {key: value for key, value in options.items() if key != "decimal"}
        raw = delimited_columns.read(data, where, tabbed=reader == "tsv", **others)
        if raw is not None:
            return raw
    return form.read(decode(data, encoding, where, delimited=True), where, **options)


def _as_text(data: bytes, encoding: str, where: str) -> bytes:
    """The bytes of a file, converted to UTF-8 if they begin with a byte order mark of UTF-16.

    Raises InputError for spreadsheets.
    """
    _check_no_spreadsheet(data, where)
    if not is_utf_8(encoding):
        return data
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return decode(data, "utf-16", where).encode()
    return data


def _check_no_spreadsheet(data: bytes, where: str) -> None:
    """Raise InputError for a spreadsheet that cannot be read: .ods, .xls, and .xlsx without openpyxl."""
    excel_2007 = is_excel(data)
    if not is_spreadsheet(data) or (excel_2007 and importlib.util.find_spec("openpyxl") is not None):
        return
    way = "install openpyxl, which reads it, or " if excel_2007 else ""
    raise InputError(
        f"{where} is a spreadsheet, not text: {way}save the sheet as CSV (UTF-8) and name that file"
    )


def _check_no_other_kind(data: bytes, where: str) -> None:
    """Raise InputError for a file that begins like one of another kind than text with cells."""
    start = data[:START].removeprefix(codecs.BOM_UTF8)
    for kind, begins in OTHER_KINDS.items():
        if re.match(begins, start):
            raise InputError(
                f"{where} is {kind}, not text with cells: save it as CSV (UTF-8) and name that file"
            )


def is_spreadsheet(data: bytes) -> bool:
    """Whether these are the bytes of a workbook (.xlsx, .xls, .ods)."""
    return is_excel(data) or data.startswith(OLD_EXCEL) or b"mimetypeapplication/vnd.oasis" in data[:START]


def is_excel(data: bytes) -> bool:
    """Whether these are the bytes of a workbook (.xlsx)."""
    try:
        names = zipfile.ZipFile(io.BytesIO(data)).namelist() if data.startswith(b"PK\x03\x04") else []
    except (zipfile.BadZipFile, NotImplementedError, ValueError):  # its own reader reports a broken zip
        return False
    return any(name.startswith("xl/") for name in names)


def _with_keys(raw: RawTable, keys: dict[str, str]) -> RawTable:
    """The rows of a file with the keys from the names of its folders."""
    twice = next((key for key in keys if key in raw.names), None)
    if twice is not None:
        raise InputError(
            f"{raw.parts[0][1]} has a column {twice!r}, which is also the name of a folder key above the "
            "file: rename it"
        )
    return (
        replace_columns(raw, {key: [value] * len(raw.lines) for key, value in keys.items()}) if keys else raw
    )


def _content(path: Path, where: str) -> tuple[bytes, str]:
    """The content of a file, unpacked unless it is a spreadsheet, and its place for messages."""
    with columnar.reading(path):
        data = path.read_bytes()
    return (data, where) if is_spreadsheet(data) else archive.read_file(data, where)


def guess(where: str, data: bytes) -> str:
    """The reader of a file that begins with these bytes, by its suffix."""
    path = Path(where.split(" ")[-1])
    suffix = (path.with_suffix("") if path.suffix in PACKED else path).suffix.lower()
    start = data[:START].lstrip().decode("utf-8", "replace")
    fits = (
        name for name, form in READERS.items() if suffix in form.suffixes and start.startswith(form.begins)
    )
    return next(fits, OTHERWISE)


def is_utf_8(encoding: str) -> bool:
    """Whether an encoding is UTF-8 under any of its names."""
    return encoding.lower().replace("_", "-") in ("utf-8", "utf8")


def decode(data: bytes, encoding: str, where: str, delimited: bool = False) -> str:
    """Decode the bytes as text without a byte order mark; an error gives line and offset of the first byte
    that is not text.

    Delimited text must not contain a byte 0.
    """
    try:
        wide, empty = codecs.lookup(encoding).name.startswith(WIDE), data.count(b"\0", 0, START)
        # in wide text every separator and end of line has a byte 0
        if data and (not empty if wide else empty >= (1 if delimited else len(data[:START]) / 4)):
            raise InputError(_other_width(data, encoding, wide, where))
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x} at offset {error.start}, line {line}"
        raise InputError(
            f"{where} is not {encoding.upper()} text ({byte}): convert it to UTF-8, or set "
            "encoding, such as `--encoding latin-1` or `encoding: latin-1` in the stanza"
        ) from error
    except (LookupError, UnicodeError) as error:
        raise InputError(
            f"encoding {encoding!r} of {where} is unknown: use utf-8, latin-1, cp1252, utf-16, or another "
            "text encoding of Python"
        ) from error


def _other_width(data: bytes, encoding: str, wide: bool, where: str) -> str:
    """The message for text with one byte per character where two or four are expected, or the other way
    round.
    """
    if wide:
        return (
            f"{where} is not {encoding.upper()} text (its first bytes have no byte 0): set its "
            "encoding (`--encoding utf-8`, or `encoding: utf-8` in the stanza)"
        )
    return (
        f"{where} is not {encoding.upper()} text (byte 0 at offset {data.index(bytes(1))}): if it is UTF-16, "
        "set the encoding to utf-16 (`--encoding utf-16`, or `encoding: utf-16` in the stanza)"
    )

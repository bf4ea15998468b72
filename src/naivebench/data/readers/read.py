"""Choice of the reader for a file, which turns its bytes into a RawTable, and the table of all readers."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from naivebench.core.checks import InputError, check_one_of
from naivebench.core.files import check_regular_file
from naivebench.data import archive
from naivebench.data.readers import arff, delimited, protein, texts, typed_files
from naivebench.data.readers.raw_table import RawTable, rename_columns


class Reader(NamedTuple):
    """A reader of one format: a function of a file's text or bytes, and of its name for messages.

    form: text, bytes, or delimited (text, with the keywords header, target and decimal). suffixes: suffixes
    of the files that it reads if the stanza names no reader. begins: the first bytes that identify such a
    file of the form bytes, whatever its suffix.
    """

    read: Callable[..., RawTable]
    form: str = "text"
    suffixes: tuple[str, ...] = ()
    begins: bytes = b""


READERS = {
    "csv": Reader(delimited.read_delimited, "delimited"),
    "tsv": Reader(partial(delimited.read_delimited, tabbed=True), "delimited"),
    "arff": Reader(arff.read_arff, "text", (".arff",)),
    "orange": Reader(arff.read_orange, "text", (".tab",)),
    "keel": Reader(partial(arff.read_arff, missing="<null>"), "text", (".dat",), b"@"),
    "rdata": Reader(typed_files.read_rdata, "bytes", (".rdata", ".rda")),
    "pdb": Reader(protein.read_pdb, "text", (".pdb", ".ent")),
    "mmcif": Reader(protein.read_mmcif, "text", (".cif",)),
    "fasta": Reader(texts.read_fasta, "text", (".fasta", ".fa")),
    "reuters": Reader(texts.read_reuters, "text", (".sgm",)),
    "documents": Reader(texts.read_document),
    "keel_folds": Reader(typed_files.read_keel_folds, "bytes"),
    "parquet": Reader(typed_files.read_parquet, "bytes", (".parquet",), b"PAR1"),
    "feather": Reader(typed_files.read_feather, "bytes", (".feather",), b"ARROW1"),
    "excel": Reader(typed_files.read_excel, "bytes", (".xlsx",)),
    "stata": Reader(typed_files.read_stata, "bytes", (".dta",)),
}
OTHERWISE = "csv"
PACKED = (".gz", ".bz2", ".xz", ".zst", ".zip")  # suffixes after the one of the format
OTHER_FORMATS = {  # first bytes of files that are not delimited text; other binary files cannot be decoded
    "JSON": rb'\s*(\{\s*("[^"\n]*"\s*:|\})|\[\s*[\[{])',
    "an HTML page": rb"(?i)\s*<(!doctype )?html\b",
    "a spreadsheet": rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|PK\x03\x04(?s:.{1,99})mimetypeapplication/vnd.oasis",
}
START = 1000  # number of bytes by which a file is recognised
WIDE = ("utf-16", "utf-32")  # encodings with more than one byte for every character


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
    """Read a data file given by its bytes or its path.

    Parquet, Feather, Excel and compressed files, zips of one table among them, are recognised by their first
    bytes. `reader` is one of READERS; None chooses it by the suffix, otherwise csv. `names` replace the
    file's column names, or name the columns of a file without a header; `header` says whether the first line
    of delimited text contains names; None detects it (`delimited.has_header`; `target` helps);
    `allow_no_rows`: accept a header without rows; `decimal`: the decimal mark of delimited text, "" to find
    that of every column. Raises InputError with the place of the error.
    """
    where = where or (str(content) if isinstance(content, (str, Path)) else "the file")
    check_one_of(decimal, ("", ".", ","), "decimal", where)
    data, where = (content, where) if isinstance(content, bytes) else read_and_unpack(content, where)
    reader = reader or choose_reader(where, data)
    check_one_of(reader, READERS, "reader", where)
    read, form, *_ = READERS[reader]
    if form != "text" and (kind := _recognise_other_format(data)):
        raise InputError(f"{where} is {kind}, not delimited text: save it as CSV (UTF-8) and name that file")
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


def read_and_unpack(path: str | Path, where: str) -> tuple[bytes, str]:
    """Read a file and unpack it, unless it is a workbook; returns its content and its name for messages."""
    check_regular_file(path)
    if Path(path).is_dir():
        raise InputError(f"{path} is a folder: name a file")
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror or error}): name another file") from error
    if is_excel(data) or _recognise_other_format(data):
        return data, where
    return archive.unpack_table(data, where)


def choose_reader(where: str, data: bytes) -> str:
    """Return the reader of a file that begins with these bytes, by its first bytes or its suffix."""
    if is_excel(data):
        return "excel"
    path = Path(where.split(" ")[-1])
    suffix = (path.with_suffix("") if path.suffix in PACKED else path).suffix.lower()
    start = data[:START].removeprefix(codecs.BOM_UTF8).lstrip()
    for name, (_, form, _, begins) in READERS.items():
        if form == "bytes" and begins and start.startswith(begins):
            return name
    for name, (_, form, suffixes, begins) in READERS.items():
        # the reader of a damaged binary file says what is wrong
        if suffix in suffixes and (form == "bytes" or start.startswith(begins)):
            return name
    return OTHERWISE


def _recognise_other_format(data: bytes) -> str:
    start = data[:START].removeprefix(codecs.BOM_UTF8)
    return next((kind for kind, begins in OTHER_FORMATS.items() if re.match(begins, start)), "")


def is_excel(data: bytes) -> bool:
    """Whether these are the bytes of a workbook (.xlsx)."""
    try:
        names = zipfile.ZipFile(io.BytesIO(data)).namelist() if data.startswith(b"PK\x03\x04") else []
    except (zipfile.BadZipFile, NotImplementedError, ValueError):  # its own reader reports a broken zip
        return False
    return any(name.startswith("xl/") for name in names)


def decode_text(data: bytes, encoding: str, where: str) -> str:
    """Decode the bytes as text without a byte order mark; an error gives line and offset of the first byte
    that is not text. UTF-16 is recognised by its byte order mark.
    """
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if marked and encoding.lower().replace("_", "-") in ("utf-8", "utf8") else encoding
    try:
        # in wide text, every separator and end of line has a byte 0
        wide, zero = codecs.lookup(encoding).name.startswith(WIDE), data.find(b"\0", 0, START)
        if not wide and zero >= 0:
            fault = f"byte 0 at offset {zero}"
        elif wide and zero < 0 and data:
            fault = "its first bytes have no byte 0"
        else:
            return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        fault = f"byte 0x{data[error.start]:02x} at offset {error.start}, line {line}"
    except (LookupError, UnicodeError) as error:
        cure = "use utf-8, latin-1, cp1252, utf-16, or another text encoding of Python"
        raise InputError(f"encoding {encoding!r} of {where} is unknown: {cure}") from error
    raise InputError(
        f"{where} is not {encoding.upper()} text ({fault}): convert it to UTF-8, or set `--encoding` "
        "(`encoding` in a stanza) to its encoding, such as latin-1; if it is not a text file, save it as CSV"
    )

"""From a file's bytes to a RawTable: the table of readers, and which of them reads what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from naivebench.core.checks import InputError, one_of
from naivebench.datasets.readers import arff, delimited, documents, fasta, orange, protein, rdata, reuters
from naivebench.datasets.readers.raw_table import RawTable, rename


class Reader(NamedTuple):
    """How one format is read.

    read: a function (text, where) of the file's whole text and its name for errors, or of its bytes with
    `binary`; with `delimited` it also takes the keywords header, target and allow_no_rows. suffixes: of the
    files that it reads where the stanza names no reader. begins: what the text begins with, where other
    formats have the same suffix.
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
}
OTHERWISE = "csv"


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
    decimal: str = ".",
) -> RawTable:
    """Read a data file given by its bytes or its path.

    `reader` is one of READERS; None takes it from the suffix, else csv. `names` replace the file's column
    names, or serve a file without header; `header` says whether the first line of delimited text holds names;
    None detects it (`delimited.has_header`; `target` helps); `allow_no_rows`: a header alone will do;
    `decimal`: "," for delimited text with decimal commas. Raises InputError with the place of the fault.
    """
    where = where or (str(content) if isinstance(content, (str, Path)) else "the file")
    data = _bytes(content, where)
    reader = reader or _guess(where, data)
    one_of(reader, READERS, "reader", where)
    form = READERS[reader]
    options: dict = {}
    if form.delimited:
        header = False if header is None and names is not None else header
        options = {"header": header, "target": target, "allow_no_rows": allow_no_rows, "decimal": decimal}
    elif decimal != ".":
        raise InputError(f"{where} is read by {reader}, which has no decimal comma: delete `decimal`")
    raw = form.read(data if form.binary else decode(data, encoding, where), where, **options)
    return raw if names is None else rename(raw, names, where)


def _bytes(content: bytes | str | Path, where: str) -> bytes:
    if isinstance(content, bytes):
        return content
    try:
        return Path(content).read_bytes()
    except OSError as error:
        raise InputError(f"{where} cannot be read: {error.strerror or error}") from error


def _guess(where: str, data: bytes) -> str:
    suffix = Path(where.split(" ")[-1].removesuffix(".gz")).suffix.lower()
    start = data[:1000].lstrip().decode("utf-8", "replace")
    fits = (
        name for name, form in READERS.items() if suffix in form.suffixes and start.startswith(form.begins)
    )
    return next(fits, OTHERWISE)


def decode(data: bytes, encoding: str, where: str) -> str:
    """Text of the bytes, without a byte order mark; the error says line and offset of the first byte that is
    no text.
    """
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x} at offset {error.start}, line {line}"
        raise InputError(
            f"{where} is not {encoding.upper()} text ({byte}): convert it to UTF-8, or set encoding: "
            "latin-1 in the stanza"
        ) from error
    except LookupError as error:
        raise InputError(f"encoding {encoding!r} of {where} is unknown: use utf-8 or latin-1") from error

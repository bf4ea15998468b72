"""From a file's bytes to a RawTable: the dispatcher, and delimited text (comma, semicolon, tab or blanks)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from naivebench.core.checks import InputError, one_of
from naivebench.datasets.readers.raw import RawTable, from_rows

READERS = ("csv", "tsv", "arff", "orange", "keel", "rdata", "pdb", "mmcif", "fasta", "reuters")
SUFFIXES = {
    ".arff": "arff",
    ".tab": "orange",
    ".pdb": "pdb",
    ".ent": "pdb",
    ".cif": "mmcif",
    ".fasta": "fasta",
    ".fa": "fasta",
    ".sgm": "reuters",
}
SEPARATORS = ("\t", ";", ",")
SAMPLE = 50  # lines looked at to find the separator


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
) -> RawTable:
    """Read a data file given by its bytes or its path.

    `reader` is one of READERS; None takes it from the content (RData; a .dat that begins with @ is KEEL) or
    the suffix, else csv. `names` replace the file's column names, or serve a file without header; `header`
    says whether the first line of delimited text holds names; None detects it (`has_header`; `target` helps);
    `allow_no_rows`: a header alone will do. Of the delimited kinds, csv finds its separator and knows quotes;
    in tsv tabs alone separate and a quotation mark is text. Raises InputError with the place of the fault.
    """
    where = where or (str(content) if isinstance(content, (str, Path)) else "the file")
    data = _bytes(content, where)
    if reader == "rdata" or (reader is None and data[:3] == b"RDX"):
        from naivebench.datasets.readers import rdata

        return _named(rdata.read(data, where), names, where)
    text = decode(data, encoding, where)
    if not text.strip():
        raise InputError(f"{where} is empty: expected one line per case")
    reader = reader or _guess(where, text)
    one_of(reader, READERS, "reader", where)
    if reader in ("csv", "tsv"):
        return read_delimited(
            text,
            names=names,
            header=header,
            where=where,
            target=target,
            allow_no_rows=allow_no_rows,
            quotes=reader == "csv",
        )
    return _named(_parsed(text, reader, where), names, where)


def _parsed(text: str, reader: str, where: str) -> RawTable:
    """The text read by a reader other than csv."""
    if reader in ("pdb", "mmcif"):
        from naivebench.datasets.readers import protein

        return protein.read(text, where, reader=reader)
    from naivebench.datasets.readers import arff, fasta, orange, reuters

    if reader in ("fasta", "reuters"):
        return (fasta if reader == "fasta" else reuters).read(text, where)
    return orange.read(text, where) if reader == "orange" else arff.read(text, where, keel=reader == "keel")


def _named(raw: RawTable, names: Sequence[str] | None, where: str) -> RawTable:
    return raw if names is None else rename(raw, names, where)


def _bytes(content: bytes | str | Path, where: str) -> bytes:
    if isinstance(content, bytes):
        return content
    try:
        return Path(content).read_bytes()
    except OSError as error:
        raise InputError(f"{where} cannot be read: {error.strerror or error}") from error


def _guess(where: str, text: str) -> str:
    suffix = Path(where.split(" ")[-1].removesuffix(".gz")).suffix.lower()
    if suffix == ".dat" and text.lstrip().startswith("@"):
        return "keel"
    return SUFFIXES.get(suffix, "csv")


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


def rename(raw: RawTable, names: Sequence[str], where: str) -> RawTable:
    """Other column names, one for each."""
    names = [str(name) for name in names]
    if len(names) != len(raw.names):
        raise InputError(f"names lists {len(names)} columns, but {where} has {len(raw.names)}")
    new = dict(zip(raw.names, names, strict=True))
    hints = {new[name]: hint for name, hint in raw.hints.items()}
    return raw._replace(
        names=tuple(names),
        hints=hints,
        target=new.get(raw.target),
        ignored=tuple(new[name] for name in raw.ignored),
    )


def read_delimited(
    text: str,
    *,
    names=None,
    header=None,
    where: str = "the file",
    target=None,
    allow_no_rows: bool = False,
    quotes: bool = True,
) -> RawTable:
    """Read comma-, semicolon-, tab- or blank-separated text with optional double quotes; blank lines and
    lines of empty cells are skipped.

    The separator is the one that splits the first 50 lines into the same number (above one) of cells, tried
    in the order tab, semicolon, comma, blanks. Without `quotes` it is the tab, and a quotation mark is a
    character like others.
    """
    rows, lines = _split(text, find_separator(text), where) if quotes else _tabbed(text)
    if not rows:
        raise InputError(f"{where} is empty: it holds separators only")
    if header is None:
        header = names is None and has_header(rows, target)
    width = len(rows[0])
    own = [(rows[0][i] if header else "") or f"column {i + 1}" for i in range(width)]
    wrong = next((i for i, row in enumerate(rows) if len(row) != width), None)
    if wrong is not None:
        raise InputError(
            f"line {lines[wrong]} of {where} has {len(rows[wrong])} cells, expected {width} as in line "
            f"{lines[0]}: mend or delete that line"
        )
    raw = from_rows(own, rows[header:], lines[header:], where, allow_no_rows=allow_no_rows)
    return raw if names is None else rename(raw, names, where)


def find_separator(text: str) -> str | None:
    """Separator of delimited text: tab, semicolon, comma, or None for blanks; a file of one column counts as
    comma-separated.
    """
    sample = [line for line in text[: 1 << 20].splitlines() if line.strip()][:SAMPLE]
    unquoted = [re.sub(r'"[^"]*"', "", line) for line in sample]
    counts = {s: {line.count(s) for line in unquoted} for s in SEPARATORS}
    even = [s for s in SEPARATORS if len(counts[s]) == 1 and counts[s] != {0}]
    if even:
        return even[0]
    best = max(SEPARATORS, key=lambda s: unquoted[0].count(s))
    if unquoted[0].count(best):
        return best
    widths = [len(line.split()) for line in sample]
    blanks = widths[0] > 1 and 2 * widths.count(widths[0]) > len(widths)
    return None if blanks else ","


def _split(text: str, separator: str | None, where: str) -> tuple[list[list[str]], list[int]]:
    """Stripped cells of every line that is not blank, and the numbers of the lines they begin in."""
    if separator is None and '"' not in text:
        numbered = [(i, line.split()) for i, line in enumerate(text.splitlines(), start=1) if line.strip()]
        return [cells for _, cells in numbered], [i for i, _ in numbered]
    rows, lines, last = [], [], 0
    file = csv.reader(
        io.StringIO(text.rstrip("\r\n"), newline=""),
        delimiter=separator or " ",
        skipinitialspace=separator != "\t",
        strict=True,
    )
    try:
        for row in file:
            cells = [cell.strip() for cell in row]
            cells = [cell for cell in cells if cell] if separator is None else cells
            one_column = separator is not None and bool(rows) and len(rows[0]) == 1
            if any(cells) or len(cells) > 1 or one_column:
                rows.append(cells or [""])  # an empty line of a file of one column is an empty cell
                lines.append(last + 1)
            last = file.line_num
    except csv.Error as error:
        raise InputError(
            f"line {last + 1} of {where} cannot be read ({error}): look for a quotation mark without "
            "its partner"
        ) from error
    return rows, lines


def _tabbed(text: str) -> tuple[list[list[str]], list[int]]:
    numbered = [(i, line.split("\t")) for i, line in enumerate(text.split("\n"), start=1) if line.strip()]
    return [[cell.strip() for cell in cells] for _, cells in numbered], [i for i, _ in numbered]


def has_header(rows: list[list[str]], target: str | int | None = None) -> bool:
    """Whether the first row holds column names.

    It does if it contains the target's name, or if its cells are distinct, none is empty or a number, and
    none occurs again further down in its own column. `header: true` or `false` in the stanza decides doubtful
    cases.
    """
    first = rows[0]
    if isinstance(target, str) and target not in ("first", "last") and target in first:
        return True
    if len(set(first)) < len(first) or any(not cell or cell == "?" or is_number(cell) for cell in first):
        return False
    return not any(cell == row[i] for row in rows[1:] for i, cell in enumerate(first[: len(row)]))


def is_number(cell: str) -> bool:
    """Whether the cell is a finite decimal number."""
    try:
        number = float(cell)
    except ValueError:
        return False
    return number - number == 0 and "_" not in cell

"""Large delimited text by columns, through Arrow: the same cells as from `delimited`, which reads line by
line, if the text is plain enough for that to be certain.
"""

from __future__ import annotations

import csv
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from naivebench.core import arrow
from naivebench.data.readers.cells import Cells
from naivebench.data.readers.delimited import DECLARED, find_separator, has_header, row_names
from naivebench.data.readers.raw_table import RawTable, from_columns

if TYPE_CHECKING:
    import pyarrow as pa

SAMPLE_BYTES = 4 << 20  # as many characters as `find_separator` looks at, at least
BLOCK_BYTES = 4 << 20  # maximum length of a line
PIECE_BYTES = 1 << 20
BLANKS = (b" ", b"\t", b"\x0b", b"\x0c", b"\x1c", b"\x1d", b"\x1e", b"\x1f")
QUOTE, LINE_FEED, RETURN = b'"\n\r'


def read(
    data: bytes,
    where: str,
    *,
    tabbed: bool = False,
    header: bool | None = None,
    target: str | int | None = None,
    allow_no_rows: bool = False,
) -> RawTable | None:
    """Read UTF-8 text as `delimited.read` does (with `tabbed`, as `read_tabbed` does), but with columns of
    `Cells`.

    Returns None if `delimited` has to read the text: for columns separated by blanks, a single column, a
    separator that the first line declares, blank lines, line breaks in cells, quotation marks other than
    around whole cells, lines of different length, bytes that are not UTF-8 text, and if pyarrow is not
    installed.
    """
    if not arrow.available():
        return None
    begin = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    end = len(data)
    while end > begin and data[end - 1] in b"\r\n":
        end -= 1
    start = data[begin : begin + SAMPLE_BYTES].decode("utf-8", "ignore")
    if not start.strip() or DECLARED.match(start) or b"\0" in data or _lone_returns(data):
        return None
    separator = "\t" if tabbed else find_separator(start)
    if separator is None or not (tabbed or _whole_cells(data, begin, end, separator)):
        return None
    columns = _columns(memoryview(data)[begin:end], separator, tabbed)
    if columns is None or len(columns[0]) != data.count(b"\n", begin, end) + 1:
        return None
    if not data.isascii() or any(blank in data for blank in BLANKS if blank != separator.encode()):
        import pyarrow.compute as pc

        columns = [pc.utf8_trim_whitespace(column) for column in columns]
    if tabbed and set.intersection(*(set(Cells(column).among({""})) for column in columns)):
        return None
    first = [column[0].as_py() for column in columns]
    if header is None:
        header = has_header(first, lambda i: bool(Cells(columns[i].slice(1)).among({first[i]})), target)
    names = [(cell if header else "") or f"column {i}" for i, cell in enumerate(first, start=1)]
    cells = [Cells(column.slice(int(header))) for column in columns]
    lines = range(1 + header, 1 + len(columns[0]))
    unnamed = row_names(cells[0]) if header and not first[0] else {}
    return from_columns(names, cells, lines, where, allow_no_rows=allow_no_rows, **unnamed)


def _lone_returns(data: bytes) -> bool:
    return b"\r" in data and data.count(b"\r") != data.count(b"\r\n")


def _columns(text: memoryview, separator: str, tabbed: bool) -> list[pa.ChunkedArray] | None:
    """The cells of all lines, including the first; None if Arrow rejects them or there is only one column."""
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    line = bytes(text[:SAMPLE_BYTES]).split(b"\n", 1)[0].decode("utf-8", "replace")
    width = line.count("\t") + 1 if tabbed else len(next(csv.reader([line], delimiter=separator)))
    names = [f"f{i}" for i in range(width)]
    if width == 1:
        return None
    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(pa.py_buffer(text)),
            arrow_csv.ReadOptions(use_threads=False, block_size=BLOCK_BYTES, autogenerate_column_names=True),
            arrow_csv.ParseOptions(delimiter=separator, quote_char=False if tabbed else '"'),
            arrow_csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid:
        return None
    arrow.release()
    return table.columns if table.column_names == names else None


def _whole_cells(data: bytes, begin: int, end: int, separator: str) -> bool:
    """Whether all quotation marks are in pairs around whole cells of one line, and doubled inside them.

    Line breaks inside cells are noticed by the number of rows.
    """
    marks = _positions(data, QUOTE, begin, end)
    if len(marks) % 2:
        return False
    if not len(marks):
        return True
    text = np.frombuffer(data, np.uint8)
    opening, closing = marks[::2], marks[1::2]
    before = np.where(opening == begin, LINE_FEED, text[opening - 1])
    after = np.where(closing == end - 1, LINE_FEED, text[np.minimum(closing + 1, len(text) - 1)])
    twice = np.isin(closing[:-1], opening[1:] - 1)
    opens = np.isin(before, (ord(separator), LINE_FEED)) | np.append(False, twice)
    closes = np.isin(after, (ord(separator), LINE_FEED, RETURN)) | np.append(twice, False)
    return bool(opens.all() and closes.all())


def _positions(data: bytes, byte: int, begin: int, end: int) -> np.ndarray:
    """Positions of a byte in the text, one piece of the text at a time."""
    if data.find(byte, begin, end) < 0:
        return np.zeros(0, np.int64)
    text = np.frombuffer(data, np.uint8)
    edges = [*range(begin, end, PIECE_BYTES), end]
    return np.concatenate([np.flatnonzero(text[a:b] == byte) + a for a, b in pairwise(edges)])

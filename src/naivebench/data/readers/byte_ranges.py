"""Parts of a CSV file that can be read on their own: ranges of bytes that begin where a row begins.

Only a reader that began at the first byte knows whether a line break ends a row. So a file is divided only up
to the first quotation mark, blank line or single carriage return; the rest belongs to the last part.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np

PIECE = 1 << 18  # bytes that are examined together and fit in the cache
HEADER = 1 << 20  # maximum length of a header in bytes
LINE_FEED, RETURN = b"\n\r"


class Range(NamedTuple):
    """Bytes of a file from the row that begins at `begin`; the range that begins at 0 includes the header."""

    begin: int
    end: int  # -1 for the end of the file
    rows: int  # rows before it, without the header


WHOLE = Range(0, -1, 0)


class _Place(NamedTuple):
    byte: int
    lines: int  # line breaks before it


def range_of(path: Path, part: int, parts: int, separator: str) -> Range | None:
    """The rows that begin in bytes part / parts to (part + 1) / parts of an uncompressed file; None if there
    are none.

    The file is read up to the end of the range. separator: the one between cells.
    """
    size = path.stat().st_size
    with open(path, "rb", buffering=0) as file:
        header = _header(file.read(HEADER), separator.encode())
        if header is None:
            return None if part else WHOLE
        begin = _row_start(file, size * part // parts, header) if part else _Place(0, 1)
        if begin is None or begin.byte == size:
            return None
        known = begin if part else header
        end = _row_start(file, size * (part + 1) // parts, known) if part + 1 < parts else None
    return None if end == begin else Range(begin.byte, end.byte if end else -1, begin.lines - 1)


def _header(start: bytes, separator: bytes) -> _Place | None:
    """Place where the header ends; None if it is blank or has quotation marks that do not enclose whole
    names.
    """
    name = b'(?:"[^"\r\n]*"|[^"\r\n%s]*)' % separator
    line = re.match(rb"(?:\xef\xbb\xbf)?(?=[^\r\n])%s(?:%s%s)*\r?\n" % (name, separator, name), start)
    return _Place(line.end(), 1) if line else None


def _row_start(file: io.FileIO, target: int, known: _Place) -> _Place | None:
    """Place of the first row that begins at byte `target` or later; None if the file is not divided there.
    known: place of an earlier row.
    """
    if known.byte >= target:
        return known
    buffer, last = bytearray(PIECE), LINE_FEED
    byte, lines = known
    file.seek(byte)
    while n := file.readinto(buffer):
        text = np.frombuffer(buffer, np.uint8, n)
        breaks = text == LINE_FEED
        first = max(target - 1 - byte, 0)
        wanted = breaks[first:].any()
        used = first + int(breaks[first:].argmax()) + 1 if wanted else n
        if _odd(buffer, text[:used], breaks[:used], last):
            return None
        lines += int(np.count_nonzero(breaks[:used]))
        if wanted:
            return _Place(byte + used, lines)
        byte, last = byte + n, buffer[n - 1]
    return _Place(byte, lines)


def _odd(buffer: bytearray, text: np.ndarray, breaks: np.ndarray, last: int) -> bool:
    """Whether the beginning of a buffer contains something that ends the division. last: the byte before the
    buffer.
    """
    n = len(text)
    if buffer.find(b'"', 0, n) >= 0 or (breaks[1:] & breaks[:-1]).any() or (breaks[0] and last == LINE_FEED):
        return True
    if last != RETURN and buffer.find(b"\r", 0, n) < 0:
        return False
    returns = np.append(last == RETURN, text == RETURN)
    follows = np.append(last == LINE_FEED, breaks[:-1])
    return bool((returns[:-1] & ~breaks).any() or (returns[1:] & follows).any())

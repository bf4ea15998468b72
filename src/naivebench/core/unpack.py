"""Compressed bytes, unpacked up to a limit, so that a small file cannot fill the memory."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import zlib
from typing import Any

from naivebench.core import arrow
from naivebench.core.checks import InputError

UNPACKED_MAX = 1 << 30  # bytes; the largest file of the catalogue has a tenth of it
CHUNK = 1 << 20


def _zstd(file: io.BytesIO) -> Any:
    arrow.check_available("a file packed by zstd", "unpack it by hand and name the plain file")
    import pyarrow as pa

    return pa.CompressedInputStream(file, "zstd")


OPEN = (
    (re.compile(rb"\x1f\x8b"), gzip.open),
    (re.compile(rb"BZh.1AY&SY"), bz2.open),
    (re.compile(rb"\xfd7zXZ\0|]\0\0\x80"), lzma.open),
    (re.compile(rb"\x28\xb5\x2f\xfd"), _zstd),
)
BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError)  # errors that they raise for a damaged file


class Unpacked:
    """The unpacked content of a file in memory: gzip, bzip2, xz or zstd, recognised by its first bytes, or
    plain.

    Every byte passes through `read`, which raises InputError beyond `room` bytes; so no format, and no false
    size in a header, can unpack more. A broken file raises one of `BROKEN`.
    """

    def __init__(self, data: bytes, where: str, room: int) -> None:
        opened = next((opened for begin, opened in OPEN if begin.match(data)), None)
        self.file: Any = io.BytesIO(data) if opened is None else opened(io.BytesIO(data))
        self.left, self.where = room, where

    def read(self, size: int) -> bytes:
        """Read at most `size` bytes."""
        got = self.file.read(min(size, self.left + 1))
        self.left -= len(got)
        if self.left < 0:
            raise InputError(too_large(self.where))
        return got


def too_large(what: str, size: int | None = None) -> str:
    """The error message for content of `size` bytes; None means more than `UNPACKED_MAX`."""
    limit = f"{UNPACKED_MAX:,}"
    found = f"more than {limit} bytes" if size is None else f"{size:,} bytes, but at most {limit} are allowed"
    return f"{what} unpacks to {found}: if that is correct, unpack it by hand and name the plain file"


def is_packed(data: bytes) -> bool:
    """Whether the bytes begin like a gzip, bzip2, xz or zstd file."""
    return any(begin.match(data) for begin, _ in OPEN)


def unpacked(data: bytes, where: str, room: int | None = None) -> bytes:
    """The whole unpacked content, up to `room` bytes; None means `UNPACKED_MAX`."""
    file, parts = Unpacked(data, where, UNPACKED_MAX if room is None else room), []
    while part := file.read(CHUNK):
        parts.append(part)
    return b"".join(parts)

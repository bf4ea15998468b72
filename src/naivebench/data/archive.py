"""Packed files, read from bytes: wheels and other zips, tars, gzip, bzip2, xz, zstd.

Nothing is unpacked on disk, and never more than `UNPACKED_MAX` bytes, so that a small file cannot fill the
memory.
"""

from __future__ import annotations

import bz2
import contextlib
import fnmatch
import gzip
import hashlib
import io
import lzma
import re
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from naivebench.core.checks import InputError, did_you_mean
from naivebench.data.readers.cells import require_arrow

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
HIDDEN = re.compile(r"(^|/)(__MACOSX/|\.[^/]*$)")  # files that systems add to a zip
LISTED = 5  # files of a zip to name
UNPACKED_MAX = 1 << 30  # bytes; the largest file of the catalogue has a tenth of it
CHUNK = 1 << 20
BY_HAND = "if that is correct, unpack it by hand and name the plain file"
# errors that are raised for a damaged file
BROKEN = (
    *(OSError, EOFError, zlib.error, lzma.LZMAError),
    *(zipfile.BadZipFile, tarfile.TarError, struct.error),
    *(ArithmeticError, LookupError, NotImplementedError, RuntimeError, ValueError),  # from damaged headers
)


def _open_zstd(file: io.BytesIO) -> Any:
    require_arrow("a file packed by zstd", "unpack it by hand and name the plain file")
    import pyarrow as pa

    return pa.CompressedInputStream(file, "zstd")


OPEN = (
    (re.compile(rb"\x1f\x8b"), gzip.open),
    (re.compile(rb"BZh.1AY&SY"), bz2.open),
    (re.compile(rb"\xfd7zXZ\0|]\0\0\x80"), lzma.open),
    (re.compile(rb"\x28\xb5\x2f\xfd"), _open_zstd),
)


class Packed(NamedTuple):
    """The files of a zip or tar, and a function that opens one."""

    names: list[str]
    open: Callable[[str], IO[bytes]]

    def read(self, name: str, where: str, room: int) -> bytes:
        """The content of a file. Raises InputError beyond `room` bytes."""
        with self.open(name) as file:
            return read_limited(file, where, room)


def open_archive(data: bytes, where: str) -> Packed:
    """Open a zip or a plain or compressed tar."""
    if data[:4] in ZIP:
        packed = zipfile.ZipFile(io.BytesIO(data))
        return Packed([f.filename for f in packed.infolist() if not f.is_dir()], packed.open)
    tar = tarfile.TarFile(fileobj=io.BytesIO(unpack_bytes(data, where)))
    files = {entry.name: entry for entry in tar if entry.isreg()}
    return Packed(list(files), lambda name: cast(IO[bytes], tar.extractfile(files[name])))


def read_members(
    data: bytes, members: Sequence[str | None], hashes: Sequence[str | None], where: str = "the archive"
) -> list[bytes]:
    """Bytes of the members of a zip or tar, or of a plain or gzipped file (member None).

    A member that is itself a .gz or a zip of one file is unpacked once more, after its sha256 in `hashes` is
    checked. A tar's member may be named without the tar's top folder. Raises InputError for a broken archive,
    an unknown member, a wrong hash, and for more than `UNPACKED_MAX` bytes.
    """
    with explain_broken(where):
        inside = _read_named(data, [member for member in members if member is not None], where)
        plain, room = [], UNPACKED_MAX
        for member, expected in zip(members, hashes, strict=True):
            packed = data if member is None else inside[member]
            got = hashlib.sha256(packed).hexdigest()
            if expected is not None and got != expected:
                raise InputError(
                    f"{member or 'the file'} in {where} has the wrong sha256: expected {expected}, got "
                    f"{got}: delete the archive and fetch it again"
                )
            plain.append(unpack_file(packed, member or where, room)[0])
            room -= len(plain[-1])
        return plain


def hash_members(path: Path, members: Sequence[str]) -> list[str]:
    """SHA-256 of members of a zip or tar, as `read_members` checks them."""
    with explain_broken(str(path)):
        inside = _read_named(path.read_bytes(), list(members), str(path))
    return [hashlib.sha256(inside[member]).hexdigest() for member in members]


def _read_named(data: bytes, members: list[str], where: str) -> dict[str, bytes]:
    """The content of members by name, at most `UNPACKED_MAX` bytes together."""
    if not members:
        return {}
    packed, contents, room = open_archive(data, where), dict[str, bytes](), UNPACKED_MAX
    # a member may be named without the top folder, but whole names go first
    known = {name.partition("/")[2]: name for name in reversed(packed.names)} | {n: n for n in packed.names}
    for member in members:
        if member not in known:
            raise InputError(f"{where} has no member {member!r}{did_you_mean(member, packed.names)}")
        contents[member] = packed.read(known[member], where, room)
        room -= len(contents[member])
    return contents


def expand_patterns(data: bytes, members: Sequence[str | None], where: str) -> list[str | None]:
    """Replace every pattern among the members (with a `*`, which matches any part of one name) by the names
    that match it, in order.

    Names are ordered folder by folder, numbers by size. Raises InputError for a pattern without a match.
    """
    if not any("*" in member for member in members if member):
        return list(members)
    with explain_broken(where):
        names = open_archive(data, where).names
    expanded: list[str | None] = []
    for member in members:
        expanded += _match_names(member, names, where) if member and "*" in member else [member]
    return expanded


def _match_names(pattern: str, names: list[str], where: str) -> list[str]:
    """The names that match a pattern, folder by folder, in which 9 comes before 10."""
    parts = [part.split("/") for part in names]
    wanted = pattern.split("/")
    fits = [p for p in parts if len(p) == len(wanted) and all(map(fnmatch.fnmatchcase, p, wanted))]
    if not fits:
        raise InputError(
            f"{where} has no member that matches {pattern!r} (the first of its {len(names)} files is "
            f"{min(names, default='none')}): correct `member`"
        )
    digits = re.compile(r"(\D*)(\d*)")
    fits.sort(key=lambda parts: [[(a, int(b or 0)) for a, b in digits.findall(part)] for part in parts])
    return list(map("/".join, fits))


def read_file(data: bytes, where: str) -> tuple[bytes, str]:
    """The content of a file, unpacked as in `unpack_file`, and its place for messages, which ends with the
    name of the table in a zip.
    """
    with explain_broken(where):
        content, name = unpack_file(data, where, UNPACKED_MAX)
    if content[257:262] == b"ustar":
        raise InputError(f"{where} is or contains a tar: unpack it and name the table")
    return content, name


def unpack_file(data: bytes, where: str, room: int) -> tuple[bytes, str]:
    """Undo gzip, bzip2, xz or zstd, or a zip of one file, hidden files aside; `where`, followed by the name
    of that file. A file of NumPy arrays stays as it is.
    """
    if data[:4] in ZIP:
        packed = open_archive(data, where)
        if packed.names and all(name.endswith(".npy") for name in packed.names):
            return data, where
        names = [name for name in packed.names if not HIDDEN.search(name)]
        if len(names) != 1:
            listed = f" ({', '.join(names[:LISTED])}{', ...' if len(names) > LISTED else ''})"
            raise InputError(
                f"{where} is a zip of {len(names)} files{listed if names else ''}: unpack it and name "
                "one of them (`member` in a stanza)"
            )
        data, where = packed.read(names[0], where, room), f"{where}, {names[0]}"
    return unpack_bytes(data, where, room), where


def unpack_bytes(data: bytes, where: str, room: int | None = None) -> bytes:
    """The unpacked content of a gzip, bzip2, xz or zstd file, recognised by its first bytes; the bytes
    themselves of a plain one. Raises InputError beyond `room` bytes (None means `UNPACKED_MAX`), and one of
    `BROKEN`.
    """
    unpack = next((unpack for begin, unpack in OPEN if begin.match(data)), None)
    if unpack is None:
        return data
    return read_limited(unpack(io.BytesIO(data)), where, UNPACKED_MAX if room is None else room)


def read_limited(file: Any, where: str, room: int) -> bytes:
    """The content of a file, read piece by piece. Raises InputError beyond `room` bytes."""
    parts = []
    while part := file.read(min(CHUNK, room + 1)):
        room -= len(part)
        if room < 0:
            raise InputError(f"{where} unpacks to more than {UNPACKED_MAX:,} bytes: {BY_HAND}")
        parts.append(part)
    return b"".join(parts)


@contextlib.contextmanager
def explain_broken(where: str) -> Iterator[None]:
    """Turn an error that a damaged archive raises into an InputError."""
    try:
        yield
    except InputError:
        raise
    except BROKEN as error:
        why = " ".join(str(error).split()) or type(error).__name__
        raise InputError(
            f"{where} is a broken or truncated archive ({why}): delete it, and fetch or copy it again"
        ) from error

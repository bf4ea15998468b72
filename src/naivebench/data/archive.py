"""Packed files, read from bytes: wheels and other zips, tars, gzip, bzip2, xz, zstd.

Nothing is unpacked on disk, and never more than `UNPACKED_MAX` bytes, so that small files cannot fill the
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
# errors that are raised for a damaged file
BROKEN = (
    *(OSError, EOFError, zlib.error, lzma.LZMAError),
    *(zipfile.BadZipFile, tarfile.TarError, struct.error),
    *(ArithmeticError, LookupError, NotImplementedError, RuntimeError, ValueError),  # from damaged headers
)
Member = tuple[str | None, bytes]  # name, None for a file that is not packed, and content


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
        """Return the content of a file. Raises InputError beyond `room` bytes."""
        with self.open(name) as file:
            return read_within_limit(file, where, room)


def open_archive(data: bytes, where: str) -> Packed:
    """Open a zip or a plain or compressed tar."""
    if data[:4] in ZIP:
        packed = zipfile.ZipFile(io.BytesIO(data))
        return Packed([f.filename for f in packed.infolist() if not f.is_dir()], packed.open)
    tar = tarfile.TarFile(fileobj=io.BytesIO(unpack_bytes(data, where)))
    files = {entry.name: entry for entry in tar if entry.isreg()}
    return Packed(list(files), lambda name: cast(IO[bytes], tar.extractfile(files[name])))


def read_members(
    data: bytes, members: Sequence[str | None], where: str, hashes: Sequence[str] = ()
) -> list[Member]:
    """Return names and contents of members of a zip or tar; the one member of any other file is None.

    A member may be named without the top folder of the archive. A pattern, in which `*` matches any part of
    one name, selects all matching members in natural order (9 before 10). The sha256 of a member is compared
    with that in `hashes`; then a .gz, or a zip of one file, is unpacked too. Raises InputError for a broken
    archive, an unknown member, a wrong hash, and for more than `UNPACKED_MAX` bytes.
    """
    with explain_broken_archive(where):
        extracted, contents, room = _extract_members(data, members, where), list[Member](), UNPACKED_MAX
        if hashes and len(hashes) != len(extracted):
            raise InputError(
                f"the source names {len(extracted)} members of {where} and {len(hashes)} hashes: give one "
                "sha256 for each member, but no sha256 for a pattern of members"
            )
        for i, (name, packed) in enumerate(extracted):
            if hashes and (digest := hashlib.sha256(packed).hexdigest()) != hashes[i]:
                raise InputError(
                    f"{name or 'the file'} in {where} has the wrong sha256: expected {hashes[i]}, got "
                    f"{digest}: delete the archive and fetch it again"
                )
            contents.append((name, unpack_file(packed, name or where, room)[0]))
            room -= len(contents[-1][1])
        return contents


def hash_members(path: Path, members: Sequence[str]) -> list[str]:
    """Compute SHA-256 of members of a zip or tar, as `read_members` checks them."""
    with explain_broken_archive(str(path)):
        packed = _extract_members(path.read_bytes(), members, str(path))
    return [hashlib.sha256(content).hexdigest() for _, content in packed]


def _extract_members(data: bytes, members: Sequence[str | None], where: str) -> list[Member]:
    """Read members, still packed, of at most `UNPACKED_MAX` bytes in total; [None]: the whole file."""
    named = [member for member in members if member is not None]
    if not named:
        return [(None, data) for _ in members]
    packed, contents, room = open_archive(data, where), list[Member](), UNPACKED_MAX
    # a member may be named without the top folder, but whole names go first
    known = {name.partition("/")[2]: name for name in reversed(packed.names)} | {n: n for n in packed.names}
    for member in named:
        for name in _match_names(member, packed.names, where) if "*" in member else [member]:
            if name not in known:
                raise InputError(f"{where} has no member {name!r}{did_you_mean(name, packed.names)}")
            contents.append((name, packed.read(known[name], where, room)))
            room -= len(contents[-1][1])
    return contents


def _match_names(pattern: str, names: list[str], where: str) -> list[str]:
    """Return the names that match a pattern, in natural order (9 before 10); a `*` does not match a slash."""
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


def unpack_table(data: bytes, where: str) -> tuple[bytes, str]:
    """Unpack a file with one table by `unpack_file`. Raises InputError for a tar or a broken archive."""
    with explain_broken_archive(where):
        content, name = unpack_file(data, where, UNPACKED_MAX)
    if content[257:262] == b"ustar":
        raise InputError(f"{where} is or contains a tar: unpack it and name the table")
    return content, name


def unpack_file(data: bytes, where: str, room: int) -> tuple[bytes, str]:
    """Unpack gzip, bzip2, xz or zstd, or a zip of one file, not counting hidden files. Returns the content
    and `where`, to which the name of the file in a zip is added. A file of NumPy arrays stays packed.
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
    """Unpack gzip, bzip2, xz or zstd, recognised by the first bytes; other data are returned unchanged.

    Raises InputError beyond `room` bytes (None means `UNPACKED_MAX`), and one of `BROKEN`.
    """
    unpack = next((unpack for begin, unpack in OPEN if begin.match(data)), None)
    if unpack is None:
        return data
    return read_within_limit(unpack(io.BytesIO(data)), where, UNPACKED_MAX if room is None else room)


def read_within_limit(file: Any, where: str, room: int) -> bytes:
    """Return the content of a file, read piece by piece. Raises InputError beyond `room` bytes."""
    parts = []
    while part := file.read(min(CHUNK, room + 1)):
        room -= len(part)
        if room < 0:
            cure = "if that is correct, unpack it by hand and name the plain file"
            raise InputError(f"{where} unpacks to more than {UNPACKED_MAX:,} bytes: {cure}")
        parts.append(part)
    return b"".join(parts)


@contextlib.contextmanager
def explain_broken_archive(where: str) -> Iterator[None]:
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

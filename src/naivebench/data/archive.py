"""Packed files, read from their bytes: wheels and other zips, tars, gzip, bzip2 and xz."""

from __future__ import annotations

import bz2
import contextlib
import fnmatch
import gzip
import hashlib
import io
import lzma
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, cast

from naivebench.core.checks import InputError, describe_error, did_you_mean

ZIP = b"PK\x03\x04"
PACKED = ((b"\x1f\x8b", gzip.decompress), (b"BZh", bz2.decompress), (b"\xfd7zXZ", lzma.decompress))
HIDDEN = re.compile(r"(^|/)(__MACOSX/|\.[^/]*$)")  # files that systems add to a zip
WORKBOOK = "xl/workbook.xml"  # the file of a zip that makes it an Excel file


def read_members(data: bytes, members: Sequence[str], where: str) -> list[tuple[str, bytes]]:
    """Return names and contents of members of a zip, or of a plain or compressed tar.

    A member may be named without the top folder of the archive. A pattern, in which `*` matches any part of
    one name, selects all matching members in natural order (9 before 10). Raises InputError for a broken
    archive or an unknown member.
    """
    contents = list[tuple[str, bytes]]()
    with _explain_broken_archive(where):
        names, read = _open_archive(data)
        # a member may be named without the top folder, but whole names go first
        known = {name.partition("/")[2]: name for name in reversed(names)} | {name: name for name in names}
        for member in members:
            for name in _match_names(member, names, where) if "*" in member else [member]:
                if name not in known:
                    raise InputError(f"{where} has no member {name!r}{did_you_mean(name, names)}")
                contents.append((name, read(known[name])))
    return contents


def hash_members(path: Path, members: Sequence[str]) -> list[str]:
    """Compute SHA-256 of members of a zip or tar."""
    return [
        hashlib.sha256(content).hexdigest()
        for _, content in read_members(path.read_bytes(), members, str(path))
    ]


def _open_archive(data: bytes) -> tuple[list[str], Callable[[str], bytes]]:
    """Return the names of the files in a zip or tar, and a function that reads one of them."""
    if data.startswith(ZIP):
        packed = zipfile.ZipFile(io.BytesIO(data))
        return [file.filename for file in packed.infolist() if not file.is_dir()], packed.read
    tar = tarfile.TarFile(fileobj=io.BytesIO(_decompress_bytes(data)))
    files = {entry.name: entry for entry in tar if entry.isreg()}
    return list(files), lambda name: cast(IO[bytes], tar.extractfile(files[name])).read()


def _match_names(pattern: str, names: list[str], where: str) -> list[str]:
    """Return the names that match a pattern, in natural order (9 before 10); a `*` does not match a slash."""
    deep = pattern.count("/")
    fits = [n for n in names if n.count("/") == deep and fnmatch.fnmatchcase(n, pattern)]
    if not fits:
        raise InputError(f"{where} has no member that matches {pattern!r}: correct `member`")
    return sorted(fits, key=lambda n: [_split_digits(part) for part in n.split("/")])


def _split_digits(text: str) -> list[tuple[str, int]]:
    return [(letters, int(digits or 0)) for letters, digits in re.findall(r"(\D*)(\d*)", text)]


def unpack_file(data: bytes, where: str) -> tuple[bytes, str]:
    """Unpack gzip, bzip2, xz or a zip of one file. Returns the content, and its place for messages."""
    with _explain_broken_archive(where):
        if data.startswith(ZIP):
            names, read = _open_archive(data)
            if WORKBOOK in names:
                return data, where
            names = [name for name in names if not HIDDEN.search(name)]
            if len(names) != 1:
                cure = "unpack it and name one of them (`member` in a stanza)"
                raise InputError(f"{where} is a zip of {len(names)} files: {cure}")
            data, where = read(names[0]), f"{where}, {names[0]}"
        return _decompress_bytes(data), where


def _decompress_bytes(data: bytes) -> bytes:
    return next((unpack(data) for begin, unpack in PACKED if data.startswith(begin)), data)


@contextlib.contextmanager
def _explain_broken_archive(where: str) -> Iterator[None]:
    """Turn an error that a damaged archive raises into an InputError."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # damaged archives raise any exception
        raise InputError(
            f"{where} is a broken or truncated archive ({describe_error(error)}): fetch or copy it again"
        ) from error

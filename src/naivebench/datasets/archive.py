"""Members of archives, read from the bytes: wheels and other zips, tars, gzip.

Nothing is unpacked on disk.
"""

from __future__ import annotations

import fnmatch
import gzip
import hashlib
import io
import re
import tarfile
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

from naivebench.core.checks import InputError, did_you_mean

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    EOFError,
    zlib.error,
    gzip.BadGzipFile,
    NotImplementedError,
    RuntimeError,
)


def read_members(
    content: bytes | str | Path,
    members: Sequence[str | None],
    hashes: Sequence[str | None],
    *,
    where: str = "",
) -> list[bytes]:
    """Bytes of members of a zip or tar, or of a plain or gzipped file (the member None); the archive is
    unpacked once.

    A member that is itself a .gz or a zip of one file is unpacked once more, after its sha256 in `hashes` was
    checked. A tar's member may be named without the tar's top folder. Raises InputError for a broken archive,
    an unknown member, a wrong hash.
    """
    where = where or (str(content) if isinstance(content, (str, Path)) else "the archive")
    data = Path(content).read_bytes() if isinstance(content, (str, Path)) else content
    try:
        inside = _members(data, [member for member in members if member is not None], where)
        contents = [(member, data if member is None else inside[member]) for member in members]
        for (member, content_of), digest in zip(contents, hashes, strict=True):
            _check(content_of, digest, member or "the file", where)
        return [_plain(content_of, member or where) for member, content_of in contents]
    except BROKEN as error:
        raise InputError(
            f"{where} is a broken or truncated archive ({error}): delete it and fetch again"
        ) from error


def expand(
    content: bytes | str | Path, members: Sequence[str | None], *, where: str = ""
) -> list[str | None]:
    """The members, each pattern (with a `*`, which stands for any part of one name) replaced by the names
    that fit it, in order.

    Names are ordered folder by folder, numbers by size. Raises InputError for a pattern that fits nothing.
    """
    if not any("*" in member for member in members if member):
        return list(members)
    where = where or (str(content) if isinstance(content, (str, Path)) else "the archive")
    data = Path(content).read_bytes() if isinstance(content, (str, Path)) else content
    try:
        names = _names(data)
    except BROKEN as error:
        raise InputError(
            f"{where} is a broken or truncated archive ({error}): delete it and fetch again"
        ) from error
    return [
        name
        for member in members
        for name in (_fitting(member, names, where) if member and "*" in member else [member])
    ]


def _names(data: bytes) -> list[str]:
    """Names of the files in a zip or tar."""
    if data[:4] in ZIP:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return [name for name in file.namelist() if not name.endswith("/")]
    with tarfile.open(fileobj=io.BytesIO(data), mode="r|*") as tar:
        return [entry.name for entry in tar if entry.isfile()]


def _fitting(pattern: str, names: list[str], where: str) -> list[str]:
    parts = pattern.split("/")
    fits = [
        n
        for n in names
        if n.count("/") == len(parts) - 1 and all(map(fnmatch.fnmatchcase, n.split("/"), parts))
    ]
    if not fits:
        raise InputError(
            f"{where} has no member that fits {pattern!r}; the first of its {len(names)} files is "
            f"{min(names, default='none')}"
        )
    return sorted(fits, key=lambda name: [_natural(part) for part in name.split("/")])


def _natural(text: str) -> list[tuple[str, int]]:
    """Sort key in which 9 comes before 10."""
    return [(between, int(number or 0)) for between, number in re.findall(r"(\D*)(\d*)", text)]


def _check(content: bytes, sha256: str | None, what: str, where: str) -> None:
    got = hashlib.sha256(content).hexdigest()
    if sha256 is not None and got != sha256:
        raise InputError(
            f"{what} in {where} has the wrong sha256: expected {sha256}, got {got}: delete the archive "
            "and fetch again"
        )


def _members(data: bytes, members: list[str], where: str) -> dict[str, bytes]:
    if not members:
        return {}
    if data[:4] in ZIP:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return {member: file.read(_name(member, file.namelist(), where)) for member in members}
    return _tar_members(data, members, where)


def _tar_members(data: bytes, members: list[str], where: str) -> dict[str, bytes]:
    """Members of a tar in one pass, since going back in a compressed one means unpacking it again."""
    contents: dict[str, bytes] = {}
    names = []
    with tarfile.open(fileobj=io.BytesIO(data), mode="r|*") as tar:
        for entry in tar:
            names.append(entry.name)
            for member in {entry.name, entry.name.partition("/")[2]}.intersection(members):
                file = tar.extractfile(entry)
                if file is None:
                    raise InputError(f"{member} in {where} is a folder: name a file")
                contents[member] = file.read()
    return {
        member: contents[member if member in contents else _name(member, names, where)] for member in members
    }


def _name(member: str, names: list[str], where: str) -> str:
    matching = [n for n in names if n == member] or [n for n in names if n.partition("/")[2] == member]
    if not matching:
        raise InputError(f"{where} has no member {member!r}{did_you_mean(member, names)}")
    return matching[0]


def _plain(data: bytes, where: str) -> bytes:
    """Undo gzip, or a zip of one file."""
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:2] == b"\x1f\x9d":
        raise InputError(
            f"{where} is compressed by the old `compress` program: unpack it with `gzip -d` and use "
            "the plain file"
        )
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            names = [name for name in file.namelist() if not name.endswith("/")]
            if len(names) != 1:
                raise InputError(f"{where} is a zip of {len(names)} files: name one with `member`")
            return file.read(names[0])
    return data

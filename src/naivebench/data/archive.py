"""Reading of archive members from bytes: wheels and other zips, tars, gzip, bzip2, xz, zstd.

Nothing is unpacked on disk, and never more than `unpack.UNPACKED_MAX` bytes: sizes are checked first.
"""

from __future__ import annotations

import contextlib
import fnmatch
import hashlib
import io
import re
import struct
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from naivebench.core import unpack
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.unpack import Unpacked

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
HIDDEN = re.compile(r"(^|/)(__MACOSX/|\.[^/]*$)")  # files that systems add to a zip
LISTED = 5  # files of a zip to name
BROKEN = (
    *unpack.BROKEN,
    *(zipfile.BadZipFile, tarfile.TarError, struct.error),
    *(ArithmeticError, LookupError, NotImplementedError, RuntimeError, ValueError),  # from damaged headers
)


def read_members(
    content: bytes | str | Path,
    members: Sequence[str | None],
    hashes: Sequence[str | None],
    *,
    where: str = "",
) -> list[bytes]:
    """Bytes of the members of a zip or tar, or of a plain or gzipped file (member None); the archive is
    unpacked once.

    A member that is itself a .gz or a zip of one file is unpacked once more, after its sha256 in `hashes` is
    checked. A tar's member may be named without the tar's top folder. Raises InputError for a broken archive,
    an unknown member, a wrong hash, and for more than `unpack.UNPACKED_MAX` bytes: the sizes in the headers
    of a zip and a tar are added up first, and `zipfile` reads no more than they say; everything else is
    counted by `Unpacked`.
    """
    where = where or (str(content) if isinstance(content, (str, Path)) else "the archive")
    data = Path(content).read_bytes() if isinstance(content, (str, Path)) else content
    with _whole(where):
        inside = _members(data, [member for member in members if member is not None], where)
        contents = [(member, data if member is None else inside[member]) for member in members]
        for (member, content_of), digest in zip(contents, hashes, strict=True):
            _check(content_of, digest, member or "the file", where)
        plain, room = [], unpack.UNPACKED_MAX
        for member, content_of in contents:
            plain.append(unpack_file(content_of, member or where, room)[0])
            room -= len(plain[-1])
        return plain


def digests(path: str | Path, members: Sequence[str], *, where: str = "") -> list[str]:
    """SHA-256 of members of a zip or tar, as `read_members` checks them."""
    where = where or str(path)
    with _whole(where):
        inside = _members(Path(path).read_bytes(), list(members), where)
    return [hashlib.sha256(inside[member]).hexdigest() for member in members]


@contextlib.contextmanager
def _whole(where: str) -> Iterator[None]:
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


def expand(
    content: bytes | str | Path, members: Sequence[str | None], *, where: str = ""
) -> list[str | None]:
    """Replace every pattern among the members (with a `*`, which matches any part of one name) by the names
    that match it, in order.

    Names are ordered folder by folder, numbers by size. Raises InputError for a pattern without a match.
    """
    if not any("*" in member for member in members if member):
        return list(members)
    where = where or (str(content) if isinstance(content, (str, Path)) else "the archive")
    data = Path(content).read_bytes() if isinstance(content, (str, Path)) else content
    with _whole(where):
        names = _names(data, where)
    return [
        name
        for member in members
        for name in (_fitting(member, names, where) if member and "*" in member else [member])
    ]


def _names(data: bytes, where: str) -> list[str]:
    """Names of the files in a zip or tar."""
    if data[:4] in ZIP:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return [name for name in file.namelist() if not name.endswith("/")]
    with _tar(data, where) as tar:
        return [entry.name for entry in tar if entry.isfile()]


def _tar(data: bytes, where: str) -> tarfile.TarFile:
    return tarfile.open(fileobj=Unpacked(data, where, unpack.UNPACKED_MAX), mode="r|")  # type: ignore


def _fitting(pattern: str, names: list[str], where: str) -> list[str]:
    parts = pattern.split("/")
    fits = [
        n
        for n in names
        if n.count("/") == len(parts) - 1 and all(map(fnmatch.fnmatchcase, n.split("/"), parts))
    ]
    if not fits:
        raise InputError(
            f"{where} has no member that matches {pattern!r} (the first of its {len(names)} files is "
            f"{min(names, default='none')}): correct `member`"
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
            "and fetch it again"
        )


def _members(data: bytes, members: list[str], where: str) -> dict[str, bytes]:
    if not members:
        return {}
    if data[:4] in ZIP:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            named = {member: _name(member, file.namelist(), where) for member in members}
            _fits(sum(file.getinfo(name).file_size for name in named.values()), where)
            return {member: file.read(name) for member, name in named.items()}
    return _tar_members(data, members, where)


def _tar_members(data: bytes, members: list[str], where: str) -> dict[str, bytes]:
    """Members of a tar in one pass, since going back in a compressed one means unpacking it again."""
    contents: dict[str, bytes] = {}
    names = []
    total = 0
    with _tar(data, where) as tar:
        for entry in tar:
            names.append(entry.name)
            total += entry.size  # for a sparse file, more than the archive contains
            _fits(total, where)
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


def _fits(size: int, where: str, room: int | None = None) -> None:
    if size > (unpack.UNPACKED_MAX if room is None else room):
        raise InputError(unpack.too_large(where, size))


def read_file(data: bytes, where: str) -> tuple[bytes, str]:
    """The content of a file, unpacked as in `unpack_file`, and its place for messages, which ends with the
    name of the table in a zip.
    """
    with _whole(where):
        content, name = unpack_file(data, where, unpack.UNPACKED_MAX)
    if content[257:262] == b"ustar":
        raise InputError(f"{where} is or contains a tar: unpack it and name the table")
    return content, name


def unpack_file(data: bytes, where: str, room: int) -> tuple[bytes, str]:
    """Undo gzip, bzip2, xz or zstd, or a zip of one file, hidden files aside; `where`, followed by the name
    of that file. A file of NumPy arrays stays as it is.
    """
    if unpack.is_packed(data):
        return unpack.unpacked(data, where, room), where
    if data[:2] == b"\x1f\x9d":
        raise InputError(
            f"{where} is compressed by the old `compress` program: unpack it with `gzip -d` and use "
            "the plain file"
        )
    if data[:4] in ZIP:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            names = [name for name in file.namelist() if not name.endswith("/")]
            if names and all(name.endswith(".npy") for name in names):
                return data, where
            names = [name for name in names if not HIDDEN.search(name)]
            if len(names) != 1:
                listed = f" ({', '.join(names[:LISTED])}{', ...' if len(names) > LISTED else ''})"
                raise InputError(
                    f"{where} is a zip of {len(names)} files{listed if names else ''}: unpack it and name "
                    "one of them (`member` in a stanza)"
                )
            _fits(file.getinfo(names[0]).file_size, where, room)
            content = file.read(names[0])
        where = f"{where}, {names[0]}"
        return unpack.unpacked(content, where, room) if unpack.is_packed(content) else content, where
    return data, where

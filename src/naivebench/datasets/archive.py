"""Members of archives, read from the bytes: wheels and other zips, tars, gzip. Nothing is unpacked on disk."""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
import zipfile
import zlib
from pathlib import Path

from naivebench.checks import InputError, did_you_mean

BROKEN = (zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile, NotImplementedError, RuntimeError)


def read_member(content: bytes | str | Path, member: str | None = None, *, sha256: str | None = None, where: str = "") -> bytes:
    """Bytes of one member of a zip or tar, or of a plain or gzipped file (`member` None).

    A member that is itself a .gz or a zip of one file is unpacked once more, after its `sha256` was checked. A tar's member
    may be named without the tar's top folder. Raises InputError for a broken archive, an unknown member, a wrong hash.
    """
    where = where or (str(content) if isinstance(content, (str, Path)) else "the archive")
    data = Path(content).read_bytes() if isinstance(content, (str, Path)) else content
    try:
        found = data if member is None else _member(data, member, where)
        if sha256 is not None and hashlib.sha256(found).hexdigest() != sha256:
            got = hashlib.sha256(found).hexdigest()
            raise InputError(
                f"{member or 'the file'} in {where} has the wrong sha256: expected {sha256}, got {got}: delete the archive and fetch again"
            )
        return _plain(found, member or where)
    except BROKEN as error:
        raise InputError(f"{where} is a broken or truncated archive ({error}): delete it and fetch again") from error


def _member(data: bytes, member: str, where: str) -> bytes:
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return file.read(_name(member, file.namelist(), where))
    with tarfile.open(fileobj=io.BytesIO(data)) as file:
        found = file.extractfile(_name(member, file.getnames(), where))
        if found is None:
            raise InputError(f"{member} in {where} is a folder: name a file")
        return found.read()


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
        raise InputError(f"{where} is compressed by the old `compress` program: unpack it with `gzip -d` and use the plain file")
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            names = [name for name in file.namelist() if not name.endswith("/")]
            if len(names) != 1:
                raise InputError(f"{where} is a zip of {len(names)} files: name one with `member`")
            return file.read(names[0])
    return data

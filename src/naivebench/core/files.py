"""Atomic writing of files: a killed process leaves either the old file or the new one, never half of one."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from naivebench.core.checks import InputError

# errors that readers raise for damaged files: empty, truncated, or with other content
UNREADABLE = (
    *(OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, NotImplementedError),
    *(zipfile.BadZipFile, zlib.error),
)
OPEN_FILES = ("/dev/fd/", "/dev/std", "/proc/")  # prefixes of names of files already open


@contextlib.contextmanager
def replace_file(path: str | Path) -> Iterator[Path]:
    """Yield a temporary name next to `path`; move it over `path` if the block succeeds, remove it otherwise.

    Only regular files and names that do not exist yet are replaced. If `path` is a symbolic link, its target
    is replaced; a device, a FIFO or an open file is yielded itself, so that the block writes into it.
    """
    target = resolve_link(path)
    if is_special_file(target):
        yield target
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield temporary
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def resolve_link(path: str | Path) -> Path:
    """Return the target of a symbolic link, whether or not it exists; any other path unchanged."""
    is_link = os.path.islink(path) and not is_special_file(path)
    return Path(os.path.realpath(path) if is_link else path)


def is_special_file(path: str | Path) -> bool:
    """Whether a path is the name of an open file, or exists and is neither a regular file nor a folder."""
    if os.fspath(path).startswith(OPEN_FILES):
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def check_regular_file(path: str | Path) -> None:
    """Raise InputError for a pipe or a device, because its content can be read only once or never ends."""
    if is_special_file(path):
        raise InputError(
            f"{path} is a pipe or a device, not a regular file: write its content to a file first"
        )


def hash_file(path: str | Path) -> str:
    """Return the hexadecimal SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""Writing files so that a killed process leaves the old file or the new one, never half of one."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def replace(path: str | Path) -> Iterator[Path]:
    """Yield a temporary name beside `path`; move it over `path` if the block succeeds, remove it
    otherwise.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def sha256(path: str | Path) -> str:
    """Hexadecimal SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

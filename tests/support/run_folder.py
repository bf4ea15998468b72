"""A folder that the parallel processes of a test run share, and locks in it."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest


def shared(tmp_path_factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder of this test run, the same in all of its processes."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    return folder


@contextlib.contextmanager
def turn(path: Path) -> Iterator[None]:
    """Let one process at a time make the content of `path`; the others wait, and find it made."""
    with open(path.with_name(f"{path.name}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield

"""The folder of a run, as an argument of make."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[4]


def elsewhere(folder: Path) -> str:
    """The argument that make needs for a run in `folder`; empty if it is the project's folder."""
    folder = folder.resolve()
    return f" DIRECTORY={shlex.quote(os.path.relpath(folder, PROJECT))}" if folder != PROJECT else ""

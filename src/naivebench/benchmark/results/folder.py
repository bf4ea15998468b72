"""Where a run is, as commands of make name it."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[4]


def elsewhere(folder: Path) -> str:
    """What a command of make needs for a run in a folder: nothing if that is the project's."""
    folder = folder.resolve()
    return f" DIRECTORY={shlex.quote(os.path.relpath(folder, PROJECT))}" if folder != PROJECT else ""

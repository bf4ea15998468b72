"""What the tests of the recipes share: a copy of the project, entries in its tables, its command line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def copy(folder: Path) -> Path:
    """A copy of the code, the configuration and the workflow."""
    project = folder / "project"
    for part in ("src", "config", "workflow"):
        shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
    return project


def enter(file: Path, beginning: str, line: str) -> None:
    """Put a line below the one line of a file that begins so."""
    lines = file.read_text(encoding="utf-8").splitlines()
    (at,) = (i for i, text in enumerate(lines) if text.startswith(beginning))
    file.write_text("\n".join([*lines[: at + 1], line, *lines[at + 1 :]]) + "\n", encoding="utf-8")


def naivebench(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`python -m naivebench` of the copy, run inside it."""
    environment = {k: v for k, v in os.environ.items() if k != "NAIVEBENCH_MIRROR"}
    return subprocess.run(
        [sys.executable, "-m", "naivebench", *arguments],
        cwd=project,
        env=environment | {"PYTHONPATH": str(project / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

"""Environment that the jobs of a workflow inherit from its main process."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def inherit(source: Path) -> None:
    """Set the environment of this process for its jobs: this interpreter as `python`, the package, and the id
    of this process.

    `source`: folder of the package, which is put on PYTHONPATH. Byte code is written even if that was
    switched off, because otherwise every job would compile the same sources. The report uses the process id
    to include the CPU time of the main process.
    """
    _prepend("PATH", Path(sys.executable).parent)
    _prepend("PYTHONPATH", source)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("NAIVEBENCH_MAIN_PID", str(os.getpid()))


def _prepend(variable: str, folder: Path) -> None:
    parts = [part for part in os.environ.get(variable, "").split(os.pathsep) if part and part != str(folder)]
    os.environ[variable] = os.pathsep.join([str(folder), *parts])

"""Call the scripts of the workflow as functions, or run them in their own processes."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def load(name: str) -> ModuleType:
    """A script as a module; its `main` has the arguments of the command line and of the job file."""
    path = ROOT / "workflow" / "scripts" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{name}_script", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(
    name: str, folder: Path, settings: dict, *, path: Path | None = None, **arguments
) -> subprocess.CompletedProcess:
    """Run a script (or the one at `path` instead) in `folder` with a job file of `settings`, as the workflow
    does.
    """
    (folder / "job.json").write_text(json.dumps(settings), encoding="utf-8")
    shell = [f"{key}={value}" for key, value in ({"job": "job.json"} | arguments).items()]
    return subprocess.run(
        [sys.executable, str(path or ROOT / "workflow" / "scripts" / f"{name}.py"), *shell],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )

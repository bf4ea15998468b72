"""Call the scripts of the workflow as functions, or run them as Snakemake does, without Snakemake."""

from __future__ import annotations

import importlib.util
import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

ROOT = Path(__file__).parents[2]
RUN = """
import os, pickle, runpy, sys
sys.path.append(os.environ["TESTS"])
path, job = pickle.loads(sys.stdin.buffer.read())
runpy.run_path(path, init_globals={"snakemake": job}, run_name="__main__")
"""


class Files(list):
    """A list whose items or parts have names, as `snakemake.input` is one."""

    def __init__(self, named: dict[str, Any]):
        super().__init__(
            item for value in named.values() for item in (value if isinstance(value, list) else [value])
        )
        self.__dict__.update(named)

    def items(self):
        return self.__dict__.items()

    def __reduce__(self):
        return Files, (self.__dict__,)


def load(name: str) -> ModuleType:
    """A script as a module; its `main` has plain arguments."""
    path = ROOT / "workflow" / "scripts" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{name}_script", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def job(
    input: dict[str, Any], output: dict[str, Any], params: dict[str, Any], **wildcards: str
) -> SimpleNamespace:
    """The object `snakemake` of a script."""
    return SimpleNamespace(
        input=Files(input),
        output=Files(output),
        params=Files(params),
        wildcards=SimpleNamespace(**wildcards),
        log=["job.log"],
        config={},
    )


def run(name: str, folder: Path, namespace: SimpleNamespace) -> tuple[int, str]:
    """Run a script in `folder`; return its status and its log."""
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=folder,
        input=pickle.dumps((str(ROOT / "workflow" / "scripts" / f"{name}.py"), namespace)),
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TESTS": str(ROOT / "tests")},
        check=False,
    )
    return done.returncode, (folder / namespace.log[0]).read_text()

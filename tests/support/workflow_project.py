"""A copy of the project in a temporary folder, in which tests run the real workflow without network
access.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("Snakefile", "workflow", "src", "config", "envs", "profiles", "data/published", "pyproject.toml")


def copy(folder: Path) -> Path:
    """Copy what a run needs into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=_unfinished)
        else:
            shutil.copy(source, folder / part)
    return folder


def _unfinished(folder: str, names: list[str]) -> list[str]:
    """Temporary files of a running compiler; compiled files are copied, which saves time."""
    done = (".pyc", ".nbi", ".nbc", ".json")
    return [n for n in names if Path(folder).name == "__pycache__" and Path(n).suffix not in done]


def environment() -> dict[str, str]:
    """The environment of this process without variables that would affect a run."""
    dropped = ("NAIVEBENCH_MIRROR", "SNAKEMAKE_PROFILE", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    return {k: v for k, v in os.environ.items() if k not in dropped}


def command(*arguments: str, cores: int = 2) -> list[str]:
    return [sys.executable, "-m", "snakemake", "--cores", str(cores), *arguments]


def run(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    """Run the workflow; output and errors are together in `stdout`."""
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment() | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def counts(output: str) -> dict[str, int]:
    """Number of jobs per rule, and in total, that a run or dry run announces."""
    table = re.search(r"Job stats:\n.*?\n[- ]+\n(.*?)\n\n", output, re.DOTALL)
    found = re.findall(r"^(\w+)\s+(\d+)$", table[1], re.MULTILINE) if table else []
    return {rule: int(n) for rule, n in found}


def overlay(folder: Path, text: str) -> str:
    """Write a configuration file that changes config/config.yaml, and return its name for --configfile."""
    (folder / "overlay.yaml").write_text(text)
    return "overlay.yaml"


def add(folder: Path, catalogue: str, text: str) -> None:
    """Append stanzas to config/datasets/own.yaml or config/methods.yaml, without the head of a file."""
    path = folder / "config" / ("datasets/own.yaml" if catalogue == "datasets" else f"{catalogue}.yaml")
    if not path.exists():
        path.write_text("datasets:\n")
    with open(path, "a") as file:
        file.write(text.rpartition("datasets:\n")[2])


def write_people(path: Path, rows: int = 90) -> None:
    """Write a user's CSV file with text, numbers, missing cells, a date-like column, and class labels with
    spaces.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["age,city,born,income,likes tea"]
    for i in range(rows):
        city = ["Oslo", "São Paulo", "", "Kyoto"][i * 7 % 4]
        income = "" if i % 11 == 0 else f"{1000 + (i * 37 % 91) * 10 + 400 * (i % 3)}"
        born, label = f"19{60 + i % 40}-0{1 + i % 9}-15", ("no, never", "yes please", "not sure")[i % 3]
        lines.append(f'{20 + i * 13 % 50},"{city}",{born},{income},"{label}"')
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")

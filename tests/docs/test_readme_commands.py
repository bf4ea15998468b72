"""The commands of README.md and the how-to guides run as written, in a shell with the activated
environment.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import workflow_project
from support.workflow_project import ROOT

from naivebench.cli.main import main

pytestmark = pytest.mark.workflow

PAGES = ("README.md", "docs/running.md", "docs/command-line.md", "docs/extending.md")
TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
PLAIN = {page: re.sub(r"```.*?```", "", text, flags=re.S) for page, text in TEXTS.items()}
LINES = {page: re.findall(r"^    (\S.*)", text, re.M) for page, text in PLAIN.items()}
ACTIVATE = ". .venv/bin/activate"
COMMANDS = {
    line.split("#")[0].strip(): line for lines in LINES.values() for line in lines if line != ACTIVATE
}
DRY = {"snakemake": "--dry-run --quiet", "make": "--dry-run"}  # long runs have their own tests


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """The project after `make setup`, with the user's files that the README mentions."""
    folder = workflow_project.copy(tmp_path_factory.mktemp("readme") / "project")
    for name in ("Makefile", "reports/example.png"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes((ROOT / name).read_bytes())
    (folder / ".venv" / "bin").mkdir(parents=True)
    path = f"{folder / '.venv' / 'bin'}:{Path(sys.executable).parent}"
    (folder / ".venv/bin/activate").write_text(f'export PATH="{path}:$PATH" PYTHONPATH="{folder}/src"\n')
    command = folder / ".venv" / "bin" / "naivebench"
    command.write_text('#!/bin/sh\nexec python -m naivebench "$@"\n')
    command.chmod(0o755)
    guide = TEXTS["docs/extending.md"]
    (stanza,) = re.findall(r"^```yaml\n(datasets:\n  patients:.*?)^```", guide, re.M | re.S)
    workflow_project.add(folder, "datasets", stanza)
    rows = [f"{'red' if i % 3 else 'blue'},{i % 7},{'yes' if i % 3 else 'no'}" for i in range(42)]
    for name in ("a.csv", "table.csv"):
        (folder / name).write_text("\n".join(["colour,size,class", *rows]) + "\n")
    (folder / "b.csv").write_text("colour,size\nred,3\nblue,3\n")
    fit = [
        "fit",
        "--project",
        str(ROOT),
        "--method",
        "nb",
        "--train",
        str(folder / "a.csv"),
        "--target",
        "class",
    ]
    assert main([*fit, "--out", str(folder / "model.nb")]) == 0  # commands may run in any order
    (folder / "my").mkdir()
    (folder / "my" / "patients.csv").write_text("\n".join(["colour,size,outcome", *rows]) + "\n")
    scores = [f"d{i},0.{70 + i},0.{75 + i * 3 % 11},0.{72 + i * 5 % 7}" for i in range(10)]
    (folder / "scores.csv").write_text("\n".join(["dataset,nb,tan,aode", *scores]) + "\n")
    (folder / ".smoke" / "reports" / "tables").mkdir(parents=True)
    (folder / ".smoke" / "reports" / "index.html").touch()
    (folder / ".smoke" / "reports" / "tables" / "failures.csv").write_text("status,reason,remedy\n")
    return folder


def test_the_environment_is_activated_before_its_commands():
    assert LINES["docs/running.md"][0] == ACTIVATE
    makefile = (ROOT / "Makefile").read_text()
    assert re.search(r"^setup: .*\n\t@echo .*: \. \$\(BIN\)/activate", makefile, re.M)
    assert len(COMMANDS) > 12


def marked(line):
    """Mark commands that plan the whole benchmark, which takes long."""
    return pytest.param(line, marks=pytest.mark.long) if line.startswith("snakemake") else line


@pytest.mark.parametrize("line", list(map(marked, COMMANDS.values())))
def test_every_command_works(line, project):
    name, _, rest = line.partition(" ")
    done = subprocess.run(
        ["sh", "-c", f"{ACTIVATE}\n{name} {DRY.get(name, '')} {rest}"],
        cwd=project, env=workflow_project.environment() | {"HOME": str(project)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]

"""The code of the recipes passes the checks that `make lint` runs on the project's own code."""

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from support import workflow_project
from support.recipes import PAGES, ROOT

pytestmark = pytest.mark.workflow

TARGET = re.compile(r"`((?:src/naivebench|tests)/[\w/]+\.py)`")


def code() -> dict[str, str]:
    """Code of every Python file that a recipe writes, by the last path before the code."""
    found = {}
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for block in re.finditer(r"^( *)```python\n(.*?)^\1```$", text, re.M | re.S):
            path = TARGET.findall(text[: block.start()])[-1]
            found[path] = textwrap.dedent(block[2])
    return found


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """A copy of the project with the files of all recipes."""
    folder = workflow_project.copy(tmp_path_factory.mktemp("code") / "project")
    for path, text in code().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("tool", [("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)], ids=" ".join)
def test_code_of_the_recipes_passes(project, tool):
    paths = [p for p in code() if tool[0] == "ruff" or p.startswith("src")]
    done = subprocess.run(
        [sys.executable, "-m", *tool, *paths],
        cwd=project,
        env=workflow_project.environment() | {"MYPYPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_pages_of_recipes_are_short():
    assert len((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()) <= 250
    assert len(code()) >= 6

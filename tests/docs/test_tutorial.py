"""The tutorial and the notebooks run as they are, in order, each in its own namespace."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import matplotlib
import nbformat
import pytest

from naivebench.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
YOUR_TABLE = ROOT / "docs" / "your-table.md"
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))

pytestmark = pytest.mark.slow


def test_tutorial_runs(capsys):
    blocks = re.findall(r"^```python\n(.*?)^```", TUTORIAL.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) > 2
    names: dict = {}
    for i, block in enumerate(blocks):
        exec(compile(block, f"{TUTORIAL.name}, block {i + 1}", "exec"), names)
        assert capsys.readouterr().out, f"block {i + 1} prints nothing"


@pytest.mark.long
def test_your_table_runs(tmp_path, monkeypatch, capsys):
    """The commands of the page on your own table, what they print, and its Python code."""
    monkeypatch.chdir(tmp_path)
    text = YOUR_TABLE.read_text(encoding="utf-8")
    shown = re.search(r"<!-- answer -->\n\n```text\n(.*?)```\n\n<!-- end -->", text, re.S)[1]
    first, *others = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    assert main([*shlex.split(first)[1:], "--budget", "3000"]) == 0
    said = capsys.readouterr().out
    assert unmeasured(said, tmp_path) == unmeasured(shown, "/home/you")
    for command in others:
        assert main(shlex.split(command)[1:]) == 0
    files = {
        "report.html",
        "trial.json",
        "scores.csv",
        "predictions.csv",
        "model.nb",
        "work",
    }
    assert {path.name for path in Path("try-penguins").iterdir()} == files
    assert len(Path("new-predictions.csv").read_text().splitlines()) == 345
    (block,) = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    exec(compile(block, YOUR_TABLE.name, "exec"), {})


def unmeasured(said, folder):
    """The printed text without measured times, the folder, and line breaks."""
    said = re.sub(r"about [\d,]+ times", "about n times", said.replace(f"{folder}/", ""))
    return said.split()


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_runs(path):
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert cells
    assert not any(cell.outputs or cell.execution_count for cell in cells), "outputs are not kept: clear them"
    names: dict = {}
    with matplotlib.rc_context({"backend": "agg"}):
        for cell in cells:
            exec(compile(cell.source, f"{path.name}, {cell.id}", "exec"), names)


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["angles_and_directions", "which_naive_bayes"]

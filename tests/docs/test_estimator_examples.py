"""The examples of docs/estimators.md and docs/explanations.md that need no files run as shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
SECTIONS = [
    ("estimators.md", "Fitted attributes"),
    ("estimators.md", "Learning in parts"),
    ("estimators.md", "Model files"),
    ("estimators.md", "Unequal classes"),
    ("estimators.md", "Unlabelled cases"),
    ("explanations.md", "Structure"),
]


@pytest.mark.parametrize(("page", "section"), SECTIONS)
def test_the_examples_of_the_section_run_and_print_the_shown_output(
    page, section, tmp_path, monkeypatch, capsys
):
    text = (DOCS / page).read_text(encoding="utf-8")
    (body,) = re.findall(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", text, re.S | re.M)
    blocks = re.findall(r"```python\n(.*?)```", body, re.S)
    assert blocks
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
    shown = re.findall(r"```console\n(.*?)```", body, re.S)
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert not shown or printed == [line.rstrip() for text in shown for line in text.splitlines()]

"""The example of docs/explanations.md: with its files, its command writes what the page shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from naivebench.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "explanations.md").read_text(encoding="utf-8")


def test_the_example_is_the_output_of_the_command(tmp_path, monkeypatch):
    train, test = re.findall(r"```csv\n(.*?)```", PAGE, re.S)
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.S)
    commands = re.findall(r"^    naivebench ((?:fit|explain) .*)$", PAGE, re.M)
    (tmp_path / "train.csv").write_text(train)
    (tmp_path / "test.csv").write_text(test)
    monkeypatch.chdir(tmp_path)
    assert len(commands) == 2
    for command in commands:
        assert main([*shlex.split(command), "--project", str(ROOT)]) == 0
    assert (tmp_path / "why.txt").read_text() == shown

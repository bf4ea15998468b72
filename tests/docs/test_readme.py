"""Paths, links and commands of README.md and CONTRIBUTING.md."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from naivebench.cli.main import parser

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md")
MADE = ("src/naivebench/naive_bayes/my_nb.py", "tests/naive_bayes/test_my_nb.py")  # by the reader
PATH = re.compile(r"`((?:config|data/published|docs|envs|src|tests|workflow|\.ci)/[\w./-]*)`")


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_files_and_links_are_there(page):
    linked = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text(page))
    named = [path for path in PATH.findall(text(page)) if path not in MADE and "my_" not in path]
    assert linked
    assert named
    assert not [path for path in linked + named if not (ROOT / path).exists()]


@pytest.mark.parametrize("page", PAGES)
def test_targets_of_make_are_there(page):
    targets = re.findall(r"^([\w-]+):(?!=)", text("Makefile"), re.M)
    called = re.findall(r"(?:^    |`)make ([a-z][\w-]+)", text(page), re.M)
    assert called
    assert set(called) <= set(targets)


def test_commands_are_understood():
    lines = re.findall(r"python -m naivebench (.*)", text("README.md") + text("CONTRIBUTING.md"))
    assert len(lines) >= 6
    for line in lines:
        parser().parse_args(shlex.split(line, comments=True))  # SystemExit where it is not


def test_own_files_of_the_configuration_are_there():
    named = re.findall(r"--configfile (config/\S+)", text("README.md"))
    assert named
    assert all((ROOT / path).is_file() for path in named)

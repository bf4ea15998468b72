"""Paths, links and commands of README.md and CONTRIBUTING.md."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest

from naivebench.cli.main import parser

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md")
MADE = re.compile(r"my_nb|my/|NAME|/sizes\.py|/medians\.py")  # by the reader of a recipe
PATH = re.compile(r"`((?:config|data/published|docs|envs|src|tests|workflow|\.ci)/[\w./-]*)`")


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_files_and_links_are_there(page):
    linked = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text(page))
    named = [path for path in PATH.findall(text(page)) if not MADE.search(path)]
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


def test_code_that_the_tests_of_recipes_write_is_that_of_the_page():
    page, followed = " ".join(text("CONTRIBUTING.md").split()), []
    for path in (ROOT / "tests" / "docs").glob("test_recipe_*.py"):
        code = {
            node.targets[0].id: node.value.value
            for node in ast.parse(path.read_bytes()).body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        }
        written = [
            code[name] for name in ("FUNCTION", "FILE", "DISCRETIZER", "READER", "ENTRY") if name in code
        ]
        if path.stem == "test_recipe_dataset":
            written = [code["STANZA"]]
        assert written or "blocks(" in path.read_text(encoding="utf-8"), path.name
        followed += [(path.name, " ".join(block.split()) in page) for block in written]
    assert all(same for _, same in followed), followed

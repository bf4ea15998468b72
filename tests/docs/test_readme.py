"""Paths, links and commands of README.md, CONTRIBUTING.md and the how-to guides."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from naivebench.cli.main import COMMANDS, make_parser

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "README.md",
    "AGENTS.md",
    "CONTRIBUTING.md",
    "docs/running.md",
    "docs/command-line.md",
    "docs/extending.md",
    "docs/reading-the-report.md",
)
MADE = re.compile(r"my/|/mine\.yaml|/(test_)?my_nb\.py")  # files that you write
PATH = re.compile(r"`((?:config|data/published|docs|envs|src|tests|workflow|\.ci)/[\w./-]*)`")


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_files_and_links_exist(page):
    linked = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text(page))
    named = [ROOT / path for path in PATH.findall(text(page)) if not MADE.search(path)]
    assert linked
    paths = [(ROOT / page).parent / path for path in linked] + named
    assert not [path for path in paths if not path.exists()]


def test_targets_of_make_exist():
    targets = re.findall(r"^([\w-]+):(?!=)", text("Makefile"), re.M)
    called = re.findall(r"(?:^    |`)make ([a-z][\w-]+)", "".join(map(text, PAGES)), re.M)
    assert len(called) >= 6
    assert set(called) <= set(targets)


def test_commands_are_understood():
    lines = re.findall(r"python -m naivebench (.*)", "".join(map(text, PAGES)))
    assert len(lines) >= 6
    for line in lines:
        # raises SystemExit if it is not valid
        make_parser(COMMANDS).parse_args(shlex.split(line, comments=True))


def test_own_files_of_the_configuration_exist():
    named = re.findall(r"--configfile (config/\S+)", text("docs/running.md"))
    assert named
    assert all((ROOT / path).is_file() for path in named)


def test_the_readme_is_short_and_cites_the_version():
    assert len(text("README.md").splitlines()) <= 120
    assert len(text("AGENTS.md").splitlines()) <= 60
    (version,) = re.findall(r"version = \{(.+)\}", text("README.md"))
    assert f"version: {version}\n" in text("CITATION.cff")

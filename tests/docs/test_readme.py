"""The README, the guide for contributors, and files for hosts and archives."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

import naivebench
from naivebench.cli.main import make_parser

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
TARGETS = re.findall(r"^([\w-]+):(?!=)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
SHELL = re.compile(r"^(?:    |```sh\n)(naivebench .*)", re.M)
LINES = [(page, line) for page, text in TEXTS.items() for line in SHELL.findall(text)]


def test_the_makefile_has_ten_targets_and_explains_each():
    assert set(TARGETS) == {
        *("all", "setup", "smoke", "full", "test", "test-long", "check", "format", "docs", "help")
    }
    head = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\n\n")[0]
    assert {*re.findall(r"^# make ([a-z][\w-]*)", head, re.M), "all"} == set(TARGETS)


@pytest.mark.parametrize("page", TEXTS)
def test_targets_of_make_exist(page):
    assert set(re.findall(r"(?:^    |`)make ([a-z][\w-]+)", TEXTS[page], re.M)) <= set(TARGETS)


@pytest.mark.parametrize(("page", "line"), LINES)
def test_a_command_is_understood(page, line):
    arguments = shlex.split(line, comments=True)[1:]
    make_parser(arguments[:1]).parse_args(arguments)  # raises SystemExit if it is not valid


def test_files_of_the_configuration_exist():
    named = {n for text in TEXTS.values() for n in re.findall(r"--configfile (config/\S+?)[`\s]", text)}
    assert named
    assert all((ROOT / path).is_file() for path in named)


def test_the_readme_is_short():
    assert len(TEXTS["README.md"].splitlines()) <= 90


(DIFF,) = re.findall(r"```diff\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.S)


def test_the_method_in_the_example_is_the_one_in_the_repository():
    files = re.findall(r"^\+\+\+ b/(\S+)\n@@.*\n((?:\+.*\n)+)", DIFF, re.M)
    assert [Path(name).suffix for name, _ in files] == [".py", ".yaml", ".py", ".py"]
    for name, lines in files:
        added = re.sub(r"^\+", "", lines, flags=re.M)
        assert added in (ROOT / name).read_text(encoding="utf-8"), name
    assert DIFF.count("\n") <= 120


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def load(path: str | Path) -> dict:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def test_versions_and_metadata_agree():
    cff, zenodo = load("CITATION.cff"), load(".zenodo.json")
    assert cff["version"] == naivebench.__version__
    assert zenodo["title"] == cff["title"]
    assert zenodo["license"] == cff["license"] == "BSD-3-Clause"
    assert zenodo["keywords"] == cff["keywords"]
    assert [c["name"] for c in zenodo["creators"]] == [a["name"] for a in cff["authors"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_hosted_workflows_call_existing_targets(path):
    for job in load(path)["jobs"].values():
        called = [m for step in job["steps"] for m in re.findall(r"\bmake ([\w-]+)", step.get("run", ""))]
        assert called
        assert set(called) <= set(TARGETS)

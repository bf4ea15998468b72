"""Compare the tables of folders in docs/architecture.md with the code."""

from __future__ import annotations

import ast
import graphlib
import re
from functools import cache
from pathlib import Path

import pytest

from naivebench.models import catalogue

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "naivebench"
FOLDERS = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
FAMILIES = sorted(path.parent.name for path in PACKAGE.glob("methods/*/__init__.py"))
PLACES = [("naivebench", name) for name in FOLDERS] + [("naivebench.methods", name) for name in FAMILIES]
SECTIONS = {"naivebench": "Folders of the package", "naivebench.methods": "Families of methods"}
PARTS = {"naivebench": FOLDERS, "naivebench.methods": FAMILIES}


def table(package: str) -> dict[str, list[str]]:
    """The other cells of the row of every folder."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split(f"## {SECTIONS[package]}\n", 1)[1].split("\n## ", 1)[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if line.startswith("|")
    ]
    return {cells[0].strip("`"): cells[1:] for cells in rows[2:]}


def list_ways() -> dict[str, list[str]]:
    """Thing -> the files that it passes; their number is checked."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split("## From a file to a page\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    ways = {what.strip(): re.findall(r"`([^`]+)`", files) for what, files, _ in rows[2:]}
    assert [len(files) for files in ways.values()] == [int(number) for *_, number in rows[2:]]
    return ways


def test_the_files_that_a_number_passes_are_those_that_the_code_imports():
    ways = list_ways()
    for path in (path for files in ways.values() for path in files):
        assert (PACKAGE / path).is_file() or (ROOT / path).is_file(), path
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.glob("benchmark/tables/*.py")
        if any("evaluation.metrics" in name for name in imports(path))
    }
    assert users <= {*ways["a metric"]}


def allowed(package: str) -> dict[str, set[str]]:
    return {name: set(re.findall(r"`(\w+)`", cells[1])) for name, cells in table(package).items()}


def folder(package: str, name: str) -> Path:
    return PACKAGE.parent.joinpath(*package.split("."), name)


@cache
def imports(path: Path) -> list[str]:
    """Dotted names that a module imports, also inside functions."""
    names = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def imported(package: str, folder_name: str) -> set[str]:
    """Other folders that the modules of this folder import, also inside functions."""
    names = [name for path in folder(package, folder_name).rglob("*.py") for name in imports(path)]
    inner = (
        name.removeprefix(f"{package}.").split(".")[0] for name in names if name.startswith(f"{package}.")
    )
    return {name for name in inner if name in PARTS[package] and name != folder_name}


@pytest.mark.parametrize("package", SECTIONS)
def test_every_folder_has_a_row_and_every_row_a_folder(package):
    assert sorted(table(package)) == PARTS[package]


@pytest.mark.parametrize(("package", "name"), PLACES)
def test_a_folder_only_imports_folders_that_its_row_allows(package, name):
    assert imported(package, name) <= allowed(package)[name]


@pytest.mark.parametrize("package", SECTIONS)
def test_rows_only_allow_folders_above_them(package):
    order, rows = list(table(package)), allowed(package)
    assert all(order.index(other) < order.index(name) for name, others in rows.items() for other in others)
    graphlib.TopologicalSorter(rows).prepare()  # raises CycleError if imports are circular


@pytest.mark.parametrize(("package", "name"), PLACES)
def test_files_that_a_row_names_exist(package, name):
    names = re.findall(r"`(\w+\.py)`", table(package)[name][2])
    assert not [n for n in names if not list(folder(package, name).rglob(n))]


def test_no_module_is_outside_the_folders():
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}
    assert {path.name for path in PACKAGE.glob("methods/*.py")} == {"__init__.py"}


def has_fit(path: Path) -> bool:
    """Whether the module defines a function `fit`."""
    body = ast.parse(path.read_bytes()).body
    return "fit" in {node.name for node in body if isinstance(node, ast.FunctionDef)}


def test_a_module_of_a_family_is_a_method():
    stanzas = catalogue.read_methods().values()
    methods = {stanza["module"] for stanza in stanzas if "module" in stanza}
    families = set(FAMILIES) - {"inference", "edas"}
    assert families == {method.split(".")[0] for method in methods}
    modules = {
        f"{name}.{p.stem}"
        for name in families
        for p in folder("naivebench.methods", name).glob("[!_]*.py")
        if has_fit(p)
    }
    assert modules == methods

"""The table of rooms in docs/architecture.md against the code."""

from __future__ import annotations

import ast
import graphlib
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "naivebench"
ROOMS = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))


def table() -> dict[str, list[str]]:
    """Room -> the other cells of its row."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split("## Rooms", 1)[1].split("\n## ", 1)[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if "|" in line
    ]
    return {cells[0].strip("`"): cells[1:] for cells in rows[2:]}


def allowed() -> dict[str, set[str]]:
    return {room: set(re.findall(r"`(\w+)`", cells[1])) for room, cells in table().items()}


def imported(room: str) -> set[str]:
    """Rooms that the modules of a room import, inside functions too."""
    names = []
    for path in (PACKAGE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, f"{path}: a relative import"
                names += [f"{node.module}.{alias.name}" for alias in node.names]
    parts = [name.split(".") for name in names]
    return {p[1] for p in parts if p[0] == "naivebench" and p[1] in ROOMS and p[1] != room}


def test_every_room_has_a_row_and_every_row_a_room():
    assert sorted(table()) == ROOMS


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_what_its_row_allows(room):
    assert imported(room) <= allowed()[room]


def test_rows_allow_rooms_above_them_only():
    order = list(table())
    assert all(
        order.index(other) < order.index(room) for room, others in allowed().items() for other in others
    )
    graphlib.TopologicalSorter(allowed()).prepare()  # CycleError where there is a circle


@pytest.mark.parametrize("room", ROOMS)
def test_files_that_a_row_names_are_there(room):
    names = re.findall(r"`(\w+\.py)`", table()[room][2])
    assert not [name for name in names if not list((PACKAGE / room).rglob(name))]


def test_no_module_lies_outside_the_rooms():
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_a_module_of_a_method_room_is_a_method():
    stanzas = yaml.safe_load((ROOT / "config" / "methods.yaml").read_text(encoding="utf-8")).values()
    methods = {stanza["module"] for stanza in stanzas if "module" in stanza}
    rooms = {room for room, cells in table().items() if cells[0].startswith("Methods")}
    assert rooms == {method.split(".")[0] for method in methods}
    modules = {f"{room}.{path.stem}" for room in rooms for path in (PACKAGE / room).glob("[!_]*.py")}
    assert modules == methods

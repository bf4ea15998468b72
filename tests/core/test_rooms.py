"""The rooms of the package: which may import which, no circle, and method folders that show methods alone."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/naivebench"
METHODS = yaml.safe_load((ROOT / "config/methods.yaml").read_text())
BELOW = {  # room: rooms that it may import
    "core": "",
    "datasets": "core",
    "discretization": "core",
    "edas": "core",
    "inference": "core",
    "statistics": "core",
    "evaluation": "core datasets statistics",
    "naive_bayes": "core",
    "pattern_smoothing": "core",
    "directional": "core naive_bayes",
    "semi_naive": "core edas naive_bayes",
    "bn_classifiers": "core inference naive_bayes",
    "local_structure": "core bn_classifiers",
    "trees": "core discretization naive_bayes",
    "sequences": "core trees",
    "baselines": "core sequences",
    "pipeline": "core datasets discretization evaluation statistics",
    "cli": "core datasets discretization evaluation inference pipeline statistics",
    "reporting": "core datasets directional evaluation inference pipeline statistics",
}


def module_of(path: Path) -> str:
    """Full name of the module in a file."""
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


FILES = {module_of(path): path for path in SOURCE.rglob("*.py")}


def imports(path: Path) -> set[str]:
    """Modules of the package that a file imports, at its head or within a function."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"relative import in {path}"
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if name in FILES else str(node.module) for name in inside}
    return names & FILES.keys()


ARROWS = {module: imports(path) for module, path in FILES.items()}


def test_rooms_import_only_what_lies_below_them():
    rooms = {module: module.split(".")[1] for module in FILES if len(module.split(".")) > 1}
    assert set(rooms.values()) - {"__main__"} == set(BELOW)
    arrows = {(rooms[m], rooms[o]) for m in rooms for o in ARROWS[m] & rooms.keys() if rooms[m] in BELOW}
    assert {(a, b) for a, b in arrows if a != b and b not in BELOW[a].split()} == set()


def test_neither_rooms_nor_files_import_in_a_circle():
    list(TopologicalSorter({room: below.split() for room, below in BELOW.items()}).static_order())
    list(TopologicalSorter(ARROWS).static_order())  # raises CycleError with the files of a circle


def test_plain_files_of_a_method_folder_are_the_methods_of_the_configuration():
    named = {stanza["module"] for stanza in METHODS.values() if stanza.get("method") != "external"}
    folders = {module.split(".")[0] for module in named}
    plain = {f"{f}.{p.stem}" for f in folders for p in (SOURCE / f).glob("*.py") if p.stem != "__init__"}
    assert plain == named

"""Every import of the package, also inside functions, leads to a module and a name; there are no circular
imports.
"""

from __future__ import annotations

import ast
import functools
import importlib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
CODE = [*SOURCE.rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "workflow").rglob("*.py")]
FILES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCE.rglob("*.py")
}


@functools.cache
def imports(path: Path) -> set[tuple[str, str]]:
    """The (module, name) pairs that a file imports from the package when it runs; "" if there is no name."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]  # only type checkers execute these
    pairs = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            pairs |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            pairs |= {(str(node.module), alias.name) for alias in node.names}
    return {pair for pair in pairs if pair[0].split(".")[0] == "naivebench"}


def leads(module: str, name: str) -> bool:
    """Whether the package has this module, and the module has this name ("": no name)."""
    inner = f"{module}.{name}" in FILES
    return module in FILES and (not name or inner or hasattr(importlib.import_module(module), name))


@pytest.mark.slow
def test_imports_lead_somewhere():
    every = [(path.relative_to(ROOT).as_posix(), *pair) for path in CODE for pair in sorted(imports(path))]
    assert len(every) > 2000
    assert [pair for pair in every if not leads(*pair[1:])] == []


@pytest.mark.slow
def test_no_file_imports_in_a_circle():
    arrows = {
        module: {inner if (inner := f"{m}.{name}") in FILES else m for m, name in imports(path)}
        for module, path in FILES.items()
    }
    list(TopologicalSorter(arrows).static_order())  # CycleError names the files of a circular import

"""Follow the recipes of CONTRIBUTING.md and docs/recipes.md in a copy of the project."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import yaml

from support.workflow_project import ROOT, environment

PAGES = ("CONTRIBUTING.md", "docs/recipes.md")
FILE = r"`(src/naivebench/[\w/]+\.py)`"
SCRIPTS = """
import json, runpy, sys
for name, arguments in json.loads(sys.argv[1]):
    runpy.run_path(f"workflow/scripts/{name}.py")["main"](**arguments)
"""


def section(heading: str) -> str:
    """The text below a heading of either page."""
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    return re.split(r"\n##+ ", re.split(rf"\n##+ {heading}\n", text, maxsplit=1)[1], maxsplit=1)[0]


def blocks(heading: str, language: str = "") -> list[str]:
    """The code blocks of a language in a section, in order; a block in a list loses its indentation."""
    found = re.findall(r"^( *)```(\w*)\n(.*?)^\1```$", section(heading), re.M | re.S)
    return [re.sub(f"^{indent}", "", code, flags=re.M) for indent, named, code in found if named == language]


def follow(project: Path, heading: str) -> None:
    """Write the file of a recipe, put its import and entry into the table, and add its id to the
    configuration.

    The import, the entry and the id are optional.
    """
    text = section(heading)
    (project / re.findall(FILE, text)[0]).write_text(blocks(heading, "python")[0], encoding="utf-8")
    (table, path), *others = re.findall(rf"`([A-Z]+)`\s+in\s+{FILE}", text)
    assert not others
    enter(project / path, table, blocks(heading)[0])
    for name, keys in re.findall(r"Add `(\w+)` to `([a-z: ]+):` of\s+`config/config\.yaml`", text):
        configure(project / "config" / "config.yaml", keys.split(": "), name)


def enter(file: Path, table: str, block: str) -> None:
    """Add the import of a block, if any, after those of a file, and its entry at the end of a table."""
    *imported, entry = block.rstrip("\n").split("\n\n")
    text = file.read_text(encoding="utf-8")
    lines, body = text.splitlines(), ast.parse(text).body
    (end,) = (n.end_lineno - 1 for n in body if ast.unparse(n).startswith((f"{table} =", f"{table}:")))
    while lines[end - 1].strip() in (")", "]", "}"):
        end -= 1
    last = max(n.end_lineno for n in body if isinstance(n, (ast.Import, ast.ImportFrom)))
    lines = [*lines[:last], *imported, *lines[last:end], entry, *lines[end:]]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def configure(file: Path, keys: list[str], name: str) -> None:
    """Append an id to a list in brackets."""
    text = file.read_text(encoding="utf-8")
    node = yaml.compose(text)
    for key in keys:
        (node,) = (value for k, value in node.value if k.value == key)
    end = node.end_mark.index - 1
    file.write_text(f"{text[:end]}, {name}{text[end:]}", encoding="utf-8")


def python(project: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Python with the code of the copy, inside the copy."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=project,
        env=environment() | {"PYTHONPATH": str(project / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


def scripts(project: Path, *calls: tuple[str, dict]) -> None:
    """Run scripts of the copy with their arguments, one after the other in one process."""
    done = python(project, "-c", SCRIPTS, json.dumps(calls, default=str))
    assert done.returncode == 0, done.stderr

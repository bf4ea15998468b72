"""Bundle the page's scripts into one text that works in a page opened from disk, without a network.

`scripts/` holds ES modules, which tests run in Node and development tools check. A page opened from disk may
not import files. Each module therefore becomes a constant of the same name whose value is its exports, and
follows the modules that it imports:

    const ranks = (({ mean }) => { ...; return { midRanks, rankRows }; })(numbers);

Modules use three forms of import and `export const`, each import on one line of its own or in braces.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SCRIPTS = Path(__file__).parent / "scripts"
IMPORT = re.compile(r'^import (?:(\* as \w+|\{[^}]*\}) from )?"([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:const|let) ([\w$]+))", re.MULTILINE)


@cache
def modules(entry: str) -> dict[str, str]:
    """Name -> text of the module `entry` and all modules that it needs; each module follows those that it
    imports.

    Raises ValueError if imports form a cycle or two modules have the same name.
    """
    found: dict[Path, str] = {}
    _visit(SCRIPTS / f"{entry}.js", found, ())
    names = [path.stem for path in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"two scripts have the name {', '.join(sorted(twice))}: rename one of them")
    return {path.stem: text for path, text in found.items()}


def _visit(path: Path, found: dict[Path, str], above: tuple[Path, ...]) -> None:
    if path in above:
        raise ValueError(f"imports of scripts are circular: {' -> '.join(p.name for p in (*above, path))}")
    if path in found:
        return
    text = path.read_text(encoding="utf-8")
    for match in IMPORT.finditer(text):
        _visit((path.parent / match[2]).resolve(), found, (*above, path))
    found[path] = text


def bundle(entry: str, without: str | None = None) -> str:
    """The module `entry` and the modules that it needs as one script, leaving out those of the script
    `without`.
    """
    there = modules(without) if without else {}
    parts = [_wrapped(name, text) for name, text in modules(entry).items() if name not in there]
    return "\n".join(['"use strict";', *parts])


def _wrapped(name: str, text: str) -> str:
    """Wrap a module into a constant; indentation is removed to save space."""
    imports = [(names, Path(path).stem) for names, path in IMPORT.findall(text) if names]
    named = [" ".join(names.split()).removeprefix("* as ") for names, _ in imports]
    taken = ", ".join(names.replace(" as ", ": ") for names in named)
    body = EXPORT.sub(r"\1", IMPORT.sub("", text))
    lines = [stripped for line in body.split("\n") if (stripped := line.strip())]
    exports = ", ".join(found for _, found in EXPORT.findall(text))
    given = ", ".join(module for _, module in imports)
    lines = [f"const {name} = (({taken}) => {{", *lines, f"return {{ {exports} }};", f"}})({given});"]
    return "\n".join(lines)

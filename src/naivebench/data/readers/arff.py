"""ARFF files (Weka) and KEEL's .dat dialect of them."""

from __future__ import annotations

import re

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import Hint, RawTable, from_rows

ATTRIBUTE = re.compile(
    r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.*)""", re.IGNORECASE
)
CELL = re.compile(r"""\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,\t]*?)\s*(?:[,\t]|$)""")
NUMERIC = ("numeric", "real", "integer")


def read(text: str, where: str, *, missing: str = "?") -> RawTable:
    """Read ARFF text. A list in braces is a declared value list; KEEL's @outputs marks the class; cells
    `missing` become empty. A "?" in quotes is a value, for stanzas whose `missing` does not name it.

    Raises InputError for sparse rows, relational attributes, ragged rows and values that are not in their
    list.
    """
    lines = text.splitlines()
    names, hints, target, start = _header(lines, where)
    rows, numbers = [], []
    for number, line in enumerate(lines[start:], start=start + 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("%"):
            continue
        if stripped.startswith("{"):
            raise InputError(
                f"{where}, line {number}: sparse rows are not supported: save the file in dense form"
            )
        cells = split(stripped, missing)
        if len(cells) != len(names):
            raise InputError(
                f"{where}, line {number}: expected {len(names)} cells as declared, found {len(cells)}: "
                "fix or delete the line"
            )
        rows.append(cells)
        numbers.append(number)
    raw = from_rows(names, rows, numbers, where, hints=hints, target=target)
    _check_values(raw, where)
    return raw


def read_keel(text: str, where: str) -> RawTable:
    """Read KEEL's dialect, in which the cell <null> is missing."""
    return read(text, where, missing="<null>")


def split(line: str, missing: str | None = None) -> list[str]:
    """Cells of a data line: separated by commas or tabs, quotes undone; a bare `missing` becomes empty."""
    if not any(mark in line for mark in "'\"\\\t"):
        return ["" if cell == missing else cell for cell in map(str.strip, line.split(","))]
    cells: list[str] = []
    position = 0
    while True:
        match = CELL.match(line, position)
        if match is None:
            return [*cells, _unquote(line[position:].strip())]
        cells.append("" if match[1] == missing else _unquote(match[1]))
        if match.end() == len(line) and not match[0].endswith((",", "\t")):
            return cells
        position = match.end()


def _unquote(text: str) -> str:
    if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0]:
        text = text[1:-1]
    return re.sub(r"\\(.)", r"\1", text).strip()


def _header(lines: list[str], where: str) -> tuple[list[str], dict[str, Hint], str | None, int]:
    """Names, hints, the class, and the index of the first line after @data."""
    names: list[str] = []
    hints: dict[str, Hint] = {}
    target = None
    for index, line in enumerate(lines):
        stripped = line.strip()
        word = stripped.split(None, 1)[0].lower() if stripped else ""
        if word == "@attribute":
            name, hints_of = _attribute(stripped, index + 1, where)
            names.append(name)
            hints[name] = hints_of
        elif word in ("@output", "@outputs"):
            target = _unquote(stripped.split(None, 1)[-1])
        elif word == "@data":
            return names, hints, target if target in names else None, index + 1
        elif stripped and not stripped.startswith(("%", "@")):
            raise InputError(
                f"{where}, line {index + 1}: expected a declaration before @data: check that this is an "
                "ARFF or KEEL file"
            )
    raise InputError(f"{where} has no @data line: download or copy the file again, or choose another reader")


def _attribute(line: str, number: int, where: str) -> tuple[str, Hint]:
    match = ATTRIBUTE.match(line)
    if match is None:
        raise InputError(f"{where}, line {number}: expected an attribute declaration, @attribute name type")
    name, kind = _unquote(match[1]), match[2].strip()
    if kind.startswith("{"):
        if "}" not in kind:
            raise InputError(f"{where}, line {number}: the value list of {name!r} has no closing brace")
        return name, {
            "kind": "nominal",
            "values": list(dict.fromkeys(split(kind[1 : kind.rindex("}")].strip()))),
        }
    word = re.split(r"[\s\[]", kind.lower(), maxsplit=1)[0]
    if word in NUMERIC:
        return name, {"kind": "linear"}
    if word in ("string", "date"):
        return name, {"kind": "nominal"}
    raise InputError(
        f"{where}, line {number}: type {kind!r} of attribute {name!r} is unknown: use numeric, string, "
        "date or a list of values"
    )


def _check_values(raw: RawTable, where: str) -> None:
    for name, column in zip(raw.names, raw.columns, strict=True):
        values = raw.hints[name].get("values")
        foreign = set(column) - {*values, "?", ""} if values else ()
        if foreign:
            row = next(i for i, cell in enumerate(column) if cell in foreign)
            raise InputError(
                f"{where}, line {raw.lines[row]}: {column[row]!r} is not in the declared value list of "
                f"{name!r}: correct it, or add it to the list"
            )

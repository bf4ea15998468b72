"""ARFF files (Weka), KEEL's .dat dialect of them, and Orange's .tab files: text that declares its columns."""

from __future__ import annotations

import re
from itertools import zip_longest

from naivebench.core.checks import InputError
from naivebench.data import Kind
from naivebench.data.readers.delimited import split_quoted_lines
from naivebench.data.readers.raw_table import RawTable, make_table_from_rows, set_missing_marks, split_lines

ATTRIBUTE = re.compile(
    r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.*)""", re.IGNORECASE
)
CELL = re.compile(r"""\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,\t]*?)\s*(?:[,\t]|$)""")
VALUES = re.compile(r"\{(.*)\}\s*")
TYPES: dict[str, Kind] = {
    **{word: {"kind": "linear"} for word in ("numeric", "real", "integer")},
    "string": {"kind": "nominal"},
    "date": {},
}
ORANGE_LINEAR = ("c", "continuous", "n", "numeric")
ORANGE_NOMINAL = ("d", "discrete", "s", "string", "t", "time", "basket", "")
ORANGE_IGNORED = {"i", "ignore", "m", "meta"}


def read_arff(text: str, where: str, *, missing: str = "?") -> RawTable:
    """Read ARFF text, or KEEL's dialect of it, in which @outputs marks the class and `missing` is "<null>".

    A list in braces is a declared value list. A bare cell `missing` becomes empty; a "?" in quotes is a
    value, unless the user declares that ? is missing. Raises InputError for ragged rows, which include sparse
    ones.
    """
    lines = split_lines(text)
    attributes, target, start = _read_header(lines, where)
    numbered = [(number, line.strip()) for number, line in enumerate(lines[start:], start=start + 1)]
    numbered = [(number, line) for number, line in numbered if line and not line.startswith("%")]
    rows, numbers = [split_cells(line, missing) for _, line in numbered], [number for number, _ in numbered]
    names = [name for name, _ in attributes]
    raw = make_table_from_rows(names, rows, numbers, where, hints=dict(attributes), target=target)
    return set_missing_marks(raw, ()) if missing == "?" else raw  # a "?" that is left was in quotes


def split_cells(line: str, missing: str | None = None) -> list[str]:
    """Split a data line at commas or tabs, without quotes; a bare `missing` becomes empty."""
    if not any(mark in line for mark in "'\"\\\t"):
        return ["" if cell == missing else cell for cell in map(str.strip, line.split(","))]
    cells: list[str] = []
    position = 0
    while True:
        match = CELL.match(line, position)
        if match is None:
            return [*cells, _strip_quotes(line[position:].strip())]
        cells.append("" if match[1] == missing else _strip_quotes(match[1]))
        if match.end() == len(line) and not match[0].endswith((",", "\t")):
            return cells
        position = match.end()


def _strip_quotes(text: str) -> str:
    if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0]:
        text = text[1:-1]
    return re.sub(r"\\(.)", r"\1", text).strip()


def _read_header(lines: list[str], where: str) -> tuple[list[tuple[str, Kind]], str | None, int]:
    """Read name and type of every column, the class, and the line number of @data."""
    attributes, target = list[tuple[str, Kind]](), None
    for number, line in enumerate(map(str.strip, lines), start=1):
        word = (line.split() or [""])[0].lower()
        if word == "@attribute":
            attributes.append(_read_attribute(line, f"{where}, line {number}"))
        elif word in ("@output", "@outputs"):
            target = _strip_quotes(line.partition(" ")[2].strip())
        elif word == "@data":
            return attributes, target if target in dict(attributes) else None, number
        elif line and not line.startswith(("%", "@")):
            raise InputError(f"{where}, line {number}: expected a declaration before @data: correct the line")
    raise InputError(f"{where} has no @data line: download or copy the file again, or choose another reader")


def _read_attribute(line: str, place: str) -> tuple[str, Kind]:
    """Read the name of an attribute, and what its type states."""
    match = ATTRIBUTE.match(line)
    kind = match[2] if match else ""
    if match and (listed := VALUES.fullmatch(kind)):
        values = split_cells(listed[1].strip())
        return _strip_quotes(match[1]), {"kind": "nominal", "values": list(dict.fromkeys(values))}
    word = re.split(r"[\s\[]", kind.lower(), maxsplit=1)[0]
    if match is None or word not in TYPES:
        known = "use numeric, string, date or a list of values in braces, without a weight"
        raise InputError(f"{place}: the declaration has no name, or the unknown type {kind!r}: {known}")
    return _strip_quotes(match[1]), TYPES[word]


def read_orange(text: str, where: str) -> RawTable:
    """Read Orange's format: cells between tabs, below three header lines with names, types and flags.

    The flag `class` marks the class; `i`, `ignore`, `meta` and `m` mark columns to leave out. A type that is
    a blank-separated list (blanks inside a value as ``\\ ``) is a declared value list.
    """
    numbered = list(split_quoted_lines(text, "\t", where))
    rows, lines = [list(map(str.strip, row)) for _, row in numbered], [line for line, _ in numbered]
    if len(rows) < 3:
        wanted = "an Orange .tab file begins with three (names, types, flags)"
        raise InputError(f"{where} has {len(rows)} lines, but {wanted}: add them")
    names, types, flags = rows[0], *(dict(zip_longest(rows[0], row, fillvalue="")) for row in rows[1:3])
    marks = {name: set(flags[name].split()) for name in names}
    return make_table_from_rows(
        names,
        rows[3:],
        lines[3:],
        where,
        hints={name: _read_orange_type(types[name]) for name in names},
        target=next((name for name in names if marks[name] & {"class", "c"}), None),
        ignored=[name for name in names if marks[name] & ORANGE_IGNORED],
    )


def _read_orange_type(kind: str) -> Kind:
    if kind.lower() in ORANGE_LINEAR:
        return {"kind": "linear"}
    if kind.lower() in ORANGE_NOMINAL:
        return {"kind": "nominal"}
    values = re.findall(r"(?:\\.|[^\s\\])+", kind)
    return {"kind": "nominal", "values": [re.sub(r"\\(.)", r"\1", value) for value in values]}

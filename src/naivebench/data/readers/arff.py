"""ARFF files (Weka) and KEEL's .dat dialect of them."""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import Hint, RawTable, from_rows, split_lines

ATTRIBUTE = re.compile(
    r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.*)""", re.IGNORECASE
)
CELL = re.compile(r"""\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,\t]*?)\s*(?:[,\t]|$)""")
WEIGHT = re.compile(r"\{\s*[\d.eE+-]+\s*\}")  # of an instance, or of an attribute
NUMERIC = ("numeric", "real", "integer")
DATE_FORMAT = "yyyy-MM-dd'T'HH:mm:ss"  # of a date attribute that states none
DATE_PIECE = re.compile(r"'((?:[^']|'')*)'|(([A-Za-z])\3*)|([^A-Za-z']+)")
# letters of Java's formats; dates of formats with others stay as they are
OF_JAVA = {
    **{"yyyy": "%Y", "yy": "%y", "MMMM": "%B", "MMM": "%b", "MM": "%m", "M": "%m", "dd": "%d", "d": "%d"},
    **{
        "HH": "%H",
        "H": "%H",
        "hh": "%I",
        "h": "%I",
        "mm": "%M",
        "m": "%M",
        "ss": "%S",
        "s": "%S",
        "SSS": "%f",
    },
    **{"a": "%p", "EEEE": "%A", "EEE": "%a", "E": "%a"},
}


class Header(NamedTuple):
    """What the lines before the data declare."""

    names: list[str]
    hints: dict[str, Hint]
    dates: dict[str, str]  # date attribute -> its format, as Java writes it
    target: str | None
    start: int  # index of the first line after @data


def read(text: str, where: str, *, missing: str = "?") -> RawTable:
    """Read ARFF text. A list in braces is a declared value list; KEEL's @outputs marks the class; cells
    `missing` become empty. A "?" in quotes is a value, unless the user says that ? is missing. Dates are
    written as in ISO 8601.

    Raises InputError for sparse rows, weights, relational attributes, ragged rows, and values that are not in
    their list or not in the format of their date.
    """
    lines = split_lines(text)
    names, hints, dates, target, start = _header(lines, where)
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
        if len(cells) == len(names) + 1 and WEIGHT.fullmatch(cells[-1]):
            raise InputError(
                f"{where}, line {number}: instance weights such as {cells[-1]} are not supported: delete "
                "them, or repeat each row as often as its weight says"
            )
        if len(cells) != len(names):
            raise InputError(
                f"{where}, line {number}: expected {len(names)} cells as declared, found {len(cells)}: "
                "fix or delete the line"
            )
        rows.append(cells)
        numbers.append(number)
    for name, java in dates.items():
        _rewrite_dates(rows, names.index(name), java, numbers, where)
    raw = from_rows(names, rows, numbers, where, hints=hints, target=target)
    _check_values(raw, where)
    return raw._replace(missing=()) if missing == "?" else raw  # a "?" that is left was in quotes


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


def _rewrite_dates(rows: list[list[str]], column: int, java: str, numbers: list[int], where: str) -> None:
    """Write the cells of a date attribute as in ISO 8601, unless its format lacks year, month or day."""
    text = _python_format(java)
    if not all(re.search(part, text) for part in ("%[Yy]", "%[mbB]", "%d")):
        return
    for row, number in zip(rows, numbers, strict=True):
        if not row[column]:
            continue
        try:
            date = datetime.datetime.strptime(row[column], text)
        except ValueError as error:
            raise InputError(
                f"{where}, line {number}: {row[column]!r} is not a date in the declared format {java!r}: "
                "correct it"
            ) from error
        row[column] = date.isoformat(" ") if re.search("%[HI]", text) else date.date().isoformat()


def _python_format(java: str) -> str:
    """The format of `strptime` for a date format of Java; "" if a letter has no counterpart."""
    text = ""
    for quoted, letters, _, other in DATE_PIECE.findall(java):
        if letters and letters not in OF_JAVA:
            return ""
        text += OF_JAVA[letters] if letters else (quoted or other).replace("%", "%%")
    return text


def _header(lines: list[str], where: str) -> Header:
    names: list[str] = []
    hints: dict[str, Hint] = {}
    dates: dict[str, str] = {}
    target = None
    for index, line in enumerate(lines):
        stripped = line.strip()
        word = stripped.split(None, 1)[0].lower() if stripped else ""
        if word == "@attribute":
            name, kind = _attribute(stripped, index + 1, where)
            names.append(name)
            if kind.lower().split()[:1] == ["date"]:
                hints[name], dates[name] = {}, _unquote(kind[4:].strip()) or DATE_FORMAT
            else:
                hints[name] = _hint(name, kind, index + 1, where)
        elif word in ("@output", "@outputs"):
            target = _unquote(stripped.split(None, 1)[-1])
        elif word == "@data":
            return Header(names, hints, dates, target if target in names else None, index + 1)
        elif stripped and not stripped.startswith(("%", "@")):
            raise InputError(
                f"{where}, line {index + 1}: expected a declaration before @data: check that this is an "
                "ARFF or KEEL file"
            )
    raise InputError(f"{where} has no @data line: download or copy the file again, or choose another reader")


def _attribute(line: str, number: int, where: str) -> tuple[str, str]:
    """Name and type of an attribute."""
    match = ATTRIBUTE.match(line)
    if match is None:
        raise InputError(f"{where}, line {number}: expected an attribute declaration, @attribute name type")
    name, kind = _unquote(match[1]), match[2].strip()
    weight = re.search(rf"\S\s*({WEIGHT.pattern})$", kind)
    if weight:
        raise InputError(
            f"{where}, line {number}: the weight {weight[1]} of attribute {name!r} is not supported: delete "
            "it"
        )
    return name, kind


def _hint(name: str, kind: str, number: int, where: str) -> Hint:
    if kind.startswith("{"):
        if "}" not in kind:
            raise InputError(f"{where}, line {number}: the value list of {name!r} has no closing brace")
        return {"kind": "nominal", "values": list(dict.fromkeys(split(kind[1 : kind.rindex("}")].strip())))}
    word = re.split(r"[\s\[]", kind.lower(), maxsplit=1)[0]
    if word in NUMERIC:
        return {"kind": "linear"}
    if word == "string":
        return {"kind": "nominal"}
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

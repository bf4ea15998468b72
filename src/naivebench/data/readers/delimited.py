"""Delimited text: cells between commas, semicolons, bars, tabs or blanks, with or without a header line.

This module reads line by line, so that an error names its line; `delimited_columns` reads large and plain
text through pyarrow.csv.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import RawTable, from_rows, split_lines
from naivebench.data.written_numbers import could_be_number, is_number

csv.field_size_limit(2**31 - 1)  # a cell may be as long as a file, in every format that uses this module
SEPARATORS = ("\t", ";", "|", ",")
SAMPLE = 50  # number of lines in which to look for the separator
DECLARED = re.compile(r'"?sep=(.)"?[ \t]*(?=[\r\n])', re.IGNORECASE)  # first line that Excel reads and writes
QUOTED = re.compile(r'"[^"]*"')
# of text separated by blanks: a quoted cell, another cell, a line end, or a quotation mark without a partner
TOKEN = re.compile(r'"((?:[^"]|"")*)"(?=\s|$)|([^\s"]\S*)|(\r\n|\r|\n)|"')
NumberedRows = tuple[list[list[str]], list[int]]  # stripped cells of every line that is not blank; its number


def read(
    text: str,
    where: str,
    *,
    header: bool | None = None,
    target: str | int | None = None,
    allow_no_rows: bool = False,
    decimal: str = "",
) -> RawTable:
    """Read text separated by commas, semicolons, bars, tabs or blanks, with optional double quotes; blank
    lines are skipped.

    The separator is the one that the first line declares (`sep=;`), otherwise the one that splits the first
    50 lines into the same number (above one) of cells, tried in the order tab, semicolon, bar, comma, blanks.
    A first column that contains names of rows is ignored (`row_names`). header: whether the first line
    contains names; None detects it (`has_header`). decimal: with ",", commas separate cells only outside
    quotation marks, and only if tabs, semicolons or bars do not.
    """
    _check_not_empty(text, where)
    separator = find_separator(text, decimal)
    text = DECLARED.sub("", text, count=1) if DECLARED.match(text) else text  # its line end counts as a line
    rows = _split(text, separator, where)
    first = QUOTED.sub("", split_lines(text.lstrip())[0])
    if decimal == "," and "," in first and (separator is None or len(rows[0][0]) == 1):
        raise InputError(
            f"{where} seems to have commas between its columns, but with a decimal comma only tabs, "
            "semicolons, bars or blanks separate them, or commas between quoted cells: set decimal to a "
            "point (`--decimal .`, or no `decimal` in the stanza), or write the file with semicolons"
        )
    return _table(rows, header, target, allow_no_rows, where)


def read_tabbed(
    text: str,
    where: str,
    *,
    header: bool | None = None,
    target: str | int | None = None,
    allow_no_rows: bool = False,
    decimal: str = "",
) -> RawTable:
    """Read text in which only tabs separate cells, and a quotation mark is an ordinary character."""
    _check_not_empty(text, where)
    numbered = [(i, line.split("\t")) for i, line in enumerate(split_lines(text), start=1) if line.strip()]
    rows = [[cell.strip() for cell in cells] for _, cells in numbered]
    return _table((rows, [i for i, _ in numbered]), header, target, allow_no_rows, where)


def _check_not_empty(text: str, where: str) -> None:
    if not text.strip():
        raise InputError(f"{where} is empty: expected one line per case")


def _table(
    numbered: NumberedRows,
    header: bool | None,
    target: str | int | None,
    allow_no_rows: bool,
    where: str,
) -> RawTable:
    rows, lines = numbered
    if not rows:
        raise InputError(f"{where} is empty: it contains only separators")
    if header is None:
        header = has_header(
            rows[0], lambda i: any(row[i] == rows[0][i] for row in rows[1:] if i < len(row)), target
        )
    if header and _has_one_name_less(rows):
        rows[0] = ["", *rows[0]]
    width = len(rows[0])
    names = [(rows[0][i] if header else "") or f"column {i + 1}" for i in range(width)]
    wrong = next((i for i, row in enumerate(rows) if len(row) != width), None)
    if wrong is not None:
        cure = "fix or delete the line"
        if _has_title(rows):
            cure = f"if line {lines[0]}, which has fewer cells, is a title or a comment, delete that one"
        raise InputError(
            f"{where}, line {lines[wrong]}: expected {width} cells as in line {lines[0]}, found "
            f"{len(rows[wrong])}: {cure}"
        )
    first = row_names([row[0] for row in rows[1:]]) if header and not rows[0][0] and width > 1 else {}
    return from_rows(names, rows[header:], lines[header:], where, allow_no_rows=allow_no_rows, **first)


def _has_title(rows: list[list[str]]) -> bool:
    """Whether most lines have one number of cells, which is larger than that of the first line."""
    width, times = Counter(len(row) for row in rows[1:]).most_common(1)[0]
    full = any(row[-1] for row in rows[1:] if len(row) == width)  # otherwise the lines end with separators
    return width > len(rows[0]) and 2 * times > len(rows) - 1 and full


def _has_one_name_less(rows: list[list[str]]) -> bool:
    """Whether the first line lacks only a name for the first column, which has a different cell in every row,
    as R writes it. A line that ends with a separator has a cell too many at its end.
    """
    return (
        len(rows[0]) > 1 < len(rows)
        and {len(row) for row in rows[1:]} == {len(rows[0]) + 1}
        and len({row[0] for row in rows[1:]}) == len(rows) - 1
        and any(row[-1] for row in rows[1:])
        and not _are_names(rows[1], rows[2:])
    )


def _are_names(first: list[str], rows: list[list[str]]) -> bool:
    """Whether a line has text in all columns, one of which has only numbers below it."""
    text = all(cell not in ("", "?", "NA", "NaN") and not could_be_number(cell) for cell in first[1:])
    return (
        text
        and bool(rows)
        and any(all(map(is_number, column)) for column in list(zip(*rows, strict=True))[1:])
    )


def row_names(cells: Sequence[str]) -> dict[str, Any]:
    """Keywords of `from_columns` that ignore a first column without a name if its cells are names or whole
    numbers that are all different, as R and pandas write names or numbers of rows; otherwise none.
    """
    different = set(cells)
    numbers = [float(cell) for cell in different if is_number(cell)]
    if "" in different or len(different) < len(cells) or not all(map(float.is_integer, numbers)):
        return {}
    note = (
        "a column without a name, with a different cell in every row, is taken as names of the rows and left "
        "out (set `--kind COL=KIND` to keep it)"
    )
    return {"ignored": ["column 1"], "hints": {"column 1": {"note": note}}}


def find_separator(text: str, decimal: str = "") -> str | None:
    """Separator of delimited text: the one that its first line declares, or tab, semicolon, bar, comma, or
    None for blanks; a file of one column counts as comma-separated. With a decimal comma, commas separate
    only cells in quotation marks.
    """
    declared = DECLARED.match(text)
    if declared:
        return declared[1].strip() or None
    sample = [line for line in split_lines(text[: 1 << 20]) if line.strip()][:SAMPLE]
    unquoted = [QUOTED.sub("", line) for line in sample]
    known = SEPARATORS[:-1] if decimal == "," and not any('"' in line for line in sample) else SEPARATORS
    counts = {s: {line.count(s) for line in unquoted} for s in known}
    even = [s for s in known if len(counts[s]) == 1 and counts[s] != {0}]
    if even:
        return even[0]
    best = max(known, key=lambda s: unquoted[0].count(s))
    if unquoted[0].count(best):
        return best
    width, *widths = (len(QUOTED.sub("x", line).split()) for line in sample)
    most = 2 * (widths.count(width) + 1) > len(sample) or set(widths) == {width + 1}  # R names one less
    return None if width > 1 and most else "," if "," in known else ";"


def _split(text: str, separator: str | None, where: str) -> NumberedRows:
    if separator is None:
        return _split_at_blanks(text, where)
    rows: list[list[str]] = []
    lines: list[int] = []
    last = 0
    file = csv.reader(
        io.StringIO(text.rstrip("\r\n"), newline=""),
        delimiter=separator,
        skipinitialspace=separator != "\t",
        strict=True,
    )
    try:
        for row in file:
            cells = list(map(str.strip, row))
            if len(cells) > 1 or (rows and len(rows[0]) == 1) or any(cells):
                rows.append(cells or [""])  # an empty line of a file of one column is an empty cell
                lines.append(last + 1)
            last = file.line_num
    except csv.Error as error:
        raise InputError(_explain_unreadable(where, last + 1, str(error))) from error
    return rows, lines


def _split_at_blanks(text: str, where: str) -> NumberedRows:
    """Cells between blanks; a pair of quotation marks may contain blanks, line ends, or nothing."""
    if '"' not in text:
        numbered = [(i, line.split()) for i, line in enumerate(split_lines(text), start=1) if line.strip()]
        return [cells for _, cells in numbered], [i for i, _ in numbered]
    rows: list[list[str]] = [[]]
    lines, line = [1], 1
    for token in TOKEN.finditer(text):
        quoted, plain, end = token.groups()
        if end:
            rows.append([])
            line += 1
            lines.append(line)
        elif plain is None and quoted is None:
            raise InputError(_explain_unreadable(where, line, "a quotation mark without a partner"))
        else:
            rows[-1].append(plain or quoted.replace('""', '"').strip())
            line += quoted.count("\n") if quoted else 0
    kept = [i for i, row in enumerate(rows) if row]
    return [rows[i] for i in kept], [lines[i] for i in kept]


def _explain_unreadable(where: str, line: int, why: str) -> str:
    return f"{where}, line {line}: the line cannot be read ({why}): look for an unmatched quotation mark"


def has_header(first: list[str], recurs: Callable[[int], bool], target: str | int | None = None) -> bool:
    """Whether the first row contains column names; `recurs`: whether its cell i occurs again in column i.

    It is a header if it contains the target's name, or if its cells are distinct, none is empty or a number,
    and none occurs again further down in its own column. `header: true` or `false` in the stanza decides
    doubtful cases.
    """
    if isinstance(target, str) and target not in ("first", "last") and target in first:
        return True
    if len(set(first)) < len(first) or any(
        not cell or cell == "?" or could_be_number(cell) for cell in first
    ):
        return False
    return not any(map(recurs, range(len(first))))

"""Delimited text: cells between commas, semicolons, tabs or blanks, with or without a header line.

This module reads line by line, so that an error names its line; `delimited_columns` reads large and plain
text through pyarrow.csv.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

from naivebench.core.checks import InputError, one_of
from naivebench.data.odd_columns import DECIMAL_COMMA
from naivebench.data.readers.raw_table import RawTable, from_rows, is_number

csv.field_size_limit(2**31 - 1)  # a cell may be as long as a file, in every format that uses this module
SEPARATORS = ("\t", ";", ",")
SAMPLE = 50  # number of lines in which to look for the separator
NumberedRows = tuple[list[list[str]], list[int]]  # stripped cells of every line that is not blank; its number


def read(
    text: str,
    where: str,
    *,
    header: bool | None = None,
    target: str | int | None = None,
    allow_no_rows: bool = False,
    decimal: str = ".",
) -> RawTable:
    """Read comma-, semicolon-, tab- or blank-separated text with optional double quotes; blank lines are
    skipped.

    The separator is the one that splits the first 50 lines into the same number (above one) of cells, tried
    in the order tab, semicolon, comma, blanks. header: whether the first line contains names; None detects it
    (`has_header`). decimal: "," for numbers such as 1.234,5; commas then separate cells only outside
    quotation marks, and only if tabs or semicolons do not.
    """
    _check_not_empty(text, where)
    separator = find_separator(text, decimal)
    rows = _split(text, separator, where)
    first = re.sub(r'"[^"]*"', "", text.lstrip().partition("\n")[0])
    if decimal == "," and "," in first and (separator is None or len(rows[0][0]) == 1):
        raise InputError(
            f"{where} seems to have commas between its columns, but with a decimal comma only tabs, "
            "semicolons or blanks separate them, or commas between quoted cells: set decimal to a point "
            "(`--decimal .`, or no `decimal` in the stanza), or write the file with semicolons"
        )
    return _table(rows, header, target, allow_no_rows, decimal, where)


def read_tabbed(
    text: str,
    where: str,
    *,
    header: bool | None = None,
    target: str | int | None = None,
    allow_no_rows: bool = False,
    decimal: str = ".",
) -> RawTable:
    """Read text in which only tabs separate cells, and a quotation mark is an ordinary character."""
    _check_not_empty(text, where)
    numbered = [(i, line.split("\t")) for i, line in enumerate(text.split("\n"), start=1) if line.strip()]
    rows = [[cell.strip() for cell in cells] for _, cells in numbered]
    return _table((rows, [i for i, _ in numbered]), header, target, allow_no_rows, decimal, where)


def _check_not_empty(text: str, where: str) -> None:
    if not text.strip():
        raise InputError(f"{where} is empty: expected one line per case")


def _table(
    numbered: NumberedRows,
    header: bool | None,
    target: str | int | None,
    allow_no_rows: bool,
    decimal: str,
    where: str,
) -> RawTable:
    rows, lines = numbered
    if not rows:
        raise InputError(f"{where} is empty: it contains only separators")
    if decimal != ".":
        one_of(decimal, (".", ","), "decimal", where)
        rows = [
            [_with_point(cell, line, where) for cell in row] for row, line in zip(rows, lines, strict=True)
        ]
    if header is None:
        header = has_header(
            rows[0], lambda i: any(row[i] == rows[0][i] for row in rows[1:] if i < len(row)), target
        )
    width = len(rows[0])
    names = [(rows[0][i] if header else "") or f"column {i + 1}" for i in range(width)]
    wrong = next((i for i, row in enumerate(rows) if len(row) != width), None)
    if wrong is not None:
        raise InputError(
            f"{where}, line {lines[wrong]}: expected {width} cells as in line {lines[0]}, found "
            f"{len(rows[wrong])}: fix or delete the line"
        )
    return from_rows(names, rows[header:], lines[header:], where, allow_no_rows=allow_no_rows)


def _with_point(cell: str, line: int, where: str) -> str:
    """Replace the decimal comma of a cell by a point.

    Raises InputError for a number with a point, which may mark thousands or a fraction.
    """
    match = DECIMAL_COMMA.fullmatch(cell)
    if match:
        return f"{match[1]}{match[2].replace('.', '')}.{match[3]}"
    if "." in cell and is_number(cell):
        raise InputError(
            f"{where}, line {line}: {cell!r} has a decimal point, but `decimal` is a comma: write all "
            "numbers in one way, or set `decimal` to a point (`--decimal .`)"
        )
    return cell


def find_separator(text: str, decimal: str = ".") -> str | None:
    """Separator of delimited text: tab, semicolon, comma, or None for blanks; a file of one column counts as
    comma-separated. With a decimal comma, commas separate only cells in quotation marks.
    """
    sample = [line for line in text[: 1 << 20].splitlines() if line.strip()][:SAMPLE]
    unquoted = [re.sub(r'"[^"]*"', "", line) for line in sample]
    known = SEPARATORS[:2] if decimal == "," and not any('"' in line for line in sample) else SEPARATORS
    counts = {s: {line.count(s) for line in unquoted} for s in known}
    even = [s for s in known if len(counts[s]) == 1 and counts[s] != {0}]
    if even:
        return even[0]
    best = max(known, key=lambda s: unquoted[0].count(s))
    if unquoted[0].count(best):
        return best
    widths = [len(line.split()) for line in sample]
    blanks = widths[0] > 1 and 2 * widths.count(widths[0]) > len(widths)
    return None if blanks else "," if "," in known else ";"


def _split(text: str, separator: str | None, where: str) -> NumberedRows:
    if separator is None and '"' not in text:
        numbered = [(i, line.split()) for i, line in enumerate(text.splitlines(), start=1) if line.strip()]
        return [cells for _, cells in numbered], [i for i, _ in numbered]
    rows: list[list[str]] = []
    lines: list[int] = []
    last = 0
    file = csv.reader(
        io.StringIO(text.rstrip("\r\n"), newline=""),
        delimiter=separator or " ",
        skipinitialspace=separator != "\t",
        strict=True,
    )
    try:
        for row in file:
            cells = list(map(str.strip, row))
            cells = [cell for cell in cells if cell] if separator is None else cells
            one_column = separator is not None and bool(rows) and len(rows[0]) == 1
            if len(cells) > 1 or one_column or any(cells):
                rows.append(cells or [""])  # an empty line of a file of one column is an empty cell
                lines.append(last + 1)
            last = file.line_num
    except csv.Error as error:
        raise InputError(
            f"{where}, line {last + 1}: the line cannot be read ({error}): look for an unmatched "
            "quotation mark"
        ) from error
    return rows, lines


def has_header(first: list[str], recurs: Callable[[int], bool], target: str | int | None = None) -> bool:
    """Whether the first row contains column names; `recurs`: whether its cell i occurs again in column i.

    It is a header if it contains the target's name, or if its cells are distinct, none is empty or a number,
    and none occurs again further down in its own column. `header: true` or `false` in the stanza decides
    doubtful cases.
    """
    if isinstance(target, str) and target not in ("first", "last") and target in first:
        return True
    if len(set(first)) < len(first) or any(not cell or cell == "?" or is_number(cell) for cell in first):
        return False
    return not any(map(recurs, range(len(first))))

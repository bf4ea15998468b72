"""Delimited text: cells between commas, semicolons, bars, tabs or blanks, with or without a header line.

pyarrow splits plain text. Text that is not plain (line ends or lone quotation marks in cells, lines of
different lengths, blank lines) is split line by line, so that an error names its line.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np

from naivebench.core.checks import InputError
from naivebench.data.number_formats import could_be_number, is_number
from naivebench.data.readers.cells import Cells
from naivebench.data.readers.raw_table import RawTable, make_table_from_columns, split_lines

csv.field_size_limit(2**31 - 1)  # a cell may be as long as a file, in every format that uses this module
SEPARATORS = ("\t", ";", "|", ",")
SAMPLE = 50  # number of lines in which to look for the separator
SAMPLE_BYTES = 1 << 20
BLOCK_BYTES = 4 << 20  # maximum length of a line that pyarrow reads
DECLARED = re.compile(r'"?sep=(.)"?[ \t]*(?=[\r\n])', re.IGNORECASE)  # first line that Excel reads and writes
QUOTED = re.compile(r'"[^"]*"')
BEFORE_END = re.compile(r"[ \t]+(?=[\r\n]|$)")  # blanks before the end of a line
Columns = tuple[list[Cells], Sequence[int]]  # cells of all lines, the first one included, and line numbers


def read_delimited(
    text: str,
    where: str,
    *,
    header: bool | None = None,
    target: str | int | None = None,
    decimal: str = "",
    tabbed: bool = False,
) -> RawTable:
    """Read text separated by commas, semicolons, bars, tabs or blanks, with optional double quotes; blank
    lines are skipped.

    The separator is the one that the first line declares (`sep=;`), otherwise `find_separator` finds it. A
    first column that contains names of rows is ignored (`find_row_name_options`). header: whether the first
    line contains names; None detects it (`has_header`). decimal: with ",", commas separate cells only outside
    quotation marks, and only if tabs, semicolons or bars do not. tabbed: only tabs separate cells, and a
    quotation mark is an ordinary character.
    """
    if not text or text.isspace():
        raise InputError(f"{where} is empty: expected one line per case")
    declared = None if tabbed else DECLARED.match(text)
    if declared:
        separator = None if declared[1] == " " else declared[1]
        text = text[declared.end() :]  # its line end counts as a line
    else:
        separator = "\t" if tabbed else find_separator(text, decimal)
    plain = None if declared or tabbed else split_plain_text(text, separator)
    columns, numbers = plain or split_by_line(text, separator, tabbed, header, where)
    first = [column[0] for column in columns]
    if header is None:
        header = has_header(first, columns, target)
    cells = [column.skip_first_cell() for column in columns] if header else columns
    unnamed = find_row_name_options(cells[0]) if header and not first[0] and len(first) > 1 else {}
    names = [(name if header else "") or f"column {i}" for i, name in enumerate(first, start=1)]
    return make_table_from_columns(names, cells, numbers[header:], where, **unnamed)


def find_separator(text: str, decimal: str = "") -> str | None:
    """Find the separator of a text, None for blanks; a file of one column counts as comma-separated.

    It is the one that splits the first 50 lines into the same number (above one) of cells, tried in the order
    tab, semicolon, bar, comma, blanks. With a decimal comma, commas separate only cells in quotation marks.
    """
    sample = [line for line in split_lines(text[:SAMPLE_BYTES]) if line.strip()][:SAMPLE]
    unquoted = [QUOTED.sub("", line) for line in sample]
    known = SEPARATORS[:-1] if decimal == "," and not any('"' in line for line in sample) else SEPARATORS
    counts = {s: {line.count(s) for line in unquoted} for s in known}
    even = [s for s in known if len(counts[s]) == 1 and counts[s] != {0}]
    best = even[0] if even else max(known, key=lambda s: unquoted[0].count(s))
    if unquoted[0].count(best):
        return best
    width, *widths = (len(QUOTED.sub("x", line).split()) for line in sample)
    most = 2 * (widths.count(width) + 1) > len(sample) or set(widths) == {width + 1}  # R names one less
    return None if width > 1 and most else "," if "," in known else ";"


def split_plain_text(text: str, separator: str | None) -> Columns | None:
    """Return the cells of plain text by pyarrow; None if the text has to be split line by line."""
    if separator is None:
        return None
    try:
        import pyarrow as pa
        import pyarrow.compute as pc
        from pyarrow import csv as arrow_csv
    except ImportError:
        return None

    # every step copies the text, so few are taken
    data = text.encode().rstrip(b"\r\n")
    data = data.replace(b"\r\n", b"\n") if b"\r" in data else data
    if b"\r" in data:
        return None
    line = data[: data.find(b"\n") if b"\n" in data else None].decode()
    width = len(next(csv.reader([line], delimiter=separator)))
    if width == 1 or not _are_quotes_around_cells(data, separator):
        return None
    names = [f"f{i}" for i in range(width)]
    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(data),
            arrow_csv.ReadOptions(use_threads=False, block_size=BLOCK_BYTES, autogenerate_column_names=True),
            arrow_csv.ParseOptions(delimiter=separator),
            arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
        )
    except pa.ArrowInvalid:
        return None
    # fewer rows than lines: there are blank lines, or line ends in cells
    if table.column_names != names or table.num_rows != data.count(b"\n") + 1:
        return None
    columns = [Cells(pc.utf8_trim_whitespace(column)) for column in table.columns]
    return columns, range(1, table.num_rows + 1)


def _are_quotes_around_cells(data: bytes, separator: str) -> bool:
    """Whether all quotation marks are around whole cells, or doubled inside them."""
    if b'"' not in data:
        return True
    text = np.frombuffer(b"\n" + data + b"\n", np.uint8)
    marks = np.flatnonzero(text == ord('"'))
    edges = [ord(character) for character in (separator, "\n", '"')]
    opens, closes = np.isin(text[marks[::2] - 1], edges), np.isin(text[marks[1::2] + 1], edges)
    return len(marks) % 2 == 0 and bool(opens.all() and closes.all())


def split_by_line(text: str, separator: str | None, tabbed: bool, header: bool | None, where: str) -> Columns:
    """Return the cells of any text, line by line. Raises InputError with the line that cannot be read, or
    that has a different number of cells.
    """
    numbered = list(split_quoted_lines(text, separator, where, tabbed))
    rows, lines = [list(map(str.strip, row)) for _, row in numbered], [i for i, _ in numbered]
    if not rows:
        raise InputError(f"{where} contains only separators: add rows with values")
    if header is not False and _lacks_first_column_name(rows):
        rows[0] = ["", *rows[0]]
    width = len(rows[0])
    wrong = next((i for i, row in enumerate(rows) if len(row) != width), None)
    if wrong is not None:
        raise InputError(
            f"{where}, line {lines[wrong]}: expected {width} cells as in line {lines[0]}, found "
            f"{len(rows[wrong])}: fix or delete the line, or line {lines[0]} if it is a title or a comment"
        )
    return [Cells(list(column)) for column in zip(*rows, strict=True)], lines


def split_quoted_lines(
    text: str, separator: str | None, where: str, tabbed: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of every line that is not blank; an empty line of a file of one column is an
    empty cell. separator: None for any number of blanks. tabbed: a quotation mark is an ordinary character.
    """
    if separator is None:
        text = BEFORE_END.sub("", text).replace("\t", " ")  # csv reads blanks at the end as a cell
    lines = io.StringIO(text.rstrip("\r\n"), newline="")
    quoting: Literal[0, 3] = csv.QUOTE_NONE if tabbed else csv.QUOTE_MINIMAL
    blanks = separator != "\t"  # are skipped at the beginning of a cell
    file = csv.reader(
        lines, delimiter=separator or " ", quoting=quoting, skipinitialspace=blanks, strict=True
    )
    last, width = 0, 0
    try:
        for row in file:
            if len(row) > 1 or width == 1 or any(map(str.strip, row)):
                width = width or len(row)
                yield last + 1, row or [""]
            last = file.line_num
    except csv.Error as error:
        raise InputError(
            f"{where}, line {last + 1}: the line cannot be read ({error}): look for an unmatched quotation "
            "mark"
        ) from error


def _lacks_first_column_name(rows: list[list[str]]) -> bool:
    """Whether the first line lacks only a name for the first column, which has a different cell in every row,
    as R writes it. In contrast, if every other line ends with a separator, all last cells are empty.
    """
    body, width = rows[1:], len(rows[0]) + 1
    has_names = width > 2 and {len(row) for row in body} == {width} and any(row[-1] for row in body)
    return has_names and len({row[0] for row in body}) == len(body)


def find_row_name_options(cells: Cells) -> dict[str, Any]:
    """Return the keywords of `make_table_from_columns` that ignore a first column without a name if its cells
    are different names or whole numbers, as R and pandas write names of rows.
    """
    different = set(cells.text)
    numbers = [float(cell) for cell in different if is_number(cell)]
    if "" in different or len(different) < len(cells) or not all(map(float.is_integer, numbers)):
        return {}
    note = (
        "a column without a name, with a different cell in every row, is taken as names of the rows and left "
        "out (set `--kind COL=KIND` to keep it)"
    )
    return {"ignored": ["column 1"], "hints": {"column 1": {"note": note}}}


def has_header(first: list[str], columns: Sequence[Cells], target: str | int | None = None) -> bool:
    """Whether the first cells of the columns are their names.

    They are names if one is the target's name, or if they are distinct, none is empty or a number, and none
    occurs again further down in its own column. `header` in the stanza decides doubtful cases.
    """
    if isinstance(target, str) and target not in ("first", "last") and target in first:
        return True
    if len(set(first)) < len(first) or any(not c or c == "?" or could_be_number(c) for c in first):
        return False
    return all(len(column.find_rows([cell])) == 1 for cell, column in zip(first, columns, strict=True))

"""The first sheet of an Excel workbook (.xlsx), read with the package openpyxl if that is installed."""

from __future__ import annotations

import datetime
import io

from naivebench.core.checks import InputError
from naivebench.data.readers.raw_table import RawTable, from_rows


def read(content: bytes, where: str) -> RawTable:
    """Read the rows below the first one, which contains the names; rows and columns without any cell are
    skipped.

    Numbers, dates and text are read as stored, formulas as their last value.
    """
    try:
        import openpyxl
    except ModuleNotFoundError as error:
        raise InputError(
            f"{where} is a workbook: install openpyxl to read it, or save the sheet as CSV"
        ) from error
    try:
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        cells = [[_text(cell) for cell in row] for row in book.worksheets[0].iter_rows(values_only=True)]
    except Exception as error:  # openpyxl passes on all errors of its parsers
        why = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"{where} cannot be read as a workbook ({why}): save the sheet as CSV") from error
    numbered = [(i + 1, row) for i, row in enumerate(cells) if any(row)]
    if not numbered:
        raise InputError(f"the first sheet of {where} is empty: move the table there")
    names = numbered[0][1]
    width = max(i + 1 for _, row in numbered for i, cell in enumerate(row) if cell)
    unnamed = next((i + 1 for i in range(width) if i >= len(names) or not names[i]), None)
    if unnamed is not None:
        raise InputError(
            f"{where}, row {numbered[0][0]}: column {unnamed} has no name. The first row of the first sheet "
            "must name all columns"
        )
    rows = [(row + [""] * width)[:width] for _, row in numbered[1:]]
    raw = from_rows(names[:width], rows, [i for i, _ in numbered[1:]], where)
    return raw._replace(unit="row")


def _text(cell: object) -> str:
    """A cell as text: whole numbers without a decimal point, dates as in ISO 8601."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat() if cell.time() == datetime.time() else cell.isoformat(" ")
    return str(cell).strip()

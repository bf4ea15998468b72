"""R's data files (.RData): the one data frame that they hold, read by pyreadr (the extra `rdata`)."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from naivebench.core.checks import InputError
from naivebench.core.unpack import BROKEN, unpacked
from naivebench.data.readers.raw_table import RawTable, from_rows

if TYPE_CHECKING:
    import pandas


def read(data: bytes, where: str) -> RawTable:
    """Read the data frame; factors come with their levels as value list, and missing values as empty cells.

    Raises InputError without pyreadr, for another format, and for a file without exactly one data frame.
    """
    try:
        import pyreadr
    except ImportError as error:
        raise InputError(
            f"{where} is an RData file, which takes the package pyreadr to read: pip install pyreadr"
        ) from error
    try:
        data = unpacked(data, where)
    except BROKEN as error:
        raise InputError(f"{where} cannot be read as RData ({error}): fetch it again") from error
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        path = Path(folder, "frame.RData")
        path.write_bytes(data)
        try:
            with warnings.catch_warnings(action="ignore"):  # of objects that are no data frames
                frames = pyreadr.read_r(path)
        except pyreadr.LibrdataError as error:
            raise InputError(
                f"{where} cannot be read as RData ({error}): fetch it again, or save the frame in R by "
                "save(frame, file = ...)"
            ) from error
    if len(frames) != 1:
        raise InputError(
            f"{where} holds {len(frames)} data frames, expected one: save the one that is wanted in a "
            "file of its own"
        )
    (frame,) = frames.values()
    columns = {str(name): _cells(column) for name, column in frame.items()}
    return from_rows(
        list(columns),
        [list(row) for row in zip(*(cells for cells, _ in columns.values()), strict=True)],
        list(range(1, len(frame) + 1)),
        where,
        hints={name: hint for name, (_, hint) in columns.items()},
    )


def _cells(column: pandas.Series) -> tuple[list[str], dict]:
    """Text of a column's cells, and its hint."""
    missing = column.isna().tolist()
    cells = ["" if gone else _text(cell) for cell, gone in zip(column.tolist(), missing, strict=True)]
    if column.dtype == "category":
        return cells, {"kind": "nominal", "values": [str(level) for level in column.cat.categories]}
    text = any(isinstance(cell, str) for cell in column)
    return cells, {"kind": "nominal" if text else "linear"}


def _text(cell: str | float) -> str:
    """Whole numbers without a point; true and false, as in R's arithmetic, as 1 and 0."""
    whole = isinstance(cell, (int, float)) and cell == int(cell) and abs(cell) < 1e15
    return str(int(cell)) if whole else str(cell)

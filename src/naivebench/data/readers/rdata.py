"""R's data files (.RData): the one data frame that they contain, read by rdata (the extra `rdata`)."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from naivebench.core.checks import InputError
from naivebench.core.one_line import reason
from naivebench.core.unpack import BROKEN, UNPACKED_MAX, is_packed, too_large, unpacked
from naivebench.data.readers.raw_table import Hint, RawTable, from_rows

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

COMPACT = (b"compact_intseq", b"compact_realseq")  # R's sequences for which a file contains only the length
CURE = "fetch it again, or save the frame in R with save(frame, file = ...)"


def read(data: bytes, where: str) -> RawTable:
    """Read the data frame; factors get their levels as value lists, and missing values become empty cells.

    Raises InputError without rdata, for another format, and for a file without exactly one data frame.
    """
    try:
        data = unpacked(data, where)
    except BROKEN as error:
        raise InputError(f"{where} cannot be read as RData ({error}): fetch it again") from error
    frames = _frames(data, where)
    if len(frames) != 1:
        raise InputError(
            f"{where} contains {len(frames)} data frames, expected one: save the one that you need in its "
            "own file"
        )
    (frame,) = frames
    columns = {str(name): _cells(column) for name, column in frame.items()}
    return from_rows(
        list(columns),
        [list(row) for row in zip(*(cells for cells, _ in columns.values()), strict=True)],
        list(range(1, len(frame) + 1)),
        where,
        hints={name: hint for name, (_, hint) in columns.items()},
    )


def _frames(data: bytes, where: str) -> list[pd.DataFrame]:
    """The data frames among the objects of an unpacked file."""
    try:
        import rdata
        from rdata.parser import DEFAULT_ALTREP_MAP
    except ImportError as error:
        raise InputError(
            f"{where} is an RData file, which only the package rdata can read: run pip install rdata"
        ) from error
    import pandas as pd

    room = [UNPACKED_MAX // 8]  # numbers
    expanded = {**DEFAULT_ALTREP_MAP}
    expanded |= {name: partial(_limited, expanded[name], room, where) for name in COMPACT}
    classes = {**rdata.conversion.DEFAULT_CLASS_MAP, "Date": _dates, "POSIXct": _times}
    try:
        if is_packed(data):
            raise ValueError("it is compressed twice")
        with warnings.catch_warnings(action="ignore"):  # about classes unknown to rdata
            warnings.filterwarnings("error", "Exception while decoding")  # which would leave cells as bytes
            parsed = rdata.parser.parse_data(data, altrep_constructor_dict=expanded)
            encoding = parsed.extra.encoding or "utf-8"
            found = rdata.conversion.convert(parsed, classes, default_encoding=encoding)
    except InputError:
        raise
    except Exception as error:  # rdata raises any exception for missing bytes
        raise InputError(f"{where} cannot be read as RData ({reason(error)}): {CURE}") from error
    objects = found.values() if isinstance(found, dict) else [found]  # saveRDS(): one object without a name
    return [value for value in objects if isinstance(value, pd.DataFrame)]


def _limited(construct: Callable[..., Any], room: list[int], where: str, state: Any) -> Any:
    """Let `construct` expand a compact sequence if there is room for its numbers; otherwise raise
    InputError.
    """
    room[0] -= int(state.value[0])
    if room[0] < 0:
        raise InputError(too_large(where))
    return construct(state)


def _dates(days: np.ndarray, _: Any) -> Any:
    import pandas as pd

    return pd.Series(pd.to_datetime(days, unit="D")).dt.date


def _times(seconds: np.ndarray, _: Any) -> Any:
    import pandas as pd

    return pd.Series(pd.to_datetime(seconds, unit="s"))


def _cells(column: pd.Series) -> tuple[list[str], Hint]:
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

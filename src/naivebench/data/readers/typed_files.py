"""Files whose columns have types: Parquet, Feather, Excel and Stata, read by pandas, and R's data files, read
by rdata. Numbers stay numbers, categories become a declared value list (ordinal if they are ordered), and all
other columns become labels.
"""

from __future__ import annotations

import io
import warnings
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.core import arrow
from naivebench.core.checks import InputError, reason
from naivebench.core.unpack import BROKEN, UNPACKED_MAX, is_packed, too_large, unpacked
from naivebench.data.readers.cells import Cells, from_series, label_of
from naivebench.data.readers.raw_table import Hint, RawTable, from_columns

if TYPE_CHECKING:
    import pandas as pd

NO_CELLS = (list, dict, tuple, set, bytes, np.ndarray)
COMPACT = (b"compact_intseq", b"compact_realseq")  # R's sequences for which a file contains only the length


def read_parquet(data: bytes, where: str, *, allow_no_rows: bool = False) -> RawTable:
    """Read a Parquet file."""
    return _read("read_parquet", "pyarrow", data, where, allow_no_rows)


def read_feather(data: bytes, where: str, *, allow_no_rows: bool = False) -> RawTable:
    """Read a Feather (Arrow) file."""
    return _read("read_feather", "pyarrow", data, where, allow_no_rows)


def read_stata(data: bytes, where: str, *, allow_no_rows: bool = False) -> RawTable:
    """Read a Stata file (.dta); value labels become categories."""
    return _read("read_stata", "", data, where, allow_no_rows)


def read_excel(data: bytes, where: str, *, allow_no_rows: bool = False) -> RawTable:
    """Read the first sheet of a workbook, whose first row contains the names; rows and columns without any
    cell are skipped. Cells have no type of a column, so kinds are inferred as for text.
    """
    import pandas as pd

    frame = _frame("read_excel", "openpyxl", data, where, header=None, dtype=object, na_filter=False)
    cells = frame.map(_cell_text) if len(frame) else frame
    cells = cells.loc[(cells != "").any(axis=1), (cells != "").any(axis=0)]
    if not len(cells):
        raise InputError(f"the first sheet of {where} is empty: move the table there")
    names = list(cells.iloc[0])
    if "" in names:
        raise InputError(
            f"{where}, row {cells.index[0] + 1}: column {names.index('') + 1} has no name. The first row of "
            "the first sheet must name all columns"
        )
    body = pd.DataFrame(cells.iloc[1:])
    columns = [Cells(body[name].tolist()) for name in body]
    lines = [int(i) + 1 for i in body.index]
    return from_columns(names, columns, lines, where, unit="row", allow_no_rows=allow_no_rows)


def _cell_text(cell: Any) -> str:
    """A cell of a workbook as text: dates without a time of midnight."""
    return "" if cell is None else label_of(cell).strip().removesuffix(" 00:00:00")


def read_rdata(data: bytes, where: str) -> RawTable:
    """Read the one data frame of an R data file (.RData); factors get their levels as value lists.

    Raises InputError without rdata, for another format, and for a file without exactly one data frame.
    """
    try:
        data = unpacked(data, where)
    except BROKEN as error:
        raise InputError(f"{where} cannot be read as RData ({error}): fetch it again") from error
    frames = _r_frames(data, where)
    if len(frames) != 1:
        raise InputError(
            f"{where} contains {len(frames)} data frames, expected one: save the one that you need in its "
            "own file"
        )
    frame = frames[0].astype(dict.fromkeys(frames[0].select_dtypes("bool"), "Int64"))
    raw = from_frame(frame, where)
    numbers = {str(name): Hint(kind="linear") for name in frame.select_dtypes("number")}
    return raw._replace(hints=raw.hints | numbers)


def _r_frames(data: bytes, where: str) -> list[pd.DataFrame]:
    """The data frames among the objects of an unpacked file."""
    import pandas as pd

    try:
        import rdata
        from rdata.parser import DEFAULT_ALTREP_MAP
    except ImportError as error:
        raise InputError(
            f"{where} is an RData file, which only the package rdata can read: run pip install rdata"
        ) from error
    room = [UNPACKED_MAX // 8]  # numbers
    limited = {name: partial(_limit_sequence, DEFAULT_ALTREP_MAP[name], room, where) for name in COMPACT}
    classes = {
        **rdata.conversion.DEFAULT_CLASS_MAP,
        "Date": lambda days, _: pd.Series(pd.to_datetime(days, unit="D")).dt.date,
        "POSIXct": lambda seconds, _: pd.Series(pd.to_datetime(seconds, unit="s")),
    }
    try:
        if is_packed(data):
            raise ValueError("it is compressed twice")
        with warnings.catch_warnings(action="ignore"):  # about classes unknown to rdata
            warnings.filterwarnings("error", "Exception while decoding")  # which would leave cells as bytes
            parsed = rdata.parser.parse_data(data, altrep_constructor_dict={**DEFAULT_ALTREP_MAP, **limited})
            encoding = parsed.extra.encoding or "utf-8"
            objects = rdata.conversion.convert(parsed, classes, default_encoding=encoding)
    except InputError:
        raise
    except Exception as error:  # rdata raises any exception for missing bytes
        raise InputError(
            f"{where} cannot be read as RData ({reason(error)}): fetch it again, or save the frame in R with "
            "save(frame, file = ...)"
        ) from error
    values = objects.values() if isinstance(objects, dict) else [objects]  # saveRDS(): one, without a name
    return [value for value in values if isinstance(value, pd.DataFrame)]


def _limit_sequence(construct: Any, room: list[int], where: str, state: Any) -> Any:
    """Expand a compact sequence if there is room for its numbers."""
    room[0] -= int(state.value[0])
    if room[0] < 0:
        raise InputError(too_large(where))
    return construct(state)


def _read(
    function: str, package: str, data: bytes, where: str, allow_no_rows: bool, **options: Any
) -> RawTable:
    if package == "pyarrow":
        arrow.check_available(f"{where} is a Parquet or Feather file, which", "save the table as CSV")
    frame = _frame(function, package, data, where, **options)
    return from_frame(frame, where, allow_no_rows=allow_no_rows)


def _frame(function: str, package: str, data: bytes, where: str, **options: Any) -> pd.DataFrame:
    """A data frame from a function of pandas. Raises InputError if the package that it needs is not
    installed, and for a file that it cannot read.
    """
    import pandas as pd

    try:
        return getattr(pd, function)(io.BytesIO(data), **options)
    except ImportError as error:
        raise InputError(
            f"{where} can be read only with {package}: install {package}, or save the table as CSV (UTF-8)"
        ) from error
    except Exception as error:  # parsers of damaged files raise any exception
        raise InputError(f"{where} cannot be read ({reason(error)}): save the table as CSV") from error


def from_frame(frame: pd.DataFrame, where: str, *, allow_no_rows: bool = False) -> RawTable:
    """Convert the columns of a data frame; categories that occur in no cell are declared, too.

    Raises InputError for columns of lists, structures and bytes.
    """
    columns, hints = [], {}
    for name, column in frame.items():
        odd = (
            next((cell for cell in column if isinstance(cell, NO_CELLS)), None)
            if column.dtype == object
            else None
        )
        if odd is not None:
            raise InputError(
                f"column {name!r} of {where} contains {type(odd).__name__}: convert it to numbers or "
                "labels, or leave it out of the file"
            )
        cells = from_series(column)
        columns.append(cells)
        hint = hint_of(column, cells)
        if hint:
            hints[str(name)] = hint
    lines = range(1, len(frame) + 1)
    names = list(map(str, frame.columns))
    return from_columns(names, columns, lines, where, hints=hints, unit="row", allow_no_rows=allow_no_rows)


def hint_of(column: pd.Series, cells: Cells) -> Hint:
    """The kind that the type of a column implies; none for finite numbers, whose kind is found as for a
    CSV.
    """
    categories = getattr(column.dtype, "categories", None)
    if categories is not None:
        values = list(dict.fromkeys(label_of(value).strip() for value in categories))
        return {"kind": "ordinal" if column.dtype.ordered else "nominal", "values": values}
    if isinstance(cells.source, np.ndarray):
        return {"kind": "linear"} if np.isinf(cells.source).any() else {}
    return {"kind": "nominal"} if cells.factors.labels else {}  # text, dates, true and false

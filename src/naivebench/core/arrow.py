"""Conversion between NumPy and Arrow through their buffers: pyarrow's own conversions load pandas, which is
slow.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from naivebench.core.checks import InputError

if TYPE_CHECKING:
    import pyarrow as pa


@functools.cache
def available() -> bool:
    """Whether pyarrow, which the extra `files` installs, can be imported; imports it."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        return False
    return True


def check_available(what: str, instead: str) -> None:
    """Raise InputError if pyarrow is not installed. what: the feature that needs it; instead: the
    alternative.
    """
    if not available():
        raise InputError(
            f"{what} needs pyarrow, which is not installed: run pip install 'naivebench[files]', or {instead}"
        )


def from_text(labels: Iterable[str], kind: pa.DataType | None = None) -> pa.Array:
    """Convert labels to an Arrow array of type `kind`, string or large_string; None means string."""
    import pyarrow as pa

    encoded = [label.encode() for label in labels]
    wide = np.int64 if kind is not None and pa.types.is_large_string(kind) else np.int32
    offsets = np.cumsum([0, *map(len, encoded)], dtype=wide)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(kind or pa.string(), len(encoded), buffers)


def from_numbers(numbers: np.ndarray) -> pa.Array:
    """Convert numbers (n,) of any type, none of them missing, to an Arrow array."""
    import pyarrow as pa

    whole = np.ascontiguousarray(numbers)
    return pa.Array.from_buffers(pa.from_numpy_dtype(whole.dtype), len(whole), [None, pa.py_buffer(whole)])


def to_numbers(column: pa.ChunkedArray | pa.Array, dtype: type, missing: float = 0) -> np.ndarray:
    """Convert a column of numbers of type `dtype` to one array (n,), with `missing` for nulls; a view if
    possible.
    """
    import pyarrow as pa

    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    if len(chunks) == 1 and not column.null_count:
        return np.frombuffer(chunks[0].buffers()[1], dtype)[chunks[0].offset :][: len(column)]
    whole: np.ndarray = np.empty(len(column), dtype)
    begin = 0
    for chunk in chunks:
        part = slice(begin, begin + len(chunk))
        whole[part] = np.frombuffer(chunk.buffers()[1], dtype)[chunk.offset : chunk.offset + len(chunk)]
        if chunk.null_count:
            whole[part][to_numbers(chunk.is_null().cast(pa.uint8()), np.uint8) > 0] = missing
        begin = part.stop
    return whole


def release() -> None:
    """Return the memory of deleted Arrow columns to the system."""
    if "pyarrow" in sys.modules:
        sys.modules["pyarrow"].default_memory_pool().release_unused()

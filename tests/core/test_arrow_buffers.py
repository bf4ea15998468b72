"""Conversion of NumPy to Arrow and back by buffers equals pyarrow's own conversions."""

import numpy as np
import pyarrow as pa
import pytest

from naivebench.core import arrow


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.float64])
def test_conversion_there_and_back(dtype):
    numbers = np.arange(-5, 6).astype(dtype)[::2]
    column = arrow.from_numbers(numbers)
    assert column.equals(pa.array(numbers))
    np.testing.assert_array_equal(arrow.to_numbers(column, dtype), numbers)


def test_missing_pieces_and_slices():
    column = pa.chunked_array([pa.array([1.0, None, 3.0]), pa.array([], pa.float64()), pa.array([None, 5.0])])
    for begin in range(5):
        wanted = np.array([1, np.nan, 3, np.nan, 5])[begin:]
        np.testing.assert_array_equal(arrow.to_numbers(column.slice(begin), np.float64, np.nan), wanted)
    assert arrow.to_numbers(pa.chunked_array([], pa.int8()), np.int8).tolist() == []


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_text(kind):
    labels = ["", "a", "äß", "\U0001f600", "b\n"]
    assert arrow.from_text(labels, kind).equals(pa.array(labels, kind))
    assert arrow.from_text([], kind).equals(pa.array([], kind))
    assert arrow.from_text(labels).type == pa.string()

"""A column behaves in the same way whatever it is stored in."""

import re

import numpy as np
import pyarrow as pa
import pytest

from naivebench.data.readers.cells import Cells, Factors, joined

MISSING = frozenset({"", "?"})
COLUMNS = {
    "words": ["b", "a", "", "b", "?"],
    "numbers": ["1", "007", "?", "-2.5e3", ""],
    "numbers and words": ["1", "x", "2", "", "?"],
    "odd numbers": ["+1", "1_0", "2", "?", ""],
    "not finite": ["1", "inf", "nan", "?", ""],
    "other digits": ["\u0661", "2", "", "?", "3"],
    "late word": ["1"] * 150 + ["x"],
    "late infinity": ["1"] * 150 + ["inf"],
    "whole numbers": ["1", "2", "3"],
    "late mark": ["1.5"] * 150 + ["?"],
    "nothing": ["", "", ""],
    "none": [],
}


def sources(cells):
    """The same cells as a list, and as Arrow columns of text, in two pieces and as categories."""
    half = len(cells) // 2
    text = pa.chunked_array([pa.array(cells[:half], pa.string()), pa.array(cells[half:], pa.string())])
    labels = sorted(set(cells))
    codes = np.array([labels.index(cell) for cell in cells], dtype=np.int32)
    return [cells, text, text.cast(pa.large_string()), text.dictionary_encode(), Factors(codes, labels)]


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("form", range(5))
def test_every_view_equals_that_of_the_text(name, form):
    cells, column = COLUMNS[name], Cells(sources(COLUMNS[name])[form])
    assert list(column) == column.text == cells
    assert column == cells
    assert len(column) == len(cells)
    assert column.times == {cell: cells.count(cell) for cell in cells}
    assert [column.factors.labels[code] for code in column.factors.codes] == cells
    assert column.among({"1", ""}) == [i for i, cell in enumerate(cells) if cell in ("1", "")]
    assert column.matching(re.compile(r"0\d+"), "0") == sum(cell == "007" for cell in cells)
    if cells:
        assert list(column.take([0, len(cells) - 1])) == [cells[0], cells[-1]]


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("form", range(5))
def test_numbers_are_parsed_as_by_python(name, form):
    cells = COLUMNS[name]
    for missing in (MISSING, MISSING | {"1"}, MISSING | {"nan", "inf"}, frozenset({"x"})):
        column = Cells(sources(cells)[form])
        plain = [c not in ("inf", "nan", "1_0", "x", "b", "a", "", "?") for c in cells]
        if all(cell in missing or p for cell, p in zip(cells, plain, strict=True)):
            wanted = [np.nan if cell in missing else float(cell) for cell in cells]
            np.testing.assert_array_equal(column.numbers(missing), np.array(wanted, dtype=np.float64))
        else:
            assert column.numbers(missing) is None


def test_numbers_of_arrow_are_numbers_and_labels():
    column = Cells(pa.chunked_array([pa.array([1.0, None]), pa.array([-9.0, 2.5, float("nan")])]))
    assert column.text == ["1", "", "-9", "2.5", ""]
    np.testing.assert_array_equal(column.numbers(MISSING), [1, np.nan, -9, 2.5, np.nan])
    np.testing.assert_array_equal(column.numbers(MISSING | {"-9"}), [1, np.nan, np.nan, 2.5, np.nan])
    assert Cells(pa.chunked_array([[1.0, float("inf")]])).numbers(MISSING) is None
    assert Cells(pa.chunked_array([[True, None, False]])).text == ["True", "", "False"]


def test_a_slice_is_not_the_whole():
    column = pa.chunked_array([pa.array([5, None, 7, None, 9])]).slice(1, 3)
    np.testing.assert_array_equal(Cells(column).numbers(MISSING), [np.nan, 7, np.nan])
    words = pa.chunked_array([pa.array(["a", None, "b", "a"]).dictionary_encode()]).slice(1)
    assert Cells(words).text == ["", "b", "a"]
    assert set(Cells(words.slice(1, 1)).times) == {"b"}


def test_concatenated_columns():
    words, more = pa.chunked_array([["a", "b"]]), pa.chunked_array([["c"]])
    assert list(joined([Cells(words), Cells(more)])) == ["a", "b", "c"]
    assert joined([Cells(words), ["c"], Cells(pa.chunked_array([[1]]))]) == ["a", "b", "c", "1"]


def test_other_labels_for_the_cells():
    column = Cells(pa.chunked_array([["1.0", "x", "1.0"]])).relabelled(
        lambda labels: [c.upper() for c in labels]
    )
    assert column.text == ["1.0", "X", "1.0"]

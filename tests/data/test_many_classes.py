"""Columns that cannot be classes: too many values for any method, or numbers of a regression."""

import pytest
from support.sentences import refusal

from naivebench.data import encode
from naivebench.data.readers import read as readers


def encoded(labels, **options):
    text = "x,y\n" + "".join(f"{i % 7},{label}\n" for i, label in enumerate(labels))
    return encode.to_table(readers.read(text.encode(), where="a.csv", header=True), where="a.csv", **options)


@pytest.mark.parametrize(
    "labels",
    [
        [str(i) for i in range(51)],
        [f"{i % 60}" for i in range(1000)],
        [f"{i / 7:.3f}" for i in range(11)] * 100,
        ["1.5", "2.5", "3.5", "1.5"],
        [f"-{i}e-1" for i in range(100)],
    ],
)
def test_numeric_targets_of_regression_are_refused(labels):
    refused = refusal(encoded, labels)
    assert "class column 'y' of a.csv contains" in refused
    assert "as a target of regression does" in refused


@pytest.mark.parametrize(
    "labels",
    [
        [str(i) for i in range(50)],
        [str(i % 60) for i in range(1200)],
        ["0.5", "1", "2"] * 20,
        ["1.0", "2.0", "3.0"],
        ["0.1", "0.2"],
        [f"c{i}" for i in range(100)],
        ["1", "2", "3", "other"] * 3,
    ],
)
def test_few_numbers_and_names_are_classes(labels):
    assert len(encoded(labels)[0].classes) == len(set(labels))

"""Columns that cannot be classes: too many values for any method, or numbers of a regression."""

import time

import pytest
from support.sentences import refusal

from naivebench.cli import tables
from naivebench.cli.main import make_parser
from naivebench.data import encode
from naivebench.data.prepare import Inputs, prepare
from naivebench.data.readers import read as readers


def encoded(labels, **options):
    text = "x,y\n" + "".join(f"{i % 7},{label}\n" for i, label in enumerate(labels))
    return encode.to_table(readers.read(text.encode(), where="a.csv", header=True), where="a.csv", **options)


def test_forty_thousand_rows_of_twenty_thousand_classes_are_refused_in_seconds(tmp_path):
    """The check is in the function that gives all tables of files their classes; `derive` can only remove
    classes.
    """
    (tmp_path / "a.csv").write_text("x,y\n" + "".join(f"{i % 7},c{i % 20000}\n" for i in range(40000)))
    started = time.monotonic()
    absence, record = prepare("big", {"source": {"file": "a.csv"}}, Inputs(file=tmp_path / "a.csv"))
    assert time.monotonic() - started < 5
    assert record["status"] == "failed"
    assert "40,000 cases and 20,000 classes" in absence.reason
    assert "100,000,000 are allowed" in absence.reason


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


def test_the_stanza_may_say_that_numbers_are_labels():
    labels = [str(i) for i in range(99)]
    assert len(encoded(labels, kinds={"y": "nominal"})[0].classes) == 99
    assert encoded(labels, classes={"small": labels[:50], "large": "*"})[0].classes == ("large", "small")
    assert refusal(encoded, labels, kinds={"default": "nominal"})
    assert refusal(encoded, labels, kinds="nominal")


def test_the_file_may_say_that_numbers_are_labels():
    tab = "x\ty\nc\td\n\tclass\n" + "".join(f"{i % 7}\t{i}\n" for i in range(99))
    assert len(encode.to_table(readers.read(tab.encode(), where="a.tab"))[0].classes) == 99
    assert refusal(encode.to_table, readers.read(tab.replace("\td\n", "\tc\n").encode(), where="a.tab"))


def test_the_command_line_may_say_that_numbers_are_labels(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,y\n" + "".join(f"{i % 7},{i}\n" for i in range(99)))

    def arguments(kind):
        words = ["fit", "--method", "nb", "--train", str(path), "--target", "y", "--out", "-", "--kind", kind]
        return make_parser(["fit"]).parse_args(words)

    assert "as a target of regression does" in refusal(tables.read_train, arguments("*=nominal"))
    assert len(tables.read_train(arguments("y=nominal")).classes) == 99

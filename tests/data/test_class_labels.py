"""Which labels are the same and which are missing: in files, in Python and in test files."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from naivebench.cli import try_table
from naivebench.cli.main import make_parser
from naivebench.core.checks import InputError
from naivebench.data import class_labels, encode
from naivebench.data.readers import read as readers


def encoded(labels, **options):
    """The table and the warnings of a file with these labels in the column `c`."""
    text = "x,c\n" + "".join(f"{i % 3},{label}\n" for i, label in enumerate(labels))
    raw = readers.read_table(text.encode(), options.pop("reader", "csv"), where="x.csv", target="c")
    table, findings = encode.encode_table(raw, target="c", where="x.csv", **options)
    return table, findings["warnings"]


@pytest.mark.parametrize(
    ("same", "other"),
    [
        (
            ("0", "0.0", "-0", 0, 0.0, np.float64(0), False, np.bool_(False), "FALSE", " 0.00 "),
            ("00", "", "O"),
        ),
        (("1", "1.", "1e0", "+1", "True", True, np.int8(1)), ("01", "1,0", "I")),
        (("-1", "-1.0", -1), ("-a", "1")),
        (("0.1", ".1", "1e-1", 0.1), ("0.10000000000000001", "0,1")),
        (("12345678901234567890", 12345678901234567890), ("12345678901234567891", 1.2345678901234567e19)),
        (("caf\u00e9", "cafe\u0301", "caf\u00e9 ", "\ufeffcaf\u00e9"), ("cafe", "Caf\u00e9")),
        (("007", "007 "), ("7", "7.0")),
        (("1e400",), ("1e401", "inf")),
    ],
)
def test_labels_are_the_same_by_value_and_text_by_its_normal_form(same, other):
    keys = {class_labels.make_label_key(label) for label in same}
    assert len(keys) == 1
    assert None not in keys
    assert keys.isdisjoint({class_labels.make_label_key(label) for label in other})


@pytest.mark.parametrize(
    "cell",
    [None, math.nan, pd.NA, pd.NaT, "", " ", "?", "NA", "nan", "NaN", "None", "<NA>", "NaT", "null", "N/A"],
)
def test_missing_labels_have_no_key(cell):
    assert class_labels.make_label_key(cell) is None


def test_numbers_of_a_file_are_the_same_class_in_every_spelling():
    table, warnings = encoded(["0", "0.0", "1", "1.0", "1", "TRUE"] * 4)
    assert table.classes == ("0", "1")  # of two spellings with equally many rows, the shorter one
    assert table.y.tolist() == [0, 0, 1, 1, 1, 1] * 4
    assert "'1', '1.0' and 'TRUE' are read as one class, '1'" in warnings
    table, warnings = encoded(["2.0", "2.0", "10.0", "2", "9"] * 4)
    assert table.classes == ("2.0", "9", "10.0")  # the most frequent spelling, in the order of the numbers
    assert class_labels.match_labels(["1.00", "1"], ["0", "1.0", "1"]).tolist() == [1, 2]


def test_unicode_forms_of_a_label_are_one_class_with_a_note():
    table, warnings = encoded(["caf\u00e9", "cafe\u0301", "tea"] * 4)
    assert len(table.classes) == 2
    assert any("are read as one class, 'caf\u00e9'" in warning for warning in warnings)


def test_spellings_that_may_be_one_class_are_noted_and_stay_apart():
    table, warnings = encoded(["Yes", "yes", "no", "'no'", "01", "1", "n.a", "N.A.", "5 %", "5%"] * 3)
    assert len(table.classes) == 10
    text = "differ only in spelling (if they are one class, spell them alike)"
    pairs = ("'5 %' and '5%'", "'Yes' and 'yes'", "\"'no'\" and 'no'", "'01' and '1'", "'N.A.' and 'n.a'")
    assert {f"the classes {pair} {text}" for pair in pairs} <= set(warnings)


def test_rows_with_a_word_for_no_class_are_left_out_with_a_note():
    table, warnings = encoded(["0", "1", "NA", "1", "None", ""] * 4)
    assert table.classes == ("0", "1")
    assert len(table.y) == 12
    assert warnings[0] == "12 of 24 rows have no class and are left out"
    assert warnings[1].startswith("'NA' and 'None' are treated as missing (")
    assert "--kind c=nominal:" in warnings[1]


def test_a_class_named_none_can_be_declared():
    labels = ["None", "apnea", "None", "NA"] * 4
    for options in (
        {"kinds": {"c": {"kind": "nominal", "values": ["apnea", "None"]}}},
        {"classes": {"apnea": ["apnea"], "None": ["None"]}},
    ):
        table, warnings = encoded(labels, **options)
        assert sorted(table.classes) == ["None", "apnea"]
        assert warnings[0] == "4 of 16 rows have no class and are left out"
        assert warnings[1].startswith("'NA' is treated as missing")
    assert table.classes == ("None", "apnea")
    declared, _ = encoded(labels, kinds={"c": {"kind": "nominal", "values": ["apnea", "None"]}})
    assert declared.classes == ("apnea", "None")  # in the order of the list
    with pytest.raises(InputError, match=r"only one class, 'apnea'.*'NA' and 'None' are treated as missing"):
        encoded(labels)
    with pytest.raises(InputError, match=r"'apnea' is not in the declared value list of column 'c'"):
        encoded(labels, kinds={"c": {"kind": "nominal", "values": ["None", "asthma"]}})


def test_a_file_that_lists_its_classes_declares_them():
    text = "@relation r\n@attribute x real\n@attribute c {None,NA,b}\n@data\n1,None\n2,NA\n3,b\n4,?\n"
    raw = readers.read_table(text.encode(), "arff", where="x.arff")
    table, _ = encode.encode_table(raw, where="x.arff")
    assert (table.classes, table.y.tolist()) == (("None", "NA", "b"), [0, 1, 2])


def tried(folder, train, test, *options):
    """What `naivebench try` reads from two files with these labels."""
    for name, labels in (("a.csv", train), ("b.csv", test)):
        lines = [f"{(7 * i) % 11},{label}" for i, label in enumerate(labels)]
        (folder / name).write_text("\n".join(["x,c", *lines]) + "\n")
    paths = [str(folder / name) for name in ("a.csv", "b.csv")]
    arguments = make_parser(["try"]).parse_args(
        ["try", paths[0], "--test", paths[1], "--target", "c", *options]
    )
    return try_table.plan_trial(arguments, "try-a")[0]


def test_labels_of_a_test_file_are_those_of_the_training_file(tmp_path):
    read = tried(tmp_path, ["0.0", "1.0"] * 10, ["0", "1", "1"] * 3)
    assert read.table.classes == ("0.0", "1.0")
    assert read.table.y[20:].tolist() == [0, 1, 1] * 3
    assert not [note for note in read.decisions if "occurs only" in note]


def test_new_labels_and_missing_ones_of_a_test_file_are_noted(tmp_path):
    read = tried(tmp_path, ["no", "yes"] * 10, ["no", "maybe", "maybe", "NA", "", "Yes"] * 3)
    notes = [note.replace(str(tmp_path), "") for note in read.decisions]
    assert "6 of 18 rows of /b.csv have no class and are not tested." in notes
    assert "Class 'maybe' occurs only in /b.csv (6 cases), so it cannot be learned." in notes
    assert (
        "Class 'Yes' occurs only in /b.csv (3 cases), so it cannot be learned; 'Yes' seems to be 'yes'."
        in notes
    )
    quiet = tried(tmp_path, ["no", "yes", "rare"] * 10, ["no", "yes"] * 3)
    assert not [note for note in quiet.decisions if "b.csv" in note]


@pytest.mark.parametrize(
    ("test", "text"),
    [
        (
            ["No", "YES."],
            "'no' and 'yes'; .*b.csv has 'No' and 'YES.'; 'No' seems to be 'no': spell labels alike",
        ),
        (["", "NA"], "b.csv has no row with a class.*fill in the classes, or use"),
    ],
)
def test_a_test_file_without_a_known_label_is_refused(tmp_path, test, text):
    with pytest.raises(InputError, match=text):
        tried(tmp_path, ["no", "yes"] * 10, test * 3)


def test_a_training_file_with_one_class_is_refused(tmp_path):
    with pytest.raises(InputError, match="the training part contains only one class, 'no'"):
        tried(tmp_path, ["no"] * 20, ["no", "yes"] * 3)

"""What is decided about columns and rows before a trial."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from support.trials import labelled

from naivebench.cli import try_table
from naivebench.cli.main import make_parser
from naivebench.core.table import Attribute, make_table, subset
from naivebench.data.profile import row_codes
from naivebench.trial import columns, trial


def copies(table, holdout=None, codes=None):
    """Number of repeated rows that a note names; 0 without a note."""
    codes = row_codes(table) if codes is None else codes
    notes = [note for note in columns.note_rows(table, codes, holdout) if "repeat" in note]
    return int(notes[0].split()[0]) if notes else 0


def read(*words):
    return try_table.read_table(make_parser(["try"]).parse_args(["try", *words]))


@pytest.mark.parametrize(
    ("column", "reason"),
    [
        ([7.0] * 60, "has only one value"),
        ([7.0] * 59 + [7.000001], None),
        ([7.0] * 40 + [np.nan] * 20, "has only one value in 40 of 60 rows"),
        ([np.nan] * 60, "has only missing cells"),
    ],
)
def test_a_constant_column_is_described_as_it_is(column, reason):
    x = np.array([column]).T
    table = make_table([Attribute("x", "linear")], ("a", "b"), np.arange(60) % 2, reals=x)
    assert columns.find_useless_columns(table, {}).get("x") == reason


def test_copies_are_noted_only_where_they_are_in_a_training_and_a_test_part():
    x = np.r_[np.arange(30.0), np.arange(30.0)][:, None] + np.pi
    attributes = [Attribute(name, "linear") for name in "uvw"]
    table = make_table(
        attributes, ("a", "b"), np.r_[np.arange(30), np.arange(30)] % 2, reals=np.hstack([x] * 3)
    )
    assert copies(table) == 30
    inside = np.r_[np.arange(30), np.arange(30)]
    assert copies(table._replace(groups=inside)) == 0
    inside[30:35] += 30  # five copies are in another group than the row that they repeat
    assert copies(table._replace(groups=inside)) == 5
    assert copies(table, holdout=31) == 29  # row 30 repeats row 0 inside the training file
    assert copies(subset(table, np.r_[np.arange(30), 0:5]), holdout=30) == 5
    few = labelled({"c": [0, 1] * 10}, [0, 1] * 10)
    assert (copies(few), copies(few, holdout=10)) == (0, 10)  # the test file is a copy of the training file
    assert copies(subset(table, np.r_[0:10, 0:10, 10:30]), holdout=20) == 0


def test_rows_that_chance_repeats_are_not_noted():
    assert copies(labelled({"c": [0, 1] * 30, "d": [0, 0, 1] * 20}, [0, 1] * 30)) == 0
    few = np.random.default_rng(1).integers(0, 4, (40, 3)).astype(float)
    table = make_table([Attribute(n, "linear") for n in "uvw"], ("a", "b"), np.arange(40) % 2, reals=few)
    assert len(np.unique(row_codes(table))) < 40
    assert copies(table) == 0
    many = {f"c{j}": np.random.default_rng(j).integers(0, 3, 60).tolist() for j in range(8)}
    assert copies(subset(labelled(many, [0, 1] * 30), np.r_[np.arange(60), 3, 3])) == 2


@pytest.mark.parametrize(
    ("kind", "cells", "expected"),
    [
        ("sequence", ["ACGT", "acgt", "ACGG", "ACGC"], 9),
        ("count", ["A b", "a B", "b a", "c"], 9),  # texts are equal if their words are in the same order
    ],
)
def test_copies_in_a_file_do_not_depend_on_case(tmp_path, kind, cells, expected):
    frame = pd.DataFrame({"t": cells * 3, "y": ["p", "p", "q", "q"] * 3})
    frame.to_csv(tmp_path / "t.csv", index=False)
    found = read(str(tmp_path / "t.csv"), "--target", "y", "--kind", f"t={kind}")
    assert [d.split()[0] for d in found.decisions if "repeat" in d] == [str(expected)]


def test_labels_in_python_may_be_missing():
    frame = pd.DataFrame({"x": np.arange(20.0)})
    table, rows, notes = trial.encode_table(frame, [None, *"ab" * 9, "a"], None, None)
    assert len(table.y) == 19
    assert rows[0] == 1
    assert notes
    assert columns.make_sentences(["column 'x' is odd"]) == ["Column 'x' is odd."]

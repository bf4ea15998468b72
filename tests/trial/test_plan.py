"""Before a trial: sizes of tables, numbers of folds, methods that suit the columns, what is decided about
columns and rows, and the folder for the results.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from support.sequence_tables import to_counts
from support.trials import blobs, circle, labelled

from naivebench.cli import try_table
from naivebench.cli.main import make_parser
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, make_table, subset
from naivebench.data.profile import number_equal_rows
from naivebench.trial import plan, table_checks


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (blobs(8), "has 8 rows with a class, but at least 10 are needed"),
        (blobs(12, classes=tuple("abcdefg")), "7 different labels in 12 rows"),
        (make_table([], ("a", "b"), np.arange(20) % 2), "no column with values besides the class"),
    ],
)
def test_tables_that_are_too_small_are_refused(table, text):
    with pytest.raises(InputError, match=text):
        plan.make_plan("made", table)


def test_small_tables_are_repeated_and_large_ones_are_not():
    def count_parts(n, **how):
        return len(plan.make_plan("made", blobs(n), methods=["nb"], **how).folds.fold)

    assert [count_parts(n) for n in (100, 600, 2500)] == [50, 20, 10]
    assert count_parts(100, in_time_order=True) == 10
    assert count_parts(100, folds=4, repeats=3) == 12


def test_methods_suit_the_columns():
    of_numbers = plan.find_suitable_methods(blobs())
    assert {"gnb", "nb", "tan", *plan.RIVALS[:3]} <= set(of_numbers)
    assert "mixed_nb" not in of_numbers  # on numbers alone, mixed_nb would be gnb
    of_labels = plan.find_suitable_methods(labelled({"c": [0, 1] * 20}, [0, 1] * 20))
    assert {"gnb", "hpb"}.isdisjoint(of_labels)
    assert "hpb" in plan.find_suitable_methods(labelled({"c": list(range(60)) * 2}, [0, 1] * 60))
    texts, counts = Attribute("text", "count", ("good", "bad")), to_counts([[2, 0], [0, 2]] * 20)
    table = make_table([texts], ("no", "yes"), np.array([1, 0] * 20), counts=counts)
    assert {"nb_mn", "cnb", "linear_svm_counts"} <= set(plan.find_suitable_methods(table))


def test_methods_that_take_angles_for_numbers_do_not_suit_a_table_with_angles():
    chosen = set(plan.find_suitable_methods(circle()))
    assert {"vmnb", "hybrid_nb", "nb"} <= chosen
    assert chosen.isdisjoint(plan.ON_A_LINE)
    x, c, a = circle().attributes
    plain = circle()._replace(attributes=(x, c, a._replace(kind="linear")))
    assert {"mixed_nb", "flexible_nb"} <= set(plan.find_suitable_methods(plain))


def test_a_method_that_does_not_accept_the_columns_is_left_out():
    design = plan.make_plan("made", blobs(), methods=["nb", "vmfnb"])
    assert design.refused == {"vmfnb": "does not accept columns of kind linear, such as 'x'"}
    with pytest.raises(InputError, match="made: `vmfnb` does not accept columns of kind linear, such as 'x'"):
        plan.make_plan("made", blobs(), methods=["vmfnb"])


@pytest.mark.parametrize("methods", [["nb"], ["nb", "tan"], ["random_forest"], []])
def test_the_most_frequent_class_is_always_compared(methods):
    design = plan.make_plan("made", blobs(), methods=methods)
    assert "majority" in design.methods
    assert not methods or list(design.methods) == ["majority", *methods]


def test_cheap_methods_run_first():
    order = [plan.rank_cost(stanza) for stanza in plan.make_plan("made", blobs()).methods.values()]
    assert order == sorted(order)
    assert len(set(order)) > 1


def test_results_are_replaced_and_removed_and_other_files_stay(tmp_path):
    out = tmp_path / "out"
    try_table.write_results(out, {"trial.json": b"{}", "scores.csv": b"a", "model.nb": b"b"})
    (out / "notes.txt").write_text("mine")
    (tmp_path / "target.csv").write_text("mine")
    (out / "scores.csv").unlink()
    (out / "scores.csv").symlink_to(tmp_path / "target.csv")
    try_table.check_folder(out)
    try_table.write_results(out, {"scores.csv": b"c", "model.nb": b""})
    assert (out / "scores.csv").read_bytes() == b"c"
    assert not (out / "model.nb").exists()
    for mine in (out / "notes.txt", tmp_path / "target.csv"):
        assert mine.read_text() == "mine"


@pytest.mark.parametrize("name", ["scores.csv", "notes.txt", "work"])
def test_a_folder_that_no_trial_made_is_refused(tmp_path, name):
    (tmp_path / name).write_text("mine")
    for folder in (tmp_path, tmp_path / name):  # the latter is a file
        with pytest.raises(InputError, match="naivebench try did not make it: name a new folder with --out"):
            try_table.check_folder(folder)


def copies(table, holdout=None):
    return table_checks.count_copies(table, holdout)


def read(*words):
    return try_table.plan_trial(make_parser(["try"]).parse_args(["try", *words]), "try-t")[0]


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
    assert table_checks.find_useless_columns(table, {}).get("x") == reason


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
    assert len(np.unique(number_equal_rows(table))) < 40
    assert copies(table) == 0
    many = {f"c{j}": np.random.default_rng(j).integers(0, 3, 60).tolist() for j in range(8)}
    assert copies(subset(labelled(many, [0, 1] * 30), np.r_[np.arange(60), 3, 3])) == 2


@pytest.mark.parametrize(
    ("kind", "cells", "expected"),
    [
        ("sequence", ["ACGT", "acgt", "ACGG", "ACGC"], 9),
        ("count", ["A b", "a B", "b c", "c"], 9),
    ],
)
def test_copies_in_a_file_do_not_depend_on_case(tmp_path, kind, cells, expected):
    frame = pd.DataFrame({"t": cells * 3, "y": ["p", "p", "q", "q"] * 3})
    frame.to_csv(tmp_path / "t.csv", index=False)
    found = read(str(tmp_path / "t.csv"), "--target", "y", "--kind", f"t={kind}")
    assert [d.split()[0] for d in found.decisions if "repeat" in d] == [str(expected)]

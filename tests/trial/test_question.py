"""The question of a trial: sizes of tables, numbers of folds, and methods that suit the columns."""

from __future__ import annotations

import numpy as np
import pytest
from support.sequence_tables import to_counts
from support.trials import blobs, circle, labelled

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, make_table
from naivebench.trial import question


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (blobs(8), "has 8 rows with a class, but at least 10 are needed"),
        (blobs(12, classes=tuple("abcdefg")), "7 different labels in 12 rows"),
        (make_table([], ("a", "b"), np.arange(20) % 2), "no column besides the class"),
    ],
)
def test_tables_that_are_too_small_are_refused(table, text):
    with pytest.raises(InputError, match=text):
        question.build_question("made", table)


def test_small_tables_are_repeated_and_large_ones_are_not():
    def count_parts(n, **how):
        return len(question.build_question("made", blobs(n), methods=["nb"], **how).folds.fold)

    assert [count_parts(n) for n in (100, 600, 2500)] == [50, 20, 10]
    assert count_parts(100, scheme="time") == 10
    assert count_parts(100, folds=4, repeats=3) == 12


def test_methods_suit_the_columns():
    of_numbers = question.find_suitable(blobs())
    assert {"gnb", "nb", "tan", *question.RIVALS[:3]} <= set(of_numbers)
    assert "mixed_nb" not in of_numbers  # on numbers alone, mixed_nb would be gnb
    of_labels = question.find_suitable(labelled({"c": [0, 1] * 20}, [0, 1] * 20))
    assert {"gnb", "hpb"}.isdisjoint(of_labels)
    assert "hpb" in question.find_suitable(labelled({"c": list(range(60)) * 2}, [0, 1] * 60))
    texts, counts = Attribute("text", "count", ("good", "bad")), to_counts([[2, 0], [0, 2]] * 20)
    table = make_table([texts], ("no", "yes"), np.array([1, 0] * 20), counts=counts)
    assert {"nb_mn", "cnb", "linear_svm_counts"} <= set(question.find_suitable(table))


def test_methods_that_take_angles_for_numbers_do_not_suit_a_table_with_angles():
    chosen = set(question.find_suitable(circle()))
    assert {"vmnb", "hybrid_nb", "nb"} <= chosen
    assert chosen.isdisjoint(question.ON_A_LINE)
    x, c, a = circle().attributes
    plain = circle()._replace(attributes=(x, c, a._replace(kind="linear")))
    assert {"mixed_nb", "flexible_nb"} <= set(question.find_suitable(plain))


def test_methods_for_angles_run_before_the_others():
    order = list(question.build_question("made", circle()).methods)
    assert order[:6] == ["majority", "nb", *order[2:6]]
    assert set(order[2:6]) == set(question.OF_ANGLES)


def test_a_method_that_does_not_accept_the_columns_is_named_and_the_others_are_compared():
    asked = question.build_question("made", blobs(), methods=["nb", "vmfnb"])
    assert list(asked.methods) == ["majority", "nb"]
    assert asked.not_applicable == {"vmfnb": "does not accept columns of kind linear, such as 'x'"}
    with pytest.raises(InputError, match=r"made \(vmfnb does not accept columns"):
        question.build_question("made", blobs(), methods=["vmfnb"])


@pytest.mark.parametrize("methods", [["nb"], ["nb", "tan"], ["random_forest"], []])
def test_the_most_frequent_class_is_always_compared(methods):
    asked = question.build_question("made", blobs(), methods=methods)
    assert "majority" in asked.methods
    assert not methods or list(asked.methods) == ["majority", *methods]


def test_cheap_methods_run_first():
    order = [
        question.rank_cost(stanza) for stanza in question.build_question("made", blobs()).methods.values()
    ]
    assert order == sorted(order)
    assert len(set(order)) > 1

"""Source families with one vote, and scores pooled over folds."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

from naivebench.evaluation.classification import average_classes
from naivebench.evaluation.statistics.source_families import (
    FEWEST,
    average_by_family,
    choose_representatives,
    list_repeated_families,
)

FAMILY = {"glass2": "glass", "monks-1": "monks", "monks-2": "monks", "monks-3": "monks"}


def test_the_first_member_votes_for_its_family():
    sets = ["glass", "glass2", "iris", "monks-3", "monks-1"]
    expected = {
        "glass": "glass",
        "glass2": "glass",
        "iris": "iris",
        "monks-3": "monks-3",
        "monks-1": "monks-3",
    }
    assert choose_representatives(sets, FAMILY) == expected
    assert list_repeated_families(sets, FAMILY) == []
    assert (
        choose_representatives(["glass2", "iris", "wine"], FAMILY)["glass2"] == "glass2"
    )  # the first that takes part


def test_an_earlier_member_than_the_namesake_of_the_family_votes():
    assert choose_representatives(["glass2", "glass", "iris", "wine"], FAMILY)["glass"] == "glass2"


@pytest.mark.parametrize("sets", list(itertools.permutations(["monks-1", "monks-2", "glass"])))
def test_with_too_few_families_every_member_votes(sets):
    assert choose_representatives(sets, FAMILY) == {d: d for d in sets}
    assert list_repeated_families(sets, FAMILY) == ["monks"]


def test_few_data_sets_without_relatives_are_not_within_a_family():
    assert list_repeated_families(["glass", "iris"], FAMILY) == []
    assert FEWEST == 3


def test_a_vote_is_the_mean_over_the_members_of_a_family():
    values = {"monks-1": 0.1, "iris": 0.5, "monks-2": 0.2, "wine": -1.0, "monks-3": 0.6}
    assert average_by_family(values, FAMILY) == pytest.approx([0.3, 0.5, -1.0])
    assert average_by_family({"monks-1": 0.1, "monks-2": 0.2}, FAMILY) == [0.1, 0.2]
    assert average_by_family({}, FAMILY) == []


def test_one_small_matrix_by_hand():
    """No case is predicted as class 1, and class 2 has neither cases nor predictions."""
    confusion = [[3, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert average_classes(confusion) == pytest.approx(((3 / 4 + 0) / 2, (1 + 0) / 2, (6 / 7 + 0) / 2))
    assert average_classes(confusion, 3) == pytest.approx(((3 / 4 + 0) / 3, (1 + 0) / 3, (6 / 7 + 0) / 3))
    assert average_classes(confusion, 10).recall == pytest.approx(1 / 10)


def by_brute_force(y, decided, classes):
    """The computation of the program of mande2023: undefined numbers are skipped, and all classes count."""
    sums = [0.0, 0.0, 0.0]
    for c in range(classes):
        hits = sum(a == b == c for a, b in zip(y, decided, strict=True))
        precision = hits / decided.count(c) if c in decided else np.nan
        recall = hits / y.count(c) if c in y else np.nan
        f1 = 2 * precision * recall / (precision + recall) if hits else np.nan
        sums = [s if np.isnan(x) else s + x for s, x in zip(sums, (precision, recall, f1), strict=True)]
    return [s / classes for s in sums]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40))
def test_both_conventions(pairs):
    y, decided = map(list, zip(*pairs, strict=True))
    confusion = confusion_matrix(y, decided, labels=range(6))
    for labels, classes in ((list(range(6)), 6), (None, None)):
        other = precision_recall_fscore_support(y, decided, labels=labels, average="macro", zero_division=0)
        assert average_classes(confusion, classes) == pytest.approx(other[:3], abs=1e-12)
    assert average_classes(confusion, 6) == pytest.approx(by_brute_force(y, decided, 6), abs=1e-12)


def test_pooled_averages_are_not_means_over_folds():
    """A class without test cases in a fold has recall 0 there."""
    folds = np.array([[[2, 0], [1, 1]], [[2, 0], [0, 0]]])
    assert average_classes(folds.sum(axis=0)).recall == 0.75
    assert np.mean([average_classes(fold, 2).recall for fold in folds]) == 0.625

"""Effect sizes, source families with one vote, and scores pooled over folds."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support
from support.compared import compare

from naivebench.evaluation.classification import average_classes
from naivebench.evaluation.statistics import effect_sizes, wilcoxon
from naivebench.evaluation.statistics.effect_sizes import compare_all
from naivebench.evaluation.statistics.families import (
    FEWEST,
    average_votes,
    choose_voters,
    list_repeated_families,
)

# rank-biserial correlation and Cohen's d


@pytest.mark.parametrize(
    ("d", "expected"), [([], None), ([0.1], None), ([0.1, 0.1], None), ([0.0, 0.0], 0), ([0.1, np.inf], None)]
)
def test_undefined_cohen_d(d, expected):
    assert effect_sizes.cohen_d(d) == expected


# wins


def test_wins_by_hand():
    found, sizes = compare_all([[0.9, 0.8, 0.9], [0.1 + 0.2, 0.3, 0.1], [0.5, 0.6, 0.7]], list("abc"))
    assert found.wins == [[0, 1, 1], [1, 0, 1], [1, 2, 0]]
    # b against c: -0.1, 0.2 and -0.1 have the ranks 1.5, 3 and 1.5
    assert (sizes.values[1][2], sizes.values[2][1], sizes.values[0][0]) == (0, 0, 0)
    assert found.ties == [[3, 1, 1], [1, 3, 0], [1, 0, 3]]


def test_wins_and_pairs_use_the_noise_of_their_two_methods():
    """A third method with larger scores does not turn a difference above the noise into a tie."""
    s = np.array([[1e-3, 1e-3 + 1e-14, 1.0], [2e-3, 1e-3, 1.0]])
    assert compare_all(s, list("abc"))[0].wins == [[0, 1, 0], [1, 0, 0], [2, 2, 0]]
    (pair, *_) = compare(s, list("abc"), ["d0", "d1"])["pairs"]
    assert (pair["wins"], pair["ties"], pair["losses"]) == (1, 0, 1)


def test_matrices_agree_with_the_pairs_of_compare():
    s = np.random.default_rng(1).integers(0, 5, (15, 5)) / 7
    for lower in (False, True):
        table, correlations = compare_all(s, list("abcde"), lower_is_better=lower)
        wins, ties, sizes = map(np.array, (table.wins, table.ties, correlations.values))
        assert (wins + wins.T + ties == 15).all()
        assert (sizes == -sizes.T).all()
        for p in compare(s, list("abcde"), [f"d{i}" for i in range(15)], lower_is_better=lower)["pairs"]:
            i, j = "abcde".index(p["a"]), "abcde".index(p["b"])
            assert (wins[i, j], ties[i, j], wins[j, i]) == (p["wins"], p["ties"], p["losses"])
            assert sizes[i, j] == pytest.approx(p["wilcoxon"]["rank_biserial"])


def test_sevenths_tie_wherever_they_should():
    """Differences of sixths and sevenths of whole numbers tie if those of the whole numbers do."""
    s = np.random.default_rng(7).integers(0, 9, (20, 2))
    expected = wilcoxon.signed_rank((s[:, 0] - s[:, 1]).astype(float))
    for divisor in (3, 6, 7, 9, 1e5):
        (pair,) = compare(s / divisor, ["a", "b"], [f"d{i}" for i in range(20)])["pairs"]
        assert (pair["wilcoxon"]["statistic"], pair["wilcoxon"]["p"]) == (expected.statistic, expected.p)


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
    assert choose_voters(sets, FAMILY) == expected
    assert list_repeated_families(sets, FAMILY) == []
    assert (
        choose_voters(["glass2", "iris", "wine"], FAMILY)["glass2"] == "glass2"
    )  # the first that takes part


def test_an_earlier_member_than_the_namesake_of_the_family_votes():
    assert choose_voters(["glass2", "glass", "iris", "wine"], FAMILY)["glass"] == "glass2"


@pytest.mark.parametrize("sets", list(itertools.permutations(["monks-1", "monks-2", "glass"])))
def test_with_too_few_families_every_member_votes(sets):
    assert choose_voters(sets, FAMILY) == {d: d for d in sets}
    assert list_repeated_families(sets, FAMILY) == ["monks"]


def test_few_data_sets_without_relatives_are_not_within_a_family():
    assert list_repeated_families(["glass", "iris"], FAMILY) == []
    assert FEWEST == 3


def test_a_vote_is_the_mean_over_the_members_of_a_family():
    values = {"monks-1": 0.1, "iris": 0.5, "monks-2": 0.2, "wine": -1.0, "monks-3": 0.6}
    assert average_votes(values, FAMILY) == pytest.approx([0.3, 0.5, -1.0])
    assert average_votes({"monks-1": 0.1, "monks-2": 0.2}, FAMILY) == [0.1, 0.2]
    assert average_votes({}, FAMILY) == []


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

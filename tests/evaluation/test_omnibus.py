"""Tests of all methods at once: Friedman's on aligned ranks, and Quade's."""

import itertools

import numpy as np
import pytest
import scipy.stats
from support.compared import compare

from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import ranks
from naivebench.evaluation.statistics.aligned import friedman_aligned
from naivebench.evaluation.statistics.quade import quade

# Conover 1999, section 5.8: sales of five brands in seven stores. It is the example of R's quade.test, which
# prints F = 3.8293 and p = 0.01519.
CONOVER = np.array(
    [
        [5, 4, 7, 10, 12],
        [1, 3, 1, 0, 2],
        [16, 12, 22, 22, 35],
        [5, 4, 3, 5, 4],
        [10, 9, 7, 13, 10],
        [19, 18, 28, 37, 58],
        [10, 7, 6, 8, 7],
    ]
)


def scores(seed, n=12, k=4):
    return (
        np.random.default_rng(seed).normal(size=(n, k))
        + np.random.default_rng(seed + 1).normal(size=(n, 1)) * 3
    )


# aligned ranks


def test_aligned_ranks_by_hand():
    """The centred rows (-2, 0, 2) and (-4, 1, 3) have the ranks 5, 4, 2 and 6, 3, 1 from the largest.

    R = 11, 7, 3, so T = 2 (16 + 16) / (42/9 + 114/9).
    """
    found = friedman_aligned([[1, 3, 5], [2, 7, 9]])
    assert found.average_ranks.tolist() == [5.5, 3.5, 1.5]
    within = sum((r - np.mean(row)) ** 2 for row in ([5, 4, 2], [6, 3, 1]) for r in row)
    assert found.statistic == pytest.approx(2 * 32 / within, rel=1e-12)
    assert (found.df, found.n) == (2, 2)


@pytest.mark.parametrize(("seed", "n", "k"), [(0, 12, 4), (1, 12, 4), (2, 7, 3), (3, 5, 5), (4, 6, 3)])
def test_aligned_statistic_is_the_published_formula_without_ties(seed, n, k):
    """The formula is that of Garcia et al. 2010, section 3.1, with ranks from scipy."""
    s = scores(seed, n, k)
    n, k = s.shape
    r = scipy.stats.rankdata(-(s - s.mean(axis=1, keepdims=True))).reshape(n, k)
    columns, rows = (r.sum(axis=0) ** 2).sum(), (r.sum(axis=1) ** 2).sum()
    above = (k - 1) * (columns - k * n**2 / 4 * (k * n + 1) ** 2)
    below = k * n * (k * n + 1) * (2 * k * n + 1) / 6 - rows / k
    found = friedman_aligned(s)
    assert found.statistic == pytest.approx(above / below, rel=1e-12)
    assert found.p == pytest.approx(scipy.stats.chi2.sf(above / below, k - 1), rel=1e-12)


def test_mean_of_the_aligned_statistic_over_all_permutations_is_its_degrees_of_freedom():
    """If scores are permuted within data sets, aligned ranks are permuted too, also if there are ties."""
    a, b = [0.0, 1.0, 4.0], [2.0, 2.0, 7.0]
    values = [
        friedman_aligned([x, y]).statistic
        for x in itertools.permutations(a)
        for y in itertools.permutations(b)
    ]
    assert np.mean(values) == pytest.approx(2, rel=1e-12)


def test_levels_of_data_sets_do_not_matter_to_either_test():
    s = scores(3)
    moved = s + np.arange(12)[:, None]
    assert friedman_aligned(moved).statistic == pytest.approx(friedman_aligned(s).statistic, rel=1e-12)
    assert quade(moved).statistic == pytest.approx(quade(s).statistic, rel=1e-12)


@pytest.mark.parametrize("test", [friedman_aligned, quade])
def test_orientation_and_rounding_noise(test):
    s = scores(4).round(2)
    assert test(s).statistic == pytest.approx(test(-s, lower_is_better=True).statistic, rel=1e-12)
    assert test(s).average_ranks == pytest.approx(5 - test(-s).average_ranks) if test is quade else True
    noisy = np.array([[0.1 + 0.2, 0.2, 0.1], [0.3, 0.2, 0.1], [0.6, 0.7, 0.8]])
    assert test(noisy)[:2] == test(noisy.round(3))[:2]


@pytest.mark.parametrize("test", [friedman_aligned, quade])
def test_all_methods_tie(test):
    assert test(np.ones((5, 3)))[:2] == (0, 1)


@pytest.mark.parametrize(
    ("test", "what"), [(friedman_aligned, "before aligning the data sets"), (quade, "before Quade's test")]
)
def test_infinite_scores_are_refused(test, what):
    with pytest.raises(InputError, match=f"1 scores are not finite: leave them out {what}"):
        test(np.array([[0.1, np.inf], [0.2, 0.3]]))


# Quade


def test_quade_of_conover():
    found = quade(CONOVER)
    assert f"{found.statistic:.4f}" == "3.8293"
    assert f"{found.p:.5f}" == "0.01519"
    assert found.df == (4, 24)


def test_quade_with_equal_ranges_is_iman_davenport():
    """With equal weights and no ties, Quade's F is that of Iman and Davenport."""
    s = np.random.default_rng(6).permuted(np.tile([1.0, 2, 3, 4], (9, 1)), axis=1)
    chi2 = ranks.friedman(ranks.average_ranks(s), 9).statistic
    assert quade(s).statistic == pytest.approx(ranks.iman_davenport(chi2, 9, 4).statistic, rel=1e-12)
    assert quade(s).average_ranks == pytest.approx(ranks.average_ranks(s))


def test_quade_at_its_ends():
    """If the order is the same everywhere, F is infinite with equal ranges and finite otherwise.

    The weights 1 to 4 give F = 3 (10^2 / 4) / (30 - 25).
    """
    same = quade(np.tile([3.0, 2, 1], (4, 1)) + np.arange(4)[:, None])
    assert (same.statistic, same.p) == (np.inf, pytest.approx(6.0**-3))
    assert quade(np.tile([3.0, 2, 1], (4, 1)) * np.arange(1, 5)[:, None]).statistic == pytest.approx(15)
    assert np.isnan(quade([[1.0, 2]]).p)


# in `compare`


def test_compare_has_both():
    s = scores(8)
    result = compare(s, list("abcd"), [f"d{i}" for i in range(12)])
    a, q = friedman_aligned(s), quade(s)
    assert result["friedman_aligned"] == {
        "statistic": pytest.approx(a.statistic),
        "df": 3,
        "p": pytest.approx(a.p),
    }
    assert result["quade"] == {
        "statistic": pytest.approx(q.statistic),
        "df": [3, 33],
        "p": pytest.approx(q.p),
    }


def test_compare_gives_the_reason_if_they_are_undefined():
    result = compare(
        np.array([[0.1, np.inf], [0.2, 0.3], [0.5, 0.1]]), ["a", "b"], ["x", "y", "z"], lower_is_better=True
    )
    assert result["friedman_aligned"]["p"] is result["quade"]["p"] is None
    note = (
        "Infinite scores (1 of 6) only count by rank: Friedman's test on aligned ranks and Quade's test "
        "are not defined."
    )
    assert note in result["notes"]

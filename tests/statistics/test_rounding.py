"""Ties up to rounding noise."""

import numpy as np
from scipy import stats

from naivebench.statistics import compare
from naivebench.statistics.rounding import differences, without_noise


def test_a_huge_score_makes_no_ties_of_the_others():
    scores = np.array([[0.0616, 0.0637, 1.9e9], [0.5, 0.5 + 1e-14, np.inf]])
    found = without_noise(scores)
    assert found[0, 0] < found[0, 1]
    assert found[1, 0] == found[1, 1]
    assert (found[0] == scores[0]).all()


def test_noise_of_either_size_is_a_tie():
    assert differences(np.array([0.1 + 0.2, 1e6 + 0.1]), np.array([0.3, 1e6 + 0.1 + 1e-9])).tolist() == [
        0.0,
        0.0,
    ]
    assert differences(np.array([1e-17, np.inf, 1e9]), np.array([0.0, np.inf, 2.0])).tolist() == [
        0.0,
        0.0,
        1e9 - 2,
    ]
    assert differences(np.array([1e-17, 0.5]), np.array([0.0, 0.25])).tolist() == [0.0, 0.25]
    assert np.allclose(without_noise(np.array([3e-20, 4e-20])), [3e-20, 4e-20], rtol=1e-11, atol=0)


def test_aligned_scores_tie_where_the_scores_themselves_do():
    """Thirds, whose twelve digits leave other remainders than they do: rows with means that are not
    rounded.
    """
    scores = np.array([[1 / 3, 2 / 3, 1.0], [1.0, 1 / 3, 2 / 3], [0.1, 0.2, 0.3], [2 / 7, 3 / 7, 1 / 7]])
    ranks = stats.rankdata(-np.round(scores - scores.mean(1, keepdims=True), 10)).reshape(4, 3)
    between = np.square(ranks.sum(0) - 4 * 13 / 2).sum()
    expected = 2 * between / np.square(ranks - ranks.mean(1, keepdims=True)).sum()
    found = compare.compare(scores, ["a", "b", "c"], list("wxyz"))["friedman_aligned"]["statistic"]
    assert abs(found - expected) < 1e-12

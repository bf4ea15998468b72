"""Ranks, corrections, Wilcoxon, sorted runs and ties up to rounding noise, compared
with printed numbers, brute force, other software and simulations.
"""

import csv
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

from naivebench.evaluation.statistics import posthoc, ranks, wilcoxon
from naivebench.evaluation.statistics.rounding import remove_noise, subtract_without_noise
from naivebench.evaluation.statistics.wilcoxon import sorted_runs

PUBLISHED = Path(__file__).parents[2] / "data" / "published"


def printed(table):
    """Rows of one table of lopezcruz2013."""
    with open(PUBLISHED / "lopezcruz2013.csv", newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["table"] == table]


# ranks


def test_ranks_of_infinite_scores():
    assert ranks.rank_rows([[np.inf, 1.0, np.inf]], lower_is_better=True).tolist() == [[2.5, 1, 2.5]]


def test_friedman_and_iman_davenport_of_lopezcruz2013():
    average = np.array([float(row["value"]) for row in printed("Table 3")])
    found = ranks.friedman(average, 8)
    assert found.statistic == pytest.approx(10.175, abs=1e-12)
    assert found.p == pytest.approx(0.03758, abs=5e-6)
    f = ranks.iman_davenport(found.statistic, 8, 5)
    assert f.statistic == pytest.approx(3.26346, abs=5e-6)
    assert f.p == pytest.approx(0.02569, abs=5e-6)
    assert (f.df, found.df) == ((4, 28), (4,))


def test_iman_davenport_at_its_ends():
    assert np.isnan(ranks.iman_davenport(8.0, 4, 3).p)  # infinite
    assert ranks.iman_davenport(0.0, 4, 3) == (0, (2, 6), 1)
    assert np.isnan(ranks.iman_davenport(2.0, 1, 3).p)


# corrections


def test_critical_difference():
    assert posthoc.critical_difference(5, 8) == pytest.approx(2.1565, abs=5e-5)
    assert posthoc.critical_difference(5, 1) / np.sqrt(5) == pytest.approx(2.728, abs=5e-4)


def test_critical_difference_of_two_methods_is_the_z_test():
    assert posthoc.critical_difference(2, 10, 0.05) == pytest.approx(
        scipy.stats.norm.ppf(0.975) / np.sqrt(10), abs=1e-9
    )


def test_factors_of_shaffer_for_five_methods():
    """If p-values are so far apart that the running maximum never changes them, they show each t_i (Garcia
    and Herrera 2008).
    """
    p = 1e-6 * 100.0 ** np.arange(10) / 1e16
    assert (posthoc.shaffer(p, 5) / p).round(9).tolist() == [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]


# Wilcoxon, signs


def test_wilcoxon_without_differences():
    found = wilcoxon.signed_rank(np.zeros(4))
    assert (found.statistic, found.p, found.rank_biserial) == (0, 1, 0)
    assert wilcoxon.signed_rank([]).p == 1


# sorted runs


def test_by_hand():
    """The sorted runs (-1, 2, 5) and (-3, 4, 7) have the means (-2, 3, 6), so W+ = 2 + 3 = 5 of 6 and P(W+ >=
    5) = 2/8.
    """
    found = sorted_runs(np.array([[2, -1, 5], [7, 4, -3]]))
    assert (found.direction, found.p_one_sided, found.p) == (">", 2 / 8, 4 / 8)


def test_no_difference_at_all():
    found = sorted_runs(np.zeros((10, 10)))
    assert (found.direction, found.p_one_sided, found.p) == ("=", 1, 1)


def test_rounding_noise_is_not_a_difference():
    d = np.full((3, 5), 0.1 + 0.2) - 0.3
    assert d.any()
    assert sorted_runs(d).direction == "="


def test_doubling_removes_two_stars_of_table_5():
    """For Megaspores, the two .0420 in comparisons with dNB lose their stars; the .0244 become .0488."""
    stars = {
        (row["dataset"], row["method"]): float(row["value"])
        for row in printed("Table 5")
        if "*;" in row["provenance"]
    }
    assert all(p <= 0.05 for p in stars.values())
    assert {key for key, p in stars.items() if 2 * p > 0.05} == {
        ("Megaspores", "vMNB vs dNB"),
        ("Megaspores", "SelvMNB vs dNB"),
    }


def test_a_huge_score_makes_no_ties_of_the_others():
    scores = np.array([[0.0616, 0.0637, 1.9e9], [0.5, 0.5 + 1e-14, np.inf]])
    found = remove_noise(scores)
    assert found[0, 0] < found[0, 1]
    assert found[1, 0] == found[1, 1]
    assert (found[0] == scores[0]).all()


def test_noise_of_either_size_is_a_tie():
    for x, y, gaps in (
        ([0.1 + 0.2, 1e6 + 0.1], [0.3, 1e6 + 0.1 + 1e-9], [0.0, 0.0]),
        ([1e-17, np.inf, 1e9], [0.0, np.inf, 2.0], [0.0, 0.0, 1e9 - 2]),
        ([1e-17, 0.5], [0.0, 0.25], [0.0, 0.25]),
    ):
        assert subtract_without_noise(np.array(x), np.array(y)).tolist() == gaps
    # each row has its own noise
    assert (subtract_without_noise(np.array([[3e-14, 2e-14], [5.0, 1.0]]), np.zeros((2, 2)))[0] > 0).all()
    assert np.allclose(remove_noise(np.array([3e-20, 4e-20])), [3e-20, 4e-20], rtol=1e-11, atol=0)


def test_no_border_between_digits_separates_equal_scores():
    """The score has thirteen digits, the last of which is 5.

    If scores were rounded to twelve digits, noise would make equal scores different.
    """
    border = 0.1234567890125
    scores = np.array([border - 1e-16, border + 1e-16, border + 3e-12])
    assert len(set(np.round(scores[:2], 12))) == 2
    found = remove_noise(scores)
    assert found[0] == found[1] < found[2]


def test_both_signs_tie_in_the_same_way():
    noisy = np.array([1 / 7 + 2e-16, -1 / 7, 3 / 7 - 2 / 7, -1e-17, 0.5])
    found = subtract_without_noise(noisy, np.zeros(5))
    assert found[0] == -found[1] == found[2]
    assert found[3:].tolist() == [0, 0.5]
    assert not np.signbit(found[3])


def test_steps_within_noise_are_one_chain():
    """By brute force, a chain is a component of the graph of near pairs."""
    rng = np.random.default_rng(7)
    values = rng.choice([0.0, 1e-13, 0.2, 0.7, -0.2, 3.0, 1e9], 60)
    values *= 1 + rng.choice([0, 1, 2, 9], 60) * 4e-13
    sizes = np.maximum(np.abs(values), 1.0)
    amounts, reached = np.append(np.abs(values), 0), np.append(np.abs(values), 0)
    noise = 1e-12 * np.append(sizes, 0)
    for _ in amounts:
        near = np.abs(amounts[:, None] - amounts) <= np.maximum(noise[:, None], noise)
        reached = np.where(near, reached, np.inf).min(axis=1)
    assert (remove_noise(values) == np.sign(values) * reached[:-1] + 0.0).all()
    assert (remove_noise(values.reshape(6, 10)).ravel() == remove_noise(values)).all()

"""Ranks, corrections, Wilcoxon, the corrected t test and sorted runs, compared with printed numbers, brute
force, other software and simulations.
"""

import csv
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import posthoc, ranks, wilcoxon
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.sorted_runs import sorted_runs

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
    assert f.df == (4, 28)
    assert (found.df, found.kendall_w) == (4, pytest.approx(10.175 / 32))


def test_iman_davenport_at_its_ends():
    assert ranks.iman_davenport(8.0, 4, 3) == (None, (2, 6), None)  # infinite
    assert ranks.iman_davenport(0.0, 4, 3) == (0, (2, 6), 1)
    assert ranks.iman_davenport(2.0, 1, 3) == (None, (2, 0), None)


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
    assert (found.statistic, found.p, found.n, found.rank_biserial) == (0, 1, 0, 0)
    assert wilcoxon.signed_rank([]).p == 1


# corrected t


def test_corrected_t_of_degenerate_differences():
    assert corrected_t(np.zeros(10), 1 / 9)[:3] == (0, 9, 1)
    same = corrected_t(np.full(10, 0.1), 1 / 9)
    assert (same.statistic, same.p) == (None, None)
    assert same.note == "all differences are equal, so there is no variance to test against"
    assert corrected_t(np.array([0.1]), 1 / 9).note == "only 1 differences, but at least 2 are needed"
    assert corrected_t(np.array([]), 1 / 9).p is None
    with pytest.raises(InputError, match="1 of 3 differences are not finite: leave them out"):
        corrected_t(np.array([0.1, np.nan, 0.2]), 1 / 9)
    with pytest.raises(
        InputError, match="test cases / training cases, is -1, expected a number of at least 0"
    ):
        corrected_t(np.array([0.1, 0.2]), -1)


# type I errors; the bounds are 4 standard errors of the simulation


LOPEZCRUZ = Path(__file__).parents[2] / "data" / "published" / "lopezcruz2013.csv"


def read_table_5():
    with open(LOPEZCRUZ, newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["table"] == "Table 5"]


def test_by_hand():
    """The sorted runs (-1, 2, 5) and (-3, 4, 7) have the means (-2, 3, 6), so W+ = 2 + 3 = 5 of 6 and P(W+ >=
    5) = 2/8.
    """
    found = sorted_runs(np.array([[2, -1, 5], [7, 4, -3]]))
    assert (found.direction, found.n, found.runs, found.method) == (">", 3, 2, "exact")
    assert (found.p_one_sided, found.p) == (2 / 8, 4 / 8)


def test_no_difference_at_all():
    found = sorted_runs(np.zeros((10, 10)))
    assert (found.direction, found.p_one_sided, found.p, found.n) == ("=", 1, 1, 0)


def test_rounding_noise_is_not_a_difference():
    d = np.full((3, 5), 0.1 + 0.2) - 0.3
    assert d.any()
    assert sorted_runs(d).direction == "="


def test_doubling_removes_two_stars_of_table_5():
    """For Megaspores, the two .0420 in comparisons with dNB lose their stars; the .0244 become .0488."""
    stars = {
        (row["dataset"], row["method"]): float(row["value"])
        for row in read_table_5()
        if "*;" in row["provenance"]
    }
    assert all(p <= 0.05 for p in stars.values())
    assert {key for key, p in stars.items() if 2 * p > 0.05} == {
        ("Megaspores", "vMNB vs dNB"),
        ("Megaspores", "SelvMNB vs dNB"),
    }

"""Wilcoxon's test on sorted runs: identities, values by hand, and the printed p-values of Table 5 of
lopezcruz2013.
"""

import csv
from pathlib import Path

import numpy as np

from naivebench.evaluation.statistics.sorted_runs import sorted_runs

PUBLISHED = Path(__file__).parents[2] / "data" / "published" / "lopezcruz2013.csv"


def printed():
    with open(PUBLISHED, newline="", encoding="utf-8") as file:
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
        (row["dataset"], row["method"]): float(row["value"]) for row in printed() if "*;" in row["provenance"]
    }
    assert all(p <= 0.05 for p in stars.values())
    assert {key for key, p in stars.items() if 2 * p > 0.05} == {
        ("Megaspores", "vMNB vs dNB"),
        ("Megaspores", "SelvMNB vs dNB"),
    }

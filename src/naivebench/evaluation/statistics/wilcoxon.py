"""Wilcoxon's signed-rank test and the sign test of the paired differences of two methods over data sets, and
Wilcoxon's test on sorted runs, the folds of a repeated cross-validation.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import check_one_of
from naivebench.evaluation.statistics.rounding import check_differences

EXACT_UP_TO = 25  # non-zero differences
DIGITS = 12  # decimals of a mean difference of shares over runs: smaller differences are ties


class WilcoxonResult(NamedTuple):
    """Result of Wilcoxon's signed-rank test."""

    # two-sided: the smaller of the rank sums of either sign; one-sided: that of the positive differences
    statistic: float
    p: float
    rank_biserial: float  # effect size in [-1, 1]: (W+ - W-) / (W+ + W-)


class SortedRuns(NamedTuple):
    """Result of the test on sorted runs."""

    p: float
    # > where the first method is better on average, < where the second is, = without any difference
    direction: str
    p_one_sided: float  # for the direction that the data show: it does not keep a level, as p does


def sign_test(wins: int, losses: int) -> float:
    """Return the two-sided exact binomial p of the wins against the losses; ties are left out.

    If the wins are the cases that only the first of two methods gets right, and the losses those that only
    the second one does, this is McNemar's exact test (McNemar 1947; Dietterich 1998, Neural Computation 10).
    It compares a fixed pair of models; it ignores that other training data would give other models.
    """
    from scipy.special import bdtr

    fewer, n = min(wins, losses), wins + losses
    return min(1.0, 2 * float(bdtr(fewer, n, 0.5))) if n else 1.0


def signed_rank(differences: np.ndarray, *, sides: str = "two-sided") -> WilcoxonResult:
    """Test by signed ranks whether paired differences (n,) are symmetric about 0; infinite ones rank last.

    Zeros are left out (Wilcoxon 1945). Up to 25 other differences, p is exact: the null distribution under
    random signs, given the ranks, including ties. It is computed here, because scipy.stats.wilcoxon computes
    it only without ties and zeros. With more differences, p is normal, with the variance corrected for ties
    and without continuity correction, as SciPy computes it. `sides` greater: differences tend to be positive.
    If all differences are zero, the statistic is 0 and p is 1. An exact p is a multiple of 2^-n, so the test
    stays below its level; a two-sided p below 0.05 needs six differences.
    """
    from scipy.stats import rankdata

    check_one_of(sides, ("two-sided", "greater", "less"), "sides")
    d = np.asarray(differences, dtype=np.float64)
    d = d[d != 0]
    if not len(d):
        return WilcoxonResult(0.0, 1.0, 0.0)
    ranks = rankdata(np.abs(d))
    plus = float(ranks[d > 0].sum())
    minus = float(ranks.sum()) - plus  # both are exact
    upper, lower = (_compute_exact_tails if len(d) <= EXACT_UP_TO else _approximate_tails)(plus, ranks)
    p = {"two-sided": min(1.0, 2 * min(upper, lower)), "greater": upper, "less": lower}[sides]
    statistic = min(plus, minus) if sides == "two-sided" else plus
    return WilcoxonResult(statistic, p, (plus - minus) / (plus + minus))


def sorted_runs(differences: np.ndarray) -> SortedRuns:
    """Apply the signed-rank test to means of sorted differences; `differences` (runs, folds): scores of the
    first method minus scores of the second.

    The differences of each run are sorted, and the i-th smallest are averaged over the runs (Bouckaert 2004,
    Estimating replicability of classifier learning experiments, ICML; with Wilcoxon's test in place of the t
    test in Lopez-Cruz, Bielza and Larranaga 2013, Table 5). Exact p-values are multiples of 2^-folds. If
    differences of folds correlate as in `intervals.estimate_mean`, the two-sided p roughly keeps its level;
    the one-sided p is wrong nearly twice as often. Raises InputError for values that are not finite.
    """
    d = check_differences(differences, "test on sorted runs")
    means, total = np.round(np.sort(d, axis=1).mean(axis=0), DIGITS), round(float(d.mean()), DIGITS)
    sides, direction = {1: ("greater", ">"), -1: ("less", "<"), 0: ("two-sided", "=")}[int(np.sign(total))]
    both, one = signed_rank(means), signed_rank(means, sides=sides)
    return SortedRuns(both.p, direction, one.p)


def _compute_exact_tails(plus: float, of_all: np.ndarray) -> tuple[float, float]:
    """Return P(W+ >= plus) and P(W+ <= plus) for ranks, multiples of one half, with random signs."""
    probability = _compute_sum_distribution(tuple(np.sort(np.rint(2 * of_all).astype(np.int64)).tolist()))
    w = round(2 * plus)
    return float(probability[w:].sum()), float(probability[: w + 1].sum())


@lru_cache(maxsize=EXACT_UP_TO)  # one for each number of differences without ties
def _compute_sum_distribution(values: tuple[int, ...]) -> np.ndarray:
    """Return P of each sum of whole numbers, (sum + 1,), each taken with P = 1/2; exact up to 52 of them."""
    probability = np.zeros(sum(values) + 1)
    probability[0] = 1
    for value in values:
        moved = np.zeros_like(probability)
        moved[value:] = probability[:-value]
        probability = (probability + moved) / 2
    return probability


def _approximate_tails(plus: float, of_all: np.ndarray) -> tuple[float, float]:
    """Return P(W+ >= plus) and P(W+ <= plus), normal, with the variance sum r^2 / 4 also for tied ranks."""
    from scipy.special import ndtr

    z = (plus - of_all.sum() / 2) / np.sqrt(np.square(of_all).sum() / 4)
    return float(ndtr(-z)), float(ndtr(z))

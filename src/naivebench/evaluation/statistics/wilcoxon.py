"""Wilcoxon's signed-rank test and the sign test of the paired differences of two methods over data sets."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import check_one_of

EXACT_UP_TO = 25  # non-zero differences


class WilcoxonResult(NamedTuple):
    """Result of Wilcoxon's signed-rank test."""

    # two-sided: the smaller of the rank sums of either sign; one-sided: that of the positive differences
    statistic: float
    p: float
    rank_biserial: float  # effect size in [-1, 1]: (W+ - W-) / (W+ + W-)


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


def _compute_exact_tails(plus: float, of_all: np.ndarray) -> tuple[float, float]:
    """Return P(W+ >= plus) and P(W+ <= plus) for ranks, multiples of one half, with random signs."""
    probability = _compute_sum_distribution(tuple(np.sort(np.rint(2 * of_all).astype(np.int64)).tolist()))
    w = round(2 * plus)
    return float(probability[w:].sum()), float(probability[: w + 1].sum())


@lru_cache(maxsize=EXACT_UP_TO)  # one for each number of differences without ties
def _compute_sum_distribution(values: tuple[int, ...]) -> np.ndarray:
    """Return the probability of each sum of the positive whole numbers `values` if each is taken with
    probability 1/2, (sum + 1,). It is exact for up to 52 values.
    """
    probability = np.zeros(sum(values) + 1)
    probability[0] = 1
    for value in values:
        moved = np.zeros_like(probability)
        moved[value:] = probability[:-value]
        probability = (probability + moved) / 2
    return probability


def _approximate_tails(plus: float, of_all: np.ndarray) -> tuple[float, float]:
    """Return P(W+ >= plus) and P(W+ <= plus) by the normal approximation.

    Under random signs W+ has the variance sum r^2 / 4, which for tied ranks is the one corrected for ties.
    """
    from scipy.special import ndtr

    z = (plus - of_all.sum() / 2) / np.sqrt(np.square(of_all).sum() / 4)
    return float(ndtr(-z)), float(ndtr(z))

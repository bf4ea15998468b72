"""Ranks of methods over data sets, and the two tests of whether any methods differ at all."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class RankTest(NamedTuple):
    """A test of equal ranks; statistic and p are NaN if they are not defined."""

    statistic: float
    df: tuple[int, ...]
    p: float


def rank_rows(scores: np.ndarray, *, lower_is_better: bool = False) -> np.ndarray:
    """Rank k methods on each of N data sets, 1 = best, ties averaged; `scores` and result (N, k)."""
    from scipy.stats import rankdata

    scores = np.asarray(scores, dtype=np.float64)
    return rankdata(scores if lower_is_better else -scores, axis=1)


def average_ranks(scores: np.ndarray, *, lower_is_better: bool = False) -> np.ndarray:
    """Return the mean of `rank_rows` over the data sets, (k,)."""
    return rank_rows(scores, lower_is_better=lower_is_better).mean(axis=0)


def friedman(average_ranks: np.ndarray, n: int) -> RankTest:
    """Return Friedman's chi-square of average ranks of k methods on n data sets, not corrected for ties.

    It is 12 n / (k (k + 1)) (sum R_j^2 - k (k + 1)^2 / 4) with k - 1 degrees of freedom (Demsar 2006, section
    3.2.2).
    """
    r = np.asarray(average_ranks, dtype=np.float64)
    k = len(r)
    return _make_friedman(float(12 * n / (k * (k + 1)) * np.square(r - (k + 1) / 2).sum()), k)


def friedman_with_ties(ranks: np.ndarray) -> RankTest:
    """Return Friedman's chi-square divided by 1 - sum (t^3 - t) / (n k (k^2 - 1)) over groups of t tied
    ranks; `ranks` (n, k).

    The statistic is 0 and p is 1 if all methods tie on all data sets (Hollander and Wolfe 1973, section 7.1).
    scipy.stats.friedmanchisquare has the same correction, but needs three methods and defines no value for
    ties everywhere.
    """
    n, k = ranks.shape
    # t ranks with the mean r have the squares t r^2 instead of those of consecutive whole numbers, which is
    # (t^3 - t) / 12 less; k (k + 1) (2 k + 1) / 6 is the sum without ties
    excess = 2 * k * (k + 1) * (2 * k + 1) - 12 * np.square(ranks).sum(axis=1)
    share = 1 - excess.sum() / (n * k * (k**2 - 1))
    return _make_friedman(friedman(ranks.mean(axis=0), n).statistic / share if share > 0 else 0.0, k)


def _make_friedman(statistic: float, k: int) -> RankTest:
    from scipy.special import chdtrc

    return RankTest(statistic, (k - 1,), float(chdtrc(k - 1, statistic)))


def iman_davenport(chi2: float, n: int, k: int) -> RankTest:
    """Return the F form of Friedman's test: F = (n - 1) chi2 / (n (k - 1) - chi2) with k - 1 and (k - 1)(n -
    1) degrees of freedom (Iman and Davenport 1980).

    It is not defined for one data set, or if all data sets rank the methods alike, as F is infinite then.
    """
    from scipy.special import fdtrc

    df, rest = (k - 1, (k - 1) * (n - 1)), n * (k - 1) - chi2
    if n < 2 or rest <= 1e-9 * n * k:
        return RankTest(np.nan, df, np.nan)
    statistic = (n - 1) * chi2 / rest
    return RankTest(float(statistic), df, float(fdtrc(*df, statistic)))

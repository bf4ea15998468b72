"""Ranks of methods over data sets, and the two tests of whether any methods differ at all."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Friedman(NamedTuple):
    """Friedman's test of equal ranks.

    `kendall_w`: effect size; 0 means that data sets do not agree, 1 that all order the methods alike.
    """

    statistic: float
    df: int
    p: float
    kendall_w: float


class ImanDavenport(NamedTuple):
    """The F form of Friedman's test; with one data set it is not defined, and p is None."""

    statistic: float | None  # None if it is infinite or not defined
    df: tuple[int, int]
    p: float | None


def rank_rows(scores: np.ndarray, *, lower_is_better: bool = False) -> np.ndarray:
    """Rank k methods on each of N data sets, 1 = best, ties averaged; `scores` and result (N, k)."""
    from scipy.stats import rankdata

    scores = np.asarray(scores, dtype=np.float64)
    return rankdata(scores if lower_is_better else -scores, axis=1)


def signed_ranks(differences: np.ndarray) -> np.ndarray:
    """Return the ranks of the absolute values of each row of differences (m, n) among those that are not
    zero, ties averaged, with the signs of the differences; 0 for zeros.
    """
    zeros = (differences == 0).sum(axis=1, keepdims=True)  # the first ranks
    return np.sign(differences) * (rank_rows(np.abs(differences), lower_is_better=True) - zeros)


def average_ranks(scores: np.ndarray, *, lower_is_better: bool = False) -> np.ndarray:
    """Return the mean of `rank_rows` over the data sets, (k,)."""
    return rank_rows(scores, lower_is_better=lower_is_better).mean(axis=0)


def friedman(average_ranks: np.ndarray, n: int) -> Friedman:
    """Return Friedman's chi-square of average ranks of k methods on n data sets, not corrected for ties.

    It is 12 n / (k (k + 1)) (sum R_j^2 - k (k + 1)^2 / 4) with k - 1 degrees of freedom (Demsar 2006, section
    3.2.2).
    """
    r = np.asarray(average_ranks, dtype=np.float64)
    k = len(r)
    return _make_friedman(float(12 * n / (k * (k + 1)) * np.square(r - (k + 1) / 2).sum()), n, k)


def friedman_with_ties(ranks: np.ndarray) -> Friedman:
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
    return _make_friedman(friedman(ranks.mean(axis=0), n).statistic / share if share > 0 else 0.0, n, k)


def _make_friedman(statistic: float, n: int, k: int) -> Friedman:
    from scipy.special import chdtrc

    return Friedman(statistic, k - 1, float(chdtrc(k - 1, statistic)), statistic / (n * (k - 1)))


def iman_davenport(chi2: float, n: int, k: int) -> ImanDavenport:
    """Return the F form of Friedman's test: F = (n - 1) chi2 / (n (k - 1) - chi2) with k - 1 and (k - 1)(n -
    1) degrees of freedom (Iman and Davenport 1980).

    It is not defined if all data sets order the methods alike, where F is infinite.
    """
    from scipy.special import fdtrc

    df, rest = (k - 1, (k - 1) * (n - 1)), n * (k - 1) - chi2
    if n < 2 or rest <= 1e-9 * n * k:
        return ImanDavenport(None, df, None)
    statistic = (n - 1) * chi2 / rest
    return ImanDavenport(float(statistic), df, float(fdtrc(*df, statistic)))

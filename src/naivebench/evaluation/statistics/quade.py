"""Quade's test: like Friedman's, with data sets weighted by how much the methods differ on them."""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.evaluation.statistics.ranks import rank_rows
from naivebench.evaluation.statistics.rounding import without_noise


class QuadeResult(NamedTuple):
    """Result of Quade's test.

    `statistic` is infinite when all data sets order the methods alike and have equal ranges, NaN for one data
    set.
    """

    statistic: float
    p: float
    df: tuple[int, int]
    n: int  # data sets
    average_ranks: np.ndarray  # (k,) weighted by the rank of the data set's range, 1 = best


def quade(scores: np.ndarray, *, lower_is_better: bool = False) -> QuadeResult:
    """Quade's test: F = (N - 1) B / (A - B) with k - 1 and (k - 1)(N - 1) degrees of freedom (Quade 1979;
    Conover 1999, section 5.8).

    Q_i: rank of the range of data set i; S_ij = Q_i (r_ij - (k + 1) / 2); A = sum S_ij^2; B = sum_j (sum_i
    S_ij)^2 / N. If A = B, F is infinite and p = (1 / k!)^(N - 1). `scores`: (N, k). Raises InputError for
    infinite scores, which have no range.
    """
    from scipy.special import fdtrc

    scores = np.asarray(scores, dtype=np.float64)
    if not np.isfinite(scores).all():
        raise InputError(
            f"{int((~np.isfinite(scores)).sum())} scores are not finite: leave them out before Quade's test"
        )
    (n, k), ranks = scores.shape, rank_rows(scores, lower_is_better=lower_is_better)
    weights = rank_rows(without_noise(np.ptp(scores, axis=1), scores)[None, :], lower_is_better=True)[0]
    s = weights[:, None] * (ranks - (k + 1) / 2)
    a, b = np.square(s).sum(), np.square(s.sum(axis=0)).sum() / n
    df, average = (k - 1, (k - 1) * (n - 1)), weights @ ranks / weights.sum()
    if n < 2:
        return QuadeResult(float("nan"), float("nan"), df, n, average)
    if a == 0:
        return QuadeResult(0.0, 1.0, df, n, average)
    if a - b <= 1e-12 * a:
        return QuadeResult(float("inf"), float(factorial(k)) ** (1 - n), df, n, average)
    statistic = float((n - 1) * b / (a - b))
    return QuadeResult(statistic, float(fdtrc(*df, statistic)), df, n, average)

"""McNemar's test: two methods on the same cases of one data set, each case predicted once by either."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.statistics.sign import sign_test


class McNemarResult(NamedTuple):
    """Two-sided.

    The exact p is for a fixed pair of models: it does not know that other training data would give others.
    """

    statistic: int  # cases that the first method alone gets right
    p: float  # exact: binomial given the discordant cases
    mid_p: float  # exact less half the probability of what was observed, less conservative
    chi_square: float  # with continuity correction, 1 degree of freedom
    p_chi_square: float
    n: int  # discordant cases


def mcnemar(first_only: int, second_only: int) -> McNemarResult:
    """Test that both methods err equally often, from the counts of cases that only one of them gets right.

    McNemar (1947); Dietterich (1998), Neural Computation 10; mid-p by Fagerland, Lydersen and Laake (2013).
    Without discordant cases every p is 1. Raises InputError for negative counts.
    """
    from scipy.special import chdtrc
    from scipy.stats import binom

    if min(first_only, second_only) < 0:
        raise InputError(f"{min(first_only, second_only)} discordant cases, expected counts of at least 0")
    p, n = sign_test(first_only, second_only).p, first_only + second_only
    if n == 0:
        return McNemarResult(0, 1.0, 1.0, 0.0, 1.0, 0)
    lower = min(first_only, second_only)
    mid = (
        min(1.0, 2 * float(binom.cdf(lower, n, 0.5)) - float(binom.pmf(lower, n, 0.5)))
        if first_only != second_only
        else p
    )
    chi_square = max(abs(first_only - second_only) - 1, 0) ** 2 / n
    return McNemarResult(first_only, p, mid, chi_square, float(chdtrc(1, chi_square)), n)


def discordant(first_correct: np.ndarray, second_correct: np.ndarray) -> tuple[int, int]:
    """Numbers of cases that only the first and only the second method gets right; both (n,) bool.

    Raises InputError for different numbers of cases.
    """
    a, b = np.asarray(first_correct, dtype=bool), np.asarray(second_correct, dtype=bool)
    if a.shape != b.shape:
        raise InputError(f"{a.size} and {b.size} predictions, McNemar's test needs those of the same cases")
    return int((a & ~b).sum()), int((b & ~a).sum())

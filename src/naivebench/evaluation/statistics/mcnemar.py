"""McNemar's test: two methods on the same cases of one data set, each case predicted once by each."""

from __future__ import annotations

from typing import NamedTuple

from naivebench.core.checks import InputError


class McNemarResult(NamedTuple):
    """Result of the two-sided test. The exact p is for a fixed pair of models; it ignores that other training
    data would give other models.
    """

    statistic: int  # cases that the first method alone gets right
    p: float  # exact: binomial given the discordant cases
    mid_p: float  # exact p minus half the probability of the observed counts, less conservative
    chi_square: float  # with continuity correction, 1 degree of freedom
    p_chi_square: float
    n: int  # discordant cases


def mcnemar(first_only: int, second_only: int) -> McNemarResult:
    """Test that both methods err equally often, from the counts of cases that only one of them gets right.

    McNemar (1947); Dietterich (1998), Neural Computation 10; mid-p by Fagerland, Lydersen and Laake (2013).
    Without discordant cases every p is 1. Raises InputError for negative counts.
    """
    from scipy.stats import binom
    from statsmodels.stats import contingency_tables

    p = exact_p(first_only, second_only)
    n, equal = first_only + second_only, first_only == second_only
    if n == 0:
        return McNemarResult(0, 1.0, 1.0, 0.0, 1.0, 0)
    table = [[0, first_only], [second_only, 0]]
    # the continuity correction of statsmodels moves equal counts away from 0
    chi = contingency_tables.mcnemar(table, exact=False, correction=not equal)
    mid_p = p if equal else p - float(binom.pmf(min(first_only, second_only), n, 0.5))
    return McNemarResult(first_only, p, mid_p, float(chi.statistic), float(chi.pvalue), n)


def exact_p(first_only: int, second_only: int) -> float:
    """The exact p only, computed without statsmodels. Raises InputError for negative counts."""
    from scipy.stats import binom

    fewer, n = min(first_only, second_only), first_only + second_only
    if fewer < 0:
        raise InputError(f"the number of discordant cases is {fewer}, expected counts of at least 0")
    return min(1.0, 2 * float(binom.cdf(fewer, n, 0.5)))

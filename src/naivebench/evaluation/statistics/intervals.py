"""Estimates with their 95 % intervals: means over data sets, folds and runs, ratios, rank correlations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from naivebench.evaluation.statistics.wilcoxon import sign_test

LEVEL = 0.95
FEWEST = 3  # least number of data sets for the interval of a mean over them


class Interval(NamedTuple):
    """An estimate; `low` and `high` are infinite without an interval, `p` is two-sided against 0, or None."""

    value: float
    low: float
    high: float
    n: int
    p: float | None = None


def _make_interval(value: float, error: float, freedom: float, n: int) -> Interval:
    from scipy.special import stdtr, stdtrit

    if not error > 0:
        return Interval(value, value, value, n, 1.0 if value == 0 else None)
    half = float(stdtrit(freedom, (1 + LEVEL) / 2)) * error
    return Interval(value, value - half, value + half, n, float(2 * stdtr(freedom, -abs(value) / error)))


def estimate_mean(values: Sequence[float], ratio: float = 0.0) -> Interval:
    """Return the mean of `values` with Student's t interval.

    With `ratio` = test cases / training cases > 0, the values are n differences over folds, and the variance
    of their mean is (1/n + ratio) s^2, since training parts overlap: the corrected resampled t test (Nadeau
    and Bengio 2003). With ratio 0, equal methods differ in more than half of all 10 x 10-fold
    cross-validations at level 0.05. Fewer than two values give an infinite interval.
    """
    values = [float(v) for v in values]
    n = len(values)
    if n < 2:
        return Interval(values[0] if values else math.nan, -math.inf, math.inf, n)
    value = math.fsum(values) / n
    variance = math.fsum((v - value) ** 2 for v in values) / (n - 1)
    if variance <= (1e-12 * max(map(abs, values))) ** 2:  # rounding noise of equal values
        variance = 0.0
    return _make_interval(value, math.sqrt(variance * (1 / n + ratio)), n - 1, n)


def estimate_set_mean(values: Sequence[float]) -> Interval:
    """Return the mean over data sets with its t interval; fewer than `FEWEST` of them give no interval."""
    interval = estimate_mean(values)
    return interval if interval.n >= FEWEST else interval._replace(low=-math.inf, high=math.inf, p=None)


def test_equivalence(interval: Interval, margin: float, freedom: float) -> float:
    """Return p of two one-sided tests of a difference between -`margin` and `margin` (Schuirmann 1987).

    `interval` is symmetric, of Student's t with `freedom` degrees of freedom; infinite for the normal
    distribution. Without a width, the data say nothing about the error, and p is 1. If all differences are 0,
    p is 0, its limit for ever smaller errors around 0.
    """
    from scipy.special import stdtr, stdtrit

    if interval.low == interval.high == 0 < margin:
        return 0.0
    if not interval.low < interval.high < math.inf:
        return 1.0
    middle, half = (interval.low + interval.high) / 2, (interval.high - interval.low) / 2
    error = half / float(stdtrit(freedom, (1 + LEVEL) / 2))
    return float(stdtr(freedom, (abs(middle) - margin) / error))


def compare_shares(first_only: int, second_only: int, cases: int) -> Interval:
    """Return the share of `cases` that one method gets right minus the share of another, from the cases that
    only one of them gets right; p is from McNemar's exact test.

    The interval is Wald's with half a case added to each of the four counts (Agresti and Min 2005, Statistics
    in Medicine 24), so it has a width where the methods never differ.
    """
    from scipy.special import ndtri

    n, differ, gap = cases + 2, first_only + second_only, first_only - second_only
    half = float(ndtri((1 + LEVEL) / 2)) * math.sqrt(differ + 1 - gap * gap / n) / n
    return Interval(gap / cases, gap / n - half, gap / n + half, cases, sign_test(first_only, second_only))


def compare_means(one: tuple[float, float, int], other: tuple[float, float, int]) -> Interval:
    """Return the first mean minus the second, each (mean, deviation, size), with Welch's interval.

    A mean of one value, or of values without a known deviation, adds no variance and no degrees of freedom.
    """
    value = one[0] - other[0]
    parts = [(s * s / n, n - 1) for _, s, n in (one, other) if n > 1 and s > 0]
    if not parts:
        return Interval(value, value, value, one[2], None)
    variance = math.fsum(v for v, _ in parts)
    freedom = variance**2 / math.fsum(v * v / f for v, f in parts)
    return _make_interval(value, math.sqrt(variance), freedom, one[2])


def estimate_ratio(ratios: Sequence[float]) -> Interval:
    """Return the geometric mean of positive ratios with a t interval from their logs; p tests if it is 1."""
    logs = estimate_mean([math.log(r) for r in ratios])
    return logs._replace(
        value=math.exp(logs.value), low=math.exp(logs.low), high=math.exp(min(logs.high, 700))
    )


def spearman(x: Sequence[float], y: Sequence[float]) -> Interval:
    """Return Spearman's rank correlation with the interval of Fisher's z, variance (1 + rho^2/2) / (n - 3)
    (Bonett and Wright 2000). The interval is infinite for fewer than four pairs.
    """
    from scipy.special import ndtri
    from scipy.stats import spearmanr

    n = len(x)
    if n < 4:
        return Interval(math.nan, -math.inf, math.inf, n)
    if len(set(x)) < 2 or len(set(y)) < 2:
        return Interval(0.0, -1.0, 1.0, n)
    rho, p = (float(v) for v in spearmanr(x, y))
    if abs(rho) >= 1:
        return Interval(rho, rho, rho, n, p)
    half = float(ndtri((1 + LEVEL) / 2)) * math.sqrt((1 + rho * rho / 2) / (n - 3))
    return Interval(rho, math.tanh(math.atanh(rho) - half), math.tanh(math.atanh(rho) + half), n, p)

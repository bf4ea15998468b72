"""Intervals, compared with SciPy and the corrected t test, and by simulation."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.weightstats import DescrStatsW

from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.corrected_t import corrected_t

RNG = np.random.default_rng(20030)


@pytest.mark.parametrize("n", [2, 5, 30])
def test_mean_is_students_interval(n):
    values = RNG.normal(0.3, 1, n)
    ours, theirs = intervals.estimate_mean(values), stats.ttest_1samp(values, 0)
    low, high = theirs.confidence_interval(0.95)
    assert ours == pytest.approx((values.mean(), low, high, n, theirs.pvalue), rel=1e-12)


def test_mean_over_folds_has_the_p_of_the_corrected_t_test():
    """If the test is moved to an end of the interval, its p is 0.05."""
    values = RNG.normal(0.02, 0.05, 10)
    ours = intervals.estimate_mean(values, 1 / 9)
    assert ours.p == pytest.approx(corrected_t(values, 1 / 9).p, rel=1e-12)
    for end in (ours.low, ours.high):
        assert corrected_t(values - end, 1 / 9).p == pytest.approx(0.05, abs=1e-9)


def test_one_value_has_no_interval_and_equal_values_have_no_width():
    assert intervals.estimate_mean([0.2])[:4] == (0.2, -math.inf, math.inf, 1)
    assert intervals.estimate_mean([])[3] == 0
    assert intervals.estimate_mean([0.1 + 0.2, 0.3, 0.3])[1:3] == pytest.approx((0.3, 0.3), abs=1e-12)
    assert intervals.estimate_mean([0.0, 0.0]).p == 1.0


def test_two_means_is_welchs_interval():
    a, b = RNG.normal(0, 1, 10), RNG.normal(1, 3, 7)
    theirs = stats.ttest_ind(a, b, equal_var=False)
    low, high = theirs.confidence_interval(0.95)
    ours = intervals.compare_means((a.mean(), a.std(ddof=1), 10), (b.mean(), b.std(ddof=1), 7))
    assert ours[:3] == pytest.approx((a.mean() - b.mean(), low, high), rel=1e-12)
    assert ours.p == pytest.approx(theirs.pvalue, rel=1e-12)


def test_a_mean_without_deviation_adds_no_variance():
    a = RNG.normal(0, 1, 10)
    low, high = stats.ttest_1samp(a, 0.5).confidence_interval(0.95)
    ours = intervals.compare_means((a.mean(), a.std(ddof=1), 10), (0.5, 0.0, 1))
    assert ours[:3] == pytest.approx((a.mean() - 0.5, low - 0.5, high - 0.5), rel=1e-12)


def test_the_inverse_ratios_give_the_inverse_interval():
    ratios = RNG.lognormal(0.2, 0.3, 8)
    one, other = intervals.estimate_ratio(ratios), intervals.estimate_ratio(1 / ratios)
    assert one[:3] == pytest.approx((1 / other.value, 1 / other.high, 1 / other.low), rel=1e-12)
    assert one.value == pytest.approx(stats.gmean(ratios), rel=1e-12)


def test_spearman_of_few_or_constant_values_is_unbounded():
    assert intervals.spearman([1, 2, 3], [1, 2, 3]).high == math.inf
    assert intervals.spearman([1, 2, 3, 4], [2, 2, 2, 2])[1:3] == (-1.0, 1.0)


def test_spearman_of_seven_pairs_by_hand():
    """The differences of ranks are 3, 1, -1, -3, 2, 0, -2, so rho = 1 - 6 * 28 / (7 * 48) = 0.5.

    Fisher's z has the standard error sqrt((1 + 0.5^2 / 2) / (7 - 3)) = sqrt(0.28125).
    """
    ours = intervals.spearman([1, 2, 3, 4, 5, 6, 7], [4, 3, 2, 1, 7, 6, 5])
    half = stats.norm.ppf(0.975) * math.sqrt(0.28125)
    ends = np.tanh([np.arctanh(0.5) - half, np.arctanh(0.5) + half])
    assert (ours.value, ours.low, ours.high, ours.n) == pytest.approx((0.5, *ends, 7), rel=1e-12)


def test_paired_shares_are_symmetric_and_have_a_width_without_discordant_cases():
    found, other = intervals.paired_shares(9, 4, 50), intervals.paired_shares(4, 9, 50)
    assert (found.value, found.low, found.high) == pytest.approx((-other.value, -other.high, -other.low))
    assert found.p == other.p == pytest.approx(stats.binomtest(4, 13).pvalue)
    none = intervals.paired_shares(0, 0, 50)
    assert (none.value, none.p) == (0.0, 1.0)
    assert none.high == -none.low == pytest.approx(stats.norm.ppf(0.975) / 52)
    with pytest.raises(InputError):
        intervals.paired_shares(30, 30, 50)


@pytest.mark.parametrize("p", [(0.05, 0.02), (0.1, 0.1), (0.02, 0.005)])
def test_intervals_of_paired_shares_have_their_stated_coverage(p):
    """In multinomial samples of 400 cases, this is the share of intervals that contain the true
    difference.
    """
    draws = np.random.default_rng(8).multinomial(400, [*p, 1 - sum(p)], size=4000)
    found = [intervals.paired_shares(int(a), int(b), 400) for a, b, _ in draws]
    covered = np.mean([i.low <= p[0] - p[1] <= i.high for i in found])
    assert 0.94 <= covered <= 0.97


@pytest.mark.parametrize("n", [2, 5, 30])
@pytest.mark.parametrize("margin", [0.2, 1.0])
def test_equivalence_is_the_larger_of_two_one_sided_tests(n, margin):
    values = np.random.default_rng(n).normal(0.1, 0.5, n)
    found = intervals.test_equivalence(intervals.estimate_mean(values), margin, n - 1)
    expected = DescrStatsW(values).ttost_mean(-margin, margin)[0]
    assert found == pytest.approx(expected, rel=1e-9)


def test_equivalence_of_paired_shares_and_of_intervals_without_a_width():
    found = intervals.paired_shares(40, 30, 5000)
    error = (found.high - found.low) / 2 / stats.norm.ppf(0.975)
    expected = max(stats.norm.sf((10 / 5002 + 0.01) / error), stats.norm.cdf((10 / 5002 - 0.01) / error))
    assert intervals.test_equivalence(found, 0.01, math.inf) == pytest.approx(expected, rel=1e-9)
    for values in ([0.0] * 5, [0.1]):
        assert intervals.test_equivalence(intervals.estimate_mean(values), 1.0, 4) == 1.0


def test_fewer_than_three_data_sets_give_no_interval():
    for n in (1, 2, 3, 7):
        values = np.random.default_rng(n).normal(size=n)
        found = intervals.estimate_over_sets(values)
        assert found.value == pytest.approx(values.mean())
        assert (found.low == -math.inf, found.high == math.inf, found.p is None) == (n < 3,) * 3
    assert intervals.estimate_over_sets([1.0, 2.0, 4.0]) == intervals.estimate_mean([1.0, 2.0, 4.0])

"""Intervals and Bayesian tests of two methods: SciPy, frequentist tests, definitions and simulation."""

import math

import numpy as np
import pytest
import scipy.stats
from scipy import stats
from statsmodels.stats.weightstats import DescrStatsW

from naivebench.evaluation.statistics import bayes, intervals

RNG = np.random.default_rng(20030)


@pytest.mark.parametrize("n", [2, 5, 30])
def test_mean_is_students_interval(n):
    values = RNG.normal(0.3, 1, n)
    ours, theirs = intervals.estimate_mean(values), stats.ttest_1samp(values, 0)
    low, high = theirs.confidence_interval(0.95)
    assert ours == pytest.approx((values.mean(), low, high, n, theirs.pvalue), rel=1e-12)


def test_the_mean_over_folds_has_p_0_05_at_the_ends_of_its_interval():
    values = RNG.normal(0.02, 0.05, 10)
    ours = intervals.estimate_mean(values, 1 / 9)
    for end in (ours.low, ours.high):
        assert intervals.estimate_mean(values - end, 1 / 9).p == pytest.approx(0.05, abs=1e-9)


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
    assert ours == pytest.approx((a.mean() - b.mean(), low, high, 10, theirs.pvalue), rel=1e-12)


def test_a_mean_without_deviation_adds_no_variance():
    a = RNG.normal(0, 1, 10)
    low, high = stats.ttest_1samp(a, 0.5).confidence_interval(0.95)
    ours = intervals.compare_means((a.mean(), a.std(ddof=1), 10), (0.5, 0.0, 1))
    assert ours[:3] == pytest.approx((a.mean() - 0.5, low - 0.5, high - 0.5), rel=1e-12)
    assert intervals.compare_means((0.75, 0.0, 4), (0.5, 0.2, 1)) == (0.25, 0.25, 0.25, 4, None)


def test_the_inverse_ratios_give_the_inverse_interval():
    ratios = RNG.lognormal(0.2, 0.3, 8)
    one, other = intervals.estimate_ratio(ratios), intervals.estimate_ratio(1 / ratios)
    assert one[:3] == pytest.approx((1 / other.value, 1 / other.high, 1 / other.low), rel=1e-12)
    assert one.value == pytest.approx(stats.gmean(ratios), rel=1e-12)


def test_spearman_of_few_or_constant_values_is_unbounded():
    assert intervals.spearman([1, 2, 3], [1, 2, 3]).high == math.inf
    assert intervals.spearman([1, 2, 3, 4], [2, 2, 2, 2])[1:3] == (-1.0, 1.0)
    assert intervals.spearman([1, 2, 3, 4], [8, 6, 4, 2]) == (-1.0, -1.0, -1.0, 4, 0.0)


def test_spearman_of_seven_pairs_by_hand():
    """The differences of ranks are 3, 1, -1, -3, 2, 0, -2, so rho = 1 - 6 * 28 / (7 * 48) = 0.5.

    Fisher's z has the standard error sqrt((1 + 0.5^2 / 2) / (7 - 3)) = sqrt(0.28125).
    """
    ours = intervals.spearman([1, 2, 3, 4, 5, 6, 7], [4, 3, 2, 1, 7, 6, 5])
    half = stats.norm.ppf(0.975) * math.sqrt(0.28125)
    ends = np.tanh([np.arctanh(0.5) - half, np.arctanh(0.5) + half])
    assert (ours.value, ours.low, ours.high, ours.n) == pytest.approx((0.5, *ends, 7), rel=1e-12)


def test_paired_shares_are_symmetric_and_have_a_width_without_discordant_cases():
    found, other = intervals.compare_shares(9, 4, 50), intervals.compare_shares(4, 9, 50)
    assert (found.value, found.low, found.high) == pytest.approx((-other.value, -other.high, -other.low))
    assert found.p == other.p == pytest.approx(stats.binomtest(4, 13).pvalue)
    none = intervals.compare_shares(0, 0, 50)
    assert (none.value, none.p) == (0.0, 1.0)
    assert none.high == -none.low == pytest.approx(stats.norm.ppf(0.975) / 52)


@pytest.mark.parametrize("p", [(0.05, 0.02), (0.1, 0.1), (0.02, 0.005)])
def test_intervals_of_paired_shares_have_their_stated_coverage(p):
    """In multinomial samples of 400 cases, this is the share of intervals that contain the true
    difference.
    """
    draws = np.random.default_rng(8).multinomial(400, [*p, 1 - sum(p)], size=4000)
    found = [intervals.compare_shares(int(a), int(b), 400) for a, b, _ in draws]
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
    found = intervals.compare_shares(40, 30, 5000)
    error = (found.high - found.low) / 2 / stats.norm.ppf(0.975)
    expected = max(stats.norm.sf((10 / 5002 + 0.01) / error), stats.norm.cdf((10 / 5002 - 0.01) / error))
    assert intervals.test_equivalence(found, 0.01, math.inf) == pytest.approx(expected, rel=1e-9)
    for values, p in (([0.0] * 5, 0.0), ([0.1] * 5, 1.0), ([0.1], 1.0)):
        assert intervals.test_equivalence(intervals.estimate_mean(values), 1.0, 4) == p


def test_fewer_than_three_data_sets_give_no_interval():
    for n in (1, 2, 3, 7):
        values = np.random.default_rng(n).normal(size=n)
        found = intervals.estimate_set_mean(values)
        assert found.value == pytest.approx(values.mean())
        assert (found.low == -math.inf, found.high == math.inf, found.p is None) == (n < 3,) * 3
    assert intervals.estimate_set_mean([1.0, 2.0, 4.0]) == intervals.estimate_mean([1.0, 2.0, 4.0])


# correlated t


@pytest.mark.parametrize("rope", [0.0, 0.005, 0.05])
def test_correlated_t_equals_scipy(rope):
    """As in baycomp, it is Student's t with J - 1 degrees of freedom and squared scale (1/J + 1/9) s^2, to
    1e-12.
    """
    d = np.random.default_rng(1).normal(0.01, 0.02, 100)
    posterior = scipy.stats.t(99, d.mean(), np.sqrt((1 / 100 + 1 / 9) * d.var(ddof=1)))
    found = bayes.correlated_t(d, 1 / 9, rope)
    assert found.better == pytest.approx(posterior.sf(rope), abs=1e-12)
    assert found.worse == pytest.approx(posterior.cdf(-rope), abs=1e-12)
    assert sum(found) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("value", "rope", "expected"),
    [
        (0.0, 0.01, (0, 1, 0)),
        (0.0, 0.0, (0.5, 0, 0.5)),
        (0.02, 0.01, (1, 0, 0)),
        (-0.02, 0.01, (0, 0, 1)),
        (0.85 - 0.84, 0.01, (0.5, 0.5, 0)),
    ],
)
def test_equal_differences_are_a_point_mass(value, rope, expected):
    assert bayes.correlated_t(np.full(10, value), 1 / 9, rope) == expected


# signed rank


def brute_force(d, rope, draws):
    """The definition, draw by draw; tests of the weights are below."""
    z, wins = np.r_[0, d], np.zeros(3)
    for w in bayes.draw_weights(len(d), draws):
        mass = np.zeros(3)
        for i in range(len(z)):
            for j in range(len(z)):
                s = round(z[i] + z[j], 10)
                better, worse = (float(np.heaviside(round(sign * s - 2 * rope, 10), 0.5)) for sign in (1, -1))
                mass += w[i] * w[j] * np.array([better, 1 - better - worse, worse])
        wins += np.isclose(mass, mass.max()) / np.isclose(mass, mass.max()).sum()
    return wins / draws


@pytest.mark.parametrize("rope", [0.0, 0.01, 0.05])
def test_signed_rank_by_definition(rope):
    """Differences that are whole multiples of the ROPE have many sums on its edges."""
    rng = np.random.default_rng(1)
    for d in ([0.03, -0.01, 0.02, 0.0, 0.07, 0.01], rng.integers(-3, 4, 9) * 0.01, rng.normal(0, 0.02, 8)):
        found = bayes.bayesian_signed_rank(d, rope, draws=150)
        assert tuple(found) == pytest.approx(tuple(brute_force(np.array(d), rope, 150)), abs=1e-12)


def test_signed_rank_at_its_ends():
    assert bayes.bayesian_signed_rank(np.full(20, 0.1), 0.01, draws=1000) == (1, 0, 0)
    assert bayes.bayesian_signed_rank(np.zeros(20), 0.01, draws=1000) == (0, 1, 0)
    assert bayes.bayesian_signed_rank(np.zeros(20), 0, draws=1000) == (0.5, 0, 0.5)
    assert bayes.bayesian_signed_rank([0.001, -0.001], 0, draws=1000).rope == 0


# weights


def mixed(x: int) -> int:
    """The hash in Python's integers."""
    x ^= x >> 16
    x = x * 0x7FEB352D % 2**32
    x ^= x >> 15
    x = x * 0x846CA68B % 2**32
    return x ^ (x >> 16)


def test_hashes_are_those_of_their_place():
    expected = [mixed((mixed(i) + mixed(2003)) % 2**32) for i in range(200)]
    assert bayes.hash_counters(200).tolist() == expected
    assert bayes.hash_counters(50, start=150).tolist() == expected[150:]


def test_dirichlet_weights_have_beta_margins():
    """The weights of Dirichlet(1/2, 1, ..., 1) have the distributions Beta(1/2, n) and Beta(1, n - 1/2)."""
    n = 7
    w = bayes.draw_weights(n, 20_000)
    assert w.sum(axis=1) == pytest.approx(np.ones(len(w)), abs=1e-12)
    assert scipy.stats.kstest(w[:, 0], scipy.stats.beta(0.5, n).cdf).pvalue > 0.01
    for j in range(1, n + 1):
        assert scipy.stats.kstest(w[:, j], scipy.stats.beta(1, n - 0.5).cdf).pvalue > 0.001
    assert (bayes.draw_weights(n, 5, start=100) == w[100:105]).all()

"""Bayesian tests of two methods: identities with frequentist tests, definitions and symmetry."""

import numpy as np
import pytest
import scipy.stats

from naivebench.evaluation.statistics import bayes

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
        found = bayes.signed_rank(d, rope, draws=150)
        assert tuple(found) == pytest.approx(tuple(brute_force(np.array(d), rope, 150)), abs=1e-12)


@pytest.mark.parametrize("rope", [0.0, 0.01])
def test_equal_differences_may_share_one_weight(rope, monkeypatch):
    """The sum of the weights of c equal differences is distributed as one weight with parameter c."""
    d = np.repeat([0.03, -0.02, 0.0, 0.01], [9, 9, 4, 3])
    separate = bayes.signed_rank(d, rope)
    monkeypatch.setattr(bayes, "MAX_SINGLE", 0)
    shared = bayes.signed_rank(d, rope)
    assert shared != separate  # the draws differ
    error = 4 * np.sqrt(0.25 / bayes.DRAWS) * np.sqrt(2)
    assert tuple(shared) == pytest.approx(tuple(separate), abs=error)
    assert bayes.signed_rank(-d, rope) == shared[::-1]


def test_signed_rank_at_its_ends():
    assert bayes.signed_rank(np.full(20, 0.1), 0.01, draws=1000) == (1, 0, 0)
    assert bayes.signed_rank(np.zeros(20), 0.01, draws=1000) == (0, 1, 0)
    assert bayes.signed_rank(np.zeros(20), 0, draws=1000) == (0.5, 0, 0.5)
    assert bayes.signed_rank([0.001, -0.001], 0, draws=1000).rope == 0


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
    assert bayes.draw_hashes(200).tolist() == expected
    assert bayes.draw_hashes(50, start=150).tolist() == expected[150:]


def test_dirichlet_weights_have_beta_margins():
    """The weights of Dirichlet(1/2, 1, ..., 1) have the distributions Beta(1/2, n) and Beta(1, n - 1/2)."""
    n = 7
    w = bayes.draw_weights(n, 20_000)
    assert w.sum(axis=1) == pytest.approx(np.ones(len(w)), abs=1e-12)
    assert scipy.stats.kstest(w[:, 0], scipy.stats.beta(0.5, n).cdf).pvalue > 0.01
    for j in range(1, n + 1):
        assert scipy.stats.kstest(w[:, j], scipy.stats.beta(1, n - 0.5).cdf).pvalue > 0.001
    assert (bayes.draw_weights(n, 5, start=100) == w[100:105]).all()

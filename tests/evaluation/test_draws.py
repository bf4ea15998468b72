"""Counted random draws: their definition in whole numbers, and their distributions."""

import numpy as np
import pytest
import scipy.stats

from naivebench.evaluation.statistics import draws


def mixed(x: int) -> int:
    """The hash in Python's integers."""
    x ^= x >> 16
    x = x * 0x7FEB352D % 2**32
    x ^= x >> 15
    x = x * 0x846CA68B % 2**32
    return x ^ (x >> 16)


@pytest.mark.parametrize("seed", [0, 2003, 2**32 - 1, 2**32 + 5])
def test_numbers_are_the_hash_of_their_place(seed):
    expected = [mixed((mixed(i) + mixed(seed % 2**32)) % 2**32) for i in range(200)]
    assert draws.numbers(200, seed=seed).tolist() == expected
    assert draws.numbers(50, start=150, seed=seed).tolist() == expected[150:]


def test_uniform_numbers_are_uniform_and_neighbours_are_independent():
    u = draws.uniforms(200_000)
    assert 0 < u.min() < u.max() < 1
    assert scipy.stats.kstest(u, "uniform").pvalue > 0.01
    cells = np.histogram2d(u[:-1:2], u[1::2], bins=20)[0]
    assert scipy.stats.chisquare(cells.ravel()).pvalue > 0.01
    for lag in (1, 2, 7, 30, 31):
        assert abs(np.corrcoef(u[:-lag], u[lag:])[0, 1]) < 4 / np.sqrt(len(u))


def test_different_seeds_give_different_streams():
    a, b = (draws.uniforms(100_000, seed=s) for s in (1, 2))
    assert abs(np.corrcoef(a, b)[0, 1]) < 4 / np.sqrt(len(a))


def test_dirichlet_weights_have_beta_margins():
    """The weights of Dirichlet(1/2, 1, ..., 1) have the distributions Beta(1/2, n) and Beta(1, n - 1/2)."""
    n = 7
    w = draws.dirichlet(n, 20_000)
    assert w.sum(axis=1) == pytest.approx(np.ones(len(w)), abs=1e-12)
    assert scipy.stats.kstest(w[:, 0], scipy.stats.beta(0.5, n).cdf).pvalue > 0.01
    for j in range(1, n + 1):
        assert scipy.stats.kstest(w[:, j], scipy.stats.beta(1, n - 0.5).cdf).pvalue > 0.001
    assert (draws.dirichlet(n, 5, start=100) == w[100:105]).all()

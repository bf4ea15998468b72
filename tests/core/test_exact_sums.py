"""Exact sums, compared with fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from naivebench.core import exact_sums
from naivebench.core.checks import InputError

ALL = np.arange(4)


def wild(rng, n):
    """Numbers of very different magnitudes and both signs, zeros and the smallest float."""
    x = np.ldexp(rng.uniform(-1, 1, n), rng.integers(-400, 400, n))
    x[rng.random(n) < 0.1] = 0.0
    x[:2] = [5e-324, -5e-324]
    return rng.permutation(x)


def sums_of(x, y, w, c):
    """The sums of weights, numbers and squares of class c, as fractions."""
    rows = [i for i in np.flatnonzero(y == c) if not np.isnan(x[i])]
    parts = [(Fraction(float(w[i])), Fraction(float(x[i]))) for i in rows]
    return [sum((v * z**power for v, z in parts), Fraction(0)) for power in range(3)]


def case(seed, n=80):
    rng = np.random.default_rng(seed)
    x, y = np.stack([wild(rng, n), rng.normal(1e6, 1e-3, n)]), rng.integers(0, 3, n).astype(np.int32)
    x[:, ::9] = np.nan
    w = np.ones(n, np.int64) if seed % 2 else rng.random(n) * 10.0 ** rng.integers(-100, 100, n) + 1e-120
    return x, y, w


@pytest.mark.parametrize("seed", range(6))
def test_sums_are_those_of_fractions_rounded_once(seed):
    x, y, w = case(seed)
    rounded = exact_sums.round_moments(exact_sums.compute_moments(x, y, w, 4))
    for j in range(2):
        for c in range(4):
            assert [s[j, c] for s in rounded] == list(map(float, sums_of(x[j], y, w, c)))


@pytest.mark.parametrize("weights", [[1], [1, 2, 511, 512], [2**30, 2**52, 7], [1 - 2.0**-53], [0.1, 3e80]])
def test_sums_of_many_cases_are_those_of_fractions(weights):
    """The largest numbers of 53 bits, in several blocks."""
    x = np.array([[2.0**53 - 1, -(2.0**53 - 1), 2.0**53 - 1, 0.1, -1.5, 2.0**52] * 400])
    y, w = np.zeros(x.shape[1], np.int32), np.resize(np.array(weights), x.shape[1])
    rounded = exact_sums.round_moments(exact_sums.compute_moments(x, y, w, 1))
    assert [s[0, 0] for s in rounded] == list(map(float, sums_of(x[0], y, w, 0)))


@pytest.mark.parametrize("seed", range(6))
def test_means_and_variances_are_rounded_once(seed):
    """Also means of two or four numbers, which may be halfway between two floats."""
    for n_cases in (6, 80):
        x, y, w = case(seed, n_cases)
        n, mean, variance = exact_sums.mean_and_variance(exact_sums.compute_moments(x, y, w, 3))
        for j, c in np.argwhere(n > 0):
            weight, total, squares = sums_of(x[j], y, w, c)
            assert n[j, c] == float(weight)
            assert mean[j, c] == float(total / weight)
            assert variance[j, c] == float(squares / weight - (total / weight) ** 2)


@pytest.mark.parametrize("number", [0.1, -3.7e20, 1e-30])
def test_the_variance_of_equal_numbers_is_zero(number):
    x = np.full((1, 7), number)
    for w in (np.ones(7, np.int64), np.linspace(0.1, 2, 7)):
        moments = exact_sums.compute_moments(x, np.zeros(7, np.int32), w, 1)
        _, mean, variance = exact_sums.mean_and_variance(moments)
        assert mean[0, 0] == number
        assert variance[0, 0] == 0


@pytest.mark.parametrize("seed", range(4))
def test_order_and_blocks_change_no_byte(seed):
    x, y, w = case(seed)
    moments = exact_sums.compute_moments(x, y, w, 4)
    rows = np.array_split(np.random.default_rng(seed).permutation(len(y)), [1, 2, 30])
    blocks = [exact_sums.compute_moments(np.ascontiguousarray(x[:, r]), y[r], w[r], 4) for r in rows]
    merged = blocks[3]
    for block in blocks[:3]:
        merged = exact_sums.merge_moments(merged, block, ALL, ALL, 4)
    for f in (exact_sums.round_moments, exact_sums.mean_and_variance):
        assert [a.tobytes() for a in f(merged)] == [a.tobytes() for a in f(moments)]


def test_classes_get_their_place():
    x, y, w = case(1)
    one = exact_sums.compute_moments(x, y, w, 3)
    doubled = exact_sums.round_moments(exact_sums.merge_moments(one, one, *[np.array([2, 0, 1])] * 2, 4))
    for twice, once in zip(doubled, exact_sums.round_moments(one), strict=True):
        np.testing.assert_array_equal(twice[:, [2, 0, 1]], 2 * once)
        assert not twice[:, 3].any()


def test_sums_of_angles():
    """The sums are cos and sin of 0, of half a turn and of a third of a turn; NaN is skipped."""
    x, y = np.array([[0.0, np.pi, 2 * np.pi / 3, np.nan]]), np.array([0, 0, 1, 1], np.int32)
    moments = exact_sums.compute_angle_moments(x, y, np.ones(4, np.int64), 2)
    n, cosines, sines = exact_sums.round_moments(moments)
    assert n.tolist() == [[2, 1]]
    np.testing.assert_allclose(cosines, [[0, -0.5]], atol=1e-15)
    np.testing.assert_allclose(sines, [[0, np.sqrt(0.75)]], atol=1e-15)


def test_numbers_whose_squares_are_infinite_are_refused():
    for number in (np.inf, 1e200):
        numbers = np.array([[1.0, np.nan], [0.0, -number]])
        with pytest.raises(InputError, match="'b' has an infinite number or one beyond 1e"):
            exact_sums.check_magnitudes(numbers, exact_sums.find_exponents(numbers)[1], ["a", "b"])

from fractions import Fraction

import numpy as np
import pytest

from naivebench.core import circle, exact


def wild(rng, n):
    """Numbers of every magnitude and both signs, zeros, and the smallest and largest floats."""
    x = np.ldexp(rng.uniform(-1, 1, n), rng.integers(-1070, 1024, n))
    x[rng.random(n) < 0.1] = 0.0
    x[:4] = [5e-324, -5e-324, np.finfo(float).max, -np.finfo(float).max]
    return rng.permutation(x)


@pytest.mark.parametrize("n_factors", [1, 2, 3])
@pytest.mark.parametrize("block", [7, 1 << 20])
@pytest.mark.parametrize("compiled", [False, True])
def test_equal_to_fractions(monkeypatch, n_factors, block, compiled):
    monkeypatch.setattr(exact, "BLOCK", block)
    rng = np.random.default_rng(n_factors)
    y, factors = rng.integers(0, 3, 60), [wild(rng, 60) for _ in range(n_factors)]
    found = exact.class_sums(factors, y, 4, compiled=compiled)
    for c in range(4):
        products = [np.prod([Fraction(f[i]) for f in factors]) for i in np.flatnonzero(y == c)]
        assert Fraction(int(found[c]), 1 << exact.UNIT) == sum(products)


@pytest.mark.parametrize("block", [7, 1 << 20])
@pytest.mark.parametrize("compiled", [False, True])
def test_moments_are_those_of_fractions(monkeypatch, block, compiled):
    monkeypatch.setattr(exact, "BLOCK", block)
    rng = np.random.default_rng(0)
    y, x = rng.integers(0, 3, 90), np.append(wild(rng, 80), [np.nan] * 10)[rng.permutation(90)]
    sums, low, high = exact.moments(x, y, 4, compiled=compiled)
    for c in range(4):
        numbers = [Fraction(v) for v in x[(y == c) & ~np.isnan(x)]]
        expected = [Fraction(len(numbers)), sum(numbers), sum(v * v for v in numbers)]
        assert [Fraction(int(s), 1 << exact.UNIT) for s in sums[:, c]] == expected
    assert (low, high) == (np.nanmin(x), np.nanmax(x))
    assert exact.moments(x[:0], y[:0], 2, compiled=compiled)[1:] == (np.inf, -np.inf)


@pytest.mark.parametrize("compiled", [False, True])
def test_moments_of_full_blocks_stay_exact(compiled):
    n, largest = exact.BLOCK, 2.0 - 2.0**-52
    sums = exact.moments(np.full(n, -largest), np.zeros(n, np.int32), 1, compiled=compiled)[0][:, 0]
    expected = [n, -n * Fraction(largest), n * Fraction(largest) ** 2]
    assert [Fraction(int(s), 1 << exact.UNIT) for s in sums] == expected


def test_sums_of_angles_do_not_depend_on_their_order_and_blocks():
    rng = np.random.default_rng(0)
    x, y = rng.uniform(-np.pi, np.pi, 2000), rng.integers(0, 3, 2000)
    x[::9] = np.nan
    whole, *extent = circle.class_sums(x, y, 4)
    assert not any(whole[:, 3])
    assert extent == [np.nanmin(x), np.nanmax(x)]
    for seed in range(3):
        rows = np.array_split(np.random.default_rng(seed).permutation(2000), [1, 2, 5, 64, 999])
        wide = np.column_stack([x, x])[:, 1]  # neighbours in memory are not neighbours in the column
        parts = [circle.class_sums(wide[r] if seed else x[r], y[r], 4)[0] for r in rows]
        assert sum(parts).tolist() == whole.tolist()
    assert circle.class_sums(wide, y, 4)[0].tolist() == whole.tolist()


@pytest.mark.parametrize("compiled", [False, True])
def test_parts_of_full_blocks_stay_exact(compiled):
    """The largest mantissas are added in one cell, where their sum has a closed form."""
    n, largest = exact.BLOCK, 2.0 - 2.0**-52
    found = exact.class_sums([np.full(n, largest)] * 3, np.zeros(n, np.int32), 1, compiled=compiled)[0]
    assert Fraction(int(found), 1 << exact.UNIT) == n * Fraction(largest) ** 3


def test_rounding_once():
    x = np.array([1.0, 1e-17, -1.0])
    assert exact.floats(exact.class_sums([x], np.zeros(3, int), 1)) == [1e-17]
    assert exact.floats(np.zeros((0, 2), dtype=object)).shape == (0, 2)
    assert exact.ratio(3 << 400, 7 << 1500, 1100) == 3 / 7


def test_sums_of_angles_in_their_units():
    """The sums are cos and sin of 0, of half a turn and of a third of a turn; NaN is skipped."""
    x, y = np.array([0.0, np.pi, 2 * np.pi / 3, np.nan]), np.array([0, 0, 1, 1])
    sums, low, high = circle.class_sums(x, y, 2)
    assert sums[0].tolist() == [2 << circle.BITS, 1 << circle.BITS]
    np.testing.assert_allclose(
        sums[1:].astype(float) * 2.0**-circle.BITS, [[0, -0.5], [0, np.sqrt(0.75)]], atol=1e-14
    )
    assert (low, high) == (0.0, np.pi)


def test_angles_of_many_turns_keep_their_digits():
    x = np.array([1e9, -3e12, 5.0, np.nan, 7e15])
    (n, *sums), low, high = circle.class_sums(x, np.zeros(5, int), 1)
    expected = [[np.nansum(np.cos(x))], [np.nansum(np.sin(x))]]
    np.testing.assert_allclose(np.array(sums).astype(float) * 2.0**-circle.BITS, expected, atol=1e-14)
    assert (n[0] >> circle.BITS, low, high) == (4, -3e12, 7e15)

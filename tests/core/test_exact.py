from fractions import Fraction

import numpy as np
import pytest

from naivebench.core import circle, circle_loops, exact
from naivebench.core import compiled as compiled_loops


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


def test_cosines_and_sines_of_loops_and_numpy():
    """The angles are multiples of an eighth of a turn, their neighbours on both sides, and angles
    in between.
    """
    around = np.arange(-8, 9) * np.pi / 4
    x = np.concatenate([around, np.nextafter(around, 9), np.nextafter(around, -9), np.linspace(-7, 7, 500)])
    found, filled = circle.cosine_sine(x), (np.empty(len(x)), np.empty(len(x)))
    assert compiled_loops.loops(circle_loops).cosine_sine(x[:500], *(f[:500] for f in filled)) == 0
    for ours, loops, theirs in zip(found, filled, (np.cos(x), np.sin(x)), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=2.3e-16)
        assert ours[:500].tobytes() == loops[:500].tobytes()


def test_sums_of_circles_by_loops_and_numpy():
    rng = np.random.default_rng(0)
    x, y = rng.uniform(-np.pi, np.pi, 2000), rng.integers(0, 3, 2000)
    x[::9], x[1::9] = np.nan, 1e9  # 1e9 is so large that whole turns are subtracted first
    one, other = (circle.class_sums(x, y, 4, compiled=c) for c in (False, True))
    assert one[0].tolist() == other[0].tolist()
    assert one[1:] == other[1:]
    assert not any(one[0][:, 3])


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


@pytest.mark.parametrize("compiled", [False, True])
def test_sums_of_angles_in_their_units(compiled):
    """The sums are cos and sin of 0, of half a turn and of a third of a turn; NaN is skipped."""
    x, y = np.array([0.0, np.pi, 2 * np.pi / 3, np.nan]), np.array([0, 0, 1, 1])
    sums, low, high = circle.class_sums(x, y, 2, compiled=compiled)
    assert sums[0].tolist() == [2 << circle.BITS, 1 << circle.BITS]
    np.testing.assert_allclose(
        sums[1:].astype(float) * 2.0**-circle.BITS, [[0, -0.5], [0, np.sqrt(0.75)]], atol=1e-14
    )
    assert (low, high) == (0.0, np.pi)


@pytest.mark.parametrize("compiled", [False, True])
def test_whole_turns_are_subtracted_from_angles_that_are_too_large(compiled):
    x = np.array([1e9, -3e12, 5.0, np.nan, 7e15])
    assert (np.abs(x[[0, 1, 4]]) > circle.FAR).all()
    sums, low, high = circle.class_sums(x, np.zeros(5, int), 1, compiled=compiled)
    turned = np.remainder(x[[0, 1, 4]], 2 * np.pi)
    expected = [np.cos(turned).sum() + np.cos(5), np.sin(turned).sum() + np.sin(5)]
    np.testing.assert_allclose(sums[1:, 0].astype(float) * 2.0**-circle.BITS, expected, atol=1e-14)
    assert (low, high) == (min(turned.min(), 5.0), max(turned.max(), 5.0))

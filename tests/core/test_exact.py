from fractions import Fraction

import numpy as np
import pytest

from naivebench.core import exact


def wild(rng, n):
    """Numbers of every magnitude, both signs, zeros and the smallest and largest floats."""
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


@pytest.mark.parametrize("compiled", [False, True])
def test_parts_of_full_blocks_stay_exact(compiled):
    """The largest mantissas in one cell: their sum is known in closed form."""
    n, largest = exact.BLOCK, 2.0 - 2.0**-52
    found = exact.class_sums([np.full(n, largest)] * 3, np.zeros(n, np.int32), 1, compiled=compiled)[0]
    assert Fraction(int(found), 1 << exact.UNIT) == n * Fraction(largest) ** 3


def test_rounding_once():
    x = np.array([1.0, 1e-17, -1.0])
    assert exact.floats(exact.class_sums([x], np.zeros(3, int), 1)) == [1e-17]
    assert exact.floats(np.zeros((0, 2), dtype=object)).shape == (0, 2)
    assert exact.ratio(3 << 400, 7 << 1500, 1100) == 3 / 7

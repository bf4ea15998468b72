import numpy as np
import pytest
from support import tables
from support.answers import predict

from naivebench.core.logspace import normalize_rows
from naivebench.methods.naive_bayes import flexible_nb


def by_formula(train, test, width=1.0):
    """The formula P(c) prod_j of the mean of normal densities around the values of class c."""
    k, d = len(train.classes), train.reals.shape[1]
    scores = np.log((np.bincount(train.y, minlength=k) + 1) / (len(train.y) + k))
    scores = np.tile(scores, (len(test.y), 1))
    for j in range(d):
        x = train.reals[:, j]
        spread = np.nanmax(x) - np.nanmin(x)
        for c in range(k):
            own = x[(train.y == c) & ~np.isnan(x)]
            h = width * spread / np.sqrt(len(own))
            for i, value in enumerate(test.reals[:, j]):
                if not np.isnan(value):
                    density = np.exp(-(((value - own) / h) ** 2) / 2) / (h * np.sqrt(2 * np.pi))
                    scores[i, c] += np.log(density.mean())
    return normalize_rows(scores, np.zeros(k))


def numbers(seed, n=90, missing=0.1):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    reals = np.column_stack([y + rng.normal(size=n), np.round(10 * rng.random(n)), 1e6 * rng.normal(size=n)])
    return tables.linear(np.where(rng.random(reals.shape) < missing, np.nan, reals), y, 3)


@pytest.mark.parametrize("width", [1.0, 0.3])
def test_equal_to_the_formula(width):
    train, test = numbers(0), numbers(1, 40)
    found = predict(flexible_nb, train, test, width=width)
    np.testing.assert_allclose(found, by_formula(train, test, width), atol=1e-9)


def test_units_do_not_matter_and_far_values_do_not_underflow():
    train, test = numbers(2), numbers(3, 30)
    found = predict(flexible_nb, train, test)
    scaled = [t._replace(reals=t.reals * 2.0**20) for t in (train, test)]
    other = predict(flexible_nb, scaled[0], scaled[1])
    np.testing.assert_allclose(found, other, atol=1e-10)
    far = test._replace(reals=np.full_like(test.reals, 1e9))
    log_proba = predict(flexible_nb, train, far)
    assert np.isfinite(log_proba.max(axis=1)).all()

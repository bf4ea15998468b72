"""Rounded sums of many columns, compared with exact ones: the same bytes for every kind of numbers."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest
from support import tables

from naivebench import estimators
from naivebench.core import rounded
from naivebench.methods.naive_bayes import gnb, mixed_nb

D = gnb.MANY_COLUMNS
MADE = {
    "normal": lambda rng, n: rng.normal(size=(n, D)),
    "far from 0": lambda rng, n: rng.normal(size=(n, D)) + rng.choice([-1e6, 1e3, 1e9, 7.0], D),
    "whole": lambda rng, n: rng.integers(0, 17, (n, D)).astype(float),
    "rare": lambda rng, n: rng.poisson(0.05, (n, D)).astype(float),
    "of all sizes": lambda rng, n: rng.normal(size=(n, D)) * 10.0 ** rng.integers(-80, 80, (n, D)),
    "columns of all sizes": lambda rng, n: rng.normal(size=(n, D)) * 10.0 ** rng.integers(-307, 307, D),
    "all bits": lambda rng, n: rng.integers(0, 2**53, (n, D)) * 2.0 ** rng.integers(-60, 0, (n, D)),
    "near powers of two": lambda rng, n: (
        rng.choice([-1.0, 1.0], (n, D)) * rng.choice([8.0, 8 - 2**-50, 8 + 2**-49], (n, D))
    ),
    "constant": lambda rng, n: np.zeros((n, D)) * rng.choice([1.0, -1.0], (n, D)),
    "subnormal": lambda rng, n: rng.integers(0, 50, (n, D)) * 5e-324,
}


def same(a: gnb.Model, b: gnb.Model) -> None:
    assert [x.tobytes() for x in a] == [x.tobytes() for x in b]


def slowly(module, train, **params):
    return module.estimate(module.count(train), **params)


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize(("n", "k"), [(1, 1), (16, 3), (200, 2), (333, 9)])
@pytest.mark.parametrize("made", MADE)
def test_a_fit_of_many_columns_has_the_bytes_of_exact_sums(made, n, k, missing):
    rng = np.random.default_rng(n)
    x, y = MADE[made](rng, n), rng.integers(0, k, n)
    x[rng.random(x.shape) < missing] = np.nan
    train = tables.linear(x, y)
    assert gnb.counts_later(train)
    for params in ({}, {"gap_floor": 0.167, "variance_divisor": "n-1"}):
        same(gnb.fit(train, **params), slowly(gnb, train, **params))


@pytest.mark.parametrize("compiled", [False, True])
def test_most_columns_are_certain_and_right(compiled):
    rng = np.random.default_rng(3)
    x, y = np.asfortranarray(rng.normal(3, 1, (150, 40))), rng.integers(0, 3, 150)
    sums, certain = rounded.class_sums(x, y, 3, compiled=compiled)
    assert certain.mean() > 0.9
    for j in np.flatnonzero(certain):
        centre = Fraction(sums.centre[j])
        assert sums.centre[j] == float(sum(map(Fraction, x[:, j])) / 150)
        for c in range(3):
            z = [(Fraction(v) - centre) / Fraction(sums.scale[j]) for v in x[y == c, j]]
            mean = sum(z) / len(z)
            assert sums.mean[j, c] == float(mean)
            assert sums.squares[j, c] == float(sum((v - mean) ** 2 for v in z))


def test_a_mean_halfway_between_two_floats_is_rounded_like_the_exact_one():
    x = np.array([[5.0], [5.0], [-1.0], [-1.0 - 2**-52], [-1.0]]).repeat(2, axis=1)
    sums, _ = rounded.class_sums(np.asfortranarray(x), np.array([0, 0, 1, 1, 1]), 2, compiled=False)
    exact = (Fraction(5) - Fraction(sums.centre[0])) / Fraction(sums.scale[0])
    assert sums.mean[0, 0] == float(exact)


def test_cases_without_a_class_and_infinite_numbers():
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=(30, D)), rng.integers(0, 2, 30)
    y[::4] = -1
    same(gnb.fit(tables.linear(x, y)), slowly(gnb, tables.linear(x, y)))
    x[3, 7] = np.inf
    with pytest.raises(ValueError, match="'x7' has an infinite number"):
        gnb.fit(tables.linear(x, np.abs(y)))


def test_mixed_naive_bayes_takes_the_same_way():
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=(60, D)), rng.integers(0, 3, 60)
    train = tables.linear(x, y)
    fast, slow = mixed_nb.fit(train, gap_floor=0.2), slowly(mixed_nb, train, gap_floor=0.2)
    same(fast.real, slow.real)
    np.testing.assert_array_equal(fast.discrete.log_prior, slow.discrete.log_prior)


@pytest.mark.parametrize("name", ["GaussianNB", "MixedNB"])
def test_counting_waits_for_further_cases(name, tmp_path):
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=(60, D)), rng.integers(0, 3, 60)
    x[:, 0] = 4.0
    cls = getattr(estimators, name)
    whole = cls().fit(x, y).predict_log_proba(x)
    first = cls().fit(x[:40], y[:40])
    assert first._counted is None
    assert first.theta_[0, 0] == 4.0
    fresh = cls().fit(x[:40], y[:40])
    fresh.save(tmp_path / "model.nb")
    started = cls().partial_fit(x[:40], y[:40], classes=[0, 1, 2])
    assert started._counted is None
    for model in (
        fresh,
        started,
        cls.load(tmp_path / "model.nb"),
        pickle.loads(pickle.dumps(first)),
        copy.copy(first),
    ):
        model.set_params(var_floor=1e-9)
        np.testing.assert_array_equal(model.partial_fit(x[40:], y[40:]).predict_log_proba(x), whole)


def test_a_first_block_without_some_declared_class_has_the_same_bytes():
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=(60, D)), rng.integers(0, 3, 60)
    model = estimators.GaussianNB().partial_fit(x, y, classes=[0, 1, 2, 3])
    same(model.fitted_.model, slowly(gnb, model._uncounted, **model.fitted_.params))
    assert model.class_count_.tolist() == [*np.bincount(y), 0]

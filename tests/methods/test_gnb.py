"""Naive Bayes with normal densities and with kernel densities."""

import numpy as np
import pytest
from scipy.special import log_softmax
from scipy.stats import norm
from support import tables
from support.answers import predict
from support.tables import assert_log_proba

from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Attribute, make_table
from naivebench.methods.naive_bayes import flexible_nb, gnb


def numbers(seed=0, n=60, d=3, k=3, missing=0.0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, k, n)
    x = rng.normal(size=(n, d)) * (1 + np.arange(d)) + y[:, None] * 0.7
    x[rng.random(x.shape) < missing] = np.nan
    return tables.linear(x, y, k)


def test_equal_to_the_formula_with_missing_values():
    train, test = numbers(0, 60, missing=0.3), numbers(1, 15, missing=0.3)
    scores = np.tile(np.log(np.bincount(train.y) / 60), (15, 1))
    for c in range(3):
        x = train.reals[train.y == c]
        density = norm.logpdf(test.reals, np.nanmean(x, axis=0), np.nanstd(x, axis=0))
        scores[:, c] += np.nansum(density, axis=1)
    np.testing.assert_allclose(predict(gnb, train, test), log_softmax(scores, axis=1), atol=1e-11)


@pytest.mark.parametrize("constant", [0.1, np.nan])
def test_a_constant_attribute_changes_nothing_whatever_the_test_value(constant):
    train, test = numbers(0, 50), numbers(1, 20)
    same = Attribute("same", "linear")
    wider = (tables.append(t, same, np.full(len(t.y), v)) for t, v in ((train, constant), (test, 7.0)))
    np.testing.assert_array_equal(predict(gnb, *wider), predict(gnb, train, test))


def test_the_floor_is_a_share_of_the_overall_variance():
    train = tables.linear([[1.0], [1.0], [2.0], [4.0]], [0, 0, 1, 1])
    np.testing.assert_allclose(gnb.fit(train, var_floor=0.01).variance[0], [0.01 * 1.5, 1.0])
    model = gnb.fit(train, var_floor=0)
    np.testing.assert_allclose(model.variance[0], [np.finfo(float).eps * 1.5, 1.0])
    assert_log_proba(gnb.predict_log_proba(model, train), (4, 2))


def test_the_deviation_is_at_least_a_share_of_the_mean_gap():
    x = [[0.0, 3.0], [0.0, 3.5], [4.0, 4.0], [6.0, np.nan], [0.0, 4.5]]
    train = tables.linear(x, [0, 0, 1, 1, 0])
    model = gnb.fit(train, gap_floor=0.5)
    # the first column has the gaps 4 and 2 with mean 3; the second has gaps of 0.5, and class 1 one number
    expected = [[1.5, 1.5], [np.std([3, 3.5, 4.5]), 0.25]]
    np.testing.assert_allclose(np.sqrt(model.variance), expected)
    np.testing.assert_allclose(model.mean, gnb.fit(train).mean)
    np.testing.assert_array_equal(gnb.fit(train, gap_floor=0).variance, gnb.fit(train).variance)


@pytest.mark.parametrize("unit", [1e-100, 1e-3, 1e100])
def test_the_floor_of_gaps_depends_neither_on_the_unit_nor_on_cases_of_unknown_class(unit):
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 5, (40, 3)).astype(float), rng.integers(0, 2, 40)
    x[y == 0, 0] = 2.0
    moved = tables.linear(np.vstack([x, [[77.5] * 3]]) * unit, [*y, -1])
    expected = predict(gnb, tables.linear(x, y), gap_floor=0.5)
    np.testing.assert_allclose(predict(gnb, moved, gap_floor=0.5)[:-1], expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(("n", "floor"), [(100, 99 / 99 / 2), (101, 0.0)])
def test_attributes_with_more_than_100_distinct_numbers_have_no_floor_of_gaps(n, floor):
    x = np.concatenate([np.full(404 - n, 3.0), np.arange(n), [3.0]])
    train = tables.linear(x[:, None], [0] * 404 + [1])
    plain = gnb.fit(train).variance[0, 1]
    assert gnb.fit(train, gap_floor=0.5).variance[0, 1] == pytest.approx(max(floor**2, plain))


def test_a_class_with_one_case_and_a_class_without_values():
    train = tables.linear([[0.0, 1.0], [1.0, 3.0], [5.0, np.nan], [2.0, 2.0]], [0, 0, 1, 0], 3)
    model = gnb.fit(train)
    assert_log_proba(gnb.predict_log_proba(model, train), (4, 3))
    assert model.variance[0, 1] == pytest.approx(1e-9 * np.var([0, 1, 5, 2]))
    # overall mean and variance
    assert (model.mean[1, 1], model.variance[1, 1]) == (pytest.approx(2.0), pytest.approx(2 / 3))
    assert np.isneginf(gnb.predict_log_proba(model, train)[:, 2]).all()
    assert np.isfinite(predict(gnb, train, prior_alpha=1)[:, 2]).all()


def test_ordinal_attributes_are_used_by_their_scores_and_angles_as_raw_radians_up_to_both_ends():
    rng = np.random.default_rng(0)
    codes, y = rng.integers(-1, 3, 40), rng.integers(0, 2, 40)
    ordinal = make_table([Attribute("o", "ordinal", ("1", "2", "5"))], ["a", "b"], y, codes[:, None])
    scores = tables.linear(np.array([1.0, 2.0, 5.0, np.nan])[codes][:, None], y)
    np.testing.assert_array_equal(predict(gnb, ordinal), predict(gnb, scores))
    x = np.append([np.pi, -np.pi], rng.uniform(-np.pi, np.pi, 38))[:, None]
    angular = tables.linear(x, y, kind="angular")
    np.testing.assert_array_equal(predict(gnb, angular), predict(gnb, tables.linear(x, y)))


@pytest.mark.parametrize("unit", [1e-140, 1e140])
def test_squares_neither_vanish_nor_overflow(unit):
    plain = tables.linear([[1.0], [2.0], [5.0], [7.0]], [0, 0, 1, 1])
    found = predict(gnb, plain._replace(reals=plain.reals * unit))
    np.testing.assert_allclose(found, predict(gnb, plain), rtol=1e-12)


def test_a_nominal_column_without_any_value_is_ignored():
    alone = tables.linear([[1.0], [2.0], [1.5], [3.0]], [0, 1, 0, 1])
    wider = tables.append(alone, Attribute("z", "nominal"), np.full(4, -1))
    np.testing.assert_array_equal(predict(gnb, wider), predict(gnb, alone))


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


def draw_numbers(seed, n=90, missing=0.1):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    reals = np.column_stack([y + rng.normal(size=n), np.round(10 * rng.random(n)), 1e6 * rng.normal(size=n)])
    return tables.linear(np.where(rng.random(reals.shape) < missing, np.nan, reals), y, 3)


@pytest.mark.parametrize("width", [1.0, 0.3])
def test_equal_to_the_formula(width):
    train, test = draw_numbers(0), draw_numbers(1, 40)
    found = predict(flexible_nb, train, test, width=width)
    np.testing.assert_allclose(found, by_formula(train, test, width), atol=1e-9)


def test_units_do_not_matter_and_far_values_do_not_underflow():
    train, test = draw_numbers(2), draw_numbers(3, 30)
    found = predict(flexible_nb, train, test)
    scaled = [t._replace(reals=t.reals * 2.0**20) for t in (train, test)]
    other = predict(flexible_nb, scaled[0], scaled[1])
    np.testing.assert_allclose(found, other, atol=1e-10)
    far = test._replace(reals=np.full_like(test.reals, 1e9))
    log_proba = predict(flexible_nb, train, far)
    assert np.isfinite(log_proba.max(axis=1)).all()

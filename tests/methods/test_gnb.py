import numpy as np
import pytest
from support.tables import assert_log_proba

from naivebench.core.table import Attribute, make_table
from naivebench.methods.naive_bayes import gnb


def real_table(seed=0, n=60, d=3, k=3, missing=0.0, kind="linear"):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, k, n)
    x = rng.normal(size=(n, d)) * (1 + np.arange(d)) + y[:, None] * 0.7
    x[rng.random(x.shape) < missing] = np.nan
    return make_table(
        [Attribute(f"x{j}", kind, period=0.0) for j in range(d)], [f"c{c}" for c in range(k)], y, None, x
    )


def proba(train, test, **params):
    return gnb.predict_log_proba(gnb.fit(train, **params), test)


def test_equal_to_the_formula_with_missing_values():
    from scipy.stats import norm

    train, test = real_table(0, 60, missing=0.3), real_table(1, 15, missing=0.3)
    scores = np.tile(np.log(np.bincount(train.y) / 60), (15, 1))
    for c in range(3):
        for j in range(3):
            x = train.reals[train.y == c, j]
            density = norm.logpdf(test.reals[:, j], np.nanmean(x), np.nanstd(x))
            scores[:, c] += np.where(np.isnan(density), 0, density)
    expected = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(proba(train, test), expected, atol=1e-11)


def test_a_constant_attribute_changes_nothing_whatever_the_test_value():
    train, test = real_table(0, 50), real_table(1, 20)

    def with_constant(table, value):
        attributes = (*table.attributes, Attribute("same", "linear"))
        return make_table(
            attributes,
            table.classes,
            table.y,
            None,
            np.column_stack([table.reals, np.full(len(table.y), value)]),
        )

    found = proba(with_constant(train, 0.1), with_constant(test, 7.0))
    np.testing.assert_array_equal(found, proba(train, test))
    np.testing.assert_array_equal(
        proba(with_constant(train, np.nan), with_constant(test, 7.0)), proba(train, test)
    )


def test_the_floor_is_a_share_of_the_overall_variance():
    train = make_table(
        [Attribute("x", "linear")], ["a", "b"], [0, 0, 1, 1], None, [[1.0], [1.0], [2.0], [4.0]]
    )
    model = gnb.fit(train, var_floor=0.01)
    np.testing.assert_allclose(model.variance[0], [0.01 * 1.5, 1.0])
    model = gnb.fit(train, var_floor=0)
    np.testing.assert_allclose(model.variance[0], [np.finfo(float).eps * 1.5, 1.0])
    assert_log_proba(gnb.predict_log_proba(model, train), (4, 2))


def test_the_deviation_is_at_least_a_share_of_the_mean_gap():
    x = np.array([[0.0, 3.0], [0.0, 3.5], [4.0, 4.0], [6.0, np.nan], [0.0, 4.5]])
    attributes = [Attribute("x", "linear"), Attribute("z", "linear")]
    train = make_table(attributes, ["a", "b"], [0, 0, 1, 1, 0], None, x)
    model = gnb.fit(train, gap_floor=0.5)
    deviation = np.sqrt(model.variance)
    # x has the gaps 4 and 2 with mean 3; z has gaps of 0.5, and class b has one number
    np.testing.assert_allclose(deviation, [[1.5, 1.5], [np.std([3, 3.5, 4.5]), 0.25]])
    np.testing.assert_allclose(model.mean, gnb.fit(train).mean)
    np.testing.assert_array_equal(gnb.fit(train, gap_floor=0).variance, gnb.fit(train).variance)


@pytest.mark.parametrize("unit", [1e-100, 1e-3, 1e100])
def test_the_floor_of_gaps_depends_neither_on_the_unit_nor_on_cases_of_unknown_class(unit):
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 5, (40, 3)).astype(float), rng.integers(0, 2, 40)
    x[y == 0, 0] = 2.0
    attributes = [Attribute(f"x{j}", "linear") for j in range(3)]
    train = make_table(attributes, ["a", "b"], y, None, x)
    moved = make_table(attributes, ["a", "b"], [*y, -1], None, np.vstack([x, [77.5] * 3]) * unit)
    found = gnb.predict_log_proba(gnb.fit(moved, gap_floor=0.5), moved)[:-1]
    np.testing.assert_allclose(found, proba(train, train, gap_floor=0.5), rtol=1e-9, atol=1e-9)


def test_attributes_with_more_than_100_distinct_numbers_have_no_floor_of_gaps():
    y = np.zeros(404, int)
    for n, floor in ((100, 99 / 99 / 2), (101, 0.0)):
        x = np.append(np.full(404 - n, 3.0), np.arange(n))[:, None]
        train = make_table([Attribute("x", "linear")], ["a", "b"], [*y, 1], None, np.vstack([x, [[3.0]]]))
        variance = gnb.fit(train, gap_floor=0.5).variance[0, 1]
        plain = gnb.fit(train).variance[0, 1]
        assert variance == pytest.approx(max(floor**2, plain))


def test_a_class_with_one_case_and_a_class_without_values():
    x = [[0.0, 1.0], [1.0, 3.0], [5.0, np.nan], [2.0, 2.0]]
    train = make_table(
        [Attribute("x", "linear"), Attribute("z", "linear")], ["a", "b", "c"], [0, 0, 1, 0], None, x
    )
    model = gnb.fit(train)
    assert_log_proba(gnb.predict_log_proba(model, train), (4, 3))
    variance = model.variance
    assert variance[0, 1] == pytest.approx(1e-9 * np.var([0, 1, 5, 2]))
    # overall mean and variance
    assert (model.mean[1, 1], variance[1, 1]) == (pytest.approx(2.0), pytest.approx(2 / 3))
    assert np.isneginf(gnb.predict_log_proba(model, train)[:, 2]).all()
    assert np.isfinite(gnb.predict_log_proba(gnb.fit(train, prior_alpha=1), train)[:, 2]).all()


def test_ordinal_attributes_are_used_by_their_scores():
    rng = np.random.default_rng(0)
    codes, y = rng.integers(-1, 3, 40), rng.integers(0, 2, 40)
    ordinal = make_table([Attribute("o", "ordinal", ("1", "2", "5"))], ["a", "b"], y, codes[:, None])
    linear = make_table(
        [Attribute("o", "linear")], ["a", "b"], y, None, np.array([1.0, 2.0, 5.0, np.nan])[codes][:, None]
    )
    np.testing.assert_array_equal(proba(ordinal, ordinal), proba(linear, linear))


def test_angles_are_used_as_raw_radians_up_to_both_ends():
    rng = np.random.default_rng(0)
    x, y = rng.uniform(-np.pi, np.pi, (30, 1)), rng.integers(0, 2, 30)
    x[:2, 0] = [np.pi, -np.pi]
    angular = make_table([Attribute("a", "angular", period=360.0)], ["a", "b"], y, None, x)
    linear = make_table([Attribute("a", "linear")], ["a", "b"], y, None, x)
    np.testing.assert_array_equal(proba(angular, angular), proba(linear, linear))


@pytest.mark.parametrize("unit", [1e-140, 1e140])
def test_squares_neither_vanish_nor_overflow(unit):
    x = np.array([[1.0], [2.0], [5.0], [7.0]])
    train = make_table([Attribute("x", "linear")], ["a", "b"], [0, 0, 1, 1], None, x * unit)
    plain = train._replace(reals=x)
    np.testing.assert_allclose(
        gnb.predict_log_proba(gnb.fit(train), train), gnb.predict_log_proba(gnb.fit(plain), plain), rtol=1e-12
    )


def test_far_from_both_classes_the_wider_class_wins():
    train = make_table(
        [Attribute("x", "linear")], ["narrow", "wide"], [0, 0, 1, 1], None, [[1.0], [2.0], [3.0], [7.0]]
    )
    far = train._replace(reals=np.full((4, 1), 1e200))
    assert np.exp(gnb.predict_log_proba(gnb.fit(train), far))[:, 1].tolist() == [1.0] * 4


def test_a_nominal_column_without_any_value_is_ignored():
    train = make_table(
        [Attribute("z", "nominal"), Attribute("x", "linear")],
        ["a", "b"],
        [0, 1, 0, 1],
        np.full((4, 1), -1),
        [[1.0], [2.0], [1.5], [3.0]],
    )
    alone = make_table([Attribute("x", "linear")], ["a", "b"], train.y, None, train.reals)
    np.testing.assert_array_equal(
        gnb.predict_log_proba(gnb.fit(train), train), gnb.predict_log_proba(gnb.fit(alone), alone)
    )

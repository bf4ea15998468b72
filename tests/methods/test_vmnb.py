"""Naive Bayes with von Mises densities, also of classes whose angles are equal or nearly so."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import log_softmax
from support import tables
from support.answers import predict
from support.tables import assert_log_proba

from naivebench.core.table import Attribute, make_table, to_radians
from naivebench.methods.directional import (
    gnb_likeliest_cut,
    gnb_sincos,
    hybrid_nb,
    kernel_vmnb,
    mixture_vmnb,
    sel_vmnb,
    vmnb,
    von_mises,
)
from naivebench.methods.per_column import column_nb


def turned(table, turn):
    """The table with all angles rotated and wrapped into (-pi, pi]; linear columns do not change."""
    angular_columns = [a.kind == "angular" for a in table.attributes if a.kind in ("linear", "angular")]
    return table._replace(
        reals=np.where(angular_columns, to_radians(table.reals + turn, 2 * np.pi), table.reals)
    )


def test_equal_to_the_formula_for_all_kinds_with_missing_values():
    from scipy.stats import norm, vonmises

    train, test = tables.mixed(150, seed=1, missing=0.2), tables.mixed(30, seed=2, missing=0.2)
    scores = np.tile(np.log(np.bincount(train.y) / 150), (30, 1))
    for attribute, own, new in zip(
        train.attributes, tables.columns(train), tables.columns(test), strict=True
    ):
        for c in range(3):
            x = own[train.y == c]
            if attribute.values:
                frequency = (np.bincount(x[x >= 0], minlength=len(attribute.values)) + 1) / (
                    (x >= 0).sum() + len(attribute.values)
                )
                density = np.append(np.log(frequency), 0.0)[new]
            elif attribute.kind == "linear":
                density = norm.logpdf(new, np.nanmean(x), np.nanstd(x))
            else:
                kappa, loc, _ = vonmises.fit(x[~np.isnan(x)], fscale=1)
                density = vonmises.logpdf(new, kappa, loc=loc)
            scores[:, c] += np.where(np.isnan(density), 0, density)
    np.testing.assert_allclose(predict(vmnb, train, test), log_softmax(scores, axis=1), atol=1e-5)


@settings(max_examples=60, deadline=None)
@given(st.floats(-50, 50), st.integers(0, 3))
def test_rotating_all_angles_changes_no_prediction(turn, seed):
    train, test = tables.mixed(100, seed=seed), tables.mixed(40, seed=seed + 10)
    found = predict(vmnb, turned(train, turn), turned(test, turn))
    np.testing.assert_allclose(found, predict(vmnb, train, test), atol=1e-9)


def _shape(n_angular, n_linear, values, k):
    attributes = [Attribute(f"a{j}", "angular") for j in range(n_angular)] + [
        Attribute(f"x{j}", "linear") for j in range(n_linear)
    ]
    attributes += [
        Attribute(f"v{j}", "nominal", tables.labels(r), declared=True) for j, r in enumerate(values)
    ]
    n, rng = 2 * k, np.random.default_rng(0)
    codes = np.array([np.arange(n) % r for r in values]).T if values else None
    return make_table(
        attributes, range(k), np.arange(n) % k, codes, rng.normal(size=(n, n_angular + n_linear))
    )


@pytest.mark.parametrize(
    ("name", "shape", "n_parameters"),
    [
        ("Megaspores", (1, 0, [], 2), 5),
        ("Protein1", (2, 0, [], 2), 9),
        ("Protein10", (30, 0, [], 4), 243),
        ("Temperature", (1, 1, [4], 3), 23),
        ("Auslan", (60, 60, [], 95), 22894),
        ("MAGIC", (1, 9, [], 2), 41),
        ("Arrhythmia", (4, 164, [2] * 6, 2), 685),
        ("Covertype", (2, 8, [2] * 44, 7), 454),
    ],
)
def test_parameter_counts_of_table_2(name, shape, n_parameters):
    """The counts are those of Lopez-Cruz et al. 2013, table 2, with numbers of attributes that give the
    printed counts.

    See docs/methods/directional.md#von-mises-naive-bayes.
    """
    found = vmnb.summarize(vmnb.fit(_shape(*shape)))
    assert found["n_parameters"] == n_parameters
    assert found["attributes_used"] == sum(shape[:2]) + len(shape[2])
    assert found["angular_used"] == shape[0]


def test_a_class_with_fewer_than_two_angles_is_uniform_and_equal_angles_have_the_cap():
    table = tables.linear([[0.5], [1.0], [np.nan], [2.0], [3.0], [3.0]], [0, 0, 1, 2, 3, 3], kind="angular")
    model = vmnb.fit(table, kappa_cap=300)
    assert model.angular.kappa[0, 1:].tolist() == [0.0, 0.0, 300.0]
    found = vmnb.contributions(model, table).terms[:, 0]
    assert found[0, 1:3] == pytest.approx(-np.log(2 * np.pi))
    assert found[2].tolist() == [0, 0, 0, 0]
    assert found[4, 3] == pytest.approx(von_mises.log_density(3.0, 3.0, 300.0))
    assert_log_proba(vmnb.predict_log_proba(model, table), (6, 4))
    summary = vmnb.summarize(model)
    assert summary["kappa_capped"] == 1
    assert "the concentration is limited in 1 of the densities" in summary["warnings"][0]
    assert "warnings" not in vmnb.summarize(vmnb.fit(tables.mixed(90)))


METHODS = (kernel_vmnb, vmnb, mixture_vmnb, hybrid_nb, sel_vmnb, gnb_sincos, gnb_likeliest_cut)
FIT = {method.__name__.rpartition(".")[2]: method for method in (*METHODS, column_nb)}
SPREAD = np.random.default_rng(5).uniform(0, 360, 30)
# degrees of the cases of both classes
CLASSES = {
    "all equal": ([120.0] * 20, SPREAD),
    "both classes all equal": ([80.0] * 20, [205.0] * 30),
    "north and south": ([90.0] * 20, [270.0] * 20),
    "one case": ([120.0], SPREAD),
    "two equal cases": ([120.0] * 2, SPREAD),
    "three equal cases": ([120.0] * 3, SPREAD),
    "two equal cases and one far away": ([120.0, 120.0, 300.0], SPREAD),
    "two equal cases of eight": ([120.0, 120.0, 50.0, 80.0, 200.0, 333.0, 290.0, 20.0], SPREAD),
    "two angles": ([120.0] * 15 + [250.0] * 15, SPREAD),
}
AT = np.arange(1.0, 360.0, 7.0)  # none is as far from the one class as from the other


def proba(name, degrees, y, angles=AT):
    method = FIT[name]
    train, test = (
        tables.linear(np.radians((x + 180) % 360 - 180)[:, None], labels, 2, kind="angular")
        for x, labels in ((degrees, y), (angles, np.zeros(len(angles), np.int32)))
    )
    return np.exp(predict(method, train, test))


@pytest.mark.parametrize("classes", CLASSES.values(), ids=CLASSES)
@pytest.mark.parametrize("name", FIT)
def test_equal_angles_are_the_limit_of_small_jitter(name, classes):
    degrees = np.concatenate([np.asarray(part) for part in classes])
    y = np.repeat([0, 1], [len(part) for part in classes]).astype(np.int32)
    jitter = np.random.default_rng(1).normal(size=len(y))
    equal = proba(name, degrees, y)
    for size, tolerance in ((1e-3, 0.01), (1e-6, 1e-4), (1e-9, 1e-6)):
        np.testing.assert_allclose(proba(name, degrees + size * jitter, y), equal, rtol=0, atol=tolerance)


@pytest.mark.parametrize("p", [2, 3, 5])
@pytest.mark.parametrize("same", [1, 2, 20])
def test_equal_directions_are_the_limit_of_small_jitter(same, p):
    rng = np.random.default_rng(p)
    one, spread, jitter = rng.normal(size=p), rng.normal(size=(30, p)), rng.normal(size=(same, p))
    y = np.repeat([0, 1], [same, 30]).astype(np.int32)
    direction = [Attribute("v", "direction", tuple("abcde"[:p]))]

    def answers(size):
        x = np.vstack([one + size * jitter, spread])
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        train = make_table(direction, ("u", "v"), y, None, x)
        test = train._replace(reals=np.asfortranarray(-train.reals))
        return np.exp(predict(hybrid_nb, train, test))

    for size, tolerance in ((1e-5, 1e-3), (1e-8, 1e-6)):
        np.testing.assert_allclose(answers(size), answers(0.0), rtol=0, atol=tolerance)


def test_the_angle_of_a_class_without_spread_is_recognised():
    y = np.repeat([0, 1], 100).astype(np.int32)
    for name in FIT:
        found = proba(name, np.repeat([90.0, 270.0], 100), y, np.array([90.0, 60.0, 240.0, 270.0]))
        assert (found.argmax(axis=1) == [0, 0, 1, 1]).all(), name
        assert found.max(axis=1)[[0, 3]].min() > 0.98, name

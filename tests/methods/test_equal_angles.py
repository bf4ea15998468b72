"""Predictions of methods for angles are continuous when angles of a class become equal."""

import numpy as np
import pytest
from support import tables
from support.answers import predict

from naivebench.core.table import Attribute, make_table
from naivebench.methods.directional import (
    gnb_likeliest_cut,
    gnb_sincos,
    hybrid_nb,
    kernel_vmnb,
    mixture_vmnb,
    sel_vmnb,
    vmnb,
)
from naivebench.methods.per_column import column_nb

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


def proba(name, degrees, y, at=AT):
    method = FIT[name]
    train, test = (
        tables.linear(np.radians((x + 180) % 360 - 180)[:, None], labels, 2, kind="angular")
        for x, labels in ((degrees, y), (at, np.zeros(len(at), np.int32)))
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

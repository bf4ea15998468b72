"""Test the second computation of areas where noise decides ties."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

import pytest
import scores_again

from naivebench.evaluation.metrics import METRICS


def saturated(order):
    """Posteriors of four classes with the first one near 1.

    The order of the others only changes the last digit of their sum.
    """
    others = np.array([0.1, 0.2, 0.3])[order] * 1e-8
    return np.log(np.array([1 - others.sum(), *others]))


def test_an_area_that_rounding_decides_has_two_extremes():
    orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]]
    log_p = np.array([saturated(o) for o in orders])
    y = np.array([0, 1, 0, 1])
    low, value, high = scores_again.area(y, log_p)
    assert low < high
    assert low <= value <= high
    assert low <= METRICS["auc"].function(y, log_p) <= high


def test_posteriors_tie_if_all_others_are_zero():
    log_p = np.array([[0.0, -26803, -37279], [0.0, -45200, -37310], [0.0, -700, -800], [-1.0, -1.0, -1.3]])
    y = np.array([1, 0, 0, 1])
    with np.errstate(divide="ignore"):
        low, value, high = scores_again.area(y, log_p)
    np.testing.assert_allclose([low, high, METRICS["auc"].function(y, log_p)], value, atol=1e-12)


def test_other_areas_have_no_extremes():
    rng = np.random.default_rng(0)
    for k in (2, 3):
        p = rng.integers(1, 4, (60, k)).astype(float)
        log_p, y = np.log(p / p.sum(axis=1, keepdims=True)), rng.integers(0, k, 60)
        low, value, high = scores_again.area(y, log_p)
        np.testing.assert_allclose([low, high, METRICS["auc"].function(y, log_p)], value, atol=1e-12)


@pytest.mark.parametrize("k", [2, 3])
def test_every_metric_is_computed_a_second_time(k):
    rng = np.random.default_rng(k)
    p = rng.integers(1, 9, (200, k)).astype(float)
    log_p, y = np.log(p / p.sum(axis=1, keepdims=True)), rng.integers(0, k, 200)
    decided = log_p.argmax(axis=1)
    again = scores_again.of_part(y, log_p, decided, set(METRICS))
    expected = {m.id: m.function(y, log_p, predicted=decided) for m in METRICS.values()}
    assert {m: again.get(m) for m in METRICS} == pytest.approx(expected, abs=1e-10)

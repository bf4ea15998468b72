"""Metrics computed from sums that can be added up."""

from __future__ import annotations

import math

import numpy as np
import pytest

from naivebench.evaluation import sums
from naivebench.evaluation.metrics import METRICS

STREAMED = ("accuracy", "balanced_accuracy", "macro_f1", "mcc", "f1", "sensitivity", "precision")
STREAMED += ("log_loss", "log_loss_clipped", "brier", "rmse", "ece")


def cases(k, n=900, seed=0):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(n, k)) * 3
    y = rng.integers(0, k, n)
    scores[np.arange(n), y] += 2
    log_proba = scores - np.log(np.exp(scores).sum(axis=1))[:, None]
    return y, log_proba, log_proba.argmax(axis=1)


def of(part, y, log_proba, predicted):
    return sums.of(y[part], log_proba[part], predicted[part], 1 / (len(y) + 2))


@pytest.mark.parametrize("k", [2, 3, 5])
def test_merged_sums_are_those_of_all_cases_and_give_their_metrics(k):
    y, log_proba, predicted = cases(k)
    log_proba[7], predicted[7] = np.where(np.arange(k) == y[7], 0, -np.inf), y[7]
    whole = of(slice(None), y, log_proba, predicted)
    a, b, c = (
        of(part, y, log_proba, predicted) for part in (slice(0, 100), slice(100, 101), slice(101, None))
    )
    for merged in (sums.merge(sums.merge(a, b), c), sums.merge(c, sums.merge(b, a))):
        assert all(map(np.array_equal, merged, whole))
    for metric in STREAMED:
        value = METRICS[metric].function(y, log_proba, predicted=predicted)
        assert sums.score(whole, metric) == pytest.approx(value, rel=1e-12), metric
    area, error = sums.auc(whole)
    assert sums.score(whole, "auc") == area
    assert abs(area - METRICS["auc"].function(y, log_proba)) <= error + 1e-15
    assert 0 < error < 1e-3
    assert sums.score(whole, "hit_area") is None


@pytest.mark.parametrize("k", [2, 3])
def test_loops_and_numpy_give_the_same_bytes(k):
    y, log_proba, predicted = cases(k)
    log_proba[:3] = np.where(np.arange(k) == y[3], 0, -np.inf)
    found = [sums.of(y, log_proba, predicted, 1e-6, compiled=compiled) for compiled in (False, True)]
    assert found[0].impossible > 0
    for one, other in zip(*found, strict=True):
        assert (one.dtype, one.tolist()) == (other.dtype, other.tolist())


def test_histograms_are_merged_in_the_same_way_by_sorting_and_by_counting():
    few = np.array([[1, 2], [7, 1]]), np.array([[0, 5], [7, 3]])
    assert sums._merged(*few, 8).tolist() == sums._merged(*few, 1000).tolist() == [[0, 5], [1, 2], [7, 4]]


def test_a_true_class_of_probability_zero_makes_the_log_loss_infinite():
    log_proba = np.array([[0.0, -np.inf], [math.log(0.5)] * 2])
    counted = sums.of(np.array([1, 0]), log_proba, np.array([0, 0]), 0.25)
    assert sums.score(counted, "log_loss") == math.inf
    assert sums.score(counted, "log_loss_clipped") == pytest.approx((math.log(4) + math.log(2)) / 2)
    assert sums.score(counted, "brier") == pytest.approx((2 + 0.5) / 2)


def test_steps_keep_the_order_of_log_odds():
    values = np.array(
        [-np.inf, -3000.0, -7.0, -1.0, -(2.0**-10), -1e-4, 0.0, 1e-4, 2.0**-10, 1.0, 1.002, 9e9]
    )
    steps = sums.step(values)
    assert (np.diff(steps) >= 0).all()
    assert steps.tolist() == (2 * sums.SIDE - sums.step(-values)).tolist()
    assert (steps[0], steps[-1], steps[6]) == (0, sums.STEPS - 1, sums.SIDE)
    assert steps[4] < steps[5] == steps[6] == steps[7] < steps[8]
    # a doubling has 512 steps, so from 1 to 1 + 1/512 is one step
    assert (sums.step(np.array([1.0, 1 + 1 / 512, 2.0])) - sums.step(np.array([1.0]))).tolist() == [0, 1, 512]


def test_area_of_ties_by_hand():
    # class 1 has the odds 0, 0, log 3 and the others have 0 and -log 3: of 6 pairs, 2 + 1 + 1 are won and two
    # are ties
    proba = np.array([0.5, 0.5, 0.75, 0.5, 0.25])
    log_proba = np.log(np.column_stack([1 - proba, proba]))
    counted = sums.of(np.array([1, 1, 1, 0, 0]), log_proba, np.zeros(5, int), 0.1)
    assert sums.auc(counted) == (pytest.approx(5 / 6), pytest.approx(1 / 6))


def test_without_cases_or_with_only_one_class_there_is_no_score():
    nothing = sums.of(np.zeros(0, int), np.zeros((0, 2)), np.zeros(0, int), 0.5)
    assert all(math.isnan(sums.score(nothing, metric)) for metric in ("accuracy", "log_loss", "auc", "ece"))
    y, log_proba, predicted = cases(2, 20)
    assert math.isnan(sums.score(sums.of(0 * y, log_proba, predicted, 0.1), "auc"))


def test_histograms_of_few_and_of_many_cases_are_the_same():
    rng = np.random.default_rng(0)
    n = sums.STEPS
    y, odds = rng.integers(0, 2, n), rng.normal(size=(2, n)) * 5
    cells = np.concatenate([(2 * c + (y == c)) * n + sums.step(odds[c]) for c in range(2)])
    few = np.column_stack(np.unique(cells, return_counts=True))
    many = sums._histogram(y, odds)
    assert many.dtype == few.dtype
    assert np.array_equal(many, few)

"""Metrics, compared with scikit-learn, brute force and computation by hand."""

import itertools

import numpy as np
import pytest

from naivebench.evaluation.metrics import METRICS

HIT_METRICS = (
    "hit_area",
    "hit_area_10",
    *(m for m in METRICS if m.startswith("recall_")),
    "lift_1",
    "precision_100",
)


def scored(y, log_proba, metrics=METRICS):
    return {m: METRICS[m].function(y, log_proba) for m in metrics}


def test_auc_of_saturated_posteriors():
    """P(class 0) rounds to 1 in all four cases, but the posteriors of the other classes still order them."""
    small = np.log([1e-40, 1e-30, 1e-25, 1e-20])
    log_proba = np.column_stack([np.zeros(4), small])
    assert METRICS["auc"].function(np.array([0, 0, 1, 1]), log_proba) == 1
    three = np.column_stack([np.zeros(4), small - np.log(2), small - np.log(2)])
    assert METRICS["auc"].function(np.array([0, 0, 1, 1]), three) == 1


def test_infinite_and_clipped_log_loss():
    with np.errstate(divide="ignore"):
        log_proba = np.log(np.array([[1.0, 0.0], [0.0, 1.0], [0.25, 0.75]], dtype=np.float32))
    y = np.array([0, 0, 1])
    assert METRICS["log_loss"].function(y, log_proba) == np.inf
    assert METRICS["log_loss_clipped"].function(y, log_proba) == pytest.approx(
        (0 + np.log(5) - np.log(0.75)) / 3
    )
    assert METRICS["brier"].function(y, log_proba) == pytest.approx((0 + 2 + 2 * 0.0625) / 3)
    assert METRICS["rmse"].function(y, log_proba) == pytest.approx(np.sqrt((0 + 1 + 0.0625) / 3))
    assert all(np.isfinite(v) for m, v in scored(y, log_proba).items() if m != "log_loss")


def test_ece_by_hand():
    """Two cases have confidence 0.9 (one is right), and one has 0.6 (right): |0.5 - 0.9| * 2/3 + |1 - 0.6| /
    3.
    """
    log_proba = np.log([[0.9, 0.1], [0.9, 0.1], [0.4, 0.6]])
    y = np.array([0, 1, 1])
    assert METRICS["ece"].function(y, log_proba) == pytest.approx(0.4)
    # of 20 classes, confidences of 0.06 (right) and 0.1 (wrong) are in the first and the second bin of 1 / 15
    log_proba = np.log([[0.06] + [0.94 / 19] * 19, [0.1] + [0.9 / 19] * 19])
    assert METRICS["ece"].function(np.array([0, 1]), log_proba) == pytest.approx((0.94 + 0.1) / 2)


def test_perfect_and_worst_predictions_reach_the_range():
    y = np.array([0, 1, 0, 1])
    with np.errstate(divide="ignore"):
        right = np.log(np.eye(2)[y])
    # tested below, and in test_break_even.py
    for metric in (m for m in METRICS.values() if m.id not in {*HIT_METRICS, "average_precision"}):
        best, worst = (metric.range[1], metric.range[0]) if metric.better == "higher" else metric.range
        assert metric.function(y, right) == pytest.approx(best, abs=1e-12), metric.id
        if metric.id != "log_loss_clipped":
            assert metric.function(y, right[:, ::-1]) == pytest.approx(worst, abs=1e-12), metric.id


def test_perfect_and_worst_orders_of_rare_cases():
    """Of 400 cases, 2 are positive; the best and the worst hit curve rise within 2 cases of either end."""
    y = (np.arange(400) < 2).astype(int)
    right = np.log([[0.9, 0.1], [0.1, 0.9]])[y]
    best, worst = scored(y, right, HIT_METRICS), scored(y, right[:, ::-1], HIT_METRICS)
    area = 1 - 2 / 400 / 2
    assert best == pytest.approx(
        {m: 1.0 for m in HIT_METRICS}
        | {"hit_area": area, "hit_area_10": area - 0.9, "lift_1": 100, "precision_100": 0.02}
    )
    assert worst == pytest.approx({m: 0.0 for m in HIT_METRICS} | {"hit_area": 1 - area})
    assert all(
        METRICS[m].range[0] <= v <= METRICS[m].range[1] for found in (best, worst) for m, v in found.items()
    )


def test_equal_infinite_scores_are_a_tie():
    """All of these cases are certain, so their order in the file must not matter."""
    y = np.array([1, 0, 0, 0])
    log_proba = np.array([[-np.inf, 0.0]] * 2 + [[0.0, -np.inf]] * 2)
    for order in itertools.permutations(range(4)):
        assert METRICS["hit_area"].function(y[[*order]], log_proba[[*order]]) == pytest.approx(0.25 + 0.5)

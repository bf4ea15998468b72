"""Metrics and the decomposition of errors, compared with scikit-learn, brute force and computation by hand.

Generated posteriors have ties, zeros and absent classes.
"""

import itertools
import warnings
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics as sk
from support import generated

from naivebench.core.logspace import log
from naivebench.evaluation.classification import decompose_error, make_cases
from naivebench.evaluation.metrics import METRICS

HIT_METRICS = (
    "hit_area",
    "hit_area_10",
    *(m for m in METRICS if m.startswith("recall_")),
    "lift_1",
    "precision_100",
)


def scored(y, log_proba, metrics=METRICS):
    return {m: METRICS[m].compute(make_cases(y, log_proba)) for m in metrics}


def test_auc_of_saturated_posteriors():
    """P(class 0) rounds to 1 in all four cases, but the posteriors of the other classes still order them."""
    small = np.log([1e-40, 1e-30, 1e-25, 1e-20])
    log_proba = np.column_stack([np.zeros(4), small])
    assert METRICS["auc"].compute(make_cases(np.array([0, 0, 1, 1]), log_proba)) == 1
    three = np.column_stack([np.zeros(4), small - np.log(2), small - np.log(2)])
    assert METRICS["auc"].compute(make_cases(np.array([0, 0, 1, 1]), three)) == 1


def test_infinite_and_clipped_log_loss():
    with np.errstate(divide="ignore"):
        log_proba = np.log(np.array([[1.0, 0.0], [0.0, 1.0], [0.25, 0.75]], dtype=np.float32))
    y = np.array([0, 0, 1])
    assert METRICS["log_loss"].compute(make_cases(y, log_proba)) == np.inf
    assert METRICS["log_loss_clipped"].compute(make_cases(y, log_proba)) == pytest.approx(
        np.log(5 / 0.75) / 3
    )
    assert METRICS["brier"].compute(make_cases(y, log_proba)) == pytest.approx((0 + 2 + 2 * 0.0625) / 3)
    assert METRICS["rmse"].compute(make_cases(y, log_proba)) == pytest.approx(np.sqrt((0 + 1 + 0.0625) / 3))
    assert all(np.isfinite(v) for m, v in scored(y, log_proba).items() if m != "log_loss")


def test_ece_by_hand():
    """Two cases have confidence 0.9 (one is right), one has 0.6 (right): 2/3 |0.5 - 0.9| + 1/3 |1 - 0.6|."""
    log_proba = np.log([[0.9, 0.1], [0.9, 0.1], [0.4, 0.6]])
    y = np.array([0, 1, 1])
    assert METRICS["ece"].compute(make_cases(y, log_proba)) == pytest.approx(0.4)
    # of 20 classes, confidences of 0.06 (right) and 0.1 (wrong) are in the first and the second bin of 1 / 15
    log_proba = np.log([[0.06] + [0.94 / 19] * 19, [0.1] + [0.9 / 19] * 19])
    assert METRICS["ece"].compute(make_cases(np.array([0, 1]), log_proba)) == pytest.approx((0.94 + 0.1) / 2)


def test_perfect_and_worst_predictions_reach_the_range():
    y = np.array([0, 1, 0, 1])
    with np.errstate(divide="ignore"):
        right = np.log(np.eye(2)[y])
    # tested below, and in test_hit_curves.py
    for metric in (m for m in METRICS.values() if m.id not in {*HIT_METRICS, "average_precision"}):
        best, worst = (metric.range[1], metric.range[0]) if metric.better == "higher" else metric.range
        assert metric.compute(make_cases(y, right)) == pytest.approx(best, abs=1e-12), metric.id
        if metric.id != "log_loss_clipped":
            assert metric.compute(make_cases(y, right[:, ::-1])) == pytest.approx(worst, abs=1e-12), metric.id


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
        assert METRICS["hit_area"].compute(make_cases(y[[*order]], log_proba[[*order]])) == pytest.approx(
            0.25 + 0.5
        )


def found(metric, case, **settings):
    y, proba = case
    return METRICS[metric].compute(make_cases(y, log(proba), **settings))


@pytest.mark.slow
@generated.examples(100)
@given(generated.posteriors())
def test_metrics_of_decisions(case):
    y, proba = case
    predicted = log(proba).argmax(axis=1)
    warnings.filterwarnings("ignore", "A single label was found")
    expected = {
        "accuracy": sk.accuracy_score(y, predicted),
        "balanced_accuracy": sk.recall_score(y, predicted, labels=np.unique(y), average="macro"),
        "macro_f1": sk.f1_score(y, predicted, average="macro", zero_division=0),
        "mcc": sk.matthews_corrcoef(y, predicted),
    }
    for metric, value in expected.items():
        assert found(metric, case) == pytest.approx(value, abs=1e-12), metric
        assert found(metric, case, predicted=predicted) == found(metric, case), metric


@pytest.mark.slow
@generated.examples(100)
@given(generated.posteriors())
def test_metrics_of_probabilities(case):
    y, proba = case
    true, hot = proba[np.arange(len(y)), y], np.eye(proba.shape[1])[y]
    assert found("brier", case) == pytest.approx(((proba - hot) ** 2).sum(axis=1).mean(), abs=1e-12)
    assert found("rmse", case) == pytest.approx(np.sqrt(np.average((1 - true) ** 2)), abs=1e-12)
    expected = sk.log_loss(y, proba, labels=np.arange(proba.shape[1])) if true.all() else np.inf
    assert found("log_loss", case) == pytest.approx(expected, rel=1e-12)
    clipped = np.average(-np.log(np.maximum(true, 1 / (len(y) + 2))))
    assert found("log_loss_clipped", case) == pytest.approx(clipped, rel=1e-12)


@pytest.mark.slow
@generated.examples(60)
@given(generated.posteriors())
def test_auc(case):
    y, proba = case
    each = proba.round(9)  # ties of the counts from which the posteriors were computed
    present = [c for c in range(proba.shape[1]) if 0 < (y == c).sum() < len(y)]
    areas = [sk.roc_auc_score(y == c, each[:, c]) for c in present]
    sizes = np.bincount(y, minlength=proba.shape[1])[present]
    expected = np.average(areas, weights=sizes) if present else np.nan
    assert found("auc", case) == pytest.approx(expected, abs=1e-12, nan_ok=True)


def votes_of(predicted, k):
    return np.array([[(column == c).sum() for c in range(k)] for column in predicted.T])


def by_definition(predicted, y, k):
    """The definitions of Kohavi and Wolpert 1996, section 2, and Webb 2000, section 3, with one true class
    per case.
    """
    bias = variance = central_bias = central_variance = 0.0
    models, n = predicted.shape
    for i in range(n):
        share = [sum(predicted[m, i] == c for m in range(models)) / models for c in range(k)]
        bias += sum(((c == y[i]) - share[c]) ** 2 for c in range(k)) / 2
        variance += (1 - sum(p * p for p in share)) / 2
        counts = Counter(predicted[:, i].tolist())
        most = max(counts.values())
        central = y[i] if counts[y[i]] == most else next(c for c in range(k) if counts[c] == most)
        for m in range(models):
            central_bias += (predicted[m, i] != y[i] and predicted[m, i] == central) / models
            central_variance += (predicted[m, i] != y[i] and predicted[m, i] != central) / models
    return np.array([bias, variance, central_bias, central_variance]) / n


@pytest.mark.parametrize("k", [2, 4])
def test_definitions_and_sums(k):
    rng = np.random.default_rng(k)
    predicted, y = rng.integers(0, k, (7, 60)), rng.integers(0, k, 60)
    found = decompose_error(votes_of(predicted, k), y)
    np.testing.assert_allclose(found[1:], by_definition(predicted, y, k), atol=1e-12)
    error = (predicted != y).mean()
    np.testing.assert_allclose([found.error, sum(found[1:3]), sum(found[3:])], error, atol=1e-12)


def test_models_that_agree_have_no_variance_and_coin_flips_have_only_variance():
    y = np.array([0, 1, 0, 1])
    same = decompose_error(np.array([[5, 0], [5, 0], [0, 5], [0, 5]]), y)
    assert same == (0.5, 0.5, 0.0, 0.5, 0.0)
    coin = decompose_error(np.full((4, 2), 3), y)
    assert coin == (0.5, 0.25, 0.25, 0.0, 0.5)


def test_cases_may_be_predicted_unequally_often():
    y = np.array([0, 1])
    few, many = np.array([[1, 0], [1, 1]]), np.array([[6, 0], [4, 4]])
    assert decompose_error(few, y) == decompose_error(many, y)

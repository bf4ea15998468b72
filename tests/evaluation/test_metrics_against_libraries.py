"""Metrics of generated posteriors, with ties, zeros, absent classes and weights.

They are compared with scikit-learn or with their definitions.
"""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk
from support import generated

from naivebench.core.logspace import log
from naivebench.evaluation.metrics import METRICS

pytestmark = pytest.mark.slow


def found(metric, case, **settings):
    y, proba, weights = case
    return METRICS[metric].function(y, log(proba), weights=weights, **settings)


@generated.examples(100)
@given(generated.posteriors())
def test_metrics_of_decisions(case):
    y, proba, w = case
    predicted = log(proba).argmax(axis=1)
    warnings.filterwarnings("ignore", "A single label was found")
    expected = {
        "accuracy": sk.accuracy_score(y, predicted, sample_weight=w),
        "balanced_accuracy": sk.recall_score(
            y, predicted, labels=np.unique(y), average="macro", sample_weight=w
        ),
        "macro_f1": sk.f1_score(y, predicted, average="macro", zero_division=0, sample_weight=w),
        "mcc": sk.matthews_corrcoef(y, predicted, sample_weight=w),
    }
    for metric, value in expected.items():
        assert found(metric, case) == pytest.approx(value, abs=1e-12), metric
        assert found(metric, case, predicted=predicted) == found(metric, case), metric


@generated.examples(100)
@given(generated.posteriors())
def test_metrics_of_probabilities(case):
    y, proba, w = case
    true, hot = proba[np.arange(len(y)), y], np.eye(proba.shape[1])[y]
    assert found("brier", case) == pytest.approx(
        np.average(((proba - hot) ** 2).sum(axis=1), weights=w), abs=1e-12
    )
    assert found("rmse", case) == pytest.approx(np.sqrt(np.average((1 - true) ** 2, weights=w)), abs=1e-12)
    expected = (
        sk.log_loss(y, proba, labels=np.arange(proba.shape[1]), sample_weight=w) if true.all() else np.inf
    )
    assert found("log_loss", case) == pytest.approx(expected, rel=1e-12)
    clipped = np.average(-np.log(np.maximum(true, 1 / (len(y) + 2))), weights=w)
    assert found("log_loss_clipped", case) == pytest.approx(clipped, rel=1e-12)


@generated.examples(60)
@given(generated.posteriors())
def test_auc(case):
    y, proba, w = case
    each = proba.round(9)  # ties of the counts from which the posteriors were computed
    present = [c for c in range(proba.shape[1]) if 0 < (y == c).sum() < len(y)]
    areas = [sk.roc_auc_score(y == c, each[:, c], sample_weight=w) for c in present]
    sizes = np.bincount(y, weights=w, minlength=proba.shape[1])[present]
    expected = np.average(areas, weights=sizes) if present else np.nan
    assert found("auc", case) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@generated.examples(60)
@given(generated.posteriors(), st.randoms(use_true_random=False))
def test_order_of_cases_and_classes_and_repetitions_change_nothing(case, random):
    y, proba, weights = case
    rows = random.sample(range(len(y)), len(y))
    order = np.array(random.sample(range(proba.shape[1]), proba.shape[1]))
    decided = log(proba).argmax(axis=1)
    w = np.ones(len(y)) if weights is None else weights
    repeated = np.repeat(np.arange(len(y)), w.astype(int))
    for metric, entry in METRICS.items():
        value = entry.function(y, log(proba), predicted=decided, weights=weights)
        moved = entry.function(
            y[rows],
            log(proba)[rows],
            predicted=decided[rows],
            weights=None if weights is None else weights[rows],
        )
        assert moved == pytest.approx(value, rel=1e-9, abs=1e-12, nan_ok=True), metric
        if metric != "log_loss_clipped":
            again = entry.function(y[repeated], log(proba)[repeated], predicted=decided[repeated])
            assert again == pytest.approx(value, rel=1e-9, abs=1e-12, nan_ok=True), metric
        if proba.shape[1] > 2:
            place = np.argsort(order)
            turned = entry.function(place[y], log(proba)[:, order], predicted=place[decided], weights=weights)
            assert turned == pytest.approx(value, rel=1e-9, abs=1e-12, nan_ok=True), metric

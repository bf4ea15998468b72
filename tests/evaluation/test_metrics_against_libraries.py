"""Metrics of generated posteriors, with ties, zeros and absent classes.

They are compared with scikit-learn or with their definitions.
"""

import warnings

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics as sk
from support import generated

from naivebench.core.logspace import log
from naivebench.evaluation.metrics import METRICS

pytestmark = pytest.mark.slow


def found(metric, case, **settings):
    y, proba = case
    return METRICS[metric].function(y, log(proba), **settings)


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

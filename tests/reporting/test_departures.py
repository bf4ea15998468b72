"""Rivals that depart from their library's defaults: reasons, and scores beside the library's."""

from types import SimpleNamespace

import pytest

from naivebench.reporting import departures
from naivebench.results.context import Metric

STANZAS = {
    "nb": {"module": "naive_bayes.nb"},
    "svm": {"module": "baselines.svm", "departs": {"folds": "more of them", "limit": "wider"}},
    "svm_library": {"module": "baselines.svm", "tags": ["library-defaults"]},
    "ebm": {"module": "baselines.ebm", "departs": {"pairs": "none"}},
    "idle": {"module": "baselines.idle", "departs": {"x": "not run"}},
}
SCORES = {"a": (0.8, 0.7), "b": (0.6, 0.65), "c": (0.5, 0.5), "only svm": (0.1, None)}


def test_scores_beside_those_of_the_library():
    means = {("p", d, "svm"): {"accuracy": ours} for d, (ours, _) in SCORES.items()}
    means |= {("p", d, "svm_library"): {"accuracy": x} for d, (_, x) in SCORES.items() if x is not None}
    means |= {("p", "a", "ebm"): {"accuracy": 0.9}, ("other", "a", "idle"): {"accuracy": 0.9}}
    results = SimpleNamespace(
        config={"methods": STANZAS},
        methods=tuple(STANZAS),
        datasets=tuple(SCORES),
        primary=("p", "accuracy"),
        metrics={"accuracy": Metric("accuracy", "Accuracy", "higher")},
    )
    table = departures.table(results, SimpleNamespace(means=means))
    svm, ebm = table.rows
    assert svm["departs"] == "folds: more of them; limit: wider"
    assert (svm["datasets"], svm["better"], svm["worse"]) == (3, 1, 1)
    assert svm["ours"] == pytest.approx(1.9 / 3)
    assert svm["library"] == pytest.approx(1.85 / 3)
    assert ebm["departs"] == "pairs: none"
    assert "ours" not in ebm

"""Rivals that depart from their library's defaults: the reasons, and scores next to those of the library."""

from types import SimpleNamespace

import pytest

from naivebench.benchmark.results.context import Metric
from naivebench.report import departures

STANZAS = {
    "nb": {"module": "naive_bayes.nb"},
    "svm": {"module": "baselines.svm", "departs": {"folds": "more of them", "limit": "wider"}},
    "svm_library": {"module": "baselines.svm", "tags": ["library-defaults"]},
    "ebm": {"module": "baselines.ebm", "departs": {"pairs": "none"}},
    "idle": {"module": "baselines.idle", "departs": {"x": "not run"}},
}
SCORES = {"a": (0.8, 0.7), "b": (0.6, 0.65), "c": (0.5, 0.5), "only svm": (0.1, None)}


def made(scores, metric="accuracy", better="higher"):
    """The table of a run with these scores of `svm` and `svm_library`; None if a method has no score."""
    means = {("p", d, "svm"): {metric: ours} for d, (ours, _) in scores.items()}
    means |= {("p", d, "svm_library"): {metric: x} for d, (_, x) in scores.items() if x is not None}
    means |= {("p", "a", "ebm"): {metric: 0.9}, ("other", "a", "idle"): {metric: 0.9}}
    results = SimpleNamespace(
        config={"methods": STANZAS},
        methods=tuple(STANZAS),
        datasets=tuple(scores),
        primary=("p", metric),
        metrics={metric: Metric(metric, metric.replace("_", " ").capitalize(), better)},
    )
    return departures.table(results, SimpleNamespace(means=means))


def test_scores_next_to_those_of_the_library():
    table = made(SCORES)
    svm, ebm = table.rows
    assert svm["departs"] == "folds: more of them; limit: wider"
    assert (svm["datasets"], svm["better"], svm["worse"]) == (3, 1, 1)
    assert svm["ours"] == pytest.approx(1.9 / 3)
    assert svm["library"] == pytest.approx(1.85 / 3)
    assert ebm["departs"] == "pairs: none"
    assert "ours" not in ebm
    assert [c.key for c in table.columns if c.kind == "percent"] == ["ours", "library"]
    assert [c.label for c in table.columns[3:5]] == ["Accuracy, ours", "Accuracy, library"]
    assert table.caption.startswith("2 rivals with settings that are not the library's defaults, protocol p;")


def test_a_smaller_score_counts_as_better_if_lower_is_better():
    """Our score is smaller on two data sets and larger on one."""
    scores = {"a": (0.4, 0.5), "b": (0.3, 0.7), "c": (1.2, 1.0), "d": (0.6, 0.6)}
    svm = made(scores, "log_loss", "lower").rows[0]
    assert (svm["datasets"], svm["better"], svm["worse"]) == (4, 2, 1)
    assert (svm["ours"], svm["library"]) == pytest.approx((2.5 / 4, 2.8 / 4))


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("turned", [False, True])
def test_scores_that_differ_by_rounding_errors_are_equal(better, turned):
    """0.1 + 0.2 exceeds 0.3 by 6e-17, which is a tie; a difference of 1e-11 is not."""
    pairs = {"a": (0.1 + 0.2, 0.3), "b": (0.5 + 1e-11, 0.5)}
    svm = made({d: p[::-1] if turned else p for d, p in pairs.items()}, "score", better).rows[0]
    first = turned == (better == "lower")
    assert (svm["datasets"], svm["better"], svm["worse"]) == (2, int(first), int(not first))


def test_methods_without_a_score_and_methods_without_departures_have_no_row():
    assert [row["method"].value for row in made({"a": (0.8, None)}).rows] == ["svm", "ebm"]
    assert "datasets" not in made({"a": (0.8, None)}).rows[0]

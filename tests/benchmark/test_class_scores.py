"""Metrics of every class against the rest from stored predictions, compared with counts and sums by hand."""

import json

import numpy as np
import pytest
from support import sequence_tables as st
from support.tables import discrete

from naivebench.benchmark import class_scores, score
from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Part, Predictions, gather_folds
from naivebench.evaluation import folds as splits
from naivebench.evaluation.classification import decompose_error

CLASSES = ["corn", "other"]
Y = np.array([0] * 5 + [1] * 5 + [0, 0, 0, 1, 1, 1, 1, 1])
ODDS = np.array([3.0, 1.0, -0.5, 2.0, -1.0, -1.5, -2.0, -3.0])  # log odds of corn on the test fold


def table():
    return st.documents(np.ones((len(Y), 1)), Y, CLASSES)


def ok(**summary):
    return FoldResult("ok", "", summary, 0.1, 0.1, 1.0)


def stored(folds, odds, summaries):
    """Predictions of one method from the log odds of the first class on the rows of the folds."""
    log_proba = -np.logaddexp(0, np.column_stack([-odds, odds]))
    predicted = (odds < 0).astype(np.int32)
    found = MethodPredictions("", 60.0, log_proba.astype(np.float32), predicted, tuple(summaries))
    return Predictions(folds.repeat, folds.fold, folds.offsets, folds.test.astype(np.int32), {"m": found})


def written(folds, loaded):
    """The metrics as they are read from the file."""
    return class_scores.score_classes(table(), folds, gather_folds(loaded))


@pytest.fixture
def facts():
    folds = splits.make_folds(table(), scheme="holdout", holdout=10)
    tree = {"leaves": 2, "nodes": 3, "cmdl": -4.5}
    return written(folds, stored(folds, ODDS, [ok(**tree)]))


def test_metrics_of_predictions_are_counts_of_the_predictions(facts):
    """The scores 3, 1 and 2 are above 0: two of three corn cases, and one other."""
    corn, other = (facts["methods"]["m"]["classes"][c] for c in CLASSES)
    assert (corn["n"], corn["sensitivity"], corn["precision"], corn["f1"]) == pytest.approx(
        (3, 2 / 3, 2 / 3, 2 / 3)
    )
    assert corn["specificity"] == pytest.approx(4 / 5)
    assert (other["n"], other["sensitivity"], other["precision"]) == pytest.approx((5, 4 / 5, 4 / 5))
    assert corn["accuracy"] == other["accuracy"] == facts["methods"]["m"]["accuracy"] == pytest.approx(6 / 8)


def test_swept_metrics_move_the_threshold_over_the_test_part(facts):
    """The order is 3 corn, 2 other, 1 corn, -.5 corn, so two of the first three are corn."""
    corn = facts["methods"]["m"]["classes"]["corn"]
    assert corn["break_even"] == corn["f1_swept"] == pytest.approx(2 / 3)
    assert corn["average_precision"] == pytest.approx((1 + 2 / 3 + 3 / 4) / 3)


def test_facts_about_the_data_and_the_tree(facts):
    assert facts["cases"] == {"corn": 8, "other": 10}
    assert facts["train_cases"] == {"corn": 5, "other": 5}
    found = facts["methods"]["m"]
    assert found["trees"] == [{"nodes": 3, "leaves": 2}]
    json.dumps(facts, allow_nan=False)


def test_several_test_parts_have_no_swept_metrics_and_are_counted_together():
    folds = splits.make_folds(table(), folds=2, seed=[1])
    odds = np.where(Y[folds.test] == 0, 1.0, -1.0)
    odds[[0, -1]] *= -1  # one error in each fold
    found = written(folds, stored(folds, odds, [ok(), ok()]))
    assert found["train_cases"] is None
    classes = found["methods"]["m"]["classes"]
    assert "break_even" not in classes["corn"]
    assert found["methods"]["m"]["accuracy"] == pytest.approx(16 / 18)
    assert sum(classes[c]["n"] * classes[c]["sensitivity"] for c in CLASSES) == pytest.approx(16)


def test_folds_that_failed_are_left_out():
    folds = splits.make_folds(table(), folds=2, seed=[1])
    failed = FoldResult("failed", "why", {}, *[float("nan")] * 3)
    parts = gather_folds(stored(folds, np.ones(18), [failed, ok()]))["m"]
    assert list(parts) == [(0, 1)]
    assert len(parts[0, 1].rows) == folds.offsets[2] - folds.offsets[1]


# bias and variance


def predict(rows, predicted, parts):
    split = zip(*(np.array_split(values, parts) for values in (rows, predicted)), strict=True)
    return {(0, f): Part(r, np.zeros((len(r), 2)), p, {}) for f, (r, p) in enumerate(split)}


def test_only_cases_predicted_at_least_twice_count():
    table = discrete([[0], [1], [0]], [0, 1, 1])
    rows, predicted = [0, 1, 2, 0, 1, 0], [0, 1, 0, 1, 1, 1]  # row 2 is predicted once
    expected = decompose_error(np.array([[1, 2], [0, 2]]), np.array([0, 1]))
    methods = {"nb": predict(rows, predicted, 3)}
    assert score.decompose_errors(table, methods, 3) == [("nb", *expected)]


def test_methods_without_a_part_or_a_case_predicted_twice_are_left_out():
    table = discrete([[0], [1]], [0, 1])
    methods = {"lacks one": predict([0, 1, 0], [0, 1, 1], 2), "once": predict([0, 1], [0, 1], 3)}
    assert score.decompose_errors(table, methods, 3) == []

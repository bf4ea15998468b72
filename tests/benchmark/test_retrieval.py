"""Metrics of every class against the rest from stored predictions, and the dependence between attributes
given the class, compared with counts and sums by hand.
"""

import itertools
import json

import numpy as np
import pytest
from support import sequence_tables as st
from support import tables
from support.tables import discrete

from naivebench.benchmark import retrieval
from naivebench.benchmark.attribute_dependence import MOST_CASES, PARTS, measure_dependence
from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Predictions
from naivebench.evaluation import folds as splits
from naivebench.evaluation.bias_variance import decompose_error

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
    return retrieval.score_classes(table(), folds, retrieval.gather_folds(loaded))


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
    assert found["trees"] == [{"repeat": 0, "fold": 0, "nodes": 3, "leaves": 2}]
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
    parts = retrieval.gather_folds(stored(folds, np.ones(18), [failed, ok()]))["m"]
    assert list(parts) == [(0, 1)]
    assert len(parts[0, 1].rows) == folds.offsets[2] - folds.offsets[1]


# bias and variance


def predict(rows, predicted, parts):
    split = zip(*(np.array_split(of, parts) for of in (rows, predicted)), strict=True)
    return {(0, f): retrieval.Part(r, np.zeros((len(r), 2)), p, {}) for f, (r, p) in enumerate(split)}


def test_only_cases_predicted_at_least_twice_count():
    table = discrete([[0], [1], [0]], [0, 1, 1])
    rows, predicted = [0, 1, 2, 0, 1, 0], [0, 1, 0, 1, 1, 1]  # row 2 is predicted once
    expected = decompose_error(np.array([[1, 2], [0, 2]]), np.array([0, 1]))
    methods = {"nb": predict(rows, predicted, 3)}
    assert retrieval.decompose_errors(table, methods, 3) == [("nb", *expected)]


def test_methods_without_a_part_or_a_case_predicted_twice_are_left_out():
    table = discrete([[0], [1]], [0, 1])
    methods = {"lacks one": predict([0, 1, 0], [0, 1, 1], 2), "once": predict([0, 1], [0, 1], 3)}
    assert retrieval.decompose_errors(table, methods, 3) == []


def by_hand(codes, y):
    """Mean over pairs of I(X_i; X_j | C) minus its bias, at least 0, with plain loops."""
    n, found = len(y), []
    for i, j in itertools.combinations(range(codes.shape[1]), 2):
        total = 0.0
        for a, b, c in itertools.product(set(codes[:, i]), set(codes[:, j]), set(y)):
            inside = y == c
            both = np.mean(inside & (codes[:, i] == a) & (codes[:, j] == b))
            first, second = (np.mean(inside & (codes[:, k] == v)) for k, v in ((i, a), (j, b)))
            total += both * np.log(both * inside.mean() / (first * second)) if both else 0.0
        freedom = (len(set(codes[:, i])) - 1) * (len(set(codes[:, j])) - 1) * len(set(y))
        found.append(max(0.0, total - freedom / (2 * n)))
    return np.mean(found)


def test_dependence_is_the_mean_over_pairs_of_the_sum_over_cells():
    rng = np.random.default_rng(0)
    codes, y = rng.integers(0, 3, (60, 4)), rng.integers(0, 2, 60)
    codes[:, 1] = np.where(rng.random(60) < 0.7, codes[:, 0], codes[:, 1])
    found = measure_dependence(tables.discrete(codes, y))
    assert found == pytest.approx(by_hand(codes, y), abs=1e-9)


def test_copies_have_the_entropy_and_independent_attributes_zero():
    rng = np.random.default_rng(1)
    column, y = rng.integers(0, 2, 4000), rng.integers(0, 2, 4000)
    copies = measure_dependence(tables.discrete(np.column_stack([column, column]), y))
    assert copies == pytest.approx(np.log(2), abs=0.01)
    free = measure_dependence(tables.discrete(rng.integers(0, 2, (4000, 5)), y))
    assert free < 0.001


def test_a_common_dependence_on_the_class_does_not_count():
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 4000)
    codes = np.column_stack([np.where(rng.random(4000) < 0.9, y, 1 - y) for _ in range(3)])
    assert measure_dependence(tables.discrete(codes, y)) < 0.001


def test_monotone_changes_of_numbers_change_nothing_and_many_cases_are_thinned():
    rng = np.random.default_rng(3)
    values, y = rng.normal(size=(3 * MOST_CASES, 2)), rng.integers(0, 2, 3 * MOST_CASES)
    values[:, 1] = values[:, 0] ** 3
    found = measure_dependence(tables.linear(values, y))
    assert found == measure_dependence(tables.linear(np.exp(values), y))
    assert found == pytest.approx(np.log(PARTS), abs=0.01)


def test_one_usable_attribute_has_no_dependence():
    y = np.array([0, 1] * 20)
    constant = np.column_stack([np.zeros(40, int), y])
    assert measure_dependence(tables.discrete(constant, y)) is None

"""Precision and recall of one class: brute force over thresholds, ties, undefined values, scikit-learn."""

import itertools

import numpy as np
import pytest

from naivebench.core.hit_curves import hit_curve
from naivebench.evaluation import break_even as be
from naivebench.evaluation.classification import confusion_matrix, rate_classes
from naivebench.evaluation.metrics import METRICS

RETRIEVAL = ("break_even", "break_even_nearest", "average_precision", "f1", "sensitivity", "precision")


def brute_force(positive, score):
    """The (selected, precision, recall, threshold) of every threshold that is a score."""
    points = []
    for t in sorted(set(score), reverse=True):
        guessed = score >= t
        hits = int((guessed & positive).sum())
        points.append((int(guessed.sum()), hits / guessed.sum(), hits / positive.sum(), t))
    return points


def cases(seed, n=40, levels=None):
    rng = np.random.default_rng(seed)
    positive = np.append(rng.random(n - 1) < 0.3, True)
    score = rng.normal(size=n) + positive
    return positive, np.round(score * levels) if levels else score


@pytest.mark.parametrize("seed", range(8))
def test_nearest_is_the_smallest_gap_over_all_thresholds(seed):
    positive, score = cases(seed, levels=1.0)
    points = [p for p in brute_force(positive, score) if p[1] > 0 or p[0] >= positive.sum()]
    gap = min(abs(p - r) for _, p, r, _ in points)
    values = [(p + r) / 2 for _, p, r, _ in points if abs(p - r) < gap + 1e-12]
    assert min(abs(be.nearest_break_even(hit_curve(positive, score)) - v) for v in values) < 1e-12


@pytest.mark.parametrize("seed", range(4))
def test_interpolation_is_the_mean_over_all_orders_of_the_ties(seed):
    rng = np.random.default_rng(seed)
    positive, score = np.append(rng.random(5) < 0.5, True), rng.integers(0, 3, 6).astype(float)
    found = []
    for order in itertools.permutations(range(6)):
        if all(score[a] >= score[b] for a, b in itertools.pairwise(order)):
            found.append(positive[list(order[: positive.sum()])].mean())
    assert be.break_even(hit_curve(positive, score)) == pytest.approx(np.mean(found), abs=1e-12)


def test_worked_values():
    positive = np.array([1, 0, 1, 1, 0, 0], dtype=bool)
    assert be.break_even(hit_curve(positive, np.arange(6, 0, -1))) == pytest.approx(2 / 3)
    assert be.break_even(hit_curve(positive, np.zeros(6))) == pytest.approx(
        0.5
    )  # without information, the base rate
    # precision 1/2, recall 1
    assert be.nearest_break_even(hit_curve(positive, np.zeros(6))) == pytest.approx(0.75)
    assert be.break_even(hit_curve(positive, positive.astype(float))) == 1
    assert be.break_even(hit_curve(positive, -positive.astype(float))) == 0
    without = hit_curve(np.zeros(6, bool), np.arange(6.0))
    found = [measure(without) for measure in (be.break_even, be.nearest_break_even, be.average_precision)]
    assert np.isnan(found).all()


def test_a_wrong_first_case_is_not_a_break_even_point():
    """At the first threshold, precision and recall are both 0."""
    positive = np.array([0, 1, 1, 1, 0, 0, 0, 0], dtype=bool)
    assert be.nearest_break_even(hit_curve(positive, np.array([9.0, 5, 5, 5, 5, 1, 1, 1]))) == pytest.approx(
        (3 / 5 + 1) / 2
    )


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        # of 6 positive cases: 3 selected with 1 hit, and 8 selected with 4
        (((1, 2), (3, 2), (2, 10)), (4 / 8 + 4 / 6) / 2),
        # of 4 positive cases: 3 selected with 3 hits, and 6 selected with 3
        (((3, 0), (0, 3), (1, 9)), (3 / 3 + 3 / 4) / 2),
    ],
)
def test_ties_go_to_the_threshold_that_selects_nearly_as_many_as_are_positive(blocks, expected):
    """Blocks of equal scores are (positive, other) cases; the first two have the same |P - R|."""
    positive = np.concatenate([[True] * hits + [False] * other for hits, other in blocks])
    score = np.repeat([3.0, 2.0, 1.0], [sum(block) for block in blocks])
    gaps = [abs(p - r) for _, p, r, _ in brute_force(positive, score)]
    assert gaps[0] == pytest.approx(gaps[1], abs=1e-12)
    assert be.nearest_break_even(hit_curve(positive, score)) == pytest.approx(expected)


@pytest.mark.parametrize("levels", [None, 1.0])
def test_average_precision_and_f1_equal_scikit_learn(levels):
    from sklearn.metrics import average_precision_score, f1_score

    positive, score = cases(5, 60, levels)
    assert be.average_precision(hit_curve(positive, score)) == pytest.approx(
        average_precision_score(positive, score), abs=1e-12
    )
    decided = rate_classes(confusion_matrix(positive.astype(int), (score >= 0.4).astype(int), 2))
    assert decided.f1[1] == pytest.approx(f1_score(positive, score >= 0.4), abs=1e-12)


def test_per_class_metrics_by_counting():
    y, guess = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 0, 1, 1, 1, 1])
    found = rate_classes(confusion_matrix(y, guess, 4))
    np.testing.assert_array_equal(found.n, [3, 2, 1, 0])
    np.testing.assert_allclose(found.sensitivity, [2 / 3, 1, 0, np.nan])
    # N/A if a class is never predicted
    np.testing.assert_allclose(found.precision, [1, 1 / 2, np.nan, np.nan])
    np.testing.assert_allclose(found.specificity, [1, 1 / 2, 1, 1])
    np.testing.assert_allclose(found.f1, [4 / 5, 2 / 3, 0, np.nan])


def test_per_class_mcc_is_the_correlation_of_class_against_rest():
    rng = np.random.default_rng(0)
    y, guess = rng.integers(0, 3, 80), rng.integers(0, 3, 80)
    expected = [np.corrcoef(y == c, guess == c)[0, 1] for c in range(3)]
    np.testing.assert_allclose(rate_classes(confusion_matrix(y, guess, 3)).mcc, expected, atol=1e-12)


def posterior(seed, k, n=50):
    rng = np.random.default_rng(seed)
    y = np.append(np.arange(k), rng.integers(0, k, n - k))
    scores = rng.normal(size=(n, k)) + 1.5 * (y[:, None] == np.arange(k))
    return y, scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


def test_metric_of_two_classes_is_that_of_the_rarer():
    y, log_proba = posterior(0, 2)
    y[:30] = 0
    value = be.break_even(hit_curve(y == 1, log_proba[:, 1] - log_proba[:, 0]))
    assert METRICS["break_even"].function(y, log_proba) == pytest.approx(value)
    guess = log_proba.argmax(axis=1)
    assert METRICS["sensitivity"].function(y, log_proba) == pytest.approx((guess[y == 1] == 1).mean())
    assert METRICS["precision"].function(y, log_proba) == pytest.approx((y[guess == 1] == 1).mean())


def test_metric_of_more_classes_is_the_mean_weighted_by_frequency():
    y, log_proba = posterior(1, 3)
    proba, n = np.exp(log_proba), np.bincount(y)
    each = [be.break_even(hit_curve(y == c, np.log(proba[:, c] / (1 - proba[:, c])))) for c in range(3)]
    assert METRICS["break_even"].function(y, log_proba) == pytest.approx(np.average(each, weights=n))
    guess = log_proba.argmax(axis=1)
    assert METRICS["sensitivity"].function(y, log_proba) == pytest.approx((y == guess).mean())


def test_a_hard_posterior_saturates_without_nan():
    log_proba = np.array([[0.0, -np.inf], [-800.0, 0.0], [-np.inf, 0.0], [0.0, -800.0]])
    for metric in map(METRICS.get, RETRIEVAL):
        assert metric.function(np.array([0, 0, 1, 0]), log_proba) >= 0

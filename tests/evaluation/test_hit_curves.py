"""Hit curves, break-even points and metrics of rare classes, by hand, by brute force and by scikit-learn."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from naivebench.core import hit_curves
from naivebench.core.hit_curves import hit_curve
from naivebench.evaluation import break_even as be
from naivebench.evaluation.classification import confusion_matrix, make_cases, rate_classes
from naivebench.evaluation.metrics import METRICS

RATES = np.linspace(0.001, 1, 40)


def cases(seed=0, n=60, levels=6, rate=0.3):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < rate).astype(int)
    y[:2] = [0, 1]
    return y, rng.integers(0, levels, n) + 1.5 * y


def two_class(p):
    p = np.asarray(p, dtype=float)
    with np.errstate(divide="ignore"):
        return np.log(np.column_stack([1 - p, p]))


def test_curve_worked_by_hand_with_a_block_of_ties():
    # the scores are 3 (pos), 2 2 2 (one pos) and 1 (neg): 1 of 5 selected cases has 1 of 2 hits, 4 of 5 have
    # both
    curve = hit_curve(np.array([0, 1, 0, 1, 0]), np.array([2.0, 3.0, 2.0, 2.0, 1.0]))
    np.testing.assert_allclose(curve.selected, [0, 0.2, 0.8, 1])
    np.testing.assert_allclose(curve.recall, [0, 0.5, 1, 1])
    np.testing.assert_allclose(hit_curves.recall_at(curve, [0.1, 0.2, 0.5, 0.9]), [0.25, 0.5, 0.75, 1])
    np.testing.assert_allclose(hit_curves.compute_area(curve), 0.2 * 0.25 + 0.6 * 0.75 + 0.2)
    np.testing.assert_allclose(hit_curves.area_up_to(curve, 0.5), 0.2 * 0.25 + 0.3 * 0.625)
    np.testing.assert_allclose(
        [hit_curves.precision_at(curve, k) for k in (1, 2, 4, 9)], [1, (0.5 + 1 / 6) * 2 / 2, 0.5, 0.4]
    )


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("levels", [1, 4, 1000])
def test_area_is_half_the_base_rate_plus_the_rest_times_auc(seed, levels):
    from sklearn.metrics import roc_auc_score

    y, score = cases(seed, levels=levels)
    pi = y.mean()
    np.testing.assert_allclose(
        hit_curves.compute_area(hit_curve(y, score)), pi / 2 + (1 - pi) * roc_auc_score(y, score), rtol=1e-12
    )


def test_the_curve_is_the_mean_over_all_orders_of_the_ties():
    y, score = np.array([1, 0, 0, 1, 0]), np.array([1.0, 1.0, 1.0, 0.0, 0.0])
    recalls = []
    for first in itertools.permutations(range(3)):
        for second in itertools.permutations([3, 4]):
            recalls.append(np.cumsum(y[[*first, *second]]) / 2)
    np.testing.assert_allclose(
        hit_curves.recall_at(hit_curve(y, score), np.arange(1, 6) / 5), np.mean(recalls, axis=0)
    )


def test_weights_are_repeats():
    y, score = cases()
    w = np.random.default_rng(2).integers(0, 4, len(y))
    repeated, weighted = hit_curve(np.repeat(y, w), np.repeat(score, w)), hit_curve(y, score, weights=w)
    assert hit_curves.compute_area(weighted) == pytest.approx(hit_curves.compute_area(repeated))
    np.testing.assert_allclose(hit_curves.recall_at(weighted, RATES), hit_curves.recall_at(repeated, RATES))


def test_without_positive_cases_or_without_cases_everything_is_nan():
    for curve in (hit_curve(np.zeros(4, int), np.arange(4.0)), hit_curve(np.zeros(0, int), np.zeros(0))):
        assert np.isnan(
            [hit_curves.compute_area(curve), hit_curves.area_up_to(curve), hit_curves.precision_at(curve, 2)]
        ).all()
        assert np.isnan(hit_curves.recall_at(curve)[0])


def test_scores_distinguish_posteriors_that_round_to_one():
    log_proba = np.array([[-40.0, 0.0], [-50.0, 0.0], [0.0, -np.inf]])
    assert np.argsort(hit_curves.score_cases(log_proba, 1)).tolist() == [2, 0, 1]
    three = np.log([[0.2, 0.3, 0.5], [0.1, 0.6, 0.3]])
    np.testing.assert_allclose(hit_curves.score_cases(three, 1), np.log([0.3 / 0.7, 0.6 / 0.4]))


def test_scores_do_not_underflow_when_all_other_classes_are_far_below():
    """Rows are (positive, other, other); e^-800 is 0 in 64 bits, so that a plain sum would tie the rows."""
    log_proba = np.array([[0.0, -800.0, -802.0], [0.0, -900.0, -900.0], [-1000.0, np.log(0.5), np.log(0.5)]])
    expected = [800 - np.log1p(np.exp(-2.0)), 900 - np.log(2), -1000]
    np.testing.assert_allclose(hit_curves.score_cases(log_proba, 0), expected, rtol=1e-14)


def test_the_rarer_class_is_positive_and_ties_go_by_label():
    assert hit_curves.positive_class(np.array([90, 10])) == 1
    assert hit_curves.positive_class(np.array([3, 10, 0])) == 0
    assert hit_curves.positive_class(np.array([5, 5]), ("yes", "no")) == 0
    assert hit_curves.positive_class(np.array([5, 5]), ("no", "yes")) == 1


def test_metrics_of_two_classes_are_those_of_the_rarer_one():
    y, score = cases()
    log_proba = two_class(1 / (1 + np.exp(2 - score)))
    curve = hit_curve(y, log_proba[:, 1] - log_proba[:, 0])
    assert METRICS["hit_area"].compute(make_cases(y, log_proba)) == hit_curves.compute_area(curve)
    assert METRICS["hit_area_10"].compute(make_cases(y, log_proba)) == hit_curves.area_up_to(curve)
    assert METRICS["recall_20"].compute(make_cases(y, log_proba)) == hit_curves.recall_at(curve, [0.2])[0]
    area = METRICS["hit_area_10"].compute
    assert area(make_cases(1 - y, log_proba[:, ::-1])) == area(make_cases(y, log_proba))
    assert {
        METRICS[m].better for m in ("hit_area", "hit_area_10", "recall_1", "lift_1", "precision_100")
    } == {"higher"}


def test_metrics_of_more_classes_average_one_against_the_rest_by_frequency():
    rng = np.random.default_rng(0)
    y, p = rng.integers(0, 3, 50), rng.dirichlet(np.ones(4), 50)
    expected = (
        sum(
            (y == c).sum()
            * hit_curves.compute_area(hit_curve(y, np.log(p[:, c] / (1 - p[:, c])), positive=c))
            for c in range(3)
        )
        / 50
    )
    assert METRICS["hit_area"].compute(make_cases(y, np.log(p))) == pytest.approx(expected)
    assert np.isnan(METRICS["hit_area"].compute(make_cases(np.zeros(5, int), np.log(p[:5]))))


def test_equal_posteriors_tie_however_the_other_classes_share_the_rest():
    p = np.array([[0.7, 0.1, 0.2], [0.7, 0.2, 0.1], [0.7, 0.3, 0.0], [0.7, 0.15, 0.15]])
    with np.errstate(divide="ignore"):
        score = hit_curves.score_cases(np.log(p), 0)
    assert len(set(score)) == 1
    assert abs(score[0] - np.log(0.7 / 0.3)) < 1e-12
    near_one = np.log(np.array([[1 - 2e-9, 1e-9, 1e-9], [1 - 2e-12, 1e-12, 1e-12]]))
    assert np.allclose(hit_curves.score_cases(near_one, 0), -np.log([2e-9, 2e-12]), rtol=1e-9)


RETRIEVAL = ("break_even", "break_even_nearest", "average_precision", "f1", "sensitivity", "precision")


def brute_force(positive, score):
    """The (selected, precision, recall, threshold) of every threshold that is a score."""
    points = []
    for t in sorted(set(score), reverse=True):
        guessed = score >= t
        hits = int((guessed & positive).sum())
        points.append((int(guessed.sum()), hits / guessed.sum(), hits / positive.sum(), t))
    return points


def draw_cases(seed, n=40, levels=None):
    rng = np.random.default_rng(seed)
    positive = np.append(rng.random(n - 1) < 0.3, True)
    score = rng.normal(size=n) + positive
    return positive, np.round(score * levels) if levels else score


@pytest.mark.parametrize("seed", range(8))
def test_nearest_is_the_smallest_gap_over_all_thresholds(seed):
    positive, score = draw_cases(seed, levels=1.0)
    points = [p for p in brute_force(positive, score) if p[1] > 0 or p[0] >= positive.sum()]
    gap = min(abs(p - r) for _, p, r, _ in points)
    values = [(p + r) / 2 for _, p, r, _ in points if abs(p - r) < gap + 1e-12]
    assert min(abs(be.average_at_break_even(hit_curve(positive, score)) - v) for v in values) < 1e-12


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
    assert be.average_at_break_even(hit_curve(positive, np.zeros(6))) == pytest.approx(0.75)
    assert be.break_even(hit_curve(positive, positive.astype(float))) == 1
    assert be.break_even(hit_curve(positive, -positive.astype(float))) == 0
    without = hit_curve(np.zeros(6, bool), np.arange(6.0))
    found = [measure(without) for measure in (be.break_even, be.average_at_break_even, be.average_precision)]
    assert np.isnan(found).all()


def test_a_wrong_first_case_is_not_a_break_even_point():
    """At the first threshold, precision and recall are both 0."""
    positive = np.array([0, 1, 1, 1, 0, 0, 0, 0], dtype=bool)
    assert be.average_at_break_even(
        hit_curve(positive, np.array([9.0, 5, 5, 5, 5, 1, 1, 1]))
    ) == pytest.approx((3 / 5 + 1) / 2)


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
    assert be.average_at_break_even(hit_curve(positive, score)) == pytest.approx(expected)


@pytest.mark.parametrize("levels", [None, 1.0])
def test_average_precision_and_f1_equal_scikit_learn(levels):
    from sklearn.metrics import average_precision_score, f1_score

    positive, score = draw_cases(5, 60, levels)
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
    assert METRICS["break_even"].compute(make_cases(y, log_proba)) == pytest.approx(value)
    guess = log_proba.argmax(axis=1)
    assert METRICS["sensitivity"].compute(make_cases(y, log_proba)) == pytest.approx(
        (guess[y == 1] == 1).mean()
    )
    assert METRICS["precision"].compute(make_cases(y, log_proba)) == pytest.approx(
        (y[guess == 1] == 1).mean()
    )


def test_metric_of_more_classes_is_the_mean_weighted_by_frequency():
    y, log_proba = posterior(1, 3)
    proba, n = np.exp(log_proba), np.bincount(y)
    each = [be.break_even(hit_curve(y == c, np.log(proba[:, c] / (1 - proba[:, c])))) for c in range(3)]
    assert METRICS["break_even"].compute(make_cases(y, log_proba)) == pytest.approx(
        np.average(each, weights=n)
    )
    guess = log_proba.argmax(axis=1)
    assert METRICS["sensitivity"].compute(make_cases(y, log_proba)) == pytest.approx((y == guess).mean())


def test_a_hard_posterior_saturates_without_nan():
    log_proba = np.array([[0.0, -np.inf], [-800.0, 0.0], [-np.inf, 0.0], [0.0, -800.0]])
    for metric in map(METRICS.get, RETRIEVAL):
        assert metric.compute(make_cases(np.array([0, 0, 1, 0]), log_proba)) >= 0

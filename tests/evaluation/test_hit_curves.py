"""Hit curves, their areas and points."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from naivebench.core import hit_curves
from naivebench.core.hit_curves import hit_curve
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
    assert METRICS["hit_area"].function(y, log_proba) == hit_curves.compute_area(curve)
    assert METRICS["hit_area_10"].function(y, log_proba) == hit_curves.area_up_to(curve)
    assert METRICS["recall_20"].function(y, log_proba) == hit_curves.recall_at(curve, [0.2])[0]
    swapped = METRICS["hit_area_10"].function(1 - y, log_proba[:, ::-1])
    assert swapped == METRICS["hit_area_10"].function(y, log_proba)
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
    assert METRICS["hit_area"].function(y, np.log(p)) == pytest.approx(expected)
    assert np.isnan(METRICS["hit_area"].function(np.zeros(5, int), np.log(p[:5])))


def test_equal_posteriors_tie_however_the_other_classes_share_the_rest():
    p = np.array([[0.7, 0.1, 0.2], [0.7, 0.2, 0.1], [0.7, 0.3, 0.0], [0.7, 0.15, 0.15]])
    with np.errstate(divide="ignore"):
        score = hit_curves.score_cases(np.log(p), 0)
    assert len(set(score)) == 1
    assert abs(score[0] - np.log(0.7 / 0.3)) < 1e-12
    near_one = np.log(np.array([[1 - 2e-9, 1e-9, 1e-9], [1 - 2e-12, 1e-12, 1e-12]]))
    assert np.allclose(hit_curves.score_cases(near_one, 0), -np.log([2e-9, 2e-12]), rtol=1e-9)

"""Choice of a constant inside the training part."""

from __future__ import annotations

import numpy as np
import pytest
from support import tables

from naivebench.core import hit_curves, tuning
from naivebench.core.table import n_cases, subset
from naivebench.methods.high_cardinality import ade


def made(seed=0, n=80):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.3).astype(int)
    return tables.discrete((y[:, None] * rng.integers(0, 2, (n, 2)) + rng.integers(0, 4, (n, 2))), y)


def test_equal_scores_go_to_the_largest_value_and_undefined_ones_are_passed_over():
    assert tuning.choose_best([1, 2, 3], [0.5, 0.7, 0.7 - 1e-14]) == 3
    assert tuning.choose_best([3, 2, 1], [0.5, 0.7, 0.7]) == 2
    assert tuning.choose_best([1, 2], [float("nan"), 0.1]) == 2
    assert tuning.choose_best([1, 2, 4], [0.9, float("nan"), 0.1]) == 1
    assert tuning.choose_best([1, 2], [float("nan")] * 2) == 2
    assert tuning.choose_best([1, 2], [-np.inf, -np.inf]) == 2


def test_scores_are_the_areas_of_the_rarer_class():
    train = made()
    log_proba = ade.predict_log_proba(ade.fit(train, s=1), train)
    curve = hit_curves.hit_curve(train.y, hit_curves.score_cases(log_proba, 1))
    assert tuning.choose_criterion(train) == ("area_10", 1)
    assert tuning.score(train.y, log_proba, "area") == hit_curves.compute_area(curve)
    assert tuning.score(train.y, log_proba) == hit_curves.area_up_to(curve, 0.1)
    assert tuning.score(train.y, np.log(np.full((80, 2), 0.5)), "log_loss") == pytest.approx(-np.log(2))
    assert tuning.score(
        train.y, np.where(train.y[:, None] == [0, 1], -np.inf, 0.0), "log_loss"
    ) == pytest.approx(-np.log(82))


def test_inner_folds_divide_the_cases_and_are_stratified():
    train = made()
    parts = list(tuning.draw_inner_folds(train))
    assert sorted(np.concatenate([out for _, out in parts]).tolist()) == list(range(80))
    for inside, outside in parts:
        assert len(inside) + len(outside) == 80
        assert not set(inside) & set(outside)
        assert abs(train.y[outside].sum() - train.y.sum() / 5) < 1


def test_inner_folds_do_not_depend_on_the_order_of_cases_attributes_or_classes():
    train = made()
    order = np.random.default_rng(0).permutation(80)
    other = tables.select(subset(train, order), [1, 0])
    other = other._replace(y=1 - other.y, classes=other.classes[::-1])
    for (_, a), (_, b) in zip(tuning.draw_inner_folds(train), tuning.draw_inner_folds(other), strict=True):
        rows_a = sorted(map(tuple, np.column_stack([train.codes[a], train.y[a]]).tolist()))
        rows_b = sorted(map(tuple, np.column_stack([other.codes[b][:, ::-1], 1 - other.y[b]]).tolist()))
        assert rows_a == rows_b


def test_there_are_no_folds_below_two_cases_and_at_most_one_per_case():
    assert list(tuning.draw_inner_folds(subset(made(), [0]))) == []
    assert len(list(tuning.draw_inner_folds(subset(made(), [0, 1, 2])))) == 3


def test_cross_validation_takes_the_best_mean_over_the_folds():
    """By log loss, as there are more than two classes."""
    train, grid = made()._replace(y=np.arange(80) % 3, classes=("a", "b", "c")), [0.1, 1.0, 100.0]
    choice = tuning.choose_by_cross_validation(
        train, grid, lambda a, b: [ade.predict_log_proba(ade.fit(a, s=s), b) for s in grid]
    )
    parts = [(subset(train, a), subset(train, b)) for a, b in tuning.draw_inner_folds(train)]
    losses = [
        [tuning.score(b.y, ade.predict_log_proba(ade.fit(a, s=s), b), "log_loss") for s in grid]
        for a, b in parts
    ]
    expected = np.mean(losses, axis=0)
    np.testing.assert_allclose(choice.scores, expected)
    assert choice.value == grid[int(np.argmax(expected))]
    assert choice.how == "cross_validation"


def test_cross_validation_never_shows_the_test_cases_to_the_fit():
    train, seen = made(), []

    def fit_predict(inside, outside):
        seen.append(n_cases(inside) + n_cases(outside))
        yield np.zeros((n_cases(outside), 2))

    tuning.choose_by_cross_validation(train, [1.0], fit_predict)
    assert seen == [80] * 5


def test_one_class_or_too_few_cases_give_the_largest_value():
    one = subset(made(), np.flatnonzero(made().y == 0))
    assert (
        tuning.choose_by_cross_validation(one, [1, 2], lambda a, b: [np.zeros((n_cases(b), 2))] * 2).value
        == 2
    )
    assert tuning.choose_by_cross_validation(subset(made(), [0]), [1, 2], lambda a, b: []).value == 2
    assert tuning.choose_by_leave_one_out(one, [1, 2], lambda s: np.zeros((n_cases(one), 2))).value == 2


def test_summary_names_value_grid_and_scores():
    choice = tuning.Choice(0.3, (0.1, 0.3), (float("nan"), 0.2), "area_10", "leave_one_out")
    assert tuning.summarize_choice(choice, "s") == {
        "s": 0.3,
        "s_chosen_by": "leave_one_out",
        "s_grid": [0.1, 0.3],
        "s_scores": [None, 0.2],
        "s_criterion": "area_10",
    }
    assert tuning.summarize_choice(tuning.wrap_constant(5), "n0") == {"n0": 5.0, "n0_chosen_by": "fixed"}

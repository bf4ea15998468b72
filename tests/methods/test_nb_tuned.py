"""Naive Bayes with smoothing chosen by leave-one-out."""

from __future__ import annotations

import numpy as np
import pytest
from support import tables

from naivebench.core import tuning
from naivebench.methods.naive_bayes import nb, nb_tuned


def made(n=400, values=60, classes=2, seed=0):
    """A table with a rare class that follows single values of two attributes."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, values, (n, 2))
    y = (rng.random(n) < np.where(codes[:, 0] < values // 6, 0.5, 0.05)).astype(int) + (classes > 2) * (
        codes[:, 1] < 5
    )
    return tables.discrete(codes, y, (values, values), classes)


@pytest.mark.parametrize("classes", [2, 3])
def test_the_chosen_constant_has_the_best_score_of_leave_one_out(classes):
    table = made(classes=classes)
    model = nb_tuned.fit(table)
    criterion = "area_10" if classes == 2 else "log_loss"
    scores = [
        tuning.score(table.y, nb.leave_one_out(table, alpha=s), criterion, tuning.positive_of(table))
        for s in tuning.SMOOTHING_GRID
    ]
    assert model.s.scores == pytest.approx(scores)
    assert model.s.value == tuning.best(tuning.SMOOTHING_GRID, scores)
    assert np.array_equal(
        nb_tuned.predict_log_proba(model, table),
        nb.predict_log_proba(nb.fit(table, alpha=model.s.value), table),
    )


def test_a_given_constant_is_naive_bayes():
    table = made()
    model = nb_tuned.fit(table, s=2.0)
    assert np.array_equal(
        nb_tuned.predict_log_proba(model, table),
        nb.predict_log_proba(nb.fit(table, alpha=2.0), table),
    )
    assert nb_tuned.summarize(model)["s_chosen_by"] == "fixed"


def test_leave_one_out_is_that_of_naive_bayes_with_the_chosen_constant():
    table = made(n=80)
    model, left_out = nb_tuned.fit_leave_one_out(table)
    assert np.array_equal(left_out, nb.leave_one_out(table, alpha=model.s.value))

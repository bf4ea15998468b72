"""The numbers of a trial from synthetic predictions, compared with their definitions and scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Predictions
from naivebench.core.table import Attribute, make_table
from naivebench.models import catalogue
from naivebench.trial import answer as answers
from naivebench.trial import growth, question

METHODS = catalogue.methods()
FINISHED = FoldResult("ok", "", {}, 1.0, 1.0, 0.0)


def asked_of(metric="accuracy", n=60, **how):
    y = np.arange(n) % 2
    table = make_table([Attribute("x", "linear")], ("a", "b"), y, reals=y[:, None] + 0.5)
    return question.ask("made", table, METHODS, methods=["nb", "gnb"], metric=metric, **how)


def made(asked, method, seed):
    """Random probabilities for every test case, far from where losses are clipped."""
    first = np.random.default_rng(seed).uniform(0.2, 0.8, len(asked.folds.test))
    log_proba = np.log(np.column_stack([first, 1 - first])).astype(np.float32)
    folds = (FINISHED,) * len(asked.folds.fold)
    p = MethodPredictions("", 0.0, log_proba, log_proba.argmax(axis=1).astype(np.int32), folds)
    f = asked.folds
    return Predictions(f.repeat, f.fold, f.offsets, f.test, {method: p})


def of_folds(asked, predictions, metric):
    """The metric on every fold by its definition."""
    (p,) = predictions.methods.values()
    truth = asked.table.y[predictions.row]
    values = p.predicted == truth
    if metric == "log_loss_clipped":
        values = -p.log_proba[np.arange(len(truth)), truth].astype(float)
    return np.array([part.mean() for part in np.split(values, predictions.offsets[1:-1])])


@pytest.mark.parametrize(("metric", "sign"), [("accuracy", 1), ("log_loss_clipped", -1)])
def test_intervals_are_those_of_nadeau_and_bengio(metric, sign):
    """Differences are positive if the first is better; each of the 4 folds has 1/3 as many test as training
    cases.
    """
    asked = asked_of(metric, folds=4, repeats=2)
    found = {"nb": made(asked, "nb", 1), "gnb": made(asked, "gnb", 2)}
    values = {m: of_folds(asked, p, metric) for m, p in found.items()}
    got = answers.answer(asked, found, {})
    quantile = stats.t.ppf(0.975, 7)
    for method, v in values.items():
        half = quantile * np.sqrt((1 / 8 + 1 / 3) * v.var(ddof=1))
        score = got.row(method).scores[metric]
        assert score == pytest.approx((v.mean(), v.mean() - half, v.mean() + half))
        assert got.row(method).seconds == 16
    (other,) = {"nb", "gnb"} - {got.best}
    d = sign * (values[other] - values[got.best])
    half = quantile * np.sqrt((1 / 8 + 1 / 3) * d.var(ddof=1))
    c = got.against_best[other]
    assert (c.difference, c.low, c.high) == pytest.approx((d.mean(), d.mean() - half, d.mean() + half))
    assert d.mean() <= 0
    assert c.p == pytest.approx(2 * stats.t.sf(abs(d.mean()) / (half / quantile), 7))


def test_one_test_part_is_judged_by_the_cases_that_only_one_method_gets_right():
    asked = asked_of(scheme="holdout", holdout=20)
    found = {"nb": made(asked, "nb", 1), "gnb": made(asked, "gnb", 4)}
    right = {m: p.methods[m].predicted == asked.table.y[p.row] for m, p in found.items()}
    got = answers.answer(asked, found, {})
    (other,) = {"nb", "gnb"} - {got.best}
    first, second = (right[m] & ~right[o] for m, o in ((other, got.best), (got.best, other)))
    assert first.sum() != (right[other] & right[got.best]).sum()
    expected = stats.binomtest(int(first.sum()), int(first.sum() + second.sum())).pvalue
    assert got.against_best[other].p == pytest.approx(expected)


@pytest.mark.parametrize(("metric", "sign"), [("accuracy", 1), ("log_loss_clipped", -1)])
def test_the_gain_of_more_rows_is_positive_if_they_are_better(metric, sign):
    """Each of the 5 folds has 1/4 as many test cases as the whole part has training cases."""
    asked = growth.ask(asked_of(metric, n=80), ["nb"])
    predictions = made(asked, "nb", 3)
    curve = growth.curve(asked, predictions)
    parts = of_folds(asked, predictions, metric).reshape(4, 5)
    assert curve.means == pytest.approx(tuple(parts.mean(axis=1)))
    d = sign * (parts[3] - parts[2])
    half = stats.t.ppf(0.975, 4) * np.sqrt((1 / 5 + 1 / 4) * d.var(ddof=1))
    assert curve.gain == pytest.approx((d.mean(), d.mean() - half, d.mean() + half))

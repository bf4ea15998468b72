"""The numbers of a trial from synthetic predictions, compared with their definitions and SciPy, and the
sentences that follow from them.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from support.trials import blobs, circle, draw_predictions, predict_first, unite

from naivebench.core.table import Attribute, make_table
from naivebench.trial import answer as answers
from naivebench.trial import page, plan
from naivebench.trial.answer import Answer, Comparison
from naivebench.trial.trial import Trial


def ask(metric="accuracy", n=60, **how):
    y = np.arange(n) % 2
    table = make_table([Attribute("x", "linear")], ("a", "label"), y, reals=y[:, None] + 0.5)
    return plan.make_plan("made", table, methods=["nb", "gnb"], metric=metric, **how)


def of_folds(design, predictions, method, metric):
    """The metric on every fold by its definition."""
    p = predictions.methods[method]
    truth = design.table.y[predictions.row]
    values = p.predicted == truth
    if metric == "log_loss_clipped":
        values = -p.log_proba[np.arange(len(truth)), truth].astype(float)
    return np.array([part.mean() for part in np.split(values, predictions.offsets[1:-1])])


@pytest.mark.parametrize(("metric", "sign"), [("accuracy", 1), ("log_loss_clipped", -1)])
def test_intervals_are_those_of_nadeau_and_bengio(metric, sign):
    """Differences are positive if the first is better; each of the 4 folds has 1/3 as many test as training
    cases.
    """
    design = ask(metric, folds=4, repeats=2)
    found = unite(draw_predictions(design, "nb", 1), draw_predictions(design, "gnb", 2))
    values = {m: of_folds(design, found, m, metric) for m in found.methods}
    got = answers.find_answer(design, found, {})
    quantile = stats.t.ppf(0.975, 7)
    for method, v in values.items():
        half = quantile * np.sqrt((1 / 8 + 1 / 3) * v.var(ddof=1))
        row = got.methods.loc[method]
        expected = [v.mean(), v.mean() - half, v.mean() + half]
        assert row[[metric, "low", "high"]].tolist() == pytest.approx(expected)
        assert row["seconds"] == 16
    assert got.methods.index[0] == got.best == max(values, key=lambda m: sign * values[m].mean())
    (other,) = {"nb", "gnb"} - {got.best}
    d = sign * (values[other] - values[got.best])
    half = quantile * np.sqrt((1 / 8 + 1 / 3) * d.var(ddof=1))
    c = got.against_best[other]
    assert c[:3] == pytest.approx((d.mean(), d.mean() - half, d.mean() + half))
    worse = stats.t.cdf((-0.01 - d.mean()) / (half / quantile), 7)
    assert c.worse == pytest.approx(worse)
    assert c.is_better == (stats.t.sf((0.01 - d.mean()) / (half / quantile), 7) >= 0.75)
    assert c.is_as_good == (worse < 0.5)
    assert not answers.compare_methods(design, found, got.scores, got.best, other).is_better  # P = 0.51, 0.47


def test_one_test_part_is_judged_by_the_cases_that_only_one_method_gets_right():
    design = ask(holdout=20)
    found = unite(draw_predictions(design, "nb", 1), draw_predictions(design, "gnb", 4))
    right = {m: p.predicted == design.table.y[found.row] for m, p in found.methods.items()}
    got = answers.find_answer(design, found, {})
    (other,) = {"nb", "gnb"} - {got.best}
    first, second = ((right[m] & ~right[o]).sum() for m, o in ((other, got.best), (got.best, other)))
    assert first != second
    c, p = got.against_best[other], stats.binomtest(first, first + second).pvalue
    assert c.p == pytest.approx(p)
    assert math.isnan(c.worse)
    assert (c.is_as_good, c.is_better) == (p > 0.05, False)
    assert answers.compare_methods(design, found, got.scores, got.best, other).is_better == (p <= 0.05)
    assert "the 40 rows of the test file" in answers.compose_sentences(design, got)[-1]


def test_errors_are_those_of_the_first_repeat():
    design = ask(folds=3, repeats=2)
    first = np.random.default_rng(0).uniform(0.1, 0.9, len(design.folds.test))
    predictions = predict_first(design, "nb", first)
    answer = answers.find_answer(design, predictions, {})
    tested, once = design.folds.test[:60], first[:60]
    assert sorted(tested) == list(range(60))
    truth, predicted = design.table.y[tested], (once < 0.5).astype(int)
    counts = page.count_errors(Trial(design, predictions, answer)).set_index("")
    for i, j in np.ndindex(2, 2):
        assert counts.iloc[i, j] == ((truth == i) & (predicted == j)).sum()


def test_methods_without_scores_come_last_with_the_reason():
    design = plan.make_plan("made", blobs(), methods=["nb", "tan", "gnb"])
    late = "did not finish in time"
    reasons = {"majority": late, "tan": late, "gnb": "failed: out of memory"}
    found = draw_predictions(design, "nb", 0)
    got = answers.find_answer(design, found, reasons)
    assert got.methods.status.to_dict() == {"nb": "ok", **reasons}
    assert got.family == ["nb"]
    text = " ".join(answers.compose_sentences(design, got))
    assert "`tan` (did not finish in time). Repeat the command with a larger --budget." in text
    assert answers.compose_title(design, got).startswith("So far (2 of 4 methods): class: too early to")
    assert answers.find_answer(design, found._replace(methods={}), reasons | {"nb": late}) is None


def compare(difference, worse, better=0.0):
    ends = difference - 0.01, difference + 0.01
    return Comparison(difference, *ends, worse, math.nan, worse < 0.5, better >= 0.75)


@pytest.mark.parametrize(
    ("methods", "expected"), [(["mixed_nb", "vmnb"], "vmnb"), (["mixed_nb"], "mixed_nb")]
)
def test_methods_that_take_angles_for_numbers_are_recommended_only_without_others(methods, expected):
    design = plan.make_plan("made", circle(), methods=methods)
    above = dict.fromkeys(methods, compare(0.3, 0.0, 1.0))
    assert answers.recommend_method(design, dict.fromkeys(methods, compare(0.0, 0.1)), above) == expected


@pytest.mark.parametrize(
    ("worse", "expected"),
    [
        ({"tan": 0.0, "nb": 0.1}, "nb"),
        ({"tan": 0.0, "nb": 0.9}, "tan"),
        ({"gnb": 0.0, "nb": 0.9}, "gnb"),  # a column of numbers has no angles, so Gaussians are suitable
    ],
)
def test_the_simplest_method_that_is_as_good_as_the_best_one_is_recommended(worse, expected):
    design = plan.make_plan("made", blobs(), methods=list(worse))
    against_first = {m: compare(-0.1 * (p > 0), p) for m, p in worse.items()}
    above = dict.fromkeys(worse, compare(0.3, 0.0, 1.0))
    assert answers.recommend_method(design, against_first, above) == expected


def test_a_method_above_the_most_frequent_class_is_recommended_before_a_simpler_one():
    design = plan.make_plan("made", blobs(), methods=["nb", "tan"])
    alike = {"tan": compare(0.0, 0.0), "nb": compare(0.0, 0.1)}
    above = {"tan": compare(0.1, 0.0, 1.0), "nb": compare(0.0, 0.1, 0.1)}
    assert answers.recommend_method(design, alike, above) == "tan"


def make_answer(means, recommended, worse, above=1.0):
    """An answer with these mean scores, and probabilities that a method is worse than the best one; `above`:
    probability of being better than the most frequent class.
    """
    order = sorted(means, key=lambda m: -means[m])
    family = [m for m in order if m not in (plan.BASELINE, *plan.RIVALS)]
    frame = pd.DataFrame(
        {"title": [f"Title of {m}" for m in order], "status": "ok", "accuracy": [means[m] for m in order]},
        index=order,
    )
    frame["low"], frame["high"] = frame["accuracy"] - 0.01, frame["accuracy"] + 0.01
    return Answer(
        pd.DataFrame(),
        frame,
        order[0],
        recommended,
        "nb" if "nb" in means else "",
        family,
        {m: compare(means[m] - means[order[0]], worse.get(m, 0.0)) for m in order},
        {m: compare(means[m] - 0.5, 0.0, above) for m in order if m != plan.BASELINE},
    )


RF = "random_forest"
BEHIND = "0.5 points worse (95 % interval -0.5 to 1.5). With probability 0.30, the difference is larger than"


@pytest.mark.parametrize(
    ("means", "recommended", "worse", "title", "text"),
    [
        ({"nb": 0.95, "tan": 0.94}, "nb", {}, "naive Bayes is good enough", "Recommended: `nb`, the"),
        ({RF: 0.95, "nb": 0.945}, "nb", {"nb": 0.3}, "naive Bayes is probably good enough", BEHIND),
        (
            {RF: 0.95, "tan": 0.948, "nb": 0.9},
            "tan",
            {"nb": 0.99},
            "`tan` is good enough",
            "Recommended: `tan`, the",
        ),
        (
            *({RF: 0.95, "nb": 0.9, "tan": 0.89}, "nb", {"nb": 0.99, "tan": 0.99}),
            *("`random_forest` is better than naive Bayes", "Recommended: `nb`, the simplest of the"),
        ),
        ({RF: 0.95}, RF, {}, "`random_forest` is best, and no member", "most frequent class gives 50.0 %."),
    ],
)
def test_the_answer_follows_from_the_numbers(means, recommended, worse, title, text):
    design = plan.make_plan("made", blobs(), methods=["nb", "tan", "random_forest"])
    answer = make_answer(means | {"majority": 0.5}, recommended, worse)
    assert answers.compose_title(design, answer).startswith(f"class: {title}")
    assert text in " ".join(answers.compose_sentences(design, answer))
    unclear = make_answer(means | {"majority": 0.5}, recommended, worse, above=0.6)
    assert "no method is clearly better than the most frequent" in answers.compose_title(design, unclear)

"""A trial from the jobs to the page: its predictions are those of the benchmark, and nothing runs twice."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from support.trials import PoolHere, blobs

import naivebench
from naivebench.benchmark import discretize, job_settings, method_runs
from naivebench.models import fitted, isolate
from naivebench.trial import page, plan, trial

pytestmark = pytest.mark.slow
FAST = {"methods": ["nb", "gnb", "logistic_regression"], "folds": 4, "repeats": 1}


@pytest.fixture(scope="module")
def tried():
    """A trial of four methods on a table on which one method is clearly best."""
    design = plan.make_plan("made", blobs(), **FAST)
    return trial.run_trial(design, cores=2, budget=900)


def test_predictions_are_those_of_the_benchmark_bit_for_bit(tried):
    design, found = tried.plan, tried.predictions
    cuts = discretize.learn_cuts(design.table, design.folds, "fayyad_irani", "training")
    for method in ("nb", "gnb"):
        setting = method_runs.Setting(
            method,
            design.methods[method],
            design.table,
            design.folds,
            cuts if method == "nb" else None,
            "training",
            job_settings.make_seed_words(0, plan.PROTOCOL, "made"),
            isolate.Limits(60),
        )
        expected = method_runs.evaluate_method(setting).log_proba
        np.testing.assert_array_equal(found.methods[method].log_proba, expected)


def test_methods_without_time_have_the_reason():
    design = plan.make_plan("made", blobs(40), methods=["nb"], folds=2, repeats=1)
    found, reasons = trial.run_methods(design, cores=1, seconds=0)
    assert found.methods == {}
    assert reasons == dict.fromkeys(("majority", "nb"), "did not finish in time")
    with pytest.raises(ValueError, match=r"no method finished .*larger --budget"):
        trial.run_trial(design, cores=1, budget=1e-6)


def test_a_method_that_fails_has_the_reason(monkeypatch):
    def fail(*_):
        raise RuntimeError("no room")

    monkeypatch.setattr(trial, "ProcessPoolExecutor", PoolHere)
    monkeypatch.setattr(trial.method_runs, "prepare_method", fail)
    design = plan.make_plan("made", blobs(40), methods=["nb"], folds=2, repeats=1)
    found, reasons = trial.run_methods(design, cores=1, seconds=300)
    assert found.methods == {}
    assert reasons["nb"] == "failed: RuntimeError: no room"


@pytest.mark.parametrize("place", [0, 2])
def test_ctrl_c_leaves_an_answer_about_the_methods_that_have_finished(monkeypatch, place):
    design = plan.make_plan("made", blobs(40), methods=["nb", "gnb"], folds=2, repeats=1)
    stopped = list(design.methods)[place]

    class Interrupted(PoolHere):
        def submit(self, function, item, method, cuts):
            if method == stopped:
                raise KeyboardInterrupt
            return super().submit(function, item, method, cuts)

    monkeypatch.setattr(trial, "ProcessPoolExecutor", Interrupted)
    if place == 0:
        with pytest.raises(KeyboardInterrupt):
            trial.run_trial(design, cores=1, budget=300)
        return
    tried = trial.run_trial(design, cores=1, budget=300)
    assert list(tried.predictions.methods) == list(design.methods)[:place]
    assert tried.answer.methods.loc[stopped, "status"] != "ok"


def test_every_prediction_is_in_the_table(tried):
    done = tried
    frame = trial.list_predictions(done, np.arange(1, 121))
    assert frame.groupby("method").size().tolist() == [120] * 4
    right = (frame["class"] == frame["predicted"]).groupby([frame["method"], frame["fold"]]).mean()
    scores = done.answer.scores.query("metric == 'accuracy'").set_index(["method", "fold"])["value"]
    pd.testing.assert_series_equal(right, scores.sort_index(), check_names=False, check_index_type=False)
    np.testing.assert_allclose(frame["P(a)"] + frame["P(b)"], 1, rtol=1e-6)


@pytest.fixture(scope="module")
def html(tried):
    assert trial.fit_recommended_method(tried, fitted.Form(), 200)
    with pytest.raises(ValueError, match="could not be fitted on all rows: "):
        trial.fit_recommended_method(tried, fitted.Form(), 1e-9)
    decided = tried._replace(plan=tried.plan._replace(decisions=["Column 'x' is `odd`."]))
    return page.render_html(decided, command="naivebench try t.csv", use="predict")


def read_table(html, section):
    """The cells of the table of a section."""
    text = html.split(f'<section id="{section}">')[1].split("</section>")[0]
    lines = re.findall(r"<tr.*?>(.*?)</tr>", text, re.S)
    cells = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", line, re.S) for line in lines]
    return [[" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in line] for line in cells]


def test_numbers_of_the_page_are_in_their_rows_and_columns(tried, html):
    done = tried
    methods = done.answer.methods
    head, *body = read_table(html, "scores")
    assert [line[0].split()[0] for line in body] == list(methods.index)
    for line, row in zip(body, methods.itertuples(), strict=True):
        assert float(line[head.index("Accuracy, %")]) == pytest.approx(100 * row.accuracy, abs=0.006)
    counts = page.count_errors(done).drop(columns="").astype(str)
    assert [line[1:] for line in read_table(html, "errors")[1:]] == counts.to_numpy().tolist()
    assert html.count("<svg") == 4


def test_the_page_needs_no_other_file(html):
    assert 'Column &#39;x&#39; is <code class="whole">odd</code>.' in html
    assert "naivebench try t.csv" in html
    assert not re.search(r'(src|href)="(?!#)', html)


def test_a_comparison_in_python(tmp_path):
    rng = np.random.default_rng(0)
    y = np.where(np.arange(90) % 2, "b", "a").astype(object)
    X = pd.DataFrame({"x": rng.normal(size=90) + 2 * (y == "b"), "leak": y})
    y[:3] = None
    result = naivebench.compare(X, y, methods=["nb"], folds=3, repeats=1, budget=900)
    assert result.recommend() == "nb"
    assert list(result.scores.index) == ["nb", "majority"]
    assert any("'leak' alone determines the class" in text for text in result.decisions)
    assert "(87 rows)" in str(result)
    assert "<p>" in result._repr_html_()
    result.report(tmp_path / "r.html")
    assert "<h1>class: " in (tmp_path / "r.html").read_text()

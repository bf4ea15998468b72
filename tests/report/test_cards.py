"""Content of the cards: advice by its rules, examples that run, problems by what a reader can do
about them.
"""

import json
import math
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from support import report_fixture
from support.tables import discrete

from naivebench.benchmark.results.context import Failure, load
from naivebench.benchmark.results.summaries import summarize
from naivebench.benchmark.results.tables import Table
from naivebench.core.table import save
from naivebench.data import frames
from naivebench.evaluation.statistics.intervals import Interval, mean
from naivebench.models import catalogue
from naivebench.report import advice, cards, duel, examples, markup, overconfidence, problems, suits
from naivebench.report.cells import Run
from naivebench.report.figures import forest
from naivebench.report.papers.judged import Mention


def gain(about, value, low, middle, high, cost=1.0, calibration=None):
    return advice.Gain(
        about, value, Interval(middle, low, high, 10 if about else 12), 6, 0, 4, cost, calibration
    )


def advised(*gains, failed=()):
    return advice.Advice("tan", "nb", "honest", "accuracy", "benchmark", gains, failed)


def test_a_kind_of_data_speaks_for_a_method_only_with_its_whole_interval():
    whole = gain("", "", -0.01, 0.01, 0.03)
    several = gain("Attributes", "mixed", 0.001, 0.02, 0.039), gain("Cases", "below 500", -0.001, 0.03, 0.06)
    assert advice.use(advised(whole, *several)) == [
        "for data with mixed attributes (2.00 points more, 0.10 to 3.90, 10 data sets)."
    ]
    assert advice.avoid(advised(whole, *several)) == []


@pytest.mark.parametrize(("sign", "said"), [(1, advice.use), (-1, advice.avoid)])
def test_kinds_that_a_sentence_does_not_name_are_counted(sign, said):
    whole = gain("", "", -0.01, 0.0, 0.01)
    interval = sorted((sign * 0.01, sign * 0.02, sign * 0.03))
    kinds = [gain(*of, *interval) for of in list(suits.PHRASES)[:5]]
    several = [whole, *kinds, gain("Classes", "two", -0.01, 0.0, 0.01)]
    assert said(advised(*several))[0].endswith(", and for 2 more kinds of data in the table.")
    assert "more kind" not in said(advised(*several[:4], several[-1]))[0]


def test_reasons_against_a_method():
    worse = gain("Missing values", "some", -0.05, -0.03, -0.01)
    whole = gain("", "", -0.01, 0.0, 0.01, cost=35.4, calibration=Interval(0.02, 0.01, 0.03, 10))
    assert advice.avoid(advised(whole, worse, failed=("adult",))) == [
        "for data with missing values (3.00 points less, 1.00 to 5.00, 10 data sets).",
        "when you need calibrated probabilities: its calibration error is 0.020 higher (0.010 to 0.030) than "
        "that of naive Bayes.",
        "when time matters: it needs 35 times the CPU time of naive Bayes.",
        "on data like adult, where it failed or took too long.",
    ]


def test_better_calibration_speaks_for_a_method_and_cheap_methods_have_no_time():
    whole = gain("", "", -0.01, 0.0, 0.01, cost=9.9, calibration=Interval(-0.02, -0.03, -0.01, 10))
    assert advice.use(advised(whole)) == [
        "when you need calibrated probabilities: its calibration error is 0.020 lower (0.010 to 0.030) than "
        "that of naive Bayes."
    ]
    assert advice.avoid(advised(whole)) == []
    assert advice.cost(advised(whole)) == "9.9 times the CPU time of naive Bayes (median over the data sets)."


def test_the_numbers_of_the_advice_are_those_of_the_comparison(tmp_path):
    root = report_fixture.write(tmp_path, n_datasets=12, n_methods=6, protocols=("honest",))
    results = load(root / "results", root / "prepared")
    summary = summarize(results)
    assert advice.advice(results, summary, results.reference) is None
    for method in (m for m in results.methods if m != results.reference):
        found, entry = advice.advice(results, summary, method), results.comparisons[0]
        if method not in entry.average_ranks:
            continue
        values = duel.gains(results, summary, entry, method, results.reference)
        assert found.whole.gain == mean(list(values.values()))
        assert found.whole.wins == sum(v > 0 for v in values.values())
        assert all(g.gain.n >= 6 for g in found.gains[1:])
        rows = advice.table(results, found).rows
        assert [r["n"] for r in rows] == [g.gain.n for g in found.gains]
        fewer = sum(g.gain.n < found.whole.gain.n for g in found.gains)
        assert fewer < len(found.gains) - 1  # a kind that all data sets share is not drawn a second time
        assert cards._beside(results, summary, method).drawing.count("<circle") == 1 + fewer


def test_calibration_is_the_median_error_and_the_mean_overconfidence(tmp_path):
    root = report_fixture.write(tmp_path, n_datasets=5, n_methods=6, protocols=("honest",))
    results = load(root / "results", root / "prepared")
    summary = summarize(results)
    shared = cards.shared(results, summary, Run({}, {}))
    errors = [summary.means["honest", d, "nb"]["ece"] for d in shared.sets]
    counts = results.calibration[results.calibration["method"] == "nb"].groupby("dataset", observed=True)
    sums = counts[["confidence_sum", "correct", "cases"]].sum().loc[list(shared.sets)]
    gaps = (sums["confidence_sum"] - sums["correct"]) / sums["cases"]
    said = cards.calibrated(results, summary, "nb", shared)
    assert f"error is {np.median(errors):.3f} (median over {len(errors)} data sets)" in said
    side = "over" if gaps.mean() > 0 else "under"
    assert f"{side}confident on {(np.sign(gaps) == np.sign(gaps.mean())).sum()} of them" in said
    assert f"right {100 * abs(gaps.mean()):.2f} points {'more' if side == 'over' else 'less'} often" in said
    assert cards.calibrated(results, summary, "none", shared) == ""


@pytest.mark.parametrize(
    ("holds", "others", "by"),
    [
        ("supported", "", "the paper's data"),
        ("undecided", "support it", "other data"),
        ("undecided", "contradict it", ""),
        ("contradicted", "support it in part", ""),
    ],
)
def test_a_claim_is_supported_by_the_papers_data_or_by_other_data(holds, others, by):
    assert Mention("P", "S.", "no", holds, others, "#c", "#p", True).supported == by


def test_the_drawing_shows_every_kind_and_survives_intervals_without_ends():
    lines = [
        forest.Line("All data sets", 1, 0.01, -math.inf, math.inf),
        forest.Line("a < b", 9, 0.0, 0.0, 0.0),
    ]
    svg = forest.forest("gains-x", "Gain", lines, "points", "points", "caption")
    assert svg.count("<circle") == 2
    assert "a &lt; b" in svg
    assert "inf" not in svg
    assert "nan" not in svg


def test_circles_are_next_to_their_labels_if_a_label_has_two_lines():
    lines = [forest.Line(label, 9, 0.01, 0.0, 0.02) for label in ("one", "one and two", "three")]
    svg = forest.forest("gains-x", "Gain", lines, "points", "points", "caption")
    middles = [float(y) for y in re.findall(r'<circle cx="[^"]+" cy="([^"]+)"', svg)]
    one, two = forest.LINE / 2, (forest.LINE + forest.FURTHER) / 2
    below = (one, 2 * one + two, 3 * one + 2 * two)
    assert middles == pytest.approx([forest.TOP + y for y in below], abs=0.05)


def test_code_in_a_sentence_is_escaped_and_marked():
    assert str(markup.coded("run `a <b>` & go")) == "run <code>a &lt;b&gt;</code> &amp; go"


def failure(**given):
    row = Failure(protocol="honest", stage="fetch", reason="no network")._replace(**given)
    return {k: getattr(row, k) or "all" for k in Failure._fields} | {"folds": "all"}


def test_a_missing_data_set_is_listed_once_and_deliberate_omissions_are_not_counted():
    get = "To download it, run `curl -o x y`. Set `mirror`. Then run again."
    rows = (
        failure(dataset="iris", method="nb", status="failed", remedy="fix it"),
        failure(dataset="far", status="unavailable", remedy=get),
        failure(dataset="far", protocol="grouped", status="unavailable", remedy="another way"),
        failure(dataset="near", status="unavailable", remedy=get),
        failure(dataset="iris", method="ebm", status="unavailable", remedy="run `pip install interpret`"),
        failure(dataset="wine", method="ebm", status="unavailable", remedy="run `pip install interpret`"),
        failure(dataset="iris", method="gnb", status="not applicable"),
    )
    found = problems.problems(Table("failures", "", problems.FAILURES, rows))
    assert [r["dataset"] for r in found.failed] == ["iris"]
    assert [m.names for m in found.datasets] == [("far", "near")]
    assert [m.names for m in found.methods] == [("ebm",)]
    assert len(found.by_design) == 1
    assert found.listed == 4
    assert found.datasets[0].commands == ["curl -o x y"]
    assert found.datasets[0].told == "To download it, run the command below. Set `mirror`. Then run again."
    assert found.summary == (
        "This run has 1 failure, 2 data sets that could not be obtained and 1 method without an installed "
        "package."
    )


def test_a_sentence_states_that_nothing_is_missing():
    assert (
        problems.problems(Table("failures", "", (), ())).summary == "Nothing failed, and nothing is missing."
    )


def test_a_prepared_table_becomes_a_frame_that_gives_the_same_table():
    rng = np.random.default_rng(0)
    table = discrete(rng.integers(-1, 3, (40, 3)), rng.integers(0, 2, 40))
    X, y, kinds = frames.from_table(table)
    codes = np.array([table.classes.index(label) for label in y], dtype=np.int32)
    back = frames.to_table(X, codes, table.classes, kinds=kinds)
    assert np.array_equal(back.codes, table.codes)
    assert np.array_equal(back.y, table.y)


def test_the_lines_that_load_a_data_set_run(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    (tmp_path / "data/prepared").mkdir(parents=True)
    save(discrete(rng.integers(-1, 3, (40, 3)), rng.integers(0, 2, 40)), tmp_path / "data/prepared/mine.npz")
    monkeypatch.chdir(tmp_path)
    found = {}
    exec(examples.of_dataset("mine", {"nominal": 3}), found)
    assert found["model"].predict_proba(found["X"]).shape == (40, 2)


def test_the_text_of_a_data_set_names_its_size_and_kinds():
    prepared = {
        "status": "ok",
        "rows": 150,
        "attributes": [{"kind": "linear"}, {"kind": "linear"}],
        "classes": {"a": 100, "b": 50},
        "majority_rate": 2 / 3,
        "missing_cells": 0,
    }
    assert cards.what(prepared) == (
        "150 cases of 2 classes, described by 2 linear attributes. The largest class has 66.7 % of the "
        "cases. No cells are missing."
    )
    assert cards.what({"status": "unavailable"}) == ""


@pytest.mark.slow
@pytest.mark.long
def test_the_example_of_every_method_runs():
    """All examples run in one process, because each process would compile its loops again."""
    texts = {m: examples.of_method(m, stanza) for m, stanza in catalogue.methods().items()}
    python = {m: text for m, text in texts.items() if "import" in text}
    assert {m for m, s in catalogue.methods().items() if "estimator" in s} == set(python)
    code = (
        "import json, sys, warnings\n"
        "warnings.simplefilter('ignore')\n"
        "for method, text in json.load(sys.stdin).items():\n"
        "    found = {}\n"
        "    exec(text, found)\n"
        "    assert len(found['model'].predict_proba(found['X'][:3])) == 3, method\n"
        "    print(method)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(python), capture_output=True, text=True, env=os.environ
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == list(python)


def test_without_data_sets_overconfidence_is_not_mentioned(tmp_path):
    root = report_fixture.write(tmp_path, n_datasets=2, n_methods=2, protocols=("honest",))
    results = load(root / "results", root / "prepared")
    assert overconfidence.gaps(results, "honest", []) == {}
    assert overconfidence.gaps(results, "none", ["breast"]) == {}

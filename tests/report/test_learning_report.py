"""Learning curves in the report: the table, which method overtakes which, and the figure.

No other table uses their means.
"""

from __future__ import annotations

import json
import math

import pandas as pd
import pytest
from support import report_fixture

from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.benchmark.results.tables import raw
from naivebench.report import learning_curves as curves
from naivebench.report import page
from naivebench.report.figures import learning_curves
from naivebench.report.figures.style import draw

pytestmark = [pytest.mark.slow, pytest.mark.long]

SIZES = (25, 50, 100, 200)
ERRORS = {  # mean error at each size, by data set and method
    "breast": {
        "nb": (0.30, 0.25, 0.22, 0.20),
        "tan": (0.40, 0.26, 0.20, 0.15),
        "aode": (0.31, 0.24, 0.23, 0.18),
        "cart": (0.40, 0.40, 0.40, 0.20),
    },
    "cleve": {
        "nb": (0.30, 0.25, 0.22, 0.20),
        "tan": (0.45, 0.35, 0.21, 0.19),
        "aode": (0.20, 0.19, 0.18, 0.17),
    },
}
FOLDS = (-0.02, 0.0, 0.02)


def rows():
    for dataset, methods in ERRORS.items():
        for method, errors in methods.items():
            for r, (size, error) in enumerate(zip(SIZES, errors, strict=True)):
                for f, shift in enumerate(FOLDS):
                    # a fold failed, so there is no mean at this size
                    if (dataset, method, size, f) != ("cleve", "aode", 50, 2):
                        yield ("curves", dataset, method, r, f, 40, size, "accuracy", 1 - error - shift)


def write(root, protocols=("honest", "paper/robles2003")):
    report_fixture.write(root, n_datasets=6, n_methods=14, folds=4, protocols=protocols, learning=False)
    results = root / "results"
    scores = pd.read_parquet(results / "scores.parquet")
    pd.concat([scores, pd.DataFrame(list(rows()), columns=scores.columns)]).to_parquet(
        results / "scores.parquet", index=False
    )
    config = json.loads((results / "config.json").read_text())
    config["config"]["protocols"]["curves"] = {
        "folds": {"scheme": "stratified", "folds": 3, "train_cases": list(SIZES)}
    }
    (results / "config.json").write_text(json.dumps(config))
    return load(results, root / "prepared")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return write(tmp_path_factory.mktemp("curves"))


def test_points_are_means_over_complete_folds(results):
    found = curves.curves(results)
    points = found["curves", "breast", "tan"]
    assert [p.n_train for p in points] == list(SIZES)
    assert [p.mean for p in points] == pytest.approx([0.6, 0.74, 0.8, 0.85])
    assert [p.std for p in points] == pytest.approx([0.02] * 4)
    assert [p.n_train for p in found["curves", "cleve", "aode"]] == [25, 100, 200]


@pytest.mark.parametrize(
    ("gains", "expected"),
    [
        ([(25, -1.0), (50, 1.0), (100, 1.0)], 50),
        ([(25, 1.0), (50, 1.0)], 25),
        ([(25, 1.0), (50, -1.0), (100, 1.0)], 100),
        ([(25, 1.0), (50, 0.0)], None),
        ([(25, 1.0), (50, -1.0)], None),
        ([], None),
    ],
)
def test_the_size_from_which_a_method_stays_ahead(gains, expected):
    assert curves.overtakes(gains) == expected


def test_the_table_and_its_sentences(results):
    table = curves.table(results)
    assert len(table.rows) == 4 * 4 + 4 + 4 + 3
    crossings = {(raw(r["dataset"]), raw(r["method"])): r["overtakes"] for r in table.rows}
    assert {k: v and v.value for k, v in crossings.items()} == {
        ("breast", "nb"): None,
        ("breast", "tan"): 100,
        ("breast", "aode"): 200,
        ("breast", "cart"): None,
        ("cleve", "nb"): None,
        ("cleve", "tan"): 100,
        ("cleve", "aode"): 25,
    }
    assert crossings["breast", "cart"].text == "never"
    first, second = curves.sentences(results)
    assert first == (
        "Methods that stay better than nb from some number of training cases up to the largest: "
        "tan on 2 of 2 data sets (median: from 100 cases on), "
        "aode on 2 of 2 data sets (median: from 112 cases on) and cart on 0 of 1 data set."
    )
    assert second == (
        "With the fewest training cases, 4 of these 5 curves are worse than nb, "
        "and 3 overtake it later and stay better."
    )
    gains = [raw(r["gain"]) for r in table.rows if (raw(r["dataset"]), raw(r["method"])) == ("cleve", "tan")]
    assert gains == pytest.approx([-0.15, -0.1, 0.01, 0.01])


def test_lower_is_better_turns_the_gain(results):
    turned = results._replace(
        metrics=results.metrics | {"accuracy": results.metrics["accuracy"]._replace(better="lower")}
    )
    key = ("curves", "breast", "tan")
    assert [-g for _, g in curves.gains(turned, curves.curves(turned), key)] == [
        g for _, g in curves.gains(results, curves.curves(results), key)
    ]


def test_no_other_table_or_figure_takes_these_means(results, tmp_path):
    assert results.protocols == ("honest", "paper/robles2003")
    plain = report_fixture.write(tmp_path, n_datasets=6, n_methods=14, folds=4, learning=False)
    without = load(plain / "results", plain / "prepared")
    assert len(without.learning) == 0
    files, others = (page.build(r, summarize(r), page.pictures(None)) for r in (results, without))
    assert files["tables/learning_curves.csv"].count("\n") == 28
    differing = [name for name in files if name.endswith(".csv") and files[name] != others[name]]
    assert differing == [f"tables/{name}.csv" for name in ("cells", "learning_curves", "protocol_list")]
    assert 'id="learning_curves-title"' not in others["index.html"]


def test_figure(results):
    svg = draw("learning_curves", learning_curves.learning_curves, results, summarize(results))
    assert all(f">{text}</text>" in svg for text in ("breast", "cleve", "25", "200", "tan", "Error, %"))
    assert "one standard error over the folds" in page.caption_of(svg)
    assert svg == draw("learning_curves", learning_curves.learning_curves, results, summarize(results))
    nothing = draw(
        "learning_curves",
        learning_curves.learning_curves,
        results._replace(learning=results.learning[:0]),
        summarize(results),
    )
    assert "No learning curves: no protocol of this run has train_cases" in nothing


def test_errors_of_zero_and_infinite_losses_can_be_drawn(results):
    frame = results.learning.copy()
    frame["metric"] = frame["metric"].cat.add_categories(["log_loss"])
    frame["metric"] = "log_loss"
    frame.loc[
        (frame["dataset"] == "breast") & (frame["method"] == "tan") & (frame["repeat"] == 0), "value"
    ] = math.inf
    for metric, learning in (("log_loss", frame), ("accuracy", results.learning.assign(value=1.0))):
        changed = results._replace(learning=learning, primary=("honest", metric))
        assert "could not be drawn" not in draw(
            "learning_curves", learning_curves.learning_curves, changed, summarize(changed)
        )
        assert len(curves.table(changed).rows) == 27

"""One declaration of a column serves tables, their files, the scripts of the page and the audit."""

import io
import json
import re
import sys
from pathlib import Path

import pandas as pd
import pytest
from support import report_fixture
from support.page_reader import Page

from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.benchmark.results.tables import Column
from naivebench.report import leaderboard, page

sys.path.insert(0, str(Path(__file__).parents[1] / "oracle"))

import compare
import page_again
import tables_again

MADE = Column("cpu_median", "Made", "seconds", "CPU seconds of all folds, median", cost="cpu_seconds")


@pytest.fixture
def built(tmp_path, monkeypatch):
    """Results, and the files of a report whose leaderboard has an additional column."""
    monkeypatch.setattr(leaderboard, "COLUMNS", (*leaderboard.COLUMNS, MADE))
    root = report_fixture.write(tmp_path, n_datasets=4, n_methods=4, folds=3)
    results = load(root / "results", root / "prepared")
    return results, page.build(results, summarize(results), page.pictures(None))


def test_a_new_column_is_in_the_page_its_file_and_its_scripts_and_missing_in_the_audit(built, tmp_path):
    results, files = built
    stored = pd.read_csv(io.StringIO(files["tables/leaderboard.csv"])).set_index("method")
    frame = results.timings[results.timings["protocol"] == "honest"].astype({"method": str, "dataset": str})
    spent = (
        (frame["fit_seconds"] + frame["predict_seconds"]).groupby([frame["method"], frame["dataset"]]).sum()
    )
    sets = results.comparisons[0].datasets
    for method, row in stored.iterrows():
        assert row[MADE.key] == pytest.approx(spent[method][list(sets)].median())
    (board,) = [t for t in Page(files["index.html"]).tables if t["name"] == "leaderboard"]
    assert board["rows"][0][-1]["data-key"] == MADE.key
    given = json.loads(re.search(r'id="given">(.*?)</script>', files["index.html"])[1])
    told = given["columns"]["leaderboard"][-1]
    assert (told["key"], told["label"], told["kind"], told["cost"]) == (
        MADE.key,
        "Made",
        "seconds",
        MADE.cost,
    )
    assert told["title"] == MADE.title

    scores = results.scores.query("protocol == 'honest' and metric == 'accuracy'")
    scores = scores.astype({"dataset": str, "method": str})
    wide = scores.groupby(["dataset", "method"])["value"].mean().unstack().loc[list(sets)]
    ours = tables_again.of_leaderboard(wide, "accuracy", "nb")
    outcome = compare.of_table("leaderboard", stored.reset_index(), ours, ["method"])
    assert outcome.not_recomputed[MADE.key] == len(stored)

    (tmp_path / "reports").mkdir()
    (tmp_path / "reports/index.html").write_text(page.shipped(files)["index.html"])
    outcome = page_again.against_declaration(tmp_path)
    assert (outcome.differing, outcome.same > len(leaderboard.COLUMNS)) == ([], True)


def test_columns_of_scripts_have_their_own_keys_and_a_known_kind():
    from naivebench.benchmark.results import formats, tables

    kinds = {"id", "metric", "difference", *tables.TEXTUAL, *formats.FORMATS}
    for name, declared in page.of_scripts().items():
        keys = [c.key for c in declared]
        assert len(set(keys)) == len(keys), name
        assert {c.kind for c in declared} <= kinds, name

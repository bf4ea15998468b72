"""The Statistics section: numbers equal the stored ones, and every comparison is labelled primary or
exploratory.

The page shows a part of the CSV file.
"""

import csv
import io
import json

import pytest
from support import report_fixture
from support.page_reader import Page

from naivebench.benchmark.results import formats, tables
from naivebench.benchmark.results.comparisons import Bayesian
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import pair, ranked, summarize
from naivebench.report import effects, inference, page, probabilities

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """Results with two more experiments than the report's fixture.

    One has a control; the other is not the main experiment.
    """
    root = report_fixture.write(tmp_path_factory.mktemp("inference"), n_datasets=8, n_methods=9)
    folder = root / "results" / "statistics"
    ranks, sizes, found = (
        json.loads((folder / f"{name}.json").read_text()) for name in ("ranks", "effects", "bayes")
    )
    for entry in (*ranks["comparisons"], *sizes["comparisons"], *found["over_datasets"]):
        entry |= {"experiment": "all", "main": True}
    for entry in ranks["comparisons"]:
        entry["friedman_ties"] = {"statistic": 12.5, "df": 8, "p": 0.13}
        others = [m for m in entry["average_ranks"] if m != "nb"]
        rows = [
            {
                "method": m,
                "z": i / 2,
                "p": 0.5,
                "bonferroni_dunn": 0.04 + i / 10,
                "holm": 0.03,
                "hochberg": 0.02,
            }
            for i, m in enumerate(others)
        ]
        entry["control"] = {"reference": "nb", "critical_difference": 2.0, "comparisons": rows}
        for p in entry["pairs"]:
            p["sign_test"] = {"statistic": p["wins"], "p": 0.07, "n": 8}
    sizes["comparisons"].append(
        sizes["comparisons"][0] | {"experiment": "part", "main": False, "primary": False}
    )
    found["over_datasets"].append(
        found["over_datasets"][0] | {"experiment": "part", "main": False, "primary": False}
    )
    for name, value in (("ranks", ranks), ("effects", sizes), ("bayes", found)):
        (folder / f"{name}.json").write_text(json.dumps(value))
    return root


@pytest.fixture(scope="module")
def results(root):
    return load(root / "results", root / "prepared")


@pytest.fixture(scope="module")
def files(results):
    return page.build(results, summarize(results), page.pictures(None))


def stored(files, name):
    return list(csv.DictReader(io.StringIO(files[f"tables/{name}.csv"])))


def test_tests_of_all_methods_are_three_and_the_primary_one_is_first(results):
    table = inference.tests(results)
    assert [tables.raw(r["test"]) for r in table.rows[:3]] == [name for _, name in inference.OMNIBUS]
    assert [r["status"] for r in table.rows[:4]] == ["primary"] * 3 + ["exploratory"]
    assert (table.rows[1]["statistic"], table.rows[1]["p"], table.rows[2]["df"]) == (12.5, 0.13, "8, 48")
    shown = inference.shown_tests(results, table)
    assert list(table.rows[: len(shown)]) == shown
    assert {(r["protocol"] == "honest" or r["metric"] == "accuracy") for r in shown} == {True}
    assert len(shown) < len(table.rows)


def test_sizes_of_the_differences_are_the_stored_ones(results):
    entry, tests = results.effects[0], results.comparisons[0]
    table = effects.table(results, entry)
    assert "(primary)" in table.caption
    assert "N = " in table.caption
    assert [tables.raw(r["method"]) for r in table.rows] == ranked(entry)
    for row in table.rows:
        method = tables.raw(row["method"])
        assert row["average_rank"] == entry.average_ranks[method]
        if method == "nb":
            assert row.get("wins") is None
            continue
        found = pair(tests, method, "nb")
        assert (tables.raw(row["wins"]), row["ties"], row["losses"]) == (
            found.wins,
            found.ties,
            found.losses,
        )
        assert row["rank_biserial"] == entry.tallies[method, "nb"].rank_biserial
        assert tables.raw(row["wilcoxon"]) == found.wilcoxon
        control = tests.to_reference[method]
        assert [tables.raw(row[k]) for k in control._fields] == list(control)
        assert row["holm"].css == "strong"


def test_without_rank_tests_only_the_sizes_are_shown(results):
    table = effects.table(results._replace(by_experiment=()), results.effects[0])
    hidden = {c.key for c in table.columns if c.hidden}
    assert {"sign", "wilcoxon", "holm"} <= hidden
    assert not {"wins", "rank_biserial"} & hidden
    assert "corrected for" not in table.note


def test_wins_are_mirrored_and_sum_to_the_data_sets(results):
    entry = results.effects[0]
    table = effects.wins(entry)
    cells = {(tables.raw(r["method"]), c.key): r.get(c.key) for r in table.rows for c in table.columns[1:]}
    for (a, b), cell in cells.items():
        if a == b:
            assert cell is None
            continue
        won, tied, lost = (int(v) for v in cell.text.split("/"))
        assert won + tied + lost == len(entry.datasets)
        assert cells[b, a].text == f"{lost}/{tied}/{won}"


def test_probabilities_are_the_stored_ones(results):
    entry = probabilities.entries(results)[0]
    stored = {m.method: m for m in entry.methods}
    table = probabilities.views(results, summarize(results))[0].table
    assert entry.primary
    assert "against nb over data sets" in table.caption
    assert "(primary)" in table.caption
    assert "±0.01" in table.note
    for row in table.rows:
        found = stored[tables.raw(row["method"])]
        shown = [tables.raw(row[k]) for k in ("better", "rope", "worse")]
        assert shown == [found.better, found.rope, found.worse]


def test_page_has_a_part_and_the_csv_everything(results, files):
    views = effects.views(results)
    assert (views[0].protocol, views[0].metric) == results.primary
    assert {(v.protocol, v.metric) for v in views} == {
        ("honest", "accuracy"),
        ("honest", "log_loss"),
        ("paper/robles2003", "accuracy"),
    }
    rows = stored(files, "effects")
    assert {(r["protocol"], r["metric"]) for r in rows} == {(e.protocol, e.metric) for e in results.effects}
    assert {r["experiment"] for r in rows} == {"all", "part"}
    assert {
        r["status"]
        for r in rows
        if (r["protocol"], r["metric"], r["experiment"]) == ("honest", "accuracy", "all")
    } == {"primary"}
    assert {r["status"] for r in rows if r["experiment"] == "part"} == {"exploratory"}
    assert {r["experiment"] for r in stored(files, "probabilities")} == {"all", "part"}
    k = len(results.effects[0].average_ranks)
    lines = [
        r
        for r in stored(files, "wins")
        if (r["protocol"], r["metric"], r["experiment"]) == ("honest", "accuracy", "all")
    ]
    assert len(lines) == k * (k - 1) // 2
    assert all(
        int(r["wins"]) + int(r["ties"]) + int(r["losses"]) == len(results.effects[0].datasets) for r in lines
    )


def test_numbers_of_the_page_are_those_of_the_csv(files):
    read = {
        t["name"]: t for t in Page(files["index.html"]).tables if t["name"] in ("effects", "probabilities")
    }
    for name, table in read.items():
        keys, rows = [c["data-key"] for c in table["rows"][0]], stored(files, name)
        for row, line in zip(table["rows"][1:], rows, strict=False):
            for key, cell in zip(keys[1:], row[1:], strict=True):
                shown = cell.get("data-v") if cell.get("data-v") is not None else cell["text"]
                if line[key]:
                    assert float(shown) == pytest.approx(float(line[key]), rel=1e-5, abs=1e-9), (name, key)
                else:
                    assert cell["text"] == formats.DASH
    assert read.keys() == {"effects", "probabilities"}


def test_without_the_files_the_section_has_a_note(results):
    bare = results._replace(effects=(), bayes=Bayesian())
    text = page.build(bare, summarize(bare), page.pictures(None))["index.html"]
    assert "No effect sizes in this run." in text
    assert 'id="table-effects"' not in text

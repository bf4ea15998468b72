"""The files of the report: a checklist for a usable page.

test_report_browser.py tests the page in a browser.
"""

import csv
import hashlib
import io
import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import yaml
from support import report_fixture, scripts
from support.page_reader import Page, whole

from naivebench import __version__
from naivebench.benchmark.results import context, formats, tables
from naivebench.benchmark.results.comparisons import Pair
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import Pooled, Summary, accuracy_interval, pair, summarize, wilson
from naivebench.core.checks import InputError
from naivebench.report import as_good, citing, departures, overview, page, places, problems
from naivebench.report.figures.catalogue import FIGURES, draw_all

pytestmark = [pytest.mark.slow, pytest.mark.long]

REPOSITORY = Path(__file__).resolve().parents[2]


def build(root):
    results = load(root / "results", root / "prepared")
    summary = summarize(results)
    return results, summary, page.build(results, summary, draw_all(results, summary))


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("report"), n_datasets=9, n_methods=9)
    results, summary, files = build(root)
    return {
        "root": root,
        "results": results,
        "summary": summary,
        "files": files,
        "html": files["index.html"],
        "page": Page(files["index.html"]),
    }


@pytest.mark.parametrize("scored", ["nothing", "undefined"])
def test_a_run_in_which_everything_failed_has_a_page(tmp_path, scored):
    root = report_fixture.write(tmp_path, n_datasets=1, n_methods=3, protocols=("honest",), learning=False)
    file, expected = root / "results" / "scores.parquet", "Nothing has a score. The page Problems says why."
    scores = pd.read_parquet(file)
    if scored == "undefined":  # as where no case was tested
        scores, expected = scores.assign(value=np.nan), "No method has a score on"
    else:
        scores = scores.iloc[:0]
    scores.to_parquet(file)
    shutil.rmtree(root / "results" / "statistics")
    assert expected in build(root)[2]["index.html"]


def test_the_page_is_small_and_requests_no_host(report):
    for tag, attributes in report["page"].tags:
        for name in ("src", "href", "action", "data", "poster"):
            target = attributes.get(name) or ""
            assert not re.match(r"(https?:)?//", target) or tag == "a", (tag, target)
    assert "@import" not in report["html"]
    assert "url(http" not in report["html"]
    assert len(page.shipped(report["files"])["index.html"]) < 5_000_000


def test_same_input_gives_same_bytes(report):
    assert build(report["root"])[2] == report["files"]


def test_ids_are_unique_and_inner_links_lead_somewhere(report):
    ids = report["page"].ids
    assert len(ids) == len(set(ids))
    targets = {
        a["href"][1:]
        for tag, a in report["page"].tags
        if tag in ("a", "use") and a.get("href", "").startswith("#") and "=" not in a["href"]
    }
    assert targets <= set(ids)


def test_every_section_exists_and_the_first_screen_states_what_was_compared(report):
    assert {p.id for e in page.ENTRIES for p in e.pages} <= set(report["page"].ids)
    head = report["html"][: report["html"].index('id="leaderboard"')]
    ranked = report["results"].comparisons[0]
    n, k = len(ranked.datasets), len(ranked.average_ranks)
    assert "<h1>Which naive Bayes should you use?</h1>" in head
    lead = overview.lead(report["results"], report["summary"])
    assert f"naive Bayes family on {n} data sets" in lead[0]
    assert len(lead) <= 5
    good = as_good.listed(ranked.best)[1:]
    title = overview.mentioned(report["results"], ranked.best.method)
    (equals,) = (
        s
        for s in lead
        if s.startswith(("By paired tests on all data sets, ", "Paired tests on all data sets find "))
    )
    assert equals.endswith(f" as good as {title}.")
    assert {m for m in ranked.average_ranks if f'"#method-{m}"' in equals} == set(good[: overview.LISTED])
    assert ("no other method as good" in equals) == (not good)
    assert f"{k} methods on {n} data sets" in head
    sentences = overview.conclusion(report["results"], report["summary"])
    assert "is the best of the naive Bayes family" in sentences[0]
    assert "the best rival and nb is the reference" in sentences[1]
    assert f"as good as {overview.ranked(ranked)[0]}" in sentences[2].replace("As", "as")
    assert f"Holm's correction over the {k - 1} comparisons with {overview.ranked(ranked)[0]}" in sentences[3]
    assert 'aria-labelledby="pareto-title' in head


def test_tables_have_captions_scopes_and_sortable_headers(report):
    data = [t for t in report["page"].tables if "data" in t["attributes"].get("class", "")]
    assert {
        "ranking",
        "scores",
        "pairs",
        "corrected_t",
        "protocols",
        "tests",
        "cost",
        "jobs",
        "failures",
        "calibration_scores",
    } <= {t["name"] for t in data}
    for table in data:
        assert table["caption"], table["name"]
        assert all(c["tag"] == "th" and c["scope"] == "col" and c["data-key"] for c in table["rows"][0])
        assert len(table["rows"]) > 1, table["name"]
        assert {len(r) for r in table["rows"]} == {len(table["rows"][0])}, table["name"]


def test_figures_have_alternative_text(report):
    names = [n for n, figure in FIGURES.items() if not (figure.folded or "/" in figure.place)]
    for name in names:
        assert f'<desc id="{name}-desc">' in report["html"]
    drawings = re.findall(r"<svg [^>]*>", report["html"])
    assert len(drawings) >= len(names)
    seen = [d for d in drawings if 'aria-hidden="true"' not in d]  # hidden drawings repeat the text of a row
    assert all('role="img"' in d and "aria-label" in d for d in seen)


def shown_number(cell):
    return (
        float(cell["data-v"])
        if cell.get("data-v")
        else float(cell["text"])
        if cell.get("data-v") is None
        else None
    )


@pytest.mark.parametrize(
    "name",
    [
        "ranking",
        "scores",
        "protocols",
        "tests",
        "pairs",
        "corrected_t",
        "cost",
        "calibration_scores",
        "datasets",
    ],
)
def test_csv_has_the_numbers_of_the_page(report, name):
    first = next(t for t in report["page"].tables if t["name"] == name)
    keys = [c["data-key"] for c in first["rows"][0]]
    files = [f for f in (f"tables/{name}.csv", f"tables/time_{name}.csv") if f in report["files"]]
    stored = [list(csv.DictReader(io.StringIO(report["files"][f]))) for f in files]
    if name == "protocols":  # the page leaves out rows that are in the sections of papers
        # [1:] drops the symbol of the group
        shown = {(row[0]["text"], row[1]["text"][1:], row[2]["text"]) for row in first["rows"][1:]}
        stored = [[r for r in s if (r["dataset"], r["method"], r["protocol"]) in shown] for s in stored]
        assert len(stored[0]) == len(shown) > 0
    for i, row in enumerate(first["rows"][1:]):
        for key, cell in zip(keys, row, strict=True):
            value = next(s[i][key] for s in stored if key in s[i])
            if "t" in cell.get("class", "").split():
                assert cell["text"].endswith(value) or cell["text"] == formats.DASH
            elif value:
                assert shown_number(cell) == pytest.approx(float(value), rel=1e-5)
            else:
                assert cell["data-v"] == ""


def test_numbers_on_the_page_come_from_the_scores(report):
    import pandas as pd

    scores = pd.read_parquet(report["root"] / "results" / "scores.parquet")
    stored = list(csv.DictReader(io.StringIO(report["files"]["tables/scores.csv"])))
    for row in stored[:: len(stored) // 10]:
        part = scores.query(
            "protocol == @row['protocol'] and metric == @row['metric'] and dataset == @row['dataset'] "
            "and method == 'nb'"
        )
        assert float(row["nb"]) == pytest.approx(part["value"].mean())


def test_times_have_their_own_files(report):
    names = [n for n in report["files"] if n.endswith(".csv")]
    for name in names:
        header = report["files"][name].split("\n")[0].split(",")
        timed = {
            "cpu_seconds",
            "fit_seconds",
            "predict_seconds",
            "wall_seconds",
            "max_rss_mb",
            "peak_memory_mb",
        } & set(header)
        assert bool(timed) <= name.startswith("tables/time_"), (name, timed)
    assert "tables/time_jobs.csv" in names


def test_every_failure_is_listed_with_reason_and_escaped(report):
    html, rows = report["html"], problems.failures(report["results"]).rows
    assert {r["status"] for r in rows} == {"failed", "timeout", "not applicable", "unavailable"}
    assert next(r for r in rows if r["status"] == "timeout")["folds"] == "folds 1, 2, 5"
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html
    stored = list(csv.DictReader(io.StringIO(report["files"]["tables/failures.csv"])))
    for failure in report["results"].failures:
        assert any(failure.reason == r["reason"] and failure.dataset == r["dataset"] for r in stored)
    missing = next(
        c
        for t in report["page"].tables
        if t["name"] == "scores"
        for r in t["rows"]
        for c in r
        if "miss" in c.get("class", "")
    )
    assert missing["text"] == "n/a"
    assert "needs nominal attributes" in missing["title"]


def test_overhead_is_the_time_outside_fit_and_predict(report):
    results = report["results"]
    inside = float(results.jobs["fit_predict_seconds"].sum())
    total = float(results.jobs["cpu_seconds"].sum()) + 12.5
    told = re.search(r'<p id="overhead">.*?</p>', report["html"]).group()
    assert f"{100 * (1 - inside / total):.1f} % of the CPU time of the run was spent outside fit" in told


def test_configuration_and_provenance_are_on_the_page(report):
    for text in (
        "0123456789abcdef0123456789abcdef01234567",
        "2026-01-02T03:04:05",
        "snakemake",
        "9.27.0",
        "A processor",
        "Resolved configuration",
    ):
        assert text in report["html"]


def test_two_data_sets_and_three_methods_are_enough(tmp_path):
    root = report_fixture.write(tmp_path, n_datasets=2, n_methods=3, protocols=("honest",))
    _, _, files = build(root)
    assert "Only one protocol was run" in files["index.html"]


def test_one_data_set_has_a_first_screen_and_no_empty_pages(tmp_path):
    root = report_fixture.write(tmp_path, n_datasets=1, n_methods=6, protocols=("honest",))
    results, summary, files = build(root)
    lead = overview.lead(results, summary)
    assert f"has the best accuracy of {len(results.methods)} methods" in lead[0]
    assert "95% interval" in lead[1]
    found = Page(files["index.html"])
    (alone,) = {d for p, d, _ in summary.means if p == "honest"}
    assert {"gains", f"table-best-{alone}"} <= set(found.ids)
    assert "leaderboard" not in found.ids
    assert '<form id="explorer"' in files["index.html"]
    assert re.search(r'<form id="explorer"[^>]* hidden>', files["index.html"])


def test_one_method_gives_a_page_without_ranking(tmp_path):
    root = report_fixture.write(tmp_path, n_datasets=1, n_methods=1, protocols=("honest",))
    for name in (
        "calibration.csv",
        "jobs.csv",
        "failures.csv",
        "environment.json",
        "statistics/ranks.json",
        "statistics/corrected_t.json",
    ):
        (root / "results" / name).unlink()
    results, summary, files = build(root)
    assert "There is no ranking" not in files["index.html"]
    assert overview.heading(results).startswith("Which method for ")
    assert (
        "figure was not made in this run" in page.build(results, summary, page.pictures(None))["index.html"]
    )
    assert "Nothing failed" in files["index.html"]


def test_table_without_a_column_is_refused(tmp_path):
    root = report_fixture.write(tmp_path, n_datasets=1, n_methods=1, protocols=("honest",))
    jobs = root / "results" / "jobs.csv"
    jobs.write_text("rule,job\nfit,a\n")
    with pytest.raises(
        InputError,
        match=r"jobs\.csv lacks the column 'cpu_seconds': delete the file and run the workflow again",
    ):
        load(root / "results", root / "prepared")


def test_scripts_write_the_page_and_its_tables(report, tmp_path):
    """The scripts run as Snakemake runs them, which removes the folders of an earlier page."""
    root = shutil.copytree(report["root"], tmp_path / "run")
    (root / "prepared" / "earlier.json").write_text('{"status": "ok"}')  # of a data set that was removed
    records = [f"prepared/{path.name}" for path in (report["root"] / "prepared").glob("*.json")]
    given = {"config": "results/config.json", "records": records}
    figures = scripts.job(given, {"figures": "figures"}, {})
    out = {"page": "reports/index.html", "tables": "reports/tables"}
    out |= {"environment": "results/environment.json", "jobs": "results/jobs.csv"}
    page_job = scripts.job(given | {"figures": "figures"}, out, {"seed": 3})
    for name, job in (("figures", figures), ("report", page_job)):
        status, log = scripts.run(name, root, job)
        assert status == 0, log
    text = (root / "reports" / "index.html").read_text(encoding="utf-8")
    assert "times-title" not in text, "sections wait compressed"
    assert "times-title" in whole(text)
    assert (root / "reports" / "tables" / "ranking.csv").read_text(encoding="utf-8") == report["files"][
        "tables/ranking.csv"
    ]
    assert json.loads((root / "results" / "environment.json").read_text())["seed"] == 3


def test_reversing_a_pair_reverses_wins_and_the_sign_of_the_effect():
    stored = Pair("x", "y", 1.5, 0.2, wins=5, ties=1, losses=2, wilcoxon=0.1, rank_biserial=0.6)
    entry = SimpleNamespace(pairs=(stored,))
    turned = pair(entry, "y", "x")
    assert (turned.a, turned.wins, turned.ties, turned.losses) == ("y", 2, 1, 5)
    assert (turned.wilcoxon, turned.rank_biserial) == (0.1, -0.6)
    assert pair(entry, "x", "y") == stored
    assert pair(None, "x", "y") is None


def test_wilson_interval():
    # p = 8/10, z = 1.96: centre (0.8 + 0.19207)/(1.38415) = 0.71674, half width 0.22659
    assert wilson(8, 10) == pytest.approx((0.490163, 0.943318), abs=1e-6)
    assert wilson(0, 10)[0] == 0
    assert wilson(0, 0) == (0, 1)


def test_a_case_that_repeats_test_again_counts_once():
    """Fifty repeats of 8 correct cases in 10 say as much about the accuracy as one repeat."""
    key = "honest", "iris", "nb"
    pooled = {key: Pooled(correct=400, tested=500, repeats=50, folds=500)}
    found = accuracy_interval(Summary({}, pooled, {}, {}, {}), key)
    assert found.accuracy == 0.8
    assert (found.low, found.high) == wilson(8, 10)


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        (0.94671, "percent", "94.67"),
        (-0.00001, "points", "0.00"),
        (0.012, "points", "+1.20"),
        (-0.012, "points", "−1.20"),
        (float("inf"), "score", "∞"),
        (None, "score", "–"),
        (float("nan"), "rank", "–"),
        (0.03215, "p", "0.0321"),
        (3e-7, "p", "3.0e-07"),
        (0.0, "p", "< 1e-300"),
        (12345.0, "integer", "12,345"),
        (0.0000123, "seconds", "12.3 μs"),
        (0.25, "seconds", "250 ms"),
        (61.2, "seconds", "61.2 s"),
        (600.0, "seconds", "10.0 min"),
        (90000.0, "seconds", "25.0 h"),
    ],
)
def test_numbers_are_formatted_as_text(value, kind, expected):
    assert formats.text(value, kind) == expected


def test_exact_text_can_be_read_as_the_number():
    assert float(tables.exact(1 / 3)) == 1 / 3
    assert tables.exact(tables.Cell(None)) == ""


def test_every_table_can_be_cited_by_the_checksum_of_its_file(report):
    cited = dict(
        re.findall(r'<a href="tables/([\w.]+)" download data-sha256="([0-9a-f]{64})"', report["html"])
    )
    assert len(cited) > 30
    assert all(hashlib.sha256(report["files"][f"tables/{n}"].encode()).hexdigest() == cited[n] for n in cited)
    boxes = re.findall(r'^<div class="table.*data-table="([^"]+)"', report["html"], re.MULTILINE)
    assert [name for name in boxes if f'popovertarget="menu-{name}"' not in report["html"]] == []


def test_the_citation_has_what_is_known_about_the_run(report):
    results = report["results"]
    known = results._replace(environment={"date": "2031-05-01T10:00:00", "commit": "abc"})
    lines = citing.bibtex(known).split("\n")
    assert lines[0] == "@misc{naivebench,"
    assert "  year = {2031}," in lines
    assert f"  version = {{{__version__}}}," in lines
    assert "  note = {Commit abc}" in lines
    bare = citing.bibtex(results._replace(environment={}))
    assert "year" not in bare
    assert "commit" not in bare
    cff = yaml.safe_load((REPOSITORY / "CITATION.cff").read_text(encoding="utf-8"))
    assert (cff["title"], cff["authors"][0]["name"]) == (citing.TITLE, citing.AUTHOR)


def test_every_question_of_the_search_has_an_answer_on_the_page(report):
    offered = {p.name: p.id for p in places.of_page(report["html"]) if p.kind == "answer"}
    assert set(offered) == {q.name for q in places.QUESTIONS}
    assert set(offered.values()) <= set(report["page"].ids)


def test_first_screen_names_rivals_that_are_not_installed_and_why(report):
    results, summary = report["results"], report["summary"]
    protocol, rival = results.primary[0], context.rivals(results)[0]
    gone = context.Failure(dataset="d", protocol=protocol, method=rival, status="unavailable")

    def lacking(**stanza):
        methods = results.config["methods"] | {rival: {"title": "Big Boost", "group": "baseline"} | stanza}
        config = results.config | {"methods": methods}
        return results._replace(config=config, failures=(*results.failures, gone))

    assert "lacks" not in overview.way(results)
    assert overview.way(lacking()).endswith("This comparison lacks Big Boost, which is not installed.")
    told = overview.way(lacking(not_installed="it is slow"))
    assert told.endswith("This comparison lacks Big Boost, which is not installed because it is slow.")
    without = overview.conclusion(results, summary)
    (added,) = [s for s in overview.conclusion(lacking(), summary) if s not in without]
    assert added.startswith("To add Big Boost, run")
    assert "envs/extras.txt" in added
    assert any(s.startswith("No method is tuned") for s in without)
    beside = lacking(tags=[departures.TAG])  # this method is not part of the comparison
    assert "lacks" not in overview.way(beside)
    assert overview.conclusion(beside, summary) == without

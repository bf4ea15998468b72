"""The papers against a run in one layout: a row worked out by hand, the same columns for all papers, and no
number where there is none.
"""

import csv
import io
import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import test_report_robles2003 as robles_fixture
from support import jambeiro_fixture, kang_fixture, lopezcruz_fixture

from naivebench.core import hit_curves
from naivebench.evaluation import break_even
from naivebench.papers.before import rows as paper_rows
from naivebench.papers.before import sections as papers
from naivebench.papers.before.rows import Measured, PaperRow, Place
from naivebench.pipeline import configuration
from naivebench.pipeline.permuted import permute_labels
from naivebench.reporting import page
from naivebench.results import tables
from naivebench.results.context import load
from naivebench.results.summaries import summarize, wilson
from naivebench.statistics.bayes import correlated_t

WRITERS = {
    "robles2003": robles_fixture.write,
    "lopezcruz2013": lopezcruz_fixture.write,
    "kang2006": kang_fixture.write,
}
LESS = {  # of the fixtures than they can make
    "lopezcruz2013": {
        "repeats": 1,
        "angles": False,
        "datasets": ("magic", "arrhythmia", "protein-dihedrals", "termite-mounds"),
    },
    "kang2006": {"datasets": ("reuters-earn", "scl2205-rh")},
}
REFERENCES = {
    "robles2003": {"nb"},
    "lopezcruz2013": {"gnb", "mixed_nb"},
    "kang2006": {"nb_mn_300"},
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return {
        name: write(tmp_path_factory.mktemp(name), **LESS.get(name, {})) for name, write in WRITERS.items()
    }


@pytest.fixture(scope="module")
def sections(runs):
    return {name: papers.section(*run) for name, run in runs.items()}


# Ten cases per fold, ten in its training part. m: 8 + 7 of 20 honest, 18 of 20 in the paper's way, 13 of 20
# on shuffled labels.
FAIR = {"m": (8, 7), "nb": (6, 7)}
LOSS = (0.5, 0.7)
AREAS = {"honest": (0.030, 0.031), "paper": (0.040, 0.040), "permuted": (0.006, 0.006)}


def tiny(root, bayes=None):
    """Two methods on a data set of 20 cases, 12 of them in the largest class."""
    rows = [
        ("honest", "d", m, 0, f, 10, 10, "accuracy", k / 10)
        for m, counts in FAIR.items()
        for f, k in enumerate(counts)
    ]
    rows += [("honest", "d", "m", 0, f, 10, 10, "log_loss", v) for f, v in enumerate(LOSS)]
    rows += [
        ("paper", "d", "m", 0, 0, 20, 19, "accuracy", 0.9),
        ("permuted", "d", "m", 0, 0, 20, 19, "accuracy", 0.65),
    ]
    rows += [
        (p, "d", "m", 0, f, 10, 10, "hit_area_10", v)
        for p, values in AREAS.items()
        for f, v in enumerate(values)
    ]
    results, prepared = root / "results", root / "prepared"
    (results / "statistics").mkdir(parents=True)
    prepared.mkdir()
    names = ["protocol", "dataset", "method", "repeat", "fold", "n_test", "n_train", "metric", "value"]
    pd.DataFrame(rows, columns=names).to_parquet(results / "scores.parquet", index=False)
    times = pd.DataFrame(
        [("paper", "d", "m", 0, 0, 0.1, 0.1, 1.0)],
        columns=[*names[:5], "fit_seconds", "predict_seconds", "peak_memory_mb"],
    )
    times.to_parquet(results / "timings.parquet", index=False)
    (results / "statistics" / "bayes.json").write_text(json.dumps(bayes or {}))
    found = {
        "dataset": "d",
        "status": "ok",
        "rows": 20,
        "classes": {"a": 12, "b": 8},
        "attributes": [],
        "majority_rate": 0.6,
    }
    (prepared / "d.json").write_text(json.dumps(found))
    loaded = load(results, prepared)
    return loaded, summarize(loaded)


ROW = PaperRow(
    paper="p",
    printed_name="D",
    dataset="d",
    method="m",
    cases=20,
    printed=tables.Cell(0.9, "90.00"),
    printed_count=18.0,
    place=Place("paper", "accuracy"),
    ours=Measured(0.9, 18, 20),
    verdict="exact",
    why="",
    honest=Place("honest", "accuracy"),
    permuted=Place("permuted", "accuracy"),
    reference="nb",
    stands="exact",
)


def line(run, row):
    return paper_rows.table(run[0], "t", "T.", paper_rows.show(*run, (row,))).rows[0]


def text(row, key):
    column = next(c for c in paper_rows.COLUMNS if c.key == key)
    return tables.shown(row[key], column)


def test_a_row_by_hand(tmp_path):
    row = line(tiny(tmp_path), ROW)
    low, high = wilson(15, 20)
    assert text(row, "reproduced") == "18/20, 90.00"
    assert text(row, "honest") == f"75.00 [{100 * low:.1f} – {100 * high:.1f}]"
    assert (row["honest_low"], row["honest_high"]) == (low, high)
    assert tables.raw(row["optimism"]) == pytest.approx(0.15)
    assert row["permuted"] == pytest.approx(0.65 - 0.6)
    assert row["log_loss"] == pytest.approx(0.6)
    # differences 0.2 and 0: mean 0.1, variance 0.02, scale^2 = (1/2 + 10/10) 0.02; with one degree of freedom
    # t is Cauchy's distribution
    scale = math.sqrt(0.03)
    assert row["better"] == pytest.approx(0.5 + math.atan((0.1 - 0.01) / scale) / math.pi)
    assert row["worse"] == pytest.approx(0.5 - math.atan((0.1 + 0.01) / scale) / math.pi)
    assert row["better"] + row["rope"] + row["worse"] == pytest.approx(1)


def test_settings_found_by_comparison_are_marked_and_do_not_count_as_the_defaults(tmp_path):
    run = tiny(tmp_path)
    fitted = ROW._replace(plain="not reproduced")
    assert text(line(run, fitted), "verdict") == "exact *"
    assert "defaults: not reproduced" in line(run, fitted)["verdict"].title
    told = paper_rows.sentence(paper_rows.show(*run, (ROW, fitted)))
    assert "2 rows: exact 2. In 1 row (*)" in told
    assert "with the methods' defaults: exact 1, not reproduced 1." in told


def test_an_area_is_the_mean_recall_with_a_resampled_interval(tmp_path):
    row = ROW._replace(
        place=Place("paper", "hit_area_10"),
        honest=Place("honest", "hit_area_10"),
        permuted=Place("permuted", "hit_area_10"),
    )
    run = tiny(tmp_path)
    found = line(run, row._replace(ours=paper_rows.measured(*run, row.place, "d", "m")))
    # t of one degree of freedom; variance of 0.30 and 0.31
    half = 12.706204736 * math.sqrt(0.00005 * (1 / 2 + 1))
    assert tables.raw(found["reproduced"]) == pytest.approx(0.40)
    assert tables.raw(found["honest"]) == pytest.approx(0.305)
    assert (found["honest_low"], found["honest_high"]) == pytest.approx((0.305 - half, 0.305 + half))
    assert found["permuted"] == pytest.approx(0.06 - 0.05)
    assert tables.raw(found["better"]) is None
    assert "m and nb do not share two folds under honest" in found["better"].title


def test_odds_of_the_run_are_taken_where_it_has_them(tmp_path):
    known = {
        "protocol": "honest",
        "metric": "accuracy",
        "dataset": "d",
        "method": "m",
        "better": 0.5,
        "rope": 0.3,
        "worse": 0.2,
    }
    run = tiny(tmp_path, {"reference": "nb", "rope": 0.01, "by_dataset": [known]})
    row = line(run, ROW)
    assert (row["better"], row["rope"], row["worse"]) == (0.5, 0.3, 0.2)
    other = line(run, ROW._replace(method="nb", reference="m"))  # another reference than the run's
    assert other["better"] + other["rope"] + other["worse"] == pytest.approx(1)
    assert other["worse"] > other["better"]
    assert text(line(run, ROW._replace(method="nb")), "better") == "reference"


def test_wider_region_of_the_run_is_used(tmp_path):
    narrow, wide = (
        line(tiny(tmp_path / str(rope), {"reference": "gnb", "rope": rope, "by_dataset": []}), ROW)
        for rope in (0.01, 0.05)
    )
    assert wide["rope"] > narrow["rope"]


def test_what_is_not_there_is_empty_and_says_why(tmp_path):
    row = ROW._replace(
        honest=Place("grouped", "accuracy"),
        permuted=Place("gone", "accuracy"),
        ours=None,
        printed=None,
        printed_count=None,
    )
    found = line(tiny(tmp_path), row)
    for key, why in {
        "honest": "no accuracy under grouped in this run",
        "permuted": "no accuracy under gone in this run",
        "reproduced": "no accuracy under paper in this run",
        "log_loss": "no log loss under grouped in this run",
        "optimism": "no honest figure",
        "printed": "nothing to compare with",
        "better": "m and nb do not share two folds under grouped in this run",
    }.items():
        assert tables.raw(found[key]) is None, key
        assert (text(found, key), found[key].title) == ("–", why)
    assert "honest_low" not in found
    assert (
        line(tiny(tmp_path / "again"), ROW._replace(permuted=None))["permuted"].title
        == "what it is without information depends on the threshold"
    )


def test_same_folds_for_both_are_told_in_the_cell(tmp_path):
    found = line(tiny(tmp_path), ROW._replace(place=ROW.honest, ours=Measured(0.75, 15, 20)))
    assert text(found, "honest").endswith("], same")
    assert found["honest"].title == paper_rows.OWN_FOLDS
    assert (tables.raw(found["optimism"]), found["optimism"].css) == (0, "quiet")


@pytest.mark.parametrize("name", WRITERS)
def test_each_paper_has_its_table_in_the_one_layout(sections, name):
    found = sections[name]
    _, sentence, table = next(p for p in found.papers if p[0].id == name)
    differing = {c.key for c, common in zip(table.columns, paper_rows.COLUMNS, strict=True) if c != common}
    alike = len({r["figure"] for r in table.rows}) == 1
    assert differing == ({"figure"} if alike else set())  # hidden where the note says it for all rows
    assert table.id == f"papers_{name}"
    assert sentence.startswith(f"{len(table.rows)} rows: ")
    assert {r["reference"] for r in table.rows} <= REFERENCES[name]
    assert all(tables.raw(r["verdict"]) in paper_rows.VERDICTS for r in table.rows)
    assert {r["paper"] for r in found.table.rows} == {p[0].id for p in found.papers}


@pytest.mark.parametrize("name", WRITERS)
def test_optimism_is_reproduced_minus_honest_and_odds_sum_to_one(sections, name):
    rows, seen = sections[name].table.rows, 0
    for row in rows:
        ours, fair = tables.raw(row["reproduced"]), tables.raw(row["honest"])
        assert (tables.raw(row["optimism"]) is None) == (ours is None or fair is None)
        if fair is not None:
            assert tables.raw(row["optimism"]) == pytest.approx(ours - fair)
        if row.get("correct") is not None:
            assert row["correct"] / row["tested"] == pytest.approx(ours)
        chances = [tables.raw(row[k]) for k in ("better", "rope", "worse")]
        assert None not in chances or chances == [None] * 3
        if None not in chances:
            assert sum(chances) == pytest.approx(1)
            seen += 1
    assert seen


@pytest.mark.parametrize("name", WRITERS)
def test_odds_are_those_of_the_correlated_t(runs, sections, name):
    results, _ = runs[name]
    frame, checked = results.scores, 0
    for row in sections[name].rows:
        if row.honest.label or row.method == row.reference:
            continue
        part = frame[
            (frame["protocol"] == row.honest.protocol)
            & (frame["metric"] == row.honest.metric)
            & (frame["dataset"] == row.dataset)
        ]
        values = part.pivot(index=["repeat", "fold"], columns="method", values="value")
        if not {row.method, row.reference} <= set(values):
            continue
        pair = values[[row.method, row.reference]].dropna()
        tested = part.drop_duplicates(["repeat", "fold"])["n_test"].mean()
        trained = part.drop_duplicates(["repeat", "fold"])["n_train"].mean()
        factor = 10 if row.honest.metric == "hit_area_10" else 1
        differences = np.round(factor * (pair[row.method] - pair[row.reference]).to_numpy(dtype=float), 11)
        if len(differences) < 2:
            continue
        expected = correlated_t(differences, tested / trained, 0.01)
        key = (row.dataset, row.method, row.place.protocol, row.ours.tested)
        found = next(
            r
            for r in sections[name].table.rows
            if (r["dataset"].value, r["method"].value, r["protocol"], r["tested"]) == key
        )
        assert [found[k] for k in ("better", "rope", "worse")] == pytest.approx(list(expected), abs=1e-6)
        checked += 1
    assert checked


def test_robles_rows_have_printed_counts_and_shuffled_labels(sections):
    rows = {(r["dataset"].value, r["method"].value): r for r in sections["robles2003"].table.rows}
    greedy = rows["iris", "fssj"]
    assert (text(greedy, "printed_count"), text(greedy, "reproduced"), tables.raw(greedy["verdict"])) == (
        "144",
        "144/150, 96.00",
        "exact",
    )
    assert greedy["permuted"] == pytest.approx(63 / 150 - 0.4)
    assert text(rows["crx", "ienb"], "reproduced") == "618.5/690, 89.64"
    assert rows["crx", "ienb"]["runs"] == 10
    # the largest class of the test part
    assert rows["mofn-3-7-10-published", "nb"]["permuted"] == pytest.approx(20 / 1024)


def test_lopezcruz_rows_judge_the_papers_data_alone_and_take_groups_where_there_are_any(sections):
    rows = {(r["dataset"].value, r["method"].value): r for r in sections["lopezcruz2013"].table.rows}
    exact = rows["magic", "vmnb"]
    assert tables.raw(exact["verdict"]) in ("within interval", "not reproduced")
    assert exact["verdict"].title in ("within mean ± SD", "outside mean ± SD")
    assert exact["honest_protocol"] == "paper/lopezcruz2013"
    stand = rows["protein-dihedrals", "vmnb"]
    assert (tables.raw(stand["verdict"]), tables.raw(stand["printed"]), stand["honest_protocol"]) == (
        "no target",
        None,
        "grouped",
    )
    assert stand["dataset"].title == "substitute for Protein1"
    assert tables.raw(stand["optimism"]) > 0.03  # made 6 points worse in groups
    assert rows["arrhythmia", "vmnb"]["reference"] == "mixed_nb"  # it has nominal attributes
    assert exact["reference"] == "gnb"


def test_kang_rows_move_the_threshold_and_fix_it(runs, sections):
    rows = {(r["dataset"].value, r["method"].value, r["figure"]): r for r in sections["kang2006"].table.rows}
    told = runs["kang2006"][0].break_even["paper/kang2006", "reuters-earn"]["methods"]["nb_mn_300"][
        "classes"
    ]["earn"]
    row = rows["reuters-earn", "nb_mn_300", "break-even of earn"]
    assert tables.raw(row["reproduced"]) == told["break_even"]
    assert tables.raw(row["honest"]) == told["fixed"]["break_even"]
    assert tables.raw(row["verdict"]) in ("near", "not near")
    assert text(row, "printed") == "96.00"
    assert row["honest"].title == "one test part and no share of cases: no interval"
    assert text(rows["reuters-earn", "rnbl_mn", "break-even of earn"], "better") == "–"
    tree = rows["reuters-earn", "c45_300", "F1 of earn"]
    assert tables.raw(tree["optimism"]) == 0
    assert tables.raw(tree["permuted"]) is None
    site = rows["scl2205-rh", "rnbl_mn", "accuracy"]
    assert (tables.raw(site["verdict"]), site["honest_protocol"]) == ("no target", "grouped/kang2006")


@pytest.mark.parametrize("name", WRITERS)
def test_page_has_the_section_before_the_experiments_and_one_file(runs, name):
    files = page.build(*runs[name], page.pictures(None))
    html = files["index.html"]
    assert html.index('<section id="papers">') < html.index(f'<section id="{name}">')
    assert '<a href="#papers">Paper against ours</a>' in html
    assert f'data-table="papers_{name}"' in html
    stored = list(csv.DictReader(io.StringIO(files["tables/papers.csv"])))
    assert list(stored[0]) == [c.key for c in paper_rows.COLUMNS]
    assert not [n for n in files if n.startswith("tables/papers_")]
    body = html[html.index('<section id="papers">') :].partition("</section>")[0]
    assert body.count("<tr data-m=") == len(stored)
    assert body.count("data-d=") == len(stored)


def test_protocols_table_leaves_the_rows_of_the_papers_to_their_section(runs, sections):
    from naivebench.reporting import scores

    rows = scores.protocols(*runs["robles2003"]).rows
    kept = papers.elsewhere(rows, sections["robles2003"])
    there = {(r["protocol"], r["dataset"].value, r["method"].value) for r in kept}
    assert ("paper/robles2003", "iris", "fssj") not in there
    assert ("permuted/robles2003", "iris", "fssj") not in there
    plain = papers.elsewhere(rows, None)
    assert {r["optimism"] is None for r in plain} == {False}
    assert len(kept) < len(plain) < len(rows)


def test_no_section_without_a_paper(runs):
    results, summary = runs["robles2003"]
    fair = results._replace(
        scores=results.scores[results.scores["protocol"] == "honest"], protocols=("honest",)
    )
    assert papers.section(fair, summary) is None


def test_shuffled_labels_show_what_is_to_be_had_without_information():
    rng = np.random.default_rng(5)
    table, score = jambeiro_fixture.made(), rng.normal(size=6000)
    positive = hit_curves.positive_class(np.bincount(table.y))
    shuffled = [permute_labels(table, [9, i]).y for i in range(60)]
    assert all((np.bincount(y) == np.bincount(table.y)).all() for y in shuffled)
    areas = [hit_curves.area_up_to(hit_curves.hit_curve(y, score, positive=positive)) for y in shuffled]
    assert np.mean(areas) == pytest.approx(hit_curves.UP_TO**2 / 2, abs=4 * np.std(areas) / math.sqrt(60))
    points = [break_even.break_even(y == positive, score) for y in shuffled]
    assert np.mean(points) == pytest.approx(
        np.mean(table.y == positive), abs=4 * np.std(points) / math.sqrt(60)
    )


def test_shuffled_labels_keep_groups_and_sequences_in_place():
    table = kang_fixture.proteins()
    grouped = table._replace(groups=np.arange(len(table.y), dtype=np.int32) // 4)
    shuffled = permute_labels(grouped, [3])
    assert (shuffled.groups == grouped.groups).all()
    assert shuffled.sequences is grouped.sequences
    assert (shuffled.y != grouped.y).any()
    assert sorted(shuffled.y) == sorted(grouped.y)


@pytest.mark.parametrize("paper", ["robles2003", "lopezcruz2013", "jambeiro2007", "kang2006"])
def test_the_control_of_a_paper_is_its_protocol_on_shuffled_labels(paper):
    protocols = configuration.read(Path(__file__).resolve().parents[2]).config["protocols"]
    ours, control = protocols[f"paper/{paper}"], protocols[f"permuted/{paper}"]
    for key in ("folds", "own_holdout", "cuts", "params", "chosen_on_test", "reshuffled"):
        assert control[key] == ours[key], key
    assert (ours["permute_labels"], control["permute_labels"]) == (False, True)

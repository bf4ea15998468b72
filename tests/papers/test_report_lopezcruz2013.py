"""The experiment page of Lopez-Cruz et al. 2013: verdicts, ranks, tests, rotation, fits and rose diagrams."""

import csv
import io
import json
import math
import re

import numpy as np
import pytest
from support import lopezcruz_fixture
from support.drawings import drawings
from support.lopezcruz_fixture import BEYOND, GROUPED_SETS, METHODS, SETS

from naivebench.papers.lopezcruz2013 import run as lopezcruz2013_run
from naivebench.papers.lopezcruz2013 import section as lopezcruz2013
from naivebench.papers.lopezcruz2013 import statistics
from naivebench.papers.lopezcruz2013.run import PAPER, Stand, bounds, gather, read, verdict
from naivebench.papers.lopezcruz2013.sizes import angular_share
from naivebench.reporting import page
from naivebench.reporting.experiments import shown
from naivebench.reporting.figures import roses
from naivebench.reporting.figures.catalogue import FIGURES
from naivebench.results import tables
from naivebench.results.context import load
from naivebench.results.summaries import summarize
from naivebench.statistics.corrected_t import corrected_t
from naivebench.statistics.sorted_runs import sorted_runs

pytestmark = pytest.mark.slow

EXACT = Stand("MAGIC", "magic", "exact", "", True)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return lopezcruz_fixture.write(tmp_path_factory.mktemp("lopezcruz2013"))


@pytest.fixture(scope="module")
def section(made):
    return lopezcruz2013.section(*made)


@pytest.fixture(scope="module")
def files(made):
    return page.build(*made, drawings(*made, "lopezcruz2013"))


def table_of(section, name):
    return next(t for t in section.tables if t.id == f"lopezcruz2013_{name}")


def rows_of(section, name, *keys):
    return {tuple(tables.raw(r[k]) for k in keys): r for r in table_of(section, name).rows}


# printed figures


def test_published_file_is_complete_and_every_note_names_a_data_set_of_it():
    published = read()
    counts = {metric: sum(k[2] == metric for k in published.figures) for _, _, metric in published.figures}
    assert counts["accuracy_pct"] == 32  # 8 data sets, 4 of 5 columns
    assert counts["rank_among_5"] == 8
    assert counts["wilcoxon_sorted_runs_p_one_sided"] == 48
    assert sum(n for metric, n in counts.items() if metric.startswith("p_adjusted_")) == 40
    names = {d for d, _, metric in published.figures if metric == "accuracy_pct"}
    assert list(published.data_sets) == [
        d for d in dict.fromkeys(d for d, _, metric in published.figures if metric == "accuracy_pct")
    ]
    assert set(published.notes) <= names
    stands = [c for found in published.data_sets.values() for c in found]
    assert {c["kind"] for c in stands} == set(lopezcruz2013_run.KINDS)
    assert len({c["id"] for c in stands}) == len(stands)
    assert published.general


def test_derived_ranks_give_table_3():
    """Ranks of the printed accuracies, ties shared, with the derived rank of dNB put in, average to the
    printed ranks.
    """
    figures = read().figures
    total = dict.fromkeys(lopezcruz2013_run.METHODS, 0.0)
    for name in read().data_sets:
        own = {
            m: figures[name, m, "accuracy_pct"][0]
            for m in lopezcruz2013_run.METHODS
            if (name, m, "accuracy_pct") in figures
        }
        dnb = figures[name, "dNB", "rank_among_5"][0]
        total["dNB"] += dnb
        for m, value in own.items():
            rank = 1 + sum(v > value for v in own.values()) + (sum(v == value for v in own.values()) - 1) / 2
            total[m] += rank + (rank >= dnb)
    assert {m: t / 8 for m, t in total.items()} == {
        m: figures["8 datasets", m, "average_rank"][0] for m in total
    }


def test_bounds_of_the_lost_column():
    published = read()
    assert bounds(published, "MAGIC", "dNB") == (75.26, 100.0)
    assert bounds(published, "Megaspores", "dNB") == (0.0, 76.50)
    assert bounds(published, "Auslan", "dNB") == (64.47, 81.72)
    assert bounds(published, "MAGIC", "vMNB") is None


@pytest.mark.parametrize(
    ("method", "mean", "expected"),
    [
        ("vMNB", 0.7275, "within mean ± SD"),
        ("vMNB", 0.7366, "within mean ± SD"),
        ("vMNB", 0.7368, "outside mean ± SD"),
        ("dNB", 0.7600, "within derived bounds"),
        ("dNB", 0.7526, "outside derived bounds"),  # the bound is open
        ("other", 0.7, "no target"),
    ],
)
def test_verdict(method, mean, expected):
    assert verdict(read(), EXACT, method, mean) == expected


@pytest.mark.parametrize("kind", ["part", "substitute"])
def test_no_verdict_on_other_data(kind):
    assert verdict(read(), EXACT._replace(kind=kind), "vMNB", 0.7275) == "no target"


# the paper's tables


def test_table_1_has_the_printed_line_and_that_of_this_run(made, section):
    lines = rows_of(section, "table1", "dataset", "source")
    assert set(lines) == {(d, "printed") for d in read().data_sets} | {(d, "this run") for d in SETS}
    printed = lines["Protein10", "printed"]
    assert (printed["vMNB"].text, printed["vMNB"].value) == ("83.98 ± 0.55", 0.8398)
    assert printed["dNB"].text == "> 86.14"
    assert printed["dNB"].value is None
    ours = lines["protein-windows", "this run"]
    assert ours["stands_for"].value == "substitute for Protein10"
    folds = made[0].scores.query(
        "protocol == @PAPER and dataset == 'protein-windows' and method == 'vmnb' and metric == 'accuracy'"
    )["value"]
    assert len(folds) == 100
    assert ours["vMNB"].value == pytest.approx(folds.mean())
    assert ours["vMNB_sd"] == pytest.approx(folds.std(ddof=1))
    assert lines["covertype-15120", "this run"]["stands_for"].value == "part of Covertype"


def test_gnb_is_the_method_that_counts_where_there_are_discrete_attributes(made):
    run = gather(*made)
    assert lopezcruz2013_run.method_of(run, "magic", "GNB") == "gnb"
    assert lopezcruz2013_run.method_of(run, "arrhythmia", "GNB") == "mixed_nb"


def test_verdicts_are_on_the_papers_own_data_only(section):
    rows = rows_of(section, "verdicts", "dataset", "printed_name")
    assert {d for d, _ in rows} == {"magic", "arrhythmia"}
    assert len(rows) == 10
    row = rows["magic", "SelGNB"]  # made around 75.9, printed 74.92 ± 0.88
    assert tables.raw(row["verdict"]) == "outside mean ± SD"
    assert row["difference"] == pytest.approx(row["ours"].value - 0.7492)
    assert row["in_sd"] == pytest.approx(row["difference"] / 0.0088)
    assert tables.raw(rows["magic", "vMNB"]["verdict"]) == "within mean ± SD"
    assert tables.raw(rows["magic", "dNB"]["verdict"]) == "within derived bounds"
    assert tables.raw(rows["arrhythmia", "dNB"]["verdict"]) == "outside derived bounds"


def test_table_2_has_sizes_printed_and_ours(section):
    rows = rows_of(section, "table2", "dataset", "method")
    row = rows["magic", "vmnb"]
    assert (row["n_parameters_printed"], row["n_parameters"].value, row["n_parameters"].text) == (
        41,
        41,
        "41 / 41",
    )
    assert row["pct_angular"].text == "10 / 10"
    assert row["learning_time"].text == "8.90 ms / 2.00 ms"
    chosen = rows["magic", "sel_vmnb"]
    assert chosen["n_variables"].text == "3 / 2.50"
    # folds choose {phi_0} or {phi_0} {linear_1}
    assert chosen["pct_angular"].value == pytest.approx((1 + 1 / 2) / 2)
    assert rows["magic", "dnb"]["n_parameters"].text.startswith("– / ")  # the printed block repeats GNB
    assert next(c for c in table_of(section, "table2").columns if c.key == "learning_time").time


def test_share_of_angular_attributes():
    prepared = {"attributes": [{"name": "a", "kind": "angular"}, {"name": "x", "kind": "linear"}]}
    assert angular_share(prepared, {"attributes_used": 2.0}, None) == 0.5
    assert angular_share(prepared, {"attributes_used": 1.0}, None) is None  # which one is not known
    assert angular_share(prepared, {"attributes_used": 1.0, "angular_used": 1.0}, None) == 1
    assert angular_share(prepared, {"attributes_used": 1.5}, [["a"], ["a", "x"], []]) == 0.75
    assert angular_share({}, {"attributes_used": 1.0}, None) is None


def test_table_3_and_4_recompute_the_printed_p_from_the_printed_ranks(made, section):
    ranks = rows_of(section, "table3", "method")
    assert list(ranks) == [("sel_vmnb",), ("dnb",), ("sel_gnb",), ("vmnb",), ("gnb",)]
    assert [tables.raw(r["printed"]) for r in ranks.values()] == [2.125, 2.375, 2.8125, 3.3125, 4.375]
    assert sum(r["ours"] for r in ranks.values()) == pytest.approx(15)
    pairs = table_of(section, "table4").rows
    assert len(pairs) == 10
    for row in pairs:
        for c in statistics.CORRECTIONS:
            assert f"{row[f'{c}_again']:.4f}" == f"{tables.raw(row[f'{c}_printed']):.4f}", (row["pair"], c)
            assert row[f"{c}_printed"].css == ""
    assert statistics.recomputed(gather(*made)) == (40, 40)


def test_printed_ranks_give_friedman_and_iman_davenport(made):
    text = statistics.omnibus(gather(*made), None)
    assert "χ² = 10.175 (p = 0.03758)" in text
    assert "F = 3.26346 (p = 0.02569)" in text


def test_own_ranks_take_one_data_set_per_printed_one(tmp_path):
    """Auslan has two stand-ins; the second one is shown and does not count twice."""
    results, _ = lopezcruz_fixture.write(
        tmp_path, repeats=1, datasets=("magic", "arrhythmia", "libras-directions"), angles=False
    )
    second = results.scores[results.scores["dataset"] == "libras-directions"].assign(
        dataset="pendigits-directions"
    )
    import pandas as pd

    frame = pd.concat([results.scores.astype({"dataset": str}), second.astype({"dataset": str})]).astype(
        {"dataset": "category"}
    )
    results = results._replace(scores=frame)
    run = gather(results, summarize(results))
    assert [(s.dataset, s.leading) for s in run.stands if s.printed == "Auslan"] == [
        ("libras-directions", True),
        ("pendigits-directions", False),
    ]
    assert statistics.own_comparison(run)["datasets"] == ["libras-directions", "magic", "arrhythmia"]


def test_table_5_tests_the_folds_of_this_run(made, section):
    rows = rows_of(section, "table5", "dataset", "pair")
    assert len(rows) == 6 * len(SETS)
    row = rows["magic", "vMNB – GNB"]
    d = statistics.differences(gather(*made), "magic", "vMNB", "GNB")
    assert d.shape == (10, 10)
    expected = sorted_runs(d)
    assert (row["one_sided"], tables.raw(row["two_sided"]), row["side"]) == (
        expected.p_one_sided,
        expected.p_two_sided,
        expected.direction,
    )
    assert tables.raw(row["corrected"]) == corrected_t(d.ravel(), 1 / 9).p
    assert (
        tables.raw(row["printed_side"]),
        tables.raw(row["printed_one"]),
        tables.raw(row["printed_two"]),
    ) == (">*", 0.0195, 0.039)
    assert row["agrees"] in ("yes", "no")
    assert rows["protein-windows", "vMNB – GNB"].get("agrees") is None  # other data than the paper's
    assert tables.raw(rows["covertype-15120", "SelvMNB – SelGNB"]["printed_two"]) == 1.0
    clear = rows["protein-windows", "GNB – dNB"]
    assert (tables.raw(clear["two_sided"]), clear["side"]) == (2 / 1024, "<")


def test_no_test_without_the_same_complete_folds(made):
    run = gather(*made)
    folds = {
        **run.folds,
        ("magic", "vmnb"): {k: v for k, v in run.folds["magic", "vmnb"].items() if k != (3, 4)},
    }
    broken = run._replace(folds=folds)
    assert statistics.differences(broken, "magic", "vMNB", "GNB") is None
    assert ("magic", "vMNB – GNB") not in {
        (tables.raw(r["dataset"]), r["pair"]) for r in statistics.table5(broken).rows
    }


def test_table_6_has_kinds_printed_and_ours(section):
    rows = rows_of(section, "table6", "dataset")
    assert rows["arrhythmia",]["n_discrete"].text == "73 / 3"
    assert rows["magic",]["n_instances"].text == "19,020 / 19,020"
    assert rows["magic",]["note"].startswith("Table 6 has 10 linear")
    assert all(r["about"] for r in rows.values())


# beyond the paper


def test_methods_beyond_the_paper(section):
    table = table_of(section, "beyond")
    assert [c.key for c in table.columns if c.method] == ["vMNB", *BEYOND, "majority"]
    row = rows_of(section, "beyond", "dataset")["protein-dihedrals",]
    assert row["best_method"] == "dNB"
    assert row["best"].text.startswith("dNB 7")
    assert (
        row["vMNB"].value
        == rows_of(section, "table1", "dataset", "source")["protein-dihedrals", "this run"]["vMNB"].value
    )


def test_grouped_folds_beside_random_ones(made, section):
    rows = rows_of(section, "grouped", "dataset", "method")
    assert {d for d, _ in rows} == set(GROUPED_SETS)
    row = rows["protein-windows", "vmnb"]
    assert tables.raw(row["drop"]) == pytest.approx(row["random"] - row["grouped"])
    assert row["drop"].css == "strong"  # made 6 points lower
    assert row["low"].value < row["grouped"] < row["high"]
    pooled = made[1].pooled["grouped", "protein-windows", "vmnb"]
    assert row["grouped"] == pooled["correct"] / pooled["tested"]
    text = next(p for p in section.parts if p.title.startswith("Honest")).sentences[0]
    assert text.startswith("On 3 data sets with groups, the accuracy of the methods changes by −")


def test_rotation_table_sentence_and_figure(made, section, files):
    rows = rows_of(section, "rotation", "dataset", "method")
    assert rows["protein-windows", "vmnb"]["changed_most"] == 0
    assert tables.raw(rows["protein-windows", "vmnb"]["spread"]) == 0
    gaussian = rows["protein-windows", "gnb"]
    offsets = {
        r["offset_degrees"]: r for r in made[0].angles["protein-windows"]["rotation"] if r["method"] == "gnb"
    }
    assert gaussian["unrotated"] == offsets[0.0]["accuracy"]
    assert (
        gaussian["lowest"]
        == min(r["accuracy"] for r in offsets.values())
        == offsets[gaussian["worst"]]["accuracy"]
    )
    assert gaussian["changed_most"] == max(r["changed"] for r in offsets.values()) > 0.1
    assert len(table_of(section, "offsets").rows) == 7 * 2 * 8
    text = next(p for p in section.parts if p.title == "Rotating all angles").sentences[0]
    assert text.startswith("No prediction of vmnb changes on 7 data sets, gnb changes up to ")
    assert 'id="rotation-title"' in files["index.html"]


def test_fits_are_summed_and_counted(made, section):
    every = table_of(section, "fits").rows
    row = rows_of(section, "fit", "dataset")["protein-dihedrals",]
    own = [r for r in every if r["dataset"].value == "protein-dihedrals"]
    assert row["von_mises"] == pytest.approx(sum(r["von_mises"] for r in own))
    assert row["gain"] == pytest.approx((row["von_mises"] - row["gaussian"]) / row["values"])
    assert (row["better"].value, row["fits"]) == (sum(r["gain"] > 0 for r in own), len(own))
    total = sum(r["gain"] > 0 for r in every)
    assert (
        f"in {total} of {len(every)} fits"
        in next(p for p in section.parts if p.title == "Goodness of fit").sentences[0]
    )


# the page


def test_section_navigation_and_csv(files, section):
    text = files["index.html"]
    assert '<a href="#lopezcruz2013">López-Cruz et al. 2013</a>' in text
    assert text.index('id="protocols"') < text.index('id="lopezcruz2013"') < text.index('id="datasets"')
    assert 'id="robles2003"' not in text
    for table in section.tables:
        assert f"tables/{table.id}.csv" in files, table.id
    read_back = list(csv.DictReader(io.StringIO(files["tables/lopezcruz2013_table5.csv"])))
    assert len(read_back) == 6 * len(SETS)
    assert {"printed_side", "runs", "two_sided"} <= set(read_back[0])
    # times have a file of their own
    assert "learning_time" not in files["tables/lopezcruz2013_table2.csv"].partition("\n")[0]
    assert "learning_time" in files["tables/time_lopezcruz2013_table2.csv"].partition("\n")[0]


def test_summary_counts_the_verdicts(section):
    own = table_of(section, "verdicts").rows
    inside = sum(tables.raw(r["verdict"]) == "within mean ± SD" for r in own)
    assert section.summaries[0].startswith(
        f"On the paper's own data (magic and arrhythmia) {inside} of 8 accuracies are within"
    )
    assert (
        "substitutes for Megaspores, Protein1, Protein10, Temperature and Auslan and a part of Covertype"
        in section.summaries[1]
    )
    assert (
        "better on protein-dihedrals, protein-windows, ewr-weather and libras-directions"
        in section.summaries[2]
    )


def test_page_is_the_same_bytes_twice_and_ids_are_unique(made, files):
    assert page.build(*made, drawings(*made, "lopezcruz2013")) == files
    ids = re.findall(r'\sid="([^"]+)"', files["index.html"])
    assert len(ids) == len(set(ids))
    inner = set(re.findall(r'href="#([^"]+)"', files["index.html"]))
    assert inner <= set(ids)


def test_no_section_without_the_protocol(tmp_path):
    results, summary = lopezcruz_fixture.write(tmp_path, repeats=1, datasets=("magic",), angles=False)
    frame = results.scores.assign(
        protocol=results.scores["protocol"].astype(str).str.replace(PAPER, "honest")
    )
    other = results._replace(scores=frame, protocols=("honest",))
    assert lopezcruz2013.section(other, summarize(other)) is None
    # its worked examples need no results
    assert [e.id for e in shown(other, summarize(other))] == ["textbook18"]
    assert lopezcruz2013.section(results, summary, tmp_path) is None  # no printed figures there


def test_one_data_set_without_angles_repeats_or_groups(tmp_path):
    results, summary = lopezcruz_fixture.write(
        tmp_path, repeats=1, datasets=("magic",), angles=False, grouped=False
    )
    found = lopezcruz2013.section(results, summary)
    assert [p.title for p in found.parts] == [
        "Accuracy and size",
        "Ranks and tests",
        "Beyond the paper",
        "Decision surfaces of the worked examples",
    ]
    assert all(r["ours"] is None for r in table_of(found, "table3").rows)  # no ranks from one data set
    assert table_of(found, "table5").rows[0]["runs"] == 1
    text = page.build(results, summary, drawings(results, summary, "lopezcruz2013"))["index.html"]
    assert 'id="lopezcruz2013"' in text
    assert "roses-magic" not in text


def test_worked_examples_are_drawn_and_folded(files, section):
    names = [f.id for f in FIGURES.values() if f.place == "lopezcruz2013/examples"]
    assert [int(name.rpartition("_")[2]) for name in names] == [*range(3, 13), 14]
    (part,) = (p for p in section.parts if p.place == "lopezcruz2013/examples")
    assert "termite-mounds" in part.sentences[-1]
    text = files["index.html"]
    begin = text.index("11 figures of the paper, re-drawn")
    folded = text[text.rindex("<details>", 0, begin) : text.index("</details>", begin)]
    for name in names:
        assert f'id="{name}-title"' in folded
    assert "<b>Figure 14: von Mises against Gaussian densities</b>" in folded
    assert len(folded.encode()) < 1_000_000
    assert len(text.encode()) < 4_000_000


# decision surfaces on the cards


def card_of(text, anchor):
    begin = text.index(f'<details class="card" id="{anchor}"')
    end = text.find('<details class="card"', begin + 1)
    return text[begin : end if end > 0 else text.index("</section>", begin)]


def test_method_card_shows_its_surfaces_and_the_card_of_the_data_set_points_there(files):
    text = files["index.html"]
    for dataset in lopezcruz_fixture.SURFACES:
        for method in ("vmnb", "gnb"):
            card = card_of(text, f"method-{method}")
            assert f'<figure class="picture" id="surface-{dataset}-{method}">' in card
            assert f'<a href="#dataset-{dataset}">{dataset}</a>' in card
            assert f'id="surface-{dataset}-{method}-title"' in card
            thumb = re.search(
                rf'<a href="#surface-{dataset}-{method}">(.*?)</a>',
                card_of(text, f"dataset-{dataset}"),
                re.DOTALL,
            ).group(1)
            drawing = re.search(r'<use href="#([^"]+)"', thumb).group(1)
            assert f'<g id="{drawing}"' in card  # the same drawing, once on the page
            assert f">{method}</span>" in thumb.replace("\n", "")
    assert "Decision surface on 2 data sets, fitted on all cases" in card_of(text, "method-vmnb")
    assert "Decision surfaces of 3 methods" in card_of(text, "dataset-termite-mounds")


def test_a_surface_that_failed_is_a_sentence(files):
    text = files["index.html"]
    assert "No decision surface of dnb: made to fail." in card_of(text, "method-dnb")
    assert "dnb: not drawn" in card_of(text, "dataset-termite-mounds")


def test_cards_without_a_surface_say_nothing_of_it(files):
    text = files["index.html"]
    assert 'class="surfaces"' not in card_of(text, "method-majority")
    assert 'class="surfaces"' not in card_of(text, "dataset-magic")


# rose diagrams


def test_cards_of_data_sets_with_angles_have_roses(files):
    text = files["index.html"]
    for name in lopezcruz_fixture.ANGLES:
        assert f'id="roses-{name}-title"' in text
    assert 'id="roses-arrhythmia-title"' not in text  # no file of angles
    assert 'id="goodness_of_fit-title"' in text
    assert "Attribute phi_" in text[text.index('id="goodness_of_fit-title"') - 2000 :]


def facts(counts, classes=("p", "q"), fits=None):
    return {
        "dataset": "made",
        "classes": list(classes),
        "attributes": [{"name": "a<b", "period": 360.0, "counts": counts, "fits": fits or []}],
    }


def sector_area(path):
    """Area of a sector M centre L point A r r ... Z in multiples of r^2, read off its radius."""
    return [float(r) ** 2 for r in re.findall(r"A([\d.]+) ", path)]


def test_area_of_a_sector_is_its_frequency():
    svg = roses.roses("r", facts([[4, 1] + [0] * 22, [0] * 24], classes=("p",)))
    (path,) = re.findall(r'<path d="([^"]+)" fill="var', svg)
    big, small = sector_area(path)
    assert big / small == pytest.approx(4, rel=0.01)


def test_roses_escape_names_and_say_what_they_show():
    svg = roses.roses("r", facts([[3] * 24, [1] * 24]))
    assert "a&lt;b" in svg
    assert "a<b" not in svg
    assert svg.count('fill="var(--g') == 4  # two classes, in the legend and as sectors
    assert "stacked by class" in svg


def test_many_classes_are_drawn_together():
    svg = roses.roses("r", facts([[1] * 24] * 9, classes=[f"c{i}" for i in range(9)]))
    assert svg.count('fill="var(--g') == 1
    assert "all classes together" in svg


def test_of_many_attributes_the_telling_ones_are_drawn():
    even, telling = [[1] * 24] * 2, [[2] * 12 + [0] * 12, [0] * 12 + [2] * 12]
    attributes = [{"name": f"a{i}", "counts": telling if i == 11 else even} for i in range(12)]
    chosen = roses.telling(attributes)
    assert len(chosen) == roses.SHOWN
    assert chosen[-1]["name"] == "a11"
    assert roses._information(telling) == pytest.approx(math.log(2))
    assert roses._information(even) == pytest.approx(0)


def test_fits_draw_both_curves_per_class_and_an_open_gaussian():
    fit = {"n": 24, "mu": 3.0, "kappa": 2.0, "von_mises": -30.25, "mean": 0.0, "sd": 2.0, "gaussian": -40.5}
    found = facts([[1] * 24, [0] * 24], fits=[fit, None])
    svg = roses.fits("f", found, found["attributes"][0])
    assert svg.count('stroke-width="1.6"') == 2  # the class without a fit has no panel
    assert "von Mises −30.25" in svg
    assert "Gaussian −40.50" in svg
    gaussian, mises = re.findall(
        r'<path d="(M[^"]+)" fill="none" stroke="var\(--g\d, #\w+\)" stroke-width="1.6"', svg
    )
    ends = [
        np.array([float(v) for v in re.split("[ L]", p[1:])]).reshape(-1, 2)[[0, -1]]
        for p in (gaussian, mises)
    ]
    assert np.allclose(ends[1][0], ends[1][1], atol=0.11)  # von Mises is one closed line
    assert roses.widest(found)["name"] == "a<b"
    assert roses.widest(facts([[0] * 24] * 2, fits=[None, None])) is None


def test_a_gaussian_off_centre_has_two_values_at_the_cut():
    fit = {"n": 24, "mu": 2.0, "kappa": 2.0, "von_mises": -30.0, "mean": 2.0, "sd": 1.0, "gaussian": -40.0}
    found = facts([[1] * 24, [0] * 24], fits=[fit, None])
    gaussian = re.findall(
        r'<path d="(M[^"]+)" fill="none" stroke="var\(--g2, #\w+\)" stroke-width="1.6"',
        roses.fits("f", found, found["attributes"][0]),
    )[0]
    points = np.array([float(v) for v in re.split("[ L]", gaussian[1:])]).reshape(-1, 2)
    assert abs(points[0, 0] - points[-1, 0]) > 5


def test_labels_of_the_quarters():
    assert roses._quarters(360) == ("0°", "90°", "180°", "270°")
    assert roses._quarters(24) == ("0", "6", "12", "18")
    assert roses._quarters(2 * math.pi) == ("0", "π/2", "±π", "−π/2")


def test_angles_of_data_sets_that_are_gone_are_left_out(tmp_path):
    lopezcruz_fixture.write(tmp_path, repeats=1, datasets=("magic",), angles=False)
    (tmp_path / "results" / "angles" / "old.json").write_text(json.dumps({"attributes": []}))
    assert load(tmp_path / "results", tmp_path / "prepared").angles == {}


def test_fixture_has_all_methods_of_the_paper():
    assert {ids[0] for ids in lopezcruz2013_run.METHODS.values()} <= set(METHODS)

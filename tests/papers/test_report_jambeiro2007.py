"""The experiment page of Jambeiro and Wainer 2007: tables, tests, optimism, splits, truth, growth,
figures.
"""

from __future__ import annotations

import csv
import io
import json
import math
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from support import jambeiro_fixture
from support.drawings import drawings
from support.jambeiro_fixture import CHOSEN, NOISE, SERIES

from naivebench.papers.jambeiro2007 import cost as jambeiro2007_cost
from naivebench.papers.jambeiro2007 import section as jambeiro2007
from naivebench.papers.jambeiro2007 import significance as jambeiro2007_tests
from naivebench.papers.jambeiro2007 import tables as jambeiro2007_tables
from naivebench.papers.jambeiro2007 import truth as jambeiro2007_truth
from naivebench.papers.jambeiro2007.run import NESTED, PAPER, counted, gather, read
from naivebench.reporting import page
from naivebench.reporting.experiments import shown
from naivebench.reporting.figures.catalogue import draw
from naivebench.results import tables
from naivebench.statistics.corrected_t import corrected_t

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return jambeiro_fixture.write(tmp_path_factory.mktemp("jambeiro2007"))


@pytest.fixture(scope="module")
def run(made):
    return gather(*made)


@pytest.fixture(scope="module")
def section(made):
    return jambeiro2007.section(*made)


@pytest.fixture(scope="module")
def files(made):
    return page.build(*made, drawings(*made, "jambeiro2007"))


def table_of(section, name):
    return next(t for t in section.tables if t.id == f"jambeiro2007_{name}")


def rows_of(section, name, *keys):
    return {tuple(tables.raw(r[k]) for k in keys): r for r in table_of(section, name).rows}


def part_of(section, title):
    return next(p for p in section.parts if p.title == title)


# what is left of the paper


def test_published_file_has_every_cell_of_both_tables():
    published = read()
    assert len(published.methods) == 14
    cells = {
        (m, k)
        for m in published.methods
        for k in ("auc", "auc_up_to_10pct", "rmse", "mce", *(f"recall_at_rate_{i}" for i in range(1, 6)))
    }
    assert set(published.figures) == cells | {("-", "positive_rate_pct")}
    known = {key: value for key, value in published.figures.items() if value is not None}
    assert known == {("-", "positive_rate_pct"): 1.2, ("Noisy-OR", "mce"): math.inf}
    assert published.general


def test_lost_figures_are_counted(section):
    assert section.summaries[0].startswith(
        "125 of the 127 printed figures are lost and the data are private, so no figure can be reproduced"
    )


def test_methods_stand_in_the_papers_order(run):
    assert run.methods == (
        "hpb",
        "tan_tuned",
        "nb_tuned",
        "noisy_or",
        "dg_cb",
        "dg_c",
        "ade",
        "de",
        "prior",
        "hdp",
        "nb",
    )
    assert run.printed["NB"] == "nb_tuned"
    assert run.datasets == ("customs", "amazon-access")


def test_the_usual_naive_bayes_stands_for_nb_where_no_other_was_run(tmp_path):
    noise = {m: NOISE[m] for m in ("hpb", "nb", "prior")}
    found = gather(
        *jambeiro_fixture.write(
            tmp_path, datasets=("amazon-access",), protocols=(NESTED,), noise=noise, curves=False
        )
    )
    assert found.printed == {"HPB": "hpb", "NB": "nb", "Prior": "prior"}


# Tables 1 and 2


def test_table_1_has_mean_and_deviation_over_the_folds(run, section):
    rows = rows_of(section, "table1", "method")
    assert list(rows) == [(m,) for m in run.methods]
    found = list(run.folds[NESTED, "customs", "ade", "recall_5"].values())
    assert len(found) == 4
    assert rows["ade",]["recall_5"].value == pytest.approx(np.mean(found))
    assert rows["ade",]["recall_5"].text.startswith(
        f"{100 * np.mean(found):.1f} ± {100 * np.std(found, ddof=1):.1f}"
    )
    assert rows["ade",]["recall_5_sd"] == pytest.approx(np.std(found, ddof=1))
    assert rows["hpb",]["method"].text == "HPB"
    assert set(rows_of(section, "table1_others", "dataset")) == {("amazon-access",)}


def test_marks_are_those_of_the_tests(run, section):
    told = run.results.hit_curves[NESTED, "customs"]
    rows, marked = rows_of(section, "table1", "method"), 0
    for m, test in told["tests"].items():
        place = told["test_rates"].index(0.05)
        p, d = test["recall"]["p"][place], test["recall"]["difference"][place]
        expected = (
            "*"
            if p is not None and p <= 0.05 and d > 0
            else "°"
            if p is not None and p <= 0.05 and d < 0
            else ""
        )
        assert rows[m,]["recall_5"].text.endswith(
            f" {expected}" if expected else rows[m,]["recall_5"].text[-1]
        )
        assert ("*" in rows[m,]["recall_5"].text, "°" in rows[m,]["recall_5"].text) == (
            expected == "*",
            expected == "°",
        )
        marked += expected == "*"
    assert marked > 3
    assert "*" not in rows["hpb",]["recall_5"].text


@pytest.mark.parametrize(("difference", "expected"), [(0.02, (" *", " °")), (-0.02, (" °", " *"))])
def test_better_is_less_for_errors(run, difference, expected):
    told = run.results.hit_curves[NESTED, "customs"]
    test = {m: {"difference": difference, "p": 0.01} for m in ("hit_area", "rmse", "log_loss_clipped")}
    changed = run._replace(
        results=run.results._replace(hit_curves={(NESTED, "x"): {**told, "tests": {"nb": test}}})
    )
    marks = [
        jambeiro2007_tables.mark(changed, NESTED, "x", "nb", m) for m in ("hit_area", "rmse", "log_loss")
    ]
    assert marks == [expected[0], expected[1], expected[1]]
    test["rmse"]["p"] = 0.06
    assert jambeiro2007_tables.mark(changed, NESTED, "x", "nb", "rmse") == ""


def test_table_2_keeps_the_infinite_entropy_beside_the_clipped_one(section):
    row = rows_of(section, "table2", "method")["noisy_or",]
    assert row["log_loss"].value == math.inf
    assert row["log_loss"].text.startswith("∞")
    assert math.isfinite(row["log_loss_clipped"].value)
    assert "Noisy-OR" in table_of(section, "table2").note
    best = [m for (m,), r in rows_of(section, "table2", "method").items() if r["hit_area_10"].css == "strong"]
    assert best == ["hpb"]


def test_constants_are_told_with_how_many_folds_chose_them(section):
    rows = rows_of(section, "table2", "method")
    assert rows["hpb",]["constants"] == "b = 1 (3×), 3 (1×)"
    assert rows["prior",]["constants"] is None
    coefficients = rows_of(section, "coefficients", "dataset", "family")
    assert coefficients["customs", "customs_code x importer"]["s"] == "64 (3×), 16 (1×)"
    assert coefficients["customs", "customs_code x importer"]["median"] == 64


def test_counted():
    assert counted([1.0, 1.0]) == "1 (2×)"
    assert counted([2.5]) == "2.5"
    assert counted([3, None, 3]) == "3 (2×), – (1×)"


def test_all_curves_are_in_a_file(files, run):
    rows = list(csv.DictReader(io.StringIO(files["tables/jambeiro2007_curves.csv"])))
    told = run.results.hit_curves[NESTED, "customs"]
    assert len(rows) == 2 * len(NOISE) * len(told["rates"])
    first = [r for r in rows if (r["dataset"], r["method"]) == ("customs", "hpb")]
    assert [float(r["recall"]) for r in first] == told["curves"]["hpb"]["recall"]


# tests and statements


def test_ranges():
    assert jambeiro2007_tests.ranges([0.01, 0.02, 0.03, 0.05, 0.09, 0.1]) == "1–3, 5, 9–10"
    assert jambeiro2007_tests.ranges([]) == "–"


def test_paired_test_is_the_corrected_one_over_common_folds(run):
    one, other = (
        np.array(list(run.folds[NESTED, "customs", m, "hit_area_10"].values())) for m in ("hdp", "nb")
    )
    found = jambeiro2007_tests.paired(run, "customs", "hit_area_10", "hdp", "nb")
    assert found == corrected_t(one - other, run.results.hit_curves[NESTED, "customs"]["test_train_ratio"])
    assert jambeiro2007_tests.paired(run, "customs", "hit_area_10", "hdp", "gone") is None


def test_statements_of_the_paper_get_a_verdict_on_every_data_set(section):
    rows = rows_of(section, "claims", "claim", "dataset")
    assert {d for _, d in rows} == {"customs", "amazon-access"}
    graphs = next(r for (claim, d), r in rows.items() if "binary splits separate" in claim and d == "customs")
    assert graphs["verdict"].value == "holds"
    assert "BN DG CB – BN DG C: +" in graphs["measured"]
    assert "AIBN" not in " ".join(claim for claim, _ in rows)  # it was not run


def test_generator_sentence_when_it_is_as_the_paper_says(section):
    found = next(s for s in section.summaries if "critical patterns are planted" in s)
    assert found.startswith(
        "On customs, where critical patterns are planted, HPB's area up to 10 % is significantly above "
        "that of NB, TAN, DE and ADE"
    )
    assert "over 4 folds, Holm over the 4: largest p" in found
    assert not any("amazon-access" in s for s in section.summaries[1:])


def changed_tests(run, **tests):
    told = json.loads(json.dumps(run.results.hit_curves[NESTED, "customs"]))
    for method, (difference, p) in tests.items():
        told["tests"][method]["hit_area_10"] = {"difference": difference, "p": p, "n": 4}
    return run._replace(
        results=run.results._replace(hit_curves={**run.results.hit_curves, (NESTED, "customs"): told})
    )


def test_generator_sentence_when_it_is_not(run):
    found = jambeiro2007_tests.generator(
        changed_tests(
            run, ade=(0.001, 0.4), nb_tuned=(0.01, 0.0001), tan_tuned=(0.01, 0.0001), de=(-0.01, 0.0001)
        )
    )
    assert (
        "significantly above that of NB and TAN, but not above that of DE and ADE, against what the "
        "paper says" in found[0]
    )
    assert "ADE: difference +0.0010, p = 0.4000; it tells" in found[0]
    assert "planted patterns from their more general competitors, HPB" in found[0]
    assert found[1].startswith("Significantly above HPB (")
    assert "DE (" in found[1]
    nothing = jambeiro2007_tests.generator(
        changed_tests(run, **{m: (0.0, 1.0) for m in ("ade", "de", "nb_tuned", "tan_tuned")})
    )
    assert "is not significantly above that of NB, TAN, DE and ADE" in nothing[0]


def test_generator_sentence_with_undefined_tests(run):
    found = jambeiro2007_tests.generator(changed_tests(run, ade=(0.001, None)))
    assert "not above that of ADE" in found[0]


# optimism and splits


def test_optimism_is_the_difference_on_the_same_folds(run, section):
    rows = rows_of(section, "optimism", "method") | rows_of(section, "optimism_others", "method")
    assert [m for (m,) in rows_of(section, "optimism", "method")] == [m for m in run.methods if m in CHOSEN]
    means = {
        p: np.mean(list(run.folds[p, "customs", "ade", "hit_area_10"].values())) for p in (PAPER, NESTED)
    }
    row = rows_of(section, "optimism", "method")["ade",]
    assert row["optimism"].value == pytest.approx(means[PAPER] - means[NESTED])
    assert row["relative"] == pytest.approx(means[PAPER] / means[NESTED] - 1)
    assert (row["combinations"], row["chosen"], row["inside"]) == (2, "s = 1", "s = 1 (3×), 3 (1×)")
    assert rows["hpb",]["worst"].value == 0.01


def test_a_method_that_does_not_choose_is_no_optimism(run):
    rows = [
        {
            "dataset": tables.Cell("d"),
            "method": tables.Cell("nb"),
            "relative": 1.4,
            "inside": jambeiro2007_tables.FIXED,
        }
    ]
    assert jambeiro2007_tables._optimism_sentences(run, rows) == ()


def test_other_splits_lose_what_random_folds_promise(section):
    row = rows_of(section, "splits", "method")["hpb",]
    for p in ("grouped/jambeiro2007", "time/jambeiro2007"):
        assert row[f"{p}_loss"] == pytest.approx(row[p].value / row[NESTED].value - 1)
        assert row[f"{p}_loss"] < 0
    assert (
        part_of(section, "Other splits")
        .sentences[0]
        .startswith("customs, largest area up to 10 %, random folds: HPB (")
    )


def test_without_other_protocols_their_parts_are_missing(tmp_path):
    small = {m: NOISE[m] for m in ("hpb", "nb_tuned", "prior")}
    found = jambeiro2007.section(
        *jambeiro_fixture.write(
            tmp_path, datasets=("amazon-access",), protocols=(NESTED,), noise=small, curves=False
        )
    )
    assert [p.title for p in found.parts] == ["Hit curves", "Tests, and what the paper says", "Calibration"]


# truth


def test_recovery_counts_found_patterns(run, section):
    told = run.results.hit_curves[NESTED, "customs"]["patterns"]
    rows = rows_of(section, "recovery", "method")
    found = told["methods"]["hpb"]["found"]
    assert rows["hpb",]["found"].text == f"{sum(found)} of {len(found)}"
    assert rows["hpb",]["believed"] == pytest.approx(1.0, abs=0.15)
    assert rows["prior",]["found"].value == 0
    orders = [p["order"] for p in told["planted"]]
    assert rows["hpb",]["found_2"].text.endswith(f"of {orders.count(2)}")
    assert len(table_of(section, "patterns").rows) == len(orders)
    assert {tables.raw(r["hpb"]) for r in table_of(section, "patterns").rows} <= {"✓", "·"}
    assert jambeiro2007_truth.planted(run) == ["customs"]


def test_calibration_is_nearest_to_the_truth_for_the_best_method(section):
    rows = rows_of(section, "calibration", "dataset", "method")
    assert rows["customs", "hpb"]["rmse_true"].css == "strong"
    assert rows["customs", "noisy_or"]["divergence"].value == math.inf
    assert rows["amazon-access", "hpb"]["rmse_true"] is None
    assert "nearest to them is HPB" in part_of(section, "Calibration").sentences[0]


# growth


def test_growth_is_measured(section):
    rows = rows_of(section, "growth", "method", "axis")
    assert rows["hpb", "cases"]["time_exponent"] == pytest.approx(1.0)
    assert rows["hpb", "values of all attributes"]["time_exponent"] == pytest.approx(0.0, abs=1e-12)
    assert rows["hpb", "attributes"]["time_factor"] == pytest.approx(2.0)
    assert rows["hpb", "attributes"]["memory_factor"] == pytest.approx(2.0)
    assert rows["nb_tuned", "cases"]["memory_exponent"] is None
    assert rows["hpb", "values of all attributes"]["parameters_exponent"] == pytest.approx(1.0)


def test_claims_on_cost_are_sentences(section):
    found = part_of(section, "Cost").sentences
    assert found[0].startswith(
        "The paper says that HPB's training time is exponential in the number of attributes: so it is "
        "here, from 2 to 8 attributes"
    )
    assert (
        "linear in the number of training instances: so it is here, from 1,000 to 8,000 cases time "
        "grows with the power 1.00" in found[1]
    )
    assert "independent of the attributes' cardinality: so it is here" in found[2]


@pytest.mark.parametrize(
    ("axis", "y", "holds"),
    [
        ("attributes", [2.0**d for d in SERIES["attributes"]], True),
        ("attributes", [float(d) for d in SERIES["attributes"]], False),
        ("attributes", [1.2**d for d in SERIES["attributes"]], False),
        ("rows", [0.001 * n for n in SERIES["rows"]], True),
        ("rows", [1e-6 * n**2 for n in SERIES["rows"]], False),
        ("values", [3.0] * 3, True),
        ("values", [float(v) for v in SERIES["values"]], False),
    ],
)
def test_claims_hold_or_do_not(axis, y, holds):
    found = jambeiro2007_cost.slope(list(zip(SERIES[axis], y, strict=True)))
    assert jambeiro2007_cost.claim(axis, found)[0] is holds


def test_two_sizes_are_no_slope():
    assert jambeiro2007_cost.slope([(1, 2.0), (2, 4.0)]) is None


# page and figures


def test_page_has_the_section_with_all_tables(files, section):
    text = files["index.html"]
    assert 'id="jambeiro2007"' in text
    for part in section.parts:
        assert f"<h3>{part.title.replace(chr(39), '&#39;')}</h3>" in text
    for table in section.tables:
        assert any(name.startswith(("tables/" + table.id, "tables/time_" + table.id)) for name in files), (
            table.id
        )
    assert "nan" not in "".join(t for n, t in files.items() if n.startswith("tables/jambeiro2007"))


def test_figures_are_well_formed_and_small(made):
    for name in ("hit_curves", "hit_calibration", "hit_learning", "hit_cost"):
        svg = draw(name, *made)
        ET.fromstring(svg)
        assert "could not be drawn" not in svg, name
        assert len(svg) < 80_000, name


def test_times_are_in_files_of_their_own(files):
    plain = [n for n in files if n.startswith("tables/jambeiro2007")]
    assert not any(
        word in files[n].partition("\n")[0] for n in plain for word in ("seconds", "memory", "time_")
    )
    assert "seconds" in files["tables/time_jambeiro2007_learning.csv"].partition("\n")[0]


def test_same_results_same_page(made, files):
    again = page.build(*made, drawings(*made, "jambeiro2007"))
    assert again == files


def test_without_hit_curves_there_is_no_section(made):
    results, summary = made
    assert jambeiro2007.section(results._replace(hit_curves={}), summary) is None
    assert draw("hit_curves", results._replace(hit_curves={}), summary) == ""
    assert "jambeiro2007" in [e.id for e in shown(results, summary)]
    assert "jambeiro2007" not in [e.id for e in shown(results._replace(hit_curves={}), summary)]


def test_without_the_published_file_there_is_no_section(made, tmp_path):
    assert jambeiro2007.section(*made, tmp_path) is None

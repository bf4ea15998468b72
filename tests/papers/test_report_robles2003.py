"""The experiment page of Robles et al. 2003: counts behind printed percentages, verdicts, and the section of
the report.
"""

import csv
import io
import json

import numpy as np
import pytest
from scipy import stats
from support.drawings import drawings

from naivebench.papers.robles2003 import findings
from naivebench.papers.robles2003 import run as robles2003_run
from naivebench.papers.robles2003 import section as robles2003
from naivebench.papers.robles2003.run import (
    HONEST,
    PAPER,
    PERMUTED,
    implied_count,
    read,
    tolerance,
    verdict,
)
from naivebench.reporting import page
from naivebench.results import tables
from naivebench.results.context import load
from naivebench.results.summaries import Summary, summarize, wilson

pytestmark = pytest.mark.slow

KEYS = ["protocol", "dataset", "method", "repeat", "fold"]
CASES = {"iris": 150, "corral": 128, "mofn-3-7-10": 1324, "mofn-3-7-10-published": 1324, "crx": 690}
TESTED = {"mofn-3-7-10": 1024, "mofn-3-7-10-published": 1024}
# Correct cases of every run. Printed: iris NB 94.67 % of 150 = 142, iris FSSJ 95.97 % of 149 = 143 + the lost
# one, corral BSEJ 93.70 % of 127 = 119 + 1, m-of-n Pazzani-EDA 100 %, crx IENB 89.64 % (0.10) of 689 = 617.6
# + 1, crx Pazzani-EDA 89.23 % (0.07) of 689 = 614.8 + 1.
COUNTS = {
    ("iris", "nb"): [142],
    ("iris", "fssj"): [144],
    ("iris", "bsej"): [143],
    ("iris", "ienb"): [144] * 10,
    ("iris", "apnbc"): [144],
    ("iris", "pazzani_eda"): [144] * 10,
    ("corral", "nb"): [108],
    ("corral", "bsej"): [120],
    ("corral", "pazzani_eda"): [128] * 9 + [124],
    ("mofn-3-7-10", "nb"): [880],
    ("mofn-3-7-10-published", "nb"): [884],
    ("mofn-3-7-10-published", "pazzani_eda"): [1024] * 10,
    ("crx", "nb"): [595],
    ("crx", "ienb"): [618, 619, 618, 619, 618, 619, 618, 619, 618, 619],
    ("crx", "pazzani_eda"): [605, 606] * 5,
    ("crx", "pazzani_eda_ienb"): [620] * 10,
}


def _scores():
    rng, rows = np.random.default_rng(3), []
    for (dataset, method), counts in COUNTS.items():
        n = TESTED.get(dataset, CASES[dataset])
        for run, k in enumerate(counts):
            rows.append((PAPER, dataset, method, run, 0, n, "accuracy", k / n))
            rows += [
                (PAPER, dataset, method, run, 0, n, m, v)
                for m, v in (("evaluations", 12), ("attributes_used", 1), ("groups", 1))
            ]
        if dataset == "mofn-3-7-10":
            continue
        for fold in range(10):
            size = len(range(fold, CASES[dataset], 10))
            correct = int(rng.binomial(size, 0.9))
            rows += [
                (HONEST, dataset, method, 0, fold, size, "accuracy", correct / size),
                (HONEST, dataset, method, 0, fold, size, "log_loss", 0.25),
            ]
    rows += [
        (PERMUTED, "iris", "fssj", 0, 0, 150, "accuracy", 63 / 150),
        (PERMUTED, "mofn-3-7-10-published", "nb", 0, 0, 1024, "accuracy", 820 / 1024),
    ]
    rows.append((PERMUTED, "mofn-3-7-10-published", "majority", 0, 0, 1024, "accuracy", 800 / 1024))
    return rows


def write(root, *, traces=True):
    """`root`/results and `root`/prepared with the counts above."""
    import pandas as pd

    results, prepared = root / "results", root / "prepared"
    (results / "statistics").mkdir(parents=True)
    prepared.mkdir()
    scores = pd.DataFrame(_scores(), columns=[*KEYS, "n_test", "metric", "value"])
    scores = scores.assign(n_train=scores["dataset"].map(CASES) - scores["n_test"])
    scores.to_parquet(results / "scores.parquet", index=False)
    pd.DataFrame(
        [(PAPER, "iris", "nb", 0, 0, 0.1, 0.1, 1.0)],
        columns=[*KEYS, "fit_seconds", "predict_seconds", "peak_memory_mb"],
    ).to_parquet(results / "timings.parquet", index=False)
    for name, n in CASES.items():
        found = {
            "dataset": name,
            "status": "ok",
            "rows": n,
            "classes": {"a": n // 2, "b": n - n // 2},
            "attributes": [],
            "majority_rate": 0.4,
        }
        (prepared / f"{name}.json").write_text(json.dumps(found))
    shapes = [
        (PAPER, "iris", "fssj", 1, 0, "{other}"),
        (PAPER, "iris", "fssj", 0, 0, "{petal width}"),
        (HONEST, "iris", "fssj", 0, 0, "{sepal}"),
    ]
    pd.DataFrame(shapes, columns=[*KEYS, "structure"]).to_csv(results / "structures.csv", index=False)
    tests = [
        {
            "protocol": HONEST,
            "metric": "accuracy",
            "dataset": "iris",
            "method": "ienb",
            "mean_difference": 0.01,
            "p": 0.25,
            "n": 10,
        }
    ]
    (results / "statistics" / "corrected_t.json").write_text(
        json.dumps({"reference": "nb", "comparisons": tests})
    )
    if traces:
        rows = [
            (PAPER, "iris", "ienb", r, 0, g, 500 + 1000 * g, 0.9 + 0.01 * g, 0.85 + 0.01 * g)
            for r in range(2)
            for g in range(4)
        ]
        pd.DataFrame(rows, columns=[*KEYS, "generation", "evaluations", "best", "mean"]).to_csv(
            results / "traces.csv", index=False
        )
    loaded = load(results, prepared)
    return loaded, summarize(loaded)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return write(tmp_path_factory.mktemp("robles2003"))


@pytest.fixture(scope="module")
def section(run):
    return robles2003.section(*run)


@pytest.fixture(scope="module")
def files(run):
    return page.build(*run, drawings(*run, "robles2003"))


def rows_of(section, name):
    table = next(t for t in section.tables if t.id == f"robles2003_{name}")
    return {
        (tables.raw(r["dataset"]) if "dataset" in r else "", tables.raw(r["method"])): r for r in table.rows
    }


def test_published_file_has_all_the_accuracies_and_every_note_names_a_data_set_of_it():
    published = read()
    accuracies = [k for k in published.figures if k[2] == "accuracy_pct"]
    assert len(accuracies) == 6 * 21
    names = {d for d, _, _ in accuracies}
    assert len(names) == 21
    assert set(published.notes) <= names
    assert {m for notes in published.notes.values() for m in notes} <= {*robles2003_run.SOURCES, "*"}
    assert published.general
    assert robles2003_run.paper_cases(published, "crx") == 690  # Table 2 prints 692
    assert robles2003_run.paper_cases(published, "waveform-21") == 4700  # the test part


@pytest.mark.parametrize(
    ("percent", "cases", "lost", "expected"),
    [
        (94.67, 150, False, 142),
        (95.97, 150, True, 144),
        (84.37, 128, False, 108),
        (90.63, 128, False, 116),
        (93.70, 128, True, 120),
        (100, 1024, True, 1024),
    ],
)
def test_count_behind_a_printed_percentage(percent, cases, lost, expected):
    assert implied_count(percent, cases, lost) == expected


def test_count_of_a_mean_over_runs_is_not_rounded():
    assert implied_count(89.64, 690, True) == pytest.approx(0.8964 * 689 + 1)


@pytest.mark.parametrize(
    ("percent", "std", "lost", "counts", "tested", "expected"),
    [
        (94.67, None, False, [142], 150, "exact"),
        (94.66, None, False, [142], 150, "exact"),  # cut instead of rounded
        (94.67, None, False, [143], 150, "not reproduced"),
        (95.97, 0.0, True, [144] * 10, 150, "exact"),
        (95.97, None, True, [143], 149, "exact"),  # the first case left out: 143 of 149
        (95.97, 0.0, True, [144] * 9 + [143], 150, "within interval"),
        (95.97, 0.0, True, [141] * 9 + [140], 150, "not reproduced"),
        (95.97, 0.5, True, [143.5], 150, "within interval"),  # one run: one printed standard deviation
        (95.97, 0.5, True, [142], 150, "not reproduced"),
        (94.67, None, False, [142], 151, "not reproduced"),  # other data
        (None, None, False, [142], 150, "no target"),
    ],
)
def test_verdict(percent, std, lost, counts, tested, expected):
    assert verdict(percent, std, 150, lost, counts, tested) == expected


def test_tolerance_pools_the_errors_of_both_means():
    counts = [10, 12, 11, 13]
    variance = (9 * 1.0**2 + 3 * np.var(counts, ddof=1)) / 12
    expected = 2 * np.sqrt(variance * (1 / 10 + 1 / 4)) + 0.005
    assert tolerance(counts, 1.0, 100) == pytest.approx(expected)


def test_rows_have_counts_verdicts_and_honest_figures(run, section):
    _, summary = run
    greedy = rows_of(section, "table5")
    row = greedy["iris", "fssj"]
    assert tables.raw(row["k_printed"]) == 144 == tables.raw(row["k_ours"])
    assert tables.raw(row["verdict"]) == "exact"
    assert row["structure"] == "{petal width}"
    pooled = summary.pooled[HONEST, "iris", "fssj"]
    low, high = wilson(pooled["correct"], pooled["tested"])
    assert (tables.raw(row["honest_low"]), row["honest_high"]) == pytest.approx((low, high))
    assert tables.raw(row["optimism"]) == pytest.approx(144 / 150 - pooled["correct"] / pooled["tested"])
    assert row["permuted"] == pytest.approx(63 / 150 - 0.4)
    assert row["gain_printed"] == 0.013
    assert row["gain_paper"] == pytest.approx(2 / 150)
    assert tables.raw(row["evaluations"]) == 12 == row["evaluations_printed"]
    assert tables.raw(greedy["iris", "bsej"]["verdict"]) == "not reproduced"
    assert tables.raw(rows_of(section, "table3")["crx", "ienb"]["verdict"]) == "within interval"
    searched = rows_of(section, "table6")
    assert tables.raw(searched["crx", "pazzani_eda"]["verdict"]) == "not reproduced"
    assert tables.raw(searched["crx", "pazzani_eda_ienb"]["verdict"]) == "no target"
    assert searched["crx", "pazzani_eda"]["note"].startswith("Table 2 prints 692")
    assert rows_of(section, "table4")["iris", "apnbc"]["gain_printed"] == 0.006


def test_the_published_sample_stands_for_a_data_set_where_it_has_scores(section):
    naive = rows_of(section, "table3")
    assert tables.raw(naive["mofn-3-7-10-published", "nb"]["verdict"]) == "exact"
    assert ("mofn-3-7-10", "nb") not in naive
    # the largest class of the test part
    assert naive["mofn-3-7-10-published", "nb"]["permuted"] == pytest.approx(20 / 1024)


def test_overview_and_sentence_count_the_verdicts(section):
    rows = rows_of(section, "methods")
    assert (rows["", "nb"]["exact"], rows["", "nb"]["not_reproduced"]) == (4, 0)
    assert tables.shown(rows["", "fssj"]["all_numbers"], tables.Column("", "", "integer")) == "1 of 1"
    assert rows["", "fssj"]["gain_printed"] == pytest.approx(0.013)
    exact = sum(r["exact"] for r in rows.values())
    assert section.summaries[0].startswith(f"Exact: {exact} of 13 printed accuracies on 4 data sets")


def test_significance_of_the_paper_and_the_corrected_one(run, section):
    rows = {
        (tables.raw(r["dataset"]), tables.raw(r["method"]), r["against"]): r
        for t in section.tables
        if t.id.endswith("significance")
        for r in t.rows
    }
    row = rows["iris", "ienb", "nb"]
    assert row["mann_whitney"] == pytest.approx(
        stats.mannwhitneyu([144] * 10, [142] * 10, method="asymptotic").pvalue
    )
    assert (row["corrected"], row["folds"], row["printed"]) == (0.25, 10, "significant")
    assert rows["iris", "pazzani_eda", "bsej"]["printed"] == "not significant"
    assert 0 < rows["iris", "pazzani_eda", "bsej"]["corrected"] <= 1
    assert rows["iris", "pazzani_eda", "nb"]["printed"] is None
    assert findings.mann_whitney([3, 3], 3) == 1.0


def test_same_input_gives_same_bytes(run, files):
    assert page.build(*run, drawings(*run, "robles2003")) == files


def test_page_has_the_section_its_navigation_and_tables_as_csv(files):
    text = files["index.html"]
    assert '<a href="#robles2003">' in text
    assert "<h2>Experiment: Robles et al. 2003</h2>" in text
    assert 'id="search_trajectories-title"' in text
    assert "could not be drawn" not in text
    for name in ("methods", "table3", "table4", "table5", "table6", "significance"):
        assert f'data-table="robles2003_{name}"' in text
        stored = list(csv.DictReader(io.StringIO(files[f"tables/robles2003_{name}.csv"])))
        assert stored
    greedy = {
        (r["dataset"], r["method"]): r
        for r in csv.DictReader(io.StringIO(files["tables/robles2003_table5.csv"]))
    }
    assert greedy["corral", "bsej"]["k_printed"] == "120.0"
    assert greedy["corral", "bsej"]["verdict"] == "exact"
    assert greedy["corral", "bsej"]["groups_printed"] == "4.0"


def test_no_section_without_printed_figures_or_without_scores(run, tmp_path):
    results, summary = run
    assert robles2003.section(results, summary, tmp_path) is None
    assert (
        robles2003.section(
            results._replace(
                scores=results.scores[results.scores["protocol"] == HONEST], protocols=(HONEST,)
            ),
            summary,
        )
        is None
    )


def test_without_structures_and_traces_the_section_stands(tmp_path):
    results, summary = write(tmp_path, traces=False)
    (tmp_path / "results" / "structures.csv").unlink()
    results = load(tmp_path / "results", tmp_path / "prepared")
    text = page.build(results, summary, drawings(results, summary, "robles2003"))["index.html"]
    assert 'id="robles2003"' in text
    assert 'id="search_trajectories-title"' not in text


def test_rows_with_settings_found_by_comparison_are_counted_with_the_defaults_too():
    base = {
        "printed_name": "iris",
        "dataset": "iris",
        "percent": 95.97,
        "percent_std": 0.0,
        "cases": 150,
        "implied": 144.0,
    }
    fitted = robles2003_run.Case(
        **base,
        method="fssj",
        counts=(143,),
        tested=149,
        verdict="exact",
        protocol=robles2003_run.PRINTED,
        spec=(140,),
    )
    plain = robles2003_run.Case(**base, method="bsej", counts=(144,), tested=150, verdict="exact")
    empty = Summary({}, {}, {}, {})
    found = findings.sentences(empty, [fitted, plain])
    assert found[0].startswith("Exact: 2 of 2 printed accuracies")
    assert found[1] == (
        "Settings found by comparison with the print: 1 row of these. "
        "With the defaults in their place, exact: 1; within interval: 0; not reproduced: 1."
    )
    assert len(findings.sentences(empty, [plain])) == 1

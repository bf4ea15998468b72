"""Tables of the pages from the frames of small runs, compared with SciPy, statsmodels and sums made by
hand.
"""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from support.small_run import complete, configure, make_frames

from naivebench.benchmark import score
from naivebench.benchmark.run_comparison import read_results_csv
from naivebench.benchmark.tables import (
    cells,
    columns,
    comparisons,
    compute_tables,
    methods,
    overview,
    run_overview,
    write_tables,
)
from naivebench.models import catalogue
from naivebench.models.method_stanzas import add_defaults
from naivebench.report.build import build_site

FOLDS = 3
METHODS = ["nb", "tan", "aode", "majority"]
SETS = ["a", "b", "c", "d", "e", "f", "g"]


def draw(sets, methods, seed=3, metrics=("accuracy", "log_loss")):
    """Rows of random scores; every method has a level of its own."""
    rng = np.random.default_rng(seed)
    return [
        ("honest", d, m, 0, f, 10, 20, metric, round(0.4 + 0.1 * methods.index(m) + 0.2 * rng.random(), 3))
        for d, m, metric, f in itertools.product(sets, methods, metrics, range(FOLDS))
    ]


@pytest.fixture(scope="module")
def frames():
    return make_frames(draw(SETS, METHODS), METHODS)


@pytest.fixture(scope="module")
def tables(frames):
    return compute_tables(frames)


@pytest.fixture(scope="module")
def means(frames):
    """Data sets x methods by accuracy, from plain sums."""
    part = frames["scores"].query("metric == 'accuracy'")
    return part.groupby(["dataset", "method"])["value"].mean().unstack()[METHODS]


def compare_all(rows, methods, **changed):
    return comparisons.list_comparisons(make_frames(rows, methods, **changed))


def test_sizes_of_models_are_no_scores():
    frames = make_frames(draw(["a"], ["nb"], metrics=("accuracy", "n_parameters")), ["nb"])
    assert run_overview.describe_run(frames)["scores"].tolist() == [FOLDS]


def test_ranks_and_gains_are_those_of_scipy(tables, means):
    ranking = tables["ranking"].query("primary").set_index("method")
    ranks = stats.rankdata(-means.to_numpy(), axis=1).mean(axis=0)
    assert ranking["average_rank"][METHODS].tolist() == pytest.approx(ranks.tolist())
    assert ranking.index.tolist() == [METHODS[i] for i in np.argsort(ranks, kind="stable")]
    for method in METHODS[1:]:
        gaps = means[method] - means["nb"]
        interval = stats.ttest_1samp(gaps, 0).confidence_interval(0.95)
        found = ranking.loc[method]
        assert (*found[["gain", "gain_low", "gain_high"]],) == pytest.approx((gaps.mean(), *interval))
        signs = np.sign(gaps).tolist()
        assert found[["wins", "ties", "losses"]].tolist() == [signs.count(sign) for sign in (1, 0, -1)]


def test_tests_of_all_and_of_pairs_are_those_of_scipy(tables, means):
    row = tables["tests"].query("primary and test == 'Friedman, corrected for ties, χ²'").iloc[0]
    friedman = stats.friedmanchisquare(*means.to_numpy().T)
    assert (row["statistic"], row["p"]) == pytest.approx(tuple(friedman))
    assert (row["datasets"], row["methods"]) == means.shape
    pairs = tables["pairs"]
    assert len(pairs) == 6
    for pair in pairs.itertuples():
        gaps = means[pair.a] - means[pair.b]
        assert pair.wilcoxon == pytest.approx(stats.wilcoxon(gaps).pvalue)
        assert (pair.wins, pair.losses) == ((gaps > 0).sum(), (gaps < 0).sum())
        assert pair.rank_difference <= 0
    assert pairs["holm"].tolist() == pytest.approx(multipletests(pairs["p"], method="holm")[1].tolist())
    hochberg = multipletests(pairs["p"], method="simes-hochberg")[1]
    assert pairs["hochberg"].tolist() == pytest.approx(hochberg.tolist())


def test_lower_is_better_turns_ranks_and_gains(tables, frames):
    part = frames["scores"].query("metric == 'log_loss'")
    means = part.groupby(["dataset", "method"])["value"].mean().unstack()
    ranking = tables["ranking"].query("metric == 'log_loss'").set_index("method")
    assert ranking["average_rank"]["nb"] == stats.rankdata(means.to_numpy(), axis=1).mean(axis=0)[-2]
    assert ranking["gain"]["tan"] == pytest.approx((means["nb"] - means["tan"]).mean())
    assert not ranking["primary"].any()


def test_an_infinite_score_leaves_no_mean_gain():
    of_infinite = cells.estimate_gain(pd.Series([0.1, np.nan, 0.2]))
    assert np.isnan([*of_infinite.values()]).all()
    assert cells.estimate_gain(pd.Series([0.1, 0.2, 0.3]))["gain"] == pytest.approx(0.2)


def test_a_comparison_is_over_the_cells_of_one_experiment():
    rows = draw(SETS[:4], ["nb", "tan"]) + [r for r in draw(["a", "b"], ["eda"])]
    found = compare_all(rows, ["nb", "tan", "eda"])
    assert list(found[0].scores.columns) == ["nb", "tan"]
    assert found[0].left_out == [("eda", "has a score on only 2 of 4 data sets")]
    assert comparisons.list_exclusions(found)["metrics"].tolist() == ["all"]
    assert [c.primary for c in found] == [True, False]


def test_the_largest_experiment_of_a_protocol_is_its_main_one():
    sizes = {"first": 2, "second": 3, "third": 3}
    experiments = [
        {"experiment": name, "protocol": "p", "datasets": ["a"] * n, "methods": ["nb"]}
        for name, n in sizes.items()
    ]
    assert comparisons.find_main_experiments(experiments) == {"p": "second"}


def test_a_repeat_without_one_of_its_folds_has_no_score():
    rows = [r for r in draw(SETS[:4], ["nb", "tan"]) if (r[1], r[2], r[4]) != ("a", "tan", 1)]
    found = compare_all(rows, ["nb", "tan"])[0]
    assert list(found.scores.index) == ["b", "c", "d"]
    assert found.left_out == [("a", "lacks a complete score of tan")]


def test_a_method_with_one_repeat_is_compared_with_methods_with_many():
    """nb does not draw random numbers, so one repeat is complete. eda lacks a repeat on b, and on c it has
    only the last one.
    """

    def runs(method, dataset, values):
        return [("loo", dataset, method, r, 0, 10, 9, "accuracy", v) for r, v in enumerate(values)]

    rows = [row for d in "abcde" for row in runs("nb", d, [0.5]) + runs("tan", d, [0.4, 0.6, 0.8])]
    rows += [row for d in "ade" for row in runs("eda", d, [0.1, 0.2, 0.6])]
    rows += runs("eda", "b", [0.1, 0.2]) + runs("eda", "c", [0.1, 0.2, 0.3])[2:]
    part = pd.DataFrame(rows, columns=list(score.COLUMNS["scores"]))
    matrix, left_out = comparisons.average_complete_scores(
        part, comparisons.find_complete_methods(part, ["dataset"]), ["nb", "tan", "eda"]
    )
    assert list(matrix.index) == ["a", "d", "e"]
    assert matrix.to_numpy() == pytest.approx(np.tile([0.5, 0.6, 0.3], (3, 1)))
    assert left_out == [(d, "lacks a complete score of eda") for d in "bc"]


@pytest.mark.parametrize(
    ("families", "order", "voting"),
    [
        ({"d": "a"}, "abcd", "abc"),
        ({"d": "a"}, "dcba", "bcd"),
        ({"a": "x", "b": "x", "c": "x"}, "abcd", "abcd"),
    ],
)
def test_a_family_votes_once_by_its_first_member_in_the_catalogue(families, order, voting):
    matrix = pd.DataFrame({"nb": range(4), "tan": range(4)}, index=list("abcd"))
    kept, silent = comparisons.select_representatives(matrix, list(order), families)
    assert list(kept.index) == list(voting)
    assert {d for d, _ in silent} == set("abcd") - set(voting)


def test_a_mean_without_a_fold_that_other_methods_have_is_missing():
    nan = float("nan")
    # in fold 2 no method has a value
    data = {"whole": [0.5, 0.7, nan], "partial": [1.0, nan, nan], "none": [nan, nan, nan]}
    rows = [("p", "d", m, 0, f, 10, 20, "precision", v) for m, row in data.items() for f, v in enumerate(row)]
    means = cells.average_scores(pd.DataFrame(rows, columns=list(score.COLUMNS["scores"])))
    assert means[["method", "value"]].values.tolist() == [["whole", 0.6]]


def test_pooled_cases_of_repeats_count_once_in_the_interval():
    rows = [("p", "d", "nb", r, f, 10, 20, "accuracy", 0.5 + 0.1 * f) for r in range(2) for f in range(3)]
    (row,) = cells.pool_accuracy(pd.DataFrame(rows, columns=list(score.COLUMNS["scores"]))).to_dict("records")
    assert (row["correct"], row["tested"], row["repeats"], row["folds"]) == (36, 60, 2, 6)
    assert (row["low"], row["high"]) == pytest.approx(proportion_confint(18, 30, method="wilson"))


def test_the_front_is_that_of_all_comparisons_of_two():
    rng = np.random.default_rng(1)
    part = pd.DataFrame({"cpu_seconds": rng.integers(1, 9, 30), "score": rng.integers(0, 9, 30) / 10})
    part["method"] = [f"m{i:02}" for i in range(30)]
    front = comparisons.find_pareto_front(part, 1)
    rows = list(part.itertuples())
    for row in rows:
        faster = [r for r in rows if r.cpu_seconds < row.cpu_seconds]
        equal = [r for r in rows if r.cpu_seconds == row.cpu_seconds]
        best = row.score > max([r.score for r in faster], default=-1)
        first = row.Index == max(equal, key=lambda r: (r.score, -r.Index)).Index
        assert front[row.Index] == (best and first)


def test_the_answer_compares_with_the_best_rival():
    content = configure(["honest"], SETS, METHODS)
    content["methods"]["tan"]["group"] = "baseline"
    content["methods"]["aode"]["module"] = "bn_classifiers.aode"
    level = {"nb": 0.5, "aode": 0.6, "tan": 0.7, "majority": 0.3}
    rows = [(*row[:8], level[row[2]]) for row in draw(SETS, METHODS)]
    times = [("honest", d, m, 0, f, 1.0 + 2 * (m == "aode"), 0.0, 1.0) for _, d, m, _, f, *_ in rows[::2]]
    answer = compute_tables(complete(content, rows, timings=times))["answer"].set_index("role")
    assert answer["method"].to_dict() == {
        "best of the family": "aode",
        "best rival": "tan",
        "one-dependence": "aode",
        "reference": "nb",
    }
    assert answer["share_of_rival_gain"]["one-dependence"] == pytest.approx(0.5)
    assert answer["cost_factor"]["one-dependence"] == pytest.approx(3.0)


def test_no_cheap_choice_is_named_where_its_gain_may_be_zero():
    content = configure(["honest"], SETS, METHODS)
    content["methods"]["tan"]["group"] = "baseline"
    content["methods"]["aode"]["module"] = "bn_classifiers.aode"
    level = {"nb": 0.6, "aode": 0.6, "tan": 0.5, "majority": 0.3}
    rows = [(*row[:8], level[row[2]] + 0.1 * (row[1:3] == (SETS[0], "aode"))) for row in draw(SETS, METHODS)]
    times = [("honest", d, m, 0, f, 1.0, 0.0, 1.0) for _, d, m, _, f, *_ in rows[::2]]
    answer = compute_tables(complete(content, rows, timings=times))["answer"].set_index("role")
    assert "one-dependence" not in answer.index
    assert answer["gain"]["best rival"] < 0
    assert answer["share_of_rival_gain"].isna().all()


def test_the_code_of_a_method_makes_the_model_that_was_measured():
    known = catalogue.read_methods()
    names = ("aode", "waode", "aodesr", "kdb", "linear_svm_counts_300")
    stanzas = {name: add_defaults(known[name]) for name in names}
    stanzas["kdb"] = known["kdb"] | {"params": known["kdb"]["params"] | {"k": 3}}
    stanzas["hidden"] = known["aode"] | {"params": stanzas["aode"]["params"] | {"frequency_limit": 30}}
    table = pd.DataFrame(
        {
            "method": [*stanzas],
            "title": [*stanzas],
            "group": "x",
            "rival": False,
            "stanza": [*stanzas.values()],
        }
    )
    ranking = pd.DataFrame({"method": [], "average_rank": [], "datasets": []}).astype({"method": str})
    rows = methods.describe_methods(ranking, {"methods": table}).set_index("method")
    assert rows["constructor"].dropna().to_dict() == {
        "aode": "AODE()",
        "waode": "AODE(weighting='information')",
        "aodesr": "A2DE(n=1, subsumption_resolution=True)",
        "kdb": "KDB(k=3)",
    }
    assert rows.index[rows["import_line"].isna()].tolist() == ["hidden"]
    assert rows["import_line"]["linear_svm_counts_300"] == "from sklearn.svm import LinearSVC"


def test_kinds_of_data_follow_from_the_records(frames):
    found = overview.group_data_sets_by_kind(frames["datasets"])
    assert found["Fewer than 500 cases"] == {"a", "b", "c", "d"}
    assert found["500 to 5,000 cases"] == {"e", "f", "g"}
    assert found["Nominal attributes and more than 5,000 cases"] == set()
    assert found["Nominal attributes"] == set(SETS) == found["Two classes"] == found["No missing values"]


def test_gains_by_kind_of_data_are_means_over_its_sets(tables, means):
    found = tables["gains_by_data"].query("method == 'tan'").set_index("data")
    gaps = means["tan"] - means["nb"]
    assert found["gain"]["All data sets"] == pytest.approx(gaps.mean())
    assert found["gain"]["Two classes"] == pytest.approx(gaps.mean())
    assert "More than 5,000 cases" not in found.index
    assert found["against"].unique().tolist() == ["nb"]


@pytest.mark.parametrize(
    ("gains", "outcome"),
    [
        ([0.1, 0.11, 0.12, 0.13, 0.14, 0.15], "better"),
        ([-0.1, -0.11, -0.12, -0.13, -0.14, -0.15], "worse"),
        ([0.1, 0.11, 0.12, 0.13, 0.14], "not clear"),  # Wilcoxon's p is 1/16
        ([0.9, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1], "not clear"),  # the interval contains zero
    ],
)
def test_a_gain_is_clear_if_the_interval_and_wilcoxons_test_agree(gains, outcome):
    scores = pd.DataFrame({"nb": 0.0, "tan": gains}, index=list("abcdefg"[: len(gains)]))
    primary = comparisons.Comparison("honest", "accuracy", "main", True, True, scores, [])
    frames = {
        "settings": pd.DataFrame([{"reference": "nb", "alpha": 0.05}]),
        "datasets": pd.DataFrame(columns=["dataset", "rows", "missing_cells", "kind", "classes"]),
    }
    (row,) = overview.compare_gains_by_kind(primary, ["tan", "nb"], frames).to_dict("records")
    assert (row["data"], row["outcome"]) == ("All data sets", outcome)


@pytest.mark.parametrize(
    ("lead", "standing"),
    [(-0.1, "probably behind"), (0.001, "practically equivalent"), (0.1, "cannot be told apart")],
)
def test_a_kind_of_data_is_judged_by_the_rule_of_the_ranking(lead, standing):
    sets = SETS[:5]  # too few for Wilcoxon's test, whose p is 1/16
    scores = pd.DataFrame({"nb": 0.1, "tan": 0.5 + lead, "forest": 0.5}, index=sets)
    primary = comparisons.Comparison("honest", "accuracy", "main", True, True, scores, [])
    methods = [("nb", False, False), ("tan", False, False), ("forest", True, False)]
    about = {"rows": 100, "missing_cells": 0, "kind": "nominal", "classes": 2}
    frames = {
        "settings": pd.DataFrame([{"reference": "nb", "alpha": 0.05, "rope": 0.01}]),
        "methods": pd.DataFrame(methods, columns=["method", "rival", "blind"]),
        "datasets": pd.DataFrame({"dataset": sets} | about),
    }
    table = overview.find_best_by_kind(primary, ["forest", "tan", "nb"], frames).set_index("data")
    row = table.loc["Nominal attributes"]
    assert (row["method"], row["rival"], row["as_good"]) == ("tan", "forest", standing)


def test_missing_scores_have_a_reason():
    content = configure(["honest"], ["a", "b"], ["nb", "tan"])
    gone = ("honest", "a", "tan", "fit", "not applicable", "only numbers", "")
    part = ("honest", "b", "tan", "fit", "timeout", "10 s", "wait")
    rows = [r for r in draw(["a", "b"], ["nb", "tan"]) if r[1:3] != ("a", "tan")]
    frames = complete(content, rows, failures=[gone, part])
    matrix = run_overview.make_score_matrix(["nb", "tan"], frames)
    assert matrix.loc[matrix["score"].isna(), ["dataset", "method"]].to_numpy().tolist() == [["a", "tan"]]
    failures = run_overview.list_failures(frames).set_index("dataset")
    assert failures["reason"].to_dict() == {"a": "only numbers", "b": "10 s"}


def test_missing_scores_are_counted_by_method_and_reason():
    reasons = [
        "numbers only, but the data set has x (nominal)",
        "numbers only, but the data set has y",
        "10 s",
    ]
    failures = pd.DataFrame({"dataset": ["a", "b", "b"], "method": "gnb", "protocol": "honest"})
    failures = failures.assign(reason=reasons, status=["not applicable", "not applicable", "timeout"])
    counts = run_overview.count_missing_scores(failures)
    assert counts["reason"].tolist() == ["numbers only", "10 s"]
    assert counts["datasets"].tolist() == [2, 1]
    assert run_overview.count_missing_scores(failures.head(0)).empty


def test_settings_of_the_run_follow_the_versions(tables):
    items = tables["versions"].set_index("item")["version"]
    assert items["Setting alpha"] == "0.05"
    assert {"Setting rope", "Setting timeout_seconds", "Setting memory_mb"} <= {*items.index}


def test_every_table_has_its_documented_columns(frames, tables):
    assert list(tables) == list(columns.COLUMNS)
    for name, table in tables.items():
        further = [] if name == "discretizers" else list(table.columns)
        assert further in ([], columns.COLUMNS[name].split()), name
    judged = comparisons.analyze_comparisons([], frames)
    assert all(table.empty for table in judged.values())


@pytest.mark.parametrize("scored", [True, False])
def test_a_run_of_one_data_set_or_without_scores_has_all_tables(tmp_path, scored):
    content = configure(["honest"], ["a"], ["nb", "tan"])
    failures = [("honest", "a", "", "fetch", "unavailable", "no file", "get it")]
    rows = draw(["a"], ["nb", "tan"]) if scored else []
    tables = compute_tables(complete(content, rows, failures=[] if scored else failures))
    assert list(tables) == list(columns.COLUMNS)
    assert tables["ranking"].empty
    assert len(tables["failures"]) == (not scored)
    write_tables(tables, tmp_path / "tables")
    build_site(tmp_path / "tables", tmp_path / "figures", tmp_path / "site")
    # all pages that the rule report declares
    pages = {"index", "methods", "datasets", "claims", "statistics", "about"}
    assert pages <= {path.stem for path in (tmp_path / "site").glob("*.html")}


ODD = ["1984", "nan", "null", "true", "1e5", "007", "inf", "n-a", "none"]


def test_ids_pass_unchanged_from_scores_to_the_tables(tmp_path):
    """No other id can be mistaken for another value."""
    rows = [("nan", d, m, 0, f, 5, 10, "accuracy", 0.5 + f / 9) for d in ODD for m in ODD for f in range(2)]
    failures = [("nan", d, "1984", "fit", "failed", "null", "nan") for d in ODD]
    content = configure(["nan"], ODD, ODD, reference="null")
    tables = compute_tables(complete(content, rows, failures=failures))
    write_tables(tables, tmp_path / "tables")
    ranking = read_results_csv(tmp_path / "tables" / "ranking.csv")
    assert sorted(ranking.query("primary")["method"]) == sorted(ODD)
    assert set(ranking["protocol"]) == {"nan"}
    matrix = read_results_csv(tmp_path / "tables" / "matrix.csv")
    assert set(matrix["dataset"]) == set(matrix["method"]) == set(ODD)
    assert set(read_results_csv(tmp_path / "tables" / "failures.csv")["reason"]) == {"null"}


def test_missing_numbers_stay_missing(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("method,value,fit_seconds,fold\nnan,nan,,0\nNA,inf,0.1,1\n")
    frame = read_results_csv(path)
    assert frame["method"].tolist() == ["nan", "NA"]
    assert frame["value"].isna().tolist() == [True, False]
    assert frame["fit_seconds"].isna().tolist() == [True, False]
    assert frame["fold"].dtype.kind == "i"

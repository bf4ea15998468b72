"""Tests of two methods: Wilcoxon with ties and zeros, and tests on folds; and `naivebench compare`."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from naivebench.cli import compare as compare_command
from naivebench.cli.compare import read_scores
from naivebench.cli.main import make_parser
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.fold_scores import compare_fold_scores
from naivebench.evaluation.statistics.sorted_runs import sorted_runs
from naivebench.evaluation.statistics.wilcoxon import signed_rank

pytestmark = pytest.mark.slow

SMALL = st.lists(st.integers(-4, 4), min_size=1, max_size=9)
EXAMPLE = Path(__file__).parents[2] / "data" / "published" / "garcia-herrera-2008.csv"


# Wilcoxon with ties and zeros


def by_signs(d):
    """The p of both tails and the two-sided p, from all signs of the non-zero differences."""
    d = np.array(d, dtype=float)
    kept = d[d != 0]
    ranks = scipy.stats.rankdata(np.abs(kept))
    observed = ranks[kept > 0].sum()
    sums = np.array([(ranks * signs).sum() for signs in itertools.product((0, 1), repeat=len(ranks))])
    upper, lower = (sums >= observed - 1e-9).mean(), (sums <= observed + 1e-9).mean()
    return {"greater": upper, "less": lower, "two-sided": min(1, 2 * min(upper, lower))}


@given(SMALL)
def test_exact_wilcoxon_with_ties_by_enumeration(values):
    expected = by_signs(values)
    for sides in ("greater", "less", "two-sided"):
        found = signed_rank(np.array(values, dtype=float), sides=sides)
        assert found.p == pytest.approx(expected[sides], rel=1e-12)
        assert found.method == "exact"


@pytest.mark.parametrize(("n", "expected"), [(25, "exact"), (26, "normal")])
def test_the_kind_of_wilcoxon_follows_the_number_of_differences(n, expected):
    assert signed_rank(np.append(np.random.default_rng(n).normal(size=n), [0.0] * 9)).method == expected


# on the folds of one data set


def folds(runs=3, k=5, seed=0):
    """Scores of two methods, (J,) each, and the run of every fold."""
    scores = np.random.default_rng(seed).normal([0.82, 0.8], 0.02, (runs * k, 2))
    return *scores.T, np.repeat(np.arange(runs), k)


def test_tests_within_a_data_set():
    x, y, runs = folds()
    found = compare_fold_scores(x, y, runs, 0.25)
    d = x - y
    expected = corrected_t(d, 0.25)
    assert {k: pytest.approx(v) for k, v in expected._asdict().items()} == found["corrected_t"]
    assert found["sorted_runs"] == sorted_runs(d.reshape(3, 5))._asdict()
    assert found["effect_size"] == pytest.approx(d.mean() / d.std(ddof=1))
    means = [of.reshape(3, 5).mean(axis=1) for of in (x, y)]
    assert found["mann_whitney"]["p"] == pytest.approx(scipy.stats.mannwhitneyu(*means).pvalue)
    wins = np.greater.outer(*means).mean()  # of all pairs of runs
    assert found["mann_whitney"]["rank_biserial"] == pytest.approx(wins - (1 - wins))
    assert found["bayes"]["better"] > found["bayes"]["worse"]


def test_lower_is_better_reverses_effects_and_not_differences():
    high, low = compare_fold_scores(*folds(), 0.25), compare_fold_scores(*folds(), 0.25, lower_is_better=True)
    assert high["mean_difference"] == low["mean_difference"]
    assert high["corrected_t"] == low["corrected_t"]
    assert high["effect_size"] == pytest.approx(-low["effect_size"])
    assert (high["bayes"]["better"], high["mann_whitney"]["rank_biserial"]) == (
        low["bayes"]["worse"],
        -low["mann_whitney"]["rank_biserial"],
    )


def test_where_tests_on_folds_are_not_defined():
    one = compare_fold_scores(*folds(runs=1), 0.25)
    assert "mann_whitney" not in one
    assert one["sorted_runs"]["runs"] == 1
    holdouts = compare_fold_scores(*folds(runs=6, k=1), None)
    assert holdouts.keys() == {"n", "mean_difference", "note", "mann_whitney"}
    assert holdouts["note"].startswith("every run has one fold")
    infinite = compare_fold_scores(np.array([np.inf, 1.0]), np.ones(2), np.zeros(2), 1.0)
    assert infinite["note"] == "both methods have a finite score on 1 fold, but at least 2 are needed"
    uneven = np.r_[np.zeros(4), np.ones(11)]
    assert "sorted_runs" not in compare_fold_scores(*folds()[:2], uneven, 0.25)


# the command


def test_command_on_the_example_matrix(tmp_path, capsys):
    given = ["--reference", "NaiveBayes", "--rope", "0.02"]
    words = ["compare", str(EXAMPLE), "--out", str(tmp_path / "r.json"), *given]
    compare_command.run(make_parser(words[:1]).parse_args(words))
    result = json.loads((tmp_path / "r.json").read_text())
    assert (result["rope"], result["control"]["reference"], result["folds"]) == (0.02, "NaiveBayes", [])
    assert [(pair["a"], pair["b"]) for pair in result["bayes"]] == [
        (m, "NaiveBayes") for m in result["average_ranks"] if m != "NaiveBayes"
    ]
    assert result["notes"] == []
    shown = capsys.readouterr().out
    for part in ("average rank", "Iman–Davenport, F", "bergmann_hommel"):
        assert part in shown


def test_command_on_single_folds(tmp_path, capsys):
    values = np.random.default_rng(5).random((4, 2, 6)).round(3)  # data set, method, three folds of two runs
    rows = [f"d{d},{'ab'[m]},{f // 3},{f % 3},{values[d, m, f]}\n" for d, m, f in np.ndindex(4, 2, 6)]
    (tmp_path / "scores.csv").write_text("dataset,method,repeat,fold,value\n" + "".join(rows))
    words = ["compare", str(tmp_path / "scores.csv"), "--out", str(tmp_path / "r.json")]
    compare_command.run(make_parser(words[:1]).parse_args(words))
    result = json.loads((tmp_path / "r.json").read_text())
    assert [(f["dataset"], f["n"], f["corrected_t"]["test_train_ratio"]) for f in result["folds"]] == [
        (f"d{i}", 6, 0.5) for i in range(4)
    ]
    scores = read_scores(str(tmp_path / "scores.csv"))[0]
    assert scores.to_numpy() == pytest.approx(values.mean(axis=2))
    assert result["notes"] == [
        "With 4 data sets Wilcoxon's two-sided p is at least 0.125 and cannot reach 0.05."
    ]

"""Tests of two methods: Wilcoxon with ties and zeros, McNemar, Mann and Whitney, and tests on folds.

The whole of `naivebench compare` is tested too.
"""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from support.compared import compare, complete, on_folds

from naivebench.cli import compare as compare_command
from naivebench.cli.compare import read_scores
from naivebench.cli.main import make_parser
from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import compare as completed
from naivebench.evaluation.statistics import within
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.effect_sizes import cohen_d
from naivebench.evaluation.statistics.mann_whitney import mann_whitney
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


# signs


# Mann and Whitney


def test_a_constant_against_ten_runs_has_a_smallest_p():
    """The smallest p is that of 2 of the C(20, 10) choices, whatever the difference."""
    assert (
        mann_whitney([0.9] * 10, [0.8] * 10).p
        == mann_whitney([0.5] * 10, np.linspace(0.1, 0.2, 10)).p
        == pytest.approx(2 / 184756)
    )
    assert mann_whitney([1.0] * 4, [1.0] * 4).p == mann_whitney([1.0] * 40, [1.0] * 40).p == 1


def test_mann_whitney_is_symmetric_and_checks_its_input():
    x, y = [1.0, 4, 6], [2.0, 3, 3, 0]
    assert mann_whitney(x, y).p == mann_whitney(y, x).p
    assert mann_whitney(x, y).rank_biserial == pytest.approx(-mann_whitney(y, x).rank_biserial)
    assert mann_whitney([5.0, 6], [1.0]).rank_biserial == 1
    with pytest.raises(InputError, match="needs two samples without missing values, got 2 and 0 values"):
        mann_whitney([1.0, 2], [])


# on the folds of one data set


def folds(runs=3, k=5, seed=0, ratio=0.25):
    values = np.random.default_rng(seed).normal([0.8, 0.82, 0.79], 0.02, (runs * k, 3))
    return within.Folds("zoo", ("a", "b", "c"), values, np.repeat(np.arange(runs), k), ratio)


def test_tests_within_a_data_set():
    f = folds()
    d = f.values[:, 1] - f.values[:, 0]
    found = on_folds(f, "b", "a")
    t, runs = corrected_t(d, 0.25), sorted_runs(d.reshape(3, 5))
    assert found["corrected_t"] == {
        "statistic": pytest.approx(t.statistic),
        "df": 14,
        "p": pytest.approx(t.p),
        "test_train_ratio": 0.25,
        "mean": pytest.approx(d.mean()),
        "n": 15,
        "note": "",
    }
    assert found["sorted_runs"] == runs._asdict()
    assert found["cohen_d"] == pytest.approx(cohen_d(d), rel=1e-6)
    means = f.values.reshape(3, 5, 3).mean(axis=1)
    assert found["mann_whitney"]["p"] == pytest.approx(
        scipy.stats.mannwhitneyu(means[:, 1], means[:, 0]).pvalue
    )
    assert found["bayes"]["better"] > found["bayes"]["worse"]


def test_lower_is_better_reverses_effects_and_not_differences():
    high, low = on_folds(folds(), "b", "a"), on_folds(folds(), "b", "a", lower_is_better=True)
    assert high["mean_difference"] == low["mean_difference"]
    assert high["corrected_t"] == low["corrected_t"]
    assert high["cohen_d"] == pytest.approx(-low["cohen_d"])
    assert (high["bayes"]["better"], high["mann_whitney"]["rank_biserial"]) == (
        low["bayes"]["worse"],
        -low["mann_whitney"]["rank_biserial"],
    )


def test_where_tests_on_folds_are_not_defined():
    one = on_folds(folds(runs=1), "a", "b")
    assert one["mann_whitney"] is None
    assert one["sorted_runs"]["runs"] == 1
    holdouts = on_folds(folds(runs=6, k=1, ratio=None), "a", "b")
    assert holdouts["corrected_t"] is holdouts["bayes"] is holdouts["sorted_runs"] is None
    assert holdouts["note"].startswith("one fold in every run")
    infinite = folds(runs=1, k=2)._replace(values=np.array([[np.inf, 1, 1], [1.0, 1, 1]]))
    assert (
        on_folds(infinite, "a", "b")["note"]
        == "both methods have a finite score on 1 folds, but at least 2 are needed"
    )
    uneven = folds()._replace(repeats=np.r_[np.zeros(4), np.ones(11)])
    assert on_folds(uneven, "a", "b")["sorted_runs"] is None


# all of it


def test_complete_contains_the_results_of_compare():
    s = np.random.default_rng(4).random((10, 4)).round(3)
    names, sets = list("abcd"), [f"d{i}" for i in range(10)]
    everything, plain = complete(s, names, sets), compare(s, names, sets)
    assert {k: v for k, v in everything.items() if k in plain} == plain
    assert set(everything) - set(plain) == {"win_tie_loss", "rank_biserial", "bayes", "folds"}
    assert len(everything["bayes"]["pairs"]) == 6
    assert len(complete(s, names, sets, reference="c")["bayes"]["pairs"]) == 3


def command(tmp_path, content, out="r.json", **options):
    path = tmp_path / "scores.csv"
    path.write_text(content)
    given = [
        word for name, value in options.items() if value is not None for word in (f"--{name}", str(value))
    ]
    words = ["compare", str(path), "--out", str(tmp_path / out), *given]
    compare_command.run(make_parser(words[:1]).parse_args(words))
    return json.loads((tmp_path / out).read_text())


def tidy(columns="repeat,fold,", methods="ab"):
    rng = np.random.default_rng(5)
    rows = [
        f"d{d},{m}," + (f"{r},{f}," if columns else "") + f"{rng.random():.3f}"
        for d in range(4)
        for m in methods
        for r, f in (itertools.product(range(2), range(3)) if columns else [(0, 0)])
    ]
    return f"dataset,method,{columns}value\n" + "\n".join(rows) + "\n"


def test_command_on_the_example_matrix(tmp_path, capsys):
    given = ["--reference", "NaiveBayes", "--rope", "0.02"]
    words = ["compare", str(EXAMPLE), "--out", str(tmp_path / "r.json"), *given]
    compare_command.run(make_parser(words[:1]).parse_args(words))
    result = json.loads((tmp_path / "r.json").read_text())
    assert (result["bayes"]["rope"], result["control"]["reference"], result["folds"]) == (
        0.02,
        "NaiveBayes",
        [],
    )
    shown = capsys.readouterr().out
    for part in ("average rank", "Iman-Davenport", "bergmann_hommel"):
        assert part in shown


def test_command_on_single_folds(tmp_path, capsys):
    text = tidy()
    result = command(tmp_path, text)
    assert [(f["dataset"], f["n"], f["corrected_t"]["test_train_ratio"]) for f in result["folds"]] == [
        (f"d{i}", 6, 0.5) for i in range(4)
    ]
    values = np.array([float(line.split(",")[-1]) for line in text.splitlines()[1:]]).reshape(4, 2, 6)
    assert read_scores(str(tmp_path / "scores.csv")).values == pytest.approx(values.mean(axis=2))


def test_sizes_of_the_parts_give_the_ratio(tmp_path):
    text = "dataset,method,repeat,n_test,n_train,value\n"
    text += "".join(
        f"d{d},{m},{r},50,100,0.{d + r}{'ab'.index(m)}\n" for d in range(2) for m in "ab" for r in range(3)
    )
    assert command(tmp_path, text)["folds"][0]["corrected_t"]["test_train_ratio"] == 0.5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (tidy() + "d0,a,0,0,0.5\n", "method 'a' on data set 'd0', repeat 0, fold 0 has two scores: keep one"),
        (
            tidy() + "d0,c,0,0,0.5\n",
            "method 'c' on data set 'd0', repeat 0, fold 1 has no value: add the score",
        ),
        (
            tidy().replace("d3,b,1,2,", "d3,b,1,x,"),
            "line 49: the fold of method 'b' is 'x', which is not a number",
        ),
        (tidy(methods="a"), "a comparison needs at least 2 methods and 1 data set, but there are 1 and 4"),
    ],
)
def test_wrong_tables_of_folds(tmp_path, text, expected):
    with pytest.raises(InputError, match=expected):
        command(tmp_path, text)


def test_everything_says_the_same_of_scores_and_of_losses():
    scores = np.random.default_rng(8).normal([0.0, 0.4, 1.0], 0.5, (12, 3))
    names = list("abc"), [f"d{i}" for i in range(12)]
    high, low = completed.complete(scores, *names), completed.complete(-scores, *names, lower_is_better=True)
    assert low.win_tie_loss == high.win_tie_loss
    assert low.rank_biserial == high.rank_biserial
    for pair, test in high.bayes.pairs.items():
        assert low.bayes.pairs[pair] == test._replace(mean_difference=-test.mean_difference)
    test = high.bayes.pairs["a", "c"]  # c is better
    assert (test.worse > 0.9, test.mean_difference < 0, high.rank_biserial.values[2][0] > 0) == (True,) * 3

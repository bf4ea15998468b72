"""The whole comparison of a matrix, its reader and its text."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from support.compared import compare

from naivebench.cli.compare import read_scores, write_text
from naivebench.core.checks import InputError
from naivebench.evaluation.statistics.compare import CORRECTIONS, complete

EXAMPLE = Path(__file__).parents[2] / "data" / "published" / "garcia-herrera-2008.csv"
KEYS = {
    *(
        "average_ranks",
        "friedman",
        "friedman_ties",
        "iman_davenport",
        "pairs",
        "critical_difference",
        "control",
        "cliques",
    ),
    *("n_datasets", "n_methods", "alpha", "better", "notes"),
}


def run(scores, **options):
    """Compare scores with invented names, and check that the result is JSON with finite numbers only."""
    scores = np.asarray(scores, dtype=float)
    names = [f"m{j}" for j in range(scores.shape[1])], [f"d{i}" for i in range(len(scores))]
    result = compare(scores, *names, **options)
    assert set(result) == KEYS
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    for note in result["notes"]:
        assert note[0].isupper()
        assert note.endswith(".")
    return result


def text_of(scores):
    """The text that the command prints for these scores."""
    scores = np.asarray(scores, dtype=float)
    names = [f"m{j}" for j in range(scores.shape[1])], [f"d{i}" for i in range(len(scores))]
    return write_text(complete(scores, *names).comparison)


def test_example_matrix():
    m = read_scores(EXAMPLE)
    assert m.values.shape == (30, 5)
    assert m.methods == ["C4.5", "k-NN(k=1)", "NaiveBayes", "Kernel", "CN2"]
    result = compare(m.values, m.methods, m.datasets)
    expected = scipy.stats.rankdata(-m.values, axis=1).mean(axis=0)
    assert list(result["average_ranks"].values()) == pytest.approx(expected.tolist())
    corrected = scipy.stats.friedmanchisquare(*m.values.T)
    assert f"Friedman's statistic is {corrected.statistic:.6g} (p = {corrected.pvalue:.4g})" in " ".join(
        result["notes"]
    )
    found = result["friedman_ties"]
    assert (found["statistic"], found["p"]) == pytest.approx((corrected.statistic, corrected.pvalue))
    assert found["statistic"] > result["friedman"]["statistic"]
    assert len(result["pairs"]) == 10
    assert [(p["a"], p["b"]) for p in result["pairs"][:2]] == [("C4.5", "k-NN(k=1)"), ("C4.5", "NaiveBayes")]


def test_a_pair_by_hand():
    scores = np.array([[0.9, 0.8, 0.1], [0.7, 0.75, 0.2], [0.6, 0.6, 0.3], [0.9, 0.6, 0.4]])
    result = run(scores)
    assert result["average_ranks"] == {"m0": 1.375, "m1": 1.625, "m2": 3.0}
    pair = result["pairs"][0]
    assert (pair["a"], pair["b"], pair["wins"], pair["ties"], pair["losses"]) == ("m0", "m1", 2, 1, 1)
    assert pair["rank_difference"] == -0.25
    assert pair["z"] == pytest.approx(0.25 / math.sqrt(3 * 4 / 24))
    assert pair["p"] == pytest.approx(2 * scipy.stats.norm.sf(pair["z"]))
    assert pair["mean_difference"] == pytest.approx(0.0875)
    assert pair["wilcoxon"] == {
        "statistic": 1,
        "p": 0.5,
        "n": 3,
        "zeros": 1,
        "method": "exact",
        "rank_biserial": pytest.approx(4 / 6),
    }
    assert pair["sign_test"] == {"statistic": 2, "p": 1.0, "n": 3}


def test_orientation():
    scores = np.random.default_rng(0).normal(size=(9, 4))
    high, low = run(scores), run(-scores, lower_is_better=True)
    assert high["average_ranks"] == low["average_ranks"]
    assert (high["better"], low["better"]) == ("higher", "lower")
    for a, b in zip(high["pairs"], low["pairs"], strict=True):
        assert a["wins"] == b["wins"]
        assert a["wilcoxon"] == b["wilcoxon"]
        assert a["mean_difference"] == pytest.approx(-b["mean_difference"])


def test_swapped_methods_mirror_a_pair():
    scores = np.random.default_rng(1).normal(size=(7, 2))
    a, b = run(scores)["pairs"][0], run(scores[:, ::-1])["pairs"][0]
    assert (a["wins"], a["losses"], a["p"]) == (b["losses"], b["wins"], b["p"])
    assert a["wilcoxon"]["rank_biserial"] == -b["wilcoxon"]["rank_biserial"]


def test_rounding_noise_is_a_tie():
    """In floating point, 0.85 - 0.80 and 0.75 - 0.70 differ, and so do 0.1 + 0.2 and 0.3."""
    scores = np.array([[0.85, 0.80], [0.75, 0.70], [0.1 + 0.2, 0.3], [0.5, 0.6]])
    pair = run(scores)["pairs"][0]
    assert (pair["wins"], pair["ties"], pair["losses"]) == (2, 1, 1)
    assert pair["wilcoxon"]["method"] == "exact"
    assert pair["wilcoxon"]["statistic"] == 3
    assert pair["wilcoxon"]["p"] == 1  # W is 3; the rank sums are 0, 1.5, 1.5, 3, 3, 4.5, 4.5, 6


def test_two_methods():
    result = run([[1, 0], [3, 2.5], [4, 1], [1, 2]])
    pair = result["pairs"][0]
    assert {pair[c] for c in CORRECTIONS} == {pair["p"]}
    assert any(note.startswith("With two methods") for note in result["notes"])


def test_one_data_set():
    scores = [[0.3, 0.2, 0.1]]
    result = run(scores)
    assert result["iman_davenport"] == {"statistic": None, "df": [2, 0], "p": None}
    assert any(note.startswith("There is one data set") for note in result["notes"])


def test_the_same_order_everywhere():
    scores = np.tile([3.0, 2, 1], (6, 1)) + np.arange(6)[:, None]
    result = run(scores)
    assert result["iman_davenport"] == {"statistic": None, "df": [2, 10], "p": 0}
    assert result["friedman"]["kendall_w"] == pytest.approx(1)
    assert (
        "All data sets rank the methods in the same order: the F form of Friedman's test is infinite."
        in result["notes"]
    )


def test_all_methods_tie():
    result = run(np.ones((5, 4)))
    assert result["friedman"]["p"] == 1
    assert result["iman_davenport"]["p"] == 1
    assert all(p[c] == 1 for p in result["pairs"] for c in CORRECTIONS)
    assert all(p["wilcoxon"]["p"] == 1 and p["ties"] == 5 for p in result["pairs"])
    assert result["cliques"]["holm"] == [["m0", "m1", "m2", "m3"]]
    assert "All methods tie on all data sets." in result["notes"]


def test_identical_columns():
    scores = np.random.default_rng(2).normal(size=(8, 3))
    result = run(np.column_stack([scores, scores[:, 0]]))
    same = result["pairs"][2]
    assert (same["a"], same["b"], same["ties"], same["p"], same["bergmann_hommel"]) == ("m0", "m3", 8, 1, 1)
    assert "Both methods tie on every data set in 1 of 6 pairs (p = 1)." in result["notes"]


def test_infinite_scores():
    scores = np.array(
        [[0.3, math.inf, 0.4], [0.2, math.inf, math.inf], [math.inf, 0.1, 0.2], [0.5, 0.6, 0.7]]
    )
    result = run(scores, lower_is_better=True)
    first = result["pairs"][0]
    assert (first["wins"], first["ties"], first["losses"]) == (3, 0, 1)
    assert first["mean_difference"] is None
    assert result["pairs"][2]["ties"] == 1


def test_few_data_sets_are_noted():
    note = "With 5 data sets Wilcoxon's two-sided p is at least 0.0625 and cannot reach 0.05."
    assert note in run(np.random.default_rng(3).normal(size=(5, 3)))["notes"]
    assert note not in run(np.random.default_rng(3).normal(size=(6, 3)))["notes"]


def test_many_methods():
    result = run(np.random.default_rng(4).normal(size=(12, 14)) + np.arange(14))
    assert all(p["bergmann_hommel"] <= p["shaffer"] <= p["holm"] <= p["nemenyi"] for p in result["pairs"])
    assert result["cliques"]["holm"]
    assert result["cliques"]["bergmann_hommel"]


def test_cliques_follow_the_corrections():
    result = run(np.random.default_rng(5).normal(size=(30, 6)) + np.arange(6) * 0.8)
    for correction in ("holm", "bergmann_hommel"):
        apart = {frozenset((p["a"], p["b"])) for p in result["pairs"] if p[correction] <= 0.05}
        for group in result["cliques"][correction]:
            assert not any(frozenset((a, b)) in apart for a in group for b in group)
            assert group == sorted(group, key=result["average_ranks"].get)
    cd = result["critical_difference"]
    for group in result["cliques"]["critical_difference"]:
        assert result["average_ranks"][group[-1]] - result["average_ranks"][group[0]] < cd


def test_same_input_same_bytes():
    scores = np.random.default_rng(6).normal(size=(10, 5))
    assert json.dumps(run(scores)) == json.dumps(run(scores.copy()))


@pytest.mark.parametrize(
    ("scores", "methods", "datasets", "alpha", "message"),
    [
        (
            np.zeros((2, 2)),
            ["a", "b"],
            ["x"],
            0.05,
            r"the scores have shape \(2, 2\), expected 1 data sets x 2 methods",
        ),
        (
            np.zeros((2, 1)),
            ["a"],
            ["x", "y"],
            0.05,
            "a comparison needs at least 2 methods and 1 data set, but there are 1 and 2",
        ),
        (np.zeros((1, 2)), ["a", "a"], ["x"], 0.05, "method 'a' occurs twice"),
        (
            np.array([[0, np.nan]]),
            ["a", "b"],
            ["x"],
            0.05,
            "the score of 'b' on 'x' is missing: leave out the method or the data set",
        ),
        (np.zeros((1, 2)), ["a", "b"], ["x"], 5, "alpha is 5, expected a number between 0 and 1"),
    ],
)
def test_bad_arguments(scores, methods, datasets, alpha, message):
    with pytest.raises(InputError, match=message):
        compare(scores, methods, datasets, alpha=alpha)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("d,a,b\n", "has no rows|no data|is empty|0 data sets"),
    ],
)
def test_files_without_scores(tmp_path, content, message):
    path = tmp_path / "scores.csv"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_scores(str(path))


def test_infinite_scores_are_noted():
    scores = np.array([[0.1, np.inf], [0.2, 0.3], [0.5, 0.1]])
    result = compare(scores, ["a", "b"], ["x", "y", "z"], lower_is_better=True)
    assert "Infinite scores (1 of 6) only count by rank." in result["notes"]


def test_repeated_data_sets_are_noted():
    result = compare(np.random.default_rng(0).normal(size=(3, 2)), ["a", "b"], ["x", "x", "y"])
    assert "Data sets that are listed more than once count as independent: x." in result["notes"]


def test_text():
    text = text_of([[1, 2, 3.0], [1, 3, 2], [2, 4, 5], [0, 1, 2], [5, 6, 9], [0, 3, 4]])
    lines = text.splitlines()
    assert lines[0] == "3 methods on 6 data sets (higher is better)"
    assert lines[3].split() == ["m2", "1.17"]
    assert [line.split()[:3] for line in lines if " - " in line][0] == ["m0", "-", "m2"]
    assert all(line == line.rstrip() for line in lines)

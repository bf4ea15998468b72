"""The whole comparison of a matrix, its reader and its text."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from support.compared import compare

from naivebench.cli.compare import read_scores
from naivebench.core.checks import InputError
from naivebench.evaluation.statistics.compare import CORRECTIONS

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


def test_all_methods_tie():
    result = run(np.ones((5, 4)))
    assert result["friedman"]["p"] == 1
    assert result["iman_davenport"]["p"] == 1
    assert all(p[c] == 1 for p in result["pairs"] for c in CORRECTIONS)
    assert all(p["wilcoxon"]["p"] == 1 and p["ties"] == 5 for p in result["pairs"])
    assert result["cliques"]["holm"] == [["m0", "m1", "m2", "m3"]]
    assert "All methods tie on all data sets." in result["notes"]


def test_infinite_scores():
    scores = np.array(
        [[0.3, math.inf, 0.4], [0.2, math.inf, math.inf], [math.inf, 0.1, 0.2], [0.5, 0.6, 0.7]]
    )
    result = run(scores, lower_is_better=True)
    first = result["pairs"][0]
    assert (first["wins"], first["ties"], first["losses"]) == (3, 0, 1)
    assert first["mean_difference"] is None
    assert result["pairs"][2]["ties"] == 1


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
    ("content", "message"), [("", "is empty"), ("d,a,b\n", "has no rows|no data|is empty|0 data sets")]
)
def test_files_without_scores(tmp_path, content, message):
    path = tmp_path / "scores.csv"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_scores(str(path))

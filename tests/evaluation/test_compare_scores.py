"""The whole comparison of a matrix: ranks, tests and pairs by hand, ties, infinite scores, and the reader."""

import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import scipy.stats

from naivebench.cli.compare import read_scores
from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import wilcoxon
from naivebench.evaluation.statistics.compare import compare, list_both_orders
from naivebench.evaluation.statistics.posthoc import CORRECTIONS

EXAMPLE = Path(__file__).parents[2] / "data" / "published" / "garcia-herrera-2008.csv"


def matrix(scores):
    """Scores with invented names: data sets d0, d1, ... x methods m0, m1, ..."""
    scores = np.asarray(scores, dtype=float)
    names = [f"{letter}{i}" for letter, n in zip("dm", scores.shape, strict=True) for i in range(n)]
    return pd.DataFrame(scores, names[: len(scores)], names[len(scores) :])


def test_example_matrix():
    scores, folds = read_scores(EXAMPLE)
    assert scores.shape == (30, 5)
    assert folds == []
    assert list(scores) == ["C4.5", "k-NN(k=1)", "NaiveBayes", "Kernel", "CN2"]
    result = compare(scores)
    expected = scipy.stats.rankdata(-scores.to_numpy(), axis=1).mean(axis=0)
    assert list(result.average_ranks.values()) == pytest.approx(expected.tolist())
    corrected = scipy.stats.friedmanchisquare(*scores.to_numpy().T)
    plain, ties, _ = result.tests.to_dict("records")
    assert (ties["statistic"], ties["p"]) == pytest.approx((corrected.statistic, corrected.pvalue))
    assert ties["statistic"] > plain["statistic"]
    assert len(result.pairs) == 10
    assert result.pairs[["a", "b"]].to_numpy()[:2].tolist() == [["C4.5", "k-NN(k=1)"], ["C4.5", "NaiveBayes"]]


def test_a_pair_by_hand():
    result = compare(matrix([[0.9, 0.8, 0.1], [0.7, 0.75, 0.2], [0.6, 0.6, 0.3], [0.9, 0.6, 0.4]]))
    assert result.average_ranks == {"m0": 1.375, "m1": 1.625, "m2": 3.0}
    pair = next(result.pairs.itertuples())
    assert (pair.a, pair.b, pair.wins, pair.ties, pair.losses) == ("m0", "m1", 2, 1, 1)
    assert pair.rank_difference == -0.25
    assert pair.z == pytest.approx(0.25 / math.sqrt(3 * 4 / 24))
    assert pair.p == pytest.approx(2 * scipy.stats.norm.sf(pair.z))
    assert pair.mean_difference == pytest.approx(0.0875)
    assert (pair.wilcoxon_statistic, pair.wilcoxon, pair.rank_biserial) == (1, 0.5, pytest.approx(4 / 6))
    assert pair.sign == 1.0


def test_a_pair_in_the_other_order_has_the_opposite_signs():
    pairs = list_both_orders(compare(matrix(np.random.default_rng(1).integers(0, 5, (15, 4)) / 7)).pairs)
    for a, b in (("m0", "m1"), ("m3", "m2")):
        one, other = pairs.loc[(a, b)], pairs.loc[(b, a)]
        assert (one["wins"], one["ties"], one["p"]) == (other["losses"], other["ties"], other["p"])
        signed = ["rank_difference", "rank_biserial", "mean_difference"]
        assert one[signed].tolist() == (-other[signed]).tolist()


def test_all_methods_tie():
    result = compare(matrix(np.ones((5, 4))))
    assert result.tests["p"].tolist() == [1, 1, 1]
    assert (result.pairs[[*CORRECTIONS, "wilcoxon"]] == 1).all(axis=None)
    assert (result.pairs["ties"] == 5).all()


def test_one_data_set_has_no_f_test():
    result = compare(matrix([[0.1, 0.2, 0.3]]))
    assert result.tests["test"].str.startswith("Friedman").tolist() == [True, True]


def test_infinite_scores():
    inf = math.inf
    result = compare(
        matrix([[0.3, inf, 0.4], [0.2, inf, inf], [inf, 0.1, 0.2], [0.5, 0.6, 0.7]]), lower_is_better=True
    )
    first, _, last = result.pairs.itertuples()
    assert (first.wins, first.ties, first.losses) == (3, 0, 1)
    assert math.isnan(first.mean_difference)
    assert last.ties == 1


def test_losses_are_scores_turned_around():
    scores = matrix(np.random.default_rng(8).normal([0.0, 0.4, 1.0], 0.5, (12, 3)))
    high, low = compare(scores, reference="m0"), compare(-scores, lower_is_better=True, reference="m0")
    assert high.average_ranks == low.average_ranks
    pd.testing.assert_frame_equal(high.control, low.control)
    low.pairs["mean_difference"] *= -1
    pd.testing.assert_frame_equal(high.pairs, low.pairs)


def test_wins_use_the_noise_of_their_two_methods():
    """A third method with larger scores does not turn a difference above the noise into a tie."""
    pair = next(compare(matrix([[1e-3, 1e-3 + 1e-14, 1.0], [2e-3, 1e-3, 1.0]])).pairs.itertuples())
    assert (pair.wins, pair.ties, pair.losses) == (1, 0, 1)


def test_sevenths_tie_wherever_they_should():
    """Differences of sixths and sevenths of whole numbers tie if those of the whole numbers do."""
    s = np.random.default_rng(7).integers(0, 9, (20, 2))
    expected = wilcoxon.signed_rank((s[:, 0] - s[:, 1]).astype(float))
    for divisor in (3, 6, 7, 9, 1e5):
        (pair,) = compare(matrix(s / divisor)).pairs.itertuples()
        assert (pair.wilcoxon_statistic, pair.wilcoxon) == (expected.statistic, expected.p)


@pytest.mark.parametrize(
    ("scores", "alpha", "message"),
    [
        (matrix(np.zeros((2, 1))), 0.05, "at least 2 methods and 1 data set, but there are 1 and 2"),
        (matrix(np.zeros((1, 2))).set_axis(["a", "a"], axis=1), 0.05, "method 'a' occurs twice"),
        (matrix([[0, math.nan]]), 0.05, "the score of 'm1' on 'd0' is missing: leave out the method or the"),
        (matrix(np.zeros((1, 2))), 5, "alpha is 5, expected a number between 0 and 1"),
    ],
)
def test_bad_arguments(scores, alpha, message):
    with pytest.raises(InputError, match=message):
        compare(scores, alpha=alpha)


@pytest.mark.parametrize(
    ("content", "message"), [("", "is empty"), ("d,a,b\n", "has no rows|no data|is empty|0 data sets")]
)
def test_files_without_scores(tmp_path, content, message):
    path = tmp_path / "scores.csv"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_scores(str(path))

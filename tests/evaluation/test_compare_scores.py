"""The whole comparison of a matrix: ranks, tests and pairs by hand, ties, infinite scores, the reader, and
the methods that are as good as the best one by paired tests.
"""

import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from scipy import stats

from naivebench.cli.compare import read_scores
from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import compare, posthoc, wilcoxon
from naivebench.evaluation.statistics.bayes import Probabilities
from naivebench.evaluation.statistics.compare import compare_scores, list_both_orders, subtract_scores
from naivebench.evaluation.statistics.posthoc import CORRECTIONS

EXAMPLE = Path(__file__).parents[2] / "data" / "published" / "garcia-herrera-2008.csv"


def matrix(scores):
    """Scores with invented names: data sets d0, d1, ... x methods m0, m1, ..."""
    scores = np.asarray(scores, dtype=float)
    names = [f"{letter}{i}" for letter, n in zip("dm", scores.shape, strict=True) for i in range(n)]
    return pd.DataFrame(scores, names[: len(scores)], names[len(scores) :])


def test_a_pair_by_hand():
    result = compare_scores(matrix([[0.9, 0.8, 0.1], [0.7, 0.75, 0.2], [0.6, 0.6, 0.3], [0.9, 0.6, 0.4]]))
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
    scores = matrix(np.random.default_rng(1).integers(0, 5, (15, 4)) / 7)
    pairs = list_both_orders(compare_scores(scores).pairs)
    for a, b in (("m0", "m1"), ("m3", "m2")):
        one, other = pairs.loc[(a, b)], pairs.loc[(b, a)]
        assert (one["wins"], one["ties"], one["p"]) == (other["losses"], other["ties"], other["p"])
        signed = ["rank_difference", "rank_biserial", "mean_difference"]
        assert one[signed].tolist() == (-other[signed]).tolist()


def test_all_methods_tie():
    result = compare_scores(matrix(np.ones((5, 4))))
    assert result.tests["p"].tolist() == [1, 1, 1]
    assert (result.pairs[[*CORRECTIONS, "wilcoxon"]] == 1).all(axis=None)
    assert (result.pairs["ties"] == 5).all()


def test_one_data_set_has_no_f_test():
    result = compare_scores(matrix([[0.1, 0.2, 0.3]]))
    assert result.tests["test"].str.startswith("Friedman").tolist() == [True, True]


def test_infinite_scores():
    inf = math.inf
    result = compare_scores(
        matrix([[0.3, inf, 0.4], [0.2, inf, inf], [inf, 0.1, 0.2], [0.5, 0.6, 0.7]]), lower_is_better=True
    )
    first, _, last = result.pairs.itertuples()
    assert (first.wins, first.ties, first.losses) == (3, 0, 1)
    assert math.isnan(first.mean_difference)
    assert last.ties == 1


def test_losses_are_scores_turned_around():
    scores = matrix(np.random.default_rng(8).normal([0.0, 0.4, 1.0], 0.5, (12, 3)))
    high = compare_scores(scores, reference="m0")
    low = compare_scores(-scores, reference="m0", lower_is_better=True)
    assert high.average_ranks == low.average_ranks
    pd.testing.assert_frame_equal(high.control, low.control)
    low.pairs["mean_difference"] *= -1
    pd.testing.assert_frame_equal(high.pairs, low.pairs)


def test_wins_use_the_noise_of_their_two_methods():
    """A third method with larger scores does not turn a difference above the noise into a tie."""
    pair = next(compare_scores(matrix([[1e-3, 1e-3 + 1e-14, 1.0], [2e-3, 1e-3, 1.0]])).pairs.itertuples())
    assert (pair.wins, pair.ties, pair.losses) == (1, 0, 1)


def test_sevenths_tie_wherever_they_should():
    """Differences of sixths and sevenths of whole numbers tie if those of the whole numbers do."""
    s = np.random.default_rng(7).integers(0, 9, (20, 2))
    expected = wilcoxon.signed_rank((s[:, 0] - s[:, 1]).astype(float))
    for divisor in (3, 6, 7, 9, 1e5):
        (pair,) = compare_scores(matrix(s / divisor)).pairs.itertuples()
        assert (pair.wilcoxon_statistic, pair.wilcoxon) == (expected.statistic, expected.p)


@pytest.mark.parametrize(
    ("scores", "alpha", "message"),
    [
        (matrix(np.zeros((2, 1))), 0.05, "at least 2 methods and 1 data set, but there are 1 and 2"),
        (matrix(np.zeros((1, 2))).set_axis(["a", "a"], axis=1), 0.05, "method 'a' occurs twice"),
        (matrix([[0, math.nan]]), 0.05, "the score of 'm1' on 'd0' is missing or not a number: correct it"),
        (matrix(np.zeros((1, 2))), 5, "alpha is 5, expected a number between 0 and 1"),
    ],
)
def test_bad_arguments(scores, alpha, message):
    with pytest.raises(InputError, match=message):
        compare_scores(scores, alpha=alpha)


@pytest.mark.parametrize(
    ("content", "message"), [("", "is empty"), ("d,a,b\n", "has no rows|no data|is empty|0 data sets")]
)
def test_files_without_scores(tmp_path, content, message):
    path = tmp_path / "scores.csv"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_scores(str(path))


def compare_with_best(scores, methods, *, lower_is_better=False, rope=0.01):
    """The best method, the first by name among equals, and the verdicts on the others by average rank."""
    frame = pd.DataFrame(scores, columns=methods)
    result = compare_scores(frame, lower_is_better=lower_is_better)
    top, *others = sorted(methods, key=lambda m: (result.average_ranks[m], m))
    gains = subtract_scores(frame, top, -1 if lower_is_better else 1)
    tests = list_both_orders(result.pairs).xs(top, level="b").loc[others]
    return top, tests.join(compare.compare_with_best(gains, tests, rope=rope))


def test_numbers_equal_those_of_the_single_tests():
    rng = np.random.default_rng(0)
    scores = 0.8 + 0.02 * rng.normal(size=(30, 5)) + np.array([0.0, 0.005, 0.01, 0.0, 0.02])
    methods = list("vwxyz")
    top, found = compare_with_best(-scores, methods, lower_is_better=True)
    assert top == methods[int(np.argmin(stats.rankdata(-scores, axis=1).mean(axis=0)))]
    p = []
    for row in found.itertuples():
        d = scores[:, methods.index(row.Index)] - scores[:, methods.index(top)]
        p.append(stats.wilcoxon(d, method="asymptotic", correction=False).pvalue)
        assert row.wilcoxon == pytest.approx(p[-1])
    assert found["p_best"].tolist() == pytest.approx(posthoc.holm(np.array(p)).tolist())


@pytest.mark.parametrize(
    ("p", "effect", "posterior", "expected"),
    [
        (0.05, -0.3, (0.0, 1.0, 0.0), compare.BEHIND),  # significant, even if the probability is small
        (0.05, 0.3, (0.0, 1.0, 0.0), compare.AHEAD),
        (0.051, -0.3, (0.0, 0.08, 0.92), compare.PROBABLY),  # because the probability is large
        (0.051, -0.3, (0.0, 0.5, 0.5), compare.UNDECIDED),
        (0.051, -0.3, (0.02, 0.95, 0.03), compare.EQUIVALENT),
        (1.0, 0.0, (0.03, 0.94, 0.03), compare.UNDECIDED),
        (1.0, 0.0, None, compare.UNDECIDED),
        (0.01, -1.0, None, compare.BEHIND),
    ],
)
def test_the_rule(p, effect, posterior, expected):
    posterior = Probabilities(*posterior) if posterior else None
    assert compare.judge_against_best(p, effect, posterior, 0.05) == expected


def test_equal_methods_are_practically_equivalent_and_the_first_by_name_is_the_best():
    scores = np.repeat(np.linspace(0.5, 0.9, 20)[:, None], 3, axis=1)
    top, found = compare_with_best(scores, ["b", "a", "c"])
    assert top == "a"
    assert found["standing"].tolist() == [compare.EQUIVALENT] * 2
    assert found["p_best"].tolist() == [1.0, 1.0]


def test_a_method_that_beats_the_best_of_the_ranks_is_ahead():
    """The method that is never last has the best rank, but a paired test may prefer another one."""
    n = 60
    wins = np.arange(n) < 42
    steady, other = np.full(n, 0.7), np.where(wins, 0.85, 0.6)
    others = [np.where(wins, 0.5, 0.65) - 0.001 * i for i in range(8)]  # between the two where `other` loses
    top, found = compare_with_best(
        np.column_stack([steady, other, *others]), ["steady", "other", *"abcdefgh"]
    )
    assert top == "steady"
    assert found["standing"]["other"] == compare.AHEAD


@pytest.mark.parametrize("rope", [None, 0.01])
def test_without_a_region_or_with_infinite_scores_wilcoxons_test_decides(rope):
    scores = np.abs(np.random.default_rng(1).normal(size=(9, 3))) + np.array([0.0, 3.0, 9.0])
    scores[2, 1] = np.inf
    top, found = compare_with_best(scores, ["a", "b", "c"], lower_is_better=True, rope=rope)
    assert top == "a"
    assert found["standing"]["c"] == compare.BEHIND


def test_the_verdict_is_based_on_the_corrected_p():
    """Six gains in one direction have p = 2 / 2^6 = 1/32, which is below 0.05; corrected for two comparisons,
    p is 1/16.
    """
    gains = np.arange(1, 7)[:, None] * [0.0, 0.01, 0.02]
    found = compare_with_best(0.9 - gains, ["a", "b", "c"], rope=None)[1]
    assert found["wilcoxon"].tolist() == [0.03125, 0.03125]
    assert found["p_best"].tolist() == [0.0625, 0.0625]
    assert found["standing"].tolist() == [compare.UNDECIDED] * 2


@pytest.mark.parametrize("lower_is_better", [False, True])
def test_scores_that_differ_by_rounding_errors_share_their_rank(lower_is_better):
    """0.1 + 0.2 exceeds 0.3 by 6e-17; whichever method has it, the first by name is the best."""
    scores = np.tile([0.3, 0.1 + 0.2], (20, 1))
    for columns in (scores, scores[:, ::-1]):
        top, found = compare_with_best(columns, ["a", "b"], lower_is_better=lower_is_better)
        assert top == "a"
        assert [*found[["wilcoxon", "p", "standing"]].iloc[0]] == [1.0, 1.0, compare.EQUIVALENT]

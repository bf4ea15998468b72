"""Which methods are as good as the best one, by paired tests that do not depend on other methods."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from naivebench.evaluation.statistics import bayes, best, posthoc
from naivebench.evaluation.statistics.bayes import Probabilities
from naivebench.evaluation.statistics.compare import compare, list_both_orders, subtract_scores


def compare_with_best(scores, methods, *, lower_is_better=False, rope=0.01):
    """The best method, the first by name among equals, and the verdicts on the others by average rank."""
    frame = pd.DataFrame(scores, columns=methods)
    result = compare(frame, lower_is_better=lower_is_better)
    top, *others = sorted(methods, key=lambda m: (result.average_ranks[m], m))
    gains = subtract_scores(frame, top, -1 if lower_is_better else 1)
    tests = list_both_orders(result.pairs).xs(top, level="b").loc[others]
    return top, tests.join(best.compare_with_best(gains, tests, rope=rope))


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
        assert (row.rope_best, row.worse_best) == bayes.signed_rank(d, 0.01)[1:]
    assert found["p_best"].tolist() == pytest.approx(posthoc.holm(np.array(p)).tolist())


@pytest.mark.parametrize(
    ("p", "effect", "posterior", "expected"),
    [
        (0.05, -0.3, (0.0, 1.0, 0.0), best.BEHIND),  # significant, even if the probability is small
        (0.05, 0.3, (0.0, 1.0, 0.0), best.AHEAD),
        (0.051, -0.3, (0.0, 0.08, 0.92), best.PROBABLY),  # probably behind, because the probability is large
        (0.051, -0.3, (0.0, 0.5, 0.5), best.UNDECIDED),
        (0.051, -0.3, (0.02, 0.95, 0.03), best.EQUIVALENT),
        (1.0, 0.0, (0.03, 0.94, 0.03), best.UNDECIDED),
        (1.0, 0.0, None, best.UNDECIDED),
        (0.01, -1.0, None, best.BEHIND),
    ],
)
def test_the_rule(p, effect, posterior, expected):
    posterior = Probabilities(*posterior) if posterior else None
    assert best.judge_method(p, effect, posterior, 0.05) == expected


def test_equal_methods_are_practically_equivalent_and_the_first_by_name_is_the_best():
    scores = np.repeat(np.linspace(0.5, 0.9, 20)[:, None], 3, axis=1)
    top, found = compare_with_best(scores, ["b", "a", "c"])
    assert top == "a"
    assert found["standing"].tolist() == [best.EQUIVALENT] * 2
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
    assert found["standing"]["other"] == best.AHEAD


@pytest.mark.parametrize("rope", [None, 0.01])
def test_without_a_region_or_with_infinite_scores_wilcoxons_test_decides(rope):
    scores = np.abs(np.random.default_rng(1).normal(size=(9, 3))) + np.array([0.0, 3.0, 9.0])
    scores[2, 1] = np.inf
    top, found = compare_with_best(scores, ["a", "b", "c"], lower_is_better=True, rope=rope)
    assert found["worse_best"].notna().to_dict() == {"b": False, "c": rope is not None}
    assert top == "a"
    assert found["standing"]["c"] == best.BEHIND


def test_the_verdict_is_based_on_the_corrected_p():
    """Six gains in one direction have p = 2 / 2^6 = 1/32, which is below 0.05; corrected for two comparisons,
    p is 1/16.
    """
    gains = np.arange(1, 7)[:, None] * [0.0, 0.01, 0.02]
    found = compare_with_best(0.9 - gains, ["a", "b", "c"], rope=None)[1]
    assert found["wilcoxon"].tolist() == [0.03125, 0.03125]
    assert found["p_best"].tolist() == [0.0625, 0.0625]
    assert found["standing"].tolist() == [best.UNDECIDED] * 2


@pytest.mark.parametrize("lower_is_better", [False, True])
def test_scores_that_differ_by_rounding_errors_share_their_rank(lower_is_better):
    """0.1 + 0.2 exceeds 0.3 by 6e-17; whichever method has it, the first by name is the best."""
    scores = np.tile([0.3, 0.1 + 0.2], (20, 1))
    for columns in (scores, scores[:, ::-1]):
        top, found = compare_with_best(columns, ["a", "b"], lower_is_better=lower_is_better)
        assert top == "a"
        assert found[["wilcoxon", "p", "standing"]].to_numpy().tolist() == [[1.0, 1.0, best.EQUIVALENT]]

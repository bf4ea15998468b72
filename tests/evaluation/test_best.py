"""Which methods are as good as the best one, by paired tests that do not depend on other methods."""

import numpy as np
import pytest
from scipy import stats

from naivebench.evaluation.statistics import bayes, best, posthoc
from naivebench.evaluation.statistics.bayes import Probabilities
from naivebench.evaluation.statistics.ranks import average_ranks


def test_numbers_equal_those_of_the_single_tests():
    rng = np.random.default_rng(0)
    scores = 0.8 + 0.02 * rng.normal(size=(30, 5)) + np.array([0.0, 0.005, 0.01, 0.0, 0.02])
    methods = list("vwxyz")
    found = best.compare_with_best(-scores, methods, lower_is_better=True, rope=0.01)
    average = average_ranks(scores)
    assert found.method == methods[int(np.argmin(average))]
    top = methods.index(found.method)
    order = [c.method for c in found.comparisons]
    assert order == sorted(order, key=lambda m: average[methods.index(m)])
    p, ranks = [], []
    for c in found.comparisons:
        j = methods.index(c.method)
        d = scores[:, j] - scores[:, top]
        w = stats.wilcoxon(d, method="asymptotic", correction=False)
        assert c.wilcoxon == pytest.approx(w.pvalue)
        assert [getattr(c, k) for k in Probabilities._fields] == list(bayes.signed_rank(d, 0.01))
        p.append(c.wilcoxon)
        z = (average[j] - average[top]) / np.sqrt(5 * 6 / (6 * 30))
        ranks.append(2 * stats.norm.sf(abs(z)))
    assert [c.wilcoxon_holm for c in found.comparisons] == list(posthoc.holm(np.array(p)))
    assert [c.ranks_holm for c in found.comparisons] == pytest.approx(list(posthoc.holm(np.array(ranks))))


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
    found = best.compare_with_best(scores, ["b", "a", "c"], rope=0.01)
    assert found.method == "a"
    assert [c.verdict for c in found.comparisons] == [best.EQUIVALENT] * 2
    assert [c.wilcoxon_holm for c in found.comparisons] == [1.0, 1.0]


def test_a_method_that_beats_the_best_of_the_ranks_is_ahead():
    """The method that is never last has the best rank, but a paired test may prefer another one."""
    n = 60
    wins = np.arange(n) < 42
    steady, other = np.full(n, 0.7), np.where(wins, 0.85, 0.6)
    others = [np.where(wins, 0.5, 0.65) - 0.001 * i for i in range(8)]  # between the two where `other` loses
    found = best.compare_with_best(
        np.column_stack([steady, other, *others]), ["steady", "other", *"abcdefgh"], rope=0.01
    )
    assert found.method == "steady"
    assert {c.method: c.verdict for c in found.comparisons}["other"] == best.AHEAD
    assert best.AHEAD in best.AS_GOOD


@pytest.mark.parametrize("rope", [None, 0.01])
def test_without_a_region_or_with_infinite_scores_wilcoxons_test_decides(rope):
    scores = np.abs(np.random.default_rng(1).normal(size=(9, 3))) + np.array([0.0, 3.0, 9.0])
    scores[2, 1] = np.inf
    found = best.compare_with_best(scores, ["a", "b", "c"], lower_is_better=True, rope=rope)
    rows = {c.method: c for c in found.comparisons}
    for method, row in rows.items():
        defined = rope is not None and method != "b"
        assert (row.worse is None) != defined
    assert found.method == "a"
    assert rows["c"].verdict == best.BEHIND


def test_the_verdict_is_based_on_the_corrected_p():
    """Six gains in one direction have p = 2 / 2^6 = 1/32, which is below 0.05; corrected for two comparisons,
    p is 1/16.
    """
    gains = np.arange(1, 7)[:, None] * [0.0, 0.01, 0.02]
    found = best.compare_with_best(0.9 - gains, ["a", "b", "c"]).comparisons
    assert [row.wilcoxon for row in found] == [0.03125, 0.03125]
    assert [row.wilcoxon_holm for row in found] == [0.0625, 0.0625]
    assert [row.verdict for row in found] == [best.UNDECIDED] * 2


@pytest.mark.parametrize("lower_is_better", [False, True])
def test_scores_that_differ_by_rounding_errors_share_their_rank(lower_is_better):
    """0.1 + 0.2 exceeds 0.3 by 6e-17; whichever method has it, the first by name is the best."""
    scores = np.tile([0.3, 0.1 + 0.2], (20, 1))
    for columns in (scores, scores[:, ::-1]):
        found = best.compare_with_best(columns, ["a", "b"], lower_is_better=lower_is_better, rope=0.01)
        assert found.method == "a"
        (row,) = found.comparisons
        assert (row.wilcoxon, row.ranks_holm, row.verdict) == (1.0, 1.0, best.EQUIVALENT)

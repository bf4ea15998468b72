"""Tests and corrections on generated scores, compared with scipy, statsmodels or their definitions."""

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from support import generated

from naivebench.evaluation.statistics import intervals, posthoc, ranks, wilcoxon
from naivebench.evaluation.statistics.wilcoxon import sign_test

pytestmark = pytest.mark.slow

SIDES = st.sampled_from(["two-sided", "greater", "less"])
COUNTS = st.integers(0, 60)
WHOLE = st.integers(-5, 5).map(float)
REAL = st.floats(-1, 1, allow_subnormal=False)


def lists(elements, least, most):
    return st.lists(elements, min_size=least, max_size=most).map(np.array)


@generated.examples(100)
@given(generated.scores())
def test_ranks(scores):
    assert (ranks.rank_rows(scores, lower_is_better=True) == scipy.stats.rankdata(scores, axis=1)).all()
    assert (ranks.rank_rows(scores) == scipy.stats.rankdata(-scores, axis=1)).all()
    counted = [[sum(other > s for other in row) + (sum(row == s) + 1) / 2 for s in row] for row in scores]
    assert ranks.average_ranks(scores) == pytest.approx(np.mean(counted, axis=0), rel=1e-12)


@generated.examples(100)
@given(generated.scores(least=3))
def test_friedman(scores):
    n, k = scores.shape
    found = ranks.friedman_with_ties(ranks.rank_rows(scores))
    expected = scipy.stats.friedmanchisquare(*scores.T) if (scores != scores[:, :1]).any() else (0, 1)
    assert (found.statistic, found.p) == pytest.approx(tuple(expected), rel=1e-7, abs=1e-9)
    assert found.df == (k - 1,)
    plain = ranks.friedman(ranks.average_ranks(scores), n)
    assert plain.statistic <= found.statistic * (1 + 1e-12)
    if all(len(set(row)) == len(row) for row in scores.tolist()):
        assert plain[:2] == pytest.approx(found[:2], rel=1e-9, abs=1e-12)


@generated.examples(100)
@given(lists(REAL, 1, 25), SIDES)
def test_exact_wilcoxon_without_ties(d, sides):
    assume(len(set(np.abs(d))) == len(d) and (d != 0).all())
    expected = scipy.stats.wilcoxon(d, alternative=sides, method="exact")
    found = wilcoxon.signed_rank(d, sides=sides)
    assert found.statistic == expected.statistic
    assert found.p == pytest.approx(expected.pvalue, rel=1e-12)


@generated.examples(100)
@given(lists(st.one_of(WHOLE, REAL), 26, 60), SIDES)
def test_normal_wilcoxon(d, sides):
    d = np.append(d, np.arange(1, 27))
    expected = scipy.stats.wilcoxon(d, alternative=sides, method="asymptotic")
    found = wilcoxon.signed_rank(d, sides=sides)
    assert found.statistic == expected.statistic
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9)


@generated.examples(60)
@given(COUNTS, COUNTS)
def test_sign_test_is_mcnemars(a, b):
    n, found = a + b, sign_test(a, b)
    expected = scipy.stats.binomtest(a, n).pvalue if n else 1
    assert found == pytest.approx(expected, rel=1e-9)
    if n:
        assert found == pytest.approx(statsmodels_mcnemar([[5, a], [b, 7]], exact=True).pvalue, rel=1e-9)


@generated.examples(100)
@given(lists(REAL, 2, 30), st.floats(0, 1))
def test_corrected_t(d, ratio):
    deviation = d.std(ddof=1)
    assume(deviation > 1e-9 * np.abs(d).max() > 0)
    found, plain = intervals.estimate_mean(d, ratio), scipy.stats.ttest_1samp(d, 0)
    # equation 9 of Nadeau and Bengio 2003 is Student's t with the variance of the mean (1 / J + ratio) s^2
    statistic = plain.statistic / np.sqrt(1 + ratio * len(d))
    assert found.p == pytest.approx(2 * scipy.stats.t.sf(abs(statistic), len(d) - 1), rel=1e-6)
    assert (found.low > 0 or found.high < 0) == (found.p < 0.05) or found.p == pytest.approx(0.05)


def by_closure(p, families):
    """Adjusted p of a closed test with Bonferroni tests.

    It is the largest |I| min p over the families I with the hypothesis (Marcus, Peritz and Gabriel 1976).
    """
    return [min(1, max(len(i) * min(p[j] for j in i) for i in families if h in i)) for h in range(len(p))]


@generated.examples(100)
@given(lists(st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.01, 0.02, 1.0])), 1, 6))
def test_holm_is_the_closed_test_of_all_families(p):
    m = len(p)
    families = [i for size in range(1, m + 1) for i in itertools.combinations(range(m), size)]
    holm = posthoc.holm(p)
    assert holm == pytest.approx(by_closure(p, families), rel=1e-12)
    assert posthoc.adjust_p_values(p, "bonferroni") == pytest.approx(np.minimum(1, m * p), rel=1e-12)
    order = np.argsort(p)
    stepped = np.arange(m, 0, -1) * p[order]
    hochberg = [min(stepped[i:]) for i in range(m)]
    assert posthoc.adjust_p_values(p, "simes-hochberg")[order] == pytest.approx(
        np.minimum(1, hochberg), rel=1e-12
    )


@generated.examples(60)
@given(generated.scores(most=5))
def test_corrections_of_all_pairs_in_their_order(scores):
    """If p-values are equal apart from rounding, those of Bergmann and Hommel may differ in either
    direction.
    """
    n, k = scores.shape
    average = ranks.average_ranks(scores)
    p = posthoc.compare_pairs(average, n)["p"].to_numpy()
    blocks = [b for b in itertools.product(range(k), repeat=k) if len(set(b)) < k]
    families = {
        tuple(m for m, (i, j) in enumerate(itertools.combinations(range(k), 2)) if b[i] == b[j])
        for b in blocks
    }
    adjusted = posthoc.bergmann_hommel(average, p)
    assert (adjusted >= np.array(by_closure(p, families)) * (1 - 1e-9)).all()
    steps = [adjusted, posthoc.shaffer(p, k), posthoc.holm(p), posthoc.adjust_p_values(p, "bonferroni")]
    assert all((a <= b * (1 + 1e-9)).all() for a, b in itertools.pairwise(steps))
    smaller = p[:, None] < p * (1 - 1e-9)
    for adjusted in steps:
        assert (adjusted[:, None] <= adjusted + 1e-12)[smaller].all()

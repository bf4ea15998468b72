"""Comparisons of pairs: Bergmann and Hommel for any number of methods, comparisons with a control."""

import itertools
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import scipy.stats

from naivebench.cli.compare import read_scores
from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import posthoc, ranks
from naivebench.evaluation.statistics.compare import compare_scores

PUBLISHED = Path(__file__).parents[2] / "data" / "published"


def random_ranks(k, seed):
    """Average ranks with and without equal differences, and the number of data sets."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 40))
    scores = rng.integers(0, rng.integers(2, 9), (n, k)) + rng.integers(0, 5, k) * rng.integers(0, 2)
    return (ranks.average_ranks(scores) if seed % 2 else rng.uniform(1, k, k)), n


# Bergmann and Hommel


def exhaustive_sets(k):
    """The non-empty sets of pairs inside the blocks of every partition of k methods, (sets, pairs) bool."""
    blocks = [[0]]
    for _ in range(k - 1):
        blocks = [[*b, new] for b in blocks for new in range(max(b) + 2)]
    first, second = np.triu_indices(k, 1)
    sets = np.array(blocks)[:, first] == np.array(blocks)[:, second]
    return sets[sets.any(axis=1)]


def by_enumeration(p, k):
    """The maximum of |I| min p over the exhaustive sets I with a pair, then the running maximum over p."""
    sets = exhaustive_sets(k)
    bound = sets.sum(axis=1) * np.where(sets, p, np.inf).min(axis=1)
    by_set = np.where(sets, bound[:, None], 0).max(axis=0)
    return [
        min(1, max(b, by_set[p < each * (1 - 1e-9)].max(initial=0)))
        for b, each in zip(by_set, p, strict=True)
    ]


def test_possible_numbers_of_true_hypotheses():
    assert posthoc.list_equal_pair_counts(5) == {0, 1, 2, 3, 4, 6, 10}
    for k in range(2, 8):
        assert posthoc.list_equal_pair_counts(k) == {0, *exhaustive_sets(k).sum(axis=1).tolist()}


@pytest.mark.parametrize(("k", "seeds"), [(2, 20), (3, 40), (4, 40), (5, 40), (6, 40), (7, 30), (8, 5)])
def test_bergmann_hommel_by_ranks_is_that_by_enumeration(k, seeds):
    for seed in range(seeds):
        r, n = random_ranks(k, seed)
        p = posthoc.compare_pairs(r, n).p
        assert posthoc.bergmann_hommel(r, p) == pytest.approx(by_enumeration(p, k), rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("k", [12, 35])
def test_order_of_the_corrections_for_many_methods(k):
    rng = np.random.default_rng(k)
    scores = rng.normal(size=(40, k)) + np.arange(k) * 0.1
    r = ranks.average_ranks(scores)
    p = posthoc.compare_pairs(r, 40).p
    chain = [
        posthoc.adjust_p_values(p, "bonferroni"),
        posthoc.holm(p),
        posthoc.shaffer(p, k),
        posthoc.bergmann_hommel(r, p),
        p,
    ]
    for weaker, stronger in itertools.pairwise(chain):
        assert (weaker >= stronger - 1e-12).all()
    assert (chain[3] < chain[2] - 1e-6).any()
    assert (np.diff(chain[3][np.lexsort((chain[3], np.log(p).round(7)))]) >= -1e-12).all()


@pytest.mark.parametrize("k", [2, 20])
def test_bergmann_hommel_of_equal_ranks(k):
    r = np.full(k, (k + 1) / 2)
    assert (posthoc.bergmann_hommel(r, posthoc.compare_pairs(r, 5).p) == 1).all()


# printed and published matrices


def test_matrix_of_garcia_and_herrera():
    """Average ranks come from scipy, and corrections from their definitions."""
    scores = read_scores(PUBLISHED / "garcia-herrera-2008.csv")
    pairs = compare_scores(scores).pairs
    average = scipy.stats.rankdata(-scores.to_numpy(), axis=1).mean(axis=0)
    p = np.array(
        [
            2 * scipy.stats.norm.sf(abs(average[i] - average[j]) / np.sqrt(1 / 6))
            for i, j in itertools.combinations(range(5), 2)
        ]
    )
    rank = np.argsort(np.argsort(p))
    stepped = (np.arange(10, 0, -1) * np.sort(p)).clip(max=1)
    for key, expected in (
        ("p", p),
        ("nemenyi", np.minimum(10 * p, 1)),
        ("holm", np.maximum.accumulate(stepped)[rank]),
        ("hochberg", np.minimum.accumulate(stepped[::-1])[::-1][rank]),
        ("bergmann_hommel", by_enumeration(p, 5)),
    ):
        assert pairs[key].tolist() == pytest.approx(list(expected), rel=1e-9), key
    order, factors = np.argsort(p), [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]
    expected = np.minimum(np.maximum.accumulate(np.array(factors) * p[order]), 1)
    assert pairs["shaffer"].to_numpy()[order] == pytest.approx(expected, rel=1e-9)


# control


def test_control_by_definition():
    r, n = random_ranks(7, 5)
    found = posthoc.compare_with_control(r, list("abcdefg"), "c", n)
    assert list(found.index) == list("abdefg")
    z = np.delete(r[2] - r, 2) / np.sqrt(7 * 8 / (6 * n))
    p = 2 * scipy.stats.norm.sf(np.abs(z))
    assert found["z"].tolist() == pytest.approx(z.tolist(), rel=1e-12)
    assert found["p"].tolist() == pytest.approx(p.tolist(), rel=1e-12)
    order = np.argsort(p)
    stepped = np.arange(6, 0, -1) * p[order]
    assert found["bonferroni_dunn"].tolist() == pytest.approx(np.minimum(6 * p, 1).tolist(), abs=1e-14)
    up, down = np.minimum(np.maximum.accumulate(stepped), 1), np.minimum.accumulate(stepped[::-1])[::-1]
    assert found["holm"].tolist() == pytest.approx(up[np.argsort(order)].tolist(), abs=1e-14)
    assert found["hochberg"].tolist() == pytest.approx(down[np.argsort(order)].tolist(), abs=1e-14)


def test_compare_with_a_reference():
    scores = np.random.default_rng(0).normal(size=(9, 4)) + np.array([0, 0.5, 1, 3])
    scores = pd.DataFrame(scores, columns=list("abcd"))
    result = compare_scores(scores, reference="b")
    assert list(result.control.index) == ["a", "c", "d"]
    assert result.control["z"]["d"] > 0 > result.control["z"]["a"]
    pairs = {frozenset((p.a, p.b)): p for p in result.pairs.itertuples()}
    for row in result.control.itertuples():
        pair = pairs[frozenset("b" + row.Index)]
        assert row.p == pytest.approx(pair.p, rel=1e-12)
        assert row.bonferroni_dunn <= pair.nemenyi
    with pytest.raises(InputError, match="the reference method is 'nb', expected one of a, b, c, d"):
        compare_scores(scores, reference="nb")

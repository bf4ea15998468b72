"""Ranks, corrections, Wilcoxon and the corrected t test.

They are compared with printed numbers, brute force, other software and simulations.
"""

import csv
import itertools
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import posthoc, ranks, wilcoxon
from naivebench.evaluation.statistics.corrected_t import corrected_t

PUBLISHED = Path(__file__).parents[2] / "data" / "published"


def printed(table):
    """Rows of one table of lopezcruz2013."""
    with open(PUBLISHED / "lopezcruz2013.csv", newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["table"] == table]


# ranks


def test_ranks_of_infinite_scores():
    assert ranks.rank_rows([[np.inf, 1.0, np.inf]], lower_is_better=True).tolist() == [[2.5, 1, 2.5]]


def test_friedman_and_iman_davenport_of_lopezcruz2013():
    average = np.array([float(row["value"]) for row in printed("Table 3")])
    found = ranks.friedman(average, 8)
    assert found.statistic == pytest.approx(10.175, abs=1e-12)
    assert found.p == pytest.approx(0.03758, abs=5e-6)
    f = ranks.iman_davenport(found.statistic, 8, 5)
    assert f.statistic == pytest.approx(3.26346, abs=5e-6)
    assert f.p == pytest.approx(0.02569, abs=5e-6)
    assert f.df == (4, 28)
    assert found.kendall_w == pytest.approx(10.175 / 32)


def test_friedman_by_hand():
    """In Demsar 2006, section 3.2.3, the average ranks 3.143, 2.000, 2.893, 1.964 on 14 data sets give
    chi-square 9.28 and F 3.69.
    """
    average = np.array([44, 28, 40.5, 27.5]) / 14
    found = ranks.friedman(average, 14)
    assert found.statistic == pytest.approx(9.28, abs=0.005)
    assert ranks.iman_davenport(found.statistic, 14, 4).statistic == pytest.approx(3.69, abs=0.005)


def test_iman_davenport_at_its_ends():
    assert ranks.iman_davenport(8.0, 4, 3)[:2] == (np.inf, 0)
    assert ranks.iman_davenport(0.0, 4, 3)[:2] == (0, 1)
    assert np.isnan(ranks.iman_davenport(2.0, 1, 3).p)


# corrections


def test_table_4_of_lopezcruz2013():
    """All four corrections agree to four digits, from the ranks of Table 3 alone."""
    methods = [row["method"] for row in printed("Table 3")]
    pairs = posthoc.pairwise(np.array([float(row["value"]) for row in printed("Table 3")]), 8)
    adjusted = {
        "Nemenyi": posthoc.bonferroni(pairs.p),
        "Holm": posthoc.holm(pairs.p),
        "Shaffer_static": posthoc.shaffer(pairs.p, 5),
        "Bergmann_Hommel": posthoc.bergmann_hommel(pairs.p, 5),
    }
    place = {
        frozenset((methods[i], methods[j])): m
        for m, (i, j) in enumerate(zip(pairs.first, pairs.second, strict=True))
    }
    cells = printed("Table 4")
    assert len(cells) == 40
    for row in cells:
        value = adjusted[row["metric"].removeprefix("p_adjusted_")][
            place[frozenset(row["method"].split(" vs "))]
        ]
        assert f"{value:.4f}" == row["value"], (row["method"], row["metric"])


def test_critical_difference():
    assert posthoc.critical_difference(5, 8) == pytest.approx(2.1565, abs=5e-5)
    assert posthoc.critical_difference(5, 1) / np.sqrt(5) == pytest.approx(2.728, abs=5e-4)


def test_critical_difference_of_two_methods_is_the_z_test():
    assert posthoc.critical_difference(2, 10, 0.05) == pytest.approx(
        scipy.stats.norm.ppf(0.975) / np.sqrt(10), abs=1e-9
    )


@pytest.mark.parametrize(
    ("k", "count"), [(2, 1), (3, 4), (4, 14), (5, 51), (6, 202), (7, 876), (8, 4139), (9, 21146)]
)
def test_number_of_exhaustive_sets(k, count):
    sets = posthoc.exhaustive_sets(k)
    assert sets.shape == (count, k * (k - 1) // 2)
    assert len(np.unique(np.packbits(sets, axis=1), axis=0)) == count


@pytest.mark.parametrize("k", [2, 3, 4])
def test_exhaustive_sets_are_the_transitive_ones(k):
    pairs = list(itertools.combinations(range(k), 2))
    expected = set()
    for size in range(1, len(pairs) + 1):
        for chosen in itertools.combinations(pairs, size):
            links = {*chosen, *((b, a) for a, b in chosen)}
            if all((a, d) in links for a, b in links for c, d in links if b == c and a != d):
                expected.add(chosen)
    assert {
        tuple(p for p, inside in zip(pairs, row, strict=True) if inside) for row in posthoc.exhaustive_sets(k)
    } == expected


def test_possible_numbers_of_true_hypotheses():
    assert posthoc.true_counts(5) == {0, 1, 2, 3, 4, 6, 10}
    assert posthoc.true_counts(4) == {0, 1, 2, 3, 6}
    for k in range(2, 9):
        assert posthoc.true_counts(k) == {0, *posthoc.exhaustive_sets(k).sum(axis=1).tolist()}


def test_factors_of_shaffer_for_five_methods():
    """If p-values are so far apart that the running maximum never changes them, they show each t_i (Garcia
    and Herrera 2008).
    """
    p = 1e-6 * 100.0 ** np.arange(10) / 1e16
    assert (posthoc.shaffer(p, 5) / p).round(9).tolist() == [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]


@pytest.mark.parametrize("k", [2, 3, 5, 7])
def test_holm_and_hochberg_by_definition(k):
    """Holm rejects in ascending order up to the first failure, and Hochberg all up to the last success."""
    rng = np.random.default_rng(k)
    for _ in range(20):
        p = np.round(rng.random(k) ** 3, 3)
        factor = {i: k - r for r, i in enumerate(np.argsort(p, kind="stable"))}
        for i in range(k):
            below = [factor[j] * p[j] for j in range(k) if factor[j] >= factor[i]]
            above = [factor[j] * p[j] for j in range(k) if factor[j] <= factor[i]]
            assert posthoc.holm(p)[i] == pytest.approx(min(1, max(below)), abs=1e-14)
            assert posthoc.hochberg(p)[i] == pytest.approx(min(1, *above, 1), abs=1e-14)
            assert posthoc.bonferroni(p)[i] == pytest.approx(min(1, k * p[i]), abs=1e-14)


@pytest.mark.parametrize("k", [2, 3, 4, 6, 9])
def test_order_of_the_corrections(k):
    rng = np.random.default_rng(100 + k)
    for _ in range(10):
        n = int(rng.integers(2, 20))
        scores = rng.integers(0, 8, (n, k)) + rng.integers(0, 4, k)
        p = posthoc.pairwise(ranks.average_ranks(scores), n).p
        chain = [
            posthoc.bonferroni(p),
            posthoc.holm(p),
            posthoc.shaffer(p, k),
            posthoc.bergmann_hommel(p, k),
            p,
        ]
        for weaker, stronger in itertools.pairwise(chain):
            assert (weaker >= stronger - 1e-12).all()
        assert (posthoc.holm(p) >= posthoc.hochberg(p) - 1e-12).all()
        for adjusted in chain:
            assert (np.diff(adjusted[np.lexsort((adjusted, p.round(12)))]) >= -1e-9).all()
            assert adjusted.max() <= 1


def test_bergmann_hommel_rejects_by_its_acceptance_set():
    """The adjusted p is at most alpha exactly for the pairs outside the acceptance set.

    This is the union of the exhaustive sets whose smallest p exceeds alpha / size.
    """
    rng = np.random.default_rng(5)
    for _ in range(20):
        r = rng.normal(size=5) * 1.5 + 3
        p = posthoc.pairwise(r, 10).p
        sets = posthoc.exhaustive_sets(5)
        for alpha in (0.01, 0.05, 0.3):
            accepted = {j for row in sets if p[row].min() > alpha / row.sum() for j in np.flatnonzero(row)}
            rejected = np.flatnonzero(posthoc.bergmann_hommel(p, 5) <= alpha)
            assert not accepted & set(rejected.tolist())


def test_bergmann_hommel_has_a_limit():
    assert posthoc.bergmann_hommel(np.full(45, 0.5), 10) is None


def test_corrections_do_not_depend_on_the_order_of_methods():
    rng = np.random.default_rng(8)
    r, order = ranks.average_ranks(rng.integers(0, 5, (7, 6))), rng.permutation(6)
    a, b = posthoc.pairwise(r, 7), posthoc.pairwise(r[order], 7)
    place = {
        frozenset(pair): m for m, pair in enumerate(zip(a.first.tolist(), a.second.tolist(), strict=True))
    }
    same = [place[frozenset((int(order[i]), int(order[j])))] for i, j in zip(b.first, b.second, strict=True)]
    for adjust in (posthoc.holm, lambda p: posthoc.shaffer(p, 6), lambda p: posthoc.bergmann_hommel(p, 6)):
        assert adjust(b.p) == pytest.approx(adjust(a.p)[same], abs=1e-12)


# cliques


def test_cliques_by_critical_difference():
    assert posthoc.cliques([3.0, 1.0, 2.0, 5.0], cd=1.5) == [[1, 2], [2, 0]]
    assert posthoc.cliques([3.0, 1.0, 2.0, 5.0], cd=10) == [[1, 2, 0, 3]]
    assert posthoc.cliques([1.0, 2.0], cd=1.0) == []
    assert posthoc.cliques([1.5, 1.5], cd=1.0) == [[0, 1]]


def test_cliques_are_the_maximal_intervals():
    rng = np.random.default_rng(3)
    for _ in range(50):
        r, cd = rng.permutation(np.arange(7)) + rng.uniform(0, 0.4, 7), rng.uniform(0.5, 4)
        order = np.argsort(r).tolist()
        valid = [order[i:j] for i in range(7) for j in range(i + 2, 8) if r[order[j - 1]] - r[order[i]] < cd]
        expected = [v for v in valid if not any(set(v) < set(w) for w in valid)]
        assert posthoc.cliques(r, cd=cd) == expected
        apart = np.abs(r[:, None] - r) >= cd
        assert posthoc.cliques(r, significant=apart) == expected


# Wilcoxon, signs


def test_smallest_p_of_ten_differences():
    assert wilcoxon.signed_rank(np.arange(1, 11), sides="greater").p == 1 / 1024
    assert wilcoxon.signed_rank(np.arange(1, 11)).p == 2 / 1024
    assert wilcoxon.signed_rank(-np.arange(1, 11), sides="greater").p == 1


@pytest.mark.parametrize("n", [1, 3, 8])
def test_distribution_of_signed_ranks_by_enumeration(n):
    sums = [
        sum(r for r, s in zip(range(1, n + 1), signs, strict=True) if s)
        for signs in itertools.product((0, 1), repeat=n)
    ]
    assert wilcoxon.sum_distribution(np.arange(1, n + 1)).tolist() == (np.bincount(sums) / 2**n).tolist()


def test_wilcoxon_without_differences():
    found = wilcoxon.signed_rank(np.zeros(4))
    assert (found.statistic, found.p, found.n, found.zeros, found.rank_biserial) == (0, 1, 0, 4, 0)
    assert wilcoxon.signed_rank([]).p == 1


def test_wilcoxon_is_symmetric():
    d = np.random.default_rng(9).normal(0.5, 1, 12)
    a, b = wilcoxon.signed_rank(d), wilcoxon.signed_rank(-d)
    assert (a.statistic, a.p, a.rank_biserial) == (b.statistic, b.p, -b.rank_biserial)
    assert wilcoxon.signed_rank(np.abs(d)).rank_biserial == 1


def test_wilcoxon_options_are_checked():
    with pytest.raises(
        InputError, match="zeros is 'prat', expected one of drop, pratt; did you mean 'pratt'"
    ):
        wilcoxon.signed_rank([1.0], zeros="prat")
    with pytest.raises(InputError, match="sides is 'both', expected one of two-sided, greater, less"):
        wilcoxon.signed_rank([1.0], sides="both")


# corrected t


def test_corrected_t_by_hand():
    """d = 1, 2, 3 and ratio 1/9 give mean 2, s^2 = 1 and t = 2 / sqrt(1/3 + 1/9) = 3, with 2 degrees of
    freedom.
    """
    found = corrected_t(np.array([1.0, 2, 3]), 1 / 9)
    assert found.statistic == pytest.approx(3)
    # the two-sided tail of Student's t with 2 degrees of freedom is 1 - t / sqrt(2 + t^2)
    assert found.p == pytest.approx(1 - 3 / np.sqrt(11))
    assert (found.df, found.mean, found.n, found.ratio, found.cohen_d) == (2, 2, 3, 1 / 9, 2)


def test_corrected_t_of_degenerate_differences():
    assert corrected_t(np.zeros(10), 1 / 9)[:2] == (0, 1)
    same = corrected_t(np.full(10, 0.1), 1 / 9)
    assert (same.statistic, same.p) == (None, None)
    assert same.note == "all differences are equal, so there is no variance to test against"
    assert corrected_t(np.array([0.1]), 1 / 9).note == "only 1 differences, but at least 2 are needed"
    assert corrected_t(np.array([]), 1 / 9).p is None
    with pytest.raises(InputError, match="1 of 3 differences are not finite: leave those folds out"):
        corrected_t(np.array([0.1, np.nan, 0.2]), 1 / 9)
    with pytest.raises(InputError, match="test_train_ratio is -1, expected test cases / training cases"):
        corrected_t(np.array([0.1, 0.2]), -1)


# type I errors; the bounds are 4 standard errors of the simulation


def test_type_one_error_of_the_t_tests():
    """Differences of folds have the correlation n_test / (n_test + n_train).

    The corrected test is then exact, and the plain one is far off.
    """
    rng, runs, j, ratio = np.random.default_rng(1), 2000, 100, 1 / 9
    shared = np.sqrt(ratio / (1 + ratio)) * rng.normal(size=(runs, 1))
    d = shared + np.sqrt(1 / (1 + ratio)) * rng.normal(size=(runs, j))
    corrected = np.mean([corrected_t(row, ratio).p <= 0.05 for row in d])
    plain = np.mean([corrected_t(row, 0).p <= 0.05 for row in d])
    assert abs(corrected - 0.05) < 4 * np.sqrt(0.05 * 0.95 / runs)
    assert plain > 0.4


@pytest.mark.slow
def test_type_one_error_over_data_sets():
    rng, runs = np.random.default_rng(2), 1000
    rejected = np.zeros(5)
    for _ in range(runs):
        scores = rng.normal(size=(20, 5))
        r = ranks.average_ranks(scores)
        found = ranks.friedman(r, 20)
        p = posthoc.pairwise(r, 20).p
        f = ranks.iman_davenport(found.statistic, 20, 5)
        w = wilcoxon.signed_rank(scores[:, 0] - scores[:, 1])
        rejected += [
            found.p <= 0.05,
            f.p <= 0.05,
            w.p <= 0.05,
            posthoc.holm(p).min() <= 0.05,
            posthoc.bergmann_hommel(p, 5).min() <= 0.05,
        ]
    rate, error = rejected / runs, 4 * np.sqrt(0.05 * 0.95 / runs)
    assert (rate <= 0.05 + error).all()
    assert (rate[:3] >= 0.05 - error).all()

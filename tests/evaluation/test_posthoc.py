"""Comparisons of pairs: Bergmann and Hommel for any number of methods, Nemenyi's two forms, comparisons with
a control.
"""

import csv
import itertools
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from support import generated
from support.compared import compare

from naivebench.cli.compare import read_scores
from naivebench.core.checks import InputError
from naivebench.evaluation.statistics import bergmann, control, posthoc, ranks

PUBLISHED = Path(__file__).parents[2] / "data" / "published"


def random_ranks(k, seed):
    """Average ranks with and without equal differences, and the number of data sets."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 40))
    scores = rng.integers(0, rng.integers(2, 9), (n, k)) + rng.integers(0, 5, k) * rng.integers(0, 2)
    return (ranks.average_ranks(scores) if seed % 2 else rng.uniform(1, k, k)), n


# Bergmann and Hommel


@pytest.mark.parametrize(
    ("k", "seeds"), [(2, 20), (3, 40), (4, 40), (5, 40), (6, 40), (7, 30), (8, 10), (9, 4)]
)
def test_bergmann_hommel_by_ranks_is_that_by_enumeration(k, seeds):
    for seed in range(seeds):
        r, n = random_ranks(k, seed)
        p = posthoc.pairwise(r, n).p
        assert bergmann.bergmann_hommel(r, p) == pytest.approx(
            posthoc.bergmann_hommel(p, k), rel=1e-9, abs=1e-14
        )


@pytest.mark.parametrize("k", [3, 5, 6])
def test_largest_sets_by_brute_force(k):
    """The sets are all exhaustive sets with a pair and without a pair that is further apart."""
    sets = posthoc.exhaustive_sets(k)
    first, second = np.triu_indices(k, 1)
    for seed in range(15):
        r, _ = random_ranks(k, seed)
        width = np.round(np.abs(r[first] - r[second]), 9)
        expected = [
            max(row.sum() for row in sets if row[t] and width[row].max() <= width[t])
            for t in range(len(width))
        ]
        assert bergmann.largest_sets(r).tolist() == expected


def test_bergmann_hommel_of_ten_methods_by_enumeration():
    """There are 115,974 exhaustive sets."""
    r, n = random_ranks(10, 1)
    p = posthoc.pairwise(r, n).p
    sets = posthoc.exhaustive_sets(10)
    assert len(sets) == 115974
    bound = sets.sum(axis=1) * np.array([p[row].min() for row in sets])
    own = np.array([bound[sets[:, j]].max() for j in range(45)])
    expected = [min(1, max(own[j], own[p < p[j] * (1 - 1e-9)].max(initial=0))) for j in range(45)]
    assert bergmann.bergmann_hommel(r, p) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("k", [12, 35])
def test_order_of_the_corrections_for_many_methods(k):
    rng = np.random.default_rng(k)
    scores = rng.normal(size=(40, k)) + np.arange(k) * 0.1
    r = ranks.average_ranks(scores)
    p = posthoc.pairwise(r, 40).p
    chain = [posthoc.bonferroni(p), posthoc.holm(p), posthoc.shaffer(p, k), bergmann.bergmann_hommel(r, p), p]
    for weaker, stronger in itertools.pairwise(chain):
        assert (weaker >= stronger - 1e-12).all()
    assert (chain[3] < chain[2] - 1e-6).any()
    assert (np.diff(chain[3][np.lexsort((chain[3], np.log(p).round(7)))]) >= -1e-12).all()


def test_bergmann_hommel_does_not_depend_on_the_order_of_methods():
    r, n = random_ranks(14, 3)
    order = np.random.default_rng(0).permutation(14)
    a, b = posthoc.pairwise(r, n), posthoc.pairwise(r[order], n)
    place = {
        frozenset(pair): m for m, pair in enumerate(zip(a.first.tolist(), a.second.tolist(), strict=True))
    }
    same = [place[frozenset((int(order[i]), int(order[j])))] for i, j in zip(b.first, b.second, strict=True)]
    assert bergmann.bergmann_hommel(r[order], b.p) == pytest.approx(
        bergmann.bergmann_hommel(r, a.p)[same], abs=1e-12
    )


@pytest.mark.parametrize("k", [2, 20])
def test_bergmann_hommel_of_equal_ranks(k):
    r = np.full(k, (k + 1) / 2)
    assert (bergmann.bergmann_hommel(r, posthoc.pairwise(r, 5).p) == 1).all()


# printed and published matrices


def test_table_4_of_lopezcruz2013_as_compare_gives_it():
    """All four corrections agree to four digits, from ranks on eight data sets with the averages of
    Table 3.
    """
    with open(PUBLISHED / "lopezcruz2013.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    average = {row["method"]: float(row["value"]) for row in rows if row["table"] == "Table 3"}
    pairs = posthoc.pairwise(np.array(list(average.values())), 8)
    adjusted = bergmann.bergmann_hommel(np.array(list(average.values())), pairs.p)
    names = list(average)
    place = {
        frozenset((names[i], names[j])): m
        for m, (i, j) in enumerate(zip(pairs.first, pairs.second, strict=True))
    }
    cells = [
        row for row in rows if row["table"] == "Table 4" and row["metric"] == "p_adjusted_Bergmann_Hommel"
    ]
    assert len(cells) == 10
    for row in cells:
        assert f"{adjusted[place[frozenset(row['method'].split(' vs '))]]:.4f}" == row["value"]


def test_both_forms_of_nemenyi_for_lopezcruz2013():
    """The smallest adjusted p is 0.0443 by m p, as the paper prints it, and 0.0358 by the
    studentized range.
    """
    with open(PUBLISHED / "lopezcruz2013.csv", newline="", encoding="utf-8") as file:
        r = np.array([float(row["value"]) for row in csv.DictReader(file) if row["table"] == "Table 3"])
    found = posthoc.pairwise(r, 8)
    assert f"{posthoc.bonferroni(found.p).min():.4f}" == "0.0443"
    assert f"{posthoc.nemenyi(found.z, 5).min():.4f}" == "0.0358"


def test_matrix_of_garcia_and_herrera():
    """Average ranks come from scipy, and corrections from their definitions."""
    m = read_scores(PUBLISHED / "garcia-herrera-2008.csv")
    result = compare(m.values, m.methods, m.datasets)
    average = scipy.stats.rankdata(-m.values, axis=1).mean(axis=0)
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
        ("bergmann_hommel", posthoc.bergmann_hommel(p, 5)),
    ):
        assert [pair[key] for pair in result["pairs"]] == pytest.approx(list(expected), rel=1e-9), key
    order, factors = np.argsort(p), [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]
    expected = np.minimum(np.maximum.accumulate(np.array(factors) * p[order]), 1)
    assert np.array([pair["shaffer"] for pair in result["pairs"]])[order] == pytest.approx(expected, rel=1e-9)


# Nemenyi by the studentised range


def range_tail(q, k):
    """P(range of k standard normal variables >= q).

    It is 1 minus k times the integral over the smallest one of density(x) P(x < Z < x + q)^(k - 1).
    """
    x = np.linspace(-9, 9, 4001)
    inside = scipy.stats.norm.cdf(x + q) - scipy.stats.norm.cdf(x)
    return 1 - k * np.trapezoid(scipy.stats.norm.pdf(x) * inside ** (k - 1), x)


@generated.examples(25)
@given(st.integers(2, 35), st.floats(0, 6))
def test_nemenyi_is_the_tail_of_the_range(k, z):
    assert posthoc.nemenyi([z], k) == pytest.approx([range_tail(np.sqrt(2) * z, k)], abs=1e-12)


def test_nemenyi_of_two_methods_is_the_z_test_far_into_the_tail():
    z = np.array([0.1, 1.96, 6, 10, 15])
    assert posthoc.nemenyi(z, 2) == pytest.approx(2 * scipy.stats.norm.sf(z), rel=1e-8)


@pytest.mark.parametrize("k", [3, 8, 30])
def test_nemenyi_by_range_is_never_above_that_by_bonferroni(k):
    z = np.linspace(0, 9, 50)
    p = 2 * scipy.stats.norm.sf(z)
    adjusted = posthoc.nemenyi(z, k)
    assert (adjusted <= np.minimum(1, k * (k - 1) / 2 * p) * (1 + 1e-8)).all()
    assert (adjusted >= p * (1 - 1e-8)).all()
    assert (np.diff(adjusted) <= 0).all()


@pytest.mark.parametrize("alpha", [0.05, 0.1])
def test_nemenyi_agrees_with_the_critical_difference(alpha):
    k, n = 6, 12
    difference = posthoc.critical_difference(k, n, alpha)
    z = difference / np.sqrt(k * (k + 1) / (6 * n))
    assert posthoc.nemenyi([z], k)[0] == pytest.approx(alpha, rel=1e-9)


# control


def test_control_by_definition():
    r, n = random_ranks(7, 5)
    found = control.against(r, 2, n)
    assert found.others.tolist() == [0, 1, 3, 4, 5, 6]
    z = (r[2] - r[found.others]) / np.sqrt(7 * 8 / (6 * n))
    assert found.p == pytest.approx(2 * scipy.stats.norm.sf(np.abs(z)), rel=1e-12)
    assert np.sign(found.z).tolist() == np.sign(z).tolist()
    order = np.argsort(found.p)
    stepped = np.arange(6, 0, -1) * found.p[order]
    assert found.bonferroni_dunn == pytest.approx(np.minimum(6 * found.p, 1), abs=1e-14)
    assert found.holm[order] == pytest.approx(np.minimum(np.maximum.accumulate(stepped), 1), abs=1e-14)
    assert found.hochberg[order] == pytest.approx(np.minimum.accumulate(stepped[::-1])[::-1], abs=1e-14)


def test_critical_difference_of_bonferroni_dunn():
    """Demsar 2006, Table 5(b): q of 5 methods at 0.05 is 2.498, with z of 0.05 / 8."""
    assert control.critical_difference(5, 8) / np.sqrt(5 * 6 / 48) == pytest.approx(2.498, abs=5e-4)
    assert control.critical_difference(2, 10) == pytest.approx(posthoc.critical_difference(2, 10), rel=1e-9)


def test_compare_with_a_reference():
    scores = np.random.default_rng(0).normal(size=(9, 4)) + np.array([0, 0.5, 1, 3])
    result = compare(scores, list("abcd"), [f"d{i}" for i in range(9)], reference="b")
    found = result["control"]
    assert (found["reference"], [c["method"] for c in found["comparisons"]]) == ("b", ["a", "c", "d"])
    assert found["comparisons"][2]["z"] > 0 > found["comparisons"][0]["z"]
    all_pairs = {frozenset((p["a"], p["b"])): p for p in result["pairs"]}
    for c in found["comparisons"]:
        assert c["p"] == pytest.approx(all_pairs[frozenset("b" + c["method"])]["p"], rel=1e-12)
        assert c["bonferroni_dunn"] <= all_pairs[frozenset("b" + c["method"])]["nemenyi"]
    with pytest.raises(InputError, match="the reference method is 'nb', expected one of a, b, c, d"):
        compare(scores, list("abcd"), [f"d{i}" for i in range(9)], reference="nb")

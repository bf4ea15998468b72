"""Cut points of all discretizers: golden values, brute force, and identities.

The identities are those of docs/methods/conventions.md#mdl-discretization.
"""

import itertools
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.tables import linear, mixed, uci_iris

from naivebench.core import table as tables
from naivebench.core.checks import InputError
from naivebench.data.discretization import caim, chimerge, cut_points, equal_frequency, mdl
from naivebench.data.discretization.equal_frequency import find_proportional_cuts

CASES = st.lists(st.tuples(st.integers(-6, 6), st.integers(0, 2)), max_size=40)


def entropy(y):
    p = np.bincount(y)[np.bincount(y) > 0] / len(y)
    return float(-(p * np.log2(p)).sum())


def mdl_by_hand(choices):
    """Whether a cut is worth its description, as Fayyad and Irani print it. choices: of the cut, among n
    cases with m candidates.
    """

    def is_worth(y, left, m):
        n, k, parts = len(y), len(np.unique(y)), (y[left], y[~left])
        after = sum(len(part) / n * entropy(part) for part in parts)
        change = math.log2(3**k - 2) - (k * entropy(y) - sum(len(np.unique(p)) * entropy(p) for p in parts))
        return entropy(y) - after > (math.log2(choices(n, m)) + change) / n + 1e-11

    return is_worth


def kononenko_by_hand(y, left, m):
    """Whether a cut shortens Kononenko's code of the labels."""
    k = len(np.unique(y))

    def bits(labels):
        orders = math.factorial(len(labels))
        for count in np.bincount(labels, minlength=3).tolist():
            orders //= math.factorial(count)
        return math.log2(math.comb(len(labels) + k - 1, k - 1)) + math.log2(orders)

    return k > 1 and bits(y) > math.log2(m) + bits(y[left]) + bits(y[~left]) + 1e-9


FORMS = {
    "fayyad_irani": (mdl.find_fayyad_irani_cuts, mdl_by_hand(lambda n, m: n - 1)),
    "better_encoding": (mdl.find_better_encoding_cuts, mdl_by_hand(lambda n, m: m)),
    "kononenko": (mdl.find_kononenko_cuts, kononenko_by_hand),
}


def brute_force(x, y, is_worth):
    """The recursion as it is printed, case by case."""
    distinct = np.unique(x)
    if len(distinct) < 2:
        return []
    n, candidates = len(x), [(a + b) / 2 for a, b in pairwise(distinct)]
    weighted = [sum(len(s) / n * entropy(s) for s in (y[x <= t], y[x > t])) for t in candidates]
    tied = [i for i, w in enumerate(weighted) if w <= min(weighted) + 1e-11]
    t = candidates[min(tied, key=lambda i: (abs(np.count_nonzero(x <= candidates[i]) - n / 2), i))]
    left = x <= t
    if not is_worth(y, left, len(candidates)):
        return []
    return [*brute_force(x[left], y[left], is_worth), t, *brute_force(x[~left], y[~left], is_worth)]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=150, deadline=None)
@given(cases=CASES)
def test_cuts_equal_brute_force(form, cases):
    cuts, is_worth = FORMS[form]
    x, y = np.array([c[0] for c in cases], float), np.array([c[1] for c in cases], int)
    assert cuts(x, y, 3).tolist() == brute_force(x, y, is_worth)


def test_iris_cuts_of_both_forms():
    """On UCI's iris, the better encoding adds 7.05 and 5.15.

    See tests/worked_values.md.
    """
    plain = cut_points.learn_cuts(uci_iris(), "fayyad_irani")
    better = cut_points.learn_cuts(uci_iris(), "better_encoding")
    for found, printed in zip(plain, [[5.55, 6.15], [2.95, 3.35], [2.45, 4.75], [0.8, 1.75]], strict=True):
        assert found == pytest.approx(printed, abs=1e-9)
    for found, printed in zip(
        better, [[5.55, 6.15, 7.05], [2.95, 3.35], [2.45, 4.75, 5.15], [0.8, 1.75]], strict=True
    ):
        assert found == pytest.approx(printed, abs=1e-9)


@given(st.lists(st.integers(0, 8), max_size=60), st.integers(1, 12))
@settings(max_examples=100, deadline=None)
def test_equal_frequency_never_splits_equal_values(values, bins):
    x = np.array(values, float)
    cuts = equal_frequency.find_cuts(x, np.zeros(len(x), int), 1, bins=bins)
    assert len(cuts) <= bins - 1
    assert (np.diff(cuts) > 0).all()
    assert not np.isin(cuts, x).any()
    assert (
        all(
            ((x > low) & (x <= high)).any()
            for low, high in zip([-np.inf, *cuts], [*cuts, np.inf], strict=True)
        )
        or len(x) == 0
    )


def test_bad_settings_are_reported():
    with pytest.raises(
        InputError, match="bins in equal_frequency is 0, expected a whole number of at least 1"
    ):
        equal_frequency.find_cuts(np.ones(2), np.zeros(2, int), 1, bins=0)
    with pytest.raises(InputError, match="did you mean 'fayyad_irani'"):
        cut_points.learn_cuts(mixed(), "fayad_irani")


@pytest.mark.parametrize("discretizer", cut_points.DISCRETIZERS)
@pytest.mark.parametrize("reals", [np.zeros((0, 1)), np.ones((6, 1)), np.full((6, 1), np.nan)])
def test_empty_constant_and_missing_columns_become_one_interval(discretizer, reals):
    table = linear(reals, np.arange(len(reals)) % 2, n_classes=2)
    cuts = cut_points.learn_cuts(table, discretizer)
    assert [c.tolist() for c in cuts] == [[]]
    coded = cut_points.apply_cuts(table, cuts)
    assert coded.attributes[0].values == ("all",)
    assert np.array_equal(coded.codes[:, 0], np.where(np.isnan(reals[:, 0]), -1, 0))


def test_cases_without_class_or_value_are_left_out():
    table = mixed(200, seed=2)
    known = tables.subset(table, np.flatnonzero(table.y > 0))
    hidden = table._replace(y=np.where(table.y > 0, table.y, -1))
    assert all(
        np.array_equal(a, b)
        for a, b in zip(
            cut_points.learn_cuts(known, "fayyad_irani"),
            cut_points.learn_cuts(hidden, "fayyad_irani"),
            strict=True,
        )
    )


def test_apply_keeps_the_order_of_the_attributes_and_every_other_column():
    table = mixed(60)
    coded = cut_points.apply_cuts(table, [[0.5, 1.25], [], [0.0], [-1.0, 1.0]])
    assert [a.name for a in coded.attributes] == [a.name for a in table.attributes]
    assert {a.kind for a in coded.attributes} == {"nominal", "ordinal"}
    assert coded.attributes[1] == tables.Attribute(
        "length", "ordinal", ("<= 0.5", "(0.5, 1.25]", "> 1.25"), declared=True
    )
    assert np.array_equal(coded.codes[:, [0, 2, 4, 6]], table.codes)
    assert coded.reals.shape == (60, 0)
    expected = [-1 if math.isnan(x) else 0 if x <= 0.5 else 1 if x <= 1.25 else 2 for x in table.reals[:, 0]]
    assert coded.codes[:, 1].tolist() == expected
    assert cut_points.find_intervals(np.array([0.5, 1.25]), np.array([0.5, 1.25])).tolist() == [0, 1]


def test_interval_labels_stay_distinct():
    assert len(set(cut_points.name_intervals(np.array([1.0, 1.0 + 1e-12, 2.0])))) == 4


@pytest.mark.parametrize("seed", range(5))
def test_classes_without_cases_do_not_change_mdl_cuts(seed):
    rng = np.random.default_rng(seed)  # below eight classes, sums are computed class by class
    y = rng.integers(0, 3, 400)
    x = rng.normal(y, 1).round(1)
    expected = mdl.find_fayyad_irani_cuts(x, y, 3)
    assert len(expected)
    np.testing.assert_array_equal(mdl.find_fayyad_irani_cuts(x, y, 12), expected)


NEW = ("kononenko", "equal_width", "proportional", "fixed_frequency", "chimerge", "caim")


def arrays(cases):
    return np.array([c[0] for c in cases], float), np.array([c[1] for c in cases], int)


def class_counts(y):
    return np.bincount(y, minlength=3)


def parts(x, y, cuts):
    """Class counts of the intervals between cuts."""
    place = np.searchsorted(cuts, x, side="left")
    return [class_counts(y[place == i]) for i in range(len(cuts) + 1)]


def middles(x):
    distinct = np.unique(x)
    return [(a + b) / 2 for a, b in itertools.pairwise(distinct)]


def chi2_of(a, b):
    """Kerber's statistic, cell by cell."""
    n, total = a.sum() + b.sum(), 0.0
    for row in (a, b):
        for c in range(3):
            expected = row.sum() * (a[c] + b[c]) / n
            total += (row[c] - expected) ** 2 / expected if expected else 0.0
    return total


def chimerge_by_hand(x, y, limit, most):
    cuts = middles(x)
    while cuts:
        counts = parts(x, y, cuts)
        found = [round(chi2_of(a, b), 9) for a, b in itertools.pairwise(counts)]
        if min(found) > limit and len(counts) <= most:
            break
        del cuts[found.index(min(found))]
    return cuts


@settings(max_examples=150, deadline=None)
@given(cases=CASES, significance=st.sampled_from([0.5, 0.9, 0.99]), most=st.integers(1, 6))
def test_chimerge_equals_merging_one_pair_after_the_other(cases, significance, most):
    from scipy.stats import chi2

    x, y = arrays(cases)
    occurring = len(np.unique(y))
    limit = chi2.ppf(significance, occurring - 1) if occurring > 1 else math.inf
    found = chimerge.find_cuts(x, y, 3, significance=significance, most=most)
    assert found.tolist() == chimerge_by_hand(x, y, limit, most)


def caim_of(x, y, cuts):
    counts = parts(x, y, cuts)
    return sum(c.max() ** 2 / c.sum() for c in counts if c.sum()) / len(counts)


def caim_by_hand(x, y):
    candidates, cuts = middles(x), []
    best = caim_of(x, y, []) if len(x) else 0.0
    while len(cuts) < len(candidates):
        scores = [-1.0 if t in cuts else caim_of(x, y, sorted([*cuts, t])) for t in candidates]
        if max(scores) <= best + 1e-9 and len(cuts) + 1 >= len(np.unique(y)):
            break
        best = max(scores)
        cuts = sorted([*cuts, candidates[next(i for i, s in enumerate(scores) if s >= best - 1e-9)]])
    return cuts


@settings(max_examples=150, deadline=None)
@given(cases=CASES)
def test_caim_equals_brute_force(cases):
    x, y = arrays(cases)
    assert caim.find_cuts(x, y, 3).tolist() == caim_by_hand(x, y)


def test_proportional_has_as_many_intervals_as_cases_in_each():
    x = np.random.default_rng(0).permutation(100.0 + np.arange(100))
    sizes = np.bincount(cut_points.find_intervals(x, find_proportional_cuts(x, np.zeros(100, int), 1)))
    assert sizes.tolist() == [10] * 10


@pytest.mark.parametrize("name", NEW)
def test_cuts_do_not_depend_on_the_order_of_cases_and_classes(name):
    cuts = cut_points.DISCRETIZERS[name]
    rng = np.random.default_rng(2)
    x, y = np.round(rng.normal(size=300), 1), rng.integers(0, 3, 300)
    x = x + 2 * (y == 1)
    found = cuts(x, y, 3)
    assert len(found)
    assert (np.diff(found) > 0).all()
    order = rng.permutation(300)
    np.testing.assert_allclose(cuts(x[order], y[order], 3), found, atol=1e-12)
    np.testing.assert_allclose(cuts(x, np.array([2, 0, 1])[y], 3), found, atol=1e-12)

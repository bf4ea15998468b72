"""The discretizers that do not split by entropy: brute force, golden values and identities."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naivebench.data.discretization import apply, caim, chimerge
from naivebench.data.discretization.equal_frequency import find_proportional_cuts

CASES = st.lists(st.tuples(st.integers(-6, 6), st.integers(0, 2)), max_size=40)
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
    sizes = np.bincount(apply.find_intervals(x, find_proportional_cuts(x, np.zeros(100, int), 1)))
    assert sizes.tolist() == [10] * 10


@pytest.mark.parametrize("name", NEW)
def test_cuts_do_not_depend_on_the_order_of_cases_and_classes(name):
    cuts = apply.DISCRETIZERS[name]
    rng = np.random.default_rng(2)
    x, y = np.round(rng.normal(size=300), 1), rng.integers(0, 3, 300)
    x = x + 2 * (y == 1)
    found = cuts(x, y, 3)
    assert len(found)
    assert (np.diff(found) > 0).all()
    order = rng.permutation(300)
    np.testing.assert_allclose(cuts(x[order], y[order], 3), found, atol=1e-12)
    np.testing.assert_allclose(cuts(x, np.array([2, 0, 1])[y], 3), found, atol=1e-12)

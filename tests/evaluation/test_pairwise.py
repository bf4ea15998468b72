"""Tests of two methods: Wilcoxon with ties and zeros."""

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from naivebench.evaluation.statistics.wilcoxon import signed_rank

pytestmark = pytest.mark.slow

SMALL = st.lists(st.integers(-4, 4), min_size=1, max_size=9)


# Wilcoxon with ties and zeros


def by_signs(d):
    """The p of both tails and the two-sided p, from all signs of the non-zero differences."""
    d = np.array(d, dtype=float)
    kept = d[d != 0]
    ranks = scipy.stats.rankdata(np.abs(kept))
    observed = ranks[kept > 0].sum()
    sums = np.array([(ranks * signs).sum() for signs in itertools.product((0, 1), repeat=len(ranks))])
    upper, lower = (sums >= observed - 1e-9).mean(), (sums <= observed + 1e-9).mean()
    return {"greater": upper, "less": lower, "two-sided": min(1, 2 * min(upper, lower))}


@given(SMALL)
def test_exact_wilcoxon_with_ties_by_enumeration(values):
    expected = by_signs(values)
    for sides in ("greater", "less", "two-sided"):
        found = signed_rank(np.array(values, dtype=float), sides=sides)
        assert found.p == pytest.approx(expected[sides], rel=1e-12)

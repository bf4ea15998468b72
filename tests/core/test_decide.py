"""Which class is predicted if several are equally probable."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naivebench.core.decide import MANY_CASES, TIE, decide, first_leads


@settings(deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.5 * TIE, 0.9 * TIE, 5 * TIE, 1e-3, 1.0]), min_size=2, max_size=6))
def test_a_leading_first_class_is_predicted_whatever_the_counts(raised):
    log_proba = np.array([raised])
    before = log_proba.copy()
    led = first_leads(log_proba)
    counts = np.arange(len(raised)) + 1  # the last class has the most cases
    assert decide(led, counts).tolist() == before.argmax(axis=1).tolist()
    assert np.abs(led - before).max() <= 2 * TIE * (1 + 1e-5)
    alone = np.sort(before[0])[-1] - np.sort(before[0])[-2] > 2 * TIE
    assert not alone or np.array_equal(led, before)


@given(st.integers(1, 5), st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=20)
def test_many_cases_are_decided_like_few(n_classes, seed):
    rng = np.random.default_rng(seed)
    log_proba = rng.choice([0, 0.5 * TIE, 2 * TIE, 1, -np.inf, np.nan], (MANY_CASES, n_classes))
    for counts in (rng.integers(0, 3, n_classes), rng.random(n_classes)):
        few = [decide(log_proba[i : i + 1], counts) for i in range(100)]
        assert decide(log_proba, counts)[:100].tolist() == np.concatenate(few).tolist()


@pytest.mark.parametrize(("n_classes", "n"), [(2, 400), (3, 400), (3, MANY_CASES)])
def test_ties_go_to_the_class_with_more_cases_then_to_the_first(n_classes, n):
    rng = np.random.default_rng(n_classes)
    log_proba = rng.choice([0, 0.5 * TIE, 2 * TIE, 1, -np.inf], (n, n_classes))
    for counts in ([2, 2, 2], [1, 2, 2], [2, 1, 2]):
        labels = decide(log_proba, np.array(counts[:n_classes]))
        for row, label in zip(log_proba.tolist(), labels, strict=True):
            tied = [c for c in range(n_classes) if row[c] >= max(row) - TIE]
            assert label == min(tied, key=lambda c: (-counts[c], c))

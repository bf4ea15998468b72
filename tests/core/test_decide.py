"""Which class is predicted if several are equally probable."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naivebench.core.decide import TIE, decide, first_leads


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


@pytest.mark.parametrize("n_classes", [2, 3])
def test_ties_go_to_the_class_with_more_cases_then_to_the_first(n_classes):
    rng = np.random.default_rng(n_classes)
    log_proba = rng.choice([0, 0.5 * TIE, 2 * TIE, 1, -np.inf], (400, n_classes))
    for counts in ([2, 2, 2], [1, 2, 2], [2, 1, 2]):
        labels = decide(log_proba, np.array(counts[:n_classes]))
        for row, label in zip(log_proba.tolist(), labels, strict=True):
            tied = [c for c in range(n_classes) if row[c] >= max(row) - TIE]
            assert label == min(tied, key=lambda c: (-counts[c], c))

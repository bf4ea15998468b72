"""Which class is predicted if several are equally probable."""

import numpy as np
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

"""Log posteriors: sums in log space, and decisions with ties."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naivebench.core.decisions import TIE, break_ties_towards_first, decide_classes
from naivebench.core.logspace import normalize_rows


@pytest.mark.parametrize("n_classes", [2, 3])
def test_rows_sum_to_one_and_impossible_ones_are_the_prior(n_classes):
    rng = np.random.default_rng(0)
    scores = rng.choice([-3.0, -40.5, -1e3, -np.inf], (500, n_classes)) + rng.random(n_classes)
    scores[-1] = -np.inf
    priors = np.log(rng.dirichlet(np.ones(n_classes), len(scores)))
    log_proba = normalize_rows(scores.copy(), priors)
    for i in range(len(scores)):
        assert log_proba[i].tolist() == normalize_rows(scores[i : i + 1].copy(), priors[i])[0].tolist()
    np.testing.assert_allclose(log_proba[-1], priors[-1])
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1)
    with np.errstate(invalid="ignore"):
        possible = np.isfinite(scores).any(axis=1)
        gaps = (scores - scores.max(axis=1, keepdims=True))[possible]
    np.testing.assert_allclose((log_proba - log_proba.max(axis=1, keepdims=True))[possible], gaps, atol=1e-12)


@settings(deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.5 * TIE, 0.9 * TIE, 5 * TIE, 1e-3, 1.0]), min_size=2, max_size=6))
def test_a_leading_first_class_is_predicted_whatever_the_counts(raised):
    log_proba = np.array([raised])
    before = log_proba.copy()
    led = break_ties_towards_first(log_proba)
    counts = np.arange(len(raised)) + 1  # the last class has the most cases
    assert decide_classes(led, counts).tolist() == before.argmax(axis=1).tolist()
    assert np.abs(led - before).max() <= 2 * TIE * (1 + 1e-5)
    alone = np.sort(before[0])[-1] - np.sort(before[0])[-2] > 2 * TIE
    assert not alone or np.array_equal(led, before)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_ties_go_to_the_class_with_more_cases_then_to_the_first(n_classes):
    rng = np.random.default_rng(n_classes)
    log_proba = rng.choice([0, 0.5 * TIE, 2 * TIE, 1, -np.inf], (400, n_classes))
    for counts in ([2, 2, 2], [1, 2, 2], [2, 1, 2]):
        labels = decide_classes(log_proba, np.array(counts[:n_classes]))
        for row, label in zip(log_proba.tolist(), labels, strict=True):
            tied = [c for c in range(n_classes) if row[c] >= max(row) - TIE]
            assert label == min(tied, key=lambda c: (-counts[c], c))

"""Normalisation of log joint probabilities."""

import numpy as np
import pytest

from naivebench.core.logspace import normalize


@pytest.mark.parametrize("n_classes", [2, 3])
def test_rows_sum_to_one_and_impossible_ones_are_the_prior(n_classes):
    rng = np.random.default_rng(0)
    scores = rng.choice([-3.0, -40.5, -1e3, -np.inf], (500, n_classes)) + rng.random(n_classes)
    scores[-1] = -np.inf
    priors = np.log(rng.dirichlet(np.ones(n_classes), len(scores)))
    log_proba = normalize(scores.copy(), priors)
    for i in range(len(scores)):
        assert log_proba[i].tolist() == normalize(scores[i : i + 1].copy(), priors[i])[0].tolist()
    np.testing.assert_allclose(log_proba[-1], priors[-1])
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1)
    with np.errstate(invalid="ignore"):
        possible = np.isfinite(scores).any(axis=1)
        gaps = (scores - scores.max(axis=1, keepdims=True))[possible]
    np.testing.assert_allclose((log_proba - log_proba.max(axis=1, keepdims=True))[possible], gaps, atol=1e-12)

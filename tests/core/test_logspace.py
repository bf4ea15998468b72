"""Normalisation of log joint probabilities."""

import numpy as np

from naivebench.core import logspace
from naivebench.core.logspace import normalize


def test_many_cases_of_two_classes_are_normalised_like_single_ones():
    rng = np.random.default_rng(0)
    scores = rng.choice([-3.0, -40.5, -1e3, -np.inf], (logspace.BLOCK + 3, 2)) + rng.random(2)
    scores[-1] = -np.inf
    priors = np.log(rng.dirichlet(np.ones(2), len(scores)))
    log_proba = normalize(scores.copy(), priors)
    for i in range(logspace.BLOCK - 20, len(scores)):
        assert log_proba[i].tolist() == normalize(scores[i : i + 1].copy(), priors[i])[0].tolist()
    np.testing.assert_allclose(log_proba[-1], priors[-1])
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1)

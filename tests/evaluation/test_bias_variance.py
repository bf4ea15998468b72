"""Bias and variance, compared with their definitions, case by case and model by model."""

from collections import Counter

import numpy as np
import pytest

from naivebench.evaluation.bias_variance import decompose_error


def votes_of(predicted, k):
    return np.array([[(column == c).sum() for c in range(k)] for column in predicted.T])


def by_definition(predicted, y, k):
    """The definitions of Kohavi and Wolpert 1996, section 2, and Webb 2000, section 3, with one true class
    per case.
    """
    bias = variance = central_bias = central_variance = 0.0
    models, n = predicted.shape
    for i in range(n):
        share = [sum(predicted[m, i] == c for m in range(models)) / models for c in range(k)]
        bias += sum(((c == y[i]) - share[c]) ** 2 for c in range(k)) / 2
        variance += (1 - sum(p * p for p in share)) / 2
        counts = Counter(predicted[:, i].tolist())
        most = max(counts.values())
        central = y[i] if counts[y[i]] == most else next(c for c in range(k) if counts[c] == most)
        for m in range(models):
            central_bias += (predicted[m, i] != y[i] and predicted[m, i] == central) / models
            central_variance += (predicted[m, i] != y[i] and predicted[m, i] != central) / models
    return np.array([bias, variance, central_bias, central_variance]) / n


@pytest.mark.parametrize("k", [2, 4])
def test_definitions_and_sums(k):
    rng = np.random.default_rng(k)
    predicted, y = rng.integers(0, k, (7, 60)), rng.integers(0, k, 60)
    found = decompose_error(votes_of(predicted, k), y)
    np.testing.assert_allclose(found[1:], by_definition(predicted, y, k), atol=1e-12)
    error = (predicted != y).mean()
    np.testing.assert_allclose([found.error, sum(found[1:3]), sum(found[3:])], error, atol=1e-12)


def test_models_that_agree_have_no_variance_and_coin_flips_have_only_variance():
    y = np.array([0, 1, 0, 1])
    same = decompose_error(np.array([[5, 0], [5, 0], [0, 5], [0, 5]]), y)
    assert same == (0.5, 0.5, 0.0, 0.5, 0.0)
    coin = decompose_error(np.full((4, 2), 3), y)
    assert coin == (0.5, 0.25, 0.25, 0.0, 0.5)


def test_cases_may_be_predicted_unequally_often():
    y = np.array([0, 1])
    few, many = np.array([[1, 0], [1, 1]]), np.array([[6, 0], [4, 4]])
    assert decompose_error(few, y) == decompose_error(many, y)

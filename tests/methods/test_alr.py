import numpy as np
import pytest
from support.answers import predict
from support.tables import made

from naivebench.methods.bn_classifiers import alr, aode
from naivebench.methods.bn_classifiers.families import Smoothing

R = (3, 2, 4, 2)


def log_likelihood(model, table):
    return alr.predict_log_proba(model, table)[np.arange(len(table.y)), table.y].sum()


def test_the_start_of_aode_is_aode_without_smoothing():
    table = made(0, 200, (2, 2, 2), 2)
    found = predict(alr, table, structure="aode", max_iter=0, alpha=1e-9, prior_alpha=1e-9)
    expected = predict(aode, table, alpha=1e-9)
    np.testing.assert_allclose(found, expected, atol=1e-6)


@pytest.mark.parametrize("structure", alr.STRUCTURES)
def test_the_gradient_agrees_with_finite_differences(structure):
    table, rng = made(0, 40, R, 3, 0.2), np.random.default_rng(0)
    start = alr.fit_generative_model(table, structure, Smoothing("m_estimate", 0, 1.0))
    rows, fixed, logs, _ = alr._stack_network_tables(start, table)
    weights, gradient = rng.uniform(0.5, 1.5, logs.shape), np.empty(logs.shape)
    alr.compute_objective(weights, rows, fixed, table.y, logs, gradient)
    scratch = np.empty(logs.shape)
    for row, c in zip(rng.integers(0, len(logs), 25), rng.integers(0, 3, 25), strict=True):
        step = np.zeros(logs.shape)
        step[row, c] = 1e-5
        ends = [
            alr.compute_objective(weights + sign * step, rows, fixed, table.y, logs, scratch)
            for sign in (1, -1)
        ]
        assert gradient[row, c] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-5)


@pytest.mark.parametrize("structure", alr.STRUCTURES)
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_the_objective_is_that_of_the_predictions_and_falls(structure, missing):
    table = made(0, 80, R, 3, missing)
    ends = [alr.fit(table, structure=structure, penalty=0.0, max_iter=m) for m in (0, 3, 20)]
    likelihoods = [log_likelihood(model, table) for model in ends]
    assert likelihoods[0] < likelihoods[1] < likelihoods[2]
    for model, likelihood in zip(ends[1:], likelihoods[1:], strict=True):
        assert model.objective == pytest.approx(-likelihood, rel=1e-10)


def test_naive_bayes_learned_without_a_penalty_is_logistic_regression():
    """At the maximum of the likelihood, the expected number of cases of every value and class is the observed
    one.
    """
    table = made(0, 400, (3, 2), 2)
    model = alr.fit(table, penalty=0.0, max_iter=1000)
    p = np.exp(alr.predict_log_proba(model, table))
    for column, r in zip(table.codes.T, (3, 2), strict=True):
        for v in range(r):
            observed = np.bincount(table.y[column == v], minlength=2)
            np.testing.assert_allclose(p[column == v].sum(axis=0), observed, atol=0.1)

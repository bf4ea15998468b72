"""Noisy-OR by expectation-maximization.

See docs/methods/high-cardinality.md#noisy-or.
"""

from __future__ import annotations

import numpy as np
import pytest
from support import tables
from support.answers import predict

from naivebench.core.table import subset
from naivebench.methods.high_cardinality import noisy_or


def sampled(seed=0, n=4000, missing=0.0, r=(4, 3), lowest=0.3):
    """Cases of a noisy-OR and their true P(not positive).

    The leak is 0.95, and inhibition probabilities are drawn from lowest..1.
    """
    rng = np.random.default_rng(seed)
    q = [rng.uniform(lowest, 1, v) for v in r]
    codes = np.column_stack([rng.integers(0, v, n) for v in r])
    codes = np.where(rng.random(codes.shape) < missing, -1, codes)
    fail = 0.95 * np.prod([np.where(c >= 0, qj[c], 1) for c, qj in zip(codes.T, q, strict=True)], axis=0)
    y = (rng.random(n) > fail).astype(int)
    return tables.discrete(codes, y, n_values=list(r), n_classes=2), fail


def log_likelihood(train, model):
    """Mean log P(true class) of a two-class model."""
    return noisy_or.predict_log_proba(model, train)[np.arange(len(train.y)), train.y].sum()


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(4))
def test_the_likelihood_never_falls_and_is_that_of_the_predictions(seed, missing):
    train, _ = sampled(seed, n=250, missing=missing, r=(4, 3, 5))
    train = subset(train, np.flatnonzero((train.codes >= 0).any(axis=1)))
    model = noisy_or.fit(train)
    trace = np.array(model.gates[0].log_likelihood)
    assert len(trace) > 2
    assert (np.diff(trace) >= -1e-9).all()
    assert trace[-1] == pytest.approx(log_likelihood(train, model), abs=1e-8)


def test_em_reaches_the_maximum_of_the_likelihood(monkeypatch):
    from scipy.optimize import minimize

    train, _ = sampled(5, n=400)
    monkeypatch.setattr(noisy_or, "TOLERANCE", 0)
    model = noisy_or.fit(train, max_iterations=5000)
    positive = model.gates[0].positive

    def loss(theta):
        total = theta[0] + theta[1 + train.codes[:, 0]] + theta[5 + train.codes[:, 1]]
        return -np.where(train.y == positive, np.log(-np.expm1(-np.maximum(total, 1e-12))), -total).sum()

    best = minimize(loss, np.full(8, 0.2), bounds=[(1e-9, None)] * 8, method="L-BFGS-B")
    assert model.gates[0].log_likelihood[-1] == pytest.approx(-best.fun, abs=2e-2)


def test_a_case_without_any_observed_value_gets_the_class_frequencies():
    """A value that is declared but never occurred is observed: then only the leak can be active."""
    train, _ = sampled(3, n=300)
    train = subset(train, np.flatnonzero(train.codes[:, 0] != 2))
    test = tables.discrete([[-1, -1], [2, -1]], [0, 0], n_values=[4, 3], n_classes=2)
    model = noisy_or.fit(train)
    blank, leak = np.exp(noisy_or.predict_log_proba(model, test))
    np.testing.assert_allclose(blank, np.bincount(train.y) / len(train.y))
    assert leak[model.gates[0].positive] == pytest.approx(1 - model.gates[0].leak)


def test_more_classes_are_normalised_gates_against_the_rest():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 200)
    train = tables.discrete((y[:, None] + rng.integers(0, 2, (200, 2))) % 4, y, n_values=[4, 4])
    model = noisy_or.fit(train)
    assert [g.positive for g in model.gates] == [0, 1, 2]
    single = []
    for c in range(3):
        binary = train._replace(y=(train.y == c).astype(np.int32), classes=("rest", "c"))
        gate = noisy_or.fit(binary).gates[0]
        assert gate.positive == 1
        single.append(np.exp(predict(noisy_or, binary, train)[:, 1]))
    expected = np.array(single).T
    np.testing.assert_allclose(
        np.exp(noisy_or.predict_log_proba(model, train)),
        expected / expected.sum(axis=1, keepdims=True),
        atol=1e-12,
    )

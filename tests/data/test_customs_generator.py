"""The customs generator: shape, true probabilities, planted patterns."""

from __future__ import annotations

import numpy as np
import pytest

from naivebench.data import customs_generator

SMALL = {"rows": 20_000, "codes": 800, "importers": 1500}


@pytest.fixture(scope="module")
def made() -> customs_generator.Customs:
    return customs_generator.truth(seed=3, **SMALL)


def test_critical_patterns_of_all_orders_with_their_share(made):
    orders = np.array([len(p.attributes) for p in made.patterns])
    assert np.ptp(np.bincount(orders)[2:]) <= 1
    critical = (made.probability - made.base).sum() / made.probability.sum()
    assert critical == pytest.approx(0.4, abs=0.08)
    assert len({(p.attributes, p.values) for p in made.patterns}) == len(made.patterns)


def test_true_probability_is_the_noisy_or_of_base_and_patterns(made):
    harmless = 1 - made.base
    for pattern in made.patterns:
        rows = customs_generator.matches(made.codes, pattern)
        assert len(rows) == pattern.cases >= 8
        assert (made.codes[rows][:, pattern.attributes] == pattern.values).all()
        harmless[rows] *= 1 - pattern.probability
    np.testing.assert_allclose(made.probability, 1 - harmless, rtol=1e-12)


@pytest.mark.slow
def test_labels_follow_the_true_probabilities():
    big = customs_generator.truth(seed=0, **SMALL | {"rows": 100_000})
    order = np.argsort(big.probability)
    for part in np.array_split(order, 10):
        expected, variance = (
            big.probability[part].sum(),
            (big.probability[part] * (1 - big.probability[part])).sum(),
        )
        assert abs(big.y[part].sum() - expected) < 4.5 * np.sqrt(variance)


def test_truth_is_that_of_the_table_of_the_same_parameters():
    params = SMALL | {"rows": 5000, "seed": 7}
    table, truth = customs_generator.table(**params), customs_generator.truth(**params)
    assert np.array_equal(table.y, truth.y)
    assert truth.probability.mean() == pytest.approx(0.01)
    for j in range(4):
        values = np.array([int(v[2:]) for v in table.attributes[j].values])
        assert np.array_equal(values[table.codes[:, j]], truth.codes[:, j])
    assert np.array_equal(table.groups, table.codes[:, 1])
    again = customs_generator.table(**params)
    assert np.array_equal(again.codes, table.codes)
    assert not np.array_equal(customs_generator.table(**{**params, "seed": 8}).codes, table.codes)

"""Generated data sets."""

from __future__ import annotations

import numpy as np
import pytest

from naivebench.core.table import class_counts
from naivebench.data import customs_generator
from naivebench.data.generators import generate_table


def test_corral_is_the_published_multiset():
    table = generate_table("corral")
    a0, a1, b0, b1, _, correlated = table.codes.T.astype(int)
    assert (table.y == ((a0 & a1) | (b0 & b1))).all()
    assert class_counts(table).tolist() == [72, 56]
    assert (correlated == table.y).sum() == 96
    settings, counts = np.unique(table.codes[:, :5], axis=0, return_counts=True)
    assert (len(settings), set(counts)) == (32, {4})


def test_mofn_training_sample_and_all_points():
    table = generate_table("mofn-3-7-10")
    assert (table.y == (table.codes[:, 2:9].sum(axis=1) >= 3)).all()
    train, test = table.codes[:300], table.codes[300:]
    assert np.bincount(table.y[:300]).tolist() == [60, 240]
    assert np.bincount(table.y[300:]).tolist() == [232, 792]
    assert len(np.unique(train, axis=0)) == 300
    assert len(np.unique(test, axis=0)) == 1024


def test_waveform_follows_its_law():
    """The mean of u is 1/2, so class means are (a + b) / 2; every variance is 1 + (a - b)^2 / 12."""
    table = generate_table("waveform-21", {"cases": 60000, "seed": 3})
    i = np.arange(1, 22)
    h = [np.maximum(6 - np.abs(i - centre), 0) for centre in (7, 15, 11)]
    for c, (a, b) in enumerate([(h[0], h[1]), (h[0], h[2]), (h[1], h[2])]):
        x = table.reals[table.y == c]
        np.testing.assert_allclose(x.mean(axis=0), (a + b) / 2, atol=0.06)
        np.testing.assert_allclose(x.var(axis=0), 1 + (a - b) ** 2 / 12, rtol=0.06)
    np.testing.assert_allclose(class_counts(table) / 60000, 1 / 3, atol=0.01)


@pytest.mark.parametrize("name", ["mofn-3-7-10", "waveform-21"])
def test_the_seed_determines_the_data(name):
    first, again, other = (generate_table(name, {"seed": seed}) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.codes, again.codes)
    np.testing.assert_array_equal(first.reals, again.reals)
    assert not (np.array_equal(first.codes, other.codes) and np.array_equal(first.reals, other.reals))


SMALL = {"rows": 20_000, "codes": 800, "importers": 1500}


@pytest.fixture(scope="module")
def made() -> customs_generator.Customs:
    return customs_generator.draw_customs(seed=3, **SMALL)


def test_importers_are_active_over_different_parts_of_the_period(made):
    importer = made.codes[:, 1]
    often = np.flatnonzero(np.bincount(importer) >= 40)
    first, last = np.array([np.flatnonzero(importer == i)[[0, -1]] for i in often]).T / SMALL["rows"]
    shares = [(last < 0.5).mean(), (first > 0.5).mean(), (last - first < 0.5).mean()]
    assert shares == pytest.approx([0.14, 0.15, 0.4], abs=0.08)


def test_critical_patterns_of_all_orders_with_their_share(made):
    orders = np.array([len(p.values) for p in made.patterns])
    assert np.ptp(np.bincount(orders)[2:]) <= 1
    critical = (made.probability - made.base).sum() / made.probability.sum()
    assert critical == pytest.approx(0.4, abs=0.08)
    assert len({tuple(p.values.items()) for p in made.patterns}) == len(made.patterns)


def test_true_probability_is_the_noisy_or_of_base_and_patterns(made):
    harmless = 1 - made.base
    for pattern in made.patterns:
        rows = customs_generator.find_rows_with(made.codes, pattern.values)
        assert len(rows) >= 8
        for j, value in pattern.values.items():
            assert (made.codes[rows, j] == value).all()
        harmless[rows] *= 1 - pattern.probability
    np.testing.assert_allclose(made.probability, 1 - harmless, rtol=1e-12)


@pytest.mark.slow
def test_labels_follow_the_true_probabilities():
    big = customs_generator.draw_customs(seed=0, **SMALL | {"rows": 100_000})
    for part in np.array_split(np.argsort(big.probability), 10):
        p = big.probability[part]
        assert abs(big.y[part].sum() - p.sum()) < 4.5 * np.sqrt((p * (1 - p)).sum())


def test_truth_is_that_of_the_table_of_the_same_parameters():
    params = SMALL | {"rows": 5000, "seed": 7}
    table, truth = customs_generator.make_customs(**params), customs_generator.draw_customs(**params)
    assert np.array_equal(table.y, truth.y)
    assert truth.probability.mean() == pytest.approx(0.01)
    for j in range(4):
        values = np.array([int(v[2:]) for v in table.attributes[j].values])
        assert np.array_equal(values[table.codes[:, j]], truth.codes[:, j])
    assert np.array_equal(table.groups, table.codes[:, 1])
    again = customs_generator.make_customs(**params)
    assert np.array_equal(again.codes, table.codes)
    assert not np.array_equal(customs_generator.make_customs(**{**params, "seed": 8}).codes, table.codes)

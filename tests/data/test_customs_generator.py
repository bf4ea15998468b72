"""The customs generator: shape, true probabilities, planted patterns."""

from __future__ import annotations

import numpy as np
import pytest

from naivebench.core.checks import InputError
from naivebench.data import customs_generator

SMALL = {"rows": 20_000, "codes": 800, "importers": 1500, "countries": 60, "entry_points": 30}


@pytest.fixture(scope="module")
def made() -> customs_generator.Customs:
    return customs_generator.generate(np.random.default_rng(3), **SMALL)


def test_shape_and_rates(made):
    assert made.codes.shape == (20_000, 4)
    assert (made.codes.max(axis=0) < [800, 1500, 60, 30]).all()
    assert made.probability.mean() == pytest.approx(0.01, abs=1e-9)
    assert made.y.mean() == pytest.approx(0.01, abs=4 * np.sqrt(0.01 * 0.99 / 20_000))


def test_importers_repeat_and_few_values_are_frequent(made):
    for column in made.codes.T:
        counts = np.sort(np.bincount(column))[::-1]
        assert counts[: len(counts) // 10].sum() > 0.25 * 20_000
    assert len(np.unique(made.codes[:, :2], axis=0)) < 0.6 * 20_000


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


def test_base_is_additive_in_log_odds():
    sizes = (20, 30, 10, 5)
    made = customs_generator.generate(
        np.random.default_rng(0),
        rows=3000,
        **dict(zip(("codes", "importers", "countries", "entry_points"), sizes, strict=True)),
        critical_share=0.0,
    )
    design = np.column_stack(
        [column[:, None] == np.arange(size) for column, size in zip(made.codes.T, sizes, strict=True)]
    ).astype(float)
    logit = np.log(made.base / (1 - made.base))
    np.testing.assert_allclose(design @ np.linalg.lstsq(design, logit, rcond=None)[0], logit, atol=1e-8)
    assert np.ptp(logit) > 2


def test_more_general_patterns_do_not_reveal_critical_ones(made):
    for pattern in made.patterns:
        for left_out in range(len(pattern.attributes)):
            keep = [j for j in range(len(pattern.attributes)) if j != left_out]
            general = customs_generator.Pattern(
                tuple(pattern.attributes[j] for j in keep), tuple(pattern.values[j] for j in keep), 0.0, 0
            )
            assert len(customs_generator.matches(made.codes, general)) >= 2 * pattern.cases


@pytest.mark.slow
def test_labels_follow_the_true_probabilities():
    big = customs_generator.generate(np.random.default_rng(0), **{**SMALL, "rows": 100_000}, rate=0.05)
    order = np.argsort(big.probability)
    for part in np.array_split(order, 10):
        expected, variance = (
            big.probability[part].sum(),
            (big.probability[part] * (1 - big.probability[part])).sum(),
        )
        assert abs(big.y[part].sum() - expected) < 4.5 * np.sqrt(variance)


def test_truth_is_that_of_the_table_of_the_same_parameters():
    params = {**SMALL, "rows": 5000, "seed": 7, "positives_per_10000": 200, "critical_percent": 20}
    table, truth = customs_generator.table(**params), customs_generator.truth(**params)
    assert np.array_equal(table.y, truth.y)
    assert truth.probability.mean() == pytest.approx(0.02)
    for j in range(4):
        values = np.array([int(v[2:]) for v in table.attributes[j].values])
        assert np.array_equal(values[table.codes[:, j]], truth.codes[:, j])
    assert np.array_equal(table.groups, table.codes[:, 1])
    again = customs_generator.table(**params)
    assert np.array_equal(again.codes, table.codes)
    assert not np.array_equal(customs_generator.table(**{**params, "seed": 8}).codes, table.codes)


def test_importers_come_and_go(made):
    first_half, second_half = set(made.codes[:10_000, 1].tolist()), set(made.codes[10_000:, 1].tolist())
    assert len(second_half - first_half) > 0.1 * len(second_half)


def test_cases_of_a_pattern_are_at_least_as_likely_as_the_pattern_alone_implies(made):
    for pattern in made.patterns:
        rows = customs_generator.matches(made.codes, pattern)
        assert len(rows) == pattern.cases
        assert (made.probability[rows] >= pattern.probability).all()


def test_no_critical_patterns_on_request():
    made = customs_generator.generate(np.random.default_rng(0), **SMALL, critical_share=0.0)
    assert made.patterns == ()
    np.testing.assert_allclose(made.probability, made.base, rtol=1e-9)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"rows": 0}, "needs at least 1 row and 1 value per attribute"),
        ({"rate": 0.0}, "rate and critical share of generator 'customs' are 0.0 and 0.4"),
        ({"orders": (1, 2)}, "orders of generator 'customs' are (1, 2): expected one or more of 2, 3 and 4"),
        ({"rows": 2000, "rate": 0.3, "critical_share": 0.9}, "has too few rows for that many critical cases"),
        (
            {"rows": 3000, "codes": 1, "importers": 1, "countries": 1, "entry_points": 1},
            "found no rare combinations of 2 attributes",
        ),
    ],
)
def test_bad_parameters(params, message):
    with pytest.raises(InputError) as error:
        customs_generator.generate(np.random.default_rng(0), **{**SMALL, **params})
    assert message in str(error.value)

import itertools

import numpy as np
import pytest
from support import tables
from support.description_lengths import data_bits, rows_by_definition, tree_by_definition, unequal

from naivebench.core import tuning
from naivebench.core.table import UNSEEN, class_counts, subset
from naivebench.methods.high_cardinality import hc_df, hc_dt


@pytest.mark.parametrize("method", [hc_dt, hc_df])
def test_random_labels_give_the_empty_model_which_costs_the_entropy_code(method):
    rng = np.random.default_rng(0)
    train = tables.discrete(rng.integers(0, 30, (500, 3)), rng.integers(0, 3, 500))
    model = method.fit(train)
    n_c = class_counts(train)
    summary = method.summarize(model)
    assert summary["n_parameters"] == 2
    assert summary["attributes_used"] == 0
    fixed = 1 if method is hc_dt else 0
    assert summary["bits"] == pytest.approx(fixed + np.log2(500) + data_bits(n_c), abs=1e-6)
    np.testing.assert_allclose(np.exp(method.predict_log_proba(model, train)), np.tile(n_c / 500, (500, 1)))


def planted(seed=0, n=3000, missing=0.0):
    """A table with two combinations of three attributes that have a class of their own, and noise."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, (12, 10, 9), (n, 3))
    codes[:150], codes[150:260] = (3, 4, 5), (1, 1, 1)
    y = np.where(
        (codes == (3, 4, 5)).all(axis=1) | (codes == (1, 1, 1)).all(axis=1),
        rng.random(n) < 0.9,
        rng.random(n) < 0.04,
    ).astype(int)
    return tables.discrete(np.where(rng.random(codes.shape) < missing, -1, codes), y, (12, 10, 9))


def table_bits(train, rows):
    """The description length of a default table with the given explicit rows, from the cases."""
    complete = (train.codes >= 0).all(axis=1)
    keys = [tuple(c) for c in train.codes]
    m, k = len(rows), len(train.classes)
    sizes = [len(set(c[c >= 0])) for c in train.codes.T]
    combinations = np.prod(sizes, dtype=object)
    binomial = 1
    for i in range(m):
        binomial = binomial * (combinations - i) // (i + 1)
    bits = np.log2(max(m, 1)) + np.log2(float(binomial)) + (m + 1) * (k - 1) / 2 * np.log2(len(train.y))
    own = [np.array([key == tuple(row) for key in keys]) for row in rows]
    default = complete & ~np.any([*own, np.zeros(len(keys), bool)], axis=0)
    parts = [np.bincount(train.y[rows_of], minlength=k) for rows_of in (*own, default)]
    missing = data_bits(class_counts(train)) - data_bits(np.bincount(train.y[complete], minlength=k))
    return bits + sum(map(data_bits, parts)) + missing


@pytest.mark.parametrize("missing", [0.0, 0.05])
def test_default_table_finds_the_planted_rows_and_its_bits_equal_those_counted_from_the_cases(missing):
    train = planted(missing=missing)
    model = hc_df.fit(train, smoothing=1.0)
    rows, bits = model.table.rows, model.table.bits
    assert {tuple(row) for row in rows} == {(1, 1, 1), (3, 4, 5)}
    assert bits == pytest.approx(table_bits(train, rows), abs=1e-5)
    assert bits < table_bits(train, rows[:1])
    assert hc_df.summarize(model)["structure"] == ["x0 = v3, x1 = v4, x2 = v5", "x0 = v1, x1 = v1, x2 = v1"]


def test_rows_predict_by_direct_estimation_and_cases_without_a_value_by_the_prior():
    train = planted()
    model = hc_df.fit(train, smoothing=2.0)
    test = tables.discrete([[3, 4, 5], [1, 1, 1], [0, 0, 0], [3, 4, -1]], [0] * 4, (12, 10, 9), 2)
    own = [
        np.bincount(train.y[(train.codes == row).all(axis=1)], minlength=2) for row in ((3, 4, 5), (1, 1, 1))
    ]
    smoothed = [c + 2.0 for c in (*own, class_counts(train) - sum(own))]
    expected = [c / c.sum() for c in (*smoothed, class_counts(train))]
    np.testing.assert_allclose(np.exp(hc_df.predict_log_proba(model, test)), expected)


def test_trees_are_those_of_the_definition_with_children_without_cases():
    """The cases have all values, including absent and missing ones.

    Children without cases cost bits, count as leaves and predict uniform probabilities.
    """
    every = np.array(list(itertools.product((-1, 0, 1, 3, 5), repeat=3)))
    empty, sizes = 0, []
    for seed in range(30):
        train = unequal(seed, n=None if seed % 2 else 1500)
        bits, leaves, posterior, n_empty = tree_by_definition(train, False, 0.5)
        model = hc_dt.fit(train, smoothing=0.5)
        assert model.bits == pytest.approx(bits, abs=1e-4)
        assert hc_dt.summarize(model)["leaves"] == leaves
        asked = tables.discrete(every, np.zeros(len(every), int), 6, len(train.classes))
        found = np.exp(hc_dt.predict_log_proba(model, asked))
        np.testing.assert_allclose(found, [posterior(case) for case in every.tolist()], atol=1e-9)
        empty += n_empty
        sizes.append(leaves)
    assert empty > 10
    assert len(set(sizes)) > 5


# tables from which one row is removed, or several rows
TAKEN_BACK = (13, 149, 243, 265, 338, 388, 395)
SEVERAL = (1543, 2272, 2430, 4428)


def test_default_tables_are_those_of_the_definition_with_rows_that_are_removed_again():
    taken_back, several, numbers = 0, 0, set()
    for seed in (*TAKEN_BACK, *SEVERAL, 30, 112, *range(20)):
        train = unequal(seed, 2)
        bits, grown, rows = rows_by_definition(train)
        model = hc_df.fit(train, smoothing=1.0)
        values = model.columns.values
        found = [tuple(int(values[j][v]) for j, v in enumerate(row)) for row in model.table.rows]
        assert found == rows
        assert model.table.bits == pytest.approx(bits, abs=1e-4)
        taken_back += len(grown) > len(rows)
        several += len(grown) > len(rows) + 1
        numbers.add(len(rows))
    assert taken_back >= len(TAKEN_BACK) + len(SEVERAL)
    assert several >= len(SEVERAL)
    assert numbers >= {0, 1, 2, 3}


@pytest.mark.parametrize("flip", [0, 1])
def test_among_equally_good_rows_the_first_in_the_order_of_the_values_is_explicit(flip):
    """Either value alone separates the classes, and the first one is explicit, whichever class it has."""
    codes = np.repeat([0, 1], 40)[:, None]
    model = hc_df.fit(tables.discrete(codes, codes[:, 0] ^ flip), smoothing=1.0)
    assert model.table.rows.tolist() == [[0]]


@pytest.mark.parametrize("method", [hc_dt, hc_df])
def test_smoothing_is_chosen_inside_the_training_part(method):
    train = planted()
    model = method.fit(train)
    assert len(method.summarize(model)["smoothing_scores"]) == len(tuning.SMOOTHING_GRID)
    fixed = method.fit(train, smoothing=model.smoothing.value)
    assert np.array_equal(method.predict_log_proba(model, train), method.predict_log_proba(fixed, train))


@pytest.mark.parametrize("unseen", [39, UNSEEN])
def test_a_value_that_never_occurred_is_in_no_explicit_row_and_stops_at_a_complete_split(unseen):
    train = tables.discrete(planted().codes, planted().y, (40, 30, 20))
    cases = [
        subset(train, [0, 0])._replace(codes=np.array([[v, 4, 5], [v, 0, 1]], np.int8)) for v in (unseen, -1)
    ]
    tree = hc_dt.fit(train, smoothing=1.0)
    np.testing.assert_array_equal(*(hc_dt.predict_log_proba(tree, c) for c in cases))
    table = hc_df.fit(train, smoothing=1.0)
    assert len(table.table.rows)
    n = table.table.default_counts + 1
    np.testing.assert_allclose(np.exp(hc_df.predict_log_proba(table, cases[0])), np.tile(n / n.sum(), (2, 1)))

import itertools

import numpy as np
import pytest
from support import tables
from support.description_lengths import rows_by_definition, tree_by_definition, unequal

from naivebench.core.table import UNSEEN, class_counts, subset
from naivebench.methods.high_cardinality import bn_hc


def fit_tree(train, smoothing):
    return bn_hc.fit(train, local="tree", network=False, smoothing=smoothing)


def fit_table(train, smoothing):
    """The model, and its default table."""
    model = bn_hc.fit(train, network=False, smoothing=smoothing)
    return model, model.families[0].table


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


def test_rows_predict_by_direct_estimation_and_cases_without_a_value_by_the_prior():
    train = planted()
    model, _ = fit_table(train, 2.0)
    test = tables.discrete([[3, 4, 5], [1, 1, 1], [0, 0, 0], [3, 4, -1]], [0] * 4, (12, 10, 9), 2)
    own = [
        np.bincount(train.y[(train.codes == row).all(axis=1)], minlength=2) for row in ((3, 4, 5), (1, 1, 1))
    ]
    smoothed = [c + 2.0 for c in (*own, class_counts(train) - sum(own))]
    expected = [c / c.sum() for c in (*smoothed, class_counts(train))]
    np.testing.assert_allclose(np.exp(bn_hc.predict_log_proba(model, test)), expected)


def test_trees_are_those_of_the_definition_with_children_without_cases():
    """The cases have all values, including absent and missing ones.

    Children without cases cost bits, count as leaves and predict uniform probabilities.
    """
    every = np.array(list(itertools.product((-1, 0, 1, 3, 5), repeat=3)))
    empty, sizes = 0, []
    for seed in range(30):
        train = unequal(seed, n=None if seed % 2 else 1500)
        bits, leaves, posterior, n_empty = tree_by_definition(train, False, 0.5)
        model = fit_tree(train, 0.5)
        assert model.score == pytest.approx(bits, abs=1e-4)
        assert bn_hc.summarize(model)["leaves"] == leaves
        asked = tables.discrete(every, np.zeros(len(every), int), 6, len(train.classes))
        found = np.exp(bn_hc.predict_log_proba(model, asked))
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
        model, table = fit_table(train, 1.0)
        values = model.columns.values
        found = [tuple(int(values[j][v]) for j, v in enumerate(row)) for row in table.rows]
        assert found == rows
        assert table.bits == pytest.approx(bits, abs=1e-4)
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
    _, table = fit_table(tables.discrete(codes, codes[:, 0] ^ flip), 1.0)
    assert table.rows.tolist() == [[0]]


@pytest.mark.parametrize("unseen", [39, UNSEEN])
def test_a_value_that_never_occurred_is_in_no_explicit_row_and_stops_at_a_complete_split(unseen):
    train = tables.discrete(planted().codes, planted().y, (40, 30, 20))
    cases = [
        subset(train, [0, 0])._replace(codes=np.array([[v, 4, 5], [v, 0, 1]], np.int8)) for v in (unseen, -1)
    ]
    tree = fit_tree(train, 1.0)
    np.testing.assert_array_equal(*(bn_hc.predict_log_proba(tree, c) for c in cases))
    model, table = fit_table(train, 1.0)
    assert len(table.rows)
    n = table.default_counts + 1
    np.testing.assert_allclose(np.exp(bn_hc.predict_log_proba(model, cases[0])), np.tile(n / n.sum(), (2, 1)))

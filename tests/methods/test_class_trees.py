"""Decision graphs, and trees and default tables of classes: the searches by their definitions."""

import itertools

import numpy as np
import pytest
from support import tables
from support.description_lengths import (
    follow_graph,
    graphs_by_definition,
    rows_by_definition,
    tree_by_definition,
    unequal,
)

from naivebench.core.table import MISSING, UNSEEN, class_counts, subset
from naivebench.methods.high_cardinality import bn_dg, bn_hc, split_graphs
from naivebench.methods.high_cardinality.split_graphs import BINARY, COMPLETE, LEAF


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
        cases = tables.discrete(every, np.zeros(len(every), int), 6, len(train.classes))
        found = np.exp(bn_hc.predict_log_proba(model, cases))
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


VARIANTS = ["C", "CB", "CM", "CBM", "B", "BM"]


def made(n=250, sizes=(5, 4, 6), k=2, seed=0, missing=0.0):
    """Cases whose class depends on a pair of values, on single values, and on chance."""
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, r, n) for r in sizes])
    y = np.where((codes[:, 0] == 1) & (codes[:, 1] < 2), 1, np.where(codes[:, 2] == 3, k - 1, 0))
    y = np.where(rng.random(n) < 0.25, rng.integers(0, k, n), y)
    return tables.discrete(np.where(rng.random(codes.shape) < missing, -1, codes), y, sizes, k)


def fit(train, operators, smoothing=1.0, **params):
    return bn_dg.fit(train, operators=operators, network=False, smoothing=smoothing, **params)


def assert_of_the_definition(train, operators, kappa, alpha=1.0):
    """Compare score and leaves with the search by its definition; return the number of empty ones."""
    model = fit(train, operators, kappa=kappa, alpha=alpha)
    codes = np.vstack([split_graphs.encode_values(train, model.columns), train.y]).T.astype(int)
    sizes, child = (*model.columns.sizes.tolist(), len(train.classes)), len(model.columns.sizes)
    visited, leaves, _ = graphs_by_definition(codes, sizes, [child], operators, kappa, alpha)
    assert model.score == pytest.approx(visited[-1], abs=1e-7)
    (family,) = model.families
    assert family.leaves == len(leaves[child])
    counts = [np.bincount(train.y[leaf.cases], minlength=sizes[-1]).tolist() for leaf in leaves[child]]
    found = family.table.counts[family.table.kind == LEAF].tolist()
    assert sorted(c for c in found if any(c)) == sorted(c for c in counts if any(c))
    return sum(not any(c) for c in counts)


@pytest.mark.parametrize("operators", VARIANTS)
@pytest.mark.parametrize(
    ("k", "missing", "kappa", "alpha"), [(2, 0.0, 0.1, 1.0), (3, 0.15, 0.3, 1.0), (2, 0.15, 0.6, 0.5)]
)
def test_graphs_are_those_of_the_greedy_search_by_its_definition(operators, k, missing, kappa, alpha):
    assert_of_the_definition(made(k=k, missing=missing), operators, kappa, alpha)


@pytest.mark.parametrize(("operators", "n"), [("C", 800), ("CM", 120)])
def test_leaves_without_cases_cost_as_much_as_others(operators, n):
    """Most values of these tables are absent below some split; the score counts such leaves one by one."""
    empty = sum(assert_of_the_definition(unequal(seed, n=n), operators, 0.6) for seed in range(12))
    assert empty > 5 if operators == "C" else empty == 0  # merges remove them


@pytest.mark.parametrize("operators", VARIANTS)
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_prediction_follows_the_graph(operators, missing):
    train, test = made(missing=missing, k=3), made(seed=5, missing=0.2, k=3)
    model = fit(train, operators, 0.3)
    (family,) = model.families
    codes = split_graphs.encode_values(test, model.columns)[list(family.parents)]
    paths = [follow_graph(family.table, codes[:, i]) for i in range(250)]
    counts = np.array([family.table.counts[path[-1]] for path in paths], dtype=float)
    s = np.where([len(path) == 1 for path in paths], 0, 0.3)[:, None]
    expected = (counts + s) / (counts + s).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(np.exp(bn_dg.predict_log_proba(model, test)), expected)


def test_an_unseen_value_follows_the_other_values_of_a_binary_split():
    rng = np.random.default_rng(3)
    codes = np.column_stack([rng.integers(0, r, 6000) for r in (400, 300)])
    y = np.where(codes[:, 0] < 4, rng.random(6000) < 0.8, rng.random(6000) < 0.01).astype(int)
    train = tables.discrete(codes, y, (401, 301))
    model = fit(train, "B")
    assert model.families[0].leaves > 1
    for unseen in (400, UNSEEN):  # the first is declared, the second is not
        cases = subset(train, [0, 1])._replace(codes=np.array([[unseen, 9], [399, 9]], np.int16))
        new, known = bn_dg.predict_log_proba(model, cases)
        np.testing.assert_array_equal(new, known)
    absent = subset(train, [0])._replace(codes=np.array([[MISSING, 9]], np.int16))
    assert bn_dg.predict_log_proba(model, absent)[0, 1] > known[1] + 0.5


def test_an_attribute_that_is_split_once_is_used():
    train = tables.discrete([[0, 0], [0, 1]] * 30 + [[1, 0], [1, 1]] * 30, [0] * 60 + [1] * 60)
    for operators, kind in (("C", COMPLETE), ("B", BINARY)):
        model = fit(train, operators)
        summary = bn_dg.summarize(model)
        assert summary["splits"] == {"x0": 1, "x1": 0}
        assert summary["attributes_used"] == 1
        assert model.families[0].table.kind.tolist() == [kind, LEAF, LEAF]

"""C4.5: a reference implementation and printed trees, counts, and columns of naive Bayes (the cascade)."""

from statistics import NormalDist

import numpy as np
import pytest
from support import c45_reference as reference
from support import tables
from support.answers import predict
from support.sequence_tables import dense, documents

from naivebench.core.decisions import decide_classes
from naivebench.core.table import DISCRETE, Attribute, make_table, ordinal_scores, subset
from naivebench.data.discretization import cut_points
from naivebench.methods.naive_bayes import nb
from naivebench.methods.sequences import nb_mn
from naivebench.methods.trees import c45, c45_cuts, c45_pruning, cascade, columns
from naivebench.methods.trees.c45_growth import Tree
from naivebench.methods.trees.columns import collect_columns

pytestmark = pytest.mark.slow


def added_errors(n, e, cf=0.25):
    return c45_pruning.estimate_added_errors(float(n), float(e), cf, NormalDist().inv_cdf(1 - cf))


def plain_columns(table):
    """The columns as the reference implementation accepts them: (values, number of values or 0)."""
    result = []
    for attribute, x in zip(table.attributes, tables.columns(table), strict=True):
        if attribute.kind == "nominal":
            result.append((x.astype(int), len(attribute.values)))
        elif attribute.kind in DISCRETE:
            result.append((np.append(ordinal_scores(attribute), np.nan)[x], 0))
        else:
            result.append((x, 0))
    return result


def same_shape(model, node, plain):
    assert (model.tree.test[node] < 0) == ("children" not in plain)
    np.testing.assert_allclose(model.tree.counts[node], plain["counts"], atol=1e-9)
    if "children" in plain:
        assert model.tree.test[node] == plain["column"]
        assert model.tree.threshold[node] == plain.get("threshold", 0.0)
        for b, child in enumerate(plain["children"]):
            same_shape(model, model.tree.first[node] + b, child)


@pytest.mark.parametrize(
    ("n", "e", "expected"), [(6, 0, 1.2378), (9, 0, 1.2848), (1, 0, 0.75), (16, 1, 1.4757)]
)
def test_added_errors_golden(n, e, expected):
    """Quinlan 1993, section 4.2, has leaves of 6, 9 and 1 cases with the factors 0.206, 0.143 and 0.750.

    The exact values are n (1 - 0.25^(1/n)), such as 9 (1 - 0.25^(1/9)) = 1.28480; then the approximation
    follows.
    """
    assert added_errors(n, e, 0.25) == pytest.approx(expected, abs=5e-5)
    assert reference.added_errors(n, e) == pytest.approx(added_errors(n, e), abs=1e-9)


def test_the_iris_tree_that_j48_prints():
    """The thresholds are petalwidth 0.6 and 1.7, petallength 4.9 and petalwidth 1.5.

    There are 9 nodes, 5 of them leaves: 50, 48/1, 3, 3/1 and 46/1.
    """
    model = c45.fit(tables.uci_iris())
    inner = np.flatnonzero(model.tree.test >= 0)
    found = [(model.tree.test[i], model.tree.threshold[i]) for i in inner]
    assert found == [(3, 0.6), (3, 1.7), (2, 4.9), (3, 1.5)]
    leaves = model.tree.counts[model.tree.test < 0]
    sizes = sorted((int(c.sum()), int(c.sum() - c.max())) for c in leaves)
    assert sizes == [(3, 0), (3, 1), (46, 1), (48, 1), (50, 0)]
    assert c45.summarize(model)["leaves"] == 5


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("seed", range(6))
def test_the_full_tree_equals_the_reference(seed, missing):
    table = tables.mixed(70, seed=seed, missing=missing)
    if seed % 2:  # its gain does not count in the mean, because it has too many values
        codes = np.random.default_rng(seed).integers(0, 30, 70)
        table = tables.append(table, Attribute("many", "nominal", tables.labels(30)), codes)
    model = c45.fit(table, pruning=False, min_cases=2 + seed % 3)
    plain = reference.grow(plain_columns(table), table.y, 3, min_cases=2 + seed % 3)
    same_shape(model, 0, plain)
    assert len(model.tree.test) > 5


@pytest.mark.parametrize("seed", range(8))
def test_the_pruned_tree_equals_the_reference(seed):
    table = tables.mixed(160, seed=seed, missing=0.15 * (seed % 2))
    columns = plain_columns(table)
    plain = reference.grow(columns, table.y, 3)
    reference.collapse(plain)
    plain = reference.prune(plain, columns, table.y, 3, np.arange(160), np.ones(160))
    model = c45.fit(table)
    same_shape(model, 0, plain)
    test = tables.mixed(40, seed=seed + 100, missing=0.3)
    expected = [reference.proba(plain, plain_columns(test), i, 3) for i in range(40)]
    smoothed = np.array([(p * n + 1) / (n + 3) for p, n in expected])
    np.testing.assert_allclose(np.exp(c45.predict_log_proba(model, test)), smoothed, atol=1e-9)


def test_quinlans_worked_case_of_pruning():
    """Leaves of 6, 9 and 1 cases without errors cost 3.27 errors, and one leaf of 16 cases with 1 error costs
    2.48.
    """
    codes, y = np.repeat([0, 1, 2], [6, 9, 1])[:, None], np.repeat([0, 0, 1], [6, 9, 1])
    table = tables.discrete(codes, y)
    assert c45.summarize(c45.fit(table, pruning=False))["leaves"] == 3
    assert c45.summarize(c45.fit(table))["leaves"] == 1


def test_thresholds_are_training_values_not_above_the_middle():
    table = tables.linear(np.array([[1.0], [2.0], [8.0], [9.0], [4.0]]), [0, 0, 1, 1, -1], n_classes=2)
    assert c45.fit(table, pruning=False).tree.threshold[0] == 2.0
    assert c45_cuts.choose_threshold(np.array([1.0, 2.0, 8.0, 9.0, 4.0, np.nan]), 2.0, 8.0) == 4.0


def test_a_value_without_cases_takes_the_frequencies_of_its_parent():
    codes, y = np.repeat([0, 1], [6, 4])[:, None], np.array([0] * 7 + [1] * 3)
    model = c45.fit(tables.discrete(codes, y, n_values=3), pruning=False)
    log_proba = c45.predict_log_proba(model, tables.discrete([[2]], [0], n_values=3, n_classes=2))
    np.testing.assert_allclose(np.exp(log_proba), [[8 / 12, 4 / 12]])


def test_the_first_of_equal_classes_wins():
    table = tables.discrete([[0], [0], [1], [1], [1]], [1, 0, 1, 1, 0], n_classes=2)
    one_leaf, first = (c45.fit(table, laplace=0, min_cases=9, first_of_equals=f) for f in (False, True))
    assert len(one_leaf.sizes) == 1
    np.testing.assert_array_equal(
        c45.predict_log_proba(one_leaf, table), c45.predict_log_proba(first, table)
    )  # 2 cases against 3
    even = subset(table, np.arange(4) % 2)
    labels = [
        decide_classes(predict(c45, even, laplace=0, first_of_equals=f), np.array([2, 3]))
        for f in (False, True)
    ]
    np.testing.assert_array_equal(labels, [[1] * 4, [0] * 4])


def test_numbers_nearer_than_the_resolution_are_not_separated():
    table = tables.linear(np.array([[0], [0.1], [0.2], [0.3], [1.3], [1.4]]), [0, 0, 1, 1, 1, 1])
    plain, coarse = (c45.fit(table, resolution=r, min_cases=1, pruning=False) for r in (0, 0.15))
    assert plain.tree.threshold[0] == 0.1
    assert coarse.tree.threshold[0] == 0.3  # in the gap from 0.3 to 1.3, the only one that is wide enough


def test_the_last_of_the_largest_branches_is_raised():
    """Both branches of the root have 4 cases, and the gain of the root does not justify its leaves."""
    tree = Tree(
        np.array([0, 1, 1, -1, -1, -1, -1]),
        np.zeros(7),
        np.array([1, 3, 5, 0, 0, 0, 0]),
        np.array([2, 2, 2, 0, 0, 0, 0]),
        np.array([[4, 4], [2, 2], [2, 2], [2, 0], [0, 2], [2, 0], [0, 2]], dtype=float),
    )
    x = np.array([[0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 0, 0, 1, 1]], dtype=np.int32)
    marks = np.array([False, False])
    data = columns.Data(np.zeros((0, 8)), x, marks, np.arange(2), np.array([0, 0, 1, 1] * 2, dtype=np.int32))
    tree.threshold[2] = 7.0  # a mark that identifies the second branch
    c45_pruning.prune_tree(tree, data, 0.25)
    assert tree.test[0] == 1
    assert tree.threshold[0] == 7.0


def few_values(seed, missing=False):
    """Three columns with few values that are informative about the class, and one with many values."""
    rng = np.random.default_rng(seed)
    y = rng.integers(4, size=300)
    x = np.column_stack((rng.integers(5, size=(300, 2)) + y[:, None], (rng.integers(9, size=300) + y) / 10))
    x = np.column_stack((x, rng.normal(size=300) + y / 2))
    if missing:
        x[rng.random(300) < 0.1, 3] = np.nan
    return make_table([Attribute(f"x{j}", "linear") for j in range(4)], "abcd", y, reals=x)


@pytest.mark.parametrize("missing", [False, True])
def test_coded_columns_give_the_tree_of_sorted_ones(monkeypatch, missing):
    tables_ = [few_values(seed, missing) for seed in range(5)]
    found = [c45.fit(t).tree for t in tables_]
    monkeypatch.setattr(columns, "MOST_VALUES", 0)
    for tree, table in zip(found, tables_, strict=True):
        assert all(map(np.array_equal, tree, c45.fit(table).tree))


def test_minus_zero_is_zero():
    table = few_values(0)
    centred = np.rint(table.reals - 3)
    turned = table._replace(reals=np.where(centred == 0, -0.0, centred))
    ours, theirs = c45.fit(table._replace(reals=centred + 0.0)).tree, c45.fit(turned).tree
    assert [part.tobytes() for part in ours] == [part.tobytes() for part in theirs]
    assert len(columns.encode_columns(collect_columns(turned, "c45").data.numeric, 0.0)[1]) == 0


def made(seed=0, n=120, words=12):
    rng = np.random.default_rng(seed)
    y = rng.integers(3, size=n)
    rates = rng.gamma(1.0, 2.0, size=(3, words))
    return documents(rng.poisson(rates[y]), y, declared=True)


def as_numbers(table, columns):
    matrix = dense(table.counts)[:, columns]
    return make_table([Attribute(f"w{c}", "linear") for c in columns], table.classes, table.y, reals=matrix)


def test_all_words_give_the_tree_of_the_same_numbers():
    table = made()
    numbers = as_numbers(table, range(12))
    train, test = np.arange(80), np.arange(80, 120)
    model = c45.fit(subset(table, train), n_words=12)
    other = c45.fit(subset(numbers, train))
    found, expected = (
        f(m, subset(t, test))
        for f, m, t in ((c45.predict_log_proba, model, table), (c45.predict_log_proba, other, numbers))
    )
    assert np.array_equal(found, expected)
    assert c45.summarize(model)["leaves"] == c45.summarize(other)["leaves"] > 1


def test_chosen_words_are_the_most_informative_ones():
    table = made()
    chosen = nb_mn.fit(table, n_words=4).vocabulary.kept
    model = c45.fit(table, n_words=4)
    expected = predict(c45, as_numbers(table, chosen))
    assert np.array_equal(c45.predict_log_proba(model, table), expected)
    assert c45.summarize(model)["words"] == 4


# the cascade


def on_intervals(train, test):
    cuts = cut_points.learn_cuts(train, "fayyad_irani")
    return cut_points.apply_cuts(train, cuts), cut_points.apply_cuts(test, cuts)


def with_columns(table, numbers):
    for c, column in enumerate(numbers.T):
        table = tables.append(table, Attribute(f"extra {c}", "linear"), column)
    return table


def test_equal_to_both_models_written_out():
    table = tables.mixed(150, missing=0.05)
    train, test = subset(table, np.arange(100)), subset(table, np.arange(100, 150))
    found = predict(cascade, train, test)
    on_train, on_test = on_intervals(train, test)
    naive = nb.fit(on_train)
    p, q = (np.exp(nb.predict_log_proba(naive, t)) for t in (on_train, on_test))
    train, test = with_columns(train, p), with_columns(test, q)
    np.testing.assert_allclose(found, predict(c45, train, test), atol=1e-12)


def test_a_case_without_any_value_has_no_probabilities():
    table = tables.discrete([[0, 1], [1, 0], [0, 0], [-1, -1], [-1, 1]], [0, 1, 0, 1, 0])
    model = cascade.fit(table)
    numbers = cascade.add_class_probabilities(model.cuts, model.nb, table).reals
    np.testing.assert_array_equal(np.isnan(numbers).all(axis=1), [False, False, False, True, False])
    assert not np.isnan(numbers[[0, 1, 2, 4]]).any()

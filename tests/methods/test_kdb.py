import itertools

import numpy as np
import pytest
from support.answers import network_by_formula, predict
from support.tables import assert_log_proba, discrete, made

from naivebench.core import counts, graphs
from naivebench.core.information import conditional_mutual_information, mutual_information
from naivebench.methods.bn_classifiers import families, kdb, tan


@pytest.mark.parametrize("k", [0, 1, 2, 3, 9])
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_equal_to_the_formula(k, missing):
    train, test = made(0, 90, (3, 2, 4, 2), 3, missing), made(1, 30, (3, 2, 4, 2), 3, missing)
    model = kdb.fit(train, k=k)
    assert sorted(map(len, model.parents)) == [min(i, k) for i in range(4)]
    np.testing.assert_allclose(
        kdb.predict_log_proba(model, test), network_by_formula(train, test, model.parents), atol=1e-11
    )


def test_structure_follows_the_definition():
    table = made(4, 150, (3, 2, 4, 2, 3), 3, 0.1)
    by_class, pairs = mutual_information(table), conditional_mutual_information(table)
    parents = kdb.fit(table, k=2).parents
    order = sorted(range(5), key=lambda j: (-by_class[j], j))
    for position, j in enumerate(order):
        expected = sorted(order[:position], key=lambda p: (-pairs[j, p], p))[:2]
        assert list(parents[j]) == expected


@pytest.mark.parametrize("largest_key", [1 << 31, 1])
def test_sparse_and_renumbered_tables_equal_dense_ones(monkeypatch, largest_key):
    train, test = made(0, 120, (5, 4, 6, 3), 3, 0.2), made(1, 60, (5, 4, 6, 3), 3, 0.2)
    dense = predict(kdb, train, test, k=3)
    monkeypatch.setattr(families, "LARGEST_KEY", largest_key)
    np.testing.assert_allclose(predict(kdb, train, test, k=3), dense, atol=1e-12)
    monkeypatch.setattr(counts, "DENSE_CELLS", 0)
    monkeypatch.setattr(counts, "DENSE_CELLS_PER_CASE", 0)
    model = kdb.fit(train, k=3)
    assert {level.base for levels in model.levels for level in levels} == {-1}
    np.testing.assert_allclose(kdb.predict_log_proba(model, test), dense, atol=1e-12)


def test_parents_whose_product_exceeds_any_memory():
    rng = np.random.default_rng(0)
    r = (18846, 17000, 19000, 18000, 16000, 15000)
    table = discrete(np.stack([rng.integers(0, v, 400) for v in r], axis=1), rng.integers(0, 2, 400), r, 2)
    model = kdb.fit(table, k=5)
    assert max(map(len, model.parents)) == 5
    assert_log_proba(kdb.predict_log_proba(model, table), (400, 2))


def test_summary_counts_all_parent_configurations():
    table = made(0, 90, (3, 2, 4), 3)
    summary = kdb.summarize(kdb.fit(table, k=2))
    r = {"x0": 3, "x1": 2, "x2": 4}
    free = sum(3 * (r[j] - 1) * int(np.prod([r[p] for p in pa])) for j, pa in summary["structure"].items())
    assert summary["n_parameters"] == 2 + free
    assert sorted(map(len, summary["structure"].values())) == [0, 1, 2]


# TAN: one parent for every attribute but the root


@pytest.mark.parametrize("missing", [0.0, 0.25])
@pytest.mark.parametrize(
    "params",
    [{}, {"n0": 1.5}, {"smoothing": "laplace"}, {"smoothing": "laplace", "alpha": 0.2, "prior_alpha": 0}],
)
def test_tan_equals_the_formula(missing, params):
    train, test = made(0, 80, (3, 2, 4, 2), 3, missing), made(1, 25, (3, 2, 4, 2), 3, missing)
    model = tan.fit(train, **params)
    assert sum(map(len, model.parents)) == 3
    np.testing.assert_allclose(
        tan.predict_log_proba(model, test),
        network_by_formula(train, test, model.parents, **params),
        atol=1e-11,
    )


@pytest.mark.parametrize("seed", [0, 1])
def test_tree_score_equals_brute_force_over_all_trees(seed):
    table = made(seed, 60, (3, 2, 4, 2, 3), 3, 0.1)
    weights = conditional_mutual_information(table)
    pairs = list(itertools.combinations(range(5), 2))

    def spans(edges):
        return (graphs.root_tree(list(edges), 5) == -1).sum() == 1

    best = max(sum(weights[e] for e in edges) for edges in itertools.combinations(pairs, 4) if spans(edges))
    found = sum(weights[j, parent[0]] for j, parent in enumerate(tan.fit(table).parents) if parent)
    assert found == pytest.approx(best, abs=1e-14)


def test_summary_names_the_tree():
    summary = tan.summarize(tan.fit(made(0, 80, (3, 2), 3)))
    assert summary["structure"] == {"x0": [], "x1": ["x0"]}

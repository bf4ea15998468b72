"""KDB, SKDB, TAN and the average over all trees: formulas and brute force."""

import itertools
import math

import numpy as np
import pytest
from support.answers import is_correct, leave_out, network_by_formula, predict
from support.tables import discrete, made

from naivebench.core import counts
from naivebench.core.checks import InputError
from naivebench.core.decisions import TIE, find_tie_winners
from naivebench.core.information import conditional_mutual_information, mutual_information
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import class_counts, select_attributes, subset
from naivebench.methods.bn_classifiers import families, kdb, kdb_hc, skdb, tan, tan_averaged
from naivebench.methods.bn_classifiers.families import Smoothing


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


def test_sparse_tables_equal_dense_ones(monkeypatch):
    train, test = made(0, 120, (5, 4, 6, 3), 3, 0.2), made(1, 60, (5, 4, 6, 3), 3, 0.2)
    dense = predict(kdb, train, test, k=3)
    monkeypatch.setattr(counts, "DENSE_CELLS", 0)
    monkeypatch.setattr(counts, "DENSE_CELLS_PER_CASE", 0)
    model = kdb.fit(train, k=3)
    assert all(isinstance(level, families.SparsePair) for levels in model.levels for level in levels)
    np.testing.assert_allclose(kdb.predict_log_proba(model, test), dense, atol=1e-12)


def test_parents_whose_product_exceeds_any_memory():
    rng = np.random.default_rng(0)
    r = (18846, 17000, 19000, 18000, 16000, 15000)
    table = discrete(np.stack([rng.integers(0, v, 400) for v in r], axis=1), rng.integers(0, 2, 400), r, 2)
    with pytest.raises(InputError, match="parents have too many combinations of values"):
        kdb.fit(table, k=5)


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
    best = max(sum(weights[e] for e in edges) for edges in trees(5))
    found = sum(weights[j, parent[0]] for j, parent in enumerate(tan.fit(table).parents) if parent)
    assert found == pytest.approx(best, abs=1e-14)


def test_summary_names_the_tree():
    summary = tan.summarize(tan.fit(made(0, 80, (3, 2), 3)))
    assert summary["structure"] == {"x0": [], "x1": ["x0"]}


R = (3, 2, 2, 3)


def trees(m):
    """All spanning trees of m nodes as lists of edges."""
    pairs = list(itertools.combinations(range(m), 2))
    for edges in itertools.combinations(pairs, m - 1):
        part = list(range(m))
        for u, v in edges:
            part = [part[u] if x == part[v] else x for x in part]
        if len(set(part)) == 1:
            yield edges


def rooted(edges, m):
    parents, seen = {0: None}, [0]
    for node in seen:
        for u, v in edges:
            for a, b in ((u, v), (v, u)):
                if a == node and b not in parents:
                    parents[b] = a
                    seen.append(b)
    assert len(parents) == m
    return parents


def table_of(train, j, parent, c, above, s):
    """P(x_j | c, parent) by Dirichlet counts.

    The pseudo-count of a cell is s / (K r_j), and s / (K r_j r_parent) with a parent.
    """
    use = train.y == c
    cell = s / (len(train.classes) * R[j])
    if parent is not None:
        use, cell = use & (train.codes[:, parent] == above), cell / R[parent]
    n = np.bincount(train.codes[use, j], minlength=R[j])
    return (n + cell) / (n.sum() + cell * R[j])


def log_evidence(train, edges, s):
    """log P(attributes | classes, tree), where every case is predicted from those before it."""
    parents, total = rooted(edges, len(R)), 0.0
    for i in range(len(train.y)):
        before, x, c = subset(train, np.arange(i)), train.codes[i], train.y[i]
        for j, p in parents.items():
            total += math.log(table_of(before, j, p, c, None if p is None else x[p], s)[x[j]])
    return total


def test_equal_to_the_sum_over_all_trees():
    train, test, s = made(0, 30, R, 2), made(1, 10, R, 2), tan_averaged.STRENGTH
    weights = {edges: log_evidence(train, edges, s) for edges in trees(4)}
    assert len(weights) == 16
    largest = max(weights.values())
    joint = np.zeros((10, 2))
    for edges, weight in weights.items():
        for i, c in itertools.product(range(10), range(2)):
            x, p = test.codes[i], ((train.y == c).sum() + 1) / 32
            for j, parent in rooted(edges, 4).items():
                p *= table_of(train, j, parent, c, None if parent is None else x[parent], s)[x[j]]
            joint[i, c] += math.exp(weight - largest) * p
    expected = normalize_rows(np.log(joint), np.zeros(2))
    found = predict(tan_averaged, train, test)
    np.testing.assert_allclose(found, expected, atol=1e-10)


@pytest.mark.parametrize("m", [2, 3, 5])
def test_tree_sums_over_many_orders_of_magnitude(m):
    rng = np.random.default_rng(m)
    pairs = [(u, v) for v in range(m) for u in range(v)]
    logs = rng.normal(0, 100, (4, len(pairs)))
    found = np.empty(4)
    tan_averaged.sum_over_spanning_trees(logs.copy(), found)
    for g in range(4):
        weight = dict(zip(pairs, logs[g], strict=True))
        sums = [sum(weight[e] for e in edges) for edges in trees(m)]
        expected = max(sums) + math.log(sum(math.exp(x - max(sums)) for x in sums))
        assert found[g] == pytest.approx(expected, rel=1e-12)


def loss_by_refitting(table, a, k, structure):
    """Leave-one-out loss of the first a attributes with k parents, from a model fitted without each case."""
    order = sorted(range(len(table.attributes)), key=lambda j: -mutual_information(table)[j])[:a]
    place = {j: i for i, j in enumerate(order)}
    parents = tuple(tuple(place[p] for p in structure[j][:k]) for j in order)

    def refit(rest, one):
        model = families.fit_tables(rest, parents, Smoothing("m_estimate", alpha=2.0))
        return normalize_rows(families.log_joint(model, one), model.log_prior)

    p = np.exp(leave_out(select_attributes(table, order), refit))[np.arange(len(table.y)), table.y]
    return np.sqrt(np.mean((1 - p) ** 2))


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_the_chosen_network_has_the_smallest_loss_of_all(missing):
    table = made(2, 40, (3, 2, 4, 3), 2, missing)
    structure = kdb.learn_parents(kdb.count(table), 2)
    losses = {
        (a, k): loss_by_refitting(table, a, k, structure) for a, k in itertools.product(range(1, 5), range(3))
    }
    model = skdb.fit(table, k_max=2, alpha=2)
    assert model.facts["leave_one_out_rmse"] == pytest.approx(min(losses.values()), abs=1e-10)
    best = losses[len(model.facts["structure"]), model.facts["k"]]
    assert best == pytest.approx(min(losses.values()), abs=1e-10)


def test_ties_of_loss_go_to_the_smaller_k_and_then_to_fewer_attributes():
    loss = np.array([[0.3, 0.2 + 1e-13], [0.2, 0.2], [0.2, 0.1 + 0.1]])
    assert skdb.locate_least_loss(loss) == (1, 0)
    assert skdb.locate_least_loss(loss[:, 1:]) == (0, 0)


# leave-one-out terms of families

PARENTS = ((), (0,), (3, 0), (0, 1))
SETTINGS = [
    Smoothing("friedman", 5.0, 1.0),
    Smoothing("friedman", 0.3, 1.0),
    Smoothing("m_estimate", 5.0, 2.0),
]


def without_each(table, smoothing, prior_alpha):
    """log P(c, x_i) of the network fitted on all cases except i."""
    smoothing = smoothing._replace(prior_alpha=prior_alpha)

    def refit(rest, one):
        return families.log_joint(families.fit_tables(rest, PARENTS, smoothing), one)

    return leave_out(table, refit)


@pytest.mark.parametrize("smoothing", SETTINGS)
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_sums_of_terms_are_refits_without_each_case(smoothing, missing):
    table = made(3, 40, (3, 2, 4, 9), 3, missing)
    codes = table.codes.copy()
    codes[:, 3] %= 8
    codes[table.codes < 0] = -1
    codes[7] = [1, 1, 1, 8]  # without this case the value does not occur
    table = table._replace(codes=codes)
    scores = skdb.compute_left_out_prior(table, 1.0)
    for j, parents in enumerate(PARENTS):
        *_, terms = skdb.generate_left_out_terms(table, j, parents, smoothing)
        scores = skdb.add_left_out_terms(scores, terms, table.y)
    np.testing.assert_allclose(scores, without_each(table, smoothing, 1.0), atol=1e-10)


def test_correct_cases_are_those_predicted_correctly_with_the_remaining_counts():
    table = made(5, 60, (3, 2), 3, 0.2)
    n_c = class_counts(table)
    y, (*_, terms) = table.y, skdb.generate_left_out_terms(table, 0, (1,), Smoothing())
    start = np.round(skdb.compute_left_out_prior(table, 1.0), 1)  # rounded to create ties
    for scores in (start, np.zeros_like(start)):
        for added in (terms, skdb.Terms(np.zeros(60, int), np.zeros((1, 3)), np.zeros((1, 3)))):
            expected = is_correct(skdb.add_left_out_terms(scores, added, y), table).sum()
            assert kdb_hc.count_unbeaten_cases(scores, *added, y, find_tie_winners(n_c), TIE) == expected

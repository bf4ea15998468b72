"""Bayesian networks with local structure.

Searches are compared with their definitions on tiny networks, and predictions with the product of all
families.
"""

import itertools
import math

import numpy as np
import pytest
from support import tables
from support.description_lengths import (
    follow_graph,
    graphs_by_definition,
    rows_by_definition,
    tree_by_definition,
)
from support.random_networks import acyclic, neighbours

from naivebench.core.table import UNSEEN, subset
from naivebench.methods.high_cardinality import bn_dg, bn_hc, split_graphs
from naivebench.methods.high_cardinality.split_graphs import Graph

SIZES = (3, 2, 4)


def made(seed=0, n=300, k=2, missing=0.0):
    """A table with noise in which x1 depends on x0, the class on a value of x0, and x2 on the class and a
    value of x1.
    """
    rng = np.random.default_rng(seed)
    x0 = rng.choice(3, n, p=[0.5, 0.3, 0.2])
    x1 = np.where(rng.random(n) < 0.8, x0 == 1, rng.integers(0, 2, n)).astype(int)
    y = np.where(rng.random(n) < 0.75, np.where(x0 == 2, k - 1, 0), rng.integers(0, k, n))
    x2 = np.where(rng.random(n) < 0.7, np.where((y == k - 1) & (x1 == 0), 3, 1), rng.integers(0, 4, n))
    codes = np.column_stack([x0, x1, x2])
    return tables.discrete(np.where(rng.random(codes.shape) < missing, -1, codes), y, SIZES, k)


def nested(seed, n=150):
    """A table in which each value of x0 occurs with two of the four values of x2, and the class depends on
    both, so that trees have children without cases.
    """
    rng = np.random.default_rng(seed)
    x0 = rng.integers(0, 3, n)
    x2 = x0 + rng.integers(0, 2, n)
    rates = rng.dirichlet([0.3, 0.3], (3, 4))[..., 0]
    y = (rng.random(n) < rates[x0, x2]).astype(int)
    x1 = np.where(rng.random(n) < 0.7, y, rng.integers(0, 2, n))
    return tables.discrete(np.column_stack([x0, x1, x2]), y, SIZES, 2)


def five_variables(seed, n=400):
    """A table of a random network over four attributes and the class, each with up to two parents."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, (n, 5))
    for i in range(1, 5):
        parents = rng.choice(i, size=min(i, 2), replace=False)
        rates = rng.random(2 ** len(parents))
        codes[:, i] = rng.random(n) < rates[codes[:, parents] @ 2 ** np.arange(len(parents))]
    codes = codes[:, rng.permutation(5)]
    return tables.discrete(codes[:, :4], codes[:, 4], 2, 2)


def variables(train):
    """Codes (n, v) with the class last, and numbers of values."""
    sizes = (*(len(a.values) for a in train.attributes), len(train.classes))
    return np.column_stack([train.codes, train.y]).astype(int), sizes


def family_table(train, child, parents):
    """A table of the cases whose class is the child and whose attributes are the parents."""
    codes, sizes = variables(train)
    return tables.discrete(
        codes[:, sorted(parents)], codes[:, child], [sizes[p] for p in sorted(parents)], sizes[child]
    )


# description length


def definition_bits(train, local, child, parents):
    table, v = family_table(train, child, parents), len(SIZES) + 1
    if local == "tree":
        return tree_by_definition(table, False, 1.0)[0] + math.log2(math.comb(v, len(parents)))
    return rows_by_definition(table)[0] + math.log2(math.comb(v, len(parents)))


@pytest.mark.parametrize("local", bn_hc.LOCAL)
@pytest.mark.parametrize(
    "train",
    [made(0), made(1, k=3), made(2), nested(5), nested(7)],
    ids=["0", "1", "2", "nested 5", "nested 7"],
)
def test_networks_of_the_description_length_are_those_of_the_greedy_search_by_its_definition(local, train):
    """Every family of every network is scored from complete tables of the cases."""
    every = {
        (child, frozenset(parents)): definition_bits(train, local, child, parents)
        for child in range(4)
        for m in range(4)
        for parents in itertools.combinations([p for p in range(4) if p != child], m)
    }

    def bits(parents):
        return sum(every[i, frozenset(p)] for i, p in enumerate(parents))

    current, visited = (frozenset(),) * 4, []
    while True:
        visited.append(bits(current))
        best = min(neighbours(current), key=bits)
        if bits(best) >= visited[-1] - 1e-6:
            break
        current = best
    model = bn_hc.fit(train, local=local, smoothing=1.0)
    found = [frozenset(f.parents) for f in model.families]
    assert len(visited) > 2
    assert all(later < earlier for earlier, later in itertools.pairwise(visited))
    assert model.score == pytest.approx(bits(found), abs=1e-4)
    assert model.score == pytest.approx(visited[-1], abs=1e-4)
    assert acyclic(found)


@pytest.mark.parametrize("local", bn_hc.LOCAL)
def test_a_case_without_a_variable_does_not_count_in_its_table(local):
    """The precision of frequencies remains that of all cases."""
    train = made(3, missing=0.1)
    columns = split_graphs.find_occurring_values(train)
    codes, sizes = bn_hc.encode_variables(train, columns)
    for child, parents in ((0, (1, 3)), (2, (0, 1, 3)), (3, (0, 2))):
        found, bits = bn_hc.learn_family(local, codes, sizes, child, parents)
        table = family_table(subset(train, np.flatnonzero(codes[child] >= 0)), child, parents)
        if local == "tree":
            expected, leaves = tree_by_definition(table, False, 1.0, len(train.y))[:2]
        else:
            expected, _, rows = rows_by_definition(table, len(train.y))
            leaves = len(rows) + 1
        assert (bits, found.leaves) == (pytest.approx(expected, abs=1e-4), leaves)


# Bayesian score


OF_GRAPHS = [(made(0), 1.0), (made(1, k=3), 0.5), (made(2), 0.1), (nested(5), 0.5), (nested(7), 0.5)]
# with five variables, an arc can make ancestors of variables far below its child
NETWORKS = [(ops, *case) for ops in ("C", "CB", "CM", "CBM") for case in OF_GRAPHS]
NETWORKS += [("C", five_variables(seed), 0.5) for seed in range(10)]


@pytest.mark.parametrize(("operators", "train", "kappa"), NETWORKS, ids=range(len(NETWORKS)))
def test_networks_of_graphs_are_those_of_the_greedy_search_by_its_definition(operators, train, kappa):
    """The definition looks for descendants again before every step."""
    codes, sizes = variables(train)
    visited, _, parents = graphs_by_definition(codes, sizes, range(len(sizes)), operators, kappa, 0.7)
    model = bn_dg.fit(train, operators=operators, kappa=kappa, alpha=0.7, smoothing=1.0)
    assert len(visited) > 2
    assert model.score == pytest.approx(visited[-1], abs=1e-6)
    found = [set(f.parents) for f in model.families]
    assert found == list(parents.values())
    assert acyclic(found)
    assert any(found)


# prediction


def given(family, case, s):
    """P(value | parents) of one family for a case with the codes (v,)."""
    above, table = [case[p] for p in family.parents], family.table
    if isinstance(table, Graph):
        node = follow_graph(table, above)[-1]
        return (table.counts[node] + s * (node > 0)) / (table.counts[node] + s * (node > 0)).sum()
    if not len(table.rows) or -1 in above:
        return table.all_counts / table.all_counts.sum()
    row = next((i for i, r in enumerate(table.rows.tolist()) if r == above), None)
    n = (table.default_counts if row is None else table.row_counts[row]) + s
    return n / n.sum()


FITS = [
    (bn_dg, {"operators": "CBM", "kappa": 0.5}),
    (bn_dg, {"operators": "CM", "kappa": 1.0}),
    (bn_hc, {"local": "tree"}),
    (bn_hc, {"local": "default_table"}),
]


@pytest.mark.parametrize(("method", "params"), FITS)
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_posterior_is_the_normalised_product_of_all_families(method, params, missing):
    """The product has the families of observed variables; families without the class cancel."""
    train, test = made(0, 500, 3, missing / 4), made(1, 100, 3, missing)
    model = method.fit(train, smoothing=0.5, **params)
    assert any(3 in f.parents for f in model.families[:3])
    expected = []
    for codes in test.codes.tolist():
        joint = np.ones(3)
        for c in range(3):
            case = [*codes, c]
            for i, family in enumerate(model.families):
                if case[i] >= 0:
                    joint[c] *= given(family, case, 0.5)[case[i]]
        expected.append(joint / joint.sum())
    np.testing.assert_allclose(np.exp(method.predict_log_proba(model, test)), expected, atol=1e-12)


@pytest.mark.parametrize(("method", "params"), FITS)
def test_an_unseen_value_of_a_variable_leaves_its_factor_out(method, params):
    train = made(0, 500)
    model = method.fit(train, smoothing=0.5, **params)
    assert model.families[2].parents
    assert all(2 not in f.parents for f in model.families)
    cases = [
        subset(train, [0, 1])._replace(codes=np.array([[0, 1, x], [2, 0, x]], np.int8)) for x in (-1, UNSEEN)
    ]
    np.testing.assert_array_equal(*(method.predict_log_proba(model, c) for c in cases))

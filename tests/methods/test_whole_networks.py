"""Bayesian networks with local structure.

Searches are compared with their definitions on tiny networks, and predictions with the product of all
families. The last tests use the draws of the generator.
"""

import itertools
import math

import numpy as np
import pytest
from scipy.special import gammaln
from support import tables
from support.description_lengths import rows_by_definition, tree_by_definition
from support.random_networks import acyclic, neighbours

from naivebench.core.table import UNSEEN, subset
from naivebench.methods.high_cardinality import bn_dg, bn_hc, structured_tables
from naivebench.methods.high_cardinality.structured_tables import LEAF, Graph

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
    columns = structured_tables.find_columns(train)
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


def leaf_score(counts, alpha):
    r = len(counts)
    return (
        gammaln(r * alpha)
        - gammaln(r * alpha + sum(counts))
        + sum(gammaln(alpha + c) - gammaln(alpha) for c in counts)
    )


def score_by_definition(train, kappa, alpha, operators):
    """The (log score after every step, parents) of the greedy search.

    Leaves are sets of cases, each with the values that are possible there.
    """
    codes, sizes = variables(train)
    v, rows = len(sizes), np.arange(len(codes))

    def value(i, leaf):
        counts = np.bincount(codes[leaf[0], i], minlength=sizes[i])
        return leaf_score(counts, alpha) + np.log(kappa) * (sizes[i] - 1)

    leaves = [[(rows, tuple(frozenset(range(r)) for r in sizes))] for _ in range(v)]
    parents = [set() for _ in range(v)]
    visited = [sum(value(i, leaf) for i in range(v) for leaf in leaves[i])]

    def below(i):
        found, new = set(), {i}
        while new:
            found |= new
            new = {c for c in range(v) if parents[c] & new} - found
        return found

    def part(leaf, j, values):
        cases, possible = leaf
        return cases[np.isin(codes[cases, j], list(values))], (
            *possible[:j],
            frozenset(values),
            *possible[j + 1 :],
        )

    def offers(i):
        for a, leaf in enumerate(leaves[i]):
            for j in sorted(set(range(v)) - below(i)):
                occurring = np.unique(codes[leaf[0], j])
                if len(occurring) < 2:
                    continue
                if "C" in operators:
                    yield [part(leaf, j, {x}) for x in leaf[1][j]], [a], j
                if "B" in operators:
                    yield from (
                        ([part(leaf, j, {x}), part(leaf, j, leaf[1][j] - {x})], [a], j)
                        for x in occurring.tolist()
                    )
            if "M" in operators:
                for b in range(a):
                    both = leaves[i][b]
                    possible = tuple(one | other for one, other in zip(leaf[1], both[1], strict=True))
                    yield [(np.concatenate([leaf[0], both[0]]), possible)], [a, b], None

    while True:
        gains = [
            (sum(value(i, n) for n in new) - sum(value(i, leaves[i][a]) for a in old), i, new, old, j)
            for i in range(v)
            for new, old, j in offers(i)
        ]
        gain, i, new, old, j = max(gains, key=lambda offer: offer[0])
        if gain <= 1e-9:
            return visited, parents
        leaves[i] = [leaf for a, leaf in enumerate(leaves[i]) if a not in old] + new
        parents[i] |= set() if j is None else {j}
        visited.append(visited[-1] + gain)


@pytest.mark.parametrize("operators", ["C", "CB", "CM", "CBM"])
@pytest.mark.parametrize(
    ("train", "kappa"),
    [(made(0), 1.0), (made(1, k=3), 0.5), (made(2), 0.1), (nested(5), 0.5), (nested(7), 0.5)],
    ids=["0", "1", "2", "nested 5", "nested 7"],
)
def test_networks_of_graphs_are_those_of_the_greedy_search_by_its_definition(operators, train, kappa):
    visited, parents = score_by_definition(train, kappa, 0.7, operators)
    model = bn_dg.fit(train, operators=operators, kappa=kappa, alpha=0.7, smoothing=1.0)
    assert len(visited) > 2
    assert all(later > earlier for earlier, later in itertools.pairwise(visited))
    assert model.score == pytest.approx(visited[-1], abs=1e-6)
    found = [set(f.parents) for f in model.families]
    assert found == parents
    assert acyclic(found)
    assert any(found)


@pytest.mark.parametrize("seed", range(10))
def test_a_network_of_five_variables_has_no_cycle(seed):
    """With five variables, an arc can make ancestors of variables far below its child.

    The network is that of the greedy search that looks for descendants again before every step.
    """
    train = five_variables(seed)
    visited, parents = score_by_definition(train, 0.5, 1.0, "C")
    model = bn_dg.fit(train, operators="C", kappa=0.5, alpha=1.0, smoothing=1.0)
    found = [set(f.parents) for f in model.families]
    assert acyclic(found)
    assert found == parents
    assert model.score == pytest.approx(visited[-1], abs=1e-6)


# prediction


def place(graph, case):
    """Node where a case with the codes (p,) ends."""
    at = 0
    while graph.kind[at] != LEAF and case[graph.attribute[at]] >= 0:
        x = case[graph.attribute[at]]
        children = slice(graph.first[at], graph.first[at + 1])
        among = dict(zip(graph.values[children], graph.children[children], strict=True))
        at = among.get(x, graph.other[at])
    return at


def given(family, case, s):
    """P(value | parents) of one family for a case with the codes (v,)."""
    above, table = [case[p] for p in family.parents], family.table
    if isinstance(table, Graph):
        at = place(table, above)
        return (table.counts[at] + s * (at > 0)) / (table.counts[at] + s * (at > 0)).sum()
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


# rivals of hierarchical pattern Bayes

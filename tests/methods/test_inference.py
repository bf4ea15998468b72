"""Variable elimination and the junction tree, compared with enumeration, and the steps of elimination."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.random_networks import enumerated, evidence_of, joint, networks, random_network

from naivebench.core.checks import InputError
from naivebench.methods.inference import elimination, junction_tree
from naivebench.methods.inference.network import list_family, make_network

pytestmark = pytest.mark.slow

QUICK = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def scopes_of(network):
    """Variables of every table."""
    return [list_family(network, i) for i in range(len(network.names))]


def chain(n, r=2, seed=0):
    rng = np.random.default_rng(seed)
    tables = [rng.dirichlet(np.ones(r)), *(rng.dirichlet(np.ones(r), size=r) for _ in range(n - 1))]
    names = [f"x{i}" for i in range(n)]
    return make_network(
        names, [[f"s{v}" for v in range(r)]] * n, [[], *([name] for name in names[:-1])], tables
    )


# against enumeration


@QUICK
@given(st.data())
def test_one_query_equals_enumeration(data):
    network = data.draw(networks())
    evidence = data.draw(evidence_of(network))
    expected = enumerated(network, [], evidence)
    if expected == 0:
        assert elimination.log_evidence(network, evidence) == -math.inf
        return
    assert elimination.log_evidence(network, evidence) == pytest.approx(math.log(expected), abs=1e-9)
    for name in set(network.names) - set(evidence):
        np.testing.assert_allclose(
            elimination.compute_posterior(network, [name], evidence),
            enumerated(network, [name], evidence) / expected,
            atol=1e-12,
        )


@QUICK
@given(st.data())
def test_joint_queries_equal_enumeration(data):
    network = data.draw(networks())
    queries = data.draw(st.lists(st.sampled_from(network.names), unique=True, min_size=1, max_size=3))
    evidence = {n: label for n, label in data.draw(evidence_of(network)).items() if n not in queries}
    expected = enumerated(network, queries, evidence)
    if expected.sum() > 0:
        found = elimination.compute_posterior(network, queries, evidence)
        np.testing.assert_allclose(found, expected / expected.sum(), atol=1e-12)


# the steps


@QUICK
@given(networks(6))
def test_min_fill_chooses_the_best_variable_on_a_graph_rebuilt_from_scratch(network):
    cards, scopes = [len(labels) for labels in network.states], scopes_of(network)
    edges = {frozenset(pair) for scope in scopes for pair in itertools.combinations(scope, 2)}
    left = set(range(len(cards)))

    def cost(u):
        """New edges, size of the table and name; and the edges themselves."""
        around = [w for w in left if frozenset((u, w)) in edges]
        new = {frozenset(pair) for pair in itertools.combinations(around, 2)} - edges
        return len(new), math.prod(cards[w] for w in (u, *around)), network.names[u], new

    for v in elimination.sort_by_min_fill(network, scopes):
        assert v == min(left, key=lambda u: cost(u)[:3])
        edges |= cost(v)[3]
        left.remove(v)
    assert not left


def test_the_trace_is_the_calculation():
    network = random_network(11, [2, 3, 2, 2, 3, 2, 2])
    query, evidence = network.names[1], {network.names[6]: "s0", network.names[5]: "s1"}
    steps = elimination.trace_elimination(network, [query], evidence)
    pool = [factor for step in steps for factor in step.factors]
    for step in steps:
        product = {name for factor in step.factors for name in factor}
        assert product - set(step.result) == ({step.variable} - {None})
        sizes = {name: len(network.states[network.names.index(name)]) for name in product}
        assert step.table.shape == tuple(sizes[name] for name in step.result)
        assert step.cells == math.prod(sizes.values())
    for step in steps[:-1]:
        pool.remove(step.result)
    assert steps[-1].result == (query,)
    known, above = {query, *evidence}, set()
    while new := {network.names[p] for i, n in enumerate(network.names) if n in known | above
                  for p in network.parents[i]} - above:  # fmt: skip
        above |= new
    assert {s.variable for s in steps} - {None} <= above - known
    np.testing.assert_allclose(
        steps[-1].table / steps[-1].table.sum(),
        elimination.compute_posterior(network, [query], evidence),
        atol=1e-15,
    )


def test_variables_without_observed_or_queried_descendants_are_left_out():
    network = chain(6)
    for query, evidence, summed_out in (("x2", {}, {"x0", "x1"}), ("x4", {"x2": "s0"}, {"x3"})):
        steps = elimination.trace_elimination(network, [query], evidence)
        assert {step.variable for step in steps} - {None} == summed_out


# wrong input


def test_impossible_evidence_has_no_posterior():
    tables = [[0.8, 0.2], [[1, 0], [0.1, 0.9]], [[1, 0], [1, 0]]]
    network = make_network(["a", "b", "c"], [["n", "y"]] * 3, [[], ["a"], ["a"]], tables)
    with pytest.raises(InputError, match="has probability 0: change the evidence"):
        elimination.compute_posterior(network, ["b"], {"c": "y"})
    # what separates the impossible evidence from the query decides
    np.testing.assert_allclose(
        elimination.compute_posterior(network, ["b"], {"a": "y", "c": "y"}), [0.1, 0.9]
    )


# the junction tree


@QUICK
@given(st.data())
def test_all_posteriors_equal_enumeration(data):
    network = data.draw(networks())
    evidence = data.draw(evidence_of(network))
    total = enumerated(network, [], evidence)
    if total == 0:
        with pytest.raises(InputError, match="has probability 0: change the evidence"):
            junction_tree.compute_posteriors(network, evidence)
        return
    found = junction_tree.compute_posteriors(network, evidence)
    assert list(found) == [name for name in network.names if name not in evidence]
    for name, table in found.items():
        np.testing.assert_allclose(table, enumerated(network, [name], evidence) / total, atol=1e-12)


@QUICK
@given(st.data())
def test_the_explanation_is_the_largest_cell_of_the_joint_distribution(data):
    network = data.draw(networks())
    evidence = data.draw(evidence_of(network))
    cells = joint(network)
    for name, label in evidence.items():
        i = network.names.index(name)
        keep = np.arange(cells.shape[i]) == network.states[i].index(label)
        cells = cells * keep.reshape([-1 if axis == i else 1 for axis in range(cells.ndim)])
    if cells.max() == 0:
        with pytest.raises(InputError, match="has probability 0: change the evidence"):
            junction_tree.find_best_explanation(network, evidence)
        return
    found, log_posterior = junction_tree.find_best_explanation(network, evidence)
    assert list(found) == [n for n in network.names if n not in evidence]
    values = {**found, **evidence}
    cell = tuple(
        labels.index(values[name]) for name, labels in zip(network.names, network.states, strict=True)
    )
    assert cells[cell] == pytest.approx(cells.max(), rel=1e-12)
    assert log_posterior == pytest.approx(math.log(cells.max() / cells.sum()), abs=1e-10)


@QUICK
@given(networks(9))
def test_every_table_is_in_a_clique_and_no_clique_is_part_of_another(network):
    scopes = dict(enumerate(scopes_of(network)))
    cliques = junction_tree.build_cliques(network, scopes)
    placed = [(i, clique) for clique in cliques for i in clique.families]
    assert sorted(i for i, _ in placed) == list(scopes)
    assert all(set(scopes[i]) <= set(clique.variables) for i, clique in placed)
    for a, b in itertools.permutations(cliques, 2):
        assert not set(a.variables) <= set(b.variables)


def test_the_probability_of_much_evidence_does_not_underflow():
    """200 observed children of the class have the joint probability 1e-1000 or less in both classes."""
    p, n = (1e-5, 1.2e-5), 200
    tables = [[0.25, 0.75], *([[1 - q, q] for q in p] for _ in range(n + 10))]
    names = ["class", *(f"x{i}" for i in range(n + 10))]
    network = make_network(names, [["0", "1"]] * (n + 11), [[], *[["class"]] * (n + 10)], tables)
    evidence = {f"x{i}": "1" for i in range(n)}
    odds = math.exp(math.log(1 / 3) + n * math.log(p[0] / p[1]))
    found = junction_tree.compute_posteriors(network, evidence)
    assert found["class"][0] == pytest.approx(odds / (1 + odds), rel=1e-9)
    assert found[f"x{n}"][1] == pytest.approx((p[0] * odds + p[1]) / (1 + odds), rel=1e-9)
    values, log_posterior = junction_tree.find_best_explanation(network, evidence)
    assert values == {"class": "1", **{f"x{i}": "0" for i in range(n, n + 10)}}
    assert log_posterior == pytest.approx(10 * math.log1p(-p[1]) - math.log1p(odds), abs=1e-9)

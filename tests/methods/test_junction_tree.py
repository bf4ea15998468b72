"""The junction tree, compared with enumeration and variable elimination, and the properties of the tree."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import example_networks
from support.random_networks import enumerated, evidence_of, joint, networks

from naivebench.core.checks import InputError
from naivebench.methods.inference import elimination, junction_tree
from naivebench.methods.inference.network import family, make_network, topological_order

pytestmark = pytest.mark.slow

QUICK = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PUBLISHED = ["asia", "child", "insurance", "alarm", "hailfinder", "hepar2", "win95pts"]


def cliques_of(network, observed=()):
    engine = elimination.prepare(network)
    scopes = {i: [v for v in family(network, i) if v not in observed] for i in range(len(network.names))}
    return junction_tree.build(scopes, engine.cards, engine.ranks)


@QUICK
@given(st.data())
def test_all_posteriors_equal_enumeration(data):
    network = data.draw(networks())
    evidence = data.draw(evidence_of(network))
    engine, whole = elimination.prepare(network), enumerated(network, [], evidence)
    if whole == 0:
        assert junction_tree.log_evidence(engine, evidence) == -math.inf
        with pytest.raises(InputError, match="has probability 0, so there is no posterior"):
            junction_tree.posteriors(engine, None, evidence)
        return
    assert junction_tree.log_evidence(engine, evidence) == pytest.approx(math.log(whole), abs=1e-9)
    found = junction_tree.posteriors(engine, network.names, evidence)
    assert list(found) == list(network.names)
    for name, table in found.items():
        np.testing.assert_allclose(table, enumerated(network, [name], evidence) / whole, atol=1e-12)


@QUICK
@given(st.data())
def test_the_explanation_is_the_largest_cell_of_the_joint_distribution(data):
    network = data.draw(networks())
    evidence = data.draw(evidence_of(network))
    engine, cells = elimination.prepare(network), joint(network)
    for name, label in evidence.items():
        i = network.names.index(name)
        keep = np.arange(cells.shape[i]) == network.states[i].index(label)
        cells = cells * keep.reshape([-1 if axis == i else 1 for axis in range(cells.ndim)])
    if cells.max() == 0:
        with pytest.raises(InputError, match="has probability 0, so there is no explanation"):
            junction_tree.explanation(engine, evidence)
        return
    found = junction_tree.explanation(engine, evidence)
    assert list(found.values) == [n for n in network.names if n not in evidence]
    values = {**found.values, **evidence}
    cell = tuple(
        labels.index(values[name]) for name, labels in zip(network.names, network.states, strict=True)
    )
    assert cells[cell] == pytest.approx(cells.max(), rel=1e-12)
    assert found.log_joint == pytest.approx(math.log(cells.max()), abs=1e-10)
    assert found.log_posterior == pytest.approx(math.log(cells.max() / cells.sum()), abs=1e-10)


@QUICK
@given(st.data())
def test_the_cliques_make_a_junction_tree(data):
    """Every table fits in a clique, no clique is part of another, and the cliques with a variable are
    connected.

    The last property is the running intersection.
    """
    network = data.draw(networks(9))
    n = len(network.names)
    observed = data.draw(st.sets(st.integers(0, n - 1), max_size=3))
    cliques = cliques_of(network, observed)
    scopes = [{v for v in family(network, i) if v not in observed} for i in range(n)]
    placed = [i for clique in cliques for i in clique.families]
    assert sorted(placed) == [i for i in range(n) if scopes[i]]
    for clique in cliques:
        assert all(scopes[i] <= set(clique.variables) for i in clique.families)
    for a, b in itertools.permutations(cliques, 2):
        assert not set(a.variables) <= set(b.variables)
    for k, clique in enumerate(cliques):
        assert clique.parent == -1 or clique.parent > k
        above = set(cliques[clique.parent].variables) if clique.parent >= 0 else set()
        assert set(clique.separator) == set(clique.variables) & above
    for v in set(range(n)) - observed:
        holding = [k for k, clique in enumerate(cliques) if v in clique.variables]
        tops = [k for k in holding if v not in cliques[k].separator]
        assert len(tops) == 1  # a connected part has exactly one clique that is nearest to the root


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_networks_agree_with_variable_elimination(name, folder):
    """The sample has several observed values, and all variables are queried.

    Rows are divided by their sums first, because elimination leaves out tables that sum to one.
    """
    network = example_networks.network(name, folder)
    network = network._replace(tables=tuple(t / t.sum(axis=-1, keepdims=True) for t in network.tables))
    engine, rng = elimination.prepare(network), np.random.default_rng(3)
    for n_observed in (0, 1, 4, len(network.names) // 2):
        state = {}
        for i in topological_order(network):
            row = network.tables[i][tuple(state[p] for p in network.parents[i])]
            state[i] = rng.choice(len(row), p=row)
        chosen = rng.permutation(len(network.names))[:n_observed].tolist()
        evidence = {network.names[i]: network.states[i][state[i]] for i in chosen}
        found = junction_tree.posteriors(engine, None, evidence)
        assert len(found) == len(network.names) - n_observed
        for variable, table in found.items():
            np.testing.assert_allclose(
                table, elimination.posterior(engine, variable, evidence), rtol=0, atol=1e-12
            )
        assert junction_tree.log_evidence(engine, evidence) == pytest.approx(
            elimination.log_evidence(engine, evidence), abs=1e-10
        )
        # no change of a single value makes the explanation more probable
        best = junction_tree.explanation(engine, evidence)
        for variable in list(best.values)[:5]:
            others = {**evidence, **best.values}
            del others[variable]
            conditional = elimination.posterior(engine, variable, others)
            label = network.states[network.names.index(variable)].index(best.values[variable])
            assert conditional[label] >= conditional.max() - 1e-12


def test_queries_leave_out_variables_without_queried_or_observed_descendants():
    """The second table is not a distribution, but it is not used."""
    network = make_network(["a", "b"], [["0", "1"]] * 2, [[], ["a"]], [[0.3, 0.7], [[0.5, 0.5]] * 2])
    network = network._replace(tables=(network.tables[0], np.full((2, 2), 7.0)))
    found = junction_tree.posteriors(elimination.prepare(network), ["a"])
    np.testing.assert_allclose(found["a"], [0.3, 0.7])


def test_observed_queries_are_certain_and_all_variables_may_be_observed():
    network = make_network(["a", "b"], [["0", "1"]] * 2, [[], ["a"]], [[0.3, 0.7], [[0.9, 0.1], [0.2, 0.8]]])
    engine = elimination.prepare(network)
    evidence = {"a": "1", "b": "0"}
    found = junction_tree.posteriors(engine, ["b", "a"], evidence)
    np.testing.assert_array_equal([found["b"], found["a"]], [[1, 0], [0, 1]])
    assert junction_tree.posteriors(engine, None, evidence) == {}
    assert junction_tree.log_evidence(engine, evidence) == pytest.approx(math.log(0.7 * 0.2))
    best = junction_tree.explanation(engine, evidence)
    assert best == ({}, pytest.approx(math.log(0.14)), pytest.approx(0, abs=1e-12))


def test_the_explanation_is_not_the_most_probable_value_of_each_variable():
    """The value a = 0 is more probable alone (.6), but a = 1, b = 0 is the most probable pair (.4)."""
    tables = [[0.6, 0.4], [[0.5, 0.5], [1.0, 0.0]]]
    engine = elimination.prepare(make_network(["a", "b"], [["0", "1"]] * 2, [[], ["a"]], tables))
    found = junction_tree.explanation(engine)
    assert found.values == {"a": "1", "b": "0"}
    assert math.exp(found.log_posterior) == pytest.approx(0.4)
    assert junction_tree.posteriors(engine)["a"][0] == pytest.approx(0.6)


def test_a_thousand_children_do_not_underflow():
    p = (0.01, 0.012)
    tables = [[0.25, 0.75], *([[1 - q, q] for q in p] for _ in range(1000))]
    names = ["class", *(f"x{i}" for i in range(1000))]
    engine = elimination.prepare(make_network(names, [["0", "1"]] * 1001, [[], *[["class"]] * 1000], tables))
    evidence = {f"x{i}": "1" for i in range(990)}
    logs = [math.log(0.25) + 990 * math.log(p[0]), math.log(0.75) + 990 * math.log(p[1])]
    expected = logs[1] + math.log1p(math.exp(logs[0] - logs[1]))
    assert junction_tree.log_evidence(engine, evidence) == pytest.approx(expected, rel=1e-12)
    found = junction_tree.posteriors(engine, None, evidence)
    odds = math.exp(logs[0] - logs[1])
    assert found["class"][0] == pytest.approx(odds / (1 + odds), rel=1e-9)
    assert found["x999"][1] == pytest.approx((p[0] * odds + p[1]) / (1 + odds), rel=1e-9)
    best = junction_tree.explanation(engine, evidence)
    assert best.values == {"class": "1", **{f"x{i}": "0" for i in range(990, 1000)}}
    assert best.log_joint == pytest.approx(logs[1] + 10 * math.log(1 - p[1]), rel=1e-12)

"""Variable elimination, compared with enumeration, and the properties of its plan."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import example_networks
from support.random_networks import ancestral, enumerated, evidence_of, joint, networks, random_network

from naivebench.core.checks import InputError
from naivebench.methods.inference import elimination, ordering
from naivebench.methods.inference.network import Network, family, make_network, topological_order

pytestmark = pytest.mark.slow

QUICK = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def cardinalities(network: Network) -> list[int]:
    """Number of values of every variable."""
    return [len(labels) for labels in network.states]


def chain(n, r=2, seed=0):
    rng = np.random.default_rng(seed)
    tables = [rng.dirichlet(np.ones(r)), *(rng.dirichlet(np.ones(r), size=r) for _ in range(n - 1))]
    names = [f"x{i}" for i in range(n)]
    return make_network(
        names, [[f"s{v}" for v in range(r)]] * n, [[], *([name] for name in names[:-1])], tables
    )


def star(n, p=(0.3, 0.6)):
    """A class with n children, as in naive Bayes."""
    tables = [[0.25, 0.75], *([[1 - q, q] for q in p] for _ in range(n))]
    return make_network(
        ["class", *(f"x{i}" for i in range(n))], [["0", "1"]] * (n + 1), [[], *[["class"]] * n], tables
    )


# against enumeration


@QUICK
@given(st.data())
def test_one_query_equals_enumeration(data):
    network = data.draw(networks())
    evidence = data.draw(evidence_of(network))
    engine = elimination.prepare(network)
    expected = enumerated(network, [], evidence)
    if expected == 0:
        assert elimination.log_evidence(engine, evidence) == -math.inf
        return
    assert elimination.log_evidence(engine, evidence) == pytest.approx(math.log(expected), abs=1e-9)
    for name in network.names:
        np.testing.assert_allclose(
            elimination.posterior(engine, name, evidence),
            enumerated(network, [name], evidence) / expected,
            atol=1e-12,
        )


@QUICK
@given(st.data())
def test_joint_queries_equal_enumeration(data):
    network = data.draw(networks())
    evidence = data.draw(evidence_of(network))
    queries = data.draw(st.lists(st.sampled_from(network.names), unique=True, min_size=1, max_size=3))
    expected = enumerated(network, queries, evidence)
    if expected.sum() > 0:
        found = elimination.posterior(elimination.prepare(network), queries, evidence)
        np.testing.assert_allclose(found, expected / expected.sum(), atol=1e-12)


@QUICK
@given(networks(), st.randoms(use_true_random=False))
def test_every_order_gives_the_same(network, random):
    """The orders come from `schedule` with other ranks and sizes."""
    query = random.randrange(len(network.names))
    scopes = [family(network, i) for i in range(len(network.names))]
    cards = cardinalities(network)
    random.shuffle(weights := list(range(1, len(scopes) + 1)))
    order = ordering.min_fill(scopes, 1 << query, weights, weights)
    assert sorted(v for v, _ in order) == [v for v in range(len(scopes)) if v != query]
    steps = ordering.schedule(
        scopes, [query], symbols=ordering.symbols_of(len(scopes)), cards=cards, ranks=weights
    )
    found, _ = elimination.run(steps, list(network.tables))
    np.testing.assert_allclose(found, enumerated(network, [network.names[query]], {}), atol=1e-12)


@QUICK
@given(networks())
def test_rescaled_steps_give_the_same(network):
    scopes = [family(network, i) for i in range(len(network.names))]
    steps = ordering.schedule(
        scopes,
        [],
        symbols=ordering.symbols_of(len(scopes)),
        cards=cardinalities(network),
        ranks=range(len(scopes)),
    )
    table, log_scale = elimination.run_rescaled(steps, list(network.tables))
    assert math.log(table) + log_scale == pytest.approx(math.log(joint(network).sum()), abs=1e-12)


@pytest.mark.parametrize("name", ["asia", "alarm", "child", "insurance"])
def test_published_networks_equal_brute_force_over_the_ancestors(name, folder):
    network = example_networks.network(name, folder)
    engine, rng, compared = elimination.prepare(network), np.random.default_rng(0), 0
    for _ in range(400):
        chosen = rng.permutation(len(network.names))[: 2 + rng.integers(0, 3)]
        query, *observed = (network.names[i] for i in chosen)
        evidence = {o: str(rng.choice(network.states[network.names.index(o)])) for o in observed}
        small = ancestral(network, [query, *evidence])
        if math.prod(cardinalities(small)) > 20_000:
            continue
        expected = enumerated(small, [query], evidence)
        if expected.sum() > 0:
            np.testing.assert_allclose(
                elimination.posterior(engine, query, evidence), expected / expected.sum(), atol=1e-12
            )
            assert elimination.log_evidence(engine, evidence) == pytest.approx(
                math.log(expected.sum()), abs=1e-9
            )
            compared += 1
    assert compared >= 30


@pytest.mark.parametrize("name", ["asia", "alarm", "child", "insurance"])
def test_published_networks_equal_one_contraction_of_all_tables(name, folder):
    """All tables, restricted to the evidence, are multiplied in one numpy.einsum, without our selection of
    ancestors and our order.

    Rows are divided by their sums first.
    """
    network = example_networks.network(name, folder)
    network = network._replace(tables=tuple(t / t.sum(axis=-1, keepdims=True) for t in network.tables))
    engine, rng = elimination.prepare(network), np.random.default_rng(1)
    for _ in range(4):
        state = {}
        for i in topological_order(network):  # the evidence is sampled, so it is possible
            state[i] = rng.choice(
                len(network.states[i]), p=network.tables[i][tuple(state[p] for p in network.parents[i])]
            )
        chosen = rng.permutation(len(network.names))[:5].tolist()
        operands = []
        for i, table in enumerate(network.tables):
            axes = family(network, i)
            operands += [
                table[tuple(state[v] if v in chosen[1:] else slice(None) for v in axes)],
                [v for v in axes if v not in chosen[1:]],
            ]
        expected = np.einsum(*operands, [chosen[0]], optimize="greedy")
        evidence = {network.names[i]: network.states[i][state[i]] for i in chosen[1:]}
        np.testing.assert_allclose(
            elimination.posterior(engine, network.names[chosen[0]], evidence),
            expected / expected.sum(),
            atol=1e-11,
        )
        assert elimination.log_evidence(engine, evidence) == pytest.approx(math.log(expected.sum()), abs=1e-9)


# identities


def test_observed_queries_are_certain():
    engine = elimination.prepare(chain(4))
    np.testing.assert_array_equal(elimination.posterior(engine, "x1", {"x1": "s1"}), [0, 1])
    found = elimination.posterior(engine, ["x1", "x2"], {"x1": "s1"})
    np.testing.assert_array_equal(found[0], 0)
    np.testing.assert_allclose(found[1], elimination.posterior(engine, "x2", {"x1": "s1"}))


def test_posteriors_of_all_unobserved_variables():
    network = random_network(3, [2, 3, 2, 2])
    evidence = {network.names[2]: network.states[2][0]}
    found = elimination.posteriors(elimination.prepare(network), None, evidence)
    assert list(found) == [name for name in network.names if name not in evidence]
    assert all(table.sum() == pytest.approx(1) for table in found.values())
    assert elimination.log_evidence(elimination.prepare(network), {}) == 0


def test_a_thousand_children_do_not_underflow():
    network = star(1000, (0.01, 0.012))
    engine = elimination.prepare(network)
    evidence = {f"x{i}": "1" for i in range(999)}
    logs = [math.log(0.25) + 999 * math.log(0.01), math.log(0.75) + 999 * math.log(0.012)]
    largest = max(logs)
    expected = largest + math.log(sum(math.exp(x - largest) for x in logs))
    assert expected < -4000
    assert elimination.log_evidence(engine, evidence) == pytest.approx(expected, rel=1e-12)
    odds = math.exp(logs[0] - logs[1])
    assert elimination.posterior(engine, "class", evidence)[0] == pytest.approx(odds / (1 + odds), rel=1e-9)
    asked = elimination.posterior(engine, "x999", evidence)[1]
    assert asked == pytest.approx((0.01 * odds + 0.012) / (1 + odds), rel=1e-9)


def test_a_chain_longer_than_the_alphabet_equals_the_matrix_product():
    network = chain(200, 3)
    expected = network.tables[0]
    for table in network.tables[1:]:
        expected = expected @ table
    np.testing.assert_allclose(
        elimination.posterior(elimination.prepare(network), "x199"), expected, atol=1e-12
    )


def test_names_and_order_of_the_variables_do_not_matter():
    network = random_network(5, [2, 3, 2, 3, 2, 2])
    order = np.random.default_rng(0).permutation(6)
    place = {int(i): k for k, i in enumerate(order)}
    moved = Network(
        tuple(f"n{i}" for i in range(6)),
        tuple(network.states[i] for i in order),
        tuple(tuple(place[p] for p in network.parents[i]) for i in order),
        tuple(network.tables[i] for i in order),
    )
    for i in range(1, 6):
        one = elimination.posterior(elimination.prepare(network), network.names[i], {network.names[0]: "s1"})
        other = elimination.posterior(elimination.prepare(moved), f"n{place[i]}", {f"n{place[0]}": "s1"})
        np.testing.assert_allclose(one, other, atol=1e-14)


# the plan


def test_min_fill_takes_the_fewest_new_pairs_then_the_smallest_table_then_the_name():
    square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    assert ordering.min_fill(square, 0, [2, 2, 2, 2], [0, 1, 2, 3])[0] == (0, 1)
    assert ordering.min_fill(square, 0, [2, 2, 2, 2], [3, 1, 2, 0])[0] == (3, 1)
    assert ordering.min_fill(square, 0, [5, 2, 2, 2], [0, 1, 2, 3])[0] == (2, 1)
    assert ordering.min_fill([*square, (3, 4)], 0, [2] * 5, [0, 1, 2, 3, 4])[0] == (4, 0)
    assert ordering.min_fill(square, 0b0101, [2] * 4, [0, 1, 2, 3]) == [(1, 1), (3, 0)]


def around(u, left, edges):
    return [w for w in left if frozenset((u, w)) in edges]


def unjoined(u, left, edges):
    return {
        frozenset((a, b)) for a in around(u, left, edges) for b in around(u, left, edges) if a < b
    } - edges


def table_size(u, left, edges, cards):
    return math.prod([cards[w] for w in (u, *around(u, left, edges))])


@QUICK
@given(networks(6))
def test_stored_costs_equal_costs_counted_from_scratch(network):
    """Every choice of min_fill is the best one on a graph that is rebuilt from scratch."""
    cards, n = cardinalities(network), len(network.names)
    edges = {
        frozenset((a, b)) for i in range(n) for a in family(network, i) for b in family(network, i) if a != b
    }
    left = set(range(n))
    for v, fill in ordering.min_fill([family(network, i) for i in range(n)], 0, cards, range(n)):
        costs = {u: (len(unjoined(u, left, edges)), table_size(u, left, edges, cards), u) for u in left}
        assert v == min(left, key=costs.__getitem__)
        assert fill == costs[v][0]
        edges |= unjoined(v, left, edges)
        left.remove(v)


def test_the_trace_is_the_calculation():
    network = random_network(11, [2, 3, 2, 2, 3, 2, 2])
    engine = elimination.prepare(network)
    query, evidence = network.names[1], {network.names[6]: "s0", network.names[5]: "s1"}
    start = elimination.initial_factors(engine, query, evidence)
    steps = elimination.elimination_steps(engine, query, evidence)
    pool = [scope for _, scope in start]
    for step in steps:
        for factor in step.factors:
            pool.remove(factor)
        assert step.variable is None or step.variable not in step.result
        assert set(step.product) - set(step.result) == ({step.variable} - {None})
        assert step.table.shape == tuple(
            len(network.states[network.names.index(name)]) for name in step.result
        )
        assert step.cells == math.prod(
            len(network.states[network.names.index(name)]) for name in step.product
        )
        pool.append(step.result)
    assert pool == [(query,)]
    asked = {query, *evidence}
    assert {s.variable for s in steps} - {None} <= set(ancestral(network, asked).names) - asked
    np.testing.assert_allclose(
        steps[-1].table / steps[-1].table.sum(), elimination.posterior(engine, query, evidence), atol=1e-15
    )
    assert elimination.elimination_steps(engine, query, {query: "s0"}) == []
    assert elimination.initial_factors(engine, query, {query: "s0"}) == []


def test_variables_without_observed_or_queried_descendants_are_left_out():
    engine = elimination.prepare(chain(6))
    assert [name for name, _ in elimination.initial_factors(engine, "x2")] == ["x0", "x1", "x2"]
    assert [name for name, _ in elimination.initial_factors(engine, "x4", {"x2": "s0"})] == ["x3", "x4"]


def test_plans_are_kept_up_to_a_bound(monkeypatch):
    monkeypatch.setattr(elimination, "MAX_PLANS", 3)
    network = chain(6)
    engine = elimination.prepare(network)
    for name in network.names:
        elimination.posterior(engine, name)
    assert [query for query, _, _ in engine.plans] == [(3,), (4,), (5,)]
    kept = engine.plans[(3,), 0, True]
    elimination.posterior(engine, "x3")
    elimination.posterior(engine, "x0")
    assert [query for query, _, _ in engine.plans] == [(5,), (3,), (0,)]
    assert engine.plans[(3,), 0, True] is kept


def test_the_same_plan_serves_other_values():
    network = random_network(2, [3, 3, 3, 3])
    engine = elimination.prepare(network)
    for label in ("s0", "s1", "s2"):
        evidence = {network.names[3]: label}
        expected = enumerated(network, [network.names[0]], evidence)
        np.testing.assert_allclose(
            elimination.posterior(engine, network.names[0], evidence), expected / expected.sum(), atol=1e-13
        )
    assert len(engine.plans) == 1


def test_large_buckets_are_multiplied_in_parts():
    scopes = [(0,)] * 40
    steps = ordering.schedule(scopes, [], symbols=ordering.symbols_of(1), cards=[2], ranks=[0])
    assert max(len(step.operands) for step in steps) == ordering.MOST_OPERANDS
    found, _ = elimination.run(steps, [np.array([0.9, 1.1])] * 40)
    assert found == pytest.approx(0.9**40 + 1.1**40)


# impossible evidence


def test_tables_beyond_any_memory_are_refused():
    """The network is a grid of 12 x 12 variables with 10 values, whose treewidth is 12."""
    side, r = 12, 10
    names = [f"x{i:03d}" for i in range(side * side)]
    parents = [[names[i - 1]] * (i % side > 0) + [names[i - side]] * (i >= side) for i in range(side * side)]
    tables = [np.full([r] * (len(above) + 1), 1 / r) for above in parents]
    engine = elimination.prepare(
        make_network(names, [[str(v) for v in range(r)]] * len(names), parents, tables)
    )
    with pytest.raises(
        InputError,
        match=r"exact inference needs a table of 1e\+\d+ cells, the limit is 134217728: observe more "
        r"variables",
    ):
        elimination.posterior(engine, names[-1])


def test_messages():
    network = make_network(
        ["rain", "wet"], [["no", "yes"]] * 2, [[], ["rain"]], [[0.8, 0.2], [[1, 0], [0.1, 0.9]]]
    )
    engine = elimination.prepare(network)
    for query, evidence, message in (
        ("rian", {}, "the network has no variable 'rian'; did you mean 'rain'?"),
        ("rain", {"west": "yes"}, "the network has no variable 'west'; did you mean 'wet'?"),
        (
            "rain",
            {"wet": "yess"},
            "variable 'wet' has no value 'yess'; did you mean 'yes'?",
        ),
        (["rain", "rain"], {}, "the query names a variable twice: name it once"),
        (
            "rain",
            {"rain": "no", "wet": "yes"},
            "the evidence rain = no, wet = yes has probability 0, so there is no posterior: change the "
            "evidence",
        ),
    ):
        with pytest.raises(InputError) as error:
            elimination.posterior(engine, query, evidence)
        assert str(error.value) == message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": ["a", "a"]}, "the network declares variable 'a' twice: names must differ"),
        ({"states": [["n", "y"], []]}, "variable 'b' has no values: give at least one"),
        ({"states": [["n", "y"], ["n", "n"]]}, "variable 'b' has value 'n' twice: names must differ"),
        ({"parents": [[], ["A"]]}, "parent 'A' of variable 'b' is not a variable of the network"),
        ({"parents": [[], ["a", "a"]]}, "variable 'b' has parent 'a' twice: names must differ"),
        (
            {"parents": [["b"], ["a"]]},
            "the table of variable 'a' has shape (2,), expected (2, 2) (the values of its parents, "
            "then its own)",
        ),
        ({"tables": [[0.5, 0.5], [[0.2, 0.7], [0, 1]]]}, "P(b | a = n) sums to 0.9, expected 1"),
        (
            {"tables": [[1.5, -0.5], [[0.3, 0.7], [0, 1]]]},
            "P(a) of value 'n' is 1.5, expected a number from 0 to 1",
        ),
        (
            {"tables": [[np.nan, 0.5], [[0.3, 0.7], [0, 1]]]},
            "P(a) of value 'n' is nan, expected a number from 0 to 1",
        ),
        (
            {"parents": [["b"], ["a"]], "tables": [[[0.5, 0.5]] * 2] * 2},
            "the parents form a cycle (a <- b <- a): remove one of its arcs",
        ),
        (
            {"names": ["a"]},
            "1 names, 2 lists of values, 2 lists of parents, 2 tables: expected the same number of each",
        ),
    ],
)
def test_invalid_networks(changes, message):
    right = {
        "names": ["a", "b"],
        "states": [["n", "y"]] * 2,
        "parents": [[], ["a"]],
        "tables": [[0.5, 0.5], [[0.3, 0.7], [0, 1]]],
    }
    make_network(**right)
    with pytest.raises(InputError) as error:
        make_network(**right | changes)
    assert str(error.value).startswith(message)

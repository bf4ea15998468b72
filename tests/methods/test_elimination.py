"""Variable elimination, compared with enumeration, and the properties of its steps."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.random_networks import enumerated, evidence_of, networks, random_network

from naivebench.core.checks import InputError
from naivebench.methods.inference import elimination
from naivebench.methods.inference.network import make_network

pytestmark = pytest.mark.slow

QUICK = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


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
            elimination.posterior(network, [name], evidence),
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
        found = elimination.posterior(network, queries, evidence)
        np.testing.assert_allclose(found, expected / expected.sum(), atol=1e-12)


# the steps


def test_the_trace_is_the_calculation():
    network = random_network(11, [2, 3, 2, 2, 3, 2, 2])
    query, evidence = network.names[1], {network.names[6]: "s0", network.names[5]: "s1"}
    start, steps = elimination.trace(network, [query], evidence)
    pool = [scope for _, scope in start]
    for step in steps:
        for factor in step.factors:
            pool.remove(factor)
        product = {name for factor in step.factors for name in factor}
        assert product - set(step.result) == ({step.variable} - {None})
        sizes = {name: len(network.states[network.names.index(name)]) for name in product}
        assert step.table.shape == tuple(sizes[name] for name in step.result)
        assert step.cells == math.prod(sizes.values())
        pool.append(step.result)
    assert pool == [(query,)]
    asked, above = {query, *evidence}, set()
    while new := {network.names[p] for i, n in enumerate(network.names) if n in asked | above
                  for p in network.parents[i]} - above:  # fmt: skip
        above |= new
    assert {s.variable for s in steps} - {None} <= above - asked
    np.testing.assert_allclose(
        steps[-1].table / steps[-1].table.sum(), elimination.posterior(network, [query], evidence), atol=1e-15
    )


def test_variables_without_observed_or_queried_descendants_are_left_out():
    network = chain(6)
    assert [name for name, _ in elimination.trace(network, ["x2"], {})[0]] == ["x0", "x1", "x2"]
    assert [name for name, _ in elimination.trace(network, ["x4"], {"x2": "s0"})[0]] == ["x3", "x4"]


# wrong input


def test_impossible_evidence_has_no_posterior():
    tables = [[0.8, 0.2], [[1, 0], [0.1, 0.9]], [[1, 0], [1, 0]]]
    network = make_network(["a", "b", "c"], [["n", "y"]] * 3, [[], ["a"], ["a"]], tables)
    with pytest.raises(InputError, match="has probability 0: change the evidence"):
        elimination.posterior(network, ["b"], {"c": "y"})
    # what separates the impossible evidence from the query decides
    np.testing.assert_allclose(elimination.posterior(network, ["b"], {"a": "y", "c": "y"}), [0.1, 0.9])

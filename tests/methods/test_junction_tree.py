"""The junction tree, compared with enumeration and variable elimination."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.random_networks import enumerated, evidence_of, joint, networks

from naivebench.core.checks import InputError
from naivebench.methods.inference import junction_tree
from naivebench.methods.inference.network import make_network

pytestmark = pytest.mark.slow

QUICK = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@QUICK
@given(st.data())
def test_all_posteriors_equal_enumeration(data):
    network = data.draw(networks())
    evidence = data.draw(evidence_of(network))
    whole = enumerated(network, [], evidence)
    if whole == 0:
        with pytest.raises(InputError, match="has probability 0: change the evidence"):
            junction_tree.posteriors(network, evidence)
        return
    found = junction_tree.posteriors(network, evidence)
    assert list(found) == [name for name in network.names if name not in evidence]
    for name, table in found.items():
        np.testing.assert_allclose(table, enumerated(network, [name], evidence) / whole, atol=1e-12)


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
            junction_tree.explanation(network, evidence)
        return
    found, log_posterior = junction_tree.explanation(network, evidence)
    assert list(found) == [n for n in network.names if n not in evidence]
    values = {**found, **evidence}
    cell = tuple(
        labels.index(values[name]) for name, labels in zip(network.names, network.states, strict=True)
    )
    assert cells[cell] == pytest.approx(cells.max(), rel=1e-12)
    assert log_posterior == pytest.approx(math.log(cells.max() / cells.sum()), abs=1e-10)


def test_the_probability_of_much_evidence_does_not_underflow():
    """200 observed children of the class have the joint probability 1e-1000 or less in both classes."""
    p, n = (1e-5, 1.2e-5), 200
    tables = [[0.25, 0.75], *([[1 - q, q] for q in p] for _ in range(n + 10))]
    names = ["class", *(f"x{i}" for i in range(n + 10))]
    network = make_network(names, [["0", "1"]] * (n + 11), [[], *[["class"]] * (n + 10)], tables)
    evidence = {f"x{i}": "1" for i in range(n)}
    odds = math.exp(math.log(1 / 3) + n * math.log(p[0] / p[1]))
    found = junction_tree.posteriors(network, evidence)
    assert found["class"][0] == pytest.approx(odds / (1 + odds), rel=1e-9)
    assert found[f"x{n}"][1] == pytest.approx((p[0] * odds + p[1]) / (1 + odds), rel=1e-9)
    values, log_posterior = junction_tree.explanation(network, evidence)
    assert values == {"class": "1", **{f"x{i}": "0" for i in range(n, n + 10)}}
    assert log_posterior == pytest.approx(10 * math.log1p(-p[1]) - math.log1p(odds), abs=1e-9)

import itertools

import numpy as np
import pytest
from support.tables import made

from naivebench.core.information import mutual_information
from naivebench.core.logspace import normalize
from naivebench.core.table import chosen_attributes, subset
from naivebench.methods.bn_classifiers import families, kdb, skdb
from naivebench.methods.bn_classifiers.families import Smoothing


def loss_by_refitting(table, a, k, structure):
    """Leave-one-out loss of the first a attributes with k parents, from a model fitted without each case."""
    order = sorted(range(len(table.attributes)), key=lambda j: -mutual_information(table)[j])[:a]
    place = {j: i for i, j in enumerate(order)}
    parents = tuple(tuple(place[p] for p in structure[j][:k]) for j in order)
    doubts = []
    for i in range(len(table.y)):
        rest = chosen_attributes(subset(table, np.delete(np.arange(len(table.y)), i)), order)
        model = families.fit_tables(rest, parents, Smoothing("m_estimate", alpha=2.0))
        one = chosen_attributes(subset(table, [i]), order)
        p = np.exp(normalize(families.log_joint(model, one), model.log_prior))[0, table.y[i]]
        doubts.append((1 - p) ** 2)
    return np.sqrt(np.mean(doubts))


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_the_chosen_network_has_the_smallest_loss_of_all(missing):
    table = made(2, 40, (3, 2, 4, 3), 2, missing)
    structure = kdb.ordered_parents(kdb.count(table), 2)
    losses = {
        (a, k): loss_by_refitting(table, a, k, structure) for a, k in itertools.product(range(1, 5), range(3))
    }
    model = skdb.fit(table, k_max=2, alpha=2)
    assert model.facts["leave_one_out_rmse"] == pytest.approx(min(losses.values()), abs=1e-10)
    best = losses[len(model.facts["structure"]), model.facts["k"]]
    assert best == pytest.approx(min(losses.values()), abs=1e-10)


def test_ties_of_loss_go_to_the_smaller_k_and_then_to_fewer_attributes():
    loss = np.array([[0.3, 0.2 + 1e-13], [0.2, 0.2], [0.2, 0.1 + 0.1]])
    assert skdb.least_of(loss) == (1, 0)
    assert skdb.least_of(loss[:, 1:]) == (0, 0)

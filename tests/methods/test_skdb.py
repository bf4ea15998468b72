import itertools

import numpy as np
import pytest
from support.answers import is_correct, leave_out
from support.tables import made

from naivebench.core.decide import TIE, find_precedence
from naivebench.core.information import mutual_information
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import class_counts, select_attributes
from naivebench.methods.bn_classifiers import families, kdb, kdb_hc, skdb
from naivebench.methods.bn_classifiers.families import Smoothing


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
    assert skdb.find_least_loss(loss) == (1, 0)
    assert skdb.find_least_loss(loss[:, 1:]) == (0, 0)


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
    scores = skdb.leave_out_prior(table, 1.0)
    for j, parents in enumerate(PARENTS):
        *_, terms = skdb.leave_out_prefixes(table, j, parents, smoothing)
        scores = skdb.add_terms(scores, terms, table.y)
    np.testing.assert_allclose(scores, without_each(table, smoothing, 1.0), atol=1e-10)


def test_correct_cases_are_those_predicted_correctly_with_the_remaining_counts():
    table = made(5, 60, (3, 2), 3, 0.2)
    n_c = class_counts(table)
    y, (*_, terms) = table.y, skdb.leave_out_prefixes(table, 0, (1,), Smoothing())
    start = np.round(skdb.leave_out_prior(table, 1.0), 1)  # rounded to create ties
    for scores in (start, np.zeros_like(start)):
        for added in (terms, skdb.Terms(np.zeros(60, int), np.zeros((1, 3)), np.zeros((1, 3)))):
            expected = is_correct(skdb.add_terms(scores, added, y), table).sum()
            assert kdb_hc.count_correct(scores, *added, y, find_precedence(n_c), TIE) == expected

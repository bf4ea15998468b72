import numpy as np
import pytest
from support.tables import made

from naivebench.core.decide import decide_classes
from naivebench.core.table import class_counts, subset
from naivebench.methods.naive_bayes import nb
from naivebench.methods.trees import rbc

NB = {"alpha": 1.0, "prior_alpha": 0.0}


def errors(model, table):
    return int((decide_classes(rbc.predict_log_proba(model, table), class_counts(table)) != table.y).sum())


@pytest.mark.parametrize("seed", range(6))
def test_training_errors_never_increase_with_depth(seed):
    table = made(seed, 300, (3, 4, 5, 2, 3), 3, 0.05)
    found = [errors(rbc.fit(table, max_depth=depth), table) for depth in range(8)]
    assert found == sorted(found, reverse=True)
    assert found[-1] < found[0]
    assert errors(rbc.fit(table), table) == found[-1]


def test_every_node_beats_its_parent_on_its_own_cases():
    table = made(9, 400, (3, 4, 5, 2, 3), 3)
    model = rbc.fit(table)
    rows, n_c = {0: np.arange(400)}, class_counts(table)
    assert len(model.nodes) > 3
    for node, labels in enumerate(model.children):
        predicted = decide_classes(nb.predict_log_proba(model.nodes[node], subset(table, rows[node])), n_c)
        for label, child in enumerate(labels):
            if child < 0:
                continue
            rows[child] = rows[node][predicted == label]
            cases = subset(table, rows[child])
            again = nb.fit(cases, **NB)
            assert np.array_equal(again.log_table, model.nodes[child].log_table)
            right = decide_classes(nb.predict_log_proba(again, cases), n_c) == cases.y
            assert right.sum() > (cases.y == label).sum()


def test_a_case_that_no_branch_takes_keeps_the_posterior_of_nb():
    table = made(9, 400, (3, 4, 5, 2, 3), 3)
    model = rbc.fit(table)
    first = nb.predict_log_proba(model.nodes[0], table)
    at_root = rbc.route_cases(model, table, rbc.find_observed(table), nb.predict_log_proba)[0] == 0
    assert 0 < at_root.sum() < 400
    assert np.array_equal(rbc.predict_log_proba(model, table)[at_root], first[at_root])


def test_sizes():
    model, none = nb.fit(made()), [-1, -1, -1]
    children, n_c = np.array([[1, -1, 2], none, [-1, 3, -1], none]), np.tile(class_counts(made()), (4, 1))
    tree = rbc.Model((model,) * 4, children, n_c, {})
    sizes = rbc.summarize(tree)
    assert (sizes["nodes"], sizes["depth"], sizes["leaves"]) == (4, 2, 2)

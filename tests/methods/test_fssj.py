"""FSSJ: its steps by brute force, its identities, and the settled rows of Robles et al. 2003."""

import numpy as np
import pytest
from support.robles_tables import FSSJ, PRINTED, assert_printed, paper_table, without_first_case
from support.semi_naive_tables import brute_force_correct, nominal, parity, random_table

from naivebench.core.decide import decide
from naivebench.core.table import class_counts, n_cases, n_classes
from naivebench.methods.semi_naive import fssj, partition_search


def by_brute_force(table, tie_rule="join_first"):
    """FSSJ with n refits per candidate."""
    groups, current, evaluations, d = [], brute_force_correct(table, ()), 0, table.codes.shape[1]
    while True:
        unused = [j for j in range(d) if all(j not in g for g in groups)]
        joins = [[(*sorted((*h, j)),) if h == g else h for h in groups] for j in unused for g in groups]
        additions = [[*groups, (j,)] for j in unused]
        candidates = joins + additions if tie_rule == "join_first" else additions + joins
        if tie_rule == "by_attribute":
            candidates = [
                c
                for i, j in enumerate(unused)
                for c in (*joins[i * len(groups) : (i + 1) * len(groups)], [*groups, (j,)])
            ]
        evaluations += d * (len(groups) + 1)
        correct = [brute_force_correct(table, c) for c in candidates]
        if max(correct, default=0) <= current:
            return groups, current, evaluations
        current = max(correct)
        groups = candidates[correct.index(current)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("tie_rule", fssj.TIE_RULES)
def test_search_equals_brute_force(seed, tie_rule):
    table = random_table(n=30, d=4, k=2 + seed % 2, seed=seed)
    found = fssj.search(partition_search.prepare(table), tie_rule)
    assert (list(found.groups), found.correct, found.evaluations) == by_brute_force(table, tie_rule)


def test_parity_is_never_found():
    found = fssj.search(partition_search.prepare(parity()))
    assert found.groups == ()
    assert found.evaluations == 3


def test_an_addition_or_a_join_wins_a_tie():
    y = np.arange(60) % 3  # with the second attribute every case is right, whether it is added or joined
    core = partition_search.prepare(nominal(np.column_stack([y == 0, y == 1]).astype(int), y))
    joined, added = fssj.search(core, "join_first"), fssj.search(core, "add_first")
    assert (joined.groups, added.groups) == (((0, 1),), ((0,), (1,)))
    assert joined.correct == added.correct == 60


def test_an_addition_comes_before_a_join_by_default():
    """This is the order in which the paper lists them."""
    y = np.arange(60) % 3
    table = nominal(np.column_stack([y == 0, y == 1]).astype(int), y)
    found = [fssj.summarize(fssj.fit(table, **p))["groups"] for p in ({}, {"tie_rule": "join_first"})]
    assert found == [2, 1]


def test_an_attribute_without_a_value_is_not_used():
    y = np.arange(40) % 2
    table = nominal(np.column_stack([np.full(40, -1), y]), y, cardinalities=[2, 2])
    assert fssj.summarize(fssj.fit(table))["structure"] == "{x1}"


def test_training_fitness_is_the_accuracy_of_the_posteriors():
    table = random_table(n=120, d=6)
    model, log_proba = fssj.fit_leave_one_out(table)
    others = class_counts(table) - np.eye(n_classes(table), dtype=int)[table.y]
    assert fssj.summarize(model)["training_fitness"] == np.mean(decide(log_proba, others) == table.y)


@pytest.mark.long
@pytest.mark.parametrize("dataset", FSSJ)
def test_robles_2003(dataset, folder):
    table = without_first_case(paper_table(dataset, folder))
    assert_printed(fssj.summarize(fssj.fit(table, **PRINTED["fssj"])), n_cases(table), FSSJ[dataset])


# on the others, the first case or the order of moves decides a tie
@pytest.mark.slow
@pytest.mark.parametrize("dataset", ["breast", "corral", "iris", "vehicle"])
def test_robles_2003_with_all_cases_and_default_parameters(dataset, folder):
    table = paper_table(dataset, folder)
    assert_printed(fssj.summarize(fssj.fit(table)), n_cases(table), FSSJ[dataset], lost=1)


def test_golden_iris(folder):
    summary = fssj.summarize(fssj.fit(paper_table("iris", folder)))
    assert (summary["structure"], round(summary["training_fitness"] * 150)) == ("{petal width}", 144)

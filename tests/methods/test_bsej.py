"""BSEJ and its restarts: steps by brute force, identities, and the settled rows of Robles et al. 2003."""

from itertools import combinations

import numpy as np
import pytest
from support.robles_tables import BSEJ, PRINTED, assert_printed, paper_table, without_first_case
from support.semi_naive_tables import brute_force_correct, nominal, parity, random_table

from naivebench.core.table import n_cases
from naivebench.methods.edas.optimise import Search
from naivebench.methods.semi_naive import bsej, bsej_restarts, partition_search, pazzani_eda

pytestmark = pytest.mark.slow


def by_brute_force(table, join_with="any", delete_member=False):
    """BSEJ with n refits per candidate; a group is in the place of its first member."""
    d = table.codes.shape[1]
    groups, evaluations = [(j,) for j in range(d)], 0
    current = brute_force_correct(table, groups)
    while True:
        joins = [
            [(*sorted(a + b),) if g == a else g for g in groups if g != b]
            for a, b in combinations(groups, 2)
            if join_with == "any" or 1 in (len(a), len(b))
        ]
        if delete_member:
            members = sorted(j for g in groups for j in g)
            deletions = [[h for h in (tuple(x for x in g if x != j) for g in groups) if h] for j in members]
        else:
            deletions = [[h for h in groups if h != g] for g in groups]
        candidates = joins + deletions
        evaluations += d * d
        correct = [brute_force_correct(table, c) for c in candidates]
        if max(correct, default=0) <= current:
            return groups, current, evaluations
        current = max(correct)
        groups = candidates[correct.index(current)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", [("any", False), ("single", False), ("single", True)])
def test_search_equals_brute_force(seed, options):
    table = random_table(n=30, d=4, k=2 + seed % 2, seed=seed)
    found = bsej.search(partition_search.prepare(table), "join_first", *options)
    assert (list(found.groups), found.correct, found.evaluations) == by_brute_force(table, *options)


def test_parity_is_found_in_one_join():
    found = bsej.search(partition_search.prepare(parity()))
    assert found.groups[0] == (0, 1)
    assert found.correct == 64
    assert found.evaluations == 2 * 9  # one step with a gain, and one without
    assert found.evaluations_to_solution == 9


def test_two_pairs_are_joined_only_if_any_groups_may_be_joined():
    pairs = ((0, 1), (2, 3))
    assert bsej.list_moves(pairs, "join_first", "any", False)[0].after == ((0, 1, 2, 3),)
    assert all(len(m.after) == 2 for m in bsej.list_moves(pairs, "join_first", "single", True))


def test_a_deletion_takes_one_member_or_the_whole_group():
    groups = ((0, 1), (2,))
    after = [m.after for m in bsej.list_moves(groups, "join_first", "any", True)]
    assert after == [((0, 1, 2),), ((1,), (2,)), ((0,), (2,)), ((0, 1),)]
    assert [m.after for m in bsej.list_moves(groups, "join_first", "any", False)] == [
        ((0, 1, 2),),
        ((2,),),
        ((0, 1),),
    ]


def test_tables_with_one_attribute_and_none():
    y = np.arange(30) % 2
    assert bsej.summarize(bsej.fit(nominal(y[:, None], y)))["structure"] == "{x0}"
    assert bsej.summarize(bsej.fit(nominal(np.zeros((5, 0), int), [0, 0, 0, 1, 1])))["structure"] == "{}"


def test_restarts_are_at_least_as_good_as_bsej_and_keep_their_budget():
    table = random_table(n=80, d=6, seed=4)
    core = partition_search.prepare(table)
    alone = bsej.search(core)
    found = bsej_restarts.search(core, rng=np.random.default_rng(0), evaluations=600)
    assert found.correct >= alone.correct
    assert 600 - 6**2 < found.evaluations <= 600
    assert found.evaluations_to_solution <= found.evaluations == found.trace["evaluations"][-1]
    assert found.trace["best"] == sorted(found.trace["best"])
    assert found == bsej_restarts.search(core, rng=np.random.default_rng(0), evaluations=600)


def test_restarts_have_the_budget_of_pazzani_eda_by_default():
    core = partition_search.prepare(random_table(n=80, d=6, seed=4))
    found = bsej_restarts.search(core, rng=np.random.default_rng(0))
    budget = pazzani_eda.search(core, Search("umda"), np.random.default_rng(0).spawn(1)[0]).evaluations
    assert budget - 6**2 < found.evaluations <= budget
    assert found == bsej_restarts.search(core, rng=np.random.default_rng(0), evaluations=budget)


def test_without_restarts_it_is_bsej():
    table = random_table(n=80, d=6, seed=4)
    once = bsej_restarts.fit(table, rng=np.random.default_rng(0), evaluations=1)
    alone = bsej.fit(table)
    assert bsej_restarts.summarize(once)["structure"] == bsej.summarize(alone)["structure"]
    assert np.array_equal(bsej_restarts.predict_log_proba(once, table), bsej.predict_log_proba(alone, table))


@pytest.mark.long
@pytest.mark.parametrize("dataset", BSEJ)
def test_robles_2003(dataset, folder):
    table = without_first_case(paper_table(dataset, folder))
    assert_printed(bsej.summarize(bsej.fit(table, **PRINTED["bsej"])), n_cases(table), BSEJ[dataset])


# on the others, joins of any two groups are possible, or the first case decides a tie
@pytest.mark.parametrize("dataset", ["breast", "flare-continuous", "glass", "glass2", "iris", "pima"])
def test_robles_2003_with_all_cases_and_default_parameters(dataset, folder):
    table = paper_table(dataset, folder)
    assert_printed(bsej.summarize(bsej.fit(table)), n_cases(table), BSEJ[dataset], lost=1)


def test_golden_iris(folder):
    summary = bsej.summarize(bsej.fit(paper_table("iris", folder)))
    assert summary["structure"] == "{sepal length} {sepal width} {petal width}"
    assert round(summary["training_fitness"] * 150) == 144


def test_in_order_of_attributes_joins_come_before_a_deletion():
    after = [m.after for m in bsej.list_moves(((0, 3), (1,), (2,)), "by_attribute", "single", True)]
    assert after == [
        ((0, 1, 3), (2,)),
        ((0, 2, 3), (1,)),
        ((3,), (1,), (2,)),
        ((0, 3), (1, 2)),
        ((0, 3), (2,)),
        ((0, 3), (1,)),
        ((0,), (1,), (2,)),
    ]

"""FSSJ, BSEJ and restarts: steps by brute force, identities, and settled rows of Robles et al. 2003, Table 5.

The paper's protocol has cuts from all cases and leave-one-out. The columns of FSSJ and BSEJ come from N - 1
cases: the first case is in neither the counts nor the accuracy. If it is always classified correctly and
breaks no tie, all N cases give the same search, and the printed accuracy is (k - 1) / (N - 1).
"""

from itertools import combinations

import numpy as np
import pytest
import yaml
from support.real_data import ROOT, with_cuts
from support.semi_naive_tables import brute_force_correct, random_table

from naivebench.core.table import Attribute, Table, make_table, n_cases, subset
from naivebench.methods.edas.eda_loop import Search
from naivebench.methods.semi_naive import bsej, fssj, partition_search, pazzani_eda

pytestmark = pytest.mark.slow

# these settings reproduce all rows below
PRINTED = yaml.safe_load((ROOT / "config/config.yaml").read_text(encoding="utf-8"))["protocols"][
    "paper/robles2003-printed"
]["params"]

# accuracy, attributes, groups, evaluations
FSSJ = {
    "breast": (97.42, 3, 2, 80),
    "chess": (94.33, 5, 1, 396),
    "cleve": (85.10, 4, 3, 169),
    "corral": (74.80, 1, 1, 18),
    "crx": (86.79, 5, 2, 195),
    "flare-continuous": (84.04, 3, 2, 90),
    "glass2": (87.04, 4, 2, 99),
    "hepatitis": (91.56, 7, 3, 456),
    "iris": (95.97, 1, 1, 12),
    "lymphography": (84.35, 4, 3, 252),
    "pima": (79.79, 4, 1, 72),
    "vehicle": (70.77, 4, 1, 162),
}
BSEJ = {
    "breast": (97.56, 10, 9, 200),
    "chess": (97.06, 35, 26, 14256),
    "cleve": (85.43, 12, 10, 676),
    "corral": (93.70, 6, 4, 108),
    "flare-continuous": (84.04, 6, 6, 500),
    "glass": (76.53, 9, 8, 162),
    "glass2": (87.04, 9, 8, 162),
    "hepatitis": (88.96, 18, 17, 1083),
    "iris": (95.97, 3, 3, 32),
    "lymphography": (90.48, 18, 16, 972),
    "pima": (79.79, 6, 6, 192),
}


def paper_table(dataset, folder) -> Table:
    """The data set with cuts from all cases.

    The tenth attribute of breast is its identifier, which the cuts make constant.
    """
    table = with_cuts(dataset, folder)
    if dataset != "breast":
        return table
    attributes = (Attribute("identifier", "ordinal", ("all",), declared=True), *table.attributes)
    codes = np.column_stack([np.zeros(n_cases(table), table.codes.dtype), table.codes])
    return make_table(attributes, table.classes, table.y, codes)


def without_first_case(table: Table) -> Table:
    """The N - 1 cases that the paper's searches used."""
    return subset(table, np.arange(1, n_cases(table)))


def assert_printed(summary: dict, cases: int, printed: tuple, lost: int = 0) -> None:
    """Compare the summary of a method with accuracy, attributes, groups and evaluations of the table.

    `lost` is the number of correctly classified cases among `cases` that the paper does not count.
    """
    correct = round(summary["training_fitness"] * cases)
    # the paper truncates digits as often as it rounds
    assert abs(100 * (correct - lost) / (cases - lost) - printed[0]) <= 0.0101
    assert (summary["attributes_used"], summary["groups"], summary["evaluations"]) == printed[1:]


def add_and_join(table, tie_rule="join_first"):
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


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("tie_rule", fssj.TIE_RULES)
def test_fssj_equals_brute_force(seed, tie_rule):
    table = random_table(n=30, d=4, k=2 + seed % 2, seed=seed)
    found = fssj.search_partition(partition_search.prepare_cases(table), tie_rule)
    assert (list(found.groups), found.correct, found.evaluations) == add_and_join(table, tie_rule)


def join_and_delete(table, join_with="any", delete_member=False):
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
def test_bsej_equals_brute_force(seed, options):
    table = random_table(n=30, d=4, k=2 + seed % 2, seed=seed)
    found = bsej.search_partition(partition_search.prepare_cases(table), "join_first", *options)
    assert (list(found.groups), found.correct, found.evaluations) == join_and_delete(table, *options)


def test_restarts_are_at_least_as_good_as_bsej_and_keep_their_budget():
    table = random_table(n=80, d=6, seed=4)
    core = partition_search.prepare_cases(table)
    alone = bsej.search_partition(core)
    found = bsej.search_with_restarts(core, rng=np.random.default_rng(0), evaluations=600)
    assert found.correct >= alone.correct
    assert 600 - 6**2 < found.evaluations <= 600
    assert found.evaluations_to_solution <= found.evaluations == found.trace["evaluations"][-1]
    assert found.trace["best"] == sorted(found.trace["best"])
    assert found == bsej.search_with_restarts(core, rng=np.random.default_rng(0), evaluations=600)


def test_restarts_have_the_budget_of_pazzani_eda_by_default():
    core = partition_search.prepare_cases(random_table(n=80, d=6, seed=4))
    found = bsej.search_with_restarts(core, rng=np.random.default_rng(0))
    budget = pazzani_eda.search_partition(
        core, Search("umda"), np.random.default_rng(0).spawn(1)[0]
    ).evaluations
    assert budget - 6**2 < found.evaluations <= budget
    assert found == bsej.search_with_restarts(core, rng=np.random.default_rng(0), evaluations=budget)


def test_the_model_with_restarts_is_that_of_the_best_climb():
    table = random_table(n=80, d=6, seed=4)
    found = bsej.search_with_restarts(partition_search.prepare_cases(table), rng=np.random.default_rng(0))
    summary = bsej.summarize(bsej.fit(table, rng=np.random.default_rng(0), restarts=True))
    assert summary["training_fitness"] * 80 == found.correct
    assert summary["evaluations"] == found.evaluations


def test_without_restarts_it_is_bsej():
    core = partition_search.prepare_cases(random_table(n=80, d=6, seed=4))
    once = bsej.search_with_restarts(core, rng=np.random.default_rng(0), evaluations=1)
    assert (once.groups, once.correct) == bsej.search_partition(core)[:2]


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


PRINTED_ROWS = [*((fssj, d) for d in FSSJ), *((bsej, d) for d in BSEJ)]
# on the others, the first case or the order of moves decides a tie, or joins of any two groups are possible
BY_DEFAULT = [(fssj, d) for d in ("breast", "corral", "iris", "vehicle")]
BY_DEFAULT += [(bsej, d) for d in ("breast", "flare-continuous", "glass", "glass2", "iris", "pima")]


@pytest.mark.long
@pytest.mark.parametrize(("method", "dataset"), PRINTED_ROWS)
def test_printed_rows_of_robles_2003(method, dataset, folder):
    table = without_first_case(paper_table(dataset, folder))
    name, rows = ("fssj", FSSJ) if method is fssj else ("bsej", BSEJ)
    found = method.summarize(method.fit(table, **PRINTED[name]))
    assert_printed(found, n_cases(table), rows[dataset])


@pytest.mark.parametrize(("method", "dataset"), BY_DEFAULT)
def test_printed_rows_with_all_cases_and_default_parameters(method, dataset, folder):
    table = paper_table(dataset, folder)
    rows = FSSJ if method is fssj else BSEJ
    assert_printed(method.summarize(method.fit(table)), n_cases(table), rows[dataset], lost=1)

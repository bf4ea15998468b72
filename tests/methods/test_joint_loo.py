"""Leave-one-out accuracy of partitions, in counts, compared with brute force.

The cases are refits, ties, missing values and large products.
"""

import numpy as np
import pytest
from support.semi_naive_tables import brute_force_correct, nominal, random_individuals, random_table

from naivebench.core.checks import InputError
from naivebench.core.decide import decide
from naivebench.core.table import class_counts, n_classes
from naivebench.methods.semi_naive.helpers import joint_loo, partition
from naivebench.methods.semi_naive.helpers.joint_loo import Candidate
from naivebench.methods.semi_naive.helpers.partition import Smoothing


def correct_by_posteriors(table, groups, smoothing) -> int:
    others = class_counts(table) - np.eye(n_classes(table), dtype=int)[table.y]
    return int((decide(partition.leave_one_out(table, groups, smoothing), others) == table.y).sum())


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("smoothing", [Smoothing(), Smoothing(0.5, 0, "value")])
def test_counts_equal_brute_force_refits(k, smoothing):
    table = random_table(n=45, d=4, k=k, seed=k)
    core = joint_loo.prepare(table, smoothing)
    batch = random_individuals(12, 4, seed=k)
    expected = [brute_force_correct(table, partition.groups_of(row), smoothing) for row in batch.tolist()]
    assert joint_loo.correct_of_individuals(core, batch).tolist() == expected


@pytest.mark.parametrize(
    "smoothing", [Smoothing(), Smoothing(2, 1, "value", "observed"), Smoothing(1, 0, "skip", "observed")]
)
@pytest.mark.parametrize("seed", range(4))
def test_counts_equal_the_decisions_on_the_posteriors(smoothing, seed):
    table = random_table(n=150, d=6, k=2 + seed, r=2 + seed % 3, seed=seed)
    core = joint_loo.prepare(table, smoothing)
    batch = random_individuals(40, 6, seed)
    expected = [
        correct_by_posteriors(table, partition.ordered(partition.groups_of(row)), smoothing)
        for row in batch.tolist()
    ]
    assert joint_loo.correct_of_individuals(core, batch).tolist() == expected


@pytest.mark.parametrize("classes", [[0, 0, 1, 1], [1, 1, 1, 0, 0, 0], [0, 1, 2, 0, 1, 2, 2]])
def test_ties_go_to_the_class_with_more_remaining_cases_then_to_the_lower_index(classes):
    y = np.array(classes * 2)
    table = nominal(np.zeros((len(y), 2), int), y, cardinalities=[2, 2])
    for groups in ((), ((0,),), ((0,), (1,)), ((0, 1),)):
        for smoothing in (Smoothing(), Smoothing(1, 0)):
            found = joint_loo.correct_of_partitions(joint_loo.prepare(table, smoothing), [groups])[0]
            assert found == brute_force_correct(table, groups, smoothing)


def test_every_table_of_two_binary_attributes_and_few_cases():
    rng = np.random.default_rng(0)
    for _ in range(40):
        n = int(rng.integers(2, 7))
        table = nominal(rng.integers(-1, 2, (n, 2)), rng.integers(0, 2, n), 2, [2, 2])
        core = joint_loo.prepare(table, Smoothing())
        partitions = [(), ((0,),), ((1,),), ((0,), (1,)), ((0, 1),)]
        assert joint_loo.correct_of_partitions(core, partitions).tolist() == [
            brute_force_correct(table, g, Smoothing()) for g in partitions
        ]


@pytest.mark.parametrize("threads", [1, 2])
def test_counts_above_the_floor_are_exact_and_the_others_not_above_it(threads):
    table = random_table(n=300, d=6, k=3, r=3, seed=8)
    core = joint_loo.prepare(table, Smoothing(), threads=threads)
    batch = random_individuals(60, 6, seed=8)
    exact = joint_loo.correct_of_individuals(core, batch)
    for floor in (0, *np.unique(exact), len(table.y)):
        found = joint_loo.correct_of_individuals(core, batch, int(floor))
        assert np.array_equal(found[exact > floor], exact[exact > floor])
        assert (found[exact <= floor] <= floor).all()


def test_fitness_does_not_depend_on_the_numbers_of_the_groups():
    table = random_table(d=6, r=3)
    core = joint_loo.prepare(table, Smoothing())
    batch = random_individuals(30, 6)
    renamed = np.append(0, np.random.default_rng(1).permutation(6) + 1)[batch]
    expected = joint_loo.correct_of_individuals(core, batch)
    assert np.array_equal(joint_loo.correct_of_individuals(core, renamed), expected)
    assert np.array_equal(joint_loo.correct_of_individuals(core, partition.canonical(batch)), expected)


@pytest.mark.parametrize("threads", [2, 3])
def test_the_number_of_threads_does_not_matter(threads):
    table = random_table(n=200, d=7, k=4)
    one, many = (joint_loo.prepare(table, Smoothing(), threads=t) for t in (1, threads))
    batch = random_individuals(100, 7)
    assert np.array_equal(
        joint_loo.correct_of_individuals(one, batch), joint_loo.correct_of_individuals(many, batch)
    )


def test_a_cache_that_overflows_changes_nothing():
    table = random_table(n=300, d=8, k=3, r=4, missing=0.05)
    batch = random_individuals(300, 8)
    expected = joint_loo.correct_of_individuals(joint_loo.prepare(table, Smoothing()), batch)
    small = joint_loo.prepare(table, Smoothing(), memory=0)
    assert np.array_equal(joint_loo.correct_of_individuals(small, batch), expected)
    assert len(small.stores[0].slots) < 20


def test_moves_are_counted_like_the_partitions_they_lead_to():
    table = random_table(n=200, d=5, k=3)
    core = joint_loo.prepare(table, Smoothing(), memory=0)
    groups = ((0, 1), (2,), (4,))
    base = joint_loo.base_of(core, groups)
    moves = [
        Candidate(((3,),)),
        Candidate((), ((2,),)),
        Candidate(((0,),), ((0, 1),)),
        Candidate(((0, 1, 2),), ((0, 1), (2,))),
    ]
    after = [((0, 1), (2,), (3,), (4,)), ((0, 1), (4,)), ((0,), (2,), (4,)), ((0, 1, 2), (4,))]
    assert np.array_equal(
        joint_loo.correct_of_moves(core, base, moves), joint_loo.correct_of_partitions(core, after)
    )


def test_a_group_of_more_values_than_any_table_holds():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 997, (120, 12))
    codes[60:] = codes[:60]
    table = nominal(codes, np.append(np.arange(60) % 3, np.arange(60) % 3), cardinalities=[997] * 12)
    group = (tuple(range(12)),)
    assert joint_loo.correct_of_partitions(joint_loo.prepare(table, Smoothing()), [group])[
        0
    ] == correct_by_posteriors(table, group, Smoothing())


def test_attributes_of_many_values_use_the_hash_table():
    rng = np.random.default_rng(1)
    codes = np.column_stack(
        [rng.integers(0, 18846, 300), rng.integers(-1, 500, 300), rng.integers(0, 2, 300)]
    )
    codes[150:] = codes[:150]
    table = nominal(codes, np.tile(rng.integers(0, 2, 150), 2), cardinalities=[18846, 500, 2])
    core = joint_loo.prepare(table, Smoothing())
    partitions = [((0, 1),), ((0, 1, 2),), ((1, 2), (0,))]
    assert joint_loo.correct_of_partitions(core, partitions).tolist() == [
        correct_by_posteriors(table, g, Smoothing()) for g in partitions
    ]


@pytest.mark.parametrize("classes", [1, 2, 4])
def test_small_and_empty_tables(classes):
    for n in (0, 1, 2):
        table = nominal(np.zeros((n, 2), int), np.zeros(n, int), classes, [2, 2])
        assert (
            joint_loo.correct_of_partitions(
                joint_loo.prepare(table, Smoothing()), [(), ((0,), (1,)), ((0, 1),)]
            ).tolist()
            == [n] * 3
        )


def test_without_attributes_the_prediction_is_the_prior():
    table = nominal(np.zeros((5, 0), int), [0, 0, 0, 1, 1])
    assert joint_loo.correct_of_partitions(joint_loo.prepare(table, Smoothing()), [()]).tolist() == [3]


def test_cases_of_unknown_class_are_left_out():
    table = random_table()
    hidden = table._replace(y=np.where(np.arange(60) < 20, -1, table.y).astype(np.int32))
    core = joint_loo.prepare(hidden, Smoothing())
    assert joint_loo.n_cases(core) == 40


def test_searches_need_probabilities_above_zero():
    with pytest.raises(
        InputError,
        match="alpha is 0, expected a number above 0: the searches compare logarithms of all probabilities",
    ):
        joint_loo.prepare(random_table(), Smoothing(alpha=0))
    with pytest.raises(InputError, match="threads is 0, expected a number of at least 1"):
        joint_loo.prepare(random_table(), Smoothing(), threads=0)

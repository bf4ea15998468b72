"""Naive Bayes on groups of attributes, and the leave-one-out accuracy of many partitions.

Models are compared with naive Bayes on product attributes and with refits, counts with brute force: ties,
missing values, large products.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.answers import is_correct, leave_out, predict
from support.semi_naive_tables import brute_force_correct, joined, random_individuals, random_table
from support.tables import discrete

from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import partition_search, partitions, pazzani_eda

PARTITIONS = [(), ((0,),), ((0, 1), (2, 4)), ((0, 1, 2, 3, 4),), ((0,), (1,), (2,), (3,), (4,)), ((1, 3),)]


def correct_by_posteriors(table, groups, alpha=1.0, prior_alpha=1.0) -> int:
    log_proba = partitions.leave_one_out(partitions.fit_groups(table, groups, alpha, prior_alpha), table)
    return int(is_correct(log_proba, table).sum())


@pytest.mark.parametrize("alpha", [0, 0.5, 1])
@pytest.mark.parametrize("prior_alpha", [0, 1])
def test_groups_of_one_attribute_are_naive_bayes_bit_for_bit(alpha, prior_alpha):
    table, test = random_table(seed=1), random_table(seed=2)
    expected = nb.fit(table, alpha=alpha, prior_alpha=prior_alpha)
    model = partitions.fit_groups(table, PARTITIONS[4], alpha, prior_alpha)
    assert np.array_equal(partitions.predict_log_proba(model, test), nb.predict_log_proba(expected, test))
    left_out = nb.leave_one_out(expected, table)
    assert np.array_equal(partitions.leave_one_out(model, table), left_out)


def test_a_class_without_cases_has_the_prior_of_its_pseudo_count():
    model = partitions.fit_groups(discrete([[0], [1], [1]], [0, 1, 1], 2, 3), ((0,),))
    np.testing.assert_allclose(np.exp(model.log_prior), [2 / 6, 3 / 6, 1 / 6])


@pytest.mark.parametrize("groups", PARTITIONS)
@pytest.mark.parametrize("alpha", [0, 1])
def test_groups_are_naive_bayes_on_the_product_attributes(groups, alpha):
    table, test = random_table(seed=3), random_table(seed=4)
    model = partitions.fit_groups(table, groups, alpha)
    expected = predict(nb, joined(table, groups), joined(test, groups), alpha=alpha)
    np.testing.assert_allclose(partitions.predict_log_proba(model, test), expected, atol=1e-12)
    left_out = nb.leave_one_out(nb.fit(joined(table, groups), alpha=alpha), joined(table, groups))
    np.testing.assert_allclose(partitions.leave_one_out(model, table), left_out, atol=1e-12)


@pytest.mark.parametrize("groups", PARTITIONS)
def test_leave_one_out_equals_refitting_with_missing_values(groups):
    table = random_table(n=40, seed=5)
    found = partitions.leave_one_out(partitions.fit_groups(table, groups), table)

    def refit(rest, one):
        return partitions.predict_log_proba(partitions.fit_groups(rest, groups), one)

    np.testing.assert_allclose(found, leave_out(table, refit), atol=1e-12)


def test_a_group_whose_product_passes_all_integers():
    codes = np.random.default_rng(0).integers(0, 1000, (50, 40))
    table = discrete(codes, np.arange(50) % 2, n_values=1000)
    model = partitions.fit_groups(table, (tuple(range(40)),))
    assert (partitions.predict_log_proba(model, table).argmax(axis=1) == table.y).all()
    assert partitions.summarize(model)["n_parameters"] == 1 + 50 * 2  # 50 combinations and all others
    many = discrete(np.zeros((4, 400), int), [0, 1, 0, 1], n_values=1000)
    group = (tuple(range(400)),)
    assert np.isfinite(partitions.predict_log_proba(partitions.fit_groups(many, group), many)).all()
    found = partition_search.score_partition(partition_search.prepare_cases(many), group)
    assert found == correct_by_posteriors(many, group)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 8), min_size=8, max_size=8))
def test_the_canonical_form_keeps_the_partition_and_is_its_own(individual):
    found = pazzani_eda.canonicalize_groups(np.array([individual]))[0]
    assert pazzani_eda.decode_groups(found.tolist()) == pazzani_eda.decode_groups(individual)
    assert np.array_equal(pazzani_eda.canonicalize_groups(found[None, :])[0], found)
    labels = [label for label in found.tolist() if label]
    assert list(dict.fromkeys(labels)) == list(range(1, len(set(labels)) + 1))


@pytest.mark.parametrize("seed", range(4))
def test_counts_equal_the_decisions_on_the_posteriors(seed):
    table = random_table(n=150, d=6, k=2 + seed, r=2 + seed % 3, seed=seed)
    batch = pazzani_eda.canonicalize_groups(random_individuals(40, 6, seed))
    expected = [correct_by_posteriors(table, pazzani_eda.decode_groups(row), 0.7) for row in batch.tolist()]
    found = pazzani_eda.score_individuals(partition_search.prepare_cases(table, 0.7), batch)
    assert found.tolist() == expected


@pytest.mark.parametrize("classes", [[0, 0, 1, 1], [1, 1, 1, 0, 0, 0], [0, 1, 2, 0, 1, 2, 2]])
def test_ties_go_to_the_class_with_more_remaining_cases_then_to_the_lower_index(classes):
    y = np.array(classes * 2)
    table = discrete(np.zeros((len(y), 2), int), y, n_values=2)
    for groups in ((), ((0,),), ((0,), (1,)), ((0, 1),)):
        for prior_alpha in (1, 0):
            cases = partition_search.prepare_cases(table, 1, prior_alpha)
            found = partition_search.score_partition(cases, groups)
            assert found == brute_force_correct(table, groups, 1, prior_alpha)


def test_counts_above_the_floor_are_exact_and_the_others_not_above_it():
    table = random_table(n=900, d=6, k=3, r=3, seed=8)
    cases = partition_search.prepare_cases(table)
    batch = pazzani_eda.canonicalize_groups(random_individuals(60, 6, seed=8))
    exact = pazzani_eda.score_individuals(cases, batch)
    for floor in (0, *np.unique(exact), len(table.y)):
        found = pazzani_eda.score_individuals(cases, batch, int(floor))
        assert np.array_equal(found[exact > floor], exact[exact > floor])
        assert (found[exact <= floor] <= floor).all()


def test_a_store_that_overflows_changes_nothing(monkeypatch):
    table = random_table(n=300, d=8, k=3, r=4, missing=0.05)
    batch = pazzani_eda.canonicalize_groups(random_individuals(300, 8))
    expected = pazzani_eda.score_individuals(partition_search.prepare_cases(table), batch)
    monkeypatch.setattr(partition_search, "MEMORY", 0)
    small = partition_search.prepare_cases(table)
    assert np.array_equal(pazzani_eda.score_individuals(small, batch), expected)
    assert len(small.slots) <= len(small.terms) < 20


def test_attributes_of_many_values():
    """Joint values of a wide span are numbered by sorting."""
    rng = np.random.default_rng(1)
    codes = np.tile(rng.integers([0, -1, 0], [18846, 500, 2], (150, 3)), (2, 1))
    table = discrete(codes, np.tile(np.arange(150) % 3, 2), n_values=[18846, 500, 2])
    cases = partition_search.prepare_cases(table)
    for g in [((0,), (1,), (2,)), ((0, 1), (2,)), ((0, 1, 2),), ((1, 2),)]:
        assert partition_search.score_partition(cases, g) == correct_by_posteriors(table, g)


def test_groups_of_more_than_63_attributes():
    table = random_table(n=60, d=70, k=2)
    batch = pazzani_eda.canonicalize_groups(random_individuals(5, 70) % 4)
    expected = [correct_by_posteriors(table, pazzani_eda.decode_groups(row)) for row in batch.tolist()]
    assert pazzani_eda.score_individuals(partition_search.prepare_cases(table), batch).tolist() == expected

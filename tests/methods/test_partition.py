"""Naive Bayes on groups of attributes: its identities, and leave-one-out compared with refits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.semi_naive_tables import joined, nominal, random_table

from naivebench.core.checks import InputError
from naivebench.core.table import subset
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive.helpers import partition
from naivebench.methods.semi_naive.helpers.partition import Smoothing

PARTITIONS = [(), ((0,),), ((0, 1), (2, 4)), ((0, 1, 2, 3, 4),), ((0,), (1,), (2,), (3,), (4,)), ((1, 3),)]


def singletons(table):
    return tuple((j,) for j in range(table.codes.shape[1]))


@pytest.mark.parametrize("alpha", [0, 0.5, 1])
@pytest.mark.parametrize("prior_alpha", [0, 1])
def test_groups_of_one_attribute_are_naive_bayes_bit_for_bit(alpha, prior_alpha):
    table, test = random_table(seed=1), random_table(seed=2)
    for join_missing in partition.JOIN_MISSING:
        smoothing = Smoothing(alpha, prior_alpha, join_missing)
        expected = nb.fit(table, alpha=alpha, prior_alpha=prior_alpha)
        model = partition.fit(table, singletons(table), smoothing)
        assert np.array_equal(partition.predict_log_proba(model, test), nb.predict_log_proba(expected, test))
        loo = partition.leave_one_out(table, singletons(table), smoothing)
        assert np.array_equal(loo, nb.leave_one_out(table, alpha=alpha, prior_alpha=prior_alpha))


@pytest.mark.parametrize("groups", PARTITIONS)
@pytest.mark.parametrize("alpha", [0, 1])
def test_groups_are_naive_bayes_on_the_product_attributes(groups, alpha):
    table, test = random_table(seed=3), random_table(seed=4)
    model = partition.fit(table, groups, Smoothing(alpha))
    expected = nb.predict_log_proba(nb.fit(joined(table, groups), alpha=alpha), joined(test, groups))
    np.testing.assert_allclose(partition.predict_log_proba(model, test), expected, atol=1e-12)
    loo = nb.leave_one_out(joined(table, groups), alpha=alpha)
    np.testing.assert_allclose(partition.leave_one_out(table, groups, Smoothing(alpha)), loo, atol=1e-12)


def test_the_empty_partition_is_the_prior():
    table = random_table()
    model = partition.fit(table, ())
    counts = np.bincount(table.y)
    np.testing.assert_allclose(
        np.exp(partition.predict_log_proba(model, table)), np.tile((counts + 1) / (counts + 1).sum(), (60, 1))
    )


def test_one_group_of_all_attributes_without_smoothing_is_a_lookup_table():
    table = random_table(n=200, d=3, missing=0)
    model = partition.fit(table, ((0, 1, 2),), Smoothing(alpha=0, prior_alpha=0))
    found = np.exp(partition.predict_log_proba(model, table))
    for i in range(200):
        same = (table.codes == table.codes[i]).all(axis=1)
        np.testing.assert_allclose(found[i], np.bincount(table.y[same], minlength=3) / same.sum(), atol=1e-12)


@pytest.mark.parametrize("groups", PARTITIONS)
@pytest.mark.parametrize("join_missing", partition.JOIN_MISSING)
def test_leave_one_out_equals_refitting_with_missing_values(groups, join_missing):
    table = random_table(n=40, seed=5)
    smoothing = Smoothing(join_missing=join_missing)
    found = partition.leave_one_out(table, groups, smoothing)
    rows = np.arange(40)
    for i in rows:
        model = partition.fit(subset(table, np.delete(rows, i)), groups, smoothing)
        np.testing.assert_allclose(
            found[i], partition.predict_log_proba(model, subset(table, [i]))[0], atol=1e-12
        )


def test_a_case_of_unknown_class_is_predicted_by_all_known_cases():
    table = random_table()
    hidden = table._replace(y=np.where(np.arange(60) < 10, -1, table.y).astype(np.int32))
    known = subset(hidden, np.arange(10, 60))
    found = partition.leave_one_out(hidden, ((0, 1),))
    assert np.array_equal(
        found[:10], partition.predict_log_proba(partition.fit(known, ((0, 1),)), subset(table, np.arange(10)))
    )
    assert np.array_equal(found[10:], partition.leave_one_out(known, ((0, 1),)))


def test_a_joint_value_is_missing_if_a_member_is_missing_or_only_if_all_are():
    table = nominal([[0, 0], [0, -1], [-1, -1], [1, 1]] * 5, [0, 1, 1, 0] * 5)
    prior = partition.fit(table, ()).log_prior
    skipped = partition.predict_log_proba(partition.fit(table, ((0, 1),)), table)
    np.testing.assert_allclose(skipped[1:3], np.tile(prior, (2, 1)))
    valued = partition.predict_log_proba(
        partition.fit(table, ((0, 1),), Smoothing(join_missing="value")), table
    )
    np.testing.assert_allclose(valued[2], prior)
    # the value (0, missing) occurs in five of five cases of class 1 and in none of ten of class 0, r = (2 +
    # 1) (2 + 1)
    np.testing.assert_allclose(
        np.diff(valued[1])[0], np.log((5 + 1) / (5 + 9)) - np.log((0 + 1) / (10 + 9)), atol=1e-12
    )


def test_cells_are_the_product_of_the_lists_or_the_combinations_that_occur():
    table = nominal([[0, 0], [1, 1]] * 4, [0, 1] * 4, cardinalities=[3, 4])
    for cells, r in (("product", 12), ("observed", 2)):
        log_proba = partition.predict_log_proba(
            partition.fit(table, ((0, 1),), Smoothing(smoothing_cells=cells)), table
        )
        np.testing.assert_allclose(
            -np.diff(log_proba[0])[0], np.log((4 + 1) / (4 + r)) - np.log(1 / (4 + r)), atol=1e-12
        )


def test_a_new_combination_counts_zero_or_is_skipped_if_only_known_ones_count():
    table = nominal([[0, 0], [1, 1], [0, 0]] * 4, [0, 1, 0] * 4)
    new = nominal([[0, 1]], [0], 2, [2, 2])
    model = partition.fit(table, ((0, 1),))
    expected = model.log_prior - np.log(np.array([8, 4]) + 4)
    np.testing.assert_allclose(
        partition.predict_log_proba(model, new)[0], expected - np.logaddexp(*expected), atol=1e-12
    )
    observed = partition.fit(table, ((0, 1),), Smoothing(smoothing_cells="observed"))
    np.testing.assert_allclose(partition.predict_log_proba(observed, new)[0], observed.log_prior, atol=1e-12)


def test_a_group_whose_product_passes_all_integers():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 1000, (50, 40))
    table = nominal(codes, np.arange(50) % 2, cardinalities=[1000] * 40)
    group = (tuple(range(40)),)
    log_proba = partition.predict_log_proba(partition.fit(table, group), table)
    assert (log_proba.argmax(axis=1) == table.y).all()
    # 50 combinations, and all others together
    assert partition.summarize(partition.fit(table, group))["n_parameters"] == 1 + 50 * 2
    many = nominal(np.zeros((4, 400), int), [0, 1, 0, 1], cardinalities=[1000] * 400)
    assert np.isfinite(partition.predict_log_proba(partition.fit(many, (tuple(range(400)),)), many)).all()


def test_canonical_numbers_groups_by_first_occurrence():
    found = partition.canonical(np.array([[3, 0, 3, 1], [0, 4, 2, 4], [0, 0, 0, 0]]))
    assert found.tolist() == [[1, 0, 1, 2], [0, 1, 2, 1], [0, 0, 0, 0]]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 8), min_size=8, max_size=8))
def test_canonical_keeps_the_partition_and_is_its_own_canonical_form(individual):
    found = partition.canonical(np.array([individual]))[0]
    assert partition.groups_of(found.tolist()) == partition.groups_of(individual)
    assert np.array_equal(partition.canonical(found[None, :])[0], found)


def test_structures_are_written_as_the_paper_draws_them():
    names = ("sepal length", "sepal width", "petal length", "petal width")
    assert (
        partition.describe(partition.ordered(((1, 0), (3,))), names)
        == "{sepal length x sepal width} {petal width}"
    )
    assert partition.describe((), names) == "{}"


def test_summary():
    table = random_table()
    summary = partition.summarize(partition.fit(table, ((0, 1), (3,))))
    assert summary == {
        "n_parameters": 2 + (8 + 2) * 3,
        "attributes_used": 3,
        "groups": 2,
        "structure": "{x0 x x1} {x3}",
    }


@pytest.mark.parametrize(
    ("smoothing", "message"),
    [
        (Smoothing(alpha=-1), "alpha in fssj is -1, expected a number of at least 0"),
        (
            Smoothing(join_missing="skp"),
            "join_missing in fssj is 'skp', expected one of skip, value; did you mean 'skip'?",
        ),
        (
            Smoothing(smoothing_cells="all"),
            "smoothing_cells in fssj is 'all', expected one of product, observed",
        ),
    ],
)
def test_bad_parameters(smoothing, message):
    with pytest.raises(InputError) as error:
        partition.check_params(smoothing, "fssj")
    assert str(error.value) == message

"""Dependence between attributes given the class, compared with plain sums and with cases where it
is known.
"""

import itertools

import numpy as np
import pytest
from support import tables

from naivebench.benchmark.dependence import MOST_CASES, PARTS, measure_dependence


def by_hand(codes, y):
    """Mean over pairs of I(X_i; X_j | C) minus its bias, at least 0, with plain loops."""
    n, found = len(y), []
    for i, j in itertools.combinations(range(codes.shape[1]), 2):
        total = 0.0
        for a, b, c in itertools.product(set(codes[:, i]), set(codes[:, j]), set(y)):
            inside = y == c
            both = np.mean(inside & (codes[:, i] == a) & (codes[:, j] == b))
            first, second = (np.mean(inside & (codes[:, k] == v)) for k, v in ((i, a), (j, b)))
            total += both * np.log(both * inside.mean() / (first * second)) if both else 0.0
        freedom = (len(set(codes[:, i])) - 1) * (len(set(codes[:, j])) - 1) * len(set(y))
        found.append(max(0.0, total - freedom / (2 * n)))
    return np.mean(found)


def test_dependence_is_the_mean_over_pairs_of_the_sum_over_cells():
    rng = np.random.default_rng(0)
    codes, y = rng.integers(0, 3, (60, 4)), rng.integers(0, 2, 60)
    codes[:, 1] = np.where(rng.random(60) < 0.7, codes[:, 0], codes[:, 1])
    found = measure_dependence(tables.discrete(codes, y))
    assert found == pytest.approx(by_hand(codes, y), abs=1e-9)


def test_copies_have_the_entropy_and_independent_attributes_zero():
    rng = np.random.default_rng(1)
    column, y = rng.integers(0, 2, 4000), rng.integers(0, 2, 4000)
    copies = measure_dependence(tables.discrete(np.column_stack([column, column]), y))
    assert copies == pytest.approx(np.log(2), abs=0.01)
    free = measure_dependence(tables.discrete(rng.integers(0, 2, (4000, 5)), y))
    assert free < 0.001


def test_a_common_dependence_on_the_class_does_not_count():
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 4000)
    codes = np.column_stack([np.where(rng.random(4000) < 0.9, y, 1 - y) for _ in range(3)])
    assert measure_dependence(tables.discrete(codes, y)) < 0.001


def test_monotone_changes_of_numbers_change_nothing_and_many_cases_are_thinned():
    rng = np.random.default_rng(3)
    values, y = rng.normal(size=(3 * MOST_CASES, 2)), rng.integers(0, 2, 3 * MOST_CASES)
    values[:, 1] = values[:, 0] ** 3
    found = measure_dependence(tables.linear(values, y))
    assert found == measure_dependence(tables.linear(np.exp(values), y))
    assert found == pytest.approx(np.log(PARTS), abs=0.01)


def test_one_usable_attribute_has_no_dependence():
    y = np.array([0, 1] * 20)
    constant = np.column_stack([np.zeros(40, int), y])
    assert measure_dependence(tables.discrete(constant, y)) is None

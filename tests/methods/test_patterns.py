"""Codes of combinations of values and their counts per class."""

from __future__ import annotations

import numpy as np

from naivebench.core import patterns


def columns(seed=0, n=200, r=(3, 5, 4), missing=0.1):
    rng = np.random.default_rng(seed)
    codes = np.array([rng.integers(0, v, n) for v in r])
    return np.where(rng.random(codes.shape) < missing, -1, codes)


def test_equal_ids_for_equal_patterns_in_lexicographic_order():
    codes = columns()
    steps, ids = patterns.learn(codes)
    whole = (codes >= 0).all(axis=0)
    expected = np.unique(codes[:, whole].T, axis=0, return_inverse=True)[1].reshape(-1)
    assert np.array_equal(ids[whole], expected)
    assert (ids[~whole] == -1).all()
    assert patterns.size(steps) == expected.max() + 1


def test_other_cases_find_their_pattern_or_none():
    codes, other = columns(0, n=40), columns(1, n=300)
    steps, ids = patterns.learn(codes)
    of = {tuple(row): i for row, i in zip(codes.T.tolist(), ids.tolist(), strict=True) if min(row) >= 0}
    assert patterns.locate(steps, other).tolist() == [of.get(tuple(row), -1) for row in other.T.tolist()]
    assert patterns.locate(steps, other + 100).tolist() == [-1] * 300


def test_no_attribute_is_one_empty_pattern():
    steps, ids = patterns.learn(np.zeros((0, 4), int))
    assert steps == ()
    assert ids.tolist() == [0, 0, 0, 0]
    assert patterns.size(steps) == 1


def test_cardinalities_whose_product_passes_64_bits_stay_exact():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 2**31 - 1, (4, 50))
    codes[:, 25:] = codes[:, :25]
    codes[3, 49] += 1
    steps, ids = patterns.learn(codes)
    assert np.array_equal(ids[:24], ids[25:49])
    assert ids[24] != ids[49]
    assert np.array_equal(patterns.locate(steps, codes), ids)


def test_counts_by_table_and_by_pairs_agree_with_counting():
    codes, y = columns(), np.random.default_rng(3).integers(0, 3, 200)
    steps, ids = patterns.learn(codes)
    full = patterns.class_counts(ids, y, patterns.size(steps), 3)
    for i in range(patterns.size(steps)):
        assert full[i].tolist() == [int(((ids == i) & (y == c)).sum()) for c in range(3)]
    pairs = patterns.pairs(ids, y, 3)
    assert np.array_equal(full[pairs.pattern, pairs.label], pairs.cases)
    assert pairs.cases.sum() == full.sum()
    known = ids >= 0
    assert np.array_equal(pairs.pattern[pairs.of_case[known]], ids[known])
    assert np.array_equal(pairs.label[pairs.of_case[known]], y[known])
    assert np.array_equal(pairs.of_case[pairs.first], np.arange(len(pairs.cases)))


def test_counts_with_weights_are_counts_of_repeats():
    codes, rng = columns(), np.random.default_rng(3)
    y, w = rng.integers(0, 2, 200), rng.integers(0, 4, 200)
    steps, ids = patterns.learn(codes)
    expected = patterns.class_counts(np.repeat(ids, w), np.repeat(y, w), patterns.size(steps), 2)
    assert np.array_equal(patterns.class_counts(ids, y, patterns.size(steps), 2, w), expected)


def test_masks_group_cases_by_observed_attributes():
    codes = columns(missing=0.3)
    masks = patterns.masks(codes >= 0)
    assert np.array_equal(masks.observed[masks.of_case], (codes >= 0).T)
    assert len(np.unique(masks.observed, axis=0)) == len(masks.observed)

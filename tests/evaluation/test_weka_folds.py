"""The folds of Weka: the output of Weka 3.6.14 and Java 17, and properties for any seed."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.tables import discrete

from naivebench.evaluation import folds, weka_folds

# the classes of the 14 rows of a synthetic ARFF file
CLASSES = np.array(["xyz".index(c) for c in "xyzxxyxzyxxyxz"])
# row numbers that Weka's randomize, stratify and testCV put into each test fold of that file
PRINTED = {
    (3, 1): [[0, 2, 5, 9, 11], [1, 3, 4, 12, 13], [6, 7, 8, 10]],
    (3, 2): [[3, 5, 6, 7, 8], [1, 2, 9, 10, 12], [0, 4, 11, 13]],
    (3, -7): [[0, 3, 4, 7, 11], [1, 5, 6, 9, 13], [2, 8, 10, 12]],
    (3, 4294967296123): [[6, 9, 11, 12, 13], [0, 1, 4, 5, 7], [2, 3, 8, 10]],
    (5, 1): [[5, 10, 12], [1, 7, 9], [2, 4, 8], [6, 11, 13], [0, 3]],
}
# nextInt of 2, 3, 10, 16, 1000, 2^30, 2^30 + 1 and 2^31 - 1, in this order from one new Random(seed)
BOUNDS = (2, 3, 10, 16, 1000, 1 << 30, (1 << 30) + 1, (1 << 31) - 1)
DRAWN = {
    0: [1, 1, 9, 9, 515, 331840526, 251269761, 1283218719],
    1: [1, 1, 7, 6, 254, 38907452, 714504434, 1414906606],
    -7: [0, 0, 0, 15, 478, 157223543, 677675436, 184135245],
    1 << 40: [0, 2, 7, 10, 603, 302480398, 528093825, 1392270623],
}


def of_classes(y):
    return discrete(np.zeros((len(y), 1), int), np.asarray(y))


def parts(f):
    return [folds.test_rows(f, i).tolist() for i in range(len(f.fold))]


@pytest.mark.parametrize(("k", "seed"), PRINTED)
def test_folds_are_those_that_weka_prints(k, seed):
    f = folds.make_folds(of_classes(CLASSES), scheme="weka", folds=k, seeds=[seed])
    assert parts(f) == PRINTED[k, seed]


@pytest.mark.parametrize("seed", DRAWN)
def test_random_numbers_are_those_that_java_prints(seed):
    draw = weka_folds.next_31_bits(seed)
    assert [weka_folds.draw_below(bound, draw) for bound in BOUNDS] == DRAWN[seed]


def test_a_draw_in_the_last_incomplete_interval_is_repeated():
    """The sum 2^31 - 1 - 1 + 3 - 1 = 2^31 overflows Java's int, so Java draws again; the draw 5 is
    accepted.
    """
    assert weka_folds.draw_below(3, iter([2**31 - 1, 5])) == 2
    assert weka_folds.draw_below(3, iter([2**31 - 3, 5])) == (2**31 - 3) % 3


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 4), min_size=6, max_size=60),
    st.integers(2, 6),
    st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=3, unique=True),
)
def test_test_parts_are_balanced_partitions_and_repeats_are_independent(y, k, seeds):
    f = folds.make_folds(of_classes(y), scheme="weka", folds=k, seeds=seeds)
    tests = parts(f)
    assert f.repeat.tolist() == np.repeat(np.arange(len(seeds)), k).tolist()
    for first, seed in zip(range(0, len(tests), k), seeds, strict=True):
        of_seed = tests[first : first + k]
        assert sorted(itertools.chain(*of_seed)) == list(range(len(y)))
        assert [len(t) for t in of_seed] == [len(y) // k + (i < len(y) % k) for i in range(k)]
        for c in set(y):
            assert np.ptp([sum(y[i] == c for i in t) for t in of_seed]) <= 1
        assert of_seed == parts(folds.make_folds(of_classes(y), scheme="weka", folds=k, seeds=[seed]))


def test_the_seed_of_the_configuration_changes_nothing():
    one, other = (
        folds.make_folds(of_classes(CLASSES), scheme="weka", folds=3, seeds=[1, 2], seed=[s]) for s in (0, 1)
    )
    assert parts(one) == parts(other)

"""Rolling-origin folds."""

from __future__ import annotations

import numpy as np
import pytest
from support import tables

from naivebench.evaluation import folds


def made(n: int = 103, seed: int = 0):
    rng = np.random.default_rng(seed)
    return tables.discrete(rng.integers(0, 3, (n, 2)), rng.integers(0, 2, n), (3, 3), 2)


def test_every_part_learns_only_from_the_past():
    found = folds.make(made(), scheme="time", folds=5, first=0.5)
    assert found.scheme == "time"
    assert found.repeat.tolist() == [0] * 5
    assert found.fold.tolist() == list(range(5))
    for f in range(5):
        train, test = folds.train_rows(found, f, 103), folds.test_rows(found, f)
        assert train.tolist() == list(range(test[0]))
        assert test.tolist() == list(range(test[0], test[-1] + 1))


def test_test_blocks_follow_one_another_and_have_about_the_same_size():
    found = folds.make(made(), scheme="time", folds=4, first=0.3)
    sizes = np.diff(found.offsets)
    assert found.test.tolist() == list(range(31, 103))
    assert np.ptp(sizes) <= 1


@pytest.mark.parametrize("first", [0.0, 0.001])
def test_the_first_part_has_at_least_one_case(first):
    assert folds.make(made(), scheme="time", folds=3, first=first).test[0] == 1


def test_missing_classes_are_reported():
    table = made(40)
    table = table._replace(y=(np.arange(40) >= 30).astype(np.int32))
    notes = folds.make(table, scheme="time", folds=2, first=0.5).notes
    assert notes == (
        "class 'c0' does not occur in 1 of the 2 test blocks.",
        "class 'c1' does not occur before 2 of the 2 test blocks.",
        "class 'c1' does not occur in 1 of the 2 test blocks.",
    )

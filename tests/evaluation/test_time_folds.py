"""Rolling-origin folds."""

from __future__ import annotations

import numpy as np
import pytest
from support import tables

from naivebench.core.checks import InputError
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


def test_nothing_is_random_and_the_file_keeps_it(tmp_path):
    found = folds.make(made(), scheme="time", folds=5)
    folds.save(found, tmp_path / "folds.npz")
    again = folds.load(tmp_path / "folds.npz")
    assert all(np.array_equal(a, b) for a, b in zip(found, again, strict=True))
    assert np.array_equal(folds.make(made(), scheme="time", folds=5).test, found.test)


def test_missing_classes_are_reported():
    table = made(40)
    table = table._replace(y=(np.arange(40) >= 30).astype(np.int32))
    notes = folds.make(table, scheme="time", folds=2, first=0.5).notes
    assert notes == (
        "class 'c0' does not occur in 1 of the 2 test blocks.",
        "class 'c1' does not occur before 2 of the 2 test blocks.",
        "class 'c1' does not occur in 1 of the 2 test blocks.",
    )


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"folds": 0}, "folds in folds is 0"),
        ({"first": -0.1}, "first in folds is -0.1, expected a number of at least 0"),
        ({"first": 1.0}, "first in folds is 1.0, expected a share of the cases below 1"),
        (
            {"folds": 90, "first": 0.5},
            "cannot make 90 test blocks after a first part of 50%: there are too few cases",
        ),
    ],
)
def test_settings_that_are_impossible(params, message):
    with pytest.raises(InputError) as error:
        folds.make(made(), scheme="time", **params)
    assert message in str(error.value)

"""A warning names numbers that look like labels, but not measurements."""

from __future__ import annotations

import numpy as np
import pytest

from naivebench.data import column_notes

RNG = np.random.default_rng(0)
N = 5000
KEYS = RNG.choice(np.arange(100_000, 1_000_000), 300, replace=False)
MEASUREMENTS = {
    "age": np.round(RNG.normal(40, 15, N)),
    "year": RNG.integers(1900, 2025, N),
    "count": RNG.poisson(300, N),
    "hours": RNG.integers(0, 24, N),
    "income": np.round(RNG.lognormal(10, 1, N)),
    "rounded income": np.round(RNG.lognormal(10, 1, N), -3),
    "half of them rounded": np.where(
        RNG.random(N) < 0.5, np.round(RNG.gamma(3, 60, N), -1), RNG.gamma(3, 60, N) // 1
    ),
    "price": RNG.integers(1000, 9999, N) * 100,
    "pressure in Pa": np.round(RNG.normal(101_325, 1500, N)),
    "time stamp": 1_600_000_000 + RNG.integers(0, 1000, N),
    "size": RNG.normal(0, 1, N),
    "acid": RNG.poisson(40, N),
    "two values code": RNG.integers(0, 2, N),
    "nothing": np.full(N, np.nan),
    "particles": 10.0 ** RNG.integers(15, 23, N),
}


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_a_measurement_is_not_suspected(name):
    assert column_notes.suspect_label_codes(name, np.asarray(MEASUREMENTS[name], dtype=np.float64)) is None


@pytest.mark.parametrize(
    ("name", "numbers", "reason", "differ"),
    [
        ("hs_code", RNG.integers(0, 9, 50), "its name ends in code", False),
        ("customer ID", RNG.integers(0, 9, 50), "its name ends in id", False),
        ("userId", RNG.permutation(100)[:50], "its name ends in id", True),
        ("Zipcode", RNG.integers(0, 9, 50), "its name ends in zipcode", False),
        ("n", 7 + RNG.permutation(50), "consecutive numbers, a different one in every row", True),
        ("key", RNG.choice(KEYS, N), "the same long numbers occur repeatedly", False),
        ("big", 2.0**53 * RNG.integers(1, 3, 50), "its numbers are longer than float64 can hold", False),
    ],
)
def test_suspected_labels_have_a_reason_and_a_cure(name, numbers, reason, differ):
    """Labels may be nominal; as an identifier they would predict nothing, so it can only be left out."""
    numbers = np.append(numbers.astype(np.float64), np.nan)
    suspicion = column_notes.suspect_label_codes(name, numbers)
    assert suspicion == (reason, differ)
    (note,) = column_notes.note_suspicions({name: suspicion}, "--kind COL=nominal", "--drop COL")
    assert "--drop" in note.text
    assert ("nominal" in note.text) == (not differ)


@pytest.mark.parametrize(
    ("name", "low", "high", "noted"),
    [
        ("wind_dir", 0, 359, True),
        ("angle", -180, 180, True),
        ("width", 0, 359, False),
        ("angle", -190, 180, False),  # further than half a turn to the left
        ("angle", 0, 370, False),  # more than a turn
        ("theta", 0, 6.28, False),  # the range is that of radians
    ],
)
def test_linear_numbers_with_the_name_and_the_range_of_degrees_are_noted(name, low, high, noted):
    numbers = np.linspace(low, high, 50)
    notes = column_notes.note_numbers(name, "linear", 0.0, numbers, inferred=True)
    assert [note.column for note in notes if "may be angles" in note.text] == [name] * noted
    assert column_notes.note_numbers(name, "linear", 0.0, numbers, inferred=False) == []  # as declared

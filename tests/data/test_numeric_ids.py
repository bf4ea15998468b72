"""A warning names numbers that look like labels, but not measurements."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from naivebench.data import column_notes, customs_generator, encode, numeric_ids, profile
from naivebench.data.column_notes import Note
from naivebench.data.readers import read as readers

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
    assert numeric_ids.looks_like_labels(name, np.asarray(MEASUREMENTS[name], dtype=np.float64)) is None


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
    suspicion = numeric_ids.looks_like_labels(name, numbers)
    assert suspicion == (reason, differ)
    (note,) = numeric_ids.notes({name: suspicion}, "--kind COL=nominal", "--drop COL")
    assert "--drop" in note.text
    assert ("nominal" in note.text) == (not differ)


def test_labels_of_customs_declarations_as_numbers():
    """Codes, importers, countries and entry points have different frequencies.

    If numbers are assigned at random, all columns are suspected; if they are assigned by frequency, none is.
    """
    made = customs_generator.generate(np.random.default_rng(1), rows=50_000, importers=5000, codes=2500)
    without_order = "the frequency of a number is unrelated to those of its neighbours"
    for column in made.codes.T:
        assert numeric_ids.looks_like_labels("x", column.astype(np.float64)) == (without_order, False)
        by_frequency = np.argsort(np.argsort(-np.bincount(column), kind="stable"))[column]
        assert numeric_ids.looks_like_labels("x", by_frequency.astype(np.float64)) is None


def test_columns_are_reported_unless_their_kind_was_set():
    rows = [[f"{i * 7 % 31:03d}", i % 13, i % 11 + 0.5, i, "ab"[i % 2]] for i in range(40)]
    out = io.StringIO()
    csv.writer(out).writerows([["tariff", "site code", "site id", "n", "class"], *rows])
    raw = readers.read(out.getvalue().encode(), where="x.csv")
    table, findings = encode.to_table(raw)
    assert [a.kind for a in table.attributes] == ["nominal", "linear", "linear", "linear"]
    assert findings["labels"] == {
        "site code": "its name ends in code",
        "n": "consecutive numbers, a different one in every row",
    }
    assert [w for w in profile.describe(table, findings)["warnings"] if "repeat" not in w] == [
        "numbers with leading zeros are treated as labels (`--kind tariff=linear` reads them as numbers): "
        "tariff ('000')",
        "treated as numbers, but looks like labels (`--kind 'site code'=nominal` treats them as such, "
        "`--drop 'site code'` leaves them out): site code (its name ends in code)",
        "looks like an identifier, which predicts nothing for new cases (`--drop n` leaves it out): n "
        "(consecutive numbers, a different one in every row)",
    ]
    table, stated = encode.to_table(raw, kinds={"tariff": "linear", "site code": "nominal", "n": "ordinal"})
    assert [a.kind for a in table.attributes] == ["linear", "nominal", "linear", "ordinal"]
    assert stated["labels"] == {}
    assert not stated["warnings"]


def test_many_columns_give_one_sentence():
    (sentence,) = column_notes.sentences(Note("is odd (--drop COL)", f"c{i}", "why") for i in range(13))
    assert sentence.startswith("is odd (--drop COL): c0 (why), c1 (why)")
    assert sentence.endswith("c9 (why) and 3 more")
    assert column_notes.sentences([Note("is odd (--drop COL)", "a b")]) == ["is odd (--drop 'a b'): a b"]
    assert column_notes.sentences([]) == []

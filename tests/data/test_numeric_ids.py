"""A warning names numbers that look like labels, but not measurements."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from naivebench.data import customs_generator, encode, numeric_ids, profile
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
}


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_a_measurement_is_not_suspected(name):
    assert numeric_ids.looks_like_labels(name, np.asarray(MEASUREMENTS[name], dtype=np.float64)) == ""


@pytest.mark.parametrize(
    ("name", "numbers", "reason"),
    [
        ("hs_code", RNG.integers(0, 9, 50), "its name ends in code"),
        ("customer ID", RNG.integers(0, 9, 50), "its name ends in id"),
        ("userId", RNG.integers(0, 9, 50), "its name ends in id"),
        ("Zipcode", RNG.integers(0, 9, 50), "its name ends in zipcode"),
        ("n", 7 + RNG.permutation(50), "consecutive numbers, a different one in every row"),
        ("key", RNG.choice(KEYS, N), "the same long numbers occur repeatedly"),
    ],
)
def test_suspected_labels_have_a_reason(name, numbers, reason):
    numbers = np.append(numbers.astype(np.float64), np.nan)
    assert numeric_ids.looks_like_labels(name, numbers) == reason


def test_numbers_with_leading_zeros_are_labels_unless_they_are_months():
    cells = ["007", "123", "0450", "12", "1"]
    numbers = np.array(cells, dtype=np.float64)
    assert numeric_ids.looks_like_labels("x", numbers, cells) == "2 cells have leading zeros"
    months = [f"{m:02d}" for m in range(1, 13)] * 3
    assert numeric_ids.looks_like_labels("x", np.array(months, dtype=np.float64), months) == ""


def test_labels_of_customs_declarations_as_numbers():
    """Codes, importers, countries and entry points have different frequencies.

    If numbers are assigned at random, all columns are suspected; if they are assigned by frequency, none is.
    """
    made = customs_generator.generate(np.random.default_rng(1), rows=50_000, importers=5000, codes=2500)
    without_order = "the frequency of a number is unrelated to those of its neighbours"
    for column in made.codes.T:
        assert numeric_ids.looks_like_labels("x", column.astype(np.float64)) == without_order
        by_frequency = np.argsort(np.argsort(-np.bincount(column), kind="stable"))[column]
        assert numeric_ids.looks_like_labels("x", by_frequency.astype(np.float64)) == ""


def test_columns_are_reported_unless_their_kind_was_set():
    rows = [[f"{i * 7 % 31:03d}", i % 13, i % 11 + 0.5, i, "ab"[i % 2]] for i in range(40)]
    out = io.StringIO()
    csv.writer(out).writerows([["tariff", "site code", "site id", "n", "class"], *rows])
    raw = readers.read(out.getvalue().encode(), where="x.csv")
    table, findings = encode.to_table(raw)
    zeros = sum(row[0].startswith("0") for row in rows)
    assert findings["labels"] == {
        "tariff": f"{zeros} cells have leading zeros",
        "site code": "its name ends in code",
        "n": "consecutive numbers, a different one in every row",
    }
    warnings = profile.describe(table, findings)["warnings"]
    assert [w for w in warnings if "looks like" in w] == [
        "looks like an identifier, which predicts nothing for new cases (drop it): n",
        "treated as numbers, but looks like labels (declare them nominal in `kinds`, or drop them): "
        f"tariff ({zeros} cells have leading zeros), site code (its name ends in code)",
    ]
    stated = encode.to_table(raw, kinds={"tariff": "linear", "site code": "nominal", "n": "ordinal"})[1]
    assert stated["labels"] == {}


def test_many_columns_give_one_sentence():
    (sentence,) = numeric_ids.sentences({f"c{i}": "why" for i in range(13)}, "cure")
    assert sentence.startswith("treated as numbers, but looks like labels (cure): c0 (why), c1 (why)")
    assert sentence.endswith("c9 (why) and 3 more")
    assert numeric_ids.sentences({}, "cure") == []

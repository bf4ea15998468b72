"""Columns as people write them: the kind that is inferred, and exactly the notes that are due."""

from __future__ import annotations

import numpy as np
import pytest

from naivebench.data import column_notes, encode
from naivebench.data.readers import read as readers

N = 60


def read(columns, decimal="", **options):
    """The table of columns of equal length and a class, and its notes about columns."""
    lines = ["\t".join([*columns, "c"])]
    lines += ["\t".join([*row, "ab"[i % 2]]) for i, row in enumerate(zip(*columns.values(), strict=True))]
    raw = readers.read_table("\n".join(lines).encode(), header=True, where="t.csv", decimal=decimal)
    return encode.encode_table(raw, target="c", **options)


def repeated(*cells):
    return [cells[i % len(cells)] for i in range(N)]


CASES = {
    "codes": (repeated("01", "1", "2"), "nominal", ["zeros are treated as labels (`--kind x=linear`"]),
    "64-bit ids": (repeated(str(2**60), str(2**60 + 1)), "nominal", ["longer than float64 can hold"]),
    "thousands": (repeated("1,234", "5", "7"), "linear", ["commas set `--decimal ,`: x ('1,234')"]),
    "mixed": (repeated("3.468", "912", "15"), "linear", ["if they separate thousands, set `--decimal ,`"]),
    "percent": (repeated("8.6%", "9%", "1%"), "linear", ["the unit is left out of the numbers: x ('8.6%')"]),
    "durations": ([f"{100 + i}:29:00" for i in range(N)], "nominal", ["or set `--drop x`"]),
    "times": (repeated("1:47", "2:15", "10:03"), "nominal", ["dates or times are treated as plain labels"]),
    "digits": (repeated("0", "1"), "linear", []),
    "truth and digits": (repeated("TRUE", "1", "0", "0", "1"), "nominal", ["because of 'TRUE'"]),
    "one typing error": (
        *([*map(str, range(N - 1)), "1o"], "nominal"),
        ["is treated as labels because of '1o' in t.csv, line 61 (correct it, set `--missing 1o` if it"],
    ),
    "unique, with an error": ([*(f"{i},5" for i in range(N - 1)), "?5"], "nominal", ["because of '?5'"]),
    "NA beside numbers": (repeated("1.5", "NA", "2"), "linear", ["missing: x (20, such as 'NA' in line 3)"]),
    "null beside truth": (repeated("TRUE", "null", "FALSE"), "nominal", ["missing: x (20, such as 'null'"]),
    "NA beside codes": (repeated("01", "NA", "02"), "nominal", ["leading zeros", "x (20, such as 'NA' in"]),
    "NA beside text": (repeated("EU", "NA", "AS"), "nominal", ["NA is treated as a label; if it means"]),
    "-999": (repeated("-999", "1.5", "2", "900"), "linear", ["has -999 in 15 cells; if it means missing"]),
    "9999": (repeated("9999", "15", "22", "31", "40"), "linear", ["missing, set `--missing 9999`"]),
    "dates": ([f"{i % 12 + 1}/5/2020" for i in range(N)], "nominal", ["dates or times are treated as plain"]),
    "identifiers": ([f"N{i}" for i in range(N)], "nominal", ["identifier", "`--drop x` leaves it out"]),
    "texts": ([f"this is text {i} of many" for i in range(N)], "nominal", ["set `--kind x=count` and leave"]),
    "three decimals": ([f"{i}.{i:03d}" for i in range(1, N + 1)], "linear", []),
    "zero and decimals": (repeated("0", "0.5", "0.25"), "linear", []),
    "nine among digits": (repeated(*map(str, range(10))), "linear", []),
    "words": (repeated("red", "green"), "nominal", []),
    "truth": (repeated("true", "false"), "nominal", []),
    "sizes": (repeated("S", "M", "12"), "nominal", []),
    "names": (repeated(*(f"P{i}" for i in range(20))), "nominal", []),
    "weight": ([str(50 + i % 40) for i in range(N)], "linear", []),
}


@pytest.mark.parametrize("name", CASES)
def test_the_kind_and_the_notes_that_are_due(name):
    cells, kind, words = CASES[name]
    table, findings = read({"x": cells})
    assert table.attributes[0].kind == kind
    notes = findings["warnings"]
    assert all(any(word in note for note in notes) for word in words)
    assert len(notes) == len({note for note in notes if any(word in note for word in words)})


def test_the_option_of_a_note_reads_the_column_right():
    table, _ = read({"x": CASES["thousands"][0]}, decimal=",")
    assert table.reals[:3, 0].tolist() == [1.234, 5, 7]
    table, _ = read({"x": CASES["mixed"][0]}, decimal=",")
    assert table.reals[:3, 0].tolist() == [3468, 912, 15]
    table, _ = read({"x": CASES["codes"][0]}, kinds={"x": "linear"})
    assert table.reals[:3, 0].tolist() == [1, 1, 2]
    table, findings = read({"x": repeated("-999", "-999.0", "1", "2")}, missing=["-999"])
    assert np.isnan(table.reals[:, 0]).sum() == N / 2
    assert findings["warnings"] == []
    table, _ = read({"x": CASES["NA beside text"][0]}, missing=["NA"])
    assert table.attributes[0].values == ("AS", "EU")
    table, _ = read({"x": CASES["one typing error"][0]}, missing=["1o"])
    assert table.attributes[0].kind == "linear"


def test_missing_beside_codes_and_truth_is_missing_in_new_data_too():
    for cells in (CASES["null beside truth"][0], CASES["NA beside codes"][0]):
        table, _ = read({"x": cells})
        assert (table.codes[:, 0] == -1).sum() == N / 3
        raw = readers.read_table(("x\n" + "\n".join([cells[0], "NA", "None"])).encode(), header=True)
        new = encode.encode_new_table(raw, table.attributes, table.classes, unseen=-2)
        assert new.codes[1:, 0].tolist() == [-1, -1]


def test_degrees_are_suspected_by_their_name_or_a_period_in_radians():
    degrees = {"wind_dir": [f"{i * 6.1:.1f}" for i in range(N)]}
    assert "`--kind wind_dir=angular:360`" in " ".join(read(degrees)[1]["warnings"])
    for period, due in ((360, False), (6.283, True), (180, True), (24, True)):
        notes = read(degrees, kinds={"wind_dir": {"kind": "angular", "period": period}})[1]["warnings"]
        assert bool(notes) == due
    radians = {"wind_dir": [f"{i / 10:.1f}" for i in range(N)]}
    assert read(radians)[1]["warnings"] == []
    (note,) = read({"width": degrees["wind_dir"]})[1]["warnings"]
    assert "may be angles, but is treated as linear" in note
    (note,) = read(radians, kinds={"wind_dir": {"kind": "angular", "period": 360}})[1]["warnings"]
    assert "for radians set `--kind wind_dir=angular:6.28319`" in note
    assert read({"width": radians["wind_dir"]})[1]["warnings"] == []


def test_a_column_of_frequencies_is_suspected_beside_groups_only():
    sexes, ages = ["f", "m"] * 4, ["1", "1", "2", "2", "3", "3", "4", "4"]
    freq = ["96", "22", "19", "7", "150", "33", "8", "41"]
    cells = {"sex": sexes, "age": [f"to {a}0" for a in ages], "Freq": freq}
    assert "repeat each row that many times and set `--drop Freq`" in " ".join(read(cells)[1]["warnings"])
    assert read({"sex": sexes, "age": ages, "Freq": freq})[1]["warnings"] == []
    assert read(cells | {"Freq": [f"{x}.5" for x in freq]})[1]["warnings"] == []
    del cells["Freq"]
    assert read(cells | {"width": freq})[1]["warnings"] == []


RNG = np.random.default_rng(0)
ROWS = 5000
MEASUREMENTS = {
    "age": np.round(RNG.normal(40, 15, ROWS)),
    "year": RNG.integers(1900, 2025, ROWS),
    "count": RNG.poisson(300, ROWS),
    "hours": RNG.integers(0, 24, ROWS),
    "income": np.round(RNG.lognormal(10, 1, ROWS)),
    "rounded income": np.round(RNG.lognormal(10, 1, ROWS), -3),
    "half of them rounded": np.where(
        RNG.random(ROWS) < 0.5, np.round(RNG.gamma(3, 60, ROWS), -1), RNG.gamma(3, 60, ROWS) // 1
    ),
    "price": RNG.integers(1000, 9999, ROWS) * 100,
    "pressure in Pa": np.round(RNG.normal(101_325, 1500, ROWS)),
    "time stamp": 1_600_000_000 + RNG.integers(0, 1000, ROWS),
    "size": RNG.normal(0, 1, ROWS),
    "acid": RNG.poisson(40, ROWS),
    "two values code": RNG.integers(0, 2, ROWS),
    "nothing": np.full(ROWS, np.nan),
    "particles": 10.0 ** RNG.integers(15, 23, ROWS),
}


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_a_measurement_is_not_suspected(name):
    assert column_notes.explain_label_suspicion(name, np.asarray(MEASUREMENTS[name], dtype=np.float64)) == ""


@pytest.mark.parametrize(
    ("name", "numbers", "reason"),
    [
        ("hs_code", RNG.integers(0, 9, 50), "its name ends in code"),
        ("customer ID", RNG.integers(0, 9, 50), "its name ends in id"),
        ("userId", RNG.permutation(100)[:50], "its name ends in id"),
        ("Zipcode", RNG.integers(0, 9, 50), "its name ends in zipcode"),
        ("n", 7 + RNG.permutation(50), "consecutive numbers, a different one in every row"),
    ],
)
def test_suspected_labels_have_a_reason(name, numbers, reason):
    numbers = np.append(numbers.astype(np.float64), np.nan)
    assert column_notes.explain_label_suspicion(name, numbers) == reason


@pytest.mark.parametrize(
    ("name", "low", "high", "noted"),
    [
        ("wind_dir", 0, 359, True),
        ("angle", -180, 180, True),
        ("width", 0, 359, True),  # a whole turn
        ("width", 0, 340, False),
        ("angle", -190, 180, False),  # further than half a turn to the left
        ("angle", 0, 370, False),  # more than a turn
        ("theta", 0, 6.28, False),  # the range is that of radians
    ],
)
def test_linear_numbers_with_the_name_or_the_range_of_degrees_are_noted(name, low, high, noted):
    numbers = np.linspace(low, high, 50)
    notes = column_notes.list_number_notes(name, "linear", 0.0, numbers, inferred=True)
    assert [note.column for note in notes if "may be angles" in note.text] == [name] * noted
    assert column_notes.list_number_notes(name, "linear", 0.0, numbers, inferred=False) == []  # as declared

"""Columns that look like numbers with decimal commas, like thousands, or like dates."""

import itertools

import pytest

from naivebench.data.odd_columns import looks_like, sentences

COMMAS = [f"{i},5" for i in range(1000)]
THOUSANDS = [f"{i % 999 + 1},{i:03}" for i in range(1000)]
DATES = [f"{y}-{m}-{d}" for y, m, d in itertools.product(range(1980, 2020), range(1, 6), range(1, 6))]
WORDS = [f"word {i}" for i in range(1000)]


@pytest.mark.parametrize(
    ("odd", "look"),
    [(COMMAS, "commas"), (THOUSANDS, "thousands"), (DATES, "dates")],
    ids=lambda x: str(x)[:9],
)
@pytest.mark.parametrize("total", [10, 20, 30, 1000])
def test_nine_tenths_of_the_different_cells_determine_the_look(odd, look, total):
    """In a column of `total` different cells, one in ten may be of another kind, but not one more.

    With floats, (1 - 0.9) * 10 would be slightly below 1.
    """
    others = total // 10
    assert looks_like(odd[: total - others] + WORDS[:others]) == look
    assert looks_like(odd[: total - others - 1] + WORDS[: others + 1]) == ""


@pytest.mark.parametrize("total", [1, 2, 5, 9])
def test_with_fewer_than_ten_cells_a_single_other_one_decides(total):
    assert looks_like([*COMMAS[:total], "word"]) == ("commas" if total == 9 else "")
    assert looks_like([*DATES[:total], "word"]) == ("dates" if total == 9 else "")


def test_plain_numbers_among_commas_count_as_numbers_and_among_dates_as_others():
    """A few numbers of a column have a comma.

    A column of dates needs at least two different ones.
    """
    assert looks_like(["0,5", *map(str, range(30))]) == "commas"
    assert looks_like(["1,234", *map(str, range(30))]) == "thousands"
    assert looks_like([*DATES[:20], "1", "2"]) == "dates"
    assert looks_like([*DATES[:20], "1", "2", "3"]) == ""
    assert [looks_like(DATES[:n]) for n in (1, 2)] == ["", "dates"]
    assert looks_like(["0,5"]) == "commas"


def test_repeated_cells_count_once():
    assert looks_like(["word", *COMMAS[:9]]) == looks_like([*["word"] * 50, *COMMAS[:9]]) == "commas"
    assert looks_like([*["word", "other"] * 2, *COMMAS[:9] * 50]) == ""
    assert looks_like([DATES[0]] * 50) == ""


THREE = (
    *("1,234", "12,345", "123,456", "-1,234", "+1,234", "1,234,567", "100,000,000"),
    *(
        "0,123",
        "0123,456",
        "1234,567",
        "1,23",
        "1,2345",
        "1,234,56",
        ",123",
        "01,234",
        "-0,123",
        "1,234,5678",
    ),
)


@pytest.mark.parametrize("cell", THREE)
def test_thousands_are_groups_of_three_digits_behind_one_to_three_that_do_not_begin_with_zero(cell):
    first, *groups = cell.lstrip("+-").split(",")
    english = 1 <= len(first) <= 3 and first[0] != "0" and all(len(g) == 3 for g in groups)
    german = len(groups) == 1
    assert looks_like([cell]) == ("thousands" if english else "commas" if german else "")
    assert looks_like([cell, "0,5"]) == ("commas" if english or german else "")


@pytest.mark.parametrize(
    "cell", ["1,5", ",5", "-,5", "+1,5e3", "1,5E-10", "1.234,5", "12.345.678,9", "1234,5", "-0,25"]
)
def test_decimal_commas(cell):
    assert looks_like([cell]) == "commas"


@pytest.mark.parametrize(
    "cell", ["1,", "1,5e", "1.23,4", "1.2345,6", "1,5,5", "a1,5", "1,5 kg", "12345.678,9"]
)
def test_cells_that_are_not_numbers_with_a_decimal_comma(cell):
    assert looks_like([cell]) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2024-01-31", "2024-2-1"),
        ("2024/01/31", "2024.01.31"),
        ("2024-01-31T10:00:00Z", "2024-01-31 10"),
        ("31.01.2024", "1.2.24"),
        ("1/31/2024 8:05", "1-31-24T8"),
        ("10:05", "9:05:59"),
        ("5 Mar 2024", "31-Dec-24"),
        ("05-SEPT-2024 10:00", "5. March, 2024"),
        ("March 5, 2024", "Sep. 5 2024 8:05"),
    ],
)
def test_dates_and_times(one, other):
    assert looks_like([one, other]) == "dates"


@pytest.mark.parametrize(
    "cell",
    [
        "24-01",
        "2024-01",
        "2024-001-01",
        "1.2.243",
        "10:5",
        "10:05:5",
        "2024-01-31x",
        "5 Marble 24",
        "12May2024",
        "May 5",
        "Mar 2024",
    ],
)
def test_cells_that_are_not_dates(cell):
    assert looks_like([cell, DATES[0]]) == ""


def test_sentences_name_the_option_to_set_and_at_most_ten_columns():
    looks = {f"n{i}": "commas" for i in range(11)} | {"t": "thousands", "d": "dates", "x": ""}
    commas, thousands, dates = sentences(looks, decimal="D", drop="R", kind="K")
    assert commas == (
        "looks like numbers with decimal commas, but is treated as labels (set D, or K if these are labels): "
        + ", ".join(f"n{i}" for i in range(10))
        + " and 1 more"
    )
    assert thousands.endswith(
        "(delete commas between thousands, set D for decimal commas, or K if these are labels): t"
    )
    assert dates.endswith("(set R, derive month, weekday or age, or set K if these are labels): d")
    del looks["n10"]
    assert sentences(looks, decimal="D", drop="R", kind="K")[0].endswith("n8, n9")
    assert sentences({"x": ""}, decimal="D", drop="R", kind="K") == []

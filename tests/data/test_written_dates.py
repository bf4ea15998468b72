"""The order of dates, times and counted words, and texts whose order would be a guess."""

from __future__ import annotations

import datetime

import numpy as np
import pytest

from naivebench.data.written_dates import are_dates, find_unordered_cell, have_same_order, read_times

DAYS = [datetime.date(2019, 11, 25) + datetime.timedelta(days=9 * i) for i in range(60)]
SHUFFLED = np.random.default_rng(0).permutation(len(DAYS))
FORMATS = {
    "iso": "%Y-%m-%d",
    "iso with time": "%Y-%m-%dT10:00:00Z",
    "slashes": "%Y/%m/%d",
    "us": "%m/%d/%Y",
    "us with time": "%m/%d/%Y 8:05 PM",
    "us, short year": "%m/%d/%y",
    "european": "%d.%m.%Y",
    "european, short year": "%d.%m.%y",
    "british": "%d/%m/%Y",
    "month name": "%d %b %Y",
    "long month name": "%B %d, %Y",
    "hyphens": "%d-%b-%y",
    "digits": "%Y%m%d",
}


def order(cells):
    readings = read_times(cells)
    assert have_same_order(readings)
    return np.argsort(next(iter(readings.values())), kind="stable").tolist() if readings else None


@pytest.mark.parametrize("name", FORMATS)
def test_dates_are_ordered_as_dates(name):
    cells = [DAYS[i].strftime(FORMATS[name]) for i in SHUFFLED]
    assert order(cells) == np.argsort(SHUFFLED).tolist()
    assert are_dates(cells) == (name != "digits")


@pytest.mark.parametrize(
    "form", ["%d/%m/%y", "%d-%m-%y", "%y-%m-%d", "%y/%m/%d", "%d%m%Y", "%m%d%Y", "%d%m%y"]
)
def test_dates_with_two_meanings_and_two_orders_have_no_order(form):
    """Without days above 12 that exclude one of them; years of two digits may be first or last."""
    days = [day for day in DAYS if day.day <= 12]
    assert not have_same_order(read_times([day.strftime(form) for day in days]))


def test_months_and_days_that_may_be_exchanged_need_the_same_order():
    assert order(["2/2/2020", "1/1/2020", "3/3/2020"]) == [1, 0, 2]
    assert not have_same_order(read_times(["1/2/2020", "2/1/2020"]))
    assert order(["1/2/2020", "2/1/2020", "1/31/2020"]) == [0, 2, 1]
    assert not have_same_order(read_times(["1.2.2020", "2.1.2020"]))
    assert order(["1.2.2020", "2.1.2020", "31.1.2020"]) == [1, 2, 0]


@pytest.mark.parametrize(
    "text",
    [
        *("week 9 | week 10 | Week 11", "2019 Q4 | 2020 Q1 | 2020 Q2", "Q4 2019 | Q1 2020 | Q2 2020"),
        *("2020-W9 | 2020-W10 | 2021-W1", "2019-12 | 2020-01", "12/2019 | 1/2020", "31JAN2019 | 01FEB2019"),
        *("2019/20 | 2020/21", "2019M9 | 2019M10", "Dec 2019 | Jan 2020", "9:05 | 10:05 | 11:00"),
        *("9:05:59 | 10:05:30", "1/1/2020 12:30 am | 1/1/2020 11:30 AM | 1/1/2020 12:30 PM"),
        "2020-01-01T00:30:00+02:00 | 2020-01-01T03:15:00Z | 2020-01-01T00:00:00-03:30",
        *("9 | 10 | 1e2", "9.5 s | 10 s", "2 Jan 65 | 1 Jan 75", "2019 | 2020", "FY98 | FY99"),
        *(
            "2020-01-01 | 2020-01-01T10:00Z | 2020-01-02T10:00:30Z",
            "Visit_9 | Visit_10",
            "batch 9 | batch 10",
        ),
        *("Winter 2019 | Winter 2020", "KW 45/2020 | KW 3/2021", "01 | 02 | 12 | 31 | 59"),
        "1577836800 | 1700000000",
    ],
)
def test_cells_in_ascending_order_of_time(text):
    cells = text.split(" | ")
    shuffled = [cells[i] for i in (*range(1, len(cells)), 0)]
    assert order(cells) == list(range(len(cells)))
    assert order(shuffled) == [len(cells) - 1, *range(len(cells) - 1)]


@pytest.mark.parametrize(
    "text",
    [
        *("Mon | Tue", "Jan | Feb", "early | late", "2020-01-31 | 1/2/2020", "2020-01-31 | soon"),
        *("2020-02-30 | 2020-01-01", "0000-00-00 | 2020-01-01", "25/12/2020 | 12/25/2020"),
        *("day 1 | night 2", "T-5 | T-4", "day -5 | day -4", "v1.9 | v1.10", "12-3456 | 11-3457"),
        *("1-2-3 | 1-2-4", "1st | 2nd", "10:75 | 10:05", "13:05 pm | 1:05 pm", "5 min | 6 s", "x | x"),
        *("Dec-98 | Dec-00", "'98 | '00", "5 days ago | 4 days ago", "5 days left | 4 days left"),
        *("5 weeks before surgery | 4 weeks before surgery", "vor 5 Tagen | vor 4 Tagen", "540 BC | 30 BC"),
        *("week 5 before | week 4 before", "2020-10-25 at 02h38 in Berlin | 2020-10-25 at 02h39 in Berlin"),
        *("2019, 5 days left | 2019, 4 days left", "week-5 | week-4"),
        *("10:03 | 1:07:00", "2020-01-01T10:00 | 2020-01-01T10:00Z", "1/1/2020 4:05 | 1/1/2020 4:05 PM"),
        *("5 Mar 20 | 5 Mar 98 | 5 Mar 55", "5 Mar 98 | 5 Mar 2003", "2020-01-01 | 9999-12-31"),
        *("98 | 99 | 00 | 01", "FY98 | FY99 | FY00 | FY01", "9812 | 0001", "99047 | 03011", "0007 | 0119"),
        "5 Mar 98 | 5 Mar 03",
    ],
)
def test_texts_whose_order_would_be_a_guess(text):
    assert read_times(text.split(" | ")) == {}


def test_the_cell_that_has_another_form_is_found():
    assert find_unordered_cell(["2020-01-01", "2021-01-01", "9999-12-31", "soon"]) == "9999-12-31"
    assert find_unordered_cell(["98", "99", "00"]) == "00"


def test_numbers_that_may_be_dates_need_the_same_order():
    assert read_times(["981103", "991231", "000112"]) == {}
    assert order(["000112", "051231"]) == [0, 1]
    assert not have_same_order(read_times(["7.2016", "10.2011"]))
    assert order([f"{i % 12 + 1}.{10 + 17 * i % 90}" for i in range(60)]) is not None


def test_numbers_that_may_be_something_else_need_the_same_order():
    assert not have_same_order(read_times(["3.468", "912"]))  # thousands
    assert not have_same_order(read_times(["1,000", "912"]))
    assert next(iter(read_times(["1,000", "912"], ",").values())).tolist() == [1, 912]
    assert read_times(["01", "99"], ",") == read_times(["week 02012020", "week 01022020"]) == {}
    assert have_same_order(read_times(["3.468", "2.125"]))
    assert not have_same_order(read_times(["2019.2", "2019.11"]))  # year and month
    assert have_same_order(read_times(["2019.02", "2019.11"]))
    assert have_same_order(read_times(["1707.4", "1806.25", "1900.1"]))
    assert not have_same_order(read_times(["02012020", "01022020"]))
    assert have_same_order(read_times(["20200201", "20200102"]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2024-01-31T10:00:00Z", "2024-01-31 10z"),
        ("1/31/2024 8:05", "1-31-2024T8"),
        ("31-JAN-24", "05-SEPT-24 10:00"),
        ("March 5, 2024", "Sep. 5 2024 8:05"),
        ("2024Q1", "2024-Q2"),
    ],
)
def test_columns_of_dates(one, other):
    assert are_dates([one, other])
    assert not are_dates([one, other, "x"])
    assert not are_dates([one])


@pytest.mark.parametrize(
    "cell",
    [
        *("24-01", "2024-13", "2019/20", "2024-001-01", "1.2.243", "10:5", "10:05:5", "2024-01-31x"),
        *("5 Marble 24", "May 5", "1707.4", "20240131", "week 10"),
    ],
)
def test_cells_that_are_not_dates(cell):
    assert not are_dates([cell, cell.replace("1", "2"), "2024-01-31"])

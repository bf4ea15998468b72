"""Steps between the cells of a file and the typed table."""

from __future__ import annotations

import pytest

from naivebench.core.checks import InputError
from naivebench.data import raw_columns, steps
from naivebench.data.readers import read as readers

TEXT = b"""month,day,carrier,flight,delay
10,2,UA,15,200
1,11,AA,7,NA
1,2,AA,7,180
2,2,NA,3,180.5
"""
MARKS = raw_columns.marks_of("NA")


def run(*wanted):
    return steps.apply(readers.read(TEXT, "csv", where="flights.csv"), list(wanted), "data set 'f'", MARKS)


def column(raw, name):
    return raw.columns[raw.names.index(name)]


def test_join_keeps_missing_cells_missing():
    assert column(run({"join": {"number": ["carrier", "flight"]}}), "number") == ["UA15", "AA7", "AA7", ""]


def test_join_pads_numbers():
    made = run({"join": {"date": ["month", "day"], "separator": "-", "digits": 2}})
    assert column(made, "date") == ["10-02", "01-11", "01-02", "02-02"]


def test_threshold_is_strict_and_keeps_missing_cells_missing():
    assert column(run({"threshold": {"late": {"column": "delay", "above": 180}}}), "late") == [
        "yes",
        "",
        "no",
        "yes",
    ]
    assert column(
        run({"threshold": {"late": {"column": "delay", "above": 180, "labels": ["ok", "bad"]}}}), "late"
    ) == ["bad", "", "ok", "bad"]


def test_sort_takes_numbers_as_numbers_and_is_stable():
    made = run({"sort": ["month"]})
    assert column(made, "month") == ["1", "1", "2", "10"]
    assert column(made, "day") == ["11", "2", "2", "2"]
    assert made.lines == [3, 4, 5, 2]
    assert column(run({"sort": ["month", "day"]}), "day") == ["2", "11", "2", "2"]


def sorted_by(cells, decimal=""):
    """The numbers from 0 of the rows after `sort: [when]`."""
    text = "when;n\n" + "".join(f"{cell};{i}\n" for i, cell in enumerate(cells))
    raw = readers.read(text.encode(), "csv", where="t.csv", header=True, decimal=decimal)
    return [int(n) for n in column(steps.apply(raw, [{"sort": ["when"]}], "data set 'd'", MARKS), "n")]


def test_sort_takes_dates_as_dates():
    assert sorted_by(["1/31/2020", "2/1/2019", "12/1/2019", "2/1/2019"]) == [1, 3, 2, 0]
    assert sorted_by(["week 10", "week 9"]) == [1, 0]
    assert sorted_by(["1.234", "912"], ",") == [1, 0]
    assert sorted_by(["5 Mar 2020", "31 Jan 2020"]) == [1, 0]


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (
            ["Mon", "Tue"],
            "'Mon' in t.csv, line 2 is not a number, a date or a counted word such as 'week 10': ",
        ),
        (
            ["2020-01-02", "2020-01-03", "1/2/2020"],
            "'2020-01-02' in t.csv, line 2 and '1/2/2020' in t.csv, line 4 are not numbers, dates or counted "
            "words such as 'week 10' in one form: write dates as 2020-01-31",
        ),
        (
            ["5 Mar 20", "5 Mar 55", "5 Mar 98"],
            "column 'when' has years of two digits whose century is not certain: write them with four digits",
        ),
        (
            ["1/2/2020", "2/1/2020"],
            "'1/2/2020' in t.csv, line 2 may mean month, day and year or day, month and year, which order "
            "the rows differently: write dates as 2020-01-31",
        ),
        (["1.234", "912"], "order the rows differently: set `--decimal` to a point or a comma"),
        (
            ["2020-01-02", "", "NA"],
            "t.csv, line 3 and 1 more rows have no value in column 'when': fill it in, or",
        ),
    ],
)
def test_an_order_that_would_be_a_guess_is_refused(cells, sentence):
    with pytest.raises(InputError) as error:
        sorted_by(cells)
    assert str(error.value).startswith("step 1 (sort) of data set 'd': ")
    assert sentence in str(error.value)


def test_blocks_of_rows_have_labels():
    made = run({"blocks": {"rows": {"old": [[0, 0], [2, 3]], "new": [[1, 1]]}, "as": "age"}})
    assert column(made, "age") == ["old", "new", "old", "old"]
    assert column(run({"blocks": {"rows": {1: [[1, 2]]}}}), "block") == ["", "1", "1", ""]


def test_keep_orders_the_columns():
    assert run({"keep": ["delay", "month"]}).names == ("delay", "month")

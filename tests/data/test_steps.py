"""Steps of a stanza: rows, strokes, windows, weeks, thirds, and the messages about wrong steps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import columns_of, rows_of

from naivebench.core.checks import InputError
from naivebench.data import encode, steps
from naivebench.data.discretization.equal_frequency import count_possible_classes
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import concatenate_tables, format_place, select_rows, set_missing_marks


def done(text, *listed):
    """The result of the steps on CSV text with a header."""
    return steps.apply_steps(
        readers.read_table(text.encode(), "csv", header=True, where="x.csv"), listed, "data set 'd'"
    )


WEATHER = """place,year,month,day,temp,dir,speed
A,2013,1,1,5,0,0
B,2013,1,1,5,10,3
A,2013,12,30,?,90,1048
A,2013,7,4,30,350,4
A,2013,7,5,31,360,?
"""


@pytest.mark.parametrize(
    ("step", "kept"),
    [
        ({"keep_rows": {"column": "place", "values": ["A"]}}, [2, 4, 5, 6]),
        ({"drop_rows": {"column": "place", "values": ["A"]}}, [3]),
        ({"drop_rows": {"column": "speed", "above": 200}}, [2, 3, 5, 6]),
        ({"keep_rows": {"column": "temp", "values": [5.0]}}, [2, 3]),
        ({"drop_rows": {"column": "speed", "values": [""]}}, [2, 3, 4, 5]),
    ],
)
def test_rows_are_chosen(step, kept):
    assert done(WEATHER, step).lines == kept


def test_chosen_rows_know_their_files():
    parts = [
        readers.read_table(b"a,b\n1,x\n2,y\n", "csv", where=name)
        for name in ("one.csv", "two.csv", "three.csv")
    ]
    raw = select_rows(concatenate_tables(parts), [1, 4, 5])
    assert [format_place(raw, row) for row in range(3)] == [
        "one.csv, line 3",
        "three.csv, line 2",
        "three.csv, line 3",
    ]
    with pytest.raises(InputError, match="different columns"):
        concatenate_tables([parts[0], readers.read_table(b"1,x\n", "csv", where="other.csv")])


def test_cells_are_made_missing_recoded_and_cut():
    raw = done(
        WEATHER,
        {"blank": {"column": "dir", "values": [0]}},
        {"recode": {"column": "month", "as": "season", "values": {"winter": [12, 1], "summer": [7]}}},
        {"recode": {"column": "place", "values": {"home": ["A"], "away": "*"}}},
        {"iso_week": {"year": "year", "month": "month", "day": "day", "as": "week"}},
        {"cut": {"column": "temp", "labels": ["cold", "warm"]}},
    )
    made = columns_of(raw)
    assert made["dir"] == ["", "10", "90", "350", "360"]
    assert made["season"] == ["winter", "winter", "winter", "summer", "summer"]
    assert made["place"] == ["home", "away", "home", "home", "home"]
    assert made["week"] == ["2013-W01", "2013-W01", "2014-W01", "2013-W27", "2013-W27"]
    assert made["temp"] == ["cold", "cold", "", "warm", "warm"]
    table, _ = encode.encode_table(raw, target="temp", groups="week", drop=["year", "day"])
    assert table.classes == ("cold", "warm")  # in the order of the labels
    assert table.groups.tolist() == [0, 0, 1, 1]
    assert [a.values for a in table.attributes if a.name == "season"] == [("winter", "summer")]


@given(
    st.lists(st.integers(0, 30), min_size=3, max_size=60).filter(lambda x: len(set(x)) >= 3),
    st.integers(2, 3),
)
def test_parts_are_ordered_and_ties_stay_together(numbers, parts):
    text = "v,w\n" + "".join(f"{x},1\n" for x in numbers)
    possible = count_possible_classes(np.array(numbers), parts)
    if possible < parts:
        with pytest.raises(InputError, match=f"none of them too frequent, .*: use at most {possible} "):
            done(text, {"cut": {"column": "v", "labels": list("abc")[:parts]}})
    raw = done(text, {"cut": {"column": "v", "labels": list("abc")[:possible]}})
    label = columns_of(raw)["v"]
    assert set(label) == set("abc"[:possible])
    assert len({(x, c) for x, c in zip(numbers, label, strict=True)}) == len(set(numbers))
    assert [c for _, c in sorted(zip(numbers, label, strict=True))] == sorted(label)
    if len(set(numbers)) == len(numbers):
        assert possible == parts
        counts = np.unique(label, return_counts=True)[1]
        assert len(counts) == parts
        assert np.ptp(counts) <= 1


def test_strokes_become_directions_between_points():
    text = "x1,y1,x2,y2,x3,y3,x4,y4,c\n0,0,1,0,1,1,0,0,p\n0,0,0,0,-1,0,-1,?,q\n"
    raw = done(text, {"strokes": {"x": "x*", "y": ["y1", "y2", "y3", "y4"]}})
    assert raw.names == ("c", "stroke 1", "stroke 2", "stroke 3")
    table, _ = encode.encode_table(raw, target="c")
    assert {(a.kind, a.period) for a in table.attributes} == {("angular", 360.0)}
    np.testing.assert_allclose(np.degrees(table.reals), [[0, 90, -135], [np.nan, 180, np.nan]], atol=1e-6)


def test_windows_stay_within_and_take_the_label_of_their_row():
    text = "run,a,b,c\n" + "".join(
        f"{run},{i},{10 * i},{'pq'[i % 2]}\n"
        for run, i in [(0, 1), (0, 2), (0, 3), (0, 4), (1, 5), (1, 6), (0, 7)]
    )
    raw = done(text, {"windows": {"columns": ["a", "b"], "length": 3, "label": 2, "within": ["run"]}})
    assert raw.names == ("run", "c", "a 1", "b 1", "a 2", "b 2", "a 3", "b 3")
    assert rows_of(raw) == [
        ["0", "p", "1", "10", "2", "20", "3", "30"],
        ["0", "q", "2", "20", "3", "30", "4", "40"],
    ]
    assert raw.lines == [3, 4]


def test_the_first_unit_of_every_value_is_kept():
    text = "entry,chain,seq\n1,A,x\n1,A,x\n1,B,x\n1,C,y\n2,A,x\n2,B,z\n"
    assert done(text, {"first_of": {"column": "seq", "unit": ["entry", "chain"]}}).lines == [2, 3, 5, 7]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (
            {"keep_rows": {"column": "place", "values": ["C"]}},
            "step 1 (keep_rows) of data set 'd' leaves no rows",
        ),
        (
            {"recode": {"column": "place", "values": {"x": ["a"]}}},
            "names 'a', which is not a value of column 'place'",
        ),
        (
            {"cut": {"column": "year", "labels": ["a", "b"]}},
            "column 'year' must have at least 2 different numbers, none",
        ),
        (
            {"iso_week": {"year": "year", "month": "day", "day": "month", "as": "week"}},
            "x.csv, line 4: 2013-30-12 is not a date",
        ),
    ],
)
def test_faults_of_steps_name_the_step(step, sentence):
    with pytest.raises(InputError) as caught:
        done(WEATHER, step)
    assert sentence in str(caught.value)


TEXT = b"""month,day,carrier,flight,delay
10,2,UA,15,200
1,11,AA,7,NA
1,2,AA,7,180
2,2,NA,3,180.5
"""


def run(*wanted):
    raw = set_missing_marks(readers.read_table(TEXT, "csv", where="flights.csv"), "NA")
    return steps.apply_steps(raw, list(wanted), "data set 'f'")


def column(raw, name):
    return raw.columns[name].text


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


def test_sort_takes_numbers_as_numbers_and_is_stable():
    made = run({"sort": ["month"]})
    assert column(made, "month") == ["1", "1", "2", "10"]
    assert column(made, "day") == ["11", "2", "2", "2"]
    assert made.lines == [3, 4, 5, 2]
    assert column(run({"sort": ["month", "day"]}), "day") == ["2", "11", "2", "2"]


def sorted_by(cells, decimal=""):
    """The numbers from 0 of the rows after `sort: [when]`."""
    text = "when;n\n" + "".join(f"{cell};{i}\n" for i, cell in enumerate(cells))
    raw = readers.read_table(text.encode(), "csv", where="t.csv", header=True, decimal=decimal)
    return [int(n) for n in column(steps.apply_steps(raw, [{"sort": ["when"]}], "data set 'd'"), "n")]


def test_sort_takes_dates_as_dates():
    assert sorted_by(["1/31/2020", "2/1/2019", "12/1/2019", "2/1/2019"]) == [1, 3, 2, 0]
    assert sorted_by(["week 10", "week 9"]) == [1, 0]
    assert sorted_by(["1.234", "912"], ",") == [1, 0]
    assert sorted_by(["5 Mar 2020", "31 Jan 2020"]) == [1, 0]


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (
            ["1/2/2020", "2/1/2020"],
            "'1/2/2020' in t.csv, line 2 may mean month, day and year or day, month and year, which order "
            "the rows differently: write dates as 2020-01-31",
        ),
        (
            ["2020-01-02", "", "NA"],
            "t.csv, line 3 and 1 more rows have no value in column 'when': fill it in, or",
        ),
        (["98", "99", "00"], "'98' in t.csv, line 2 and '00' in t.csv, line 4 cannot be put in order"),
        (["Mon", "Tue"], "set 'd': 'Mon' in t.csv, line 2 cannot be put in order of time: write dates as"),
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
    made = run({"blocks": {"rows": {1: [[1, 2]]}, "as": "age"}})
    assert column(made, "age") == ["", "1", "1", ""]


def test_keep_orders_the_columns():
    assert run({"keep": ["delay", "month"]}).names == ("delay", "month")

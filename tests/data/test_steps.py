"""Steps of a stanza: rows, strokes, windows, weeks, thirds, and the messages about wrong steps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from naivebench.core.checks import InputError
from naivebench.data import column_steps, encode, raw_columns, steps
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import concatenate, place, take

MARKS = raw_columns.marks_of(None)


def done(text, *listed):
    """The result of the steps on CSV text with a header."""
    return steps.apply(
        readers.read(text.encode(), "csv", header=True, where="x.csv"), listed, "data set 'd'", MARKS
    )


def columns(raw):
    return dict(zip(raw.names, raw.columns, strict=True))


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
        ({"keep_rows": {"column": "speed", "below": 4}}, [2, 3]),
        ({"keep_rows": {"column": "temp", "values": [5.0]}}, [2, 3]),
        ({"drop_rows": {"column": "speed", "values": [""]}}, [2, 3, 4, 5]),
    ],
)
def test_rows_are_chosen(step, kept):
    assert done(WEATHER, step).lines == kept


def test_chosen_rows_know_their_files():
    parts = [
        readers.read(b"a,b\n1,x\n2,y\n", "csv", where=name) for name in ("one.csv", "two.csv", "three.csv")
    ]
    raw = take(concatenate(parts), [1, 4, 5])
    assert [place(raw, row) for row in range(3)] == [
        "one.csv, line 3",
        "three.csv, line 2",
        "three.csv, line 3",
    ]


def test_cells_are_made_missing_recoded_and_cut():
    raw = done(
        WEATHER,
        {"blank": {"column": "dir", "values": [0]}},
        {"recode": {"column": "month", "as": "season", "values": {"winter": [12, 1], "summer": [7]}}},
        {"recode": {"column": "place", "values": {"home": ["A"], "away": "*"}}},
        {"iso_week": {"year": "year", "month": "month", "day": "day"}},
        {"cut": {"column": "temp", "parts": 2, "labels": ["cold", "warm"]}},
    )
    made = columns(raw)
    assert made["dir"] == ["", "10", "90", "350", "360"]
    assert made["season"] == ["winter", "winter", "winter", "summer", "summer"]
    assert made["place"] == ["home", "away", "home", "home", "home"]
    assert made["week"] == ["2013-W01", "2013-W01", "2014-W01", "2013-W27", "2013-W27"]
    assert made["temp"] == ["cold", "cold", "", "warm", "warm"]
    table, _ = encode.to_table(raw, target="temp", groups="week", drop=["year", "day"])
    assert table.classes == ("cold", "warm")  # in the order of the labels
    assert table.groups.tolist() == [0, 0, 1, 1]
    assert [a.values for a in table.attributes if a.name == "season"] == [("winter", "summer")]


@given(
    st.lists(st.integers(0, 30), min_size=3, max_size=60).filter(lambda x: len(set(x)) >= 3),
    st.integers(2, 3),
)
def test_parts_are_ordered_and_ties_stay_together(numbers, parts):
    text = "v,w\n" + "".join(f"{x},1\n" for x in numbers)
    possible = column_steps.possible_parts(np.array(numbers), parts)
    if possible < parts:
        with pytest.raises(InputError, match=f"too many of its numbers are equal: use at most {possible} "):
            done(text, {"cut": {"column": "v", "parts": parts}})
    raw = done(text, {"cut": {"column": "v", "parts": possible, "labels": list("abc")[:possible]}})
    label = columns(raw)["v"]
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
    raw = done(text, {"strokes": {"x": "x*", "y": ["y1", "y2", "y3", "y4"], "as": "go"}})
    assert raw.names == ("c", "go 1", "go 2", "go 3")
    table, _ = encode.to_table(raw, target="c")
    assert {(a.kind, a.period) for a in table.attributes} == {("angular", 360.0)}
    np.testing.assert_allclose(np.degrees(table.reals), [[0, 90, -135], [np.nan, 180, np.nan]], atol=1e-6)


def test_windows_stay_within_and_take_the_label_of_their_row():
    text = "run,a,b,c\n" + "".join(
        f"{run},{i},{10 * i},{'pq'[i % 2]}\n"
        for run, i in [(0, 1), (0, 2), (0, 3), (0, 4), (1, 5), (1, 6), (0, 7)]
    )
    raw = done(text, {"windows": {"columns": ["a", "b"], "length": 3, "label": 2, "within": ["run"]}})
    assert raw.names == ("run", "c", "a 1", "b 1", "a 2", "b 2", "a 3", "b 3")
    assert [list(row) for row in zip(*raw.columns, strict=True)] == [
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
            {"keep_rows": {"column": "plce", "values": ["A"]}},
            "step 1 (keep_rows) of data set 'd' names 'plce', which is not a column; did you mean 'place'?",
        ),
        (
            {"keep_rows": {"column": "place", "values": ["C"]}},
            "step 1 (keep_rows) of data set 'd' leaves no rows",
        ),
        (
            {"keep_rows": {"column": "speed", "above": 1, "below": 3}},
            "has above and below, expected exactly one of values, above, below",
        ),
        (
            {"keep_rows": {"column": "speed"}},
            "has no condition, expected exactly one of values, above, below",
        ),
        (
            {"drop_rows": {"column": "place", "above": 1}},
            "x.csv, line 2: 'A' in column 'place' is not a number (step 1 (drop_rows) of data set 'd')",
        ),
        (
            {"recode": {"column": "place", "values": {"x": ["a"]}}},
            "names 'a', which is not a value of column 'place'",
        ),
        (
            {"recode": {"column": "place", "as": "temp", "values": {"x": ["A"]}}},
            "adds a column 'temp', which already exists",
        ),
        ({"cut": {"column": "temp", "parts": 3, "labels": ["a", "b"]}}, "has 3 parts and 2 labels"),
        (
            {"cut": {"column": "year", "parts": 2}},
            "column 'year' must have at least 2 different numbers, none",
        ),
        (
            {"iso_week": {"year": "year", "month": "day", "day": "month"}},
            "x.csv, line 4: 2013-30-12 is not a date",
        ),
        ({"strokes": {"x": "q*", "y": "d*"}}, "no column matches 'q*'; there are place, year"),
        ({"strokes": {"x": "d*", "y": ["speed"]}}, "names 2 columns in x and 1 in y"),
        (
            {"windows": {"columns": ["dir"], "length": 2, "label": 3, "within": ["place"]}},
            "has label 3, expected a row of the window from 1 to 2",
        ),
        ({"windows": {"columns": ["dir"], "length": 9, "label": 3, "within": ["place"]}}, "leaves no rows"),
        ({"drop_row": {}}, "step 1 in data set 'd' is 'drop_row', expected one of keep_rows"),
    ],
)
def test_faults_of_steps_name_the_step(step, sentence):
    with pytest.raises(InputError) as caught:
        done(WEATHER, step)
    assert sentence in str(caught.value)

"""Cells and tables of the pages: formats, drawn intervals, choice of rows and columns, hostile names."""

import math
import re

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from naivebench.report.tables import (
    NUMERIC,
    PATTERNS,
    Column,
    Table,
    Targets,
    draw_interval,
    find_column,
    format_cell,
    format_interval,
    format_number,
    link_short_title,
    make_environment,
    make_table,
    mark_code,
    read_column_declarations,
    read_table,
)

COLUMNS = {
    "method": Column("method", "Method", "method"),
    "score": Column("score", "Score", "percent"),
    "note": Column("note", "Note"),
    "gain": Column("gain", "Gain", "with_interval", of=("gain", "gain_low", "gain_high")),
}
FRAME = pd.DataFrame(
    {"method": ["a", "b", "a"], "set": ["x", "x", "y"], "score": [0.5, 0.25, 1], "note": [None] * 3}
)


@pytest.mark.parametrize(
    ("value", "format", "text"),
    [
        (0.12345, "percent", "12.3"),
        (0.12345, "percents", "12.35"),
        (-0.0123, "points", "−1.23"),
        (0.0123, "points", "+1.23"),
        (0.45, "share", "45 %"),
        (-0.00001, "points", "0.00"),
        (1234567.0, "integer", "1,234,567"),
        (0.0004, "p", "< 0.001"),
        (0.04, "p", "0.040"),
        (3004.98, "seconds", "3,005"),
        (26.47, "seconds", "26.5"),
        (5.63, "factor", "5.6×"),
        (303.4, "factor", "303×"),
        (math.inf, "fine", "∞"),
        (-math.inf, "points", "−∞"),
        (math.nan, "fine", "–"),
        (None, "text", "–"),
        ("text", "percent", "text"),
        (True, "text", "yes"),
        (0.5, "text", "0.5"),
    ],
)
def test_a_value_has_the_digits_and_the_sign_of_its_format(value, format, text):
    assert format_number(value, format) == text


@given(st.floats(-1e6, 1e6), st.sampled_from(sorted({*PATTERNS} - {"seconds"})))
def test_a_number_is_its_own_text_to_half_a_unit_of_the_last_digit(value, format):
    text = format_number(value, format)
    digits = len(text.partition(".")[2].rstrip(" %"))
    scale = 100 if format in {"percent", "percents", "points", "share"} else 1
    shown = float(text.replace("−", "-").replace(",", "").rstrip(" %"))
    assert shown == pytest.approx(scale * value, abs=0.5 * 10**-digits + 1e-9 * abs(scale * value))


@given(st.floats(-0.05, 0.05), st.floats(0, 0.05), st.floats(0, 0.05))
def test_marks_of_an_interval_are_at_the_places_of_its_values(value, below, above):
    svg = str(draw_interval(value, value - below, value + above, (-0.1, 0.1)))
    places = {name: float(place) for name, place in re.findall(r'\b(cx|x1|x2)="([-\d.]+)%"', svg)}
    for name, number in {"cx": value, "x1": value - below, "x2": value + above}.items():
        assert places[name] == pytest.approx(100 * (number + 0.1) / 0.2, abs=0.051)
    assert 'class="zero" x1="50.0%"' in svg


def test_an_estimate_beyond_the_axis_is_an_arrow_and_an_end_is_cut():
    assert "◂" in draw_interval(-0.3, -0.4, -0.2, (-0.1, 0.1))
    assert "▸" in draw_interval(0.3, 0.2, 0.4, (-0.1, 0.1))
    assert 'x2="100.0%"' in draw_interval(0.05, 0.0, 0.4, (-0.1, 0.1))
    assert draw_interval(math.nan, 0, 0, (-0.1, 0.1)) == ""


@pytest.mark.parametrize(("value", "explained"), [(0.3, True), (0.05, False)])
def test_an_arrow_is_explained_below_its_table(value, explained):
    column = Column("x", "X", "interval", of=("x", "x", "x"), span=(-0.1, 0.1))
    table = Table("", [column], [[format_cell({"x": value}, column, Targets())]], [])
    text = '{% from "macros.html.j2" import draw_table %}{{ draw_table(t, "T") }}'
    assert ("◂ or ▸" in make_environment().from_string(text).render(t=table)) == explained


def test_an_interval_is_printed_behind_its_estimate():
    assert str(format_interval(0.0372, 0.0232, -0.0001)) == "+3.72 <small>(2.32 to −0.01)</small>"
    assert str(format_interval(0.01, math.nan, math.nan)) == "+1.00"


def test_names_are_escaped_wherever_they_are_shown():
    bad = "<script>alert(1)</script>\"'&"
    targets = Targets({bad: {"title": bad, "short_title": bad, "group": bad}}, frozenset([bad]), {bad: bad})
    row = {"x": bad, "y": bad}
    for format in ("text", "method", "dataset", "paper", "verdict", "code", "folded"):
        cell = str(format_cell(row, Column("x", "X", format, of=("y",)), targets))
        assert {*re.findall(r"<(\w+)", cell)} <= {"a", "br", "code", "details", "small", "span", "summary"}
        assert "\"'&" not in cell


def test_words_between_backticks_are_code_and_escaped():
    assert mark_code("a `b` & `<c>`.") == (
        'a <code class="whole">b</code> &amp; <code class="whole">&lt;c&gt;</code>.'
    )
    assert mark_code(f"`{'x' * 41}`") == f'<code class="">{"x" * 41}</code>'
    assert mark_code("a lonely ` and 'quotes'") == "a lonely ` and &#39;quotes&#39;"
    cell = format_cell({"note": "`x`"}, COLUMNS["note"], Targets())
    assert cell == '<code class="whole">x</code>'


def test_columns_that_narrow_screens_hide_are_marked():
    section = {"table": "t", "columns": ["method", "score"], "wide": ["score"]}
    table = make_table(section, {"t": FRAME}, COLUMNS, Targets())
    assert [column.wide for column in table.columns] == [False, True]


def test_rows_are_chosen_by_match_where_and_sort_and_empty_columns_left_out():
    section = {"table": "t", "match": {"set": "x"}, "sort": "score", "columns": ["method", "score", "note"]}
    table = make_table(section, {"t": FRAME}, COLUMNS, Targets())
    assert [column.name for column in table.columns] == ["method", "score"]
    assert table.rows == [["b", "25.0"], ["a", "50.0"]]
    assert make_table(section | {"where": "score > 2"}, {"t": FRAME}, COLUMNS, Targets()) is None
    assert make_table(section, {}, COLUMNS, Targets()) is None


def test_values_spread_over_columns_keep_their_order_and_format():
    section = {"table": "t", "spread": {"rows": "set", "columns": "method", "values": "score"}}
    frame = FRAME.iloc[[1, 0, 2]].replace("x", "z")
    table = make_table(section, {"t": frame}, COLUMNS | {"set": Column("set", "Set")}, Targets())
    assert [column.label for column in table.columns] == ["Set", "b", "a"]
    assert table.rows == [["z", "25.0", "50.0"], ["y", "–", "100.0"]]


def test_only_an_empty_cell_is_a_missing_value(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\nNA,1\n,2\nNone,3\n")
    assert read_table(path).a.fillna("missing").tolist() == ["NA", "missing", "None"]
    path.write_text("")
    assert read_table(path).empty


def test_a_column_with_a_known_suffix_is_described_by_its_base():
    columns = read_column_declarations()
    assert find_column(columns, "gain_low").format == "points"
    assert find_column(columns, "f1_p").format == "p"
    assert find_column(columns, "better_if") == Column("better_if", "Better if")


def test_every_format_of_columns_yaml_is_known_and_every_tip_is_a_sentence():
    other = {"text", "code", "folded", "verdict", "method", "dataset", "paper", "interval"}
    for column in read_column_declarations().values():
        assert column.format in NUMERIC | other, column.name
        assert column.label, column.name
        assert not column.tip or column.tip.endswith((".", "?")), column.name


def test_the_macro_leaves_the_link_out_if_there_is_no_csv_file():
    table = make_table({"table": "t", "columns": ["method"]}, {"t": FRAME}, COLUMNS, Targets())
    text = '{% from "macros.html.j2" import draw_table %}{{ draw_table(t, "T", "C") }}'
    template = make_environment().from_string(text)
    assert 'href="tables/t.csv"' in template.render(t=table)
    assert "href" not in template.render(t=table._replace(csv=""))


@pytest.mark.parametrize(("short", "text"), [("Short", "Short"), (math.nan, "A long title")])
def test_a_method_in_a_sentence_is_a_link_with_its_short_title(short, text):
    targets = Targets({"m": {"title": "A long title", "short_title": short}}, root="../")
    assert link_short_title("m", targets) == f'<a href="../methods.html#m">{text}</a>'
    assert link_short_title("x<", targets) == "x&lt;"  # is not a method of the report

"""Numbers in the forms in which people and programs write them, and texts that only resemble numbers."""

from __future__ import annotations

import pytest

from naivebench.data.number_formats import explain_numeric_codes, has_unknown_units, parse_numbers

NARROW, NO_BREAK, THIN = "\u202f", "\u00a0", "\u2009"


@pytest.mark.parametrize(
    ("cells", "values", "form"),
    [
        (["1", "-2.5", "+3e2", ".5", "4."], [1, -2.5, 300, 0.5, 4], ""),
        (["1,5", "-0,25", ",5", "1e3", "1,5E-1"], [1.5, -0.25, 0.5, 1000, 0.15], ","),
        (["1.234,5", "12.345.678,9", "7"], [1234.5, 12345678.9, 7], ","),
        (["1,234.5", "12,345,678", "7"], [1234.5, 12345678, 7], "."),
        (["1'234.50", "2’000", "912"], [1234.5, 2000, 912], "."),
        (["1 234,50", "912,5"], [1234.5, 912.5], ","),
        ([f"1{NARROW}234", f"2{NO_BREAK}345", f"3{THIN}456", "1 234 567"], [1234, 2345, 3456, 1234567], " "),
        (["1_234", "5"], [1234, 5], " "),
        (["1.234.567", "5"], [1234567, 5], ","),
        (["8.6%", "10 %", "-3%"], [8.6, 10, -3], ".%"),
        (["8,6 %", "10 %"], [8.6, 10], ",%"),
        (["$861.28", "-$1,234.50"], [861.28, -1234.5], ".$"),
        (["1.234,50 €", "5 €"], [1234.5, 5], ",€"),
        (["EUR 5", "EUR 1,234.00"], [5, 1234], ".EUR"),
        (["21.9 kg", "5kg"], [21.9, 5], ".kg"),
        (["US$5", "US$ 1,234.00"], [5, 1234], ".US$"),
        (["5 hours", "1.5 hours"], [5, 1.5], ".hours"),
        (["+5 m/s", "-1.5 m/s"], [5, -1.5], ".m/s"),
        (["12 m", "5 m"], [12, 5], " m"),
        (["5.5 µg/mL", "5 µg/mL"], [5.5, 5], ".µg/mL"),
        (["5.5 IU/L", "5 IU/L"], [5.5, 5], ".IU/L"),
        (["-3 °C", "4.5 °C"], [-3, 4.5], ".°C"),
        (["\u20132.5", "3e\u22121"], [-2.5, 0.3], "."),
        (["\u22122.5", "3"], [-2.5, 3], "."),
    ],
)
def test_a_column_in_one_form_is_read(cells, values, form):
    found = parse_numbers(cells)
    assert found is not None
    assert found.values == pytest.approx(values)
    assert found.form == form


@pytest.mark.parametrize(
    "text",
    [
        *("1,5 | 2.5", "1.234,5 | 1,234.5", "5 kg | 6 lb", "5 kg | 6", "8.6% | $5", "1 | x", "1 | "),
        *("inf | 1", "nan | 1", "1e999,5 | 2,5", "1_0 | 1", "0x1 | 1", "1D5 | 2D7", "A1 | A2", "(1) | (2)"),
        *("week 10 | week 9", "min 5 | min 6", "weekly | 5 weeks", "2020-01-31", "1/2", "10:05", "+ | ."),
        *("12,34,567 | 1.5", "0,123,456 | 1.5"),
    ],
)
def test_other_columns_are_not_numbers(text):
    assert parse_numbers(text.split(" | ")) is None


def test_the_stated_mark_decides_what_both_marks_fit():
    for cells, mark, values in (
        *((["3.468", "912"], mark, [3.468, 912]) for mark in ("", ".")),
        (["3.468", "912"], ",", [3468, 912]),
        (["1,234", "5"], ",", [1.234, 5]),
        (["1,234", "5"], ".", [1234, 5]),
    ):
        assert parse_numbers(cells, mark).values.tolist() == values
    assert parse_numbers(["1.5", "2"], ",") is None
    assert parse_numbers(["1,5", "2"], ".") is None


def test_codes_have_leading_zeros_or_more_digits_than_a_float():
    assert explain_numeric_codes(["1", "01"])[1] == "01"
    assert explain_numeric_codes(["12345678901234567890", "3"])[1] == "12345678901234567890"
    assert explain_numeric_codes([str(2**53 + 1)])[1] == str(2**53 + 1)
    for cells in (["0", "10", "0.1", "00.5", "0e1"], [str(2**53)], ["1e300"], ["x01"], [str(10**20)]):
        assert explain_numeric_codes(cells) is None
    assert "--kind COL=linear" not in explain_numeric_codes([str(2**53 + 1)])[0]  # it would make them equal


@pytest.mark.parametrize("pattern", ["{} stars", "{} foo", "{}x", "ca {}", "~{}", "{}k", "{} copies/vial"])
def test_unknown_text_around_numbers_is_noticed(pattern):
    cells = [pattern.format(i) for i in range(50)]
    assert has_unknown_units(cells)
    assert parse_numbers(cells) is None


@pytest.mark.parametrize("pattern", ["P{}", "id_{}", "{}", "{}_a", "{}:00", "{}-5", "2020-{}"])
def test_names_with_numbers_are_not_taken_for_units(pattern):
    assert not has_unknown_units([pattern.format(i) for i in range(50)])
    assert not has_unknown_units([f"{i} stars" for i in range(5)])
    assert not has_unknown_units([f"{i}{'abcdef'[i % 6]}" for i in range(50)])

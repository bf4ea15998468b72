"""Text on one line."""

import pytest

from naivebench.core.checks import did_you_mean, replace_control_characters, shorten_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("did not converge", "did not converge"),
        ("two\nlines\r\nand\ttabs ", "two lines and tabs"),
        ("S\u00e3o \u4e2d \U0001f600", "S\u00e3o \u4e2d \U0001f600"),
        ("lone \ud800 surrogate", "lone \ufffd surrogate"),
        ("\x1b[31mred\x00 \x9b", "\ufffd[31mred\ufffd \ufffd"),
        ("", ""),
    ],
)
def test_one_line(text, line):
    assert shorten_line(text) == line
    assert line.encode().decode() == line


def test_long_text_is_truncated_with_a_mark():
    assert shorten_line("x" * 1003) == "x" * 1000 + " ... (3 more characters)"
    assert shorten_line("x" * 1000) == "x" * 1000
    assert shorten_line("abcdef" * 10**6, 6) == "abcdef ... (5,999,994 more characters)"


def test_lines_and_tabs_of_a_longer_text_stay():
    assert replace_control_characters("a\tb\nc\r\x00\udfff") == "a\tb\nc\ufffd\ufffd\ufffd"


@pytest.mark.parametrize(
    ("word", "known", "suggestion"),
    [
        ("id", ["wind", "wave"], "; there are wind, wave"),
        ("ids", ["id", "wave"], "; did you mean 'id'?"),
        ("wnd", ["wind", "wave"], "; did you mean 'wind'?"),
    ],
)
def test_a_word_is_suggested_only_if_it_is_alike(word, known, suggestion):
    """Two letters occur by chance in many words."""
    assert did_you_mean(word, known) == suggestion

"""Plain values for JSON, and text on one line."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from naivebench.core.checks import replace_controls, shorten_line
from naivebench.core.plain import named, plain


class Inner(NamedTuple):
    n: int
    known: float | None = None


class Outer(NamedTuple):
    open: float | None
    several: Sequence[Inner] = ()
    pairs: Mapping[str, tuple[tuple[str, float], ...]] = {}
    below: Mapping[str, "Outer"] = {}
    other: dict[str, Any] | None = None
    one: Inner | None = None


def test_named_is_the_inverse_of_plain():
    leaf = Outer(None, [], {"a": (("b", 0.5), ("c", 1.0))})
    full = Outer(1.0, [Inner(1), Inner(2, math.inf)], {}, {"x": leaf}, {"free": [1, {}]}, Inner(3, 0.25))
    content = json.loads(json.dumps(plain(full, brief=True), allow_nan=False))
    assert named(Outer, content) == named(Outer, {**content, "more": 1})
    assert named(Outer, content).several == full.several
    assert named(Outer, content).one == full.one
    assert named(Outer, content).other == full.other
    assert named(Outer, content).below == {"x": leaf}


def test_brief_only_leaves_out_values_that_are_none_by_default():
    assert plain(Inner(1)) == {"n": 1, "known": None}
    assert plain(Inner(1), brief=True) == {"n": 1}
    assert plain(Inner(1, math.inf), brief=True) == {"n": 1, "known": None}
    assert plain(Outer(None), brief=True) == {"open": None, "several": [], "pairs": {}, "below": {}}


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
    assert replace_controls("a\tb\nc\r\x00\udfff") == "a\tb\nc\ufffd\ufffd\ufffd"

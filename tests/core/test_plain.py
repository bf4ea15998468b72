"""Conversion of named values to JSON and back."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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

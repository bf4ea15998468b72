"""One colour and marker per method group, the same everywhere (Okabe & Ito 2008, for colour-blind readers).

Markers and glyphs tell the groups apart where colour is lost (printing in black and white).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from naivebench.results.context import Results, group


class Style(NamedTuple):
    """How a group looks: colours on light and dark ground, matplotlib marker, the same as a character."""

    light: str
    dark: str
    marker: str
    glyph: str
    css: str  # class in the page: g0, g1, ...


STYLES = (
    Style("#6b6f76", "#a3a9b3", "o", "●", "g0"),
    Style("#0072b2", "#4ba8e0", "s", "■", "g1"),
    Style("#d55e00", "#f08a3c", "D", "◆", "g2"),
    Style("#009e73", "#2fc79b", "^", "▲", "g3"),
    Style("#b0578d", "#e08fc0", "v", "▼", "g4"),
    Style("#a07800", "#e6b422", "P", "✚", "g5"),
    Style("#5b4fa8", "#9d92e8", "X", "✖", "g6"),
    Style("#2a8fa8", "#62c7dd", "*", "★", "g7"),
)
LOOKS = (
    *STYLES,
    Style("#8a4a1f", "#cf9563", "<", "◄", "g8"),
    Style("#4d7a0f", "#a3cf5c", ">", "►", "g9"),
    Style("#b02a3c", "#f2808c", "p", "⬟", "g10"),
    Style("#3d4fc4", "#8e9cf5", "h", "⬢", "g11"),
)  # of method groups; lines and classes that are no groups take the eight of STYLES
KNOWN_GROUPS = (
    "reference",
    "naive Bayes",
    "Bayesian network",
    "baseline",
    "external",
    "semi-naive",
    "directional",
    "high cardinality",
    "tree",
    "sequence",
)


def styles(groups: Iterable[str]) -> dict[str, Style]:
    """A style per group: the known groups always have the same one, further groups take what is left in
    sorted order (reused after twelve).
    """
    groups = set(groups)
    order = [*KNOWN_GROUPS, *sorted(groups - set(KNOWN_GROUPS))]
    return {g: LOOKS[i % len(LOOKS)] for i, g in enumerate(order) if g in groups}


def css() -> tuple[str, str]:
    """The colours as CSS declarations, for a light and for a dark ground."""
    light = " ".join(f"--{s.css}: {s.light};" for s in LOOKS)
    return light, " ".join(f"--{s.css}: {s.dark};" for s in LOOKS)


def by_group(results: Results, groups: Iterable[str]) -> dict[str, Any]:
    """What tells seaborn to draw points, whose column `group` is `groups`, as the groups look."""
    looks, present = styles(group(results, m) for m in results.methods), set(groups)
    order = [g for g in looks if g in present]
    colours, markers = ({g: getattr(looks[g], k) for g in order} for k in ("light", "marker"))
    grouped = {"hue": "group", "hue_order": order, "style": "group", "style_order": order}
    return {**grouped, "palette": colours, "markers": markers}

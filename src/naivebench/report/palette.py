"""Colour and marker of each method group, used in all figures and tables.

The colours are those of Okabe & Ito 2008, changed as little as necessary so that readers who lack one kind of
cone can distinguish any two of them; a test measures this. Markers, glyphs and dashes distinguish groups
where colour is not available (printing in black and white).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from naivebench.benchmark.results.context import Results, group


class Style(NamedTuple):
    """Look of a group: colours on a light and a dark background, matplotlib marker, and its character."""

    light: str
    dark: str
    marker: str
    glyph: str
    css: str  # class in the page: g0, g1, ...


STYLES = (
    Style("#6d6f71", "#9398a3", "o", "●", "g0"),
    Style("#377ab5", "#459ccf", "s", "■", "g1"),
    Style("#e37117", "#f89542", "D", "◆", "g2"),
    Style("#009e73", "#25c094", "^", "▲", "g3"),
    Style("#9a4886", "#f29dce", "v", "▼", "g4"),
    Style("#8c6500", "#edbb28", "P", "✚", "g5"),
    Style("#5749a3", "#b0a8ff", "X", "✖", "g6"),
    Style("#7196a5", "#74dbf2", "*", "★", "g7"),
)
LOOKS = (
    *STYLES,
    Style("#7d3d0c", "#ca905e", "<", "◄", "g8"),
    Style("#3a702f", "#a4d264", ">", "►", "g9"),
    Style("#d04247", "#ec717d", "p", "⬟", "g10"),
    Style("#3d50c5", "#7789e6", "h", "⬢", "g11"),
)  # looks of method groups; lines and classes that are not groups use the eight of STYLES
# dashes of lines, as matplotlib specifies them: they distinguish lines in addition to colour
DASHES: tuple[Any, ...] = ("-", (0, (4, 1.6)), (0, (1.4, 1.2)), (0, (5, 1.3, 1.2, 1.3)))
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
    """Group -> style.

    Known groups always have the same style. Other groups get the remaining styles in sorted order (reused
    after twelve).
    """
    groups = set(groups)
    order = [*KNOWN_GROUPS, *sorted(groups - set(KNOWN_GROUPS))]
    return {g: LOOKS[i % len(LOOKS)] for i, g in enumerate(order) if g in groups}


def css() -> tuple[str, str]:
    """The colours as CSS declarations, for a light and for a dark background."""
    light = " ".join(f"--{s.css}: {s.light};" for s in LOOKS)
    return light, " ".join(f"--{s.css}: {s.dark};" for s in LOOKS)


def by_group(results: Results, groups: Iterable[str]) -> dict[str, Any]:
    """Arguments for seaborn that draw points in the style of their group (column `group` with values
    `groups`).
    """
    looks, present = styles(group(results, m) for m in results.methods), set(groups)
    order = [g for g in looks if g in present]
    colours, markers = ({g: getattr(looks[g], k) for g in order} for k in ("light", "marker"))
    grouped = {"hue": "group", "hue_order": order, "style": "group", "style_order": order}
    return {**grouped, "palette": colours, "markers": markers}

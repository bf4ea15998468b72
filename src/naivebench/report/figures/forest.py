"""Forest plot of the gain of a method over naive Bayes: a dot with its interval for each kind of data, as SVG
text.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from naivebench.benchmark.results.formats import text
from naivebench.report.figures.style import head

WIDTH, LINE, LABEL, NUMBERS, TOP = 660, 23, 200, 206, 8
FURTHER = 16  # height that a second line of a label adds
TWO = " and "  # a label with two properties is broken here


class Line(NamedTuple):
    """Gain on one kind of data; `low` and `high` are infinite if there is no interval."""

    label: str
    n: int  # number of data sets
    value: float
    low: float
    high: float


def forest(name: str, title: str, lines: Sequence[Line], kind: str, unit: str, caption: str) -> str:
    """Draw the gains below each other on one axis with a mark at 0.

    `kind` is the format of the numbers, and `unit` is their unit.
    """
    ends = [0.0, *(v for line in lines for v in line[2:] if math.isfinite(v))]
    least, most = min(ends), max(ends)
    span = (most - least) or 1.0
    left, right = LABEL + 8, WIDTH - NUMBERS - 10

    def x(value: float) -> float:
        return left + (right - left) * (min(max(value, least), most) - least) / span

    tall = [LINE + FURTHER * (TWO in line.label) for line in lines]
    bottom = TOP + sum(tall)
    height = bottom + 26
    parts = [
        f'<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="{TOP - 4}" y2="{bottom + 2}" stroke="currentColor" '
        'stroke-dasharray="2 3"/>',
        f'<text x="{x(0):.1f}" y="{bottom + 18}" text-anchor="middle" fill="currentColor" font-size="14">'
        "0: as naive Bayes</text>",
    ]
    middles = (TOP + sum(tall[:i]) + tall[i] / 2 for i in range(len(lines)))
    parts += [_line(line, y, x, kind) for line, y in zip(lines, middles, strict=True)]
    told = "; ".join(f"{line.label}: {_numbers(line, kind)}" for line in lines)
    what = title if title.endswith(unit) else f"{title}, {unit}"
    opened = head(name, title, f"{what}. {told}.", str(WIDTH), str(height), f"0 0 {WIDTH} {height}", caption)
    return f"{opened}{''.join(parts)}</svg>\n"


def _line(line: Line, y: float, x: Callable[[float], float], kind: str) -> str:
    colour = "var(--better)" if line.low > 0 else "var(--worse)" if line.high < 0 else "currentColor"
    words = f'fill="currentColor" font-size="14" y="{y + 5:.1f}"'
    bar = (
        f'<line x1="{x(line.low):.1f}" x2="{x(line.high):.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="{colour}" '
        'stroke-width="3"/>'
        if math.isfinite(line.high - line.low)
        else ""
    )
    first, two, second = line.label.partition(TWO)
    label = html.escape(first)
    if two:
        label += f'{two.rstrip()}<tspan x="{LABEL - 6}" dy="{FURTHER}">{html.escape(second)}</tspan>'
    raised = f'y="{y + 5 - (FURTHER / 2 if two else 0):.1f}"'
    return (
        f'<text x="{LABEL - 6}" text-anchor="end" fill="currentColor" font-size="14" {raised}>{label} '
        f'<tspan opacity=".75">{line.n}</tspan></text>{bar}'
        f'<circle cx="{x(line.value):.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>'
        f'<text x="{WIDTH - NUMBERS}" {words}>{_numbers(line, kind)}</text>'
    )


def _numbers(line: Line, kind: str) -> str:
    value = text(line.value, kind)
    if not math.isfinite(line.high - line.low):
        return value
    return f"{value} ({text(line.low, kind).lstrip('+')} to {text(line.high, kind).lstrip('+')})"

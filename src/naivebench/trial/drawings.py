"""Drawings of the page of a trial as SVG: intervals and learning curves.

They use the colours of the page, so they also suit a dark screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from naivebench.trial.answer import Estimate
from naivebench.trial.growth import Curve

WIDTH = 560  # pixels
LABEL, LINE = 190, 24  # pixels: width of the names on the left, height of a row of intervals
HIGH = 220  # pixels: height of learning curves
LIGHT, DARK = "var(--mark)", "var(--other)"


def intervals(estimates: Sequence[tuple[str, Estimate]], text: Callable[[float], str], label: str) -> str:
    """Draw a dot and a 95 % interval for each method, above an axis from the lowest to the highest end."""
    low = min(e.low for _, e in estimates)
    high = max(e.high for _, e in estimates)
    span = high - low or 1.0

    def x(value: float) -> float:
        return LABEL + (WIDTH - LABEL - 80) * (value - low) / span

    parts = []
    for i, (name, e) in enumerate(estimates):
        y = LINE * i + 14
        parts.append(
            _text(LABEL - 10, y + 4, name, "end")
            + f'<line x1="{x(e.low):.1f}" x2="{x(e.high):.1f}" y1="{y}" y2="{y}" class="bar"/>'
            f'<circle cx="{x(e.mean):.1f}" cy="{y}" r="4.5" class="dot"/>'
            + _text(WIDTH - 70, y + 4, text(e.mean))
        )
    bottom = LINE * len(estimates) + 6
    parts.append(_axis(x(low), x(low + span), bottom))
    parts += [
        _tick(x(end), bottom, 5) + _text(x(end), bottom + 19, text(end), "middle") for end in (low, high)
    ]
    return _svg(bottom + 28, label, parts)


def curves(lines: Sequence[Curve], text: Callable[[float], str], label: str) -> str:
    """Draw scores against the number of training rows on a log axis; each line is named at its end."""
    sizes = lines[0].sizes
    means = [mean for line in lines for mean in line.means]
    low, high = min(means), max(means)
    span = high - low or 1.0
    left, right, top, bottom = 80, WIDTH - 170, 16, HIGH - 44

    def x(size: float) -> float:
        return left + (right - left) * math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0])

    def y(mean: float) -> float:
        return bottom - (bottom - top) * (mean - low) / span

    parts = [f'<line x1="{left}" x2="{right}" y1="{bottom + 10}" y2="{bottom + 10}" class="axis"/>']
    parts += [_text(x(size), bottom + 26, str(size), "middle") for size in sizes]
    parts.append(_text((left + right) / 2, bottom + 42, "training rows", "middle"))
    parts += [_text(left - 12, y(mean) + 4, text(mean), "end") for mean in dict.fromkeys((low, high))]
    ends = [y(line.means[-1]) for line in lines]
    if len(ends) == 2 and abs(ends[0] - ends[1]) < 14:  # the names would overlap
        middle, first = sum(ends) / 2, 1 if ends[0] >= ends[1] else -1
        ends = [middle + 7 * first, middle - 7 * first]
    for line, end, colour, dash in zip(lines, ends, (LIGHT, DARK), ("", "6 4"), strict=False):
        points = " ".join(f"{x(s):.1f},{y(m):.1f}" for s, m in zip(line.sizes, line.means, strict=True))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-dasharray="{dash}"/>'
        )
        parts += [
            f'<circle cx="{x(s):.1f}" cy="{y(m):.1f}" r="3.5" fill="{colour}"/>'
            for s, m in zip(line.sizes, line.means, strict=True)
        ]
        parts.append(_text(right + 12, end + 4, line.method))
    return _svg(HIGH, label, parts)


def _svg(height: float, label: str, parts: Sequence[str]) -> str:
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(label)}">'
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg></div>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _axis(x1: float, x2: float, y: float) -> str:
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y:.1f}" y2="{y:.1f}" class="axis"/>'


def _tick(x: float, y: float, length: float) -> str:
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y:.1f}" y2="{y + length:.1f}" class="axis"/>'

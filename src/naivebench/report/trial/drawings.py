"""Drawings of the page of a trial as SVG: intervals, learning curves and nomograms.

They use the colours of the page, so they also suit a dark screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

import numpy as np

from naivebench.benchmark.trial.answer import Estimate
from naivebench.benchmark.trial.growth import Curve
from naivebench.models.nomogram import LONGEST, Nomogram, Scale, lanes, probability, total_of

WIDTH, NARROW = 760, 560  # pixels: width of a nomogram, and of other drawings
LABEL, LINE = 190, 24  # pixels: width of the names on the left, height of a row of intervals
HIGH = 220  # pixels: height of learning curves
LABELLED, NUMBERED = 64, 52  # pixels: height of a scale with labels, and of a numeric scale
LANE = 11  # pixels: height of a lane of labels
SHOWN = 10  # largest number of attributes in a nomogram
LONG = 20  # largest number of letters in a label
TICKS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)  # labelled probabilities
LIGHT, DARK = "var(--mark)", "var(--other)"


def intervals(estimates: Sequence[tuple[str, Estimate]], text: Callable[[float], str], label: str) -> str:
    """Draw a dot and a 95 % interval for each method, above an axis from the lowest to the highest end."""
    low = min(e.low for _, e in estimates)
    high = max(e.high for _, e in estimates)
    span = high - low or 1.0

    def x(value: float) -> float:
        return LABEL + (NARROW - LABEL - 80) * (value - low) / span

    parts = []
    for i, (name, e) in enumerate(estimates):
        y = LINE * i + 14
        parts.append(
            _text(LABEL - 10, y + 4, name, "end")
            + f'<line x1="{x(e.low):.1f}" x2="{x(e.high):.1f}" y1="{y}" y2="{y}" class="bar"/>'
            f'<circle cx="{x(e.mean):.1f}" cy="{y}" r="4.5" class="dot"/>'
            + _text(NARROW - 70, y + 4, text(e.mean))
        )
    bottom = LINE * len(estimates) + 6
    parts.append(_axis(x(low), x(low + span), bottom))
    parts += [
        _tick(x(end), bottom, 5) + _text(x(end), bottom + 19, text(end), "middle") for end in (low, high)
    ]
    return _svg(bottom + 28, label, parts, NARROW)


def curves(lines: Sequence[Curve], text: Callable[[float], str], label: str) -> str:
    """Draw scores against the number of training rows on a log axis; each line is named at its end."""
    sizes = lines[0].sizes
    means = [mean for line in lines for mean in line.means]
    low, high = min(means), max(means)
    span = high - low or 1.0
    left, right, top, bottom = 80, NARROW - 170, 16, HIGH - 44

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
    return _svg(HIGH, label, parts, NARROW)


def nomogram(found: Nomogram) -> str:
    """Draw the scales with the widest ranges, the total points, and the probability below them."""
    shown = found.scales[:SHOWN]
    missing = [-scale.least / found.nats_per_point for scale in shown]
    low, high = min([0.0, *missing]) - 4, max([LONGEST, *missing]) + 8

    def x(points: float) -> float:
        return LABEL + (WIDTH - LABEL) * (points - low) / (high - low)

    parts, top = [_text(LABEL - 10, 24, "points", "end"), _axis(x(0), x(LONGEST), 30)], 40
    parts += [_tick(x(p), 30, -5) + _text(x(p), 20, str(p), "middle") for p in range(0, 101, 10)]
    for scale, absent in zip(shown, missing, strict=True):
        height = LABELLED if scale.labels else NUMBERED
        middle = top + height / 2
        parts.append(_text(LABEL - 10, middle + 4, _short(scale.name), "end"))
        parts += _values(scale, x, middle) if scale.labels else _number(scale, x, middle)
        parts.append(f'<circle cx="{x(absent):.1f}" cy="{middle:.1f}" r="4" class="missing"/>')
        top += height
    parts += _totals(found, len(shown), top + 34)
    label = f"Nomogram of {found.class_label} against {found.against}"
    return _svg(top + 84, label, parts)


def _values(scale: Scale, x: Callable[[float], float], y: float) -> list[str]:
    """Draw a tick with its label for every value; labels for which there is no space are left out."""
    order = np.argsort(scale.points, kind="stable")
    labels = [_short(scale.labels[v]) for v in order]
    parts = [_axis(x(0), x(float(scale.points.max())), y)]
    for v, label, lane in zip(order, labels, lanes(scale.points[order], labels), strict=True):
        at, side = x(float(scale.points[v])), 1 if lane < 0 else -1
        parts.append(_tick(at, y, 4 * side))
        if lane:
            far = 13 if abs(lane) < 0.5 else 13 + LANE
            parts.append(_text(at, y + far + 1 if side > 0 else y - far + 8, label, "middle", "small"))
    return parts


def _number(scale: Scale, x: Callable[[float], float], y: float) -> list[str]:
    """Draw the points of a numeric attribute as a curve, from its smallest value at the bottom to its
    largest.
    """
    values = scale.values
    span = float(values[-1] - values[0]) or 1.0
    height = NUMBERED - 16

    def at(value: float) -> float:
        return y + height / 2 - height * (value - float(values[0])) / span

    points = " ".join(
        f"{x(p):.1f},{at(v):.1f}" for p, v in zip(scale.points.tolist(), values.tolist(), strict=True)
    )
    ends = [
        _text(x(float(scale.points[i])) + 6, at(float(values[i])) + 4, f"{values[i]:.4g}", "start", "small")
        for i in (0, -1)
    ]
    return [f'<polyline points="{points}" fill="none" class="curve"/>', *ends]


def _totals(found: Nomogram, n_shown: int, y: float) -> list[str]:
    """Draw the axis of total points with the probability below it; attributes that are not shown count as
    missing.
    """
    hidden = sum(-scale.least / found.nats_per_point for scale in found.scales[n_shown:])
    most = sum(float(scale.points.max()) for scale in found.scales[:n_shown])
    low, high = (min(max(total_of(found, p) - hidden, 0.0), most) for p in (0.005, 0.995))
    high = high if high > low else low + 1.0

    def x(total: float) -> float:
        return LABEL + (WIDTH - 40 - LABEL) * (total - low) / (high - low)

    step = 10 ** math.floor(math.log10((high - low) / 4))
    step *= next(m for m in (1, 2, 5, 10) if (high - low) / (m * step) <= 8)
    parts = [
        _axis(x(low), x(high), y),
        _text(LABEL - 10, y - 6, "total points", "end"),
        _text(LABEL - 10, y + 18, _short(f"P({found.class_label})"), "end"),
    ]
    for i in range(math.ceil(low / step), math.floor(high / step) + 1):
        parts.append(_tick(x(i * step), y, -5) + _text(x(i * step), y - 9, f"{i * step:g}", "middle"))
    end = -math.inf
    for p in TICKS:
        total = total_of(found, p) - hidden
        if low <= total <= high and x(total) > end + 30:
            end = x(total)
            parts.append(_tick(end, y, 5) + _text(end, y + 18, f"{p:g}", "middle"))
    if end == -math.inf:
        parts.append(_text(x(low), y + 18, f"{float(probability(found, np.array(low + hidden))):.2g}"))
    return parts


def _svg(height: float, label: str, parts: Sequence[str], width: int = WIDTH) -> str:
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(label)}">'
        f'<svg viewBox="0 0 {width} {height:.0f}" width="{width}" class="of-{width}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg></div>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start", style: str = "") -> str:
    said = f' class="{style}"' if style else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{said}>{escape(text)}</text>'


def _axis(x1: float, x2: float, y: float) -> str:
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y:.1f}" y2="{y:.1f}" class="axis"/>'


def _tick(x: float, y: float, length: float) -> str:
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y:.1f}" y2="{y + length:.1f}" class="axis"/>'


def _short(text: str) -> str:
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"

"""Effects of claims as small inline drawings: for each effect a line with its interval and a line at zero."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from naivebench.benchmark.results import formats
from naivebench.report.papers.verdicts import HELD, UNITS, Statement

WIDTH, HEIGHT, EDGE = 150, 14, 6  # pixels: width of a drawing, height of a line in it, margin
SCALED = ("points", "percent", "ratio")  # kinds of numbers that share a scale, whatever the quantity

Scales = Mapping[tuple[str, str], float]


def is_effect(s: Statement) -> bool:
    """Whether a statement is an estimate that can be drawn; counts and statements without a value are not."""
    return s.kind != "integer" and math.isfinite(s.value)


def scale(s: Statement) -> tuple[str, str]:
    """Key of the scale of a statement: its unit, and its quantity if the unit means different quantities."""
    return s.kind, "" if s.kind in SCALED else s.quantity


def _at(value: float, s: Statement) -> float:
    """Distance of a value from the value that means no difference; for a ratio, which is 1 then, the
    logarithm.
    """
    return math.log(value) if s.kind == "ratio" else value


def scales(effects: Iterable[Statement]) -> dict[tuple[str, str], float]:
    """Half the width of the axis for each scale; all estimates and most intervals fit."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for s in effects:
        ends = [abs(_at(v, s)) for v in (s.low, s.high) if math.isfinite(v) and (v > 0 or s.kind != "ratio")]
        found.setdefault(scale(s), []).append((abs(_at(s.value, s)), max(ends, default=0.0)))
    made = {}
    for key, several in found.items():
        values, ends = (sorted(v) for v in zip(*several, strict=True))
        made[key] = max(1.2 * values[-1], ends[(3 * len(ends)) // 4], 1e-12)
    return made


def alternative(effects: Sequence[Statement]) -> str:
    """Text alternative of the drawing."""
    texts = []
    for s in effects:
        limits = "no interval"
        if math.isfinite(s.high - s.low):
            limits = f"95 % interval {formats.text(s.low, s.kind)} to {formats.text(s.high, s.kind)}"
        value = f"{formats.text(s.value, s.kind)}{UNITS.get(s.kind, '')}"
        texts.append(f"{s.what}: {value}, {limits}, {HELD[s.verdict]}")
    return "; ".join(texts)


def drawing(effects: Sequence[Statement], of: Scales, hidden: bool = False) -> str:
    """SVG with a line for each effect; an arrow marks an interval that extends beyond the scale.

    With `hidden`, screen readers skip the drawing, because the numbers are next to it.
    """
    height = HEIGHT * len(effects)
    middle = WIDTH / 2
    label = 'aria-hidden="true"' if hidden else f'role="img" aria-label="{_escaped(alternative(effects))}"'
    parts = [f'<path class="zero" d="M{middle:g} 0V{height}"/>']
    for i, s in enumerate(effects):
        half, y = of[scale(s)], HEIGHT * i + HEIGHT / 2
        ends = []
        for end, fallback in ((s.low, -math.inf), (s.high, math.inf)):
            away = fallback if s.kind == "ratio" and end <= 0 else _at(end, s)
            ends.append(_x(away, half))
        left, right = ends
        arrows = ""
        if left <= EDGE:
            arrows += f"M{left + 3:.1f} {y - 2.5:g}l-3 2.5l3 2.5"
        if right >= WIDTH - EDGE:
            arrows += f"M{right - 3:.1f} {y - 2.5:g}l3 2.5l-3 2.5"
        line = f"M{left:.1f} {y:g}H{right:.1f}{arrows}"
        dot = f'<circle cx="{_x(_at(s.value, s), half):.1f}" cy="{y:g}" r="3"/>'
        parts.append(f'<g class="{HELD[s.verdict]}"><path d="{line}"/>{dot}</g>')
    return (
        f'<svg class="effect" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" {label}>'
        f"{''.join(parts)}</svg>"
    )


def _x(away: float, half: float) -> float:
    """Horizontal position of a distance from no difference, on an axis with this half width."""
    reach = WIDTH / 2 - EDGE
    return WIDTH / 2 + max(-reach, min(reach, reach * away / half))


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def axis(half: float, kind: str) -> str:
    """Text with the values at both ends of a scale."""
    unit = UNITS.get(kind, "")
    if kind == "ratio":
        return f"{formats.text(1 / math.exp(half), kind)} to {formats.text(math.exp(half), kind)}{unit}"
    return f"±{formats.text(half, kind).lstrip('+')}{unit}"

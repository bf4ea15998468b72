"""The critical-difference diagram (Demšar 2006): the methods as good as the best one by paired tests, and the
groups of the rank tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from naivebench.benchmark.results.comparisons import Comparison
from naivebench.benchmark.results.context import Results, comparison, group
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.summaries import Summary, cliques, correction, ranked
from naivebench.report import as_good
from naivebench.report.figures.style import FAINT, GROUND, INK, Picture
from naivebench.report.palette import Style, styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 5.8  # inches: with letters of 9.5 points it fits a screen of 500 pixels, letters of 10 pixels
LEFT, RIGHT = 2.1, 3.7  # inches: ends of the axis
ROW = 0.24  # inches between labels
LINE = 0.09  # inches between the bars of groups


def critical_difference(results: Results, summary: Summary) -> Picture:
    """Average ranks on a line, best at the left. A thick bar has a dot for the best method and each one that
    is as good; thin bars join methods that the rank tests do not part.
    """
    title = "Critical-difference diagram"
    entry = comparison(results, *results.primary)
    if not entry:
        return Picture(
            title,
            "No critical-difference diagram: it takes at least two methods with scores on the same two "
            "data sets.",
        )
    name, bars, good = correction(entry)[1], cliques(entry), as_good.listed(entry.best)
    order, ranks = ranked(entry), entry.average_ranks
    text = "Average ranks, best first: " + ", ".join(f"{m} {ranks[m]:.2f}" for m in order) + ". "
    text += (
        f"As good as {order[0]} by paired tests: {listing(good[1:]) or 'none'}. "
        f"Not significantly different by rank tests ({name}, α = {entry.alpha}): "
        + ("; ".join(listing(b) for b in bars) or "none")
        + "."
    )
    caption = (
        f"Average ranks over {plural(len(entry.datasets), 'data set')} (1 = best). Thick bar: the dots "
        f"are {order[0]} and the methods as good by paired tests. Thin bars join methods that rank tests of "
        f"all pairs do not part ({name})."
    )
    return Picture(title, text, _diagram(results, entry, order, bars, good), caption)


def _diagram(
    results: Results, entry: Comparison, order: list[str], bars: list[list[str]], good: list[str]
) -> Figure:
    import matplotlib.pyplot as plt

    ranks, k = entry.average_ranks, len(order)
    low, high = math.floor(min(ranks.values())), math.ceil(max(ranks.values()))
    high = high if high > low else low + 1
    left = (k + 1) // 2
    top, depth = 0.75, LINE * (len(bars) + 3)
    height = top + depth + ROW * (left + 0.5)
    figure = plt.figure(figsize=(WIDTH, height))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(height, 0))
    axes.axis("off")
    place = _scale(low, high)
    _axis(axes, place, low, high, top, entry.critical_difference)
    y, at = top + LINE * 1.3, [place(ranks[m]) for m in good]
    axes.plot([at[0], at[-1]], [y, y], color=INK, lw=2.6, solid_capstyle="round")
    axes.plot(at, [y] * len(at), "o", color=INK, ms=5)
    for i, bar in enumerate(bars, start=1):
        y = top + LINE * (i + 1.3)
        axes.plot(
            [place(ranks[bar[0]]) - 0.03, place(ranks[bar[-1]]) + 0.03],
            [y, y],
            color=INK,
            lw=0.9,
            solid_capstyle="round",
        )
    looks = styles(group(results, m) for m in results.methods)
    for i, method in enumerate(order):
        row = i if i < left else k - 1 - i
        y = top + depth + ROW * (row + 0.5)
        _label(
            axes, method, ranks[method], place(ranks[method]), y, top, i < left, looks[group(results, method)]
        )
    return figure


def _scale(low: float, high: float) -> Callable[[float], float]:
    return lambda rank: LEFT + (rank - low) / (high - low) * (RIGHT - LEFT)


def _axis(
    axes: Axes, place: Callable[[float], float], low: int, high: int, top: float, distance: float | None
) -> None:
    axes.plot([place(low), place(high)], [top, top], color=INK, lw=0.9)
    step = max(1, math.ceil((high - low) / 6))
    for tick in range(low, high + 1, step):
        axes.plot([place(tick)] * 2, [top - 0.07, top], color=INK, lw=0.9)
        axes.text(place(tick), top - 0.11, str(tick), ha="center", va="bottom", fontsize=9.5)
    if isinstance(distance, (int, float)) and distance <= high - low:
        start, end = place(low), place(low + distance)
        axes.plot([start, start, start, end, end, end], [0.26, 0.34, 0.3, 0.3, 0.26, 0.34], color=INK, lw=0.8)
        axes.text(
            (start + end) / 2, 0.22, f"Nemenyi CD = {distance:.2f}", ha="center", va="bottom", fontsize=9.5
        )


def _label(
    axes: Axes, method: str, rank: float, x: float, y: float, top: float, on_left: bool, style: Style
) -> None:
    edge, text, side = (
        (LEFT - 0.22, LEFT - 0.33, "right") if on_left else (RIGHT + 0.22, RIGHT + 0.33, "left")
    )
    axes.plot([x, x, edge], [top, y, y], color=FAINT, lw=0.7)
    axes.plot([x], [top], style.marker, color=style.light, ms=6, mec=GROUND, mew=0.7, clip_on=False)
    axes.plot([edge], [y], style.marker, color=style.light, ms=5, mec=GROUND, mew=0.5)
    axes.text(
        text,
        y,
        f"{method}  {rank:.2f}" if on_left else f"{rank:.2f}  {method}",
        ha=side,
        va="center",
        fontsize=9.5,
    )

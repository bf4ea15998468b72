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
from naivebench.report.figures.style import FAINT, GROUND, INK, WIDTH, Picture
from naivebench.report.palette import styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAMES, LEFT, RIGHT, BARS = 1.75, 1.9, 3.75, 4.4  # inches: ends of names and axis, start of the bars
ROW, TOP, FOOT = 0.225, 1.0, 0.12  # inches: of a row, above the first and below the last one
LINE = 0.14  # inches between bars, less where there are many
BY_GROUP = "The colour and shape of a mark show the group of the method."


def critical_difference(results: Results, summary: Summary) -> Picture:
    """Draw the methods by average rank, the best on top.

    Next to them, a thick bar has a dot for the best method and each method that is as good. Thin bars join
    methods that the rank tests do not separate.
    """
    title = "Critical-difference diagram"
    entry = comparison(results, *results.primary)
    if not entry:
        return Picture(
            title,
            "No critical-difference diagram: it needs at least two methods with scores on the same two "
            "data sets.",
        )
    name, bars, good = correction(entry)[1], cliques(entry), as_good.listed(entry.best)
    order, ranks = ranked(entry), entry.average_ranks
    title = (
        f"{order[0]} has the best average rank, and paired tests find {len(good) - 1 or 'none'} of the "
        f"{plural(len(order) - 1, 'other method')} as good"
    )
    text = "Average ranks, best first: " + ", ".join(f"{m} {ranks[m]:.2f}" for m in order) + ". "
    text += (
        f"As good as {order[0]} by paired tests: {listing(good[1:]) or 'none'}. "
        f"Not significantly different by rank tests ({name}, α = {entry.alpha}): "
        + ("; ".join(listing(b) for b in bars) or "none")
        + "."
    )
    caption = (
        f"The scale is the average rank over {plural(len(entry.datasets), 'data set')} (1 = best). The thick "
        f"bar and bold names show {order[0]} and the methods that are as good by paired tests. A thin bar "
        f"joins methods that rank tests of all pairs do not separate ({name}, α = {entry.alpha}). {BY_GROUP}"
    )
    return Picture(title, text, _diagram(results, entry, order, bars, good), caption, "pairs.csv")


def _diagram(
    results: Results, entry: Comparison, order: list[str], bars: list[list[str]], good: list[str]
) -> Figure:
    import matplotlib.pyplot as plt

    ranks, k = entry.average_ranks, len(order)
    low, high = math.floor(min(ranks.values())), math.ceil(max(ranks.values()))
    high = high if high > low else low + 1
    figure = plt.figure(figsize=(WIDTH, TOP + ROW * k + FOOT))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(TOP + ROW * k + FOOT, 0))
    axes.axis("off")
    place, rows = _scale(low, high), {m: TOP + ROW * (i + 0.5) for i, m in enumerate(order)}
    _axis(axes, place, low, high, entry.critical_difference)
    looks = styles(group(results, m) for m in results.methods)
    for method, y in rows.items():
        look, weight = looks[group(results, method)], "bold" if method in good else "normal"
        axes.plot([NAMES + 0.06, WIDTH], [y, y], color=FAINT, lw=0.5, alpha=0.5, zorder=1)
        axes.text(NAMES, y, method, ha="right", va="center", fontsize=9, weight=weight)
        axes.plot([place(ranks[method])], [y], look.marker, color=look.light, ms=6.5, mec=GROUND, mew=0.6)
        axes.text(RIGHT + 0.15, y, f"{ranks[method]:.2f}", ha="left", va="center", fontsize=9)
    at = [rows[m] for m in good]
    axes.plot([BARS, BARS], [at[0], at[-1]], color=INK, lw=2.6, solid_capstyle="round")
    axes.plot([BARS] * len(at), at, "o", color=INK, ms=5)
    step = min(LINE, (WIDTH - BARS - 0.1) / max(len(bars), 1))
    for i, bar in enumerate(bars, start=1):
        ends = [rows[bar[0]] - 0.05, rows[bar[-1]] + 0.05]
        axes.plot([BARS + i * step] * 2, ends, color=INK, lw=1.3, solid_capstyle="round")
    axes.text(BARS - 0.06, TOP - 0.1, "not significantly\ndifferent", ha="left", va="bottom", fontsize=9)
    return figure


def _scale(low: float, high: float) -> Callable[[float], float]:
    return lambda rank: LEFT + (rank - low) / (high - low) * (RIGHT - LEFT)


def _axis(axes: Axes, place: Callable[[float], float], low: int, high: int, distance: float | None) -> None:
    """Draw the scale of ranks above the rows, its name, and the critical difference if there is space."""
    y = TOP - 0.04
    axes.plot([place(low), place(high)], [y, y], color=INK, lw=0.9)
    step = next((s for s in (1, 2, 5, 10) if (high - low) / s <= 6), 20)
    for tick in (t for t in range(low, high + 1) if t % step == 0):
        axes.plot([place(tick)] * 2, [y - 0.06, y], color=INK, lw=0.9)
        axes.text(place(tick), y - 0.08, str(tick), ha="center", va="bottom", fontsize=9)
    axes.text(place(low), y - 0.32, "Average rank", ha="left", va="bottom", fontsize=9)
    if isinstance(distance, (int, float)) and distance <= high - low:
        start, end, at = place(low), place(low + distance), 0.3
        ends = [at - 0.04, at + 0.04, at, at, at - 0.04, at + 0.04]
        axes.plot([start, start, start, end, end, end], ends, color=INK, lw=0.8)
        axes.text(end + 0.07, at, f"Nemenyi CD = {distance:.2f}", ha="left", va="center", fontsize=9)

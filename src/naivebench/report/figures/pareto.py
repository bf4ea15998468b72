"""Pareto front of score and CPU time (methods that no other method beats in both): a figure of the first
screen, and a table.
"""

from __future__ import annotations

import math
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING

from naivebench.benchmark.results.context import Results, blind, comparison, group
from naivebench.benchmark.results.formats import capital, in_sentence, listing, metric_kind, plural
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary, compared
from naivebench.benchmark.results.tables import Column, Table, in_units
from naivebench.report.columns import GROUP, METHOD
from naivebench.report.duel import amount
from naivebench.report.figures.style import FAINT, GROUND, INK, Picture, log_axis
from naivebench.report.gains import short_title
from naivebench.report.palette import styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 6.2, 3.9  # inches
FAR = 30  # distance in points from which a line joins a name and its point
LINE = 24  # letters per line of a name

COLUMNS = (  # measured times decide which methods are in the table, so all columns count as times
    METHOD,
    GROUP,
    Column("mean", "Mean", "metric", "Mean over the data sets compared", time=True),
    Column("gain", "Gain", "difference", "Gain over the next faster method of the front", time=True),
    Column(
        "cpu_seconds",
        "CPU time",
        "seconds",
        "CPU seconds of fit and predict, summed over data sets compared and folds",
        time=True,
    ),
    Column("factor", "Times the fastest", "statistic", "CPU time over that of the fastest method", time=True),
)


def points(results: Results, summary: Summary) -> dict[str, tuple[float, float]]:
    """Compared method -> (CPU seconds of fit and predict summed over the compared data sets, mean score on
    them).
    """
    protocol, metric = results.primary
    entry, sets = comparison(results, protocol, metric), compared(results, summary, protocol, metric)
    costs_and_scores = {}
    for method in results.methods:
        if entry and method not in entry.average_ranks:
            continue
        costs = [c for d in sets if (c := summary.cost.get((protocol, d, method)))]
        means = (summary.means.get((protocol, d, method), {}).get(metric) for d in sets)
        scores = [s for s in means if s is not None and math.isfinite(s)]
        if sets and len(costs) == len(scores) == len(sets):
            time = math.fsum(c.seconds for c in costs)
            if time > 0:
                costs_and_scores[method] = (time, math.fsum(scores) / len(scores))
    return costs_and_scores


def front(costs: dict[str, tuple[float, float]], better: str | None) -> list[str]:
    """Pareto front of (time, score): the methods that are better than every faster one, sorted by time."""
    sign, best, chosen = (-1 if better == "lower" else 1), -math.inf, []
    for method in sorted(costs, key=lambda m: (costs[m][0], -sign * costs[m][1], m)):
        if sign * costs[method][1] > best:
            best = sign * costs[method][1]
            chosen.append(method)
    return chosen


def table(results: Results, summary: Summary) -> Table:
    """Table of the front of the primary comparison, the fastest method first; empty if fewer than two methods
    can be compared.
    """
    protocol, metric = results.primary
    known = results.metrics.get(metric)
    methods = points(results, summary)
    order = front(methods, known.better) if known and len(methods) > 1 else []
    rows = []
    for before, method in zip([None, *order], order, strict=False):
        time, score = methods[method]
        gain = abs(score - methods[before][1]) if before else None
        row = {
            "method": method_cell(method),
            "group": group(results, method),
            "mean": score,
            "gain": gain,
        }
        rows.append(row | {"cpu_seconds": time, "factor": time / methods[order[0]][0]})
    sets = plural(len(compared(results, summary, protocol, metric)), "data set")
    caption = (
        f"{known.label if known else metric} against CPU time: the {len(rows)} of "
        f"{plural(len(methods), 'method')} that no other beats in both."
    )
    return Table(
        "pareto",
        caption,
        in_units(COLUMNS, metric),
        tuple(rows),
        f"The means are over {sets} (protocol {protocol}). The fastest method is first.",
    )


def pareto(results: Results, summary: Summary) -> Picture | None:
    """Draw mean score against CPU time; None if fewer than two methods can be compared.

    Methods on the front have names and the colours of their groups; the others are grey.
    """
    metric = results.primary[1]
    costs = {m: p for m, p in points(results, summary).items() if not blind(results, m)}
    known = results.metrics.get(metric)
    if not known or len(costs) < 2:
        return None
    order = front(costs, known.better)
    unit = results.reference if results.reference in costs else order[0]
    named = (f"{m} ({costs[m][0] / costs[unit][0]:.3g} times)" for m in order)
    text = f"Methods that no other beats in both, the fastest first, with CPU time over {unit}: "
    caption = (
        f"The plot shows the mean {in_sentence(known.label)} and the CPU time of fit and predict, as a "
        f"multiple of that of {unit}. The line joins the methods that no other beats in both; all others are "
        "grey. Methods that ignore the attributes are left out."
    )
    title = _message(results, costs, order[-1], unit)
    return Picture(title, f"{text}{listing(named)}.", _scatter(results, costs, order, unit), caption)


def _message(results: Results, costs: dict[str, tuple[float, float]], best: str, unit: str) -> str:
    """Sentence on the gain of the best method over `unit` and the additional CPU time that it needs."""
    if best == unit:
        return (
            f"No method is better than {in_sentence(short_title(results, unit))}, the fastest that is as good"
        )
    gain, factor = (
        amount(costs[best][1] - costs[unit][1], results.primary[1]),
        costs[best][0] / costs[unit][0],
    )
    return (
        f"{capital(short_title(results, best))} is best: {gain} better than "
        f"{in_sentence(short_title(results, unit))}, for {factor:.3g} times the CPU time"
    )


def _scatter(results: Results, costs: dict[str, tuple[float, float]], order: list[str], unit: str) -> Figure:
    import matplotlib.pyplot as plt

    metric = results.primary[1]
    percent = metric_kind(metric) == "percent"
    places = {m: (t / costs[unit][0], 100 * s if percent else s) for m, (t, s) in costs.items()}
    looks = styles(group(results, m) for m in results.methods)
    figure, axes = plt.subplots(figsize=(WIDTH, HEIGHT))
    rest = [places[m] for m in places if m not in order]
    if rest:
        axes.plot(*zip(*rest, strict=True), "o", color=FAINT, ms=5, mec=GROUND, mew=0.5, zorder=1)
    axes.plot(*zip(*(places[m] for m in order), strict=True), color=FAINT, lw=1.2, drawstyle="steps-post")
    for method in order:
        look = looks[group(results, method)]
        axes.plot(*places[method], look.marker, color=look.light, ms=8, mec=GROUND, mew=0.6, zorder=3)
    label = results.metrics[metric].label + (", %" if percent else "")
    axes.set(xscale="log", xlabel=f"CPU time, times {unit} (log scale)", ylabel=f"{label}, mean")
    axes.margins(x=0.16, y=0.14)
    log_axis(axes.xaxis, [t for t, _ in places.values()], lambda value: f"{value:g}×")
    figure.canvas.draw()
    _names(axes, places, {m: "\n".join(wrap(short_title(results, m), LINE)) for m in order})
    return figure


def _names(axes: Axes, places: dict[str, tuple[float, float]], names: dict[str, str]) -> None:
    """Place the names of the methods on the front, broken into lines, the best method first.

    A name must not cover a point or another name. If it has no free place, the id is tried, and then a place
    over grey points.
    """
    size, scale = 8.5, 72 / axes.figure.dpi
    spots = {m: axes.transData.transform(place) * scale for m, place in places.items()}
    dots = {m: (x - 3, y - 3, x + 3, y + 3) for m, (x, y) in spots.items()}
    taken = [dots[m] for m in names]
    grey = [box for m, box in dots.items() if m not in names] + _steps(
        [(spots[m][0], spots[m][1]) for m in names]
    )
    left, low, right, high = (v * scale for v in axes.bbox.extents)
    for method in reversed(names):
        x, y = spots[method]
        found = [
            (text, dx, dy, align, box)
            for others, far in (([*taken, *grey], False), ([*taken, *grey], True), (taken, False))
            for text in (names[method], method)
            for dx, dy, align, box in _around(x, y, text, size, far)
            if left < box[0] and box[2] < right and low < box[1] and box[3] < high
            if all(box[0] > t[2] or t[0] > box[2] or box[1] > t[3] or t[1] > box[3] for t in others)
        ]
        if not found:
            continue
        text, dx, dy, align, box = found[0]
        taken.append(box)
        axes.annotate(
            text,
            places[method],
            (dx, dy),
            textcoords="offset points",
            ha=align,
            va="center",
            fontsize=size,
            color=INK,
            arrowprops={"arrowstyle": "-", "color": FAINT, "lw": 0.7, "shrinkA": 0, "shrinkB": 4}
            if abs(dy) > FAR
            else None,
        )


Box = tuple[float, float, float, float]  # left, bottom, right, top


def _steps(spots: list[tuple[float, float]]) -> list[Box]:
    """Boxes of the line that joins the front, which goes to the right, then up or down."""
    boxes = []
    for (x, y), (right, end) in pairwise(spots):
        boxes += [(x, y - 1, right, y + 1), (right - 1, min(y, end), right + 1, max(y, end))]
    return boxes


def _around(
    x: float, y: float, text: str, size: float, far: bool = False
) -> list[tuple[float, float, str, Box]]:
    """Possible places of a text next to a point: offsets, alignment and the box of the text, in points.

    Places on the side where no better method can be come first. `far`: include farther places, to which a
    line leads.
    """
    lines = text.split("\n")
    width, height = 0.58 * size * max(map(len, lines)), 1.25 * size * len(lines)
    up = 5 + height / 2
    tries = [(-7.0, 0.0, "right"), (-5.0, up, "right"), (0.0, up, "center"), (8.0, -up, "left")]
    tries += [(8.0, 0.0, "left"), (0.0, -up, "center"), (8.0, up, "left"), (8.0, -2 * up, "left")]
    if far:
        tries = [
            (dx, sign * max(k * up, FAR + 1), "center")
            for k in (2, 3)
            for sign in (1, -1)
            for dx in (0.0, -40.0, 40.0, -80.0, 80.0)
        ]
    places = []
    for dx, dy, align in tries:
        start = x + dx - {"left": 0, "right": width, "center": width / 2}[align]
        places.append((dx, dy, align, (start, y + dy - height / 2, start + width, y + dy + height / 2)))
    return places

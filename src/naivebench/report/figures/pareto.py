"""Pareto front of score and CPU time (methods that no other method beats in both): a figure of the first
screen, and a table.
"""

from __future__ import annotations

import math
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.results.context import Results, blind, comparison, group
from naivebench.benchmark.results.formats import capital, in_sentence, listing, metric_kind, plural
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary, compared
from naivebench.benchmark.results.tables import Column, Table, in_units
from naivebench.report.columns import GROUP, METHOD
from naivebench.report.duel import amount
from naivebench.report.figures.names import name_points
from naivebench.report.figures.style import FAINT, GROUND, Picture, log_axis
from naivebench.report.gains import short_title
from naivebench.report.palette import by_group

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 6.2, 3.9  # inches
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
    import pandas as pd

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
    percent = metric_kind(metric) == "percent"
    frame = pd.DataFrame.from_dict(costs, orient="index", columns=["x", "y"])
    frame = frame.assign(x=frame["x"] / costs[unit][0], y=frame["y"] * (100 if percent else 1))
    frame["group"] = [group(results, m) for m in frame.index]
    looks = by_group(results, frame["group"][order])
    names = {m: ["\n".join(wrap(short_title(results, m), LINE)), m] for m in reversed(order)}
    labels = f"CPU time, times {unit} (log scale)", f"{known.label}{', %' if percent else ''}, mean"
    figure = draw_front(frame, order, looks, names, labels)
    return Picture(title, f"{text}{listing(named)}.", figure, caption)


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


def draw_front(
    frame: pd.DataFrame,
    order: list[str],
    looks: dict[str, Any],
    names: dict[str, list[str]],
    labels: tuple[str, str],
) -> Figure:
    """Scores against times (rows by method: x, y, group); `order` is the front, with names and colours."""
    import matplotlib.pyplot as plt
    import seaborn as sns

    figure, axes = plt.subplots(figsize=(WIDTH, HEIGHT))
    front, rest = frame.loc[order], frame.drop(index=order)
    grey = {"color": FAINT, "s": 25, "edgecolor": GROUND, "linewidth": 0.5, "zorder": 1}
    sns.scatterplot(rest, x="x", y="y", ax=axes, **grey)
    axes.step(front["x"], front["y"], where="post", color=FAINT, lw=1.2)
    marks = {"s": 64, "edgecolor": GROUND, "linewidth": 0.6, "zorder": 3, "legend": False}
    sns.scatterplot(front, x="x", y="y", ax=axes, **looks, **marks)
    axes.set(xscale="log", xlabel=labels[0], ylabel=labels[1])
    axes.margins(x=0.16, y=0.14)
    log_axis(axes.xaxis, frame["x"], lambda value: f"{value:g}×")
    figure.canvas.draw()

    # names cover neither grey points nor the line, which goes to the right and then up or down
    xs, ys = front["x"].to_numpy(), front["y"].to_numpy()
    steps = [
        line
        for i in range(len(front) - 1)
        for line in (
            np.stack([np.geomspace(xs[i], xs[i + 1], 30), np.full(30, ys[i])], axis=1),
            np.stack([np.full(10, xs[i + 1]), np.linspace(ys[i], ys[i + 1], 10)], axis=1),
        )
    ]
    name_points(axes, front, names, np.vstack([rest[["x", "y"]].to_numpy(float), *steps]))
    return figure

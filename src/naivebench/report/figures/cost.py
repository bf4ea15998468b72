"""Accuracy against CPU time, with the methods that no other beats in both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from naivebench.benchmark.results.context import Results, group
from naivebench.benchmark.results.formats import listing, metric_kind, plural, seconds
from naivebench.benchmark.results.summaries import Summary, compared
from naivebench.report.figures.pareto import front, points
from naivebench.report.figures.style import FAINT, GROUND, INK, Picture, legend_above, log_axis
from naivebench.report.palette import by_group

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 7.4, 4.3  # inches
PLACES = (
    (-6, 3, "right"),
    (-5, 8, "right"),
    (0, 10, "center"),
    (6, -6, "left"),
    (5, 8, "left"),
    (6, 0, "left"),
    (0, -10, "center"),
    (-5, -8, "right"),
)  # of a name beside its point: offsets in points, alignment; the first free one is taken


def cost(results: Results, summary: Summary) -> Picture:
    """Mean score against CPU time per method; the line joins the Pareto front."""
    title = "Accuracy against CPU time"
    protocol, metric = results.primary
    costs = points(results, summary)
    if len(costs) < 2:
        return Picture(
            title, "No figure of cost: it takes two methods with scores and times on the same data sets."
        )
    best = front(costs, results.metrics[metric].better)
    text = f"On the Pareto front, fastest first: {listing(f'{m} ({seconds(costs[m][0])})' for m in best)}."
    count = len(compared(results, summary, protocol, metric))
    caption = (
        f"Mean over the {plural(count, 'data set')} compared, CPU time of all their folds, protocol "
        f"{protocol}. "
    )
    caption += "The line joins the methods that none beats in both."
    return Picture(title, text, _scatter(results, costs, best), caption)


def _scatter(results: Results, costs: dict[str, tuple[float, float]], best: list[str]) -> Figure:
    import matplotlib.pyplot as plt
    import pandas as pd
    import seaborn as sns

    metric = results.primary[1]
    unit = 100 if metric_kind(metric) == "percent" else 1
    frame = pd.DataFrame(
        [(m, group(results, m), t, unit * s) for m, (t, s) in costs.items()],
        columns=["method", "group", "time", "score"],
    )
    figure, axes = plt.subplots(figsize=(WIDTH, HEIGHT))
    front_points = [(costs[m][0], unit * costs[m][1]) for m in best]
    axes.plot(*zip(*front_points, strict=True), color=FAINT, lw=1.4, drawstyle="steps-post", zorder=1)
    sns.scatterplot(
        frame,
        x="time",
        y="score",
        **by_group(results, frame["group"]),
        s=52,
        linewidth=0.6,
        edgecolor=GROUND,
        ax=axes,
    )
    label = results.metrics[metric].label + (", %" if unit == 100 else "")
    axes.set(
        xscale="log", xlabel="CPU time of fit and predict (log scale)", ylabel=f"{label}, mean over data sets"
    )
    axes.margins(x=0.12, y=0.1)
    log_axis(axes.xaxis, frame["time"], lambda value: re.sub(r"\.0+(?= )", "", seconds(value)))
    legend_above(axes)
    figure.canvas.draw()
    name_points(axes, frame, ("time", "score"), best)
    return figure


def name_points(axes: Axes, frame: pd.DataFrame, columns: tuple[str, str], best: list[str]) -> None:
    """Names (column `method`) beside the points, those of `best` first and bold, each at the first of eight
    places that is free; crowded points go unnamed. The canvas must have been drawn.
    """
    scale = 72 / axes.figure.dpi
    spots = axes.transData.transform(frame[list(columns)].to_numpy()) * scale
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in spots]
    left, bottom, right, top = (v * scale for v in axes.bbox.extents)
    order = sorted(range(len(frame)), key=lambda i: (frame["method"][i] not in best, i))
    for i in order:
        name, (x, y) = frame["method"][i], spots[i]
        width, height = 4.9 * len(name), 9.5
        for dx, dy, align in PLACES:
            start = x + dx - {"left": 0, "right": width, "center": width / 2}[align]
            box = (start, y + dy - height / 2, start + width, y + dy + height / 2)
            inside = box[0] >= left and box[2] <= right and box[1] >= bottom and box[3] <= top
            if inside and not any(
                box[0] < t[2] and t[0] < box[2] and box[1] < t[3] and t[1] < box[3] for t in taken
            ):
                taken.append(box)
                weight = "bold" if name in best else "normal"
                axes.annotate(
                    name,
                    (frame[columns[0]][i], frame[columns[1]][i]),
                    (dx, dy),
                    textcoords="offset points",
                    ha=align,
                    va="center",
                    fontsize=8,
                    weight=weight,
                    color=INK,
                )
                break

"""Style of all figures: colours of the groups of methods, settings of matplotlib, axes and legends."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

GROUPS = {  # colours of the light theme in page.css; the dark theme inverts the images
    "reference": "#6b6b6b",
    "naive Bayes": "#2f6fc0",
    "Bayesian network": "#c85a05",
    "baseline": "#08855f",
    "semi-naive": "#83610a",
    "tree": "#7a3b12",
    "directional": "#8a3fa8",
    "high cardinality": "#b3315f",
    "sequence": "#0f7a8a",
    "other": "#5a5f1e",  # also for groups that are not listed here
}
SOURCES = {"printed": "#8a8a8a", "reproduced": "#c85a05", "honest": "#2f6fc0"}
GREY, FAINT = "#6b6b6b", "#9a9a9a"
MARKERS = "osD^vPX<>*"
STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "naivebench",  # ids that do not change
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Helvetica", "Arial", "sans-serif"],
    "font.size": 10,
    "axes.titlesize": 10,
    **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), "#1c1e21"),
    **dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), "none"),
    **dict.fromkeys(("axes.spines.top", "axes.spines.right"), False),
    "axes.edgecolor": "#888888",
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#88888833",
    "legend.frameon": False,
    "figure.dpi": 72,
}


def save_figure(figure: Figure, path: Path) -> None:
    """Write a figure as SVG, without a date, so that equal figures have equal bytes."""
    figure.savefig(path, format="svg", bbox_inches="tight", pad_inches=0.05, metadata={"Date": None})
    plt.close(figure)


def use_style() -> Any:
    """Give figures the style of the report in a `with` block, whatever the user's settings are."""
    settings: Any = {**mpl.rcParamsDefault, "backend": "svg", **STYLE}
    return mpl.rc_context(settings)


def colour_groups(groups: pd.Series) -> pd.Series:
    """Return the colour of every group; further groups of a user's methods have that of `other`."""
    return groups.map(lambda group: GROUPS.get(group, GROUPS["other"]))


def style_methods(frame: pd.DataFrame) -> dict[str, dict[str, Any]]:
    """Return the colour of each method's group, and a marker that differs within the group."""
    styles, counts = {}, dict[str, int]()
    methods = frame[["method", "group"]].drop_duplicates("method")
    methods = methods.assign(colour=colour_groups(methods.group))
    for method, group, colour in methods.itertuples(index=False):
        marker = MARKERS[counts.get(group, 0) % len(MARKERS)]
        styles[method] = {"color": colour, "marker": marker}
        counts[group] = counts.get(group, 0) + 1
    return styles


def set_log_scale(axes: Axes, values: Iterable[float], pattern: str = "{:,g}") -> None:
    """Make the x axis logarithmic, with labels at powers of ten, and at 2 and 5 times them if they fit."""
    decades = math.log10(max(values) / min(values))
    figure: Any = axes.figure
    room = 2 * axes.get_position().width * figure.get_figwidth()  # labels, two to an inch
    axes.set_xscale("log")
    subs = (1.0, 2.0, 5.0) if 3 * decades <= min(room, 8) else (1.0,)
    axes.xaxis.set_major_locator(LogLocator(subs=subs, numticks=max(3, int(room))))
    axes.xaxis.set_major_formatter(lambda x, _: pattern.format(x))
    axes.xaxis.set_minor_formatter(lambda x, _: "")


def make_panels(
    frame: pd.DataFrame, by: Any, height: float, across: int = 3, width: float = 3.0, **settings: Any
) -> tuple[Figure, list[tuple[Any, Any, pd.DataFrame]]]:
    """Make a figure with a panel for each value of the columns `by`; sizes of a panel are in inches.

    Returns the figure, and the axes, the value and the rows of every panel.
    """
    groups = list(frame.groupby(by, sort=False))
    columns = min(len(groups), across)
    rows = math.ceil(len(groups) / columns)
    settings |= {"figsize": (max(width * columns, 6), height * rows + 0.3), "layout": "constrained"}
    figure, grid = plt.subplots(rows, columns, squeeze=False, **settings)
    for axes in grid.flat[len(groups) :]:
        axes.axis("off")
    return figure, [(axes, *group) for axes, group in zip(grid.flat, groups, strict=False)]


def add_shared_legend(figure: Figure, x: str, y: str) -> None:
    """Add one legend for the lines of all panels, and one label for each of their axes."""
    lines = {str(line.get_label()): line for axes in figure.axes for line in axes.lines}
    lines = {label: line for label, line in lines.items() if not label.startswith("_")}
    figure.legend([*lines.values()], [*lines], loc="outside upper center", ncols=5)
    figure.supxlabel(x, fontsize=10)
    figure.supylabel(y, fontsize=10)


def label_points(axes: Axes, x: pd.Series, y: pd.Series, names: pd.Series) -> None:
    """Write names alternately above and below points; names of points close on a log axis are stacked."""
    last, turn, level = 0.0, 0, 0
    for index in x.sort_values().index:
        level = level + 1 if x[index] < 1.4 * last else 0
        turn, last = turn + 1, x[index]
        above = turn % 2 == 0
        offset = (-5, 6 + 6 * level) if above else (6, -13 - 6 * level)
        style: dict[str, Any] = {"ha": "right" if above else "left", "textcoords": "offset points"}
        axes.annotate(names[index], (x[index], y[index]), offset, **style)


def plot_dots(axes: Axes, values: pd.Series, rows: pd.Series, order: Sequence[str], **style: Any) -> None:
    """Plot a row of dots around zero for each name in `order`; steps of the golden ratio keep them apart."""
    axes.axvline(0, color="#888888", linewidth=1)
    for row, name in enumerate(order):
        chosen = values[rows == name]
        steps = (0.618034 * np.arange(len(chosen))) % 1 - 0.5
        axes.scatter(chosen, row + 0.5 * steps, linewidths=0, **style)
    axes.set_yticks(range(len(order)), order)
    axes.set_ylim(len(order) - 0.4, -0.6)

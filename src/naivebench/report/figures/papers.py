"""Figures of the papers, drawn from frames of their tables."""

from __future__ import annotations

import math
from itertools import cycle
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.figure import Figure

from naivebench.core.hit_curves import UP_TO
from naivebench.report.figures.style import (
    FAINT,
    GREY,
    GROUPS,
    SOURCES,
    add_shared_legend,
    make_panels,
    plot_dots,
    set_log_scale,
    style_methods,
)

RANKED = ("hpb", "tan_tuned", "nb_tuned", "nb")  # named in the hit curves
CLASSES = [*GROUPS.values()]  # colours of classes, in the order in which they appear


def draw_gains(gains: pd.DataFrame) -> Figure:
    """Draw printed, reproduced and honest gain over naive Bayes: three dots on a line per data set."""
    names = {"gain_printed": "printed", "gain_paper": "reproduced", "gain_honest": "honest"}
    long = gains.melt(["dataset", "method"], list(names), var_name="gain", value_name="points").dropna()
    long = long.assign(points=100 * long.points, gain=long.gain.map(names))
    datasets, methods = long.dataset.unique(), long.method.unique()
    size: Any = {"figsize": (min(9.5, 3.2 + 2.2 * len(methods)), 0.9 + 0.27 * len(datasets)), "sharey": True}
    figure, grid = plt.subplots(1, len(methods), squeeze=False, layout="constrained", **size)
    dots = {"palette": SOURCES, "size": 6, "jitter": False, "legend": False}
    for axes, method in zip(grid[0], methods, strict=True):
        chosen = long[long.method == method]
        ends = chosen.groupby("dataset").points.agg(["min", "max"]).reindex(datasets)
        axes.hlines(range(len(datasets)), ends["min"], ends["max"], color="#88888888", linewidth=1)
        axes.axvline(0, color="#888888", linewidth=1)
        sns.stripplot(chosen, x="points", y="dataset", hue="gain", order=datasets, ax=axes, **dots)
        axes.set(title=method, xlabel="Gain, points", ylabel="")
    shown = [name for name in SOURCES if name in set(long.gain)]
    handles = [plt.Line2D([], [], color=SOURCES[s], label=s, marker="o", linestyle="") for s in shown]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def draw_rotation(offsets: pd.DataFrame) -> Figure:
    """Draw accuracy after adding a constant to every angle; that of methods for angles does not change."""
    styles = style_methods(offsets)
    figure, panels = make_panels(offsets, "dataset", 2.3)
    for axes, dataset, chosen in panels:
        for method, line in chosen.groupby("method", sort=False):
            style = styles[method] | {"markersize": 3}
            axes.plot(line.offset_degrees, 100 * line.accuracy, label=method, linewidth=1.2, **style)
        axes.set(title=dataset, xticks=[0, 90, 180, 270, 360])
    add_shared_legend(figure, "Added angle, degrees", "Accuracy, %")
    return figure


def draw_fit(fits: pd.DataFrame) -> Figure:
    """Draw the log-likelihood per angle, von Mises minus Gaussian, a dot per attribute and class."""
    shown = fits.assign(per_value=fits.fit_gain / fits.angles)
    order = shown.dataset.unique()
    figure, axes = plt.subplots(figsize=(8, 0.9 + 0.4 * len(order)))
    dots = {"s": 16, "alpha": 0.6, "color": GROUPS["directional"]}
    plot_dots(axes, shown.per_value, shown.dataset, order, **dots)
    axes.set(xlabel="Log-likelihood per angle, nats: von Mises minus Gaussian")
    return figure


def draw_roses(roses: pd.DataFrame) -> Figure:
    """Draw frequencies of angles, stacked by class; areas are proportional to counts."""
    figure, panels = make_panels(roses, ["dataset", "attribute"], 2.5, subplot_kw={"projection": "polar"})
    for axes, (dataset, attribute), chosen in panels:
        classes = chosen["class"].unique()
        counts = chosen.pivot(index="sector", columns="class", values="count").fillna(0)[classes]
        width = 2 * math.pi / len(counts)
        middles = -math.pi + width * (np.arange(len(counts)) + 0.5)
        ends = np.sqrt(counts.cumsum(axis=1) / max(counts.sum(axis=1).max(), 1))
        bottom = 0 * ends.iloc[:, 0]
        for index, name in enumerate(classes):
            colour = CLASSES[index % len(CLASSES)]
            axes.bar(middles, ends[name] - bottom, width=width, bottom=bottom, color=colour)
            bottom = ends[name]
        axes.set(title=f"{dataset}: {attribute}", yticks=[])
        axes.set_xticks([0, math.pi / 2, math.pi, 3 * math.pi / 2], ["0", "¼", "½", "¾"])
    return figure


def draw_densities(densities: pd.DataFrame) -> Figure:
    """Draw an angle's frequency in each class, with the fitted von Mises and Gaussian densities."""
    figure, panels = make_panels(densities, ["dataset", "attribute", "class"], 2.2)
    for axes, (_, attribute, name), chosen in panels:
        axes.fill_between(chosen.angle, chosen.frequency, step="mid", color=FAINT, alpha=0.5, label="cases")
        axes.plot(chosen.angle, chosen.von_mises_density, color=GROUPS["directional"], label="von Mises")
        axes.plot(chosen.angle, chosen.gaussian_density, "--", color=GROUPS["naive Bayes"], label="Gaussian")
        axes.set(title=f"{attribute}, class {name}", yticks=[])
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=3)
    figure.supxlabel("Angle, radians", fontsize=10)
    return figure


def draw_surfaces(surfaces: pd.DataFrame) -> Figure:
    """Draw log odds of two classes over two coordinates, and the line of the decision surface."""
    figure, panels = make_panels(surfaces, "figure", 2.7)
    for axes, name, chosen in panels:
        values = chosen.pivot(index="y", columns="x", values="log_odds")
        limit = np.nanmax(np.abs(values))
        shade = {"cmap": "RdBu", "vmin": -limit, "vmax": limit, "shading": "nearest", "rasterized": True}
        axes.pcolormesh(values.columns, values.index, values, **shade)
        axes.contour(values.columns, values.index, values, [0], colors="black", linewidths=1.5)
        axes.set(title=name.replace(": ", ":\n"))
        axes.grid(visible=False)
    return figure


def draw_curves(curves: pd.DataFrame) -> Figure:
    """Draw the share of rare cases among those inspected first; most methods are grey and without name."""
    best = curves.groupby("method").recall.mean().idxmax()
    styles = style_methods(curves[curves.method.isin([*RANKED, best])])
    dashes = dict(zip(styles, cycle(("-", "--", ":", "-.")), strict=False))  # most are of the same group
    figure, panels = make_panels(curves, "dataset", 3.2, across=2)
    for axes, dataset, chosen in panels:
        for method, line in chosen.groupby("method", sort=False):
            style: dict[str, Any] = {"color": "#88888866", "linewidth": 0.8}
            if method in styles:
                style = styles[method] | {"markersize": 4, "markevery": 0.2, "linestyle": dashes[method]}
                style |= {"label": method, "zorder": 3}
            axes.plot(100 * line.rate, 100 * line.recall, **style)
        axes.plot([0, 10], [0, 10], color=GREY, linewidth=1, linestyle="dashed")
        axes.set(title=dataset, xlim=(0, 10))
    add_shared_legend(figure, "Inspected cases, %", "Rare cases found, %")
    return figure


def draw_growth(growth: pd.DataFrame) -> Figure:
    """Draw mean recall up to 10 % inspected (the area up to the rate `UP_TO`, divided by it) against each
    size.
    """
    styles = style_methods(growth)
    figure, panels = make_panels(growth, "axis", 2.8)
    for axes, name, chosen in panels:
        for method, line in chosen.groupby("method", sort=False):
            axes.plot(line.x, 100 * line.area_10 / UP_TO, label=method, markersize=4, **styles[method])
        axes.set(xlabel=name)
        set_log_scale(axes, chosen.x)
    add_shared_legend(figure, "", "Mean recall over the first 10 % inspected, %")
    return figure


def draw_counts(counts: pd.DataFrame) -> Figure:
    """Draw our number of correct cases minus the printed one, with a dot for each printed count."""
    shown = counts.assign(difference=counts.correct - counts.correct_printed)
    order = shown.method.unique()
    figure, axes = plt.subplots(figsize=(8, 0.9 + 0.35 * len(order)))
    plot_dots(axes, shown.difference, shown.method, order, color=SOURCES["honest"], s=16)
    axes.set(xlabel="Our number of correct cases minus the printed number")
    return figure

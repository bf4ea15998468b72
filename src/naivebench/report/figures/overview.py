"""Figures of the overview and of the statistics, drawn from frames of their tables."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pandas as pd
import seaborn as sns
from matplotlib.figure import Figure

from naivebench.report.figures.style import (
    FAINT,
    GREY,
    GROUPS,
    add_shared_legend,
    colour_groups,
    label_points,
    make_panels,
    plot_dots,
    set_log_scale,
    style_methods,
)


def draw_cost(ranking: pd.DataFrame) -> Figure:
    """Draw accuracy against CPU time; a line joins the methods that no other beats in both."""
    best = ranking.on_front.astype(bool)
    front = ranking[best].sort_values("cost_factor")
    family = ranking[ranking.group != "baseline"].sort_values("average_rank", kind="stable").head(1)
    named = ranking[best | ranking.index.isin(family.index)]
    rest = ranking[~ranking.index.isin(named.index) & (ranking.score >= front.score.min() - 0.03)]
    figure, axes = plt.subplots(figsize=(9, 5))
    axes.scatter(rest.cost_factor, 100 * rest.score, color=FAINT, s=22)
    axes.step(front.cost_factor, 100 * front.score, where="post", color=FAINT, linewidth=1)
    axes.scatter(named.cost_factor, 100 * named.score, color=colour_groups(named.group), s=60, zorder=3)
    label_points(axes, front.cost_factor, 100 * front.score, front.method)
    for row in family[~best[family.index]].itertuples():
        axes.annotate(row.method, (row.cost_factor, 100 * row.score), (8, -4), textcoords="offset points")
    axes.set(xlabel="CPU time divided by that of naive Bayes (log scale)", ylabel="Mean accuracy, %")
    axes.margins(x=0.12, y=0.12)
    set_log_scale(axes, ranking.cost_factor, "{:,g}×")
    return figure


def draw_critical_difference(ranking: pd.DataFrame, tests: pd.DataFrame) -> Figure:
    """Draw average ranks; a vertical bar joins methods within the critical difference."""
    shown = ranking.sort_values("average_rank", kind="stable").reset_index(drop=True)
    apart = tests.critical_difference.max()  # the same in every row
    figure, axes = plt.subplots(figsize=(6.5, 0.6 + 0.24 * len(shown)))  # fits on a phone, with its bars
    axes.hlines(shown.index, 1, shown.average_rank, color="#88888855", linewidth=1)
    axes.scatter(shown.average_rank, shown.index, color=colour_groups(shown.group), s=36, zorder=3)

    # the largest groups of neighbours without a significant difference
    last, column, right = -1, 0, len(shown) + 1
    for first in shown.index:
        end = int(shown.index[shown.average_rank - shown.average_rank[first] < apart].max())
        if end > max(first, last):
            axes.plot([right + column] * 2, [first - 0.3, end + 0.3], color=GREY, linewidth=3)
            column += 1
        last = max(last, end)
    axes.set_yticks(shown.index, shown.method)
    axes.set(xlabel="Average rank (1 is best)", ylim=(len(shown) - 0.4, -0.6), xlim=(1, right + column))
    axes.set_xticks([1, *(rank for rank in axes.get_xticks() if 1 < rank <= len(shown))])
    axes.spines["bottom"].set_bounds(1, len(shown))  # the bars to the right are not ranks
    return figure


def draw_wins(pairs: pd.DataFrame, ranking: pd.DataFrame) -> Figure:
    """Draw the share of data sets on which the row's method beats the column's; ties count half."""
    order = ranking.sort_values("average_rank", kind="stable").method
    share = (pairs.wins + pairs.ties / 2) / (pairs.wins + pairs.ties + pairs.losses)
    matrix = pairs.assign(share=100 * share).pivot(index="a", columns="b", values="share")
    matrix = matrix.reindex(index=order, columns=order)
    matrix = matrix.fillna(100 - matrix.T)  # each pair is listed once
    figure, axes = plt.subplots(figsize=(9, 7.6))
    bar = {"label": "Share of data sets won, % (ties count half)", "shrink": 0.6}
    scale = {"cmap": "RdBu", "center": 50, "vmin": 0, "vmax": 100}
    sns.heatmap(matrix, ax=axes, rasterized=True, cbar_kws=bar, xticklabels=1, yticklabels=1, **scale)
    axes.set(xlabel="", ylabel="")
    axes.tick_params(labelsize=8)
    return figure


def draw_probabilities(effects: pd.DataFrame) -> Figure:
    """Draw stacked probabilities of being better than naive Bayes, practically equivalent, and worse."""
    shown = effects.dropna(subset="better").iloc[::-1]
    figure, axes = plt.subplots(figsize=(9, 0.8 + 0.24 * len(shown)))
    left = 0 * shown.better
    for name, colour in [("better", "#08855f"), ("rope", "#cfcfcf"), ("worse", "#b3315f")]:
        label = {"rope": "practically equivalent"}.get(name, name)
        axes.barh(shown.method, shown[name], left=left, color=colour, label=label, height=0.75)
        left = left + shown[name]
    axes.set(xlabel="Posterior probability", xlim=(0, 1))
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    axes.margins(y=0.01)
    return figure


def draw_reliability(reliability: pd.DataFrame) -> Figure:
    """Draw accuracy against confidence; below the diagonal a method is overconfident."""
    styles = style_methods(reliability)
    figure, panels = make_panels(reliability, "method", 2.3, across=4, width=2.3, sharex=True, sharey=True)
    for axes, method, shown in panels:
        line = {"color": styles[method]["color"], "marker": "o", "markersize": 3, "linewidth": 1}
        axes.plot([0, 100], [0, 100], color=FAINT, linewidth=1)
        axes.plot(100 * shown.confidence, 100 * shown.accuracy, **line)
        axes.set(title=method, xlim=(0, 103), ylim=(0, 103))
    figure.supxlabel("Mean confidence, %", fontsize=10)
    figure.supylabel("Accuracy, %", fontsize=10)
    return figure


def draw_learning_curves(curves: pd.DataFrame) -> Figure:
    """Draw the error against the number of training cases, one panel for each data set."""
    styles = style_methods(curves)
    figure, panels = make_panels(curves, "dataset", 3.6, across=2, width=4.5)
    for axes, dataset, chosen in panels:
        for method, line in chosen.groupby("method", sort=False):
            axes.plot(line.n_train, 100 * (1 - line.score), label=method, markersize=4, **styles[method])
        axes.set(title=dataset)
        set_log_scale(axes, chosen.n_train)
    add_shared_legend(figure, "Training cases (log scale)", "Error, %")
    return figure


def draw_bias_variance(parts: pd.DataFrame) -> Figure:
    """Draw bias and variance of each method as stacked bars that add up to its error."""
    shown = parts.sort_values("error", ascending=False)
    colours = colour_groups(shown.group)
    figure, axes = plt.subplots(figsize=(9, 0.9 + 0.32 * len(shown)))
    axes.barh(shown.method, 100 * shown.bias, color=colours, label="bias", height=0.7)
    variance = {"left": 100 * shown.bias, "color": colours, "alpha": 0.45, "label": "variance"}
    axes.barh(shown.method, 100 * shown.variance, height=0.7, **variance)
    axes.set(xlabel="Error, % (dark: bias, light: variance)")
    return figure


def draw_optimism(optimism: pd.DataFrame) -> Figure:
    """Draw the score under a paper's protocol minus the honest score, a dot per method and data set."""
    shown = optimism.dropna(subset="optimism")
    shown = shown.assign(points=100 * shown.optimism)
    order = shown.groupby("protocol", sort=False).points.median().sort_values().index
    figure, axes = plt.subplots(figsize=(9, 0.8 + 0.34 * len(order)))
    dots = {"s": 8, "alpha": 0.5, "color": GROUPS["naive Bayes"], "rasterized": True}
    plot_dots(axes, shown.points, shown.protocol, order, **dots)
    axes.set(xlabel="Optimism, accuracy points")
    return figure

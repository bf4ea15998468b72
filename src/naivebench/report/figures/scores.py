"""Figures of scores: distributions over the data sets, and optimism of the other protocols."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from naivebench.benchmark.results.context import Results, comparison, group, shuffled
from naivebench.benchmark.results.formats import metric_kind, plural
from naivebench.benchmark.results.summaries import Summary, accuracy_interval, ranked, wide
from naivebench.report.figures.style import FAINT, INK, Picture, legend_above, log_axis
from naivebench.report.palette import by_group, styles

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


def gains(results: Results, summary: Summary, protocol: str, metric: str) -> pd.DataFrame | None:
    """Scores minus the reference's, data sets x methods, positive = better, shares in points."""
    table = wide(results, summary, protocol, metric)
    if results.reference not in table.columns or table.empty or table[results.reference].isna().all():
        return None
    sign = -1 if results.metrics[metric].better == "lower" else 1
    unit = 100 if metric_kind(metric) == "percent" else 1
    difference = table.sub(table[results.reference], axis=0) * sign * unit
    return (
        difference.replace([math.inf, -math.inf], math.nan)
        .dropna(how="all")
        .dropna(axis="columns", how="all")
    )


def _order(results: Results, protocol: str, metric: str, methods: Iterable[str]) -> list[str]:
    entry = comparison(results, protocol, metric)
    first = [m for m in ranked(entry) if m in set(methods)] if entry else []
    return [*first, *(m for m in methods if m not in first)]


def _axis_label(results: Results, metric: str) -> str:
    label = results.metrics[metric].label
    return f"{label}: difference to {results.reference}" + (
        ", percentage points" if metric_kind(metric) == "percent" else ""
    )


def score_distributions(results: Results, summary: Summary) -> Picture:
    """The differences to the reference method over the data sets, one line of points per method."""
    title = "Differences to the reference over the data sets"
    protocol, metric = results.primary
    table = gains(results, summary, protocol, metric)
    if table is None or table.shape[0] < 2 or table.shape[1] < 2:
        return Picture(
            title,
            "No distribution of differences: it takes a reference method, another method and two data sets.",
        )
    order = [m for m in _order(results, protocol, metric, table.columns) if m != results.reference]
    long = table[order].melt(var_name="method", value_name="difference").dropna()
    long["group"] = long["method"].map(lambda m: group(results, m))
    medians = long.groupby("method")["difference"].median()
    text = (
        f"Median difference to {results.reference} over data sets: "
        + ", ".join(f"{m} {medians[m]:+.2f}" for m in order)
        + "."
    )
    caption = (
        "A point is a data set; box: quartiles, whiskers: 1.5 times the box; best average rank on top; "
        f"protocol {protocol}. Right of zero is better."
    )
    return Picture(title, text, _distributions(results, long, order, _axis_label(results, metric)), caption)


def _distributions(results: Results, long: pd.DataFrame, order: Sequence[str], label: str) -> Figure:
    import matplotlib.pyplot as plt
    import seaborn as sns

    figure, axes = plt.subplots(figsize=(7.4, 0.27 * len(order) + 0.9))
    looks = styles(group(results, m) for m in results.methods)
    colours = {m: looks[group(results, m)].light for m in order}
    shared = {
        "data": long,
        "x": "difference",
        "y": "method",
        "hue": "method",
        "order": order,
        "hue_order": order,
        "palette": colours,
        "ax": axes,
    }
    lines = {
        "boxprops": {"alpha": 0.35},
        "medianprops": {"color": INK, "linewidth": 1.6},
        "whiskerprops": {"color": INK},
        "capprops": {"color": INK},
    }
    sns.boxplot(**shared, legend=False, fliersize=0, width=0.62, linewidth=0.7, linecolor=INK, **lines)
    rows, fills = long["method"].map(order.index), long["method"].map(colours)
    axes.scatter(long["difference"], rows, 3.2**2, fills, alpha=0.55, linewidth=0, zorder=3)
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.axvline(0, color=INK, lw=0.9)
    axes.grid(axis="y", visible=False)
    largest = long["difference"].abs().quantile(0.98)
    if long["difference"].abs().max() > 4 * largest > 0:
        axes.set_xscale("symlog", linthresh=largest)
    axes.set(xlabel=label, ylabel="")
    return figure


def _optimism_points(results: Results, summary: Summary, honest: str) -> pd.DataFrame:
    import pandas as pd

    rows, control = [], shuffled(results)
    for protocol in (p for p in results.protocols if p != honest and p not in control):
        for dataset in results.datasets:
            cases = results.prepared.get(dataset, {}).get("rows")
            for method in results.methods:
                ours, fair = (accuracy_interval(summary, (p, dataset, method)) for p in (protocol, honest))
                if ours and fair and cases:
                    rows.append(
                        (
                            protocol,
                            dataset,
                            method,
                            group(results, method),
                            cases,
                            100 * (ours.accuracy - fair.accuracy),
                        )
                    )
    return pd.DataFrame(rows, columns=["protocol", "dataset", "method", "group", "cases", "optimism"])


def optimism(results: Results, summary: Summary, honest: str = "honest") -> Picture:
    """Accuracy under the other protocols minus honest accuracy, against the number of cases; without those on
    shuffled labels, where the difference is none of optimism.
    """
    title = "Optimism against the number of cases"
    points = _optimism_points(results, summary, honest)
    if points.empty or points["dataset"].nunique() < 2:
        return Picture(
            title,
            "No optimism to show: it takes two data sets with scores under the honest and another protocol.",
        )
    import matplotlib.pyplot as plt
    import seaborn as sns

    figure, axes = plt.subplots(figsize=(7.4, 3.9))
    sns.scatterplot(
        points,
        x="cases",
        y="optimism",
        **by_group(results, points["group"]),
        s=20,
        alpha=0.6,
        linewidth=0,
        ax=axes,
    )
    median = points.groupby("cases")["optimism"].median().reset_index()
    axes.plot(median["cases"], median["optimism"], color=INK, lw=1, alpha=0.7, label="median of a data set")
    axes.axhline(0, color=FAINT, lw=0.9)
    axes.set(xscale="log", xlabel="Cases (log scale)", ylabel="Paper minus honest accuracy (pooled), points")
    log_axis(axes.xaxis, points["cases"], lambda value: f"{value:,.0f}")
    legend_above(axes)
    text = (
        f"Median optimism {points['optimism'].median():+.2f} points over {plural(len(points), 'pair')} of "
        "data set and method; "
    )
    text += f"{(points['optimism'] > 0).mean():.0%} are above zero."
    return Picture(
        title,
        text,
        figure,
        "A point is a method on a data set, accuracy of pooled cases; the line joins the medians of the "
        "data sets. "
        "Protocols on shuffled labels are left out.",
    )

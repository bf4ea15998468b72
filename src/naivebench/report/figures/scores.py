"""Figures of scores: distributions over the data sets, and the optimism of other protocols."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.results.context import Results, comparison, group, shuffled
from naivebench.benchmark.results.formats import MINUS, metric_kind, plural
from naivebench.benchmark.results.summaries import Summary, accuracy_interval, ranked, wide
from naivebench.report.figures import rows
from naivebench.report.figures.names import name_points
from naivebench.report.figures.ranks import BY_GROUP
from naivebench.report.figures.style import GROUND, INK, WIDTH, Picture, legend_above, log_axis
from naivebench.report.palette import STYLES, by_group

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

NAMED = 8  # number of data sets with the largest optimism that are named


def gains(results: Results, summary: Summary, protocol: str, metric: str) -> pd.DataFrame | None:
    """Differences from the reference's scores (data sets x methods), positive = better; shares in points."""
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


def _unit(metric: str) -> str:
    return " points" if metric_kind(metric) == "percent" else ""


def _axis_label(results: Results, metric: str) -> str:
    label = results.metrics[metric].label
    return f"{label}: difference from {results.reference}" + (
        ", percentage points" if metric_kind(metric) == "percent" else ""
    )


def score_distributions(results: Results, summary: Summary) -> Picture:
    """Draw the distribution of the differences from the reference over the data sets, a row per method."""
    title = "Differences from the reference over the data sets"
    protocol, metric = results.primary
    table = gains(results, summary, protocol, metric)
    if table is None or table.shape[0] < 2 or table.shape[1] < 2:
        return Picture(
            title,
            "No distribution of differences: it needs a reference method, another method and two data sets.",
        )
    order = [m for m in _order(results, protocol, metric, table.columns) if m != results.reference]
    columns = [table[m].dropna().to_numpy() for m in order]
    ahead = sum(bool((c > 0).mean() > 0.5) for c in columns)
    title = (
        f"{ahead or 'None'} of {plural(len(order), 'method')} {'is' if ahead == 1 else 'are'} better than "
        f"{results.reference} on more than half of the data sets"
    )
    middle = [float(np.median(c)) for c in columns]
    if (top := max(middle)) > 0:
        title += f"; {order[middle.index(top)]} gains most ({top:+.2f}{_unit(metric)} in the median)"
    text = f"Median difference from {results.reference} over the data sets: "
    text += ", ".join(f"{m} {v:+.2f}" for m, v in zip(order, middle, strict=True)) + "."
    caption = (
        "Marks and numbers are medians over the data sets. The thick line covers the middle half of the data "
        "sets and the thin line eight in ten; dots are the other data sets. A number next to an arrow counts "
        f"data sets beyond the edge. The best average rank is on top (protocol {protocol}). {BY_GROUP}"
    )
    frame = table[order].melt(var_name="method", value_name="difference").dropna()
    frame["group"] = frame["method"].map(lambda m: group(results, m))
    figure = draw_distributions(frame, order, by_group(results, frame["group"]))
    figure.axes[0].set_xlabel(_axis_label(results, metric))
    return Picture(title, text, figure, caption, "scores.csv")


def draw_distributions(frame: pd.DataFrame, order: list[str], looks: dict[str, Any]) -> Figure:
    """Boxes of the middle half, whiskers over eight in ten (columns method, group, difference)."""
    import seaborn as sns

    tenths = frame.groupby("method")["difference"].quantile([0.1, 0.5, 0.9]).unstack().loc[order]
    low, high = min(0.0, tenths[0.1].min()), max(0.0, tenths[0.9].max())
    low, high = low - 0.08 * (high - low), high + 0.08 * (high - low)
    figure, (panel,) = rows.chart(order)
    box = {"whis": (10, 90), "width": 0.55, "linewidth": 0.9, "fill": False, "legend": False}
    dots = {"flierprops": {"marker": "o", "markersize": 2.4}}
    hue = {k: looks[k] for k in ("hue", "hue_order", "palette")}
    sns.boxplot(frame, x="difference", y="method", order=order, ax=panel, **hue, **box, **dots)
    medians = tenths[[0.5]].set_axis(["median"], axis=1).reset_index()
    medians["group"] = medians["method"].map(dict(zip(frame["method"], frame["group"], strict=True)))
    rows.marks(panel, medians, "median", looks)
    for row, method in enumerate(order):
        values = frame["difference"][frame["method"] == method]
        for beyond, x, side, sign in (
            (values < low, low, "left", "◂{}"),
            (values > high, high, "right", "{}▸"),
        ):
            if beyond.any():
                panel.text(x, row, sign.format(beyond.sum()), ha=side, va="center", zorder=5)
    panel.axvline(0, color=INK, lw=0.9, zorder=1)
    panel.set_xlim(low, high)
    rows.beside(panel, [f"{v:+.2f}".replace("-", MINUS) for v in tenths[0.5]], "median")
    return figure


def _optimism_points(results: Results, summary: Summary, honest: str) -> pd.DataFrame:
    import pandas as pd

    lines, control = [], shuffled(results)
    for protocol in (p for p in results.protocols if p != honest and p not in control):
        for dataset in results.datasets:
            cases = results.prepared.get(dataset, {}).get("rows")
            for method in results.methods:
                ours, fair = (accuracy_interval(summary, (p, dataset, method)) for p in (protocol, honest))
                if ours and fair and cases:
                    lines.append(
                        (
                            protocol,
                            dataset,
                            method,
                            group(results, method),
                            cases,
                            100 * (ours.accuracy - fair.accuracy),
                        )
                    )
    return pd.DataFrame(lines, columns=["protocol", "dataset", "method", "group", "cases", "optimism"])


def optimism(results: Results, summary: Summary, honest: str = "honest") -> Picture:
    """Draw accuracy under other protocols minus honest accuracy against the number of cases.

    Protocols with shuffled labels are left out, because their difference does not measure optimism.
    """
    title = "Optimism against the number of cases"
    points = _optimism_points(results, summary, honest)
    if points.empty or points["dataset"].nunique() < 2:
        return Picture(
            title,
            "No optimism to show: it needs two data sets with scores under the honest and another protocol.",
        )
    sets = points.groupby(["protocol", "dataset", "cases"])["optimism"].median().reset_index()
    typical, share = sets["optimism"].median(), (sets["optimism"] > 0).mean()
    title = (
        f"The other protocols {'overstate' if typical > 0 else 'do not overstate'} honest accuracy on the "
        f"typical data set (median {typical:+.2f} points); {100 * share:.0f} % of the medians are above zero"
    ).replace("-", MINUS)
    text = (
        f"Median optimism {points['optimism'].median():+.2f} points over {plural(len(points), 'pair')} of "
        f"data set and method; {(points['optimism'] > 0).mean():.0%} are above zero."
    )
    caption = (
        "Optimism is the accuracy under a protocol minus the honest accuracy, over the pooled cases. A mark "
        "is the median over the methods on a data set; the data sets farthest from zero are named. Protocols "
        "on shuffled labels are left out."
    )
    return Picture(title, text, draw_optimism(sets), caption, "protocols.csv")


def draw_optimism(sets: pd.DataFrame) -> Figure:
    """Medians by protocol (columns protocol, dataset, cases, optimism); the farthest data sets are named."""
    import matplotlib.pyplot as plt
    import seaborn as sns

    figure, axes = plt.subplots(figsize=(WIDTH, 3.9))
    axes.axhline(0, color=INK, lw=0.9, zorder=1)
    looks = [STYLES[1 + i % (len(STYLES) - 1)] for i in range(sets["protocol"].nunique())]
    by_protocol = {"palette": [look.light for look in looks], "markers": [look.marker for look in looks]}
    style = {"hue": "protocol", "style": "protocol", "s": 34, "edgecolor": GROUND, "linewidth": 0.4}
    sns.scatterplot(sets, x="cases", y="optimism", ax=axes, **by_protocol, **style)
    axes.set(xscale="log", xlabel="Cases of the data set (log scale)", ylabel="Optimism, accuracy points")
    log_axis(axes.xaxis, sets["cases"], lambda value: f"{value:,.0f}")
    axes.margins(x=0.08, y=0.1)
    legend_above(axes, columns=2)
    figure.canvas.draw()
    farthest = sets.reindex(sets["optimism"].abs().sort_values(ascending=False).index)
    farthest = farthest.drop_duplicates("dataset").head(NAMED).set_index("dataset")
    points = farthest.rename(columns={"cases": "x", "optimism": "y"})
    name_points(axes, points, {d: [d] for d in points.index}, sets[["cases", "optimism"]].to_numpy(float))
    return figure

"""Figures of the methods' overconfidence, and reliability diagrams with one small panel per method."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from naivebench.benchmark.results.context import Results, comparison, group
from naivebench.benchmark.results.formats import MINUS, plural
from naivebench.benchmark.results.summaries import Summary, compared
from naivebench.report import overconfidence
from naivebench.report.figures import rows
from naivebench.report.figures.ranks import BY_GROUP
from naivebench.report.figures.style import FAINT, INK, WIDTH, Picture
from naivebench.report.palette import styles

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FEWEST = 20  # bins with fewer cases are not drawn


def bins(results: Results, protocol: str) -> pd.DataFrame:
    """Table with method, bin, mean confidence, share of correct predictions and number of cases.

    Cases are pooled over folds and data sets, so each data set is weighted by its number of cases.
    """
    frame = results.calibration
    if frame.empty:
        return frame
    frame = frame[frame["protocol"] == protocol]
    pooled = (
        frame.groupby(["method", "bin"], observed=True)[["confidence_sum", "correct", "cases"]]
        .sum()
        .reset_index()
    )
    pooled = pooled[pooled["cases"] >= FEWEST].copy()
    pooled["method"] = pooled["method"].astype(str)
    pooled["confidence"], pooled["accuracy"] = (
        pooled["confidence_sum"] / pooled["cases"],
        pooled["correct"] / pooled["cases"],
    )
    return pooled


def calibration(results: Results, summary: Summary) -> Picture:
    """Draw confidence minus accuracy of every compared method; 0 is perfect."""
    title = "Confidence and accuracy"
    protocol, metric = results.primary
    sets, entry = compared(results, summary, protocol, metric), comparison(results, protocol, metric)
    gaps = overconfidence.gaps(results, protocol, sets)
    gaps = {m: 100 * g for m, g in gaps.items() if not entry or m in entry.average_ranks}
    if not gaps:
        return Picture(title, "No calibration figure: this run has no calibration counts.")
    order = sorted(gaps, key=lambda m: (-gaps[m], m))
    over = [m for m in order if gaps[m] > 0]
    side = "over" if 2 * len(over) >= len(order) else "under"
    count = len(over) if side == "over" else len(order) - len(over)
    most = order[0] if side == "over" else order[-1]
    share = "All" if count == len(order) else "Most" if 2 * count > len(order) else "Half of the"
    title = (
        f"{share} methods are {side}confident: {count} of {len(order)} "
        f"expect to be right {'more' if side == 'over' else 'less'} often than they are, {most} by "
        f"{abs(gaps[most]):.1f} percentage points"
    )
    text = "Mean confidence minus accuracy, points: " + ", ".join(f"{m} {gaps[m]:+.1f}" for m in order) + "."
    caption = (
        "The scale is the mean probability of the predicted class minus accuracy, averaged over the "
        f"{plural(len(sets), 'data set')} compared (protocol {protocol}). Methods to the right of zero are "
        f"overconfident. {BY_GROUP}"
    )
    return Picture(title, text, _gaps(results, gaps, order), caption, "calibration_scores.csv")


def _gaps(results: Results, gaps: dict[str, float], order: list[str]) -> Figure:
    looks = styles(group(results, m) for m in results.methods)
    figure, (panel,) = rows.chart(order)
    values = [gaps[m] for m in order]
    rows.spans(panel, range(len(order)), [0.0] * len(order), values, lw=1.6)
    rows.marks(panel, values, [looks[group(results, m)] for m in order])
    panel.axvline(0, color=INK, lw=0.9, zorder=1)
    panel.set_xlabel("Confidence minus accuracy, percentage points")
    rows.beside(panel, [f"{v:+.1f}".replace("-", MINUS) for v in values])
    return figure


def reliability(results: Results, summary: Summary) -> Picture | None:
    """Draw the share of correct predictions against confidence, one panel per method; None without counts."""
    protocol = results.primary[0]
    table = bins(results, protocol)
    methods = [m for m in results.methods if not table.empty and m in set(table["method"])]
    if not methods:
        return None
    text = f"Reliability diagrams of {plural(len(methods), 'method')}: {', '.join(methods)}."
    caption = (
        "Each panel shows accuracy against the confidence in the predicted class, over the pooled cases of "
        f"all data sets of a method (protocol {protocol}). Bins have at least {plural(FEWEST, 'case')}; "
        "larger points have more. Below the diagonal, the method is overconfident."
    )
    title = f"Reliability diagrams of {plural(len(methods), 'method')}"
    return Picture(title, text, _panels(results, table, methods), caption, "calibration.csv")


def _panels(results: Results, table: pd.DataFrame, methods: list[str]) -> Figure:
    import matplotlib.pyplot as plt

    columns = 4
    down = math.ceil(len(methods) / columns)
    figure, grid = plt.subplots(
        down,
        columns,
        figsize=(WIDTH, 1.55 * down + 0.4),
        sharex=True,
        sharey=True,
        squeeze=False,
    )
    looks = styles(group(results, m) for m in results.methods)
    largest = table["cases"].max()
    for i, axes in enumerate(grid.ravel()):
        if i >= len(methods):
            axes.axis("off")
            continue
        part, look = table[table["method"] == methods[i]], looks[group(results, methods[i])]
        axes.plot([0, 1], [0, 1], color=FAINT, lw=0.9)
        axes.plot(part["confidence"], part["accuracy"], color=look.light, lw=1.3)
        axes.scatter(
            part["confidence"],
            part["accuracy"],
            6 + 40 * part["cases"] / largest,
            color=look.light,
            marker=look.marker,
            linewidth=0,
            zorder=2.5,
        )
        axes.set(
            xlim=(-0.04, 1.04),
            ylim=(-0.04, 1.04),
            xlabel="",
            ylabel="",
        )
        axes.set_xticks([0, 0.5, 1], ["0", "50", "100"])
        axes.set_yticks([0, 0.5, 1], ["0", "50", "100"])
        axes.set_title(_short(methods[i]), pad=3)
        axes.set_aspect("equal")
        axes.tick_params(labelbottom=i + columns >= len(methods))
    height = figure.get_figheight()
    figure.subplots_adjust(
        left=0.115, right=0.995, top=1 - 0.22 / height, bottom=0.5 / height, wspace=0.12, hspace=0.26
    )
    figure.supxlabel("Confidence, %", fontsize=9, y=0.02 / height, va="bottom")
    figure.supylabel("Accuracy, %", fontsize=9, x=0.0, ha="left")
    return figure


def _short(name: str, limit: int = 17) -> str:
    return name if len(name) <= limit else name[: limit - 1] + "…"

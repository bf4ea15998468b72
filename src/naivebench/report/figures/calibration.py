"""Reliability diagrams, one small panel per method."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from naivebench.benchmark.results.context import Results, group
from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.summaries import Summary
from naivebench.report.figures.style import FAINT, Picture
from naivebench.report.palette import styles

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FEWEST = 20  # cases of a bin below which it is not drawn


def bins(results: Results, protocol: str) -> pd.DataFrame:
    """Method, bin, mean confidence, share correct and cases, pooled over folds and data sets; every data set
    weighs by its cases.
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
    """Share of correct predictions against confidence; on the diagonal a method knows what it knows."""
    title = "Reliability of the predicted probabilities"
    protocol = results.primary[0]
    table = bins(results, protocol)
    methods = [m for m in results.methods if not table.empty and m in set(table["method"])]
    if not methods:
        return Picture(title, "No reliability diagram: there are no calibration counts for this run.")
    gaps = {m: _gap(table[table["method"] == m]) for m in methods}
    text = (
        "Mean confidence minus accuracy, weighted by cases: "
        + ", ".join(f"{m} {gaps[m]:+.3f}" for m in methods)
        + "."
    )
    caption = (
        "Accuracy against confidence of the predicted class, cases of all data sets pooled, protocol "
        f"{protocol}; bins with at least "
    )
    caption += f"{plural(FEWEST, 'case')}; larger points hold more cases. Below the diagonal: overconfident."
    return Picture(title, text, _panels(results, table, methods), caption)


def _gap(part: pd.DataFrame) -> float:
    return float((part["confidence_sum"].sum() - part["correct"].sum()) / part["cases"].sum())


def _panels(results: Results, table: pd.DataFrame, methods: list[str]) -> Figure:
    import matplotlib.pyplot as plt

    columns = min((6, 5, 4), key=lambda c: (-len(methods) % c, -c))
    rows = math.ceil(len(methods) / columns)
    figure, grid = plt.subplots(
        rows,
        columns,
        figsize=(1.5 * columns + 0.3, 1.7 * rows + 0.3),
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
            xticks=[0, 0.5, 1],
            yticks=[0, 0.5, 1],
        )
        axes.set_xticks([0, 0.5, 1], ["0", "½", "1"])
        axes.set_yticks([0, 0.5, 1], ["0", "½", "1"])
        axes.set_title(_short(methods[i]), fontsize=8, pad=3)
        axes.set_aspect("equal")
        axes.tick_params(labelbottom=i + columns >= len(methods))
    height = figure.get_figheight()
    figure.subplots_adjust(
        left=0.075, right=0.995, top=1 - 0.22 / height, bottom=0.5 / height, wspace=0.12, hspace=0.26
    )
    figure.supxlabel("Confidence", fontsize=9, y=0.02 / height, va="bottom")
    figure.supylabel("Accuracy", fontsize=9, x=0.0, ha="left")
    return figure


def _short(name: str, limit: int = 18) -> str:
    return name if len(name) <= limit else name[: limit - 1] + "…"

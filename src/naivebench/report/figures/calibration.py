"""Figures of the methods' overconfidence, and reliability diagrams with one small panel per method."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from naivebench.benchmark.results.context import Results, comparison, group
from naivebench.benchmark.results.formats import MINUS, plural
from naivebench.benchmark.results.summaries import Summary, compared
from naivebench.report import overconfidence
from naivebench.report.figures import rows
from naivebench.report.figures.ranks import BY_GROUP
from naivebench.report.figures.style import FAINT, INK, WIDTH, Picture
from naivebench.report.palette import by_group

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
    import pandas as pd

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
    frame = pd.DataFrame({"method": order, "gap": [gaps[m] for m in order], "zero": 0.0})
    looks = by_group(results, [group(results, m) for m in order])
    frame["group"] = [group(results, m) for m in order]
    return Picture(title, text, draw_gaps(frame, looks), caption, "calibration_scores.csv")


def draw_gaps(frame: pd.DataFrame, looks: dict[str, Any]) -> Figure:
    """Marks with a line from zero (columns method, group, gap, zero)."""
    figure, (panel,) = rows.chart([*frame.method])
    rows.marks(panel, frame, "gap", looks, spans="zero gap")
    panel.axvline(0, color=INK, lw=0.9, zorder=1)
    panel.set_xlabel("Confidence minus accuracy, percentage points")
    rows.beside(panel, [f"{v:+.1f}".replace("-", MINUS) for v in frame.gap])
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
    table = table[table["method"].isin(methods)].assign(
        group=[group(results, m) for m in table["method"] if m in methods]
    )
    return Picture(
        title,
        text,
        draw_reliability(table, methods, by_group(results, table["group"])),
        caption,
        "calibration.csv",
    )


def draw_reliability(table: pd.DataFrame, methods: list[str], looks: dict[str, Any]) -> Figure:
    """Accuracy against confidence, a panel for each method (columns of `bins`, group).

    Plain matplotlib: seaborn's grids take half a second for each panel.
    """
    import matplotlib.pyplot as plt

    down = math.ceil(len(methods) / 4)
    size = WIDTH, 1.55 * down + 0.4
    shared: dict[str, Any] = {"sharex": True, "sharey": True, "squeeze": False}
    figure, grid = plt.subplots(down, 4, figsize=size, **shared)
    table = table.assign(
        **(100 * table[["confidence", "accuracy"]]), size=6 + 40 * table["cases"] / table["cases"].max()
    )
    groups = dict(list(table.groupby("method")))
    for panel in grid.flat[len(methods) :]:
        panel.axis("off")
    for i, (panel, method) in enumerate(zip(grid.flat, methods, strict=False)):
        of = groups[method]
        colour, marker = (looks[k][of["group"].iloc[0]] for k in ("palette", "markers"))
        panel.plot([0, 100], [0, 100], color=FAINT, lw=0.9)
        panel.plot(of["confidence"], of["accuracy"], color=colour, lw=1.3)
        panel.scatter(
            of["confidence"], of["accuracy"], of["size"], color=colour, marker=marker, lw=0, zorder=3
        )
        panel.set(xlim=(-4, 104), ylim=(-4, 104), aspect="equal", xticks=[0, 50, 100], yticks=[0, 50, 100])
        panel.set_title(method if len(method) <= 17 else f"{method[:16]}…", pad=3)
        panel.tick_params(labelbottom=i + 4 >= len(methods))
    high = figure.get_figheight()
    margins = {"left": 0.115, "right": 0.995, "top": 1 - 0.22 / high, "bottom": 0.5 / high}
    figure.subplots_adjust(**margins, wspace=0.12, hspace=0.26)
    figure.supxlabel("Confidence, %", fontsize=9, y=0.02 / high, va="bottom")
    figure.supylabel("Accuracy, %", fontsize=9, x=0.0, ha="left")
    return figure

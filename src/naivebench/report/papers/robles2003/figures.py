"""Search trajectories of the methods of Robles et al. 2003 against the honest accuracy of what they find."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.summaries import Summary, accuracy_interval
from naivebench.report.figures.style import INK, Picture, log_axis
from naivebench.report.palette import STYLES, Style
from naivebench.report.papers.paper import Paper
from naivebench.report.papers.run import Run

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

TITLE = "Search trajectories against honest accuracy"
ACROSS = 4  # panels beside each other
NARROW = 20  # largest evaluations by smallest, below which an axis has more labels than powers of ten


def methods_of(paper: Paper) -> list[str]:
    """The methods that stand for printed ones, in the paper's order."""
    return [m for method in paper.methods.values() for m in method.ids]


def traced(run: Run) -> pd.DataFrame:
    """Traces of the paper's methods under its protocol: a row per data set, method, run and generation."""
    frame, paper = run.results.traces, run.paper
    return frame[(frame["protocol"] == paper.protocols["paper"]) & frame["method"].isin(methods_of(paper))]


def trajectories(run: Run) -> Picture | None:
    """Best and mean fitness over the evaluations, a panel per data set, beside the honest accuracy of the
    same method; None without a trace.
    """
    paper, frame = run.paper, traced(run)
    if frame.empty:
        return None
    import matplotlib.pyplot as plt

    names = sorted(frame["dataset"].astype(str).unique())
    methods = [m for m in methods_of(paper) if m in set(frame["method"])]
    looks = dict(zip(methods, STYLES[1:], strict=False))
    rows = math.ceil(len(names) / ACROSS)
    figure, axes = plt.subplots(
        rows, ACROSS, figsize=(9.6, 1.75 * rows + 0.5), squeeze=False, layout="constrained"
    )
    for panel, name in zip(axes.flat, names, strict=False):
        _panel(panel, frame[frame["dataset"] == name], name, looks, run.summary, paper.protocols["honest"])
    for panel in axes.flat[len(names) :]:
        panel.set_visible(False)
    figure.supxlabel("Evaluations (log scale)", fontsize=9)
    figure.supylabel("Accuracy, %", fontsize=9)
    handles = [
        plt.Line2D([], [], color=looks[m].light, marker=looks[m].marker, ms=4, label=m) for m in methods
    ]
    figure.legend(handles=handles, loc="outside upper left", ncols=len(methods))
    text = (
        f"Fitness of {listing(methods)} over their evaluations on {plural(len(names), 'data set')}, "
        "paper's protocol, beside honest accuracy."
    )
    return Picture(
        TITLE,
        text,
        figure,
        "Solid: best so far, a line per run, its end marked; dashed: mean of the population, first run; "
        "dotted: honest accuracy of the method.",
    )


def _panel(
    panel: Axes, frame: pd.DataFrame, name: str, looks: dict[str, Style], summary: Summary, honest: str
) -> None:
    for method, look in looks.items():
        end: dict[str, Any] = {"marker": look.marker, "markevery": [-1], "ms": 3.5, "mew": 0}
        for number, (_, run) in enumerate(
            frame[frame["method"] == method].groupby(["repeat", "fold"], observed=True)
        ):
            run = run.sort_values("generation")
            panel.plot(run["evaluations"], 100 * run["best"], color=look.light, lw=1.1, alpha=0.7, **end)
            if not number:
                panel.plot(
                    run["evaluations"], 100 * run["mean"], color=look.light, lw=0.5, ls="--", alpha=0.8
                )
        fair = accuracy_interval(summary, (honest, name, method))
        if fair and (frame["method"] == method).any():
            panel.axhline(100 * fair.accuracy, color=look.light, lw=1, ls=":")
    panel.set_xscale("log")
    panel.minorticks_off()
    spent = frame["evaluations"]
    if spent.max() < NARROW * spent.min():
        log_axis(panel.xaxis, spent, lambda value: f"{value:,.0f}")
    panel.set_title(name, color=INK, loc="left")

"""Search trajectories of the methods of Robles et al. 2003, with the honest accuracy of their results."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Any, NamedTuple

from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.summaries import Summary, accuracy_interval
from naivebench.report.figures import rows
from naivebench.report.figures.style import FAINT, GROUND, INK, WIDTH, Picture, legend_above, log_axis
from naivebench.report.palette import STYLES, Style
from naivebench.report.papers.paper import Paper
from naivebench.report.papers.run import Run

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACROSS = 3  # panels next to each other
NARROW = 20  # below this ratio of most to fewest evaluations, an axis has more labels than powers of ten


def methods_of(paper: Paper) -> list[str]:
    """The methods of this project that represent printed ones, in the paper's order."""
    return [m for method in paper.methods.values() for m in method.ids]


def traced(run: Run) -> pd.DataFrame:
    """Traces of the paper's methods under its protocol, a row for each data set, method, run and
    generation.
    """
    frame, paper = run.results.traces, run.paper
    return frame[(frame["protocol"] == paper.protocols["paper"]) & frame["method"].isin(methods_of(paper))]


class Excess(NamedTuple):
    """Accuracy that a search reports minus the honest one, percentage points."""

    dataset: str
    method: str
    points: float


def excesses(run: Run) -> list[Excess]:
    """Excess of every search with a trace on every data set; accuracies are of pooled cases."""
    frame, protocols, found = traced(run), run.paper.protocols, list[Excess]()
    searches = frame[["dataset", "method"]].astype(str).drop_duplicates().sort_values(["dataset", "method"])
    for dataset, method in searches.itertuples(index=False, name=None):
        reported, fair = (
            accuracy_interval(run.summary, (protocols[role], dataset, method)) for role in ("paper", "honest")
        )
        if reported and fair:
            found.append(Excess(dataset, method, 100 * (reported.accuracy - fair.accuracy)))
    return found


def promises(run: Run) -> Picture | None:
    """Accuracy that the searches report minus honest accuracy, with a row for each data set; None without
    traces.
    """
    import pandas as pd

    found = excesses(run)
    if not found:
        return None
    middle, most = statistics.median(e.points for e in found), max(found, key=lambda e: e.points)
    above = sum(e.points > 0 for e in found)
    title = (
        f"The accuracy that a search maximises and reports is {_more(middle)} than the honest one in the "
        f"median, and {_more(most.points)} for {most.method} on {most.dataset}"
    )
    text = (
        f"Reported minus honest accuracy is above zero for {above} of {len(found)} searches, points: "
        + ", ".join(f"{e.method} on {e.dataset} {e.points:+.1f}" for e in found)
        + "."
    )
    caption = (
        "The scale is the accuracy under the paper's protocol, in which the search sees every case, minus "
        "the accuracy under the honest protocol, over the pooled cases. To the right of zero, the reported "
        "accuracy is too optimistic. Data sets are in the order of their mean."
    )
    frame = pd.DataFrame(found)
    methods = [m for m in methods_of(run.paper) if m in set(frame["method"])]
    return Picture(title, text, draw_promises(frame, methods), caption, "protocols.csv")


def _more(points: float) -> str:
    return f"{abs(points):.1f} points {'higher' if points >= 0 else 'lower'}"


def draw_promises(frame: pd.DataFrame, methods: list[str]) -> Figure:
    """A mark for each search and their range (columns dataset, method, points), a row for each data set."""
    import seaborn as sns

    order = [*frame.groupby("dataset")["points"].mean().sort_values(ascending=False, kind="stable").index]
    frame = frame.assign(row=frame["dataset"].map(order.index))
    looks = dict(zip(methods, STYLES[1:], strict=False))
    figure, (panel,) = rows.chart(order)
    ranges = frame.groupby("row")["points"].agg(["min", "max"])
    panel.hlines(ranges.index, ranges["min"], ranges["max"], color=FAINT, lw=1, zorder=2)
    by: dict[str, Any] = {"hue": "method", "style": "method", "hue_order": methods, "style_order": methods}
    by |= {
        "palette": {m: s.light for m, s in looks.items()},
        "markers": {m: s.marker for m, s in looks.items()},
    }
    style = {"s": 42, "edgecolor": GROUND, "linewidth": 0.6, "zorder": 4}
    sns.scatterplot(frame, x="points", y="row", ax=panel, **by, **style)
    panel.axvline(0, color=INK, lw=0.9, zorder=1)
    panel.grid(axis="y", visible=True)
    panel.set(xlabel="Reported minus honest accuracy, percentage points", ylabel="")
    legend_above(panel, 4)
    return figure


def trajectories(run: Run) -> Picture | None:
    """Best and mean fitness against evaluations, with a panel for each data set; None without traces.

    The honest accuracy of each method is shown for comparison.
    """
    paper, frame = run.paper, traced(run)
    if frame.empty:
        return None
    import matplotlib.pyplot as plt

    names = sorted(frame["dataset"].astype(str).unique())
    methods = [m for m in methods_of(paper) if m in set(frame["method"])]
    looks = dict(zip(methods, STYLES[1:], strict=False))
    down = math.ceil(len(names) / ACROSS)
    figure, axes = plt.subplots(
        down, ACROSS, figsize=(WIDTH, 1.55 * down + 0.5), squeeze=False, layout="constrained"
    )
    for panel, name in zip(axes.flat, names, strict=False):
        _panel(panel, frame[frame["dataset"] == name], name, looks, run.summary, paper.protocols["honest"])
    for panel in axes.flat[len(names) :]:
        panel.set_visible(False)
    figure.supxlabel("Thousands of evaluations (log scale)", fontsize=9)
    figure.supylabel("Accuracy, %", fontsize=9)
    handles = [
        plt.Line2D([], [], color=looks[m].light, marker=looks[m].marker, ms=4, label=m) for m in methods
    ]
    figure.legend(handles=handles, loc="outside upper left", ncols=4)
    text = (
        f"Fitness of {listing(methods)} over their evaluations on {plural(len(names), 'data set')}, "
        f"paper's protocol, with honest accuracy."
    )
    return Picture(
        f"How the searches proceed on {plural(len(names), 'data set')}, with honest accuracy",
        text,
        figure,
        "Solid lines show the best individual so far (one line per run, with a mark at its end), the dashed "
        "line the population mean of run 1, and the dotted line the accuracy of the method under the honest "
        "protocol.",
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
        log_axis(panel.xaxis, spent, lambda value: f"{value / 1000:g}")
    else:
        panel.xaxis.set_major_formatter(lambda value, _: f"{value / 1000:g}")
    panel.set_title(name, color=INK, loc="left")

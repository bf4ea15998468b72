"""Figures of learning curves: a panel per data set, a line per method."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.results.context import Results, group
from naivebench.benchmark.results.formats import listing, metric_kind, plural
from naivebench.benchmark.results.summaries import Key, Summary
from naivebench.report.figures.style import GROUND, WIDTH, Picture, log_axis, name_ends
from naivebench.report.learning_curves import Point, crossings, curves, sentences
from naivebench.report.palette import DASHES, styles

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SHOWN = 3  # data sets whose panels are shown unfolded


def learning_curves(results: Results, summary: Summary) -> Picture:
    """Draw the primary metric of the first data sets against the number of training cases.

    Both axes are logarithmic; accuracy is drawn as error.
    """
    points, panels = _panels_of(results)
    if not panels:
        return Picture(
            "Learning curves",
            "No learning curves: no protocol of this run has train_cases, or no data set has two sizes.",
        )
    return _picture(results, points, panels[:SHOWN])


def more_learning_curves(results: Results, summary: Summary) -> Picture | None:
    """Draw the learning curves of the other data sets; None if there are no others."""
    points, panels = _panels_of(results)
    return _picture(results, points, panels[SHOWN:]) if len(panels) > SHOWN else None


def _panels_of(results: Results) -> tuple[dict[Key, list[Point]], list[tuple[str, str]]]:
    """The curves, and the pairs (protocol, data set) that have several training sizes."""
    points = curves(results)
    return points, list(dict.fromkeys(key[:2] for key in points if len(points[key]) > 1))


def _picture(results: Results, points: dict[Key, list[Point]], panels: list[tuple[str, str]]) -> Picture:
    behind, later, count = crossings(results)
    title = "Learning curves"
    if count:
        title = (
            f"More training cases {'change the order' if later else 'do not change the order'}: "
            f"{later or 'none'} of {plural(count, 'curve')} {'overtakes' if later == 1 else 'overtake'} "
            f"{results.reference} only after the smallest size, and {behind or 'none'} "
            f"{'starts' if behind == 1 else 'start'} behind it"
        )
    drawn = [m for m in results.methods if any((*panel, m) in points for panel in panels)]
    text = (
        f"Learning curves of {listing(drawn)} on {plural(len(panels), 'data set')}. "
        f"{' '.join(sentences(results))}"
    )
    caption = (
        "Lines are means over the folds; scales are logarithmic, except for errors that reach 0. Test folds "
        "are the same for all sizes, and smaller training sets are parts of larger ones. Shaded areas extend "
        "one standard error over the folds to either side. They are not confidence intervals, because the "
        "folds share training cases."
    )
    frame = frame_of(points, panels, results.primary[1])
    looks, log = line_looks(results, drawn), _is_error(results)
    figure = draw_curves(frame, panels, looks, _label(results), log)
    return Picture(title, text.strip(), figure, caption, "learning_curves.csv")


def line_looks(results: Results, methods: list[str]) -> dict[str, dict[str, Any]]:
    """Colour and marker of each method's group, and a dash pattern of its own within the group."""
    of_group, members = styles(group(results, m) for m in results.methods), dict[str, int]()
    looks = {}
    for method in methods:
        name = group(results, method)
        members[name] = members.get(name, -1) + 1
        look, dash = of_group[name], DASHES[members[name] % len(DASHES)]
        looks[method] = {"color": look.light, "marker": look.marker, "ls": dash}
    return looks


def frame_of(points: dict[Key, list[Point]], panels: list[tuple[str, str]], metric: str) -> pd.DataFrame:
    """A row for each finite mean: protocol, dataset, method, n_train, value, error (of the mean)."""
    import pandas as pd

    rows = [
        (*key, p.n_train, _shown(p.mean, metric), p.std / math.sqrt(p.folds) if math.isfinite(p.std) else 0.0)
        for key in points
        if key[:2] in panels
        for p in points[key]
        if math.isfinite(p.mean)
    ]
    frame = pd.DataFrame(rows, columns=["protocol", "dataset", "method", "n_train", "value", "error"])
    return frame.assign(error=frame["error"] * (100 if metric_kind(metric) == "percent" else 1))


def draw_curves(
    frame: pd.DataFrame,
    panels: list[tuple[str, str]],
    looks: dict[str, dict[str, Any]],
    label: str,
    log: bool,
) -> Figure:
    """Lines with bands of one standard error, a panel for each pair of protocol and data set.

    `log`: values are on a log scale where all of them are above 0.
    """
    import matplotlib.pyplot as plt
    import seaborn as sns

    size = (WIDTH, 2.5 * len(panels) + 0.3)
    figure, axes = plt.subplots(len(panels), 1, figsize=size, squeeze=False, layout="constrained")
    several = len({protocol for protocol, _ in panels}) > 1
    for (protocol, dataset), panel in zip(panels, axes.flat, strict=True):
        part = frame[(frame["protocol"] == protocol) & (frame["dataset"] == dataset)]
        part = part.assign(x=np.log2(part["n_train"]), low=part["value"] - part["error"])
        if log and part["value"].min() > 0:
            panel.set_yscale("log")
            log_axis(panel.yaxis, part["value"], lambda value: f"{value:g}")
            part["low"] = part["low"].clip(lower=part["value"] / 4)  # a band that reaches 0 has no lower end
        methods = [m for m in looks if m in set(part["method"])]
        lines = {
            "palette": {m: looks[m]["color"] for m in methods},
            "markers": {m: looks[m]["marker"] for m in methods},
            "dashes": {m: "" if looks[m]["ls"] == "-" else looks[m]["ls"][1] for m in methods},
        }
        by = {"hue": "method", "style": "method", "hue_order": methods, "style_order": methods}
        style = {
            "errorbar": None,
            "legend": False,
            "markersize": 4,
            "linewidth": 1.3,
            "markeredgecolor": GROUND,
        }
        sns.lineplot(part, x="x", y="value", ax=panel, **by, **lines, **style, markeredgewidth=0.4)
        for method, of in part.groupby("method", sort=False):
            band = of["low"], of["value"] + of["error"]
            panel.fill_between(of["x"], *band, color=looks[str(method)]["color"], alpha=0.13, lw=0)
        sizes = sorted(set(part["n_train"].round().astype(int)))
        panel.set_xticks(np.log2(sizes), [f"{size:,}" for size in sizes])
        panel.set(xlabel="", ylabel="")
        panel.set_title(f"{dataset}, {protocol}" if several else dataset, loc="left", weight="bold")
        panel.margins(x=0.02)
        ends = part.groupby("method", sort=False)["value"].last()
        name_ends(panel, {str(m): float(v) for m, v in ends.items()}, 0.085)
    figure.supxlabel("Training cases (log scale)", fontsize=9)
    figure.supylabel(label, fontsize=9)
    return figure


def _is_error(results: Results) -> bool:
    """Whether the metric is drawn as an error, as shares of cases are."""
    metric = results.metrics.get(results.primary[1])
    return metric_kind(results.primary[1]) == "percent" or (metric is not None and metric.better == "lower")


def _shown(value: float, metric: str) -> float:
    """Convert shares of cases to errors in percent; return other metrics unchanged."""
    return 100 * (1 - value) if metric_kind(metric) == "percent" else value


def _label(results: Results) -> str:
    metric = results.primary[1]
    label = results.metrics[metric].label if metric in results.metrics else metric
    if metric_kind(metric) != "percent":
        return label
    return "Error, %" if metric == "accuracy" else f"100 - {label}, %"

"""Figures of learning curves: a panel per data set, a line per method."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.results.context import Results, group
from naivebench.benchmark.results.formats import listing, metric_kind, plural
from naivebench.benchmark.results.summaries import Key, Summary
from naivebench.report.figures.style import GROUND, INK, WIDTH, Picture, log_axis, name_ends
from naivebench.report.learning_curves import Point, crossings, curves, sentences
from naivebench.report.palette import DASHES, styles

if TYPE_CHECKING:
    from matplotlib.axes import Axes
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
    drawing = _draw(results, points, panels, drawn)
    return Picture(title, text.strip(), drawing, caption, "learning_curves.csv")


def _draw(
    results: Results, points: dict[Key, list[Point]], panels: list[tuple[str, str]], methods: list[str]
) -> Figure:
    import matplotlib.pyplot as plt

    several = len({p for p, _ in panels}) > 1
    figure, axes = plt.subplots(
        len(panels), 1, figsize=(WIDTH, 2.5 * len(panels) + 0.3), squeeze=False, layout="constrained"
    )
    looks = _looks(results, methods)
    for (protocol, dataset), panel in zip(panels, axes.flat, strict=True):
        lines = {m: points[protocol, dataset, m] for m in methods if (protocol, dataset, m) in points}
        _panel(panel, lines, looks, results.primary[1], _is_error(results))
        panel.set_title(
            f"{dataset}, {protocol}" if several else dataset, color=INK, loc="left", weight="bold"
        )
    figure.supxlabel("Training cases (log scale)", fontsize=9)
    figure.supylabel(_label(results), fontsize=9)
    return figure


def _looks(results: Results, methods: list[str]) -> dict[str, dict[str, Any]]:
    """Look of each method: colour and marker of its group, and its own dash pattern within the group."""
    of_group, members, looks = styles(group(results, m) for m in results.methods), dict[str, list[str]](), {}
    for method in methods:
        look, place = of_group[group(results, method)], members.setdefault(group(results, method), [])
        line = DASHES[len(place) % len(DASHES)]
        looks[method] = {
            "color": look.light,
            "marker": look.marker,
            "ls": line,
            "lw": 1.3,
            "mec": GROUND,
            "mew": 0.4,
        }
        place.append(method)
    return looks


def _panel(
    panel: Axes, lines: dict[str, list[Point]], looks: dict[str, dict[str, Any]], metric: str, error: bool
) -> None:
    """Draw lines with bands against log2 of the training cases; infinite means are not drawn.

    Errors have a logarithmic scale if all of them are above 0.
    """
    sizes = sorted({round(p.n_train) for points in lines.values() for p in points})
    means = [_shown(p.mean, metric) for points in lines.values() for p in points if math.isfinite(p.mean)]
    if error and min(means, default=0.0) > 0:
        panel.set_yscale("log")
        log_axis(panel.yaxis, means, lambda value: f"{value:g}")
    for method, points in lines.items():
        points = [p for p in points if math.isfinite(p.mean)]
        x = np.log2([p.n_train for p in points])
        y = np.array([_shown(p.mean, metric) for p in points])
        width = np.array(
            [
                abs(_shown(p.std, metric) - _shown(0.0, metric)) / math.sqrt(p.folds)
                if math.isfinite(p.std)
                else 0.0
                for p in points
            ]
        )
        # on the log scale, a band that reaches zero has no lower end
        low = np.maximum(y - width, y / 4) if panel.get_yscale() == "log" else y - width
        panel.fill_between(x, low, y + width, color=looks[method]["color"], alpha=0.13, lw=0)
        panel.plot(x, y, **looks[method], ms=3.6)
    panel.set_xticks([math.log2(s) for s in sizes], [f"{s:,}" for s in sizes])
    panel.margins(x=0.02)
    ends = {m: _shown(p[-1].mean, metric) for m, p in lines.items() if math.isfinite(p[-1].mean)}
    name_ends(panel, ends, 0.085)


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

"""Probabilities better, alike and worse as points of a triangle (Benavoli et al. 2017, figure 5)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from naivebench.benchmark.results.comparisons import AgainstReference, Posterior
from naivebench.benchmark.results.context import Results, group
from naivebench.benchmark.results.formats import listing, metric_kind, plural
from naivebench.benchmark.results.summaries import Summary
from naivebench.report.figures.cost import name_points
from naivebench.report.figures.style import FAINT, GROUND, INK, Picture, legend_above
from naivebench.report.palette import styles
from naivebench.report.probabilities import SURE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT = math.sqrt(3) / 2  # of a triangle with sides of one
CORNERS = np.array([[1.0, 0.0], [0.5, HEIGHT], [0.0, 0.0]])  # better, practically alike, worse


def places(probabilities: np.ndarray) -> np.ndarray:
    """(m, 2) places of (m, 3) probabilities better, alike, worse: corners weighted by them."""
    return np.asarray(probabilities, dtype=float) @ CORNERS


def triangle(axes: Axes, corners: tuple[str, str, str]) -> None:
    """The empty triangle: the regions in which one outcome is the most probable, and the outcomes' names."""
    axes.plot(*np.vstack([CORNERS, CORNERS[:1]]).T, color=INK, lw=0.9, zorder=1)
    centre = CORNERS.mean(axis=0)
    for i in range(3):
        middle = CORNERS[[j for j in range(3) if j != i]].mean(axis=0)
        axes.plot(*zip(centre, middle, strict=True), color=FAINT, lw=0.9, zorder=1)
    aligns = (("right", "top", -0.075), ("center", "bottom", 0.025), ("left", "top", -0.075))
    for (x, y), text, (side, upright, away) in zip(CORNERS, corners, aligns, strict=True):
        axes.text(x, y + away, text, ha=side, va=upright, fontsize=9)
    axes.set(xlim=(-0.06, 1.06), ylim=(-0.14, HEIGHT + 0.09), aspect="equal")
    axes.axis("off")


def primary(results: Results) -> AgainstReference | None:
    """The Bayesian comparison over data sets of the primary protocol and metric, or None."""
    entries = results.bayes.comparisons
    named = [e for e in entries if e.primary]
    alike = [e for e in entries if (e.protocol, e.metric) == results.primary and e.main]
    return next(iter([*named, *alike]), None)


def simplex(results: Results, summary: Summary) -> Picture:
    """Every method against the reference: P(better), P(practically alike), P(worse) as one point."""
    title = "Probability of being better, alike or worse"
    entry = primary(results)
    shown = [
        m for m in (entry.methods if entry else ()) if m.better is not None and m.method in results.methods
    ]
    reference = results.bayes.reference or results.reference or "nb"
    if entry is None or not shown:
        return Picture(
            title, f"No Bayesian comparison against the reference method ({reference}) in this run."
        )
    rope = results.bayes.rope or 0.0
    region = (
        f"{100 * rope:g} percentage point{'' if rope == 0.01 else 's'}"
        if metric_kind(entry.metric) == "percent"
        else f"{rope:g}"
    )
    sure = [m.method for m in shown if (m.better or 0) >= SURE]
    text = f"Better than {reference} with a probability of at least {SURE}: {listing(sure) or 'none'}. "
    text += (
        "P(better), P(alike), P(worse): "
        + "; ".join(f"{m.method} {m.better:.2f}, {m.rope:.2f}, {m.worse:.2f}" for m in shown)
        + "."
    )
    caption = (
        f"A point is a method against {reference} over {plural(max(m.n or 0 for m in shown), 'data set')} "
        "(Bayesian signed-rank test); "
    )
    caption += (
        f"alike: within {region}. The nearer a corner, the more probable; the lines part the regions where "
        "one outcome is the likeliest."
    )
    caption += " Crowded points go unnamed; the table has all."
    corners = (f"better than {reference}", f"alike (within {region})", f"worse than {reference}")
    return Picture(title, text, _points(results, shown, sure, corners), caption)


def _points(
    results: Results, shown: list[Posterior], sure: list[str], corners: tuple[str, str, str]
) -> Figure:
    import matplotlib.pyplot as plt
    import pandas as pd

    looks = styles(group(results, m) for m in results.methods)
    at = places(np.array([[m.better, m.rope, m.worse] for m in shown]))
    frame = pd.DataFrame(at, columns=["x", "y"]).assign(
        method=[m.method for m in shown], group=[group(results, m.method) for m in shown]
    )
    figure, axes = plt.subplots(figsize=(7.4, 6.4))
    triangle(axes, corners)
    for name in (g for g in looks if g in set(frame["group"])):
        part, look = frame[frame["group"] == name], looks[name]
        axes.plot(
            part["x"],
            part["y"],
            look.marker,
            color=look.light,
            ms=7,
            mec=GROUND,
            mew=0.6,
            label=name,
            zorder=3,
            clip_on=False,
        )
    legend_above(axes)
    figure.canvas.draw()
    name_points(axes, frame, ("x", "y"), sure)
    return figure

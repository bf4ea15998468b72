"""Figures of the experiment of Lopez-Cruz et al. 2013: accuracy under rotation of all angles, fitted
densities over roses, worked examples.
"""

from __future__ import annotations

import math
from typing import Any

from naivebench.benchmark.results.formats import listing, plural
from naivebench.report.figures import rows
from naivebench.report.figures.roses import fits, widest
from naivebench.report.figures.style import GROUND, INK, WIDTH, Picture, legend_above
from naivebench.report.palette import STYLES, Style
from naivebench.report.papers.angles import Turned, drawn, facts, turned
from naivebench.report.papers.lopezcruz2013 import figures_of_examples
from naivebench.report.papers.run import Run, protocol

ACROSS = 3  # panels next to each other


def worked_example(run: Run, name: str) -> Picture | None:
    """A worked example, the same in every run; None without scores under the paper's protocol."""
    return figures_of_examples.draw(name) if protocol(run, "paper") else None


def goodness_of_fit(run: Run) -> str | None:
    """SVG of the fitted densities of one attribute over roses; None if there are no angles."""
    chosen = drawn(run) if protocol(run, "paper") else None
    if chosen is None:
        return None
    dataset, why = chosen
    found = facts(run, dataset)
    attribute = widest(found)
    why += " The figure shows the angle whose log-likelihoods differ most."
    return fits("goodness_of_fit", found, attribute, why) if attribute else None


def rotation(run: Run) -> Picture | None:
    """Accuracy without rotation and its range over the offsets, with a row for each data set; None without
    angles.
    """
    found = turned(run) if protocol(run, "paper") else []
    if not found:
        return None
    names, looks = list(dict.fromkeys(t.dataset for t in found)), _looks(found)
    figure, (panel,) = rows.chart(names)
    for number, (method, look) in enumerate(looks.items()):
        shift = 0.24 * (number - (len(looks) - 1) / 2)
        own = [t for t in found if t.method == method]
        at = [names.index(t.dataset) + shift for t in own]
        ranges = [(min(_percents(t)), max(_percents(t))) for t in own]
        panel.hlines(at, *zip(*ranges, strict=True), color=look.light, lw=2.6, alpha=0.55, zorder=2)
        style: dict[str, Any] = {"color": look.light, "ms": 5, "mec": GROUND, "mew": 0.5, "zorder": 4}
        panel.plot([_percents(t)[0] for t in own], at, look.marker, **style, label=method)
    panel.set_xlabel("Accuracy, %")
    legend_above(panel, 4)
    widest = {m: max((t for t in found if t.method == m), key=_spread) for m in looks}
    level = [m for m, t in widest.items() if not _spread(t)]
    moved = [f"{m} by up to {_spread(t):.1f} points ({t.dataset})" for m, t in widest.items() if _spread(t)]
    told = [f"does not change the accuracy of {listing(level)}"] if level else []
    told += [f"changes that of {listing(moved)}"] if moved else []
    title = f"Turning all angles {', but '.join(told)}"
    text = (
        f"Range of the accuracy over all offsets on {plural(len(names), 'data set')}, points: "
        + "; ".join(f"{t.method} on {t.dataset} {_spread(t):.1f}" for t in found)
    )
    caption = (
        "Marks show the accuracy with the angles as they are, and lines its range when all angles are turned "
        "by the same offset. A method without a line does not depend on where the circle is cut."
    )
    return Picture(title, text + ".", figure, caption, "lopezcruz2013_rotation.csv")


def _percents(of: Turned) -> list[float]:
    """Accuracies by offset, without rotation first."""
    return [100 * r.accuracy for r in of.rows]


def _spread(of: Turned) -> float:
    return max(_percents(of)) - min(_percents(of))


def _looks(found: list[Turned]) -> dict[str, Style]:
    return dict(zip(dict.fromkeys(t.method for t in found), STYLES[1:], strict=False))


def offsets(run: Run) -> Picture | None:
    """Accuracy against the offset, with a panel for each data set and a line for each method; None without
    angles.
    """
    found = turned(run) if protocol(run, "paper") else []
    if not found:
        return None
    import matplotlib.pyplot as plt

    names, looks = list(dict.fromkeys(t.dataset for t in found)), _looks(found)
    down, across = math.ceil(len(names) / ACROSS), min(len(names), ACROSS)
    figure, axes = plt.subplots(
        down, across, figsize=(WIDTH, 1.6 * down + 0.5), squeeze=False, layout="constrained"
    )
    for panel, name in zip(axes.flat, names, strict=False):
        for of in (t for t in found if t.dataset == name):
            look = looks[of.method]
            degrees = [r.offset_degrees for r in of.rows]
            panel.plot(degrees, _percents(of), color=look.light, marker=look.marker, ms=3.5, lw=1.2)
        panel.set_title(name, color=INK, loc="left")
        panel.set_xticks([0, 90, 180, 270])
    for panel in axes.flat[len(names) :]:
        panel.set_visible(False)
    figure.supxlabel("Offset, degrees of the circle", fontsize=9)
    figure.supylabel("Accuracy, %", fontsize=9)
    handles = [
        plt.Line2D([], [], color=look.light, marker=look.marker, ms=4, label=m) for m, look in looks.items()
    ]
    figure.legend(handles=handles, loc="outside upper left", ncols=len(looks))
    text = (
        f"Accuracy of {listing(looks)} on {plural(len(names), 'data set')} after rotating all angles by "
        "an offset."
    )
    caption = (
        "The same data with all angles turned by an offset. A level line means that the method does not "
        "depend on where the circle is cut."
    )
    title = f"Accuracy against the offset on {plural(len(names), 'data set')}"
    return Picture(title, text, figure, caption, "lopezcruz2013_offsets.csv")

"""Figures of the experiment of Lopez-Cruz et al. 2013: accuracy under rotation of all angles, fitted
densities over roses, worked examples.
"""

from __future__ import annotations

import math

from naivebench.benchmark.results.formats import listing, plural
from naivebench.report.figures.roses import fits, widest
from naivebench.report.figures.style import INK, Picture
from naivebench.report.palette import STYLES
from naivebench.report.papers.angles import drawn, turned
from naivebench.report.papers.lopezcruz2013.figures_of_examples import svg
from naivebench.report.papers.run import Run, protocol

TITLE = "Accuracy after rotating all angles"
ACROSS = 4  # panels beside each other


def worked_example(run: Run, name: str) -> str | None:
    """SVG of a worked example, the same in every run; None without scores under the paper's protocol."""
    return svg(name) if protocol(run, "paper") else None


def goodness_of_fit(run: Run) -> str | None:
    """SVG of the fitted densities over roses, of one attribute; None without angles."""
    chosen = drawn(run) if protocol(run, "paper") else None
    if chosen is None:
        return None
    dataset, why = chosen
    facts = {"dataset": dataset, **run.results.angles[dataset]}
    attribute = widest(facts)
    why += " Drawn is the one of its angles where the log-likelihoods differ most."
    return fits("goodness_of_fit", facts, attribute, why) if attribute else None


def rotation(run: Run) -> Picture | None:
    """Accuracy against the offset, a panel per data set and a line per method; None without angles."""
    rows = turned(run) if protocol(run, "paper") else []
    if not rows:
        return None
    import matplotlib.pyplot as plt

    names = list(dict.fromkeys(d for d, _, _ in rows))
    methods = list(dict.fromkeys(m for _, m, _ in rows))
    looks = dict(zip(methods, STYLES[1:], strict=False))
    down, across = math.ceil(len(names) / ACROSS), min(len(names), ACROSS)
    figure, axes = plt.subplots(
        down, across, figsize=(2.4 * across, 1.7 * down + 0.5), squeeze=False, layout="constrained"
    )
    for panel, name in zip(axes.flat, names, strict=False):
        for _, method, turns in (r for r in rows if r[0] == name):
            offsets = [r.offset_degrees for r in turns]
            panel.plot(
                offsets,
                [100 * r.accuracy for r in turns],
                color=looks[method].light,
                marker=looks[method].marker,
                ms=3.5,
                lw=1.2,
            )
        panel.set_title(name, color=INK, loc="left")
        panel.set_xticks([0, 90, 180, 270])
    for panel in axes.flat[len(names) :]:
        panel.set_visible(False)
    figure.supxlabel("Offset, degrees of the circle", fontsize=9)
    figure.supylabel("Accuracy, %", fontsize=9)
    handles = [
        plt.Line2D([], [], color=looks[m].light, marker=looks[m].marker, ms=4, label=m) for m in methods
    ]
    figure.legend(handles=handles, loc="outside upper left", ncols=len(methods))
    text = (
        f"Accuracy of {listing(methods)} on {plural(len(names), 'data set')} after rotating all angles by "
        "an offset."
    )
    caption = (
        "The same data with all angles turned by an offset. A level line: the method does not depend on "
        "where the circle is cut."
    )
    return Picture(TITLE, text, figure, caption)

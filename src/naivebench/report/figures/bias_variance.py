"""Figure of bias and variance: one row per method, in which the two parts add up to the error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.summaries import Summary
from naivebench.report import bias_variance as parts_of
from naivebench.report.figures import rows
from naivebench.report.figures.style import Picture
from naivebench.report.palette import STYLES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from naivebench.evaluation.bias_variance import Parts

PANELS = (("Bias, %", STYLES[1]), ("Variance, %", STYLES[2]))


def bias_variance(results: Results, summary: Summary) -> Picture | None:
    """Draw bias and variance (Webb 2000) under the first protocol that has them; the smallest error is on
    top.
    """
    found = parts_of.means(results)
    if not found:
        return None
    protocol, count = next(iter(found))[0], next(iter(found.values()))[1]
    bars = {m: parts for (p, m), (parts, _) in found.items() if p == protocol}
    ordered = sorted(bars, key=lambda m: bars[m].error)
    caption = (
        f"Bars are shares of wrong predictions (mean over the data sets, protocol {protocol}). An error is "
        "bias if the model makes the most frequent prediction for the case, and variance if it makes another "
        "one. Both panels have the same scale, and their bars add up to the error at the right (Webb 2000)."
    )
    text = parts_of.sentence(results)
    shares = ", ".join(
        f"{m} {100 * bars[m].central_bias:.1f} + {100 * bars[m].central_variance:.1f}" for m in ordered
    )
    return Picture(
        text.removesuffix("."),
        f"Bias + variance in percent over {count} data sets, the smallest error first: {shares}.",
        _draw(bars, ordered),
        caption,
        "bias_variance.csv",
    )


def _draw(bars: Mapping[str, Parts], ordered: list[str]) -> Figure:
    shares = [[bars[m].central_bias for m in ordered], [bars[m].central_variance for m in ordered]]
    largest = [max(of_panel) or 0.01 for of_panel in shares]
    # the numbers next to the longest bars need the same width in both panels
    room = 0.16 * sum(largest)
    figure, panels = rows.chart(ordered, len(PANELS), [top + room for top in largest])
    for panel, top, of_panel, (label, look) in zip(panels, largest, shares, PANELS, strict=True):
        values = [100 * share for share in of_panel]
        panel.barh(range(len(ordered)), values, color=look.light, height=0.62)
        for row, value in enumerate(values):
            panel.text(value + 8 * room, row, f"{value:.1f}", va="center")
        panel.set_xlim(0, 100 * (top + room))
        panel.set_xlabel(label)
    rows.beside(panels[-1], [f"{100 * bars[m].error:.1f}" for m in ordered], "error, %", 1.03)
    return figure

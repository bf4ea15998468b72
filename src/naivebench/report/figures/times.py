"""Figure of the CPU time of the methods relative to the reference."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING

from naivebench.benchmark.results.context import Results, group
from naivebench.benchmark.results.formats import plural, significant
from naivebench.benchmark.results.summaries import Summary
from naivebench.report.cost import Relative, relatives
from naivebench.report.figures import rows
from naivebench.report.figures.ranks import BY_GROUP
from naivebench.report.figures.style import GROUND, INK, Picture, log_axis
from naivebench.report.palette import styles

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def times(results: Results, summary: Summary) -> Picture:
    """Draw the CPU time of every method as a multiple of the reference's, and its growth with the data."""
    title, found = "CPU time of the methods", relatives(results, summary)
    if len(found) < 2:
        return Picture(
            title, "No cost figure: it needs two methods with scores and times on the same data sets."
        )
    costs = [r for r in found if r.method != results.reference]
    dearest, middle = costs[-1], statistics.median(r.factor for r in costs)
    title = (
        f"Half of the methods cost at least {significant(middle, 2)} times as much CPU time as "
        f"{results.reference}; {dearest.method} costs most (median: "
        f"{significant(dearest.factor, 2)} times as much)"
    )
    text = f"CPU time over that of {results.reference}, median over data sets: "
    text += ", ".join(f"{r.method} {significant(r.factor, 2)}" for r in costs) + "."
    caption = (
        f"The scale is the CPU time of fit and predict, divided by that of {results.reference} on the same "
        f"data set. Marks are medians of {plural(costs[0].datasets, 'data set')}, and lines cover eight in "
        "ten data sets. Growth is the exponent by which the time grows with cases times attributes on the "
        f"larger half of the data sets; 1 means proportional. {BY_GROUP}"
    )
    return Picture(title, text, _rows(results, costs), caption, "time_relative_cost.csv")


def _rows(results: Results, costs: Sequence[Relative]) -> Figure:
    looks = styles(group(results, m) for m in results.methods)
    of_row = [looks[group(results, r.method)] for r in costs]
    figure, (ratios, growth) = rows.chart([r.method for r in costs], 2, [3, 1])
    at = range(len(costs))
    rows.spans(ratios, at, [r.low for r in costs], [r.high for r in costs], lw=2.2)
    rows.marks(ratios, [r.factor for r in costs], of_row)
    ratios.axvline(1, color=INK, lw=0.9, zorder=1)
    ratios.set_xscale("log")
    values = [limit for r in costs for limit in (r.low, r.high)]
    log_axis(ratios.xaxis, [min(1.0, *values), *values], lambda value: f"{value:g}")
    ratios.set_xlabel(f"CPU time, {results.reference} = 1 (log scale)")
    rows.beside(ratios, [significant(r.factor, 2) for r in costs])
    for row, (cost, look) in enumerate(zip(costs, of_row, strict=True)):
        if cost.exponent is not None:
            growth.plot([cost.exponent], [row], look.marker, color=look.light, ms=6, mec=GROUND, mew=0.6)
    growth.axvline(1, color=INK, lw=0.9, zorder=1)
    growth.set_xlabel("Growth")
    return figure

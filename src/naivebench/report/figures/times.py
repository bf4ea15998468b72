"""Figure of the CPU time of the methods relative to the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naivebench.benchmark.results.context import Results, group
from naivebench.benchmark.results.formats import plural, significant
from naivebench.benchmark.results.summaries import Summary
from naivebench.report.cost import relatives
from naivebench.report.figures import rows
from naivebench.report.figures.ranks import BY_GROUP
from naivebench.report.figures.style import INK, Picture, log_axis
from naivebench.report.palette import by_group

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


def times(results: Results, summary: Summary) -> Picture:
    """CPU time of every method as a multiple of the reference's, and its growth with the data."""
    import pandas as pd

    title, found = "CPU time of the methods", relatives(results, summary)
    if len(found) < 2:
        return Picture(
            title, "No cost figure: it needs two methods with scores and times on the same data sets."
        )
    costs = pd.DataFrame([r for r in found if r.method != results.reference]).astype({"exponent": float})
    dearest, reference = costs.iloc[-1], results.reference
    middle, most = (significant(factor, 2) for factor in (costs.factor.median(), dearest.factor))
    title = (
        f"Half of the methods cost at least {middle} times as much CPU time as {reference}; {dearest.method} "
        f"costs most (median: {most} times as much)"
    )
    told = ", ".join(f"{m} {significant(f, 2)}" for m, f in zip(costs.method, costs.factor, strict=True))
    text = f"CPU time over that of {reference}, median over data sets: {told}."
    caption = (
        f"The scale is the CPU time of fit and predict, divided by that of {reference} on the same "
        f"data set. Marks are medians of {plural(costs.datasets[0], 'data set')}, and lines cover eight in "
        "ten data sets. Growth is the exponent by which the time grows with cases times attributes on the "
        f"larger half of the data sets; 1 means proportional. {BY_GROUP}"
    )
    costs["group"] = [group(results, m) for m in costs.method]
    figure = draw_times(costs, by_group(results, costs.group), reference or "")
    return Picture(title, text, figure, caption, "time_relative_cost.csv")


def draw_times(costs: pd.DataFrame, looks: dict[str, Any], reference: str) -> Figure:
    """Marks and lines of ratios on a log scale, and marks of exponents (columns of cost.Relative, group)."""
    figure, (ratios, growth) = rows.chart([*costs.method], 2, [3, 1])
    rows.marks(ratios, costs, "factor", looks, spans="low high")
    rows.marks(growth, costs, "exponent", looks)
    for panel in (ratios, growth):
        panel.axvline(1, color=INK, lw=0.9, zorder=1)
    ratios.set_xscale("log")
    log_axis(ratios.xaxis, [min(1.0, costs.low.min()), costs.high.max()], lambda value: f"{value:g}")
    ratios.set_xlabel(f"CPU time, {reference} = 1 (log scale)")
    growth.set_xlabel("Growth")
    rows.beside(ratios, [significant(factor, 2) for factor in costs.factor])
    return figure

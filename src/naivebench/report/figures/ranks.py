"""The critical-difference diagram (Demšar 2006): the methods as good as the best one by paired tests, and the
groups of the rank tests.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from naivebench.benchmark.results.context import Results, comparison, group
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.summaries import Summary, cliques, correction, ranked
from naivebench.report import as_good
from naivebench.report.figures import rows
from naivebench.report.figures.style import INK, Picture
from naivebench.report.palette import by_group

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

BY_GROUP = "The colour and shape of a mark show the group of the method."


def critical_difference(results: Results, summary: Summary) -> Picture:
    """Draw the methods by average rank, the best on top.

    Next to them, a thick bar has a dot for the best method and each method that is as good. Thin bars join
    methods that the rank tests do not separate.
    """
    import pandas as pd

    title = "Critical-difference diagram"
    entry = comparison(results, *results.primary)
    if not entry:
        return Picture(
            title,
            "No critical-difference diagram: it needs at least two methods with scores on the same two "
            "data sets.",
        )
    name, bars, good = correction(entry)[1], cliques(entry), as_good.listed(entry.best)
    order, ranks = ranked(entry), entry.average_ranks
    title = (
        f"{order[0]} has the best average rank, and paired tests find {len(good) - 1 or 'none'} of the "
        f"{plural(len(order) - 1, 'other method')} as good"
    )
    text = "Average ranks, best first: " + ", ".join(f"{m} {ranks[m]:.2f}" for m in order) + ". "
    text += (
        f"As good as {order[0]} by paired tests: {listing(good[1:]) or 'none'}. "
        f"Not significantly different by rank tests ({name}, α = {entry.alpha}): "
        + ("; ".join(listing(b) for b in bars) or "none")
        + "."
    )
    caption = (
        f"The scale is the average rank over {plural(len(entry.datasets), 'data set')} (1 = best). The thick "
        f"bar and bold names show {order[0]} and the methods that are as good by paired tests. A thin bar "
        f"joins methods that rank tests of all pairs do not separate ({name}, α = {entry.alpha}). {BY_GROUP}"
    )
    frame = pd.DataFrame({"method": order, "rank": [ranks[m] for m in order]})
    frame["group"] = [group(results, m) for m in order]
    figure = draw_ranks(frame, by_group(results, frame["group"]), bars, good, entry.critical_difference)
    return Picture(title, text, figure, caption, "pairs.csv")


def draw_ranks(
    frame: pd.DataFrame,
    looks: dict[str, Any],
    bars: list[list[str]],
    good: list[str],
    distance: float | None,
) -> Figure:
    """Average ranks (columns method, group, rank), the best on top; bars join methods that do not differ.

    The thick bar has a dot for each of the methods `good`; seaborn has no such diagram.
    """
    order = [*frame["method"]]
    figure, (ranks, joined) = rows.chart(order, 2, [3, 2], bold=good)
    rows.marks(ranks, frame, "rank", looks)
    low, high = math.floor(frame["rank"].min()), math.ceil(frame["rank"].max())
    high = max(high, low + 1)
    ranks.set(xlim=(low - 0.02 * (high - low), high + 0.02 * (high - low)), xlabel="Average rank")
    ranks.grid(axis="y", visible=True)
    if isinstance(distance, (int, float)) and distance <= high - low:
        above = ranks.get_xaxis_transform()
        ranks.plot([low, low + distance], [1.03] * 2, "|-", color=INK, lw=0.8, transform=above, clip_on=False)
        at_end: dict[str, Any] = {"xycoords": above, "textcoords": "offset points", "va": "center"}
        ranks.annotate(f"Nemenyi CD = {distance:.2f}", (low + distance, 1.03), (6, 0), **at_end)
    rows.beside(ranks, frame["rank"].map("{:.2f}".format))

    joined.axis("off")
    joined.set(xlim=(-2.5, max(len(bars), 14) + 0.5))
    joined.set_title("not significantly\ndifferent", loc="left")
    at = [order.index(m) for m in good]
    joined.plot([0] * len(at), at, "o-", color=INK, lw=2.6, ms=5)
    for x, bar in enumerate(bars, start=1):
        ends_at = [order.index(bar[0]) - 0.2, order.index(bar[-1]) + 0.2]
        joined.plot([x, x], ends_at, color=INK, lw=1.3, solid_capstyle="round")
    return figure

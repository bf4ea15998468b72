"""Figure of bias and variance: one row per method, in which the two parts add up to the error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.summaries import Summary
from naivebench.report import bias_variance as parts_of
from naivebench.report.figures import rows
from naivebench.report.figures.style import Picture
from naivebench.report.palette import STYLES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


def bias_variance(results: Results, summary: Summary) -> Picture | None:
    """Bias and variance (Webb 2000) under the first protocol that has them; the smallest error is on top."""
    import pandas as pd

    found = parts_of.means(results)
    if not found:
        return None
    protocol, count = next(iter(found))[0], next(iter(found.values()))[1]
    shares = {
        m: (parts.central_bias, parts.central_variance, parts.error)
        for (p, m), (parts, _) in found.items()
        if p == protocol
    }
    frame = 100 * pd.DataFrame.from_dict(shares, orient="index", columns=["Bias, %", "Variance, %", "error"])
    frame = frame.sort_values("error", kind="stable").rename_axis("method").reset_index()
    caption = (
        f"Bars are shares of wrong predictions (mean over the data sets, protocol {protocol}). An error is "
        "bias if the model makes the most frequent prediction for the case, and variance if it makes another "
        "one. Both panels have the same scale, and their bars add up to the error at the right (Webb 2000)."
    )
    told = ", ".join(f"{m} {bias:.1f} + {variance:.1f}" for m, bias, variance, _ in frame.itertuples(False))
    text = f"Bias + variance in percent over {count} data sets, the smallest error first: {told}."
    title = parts_of.sentence(results).removesuffix(".")
    return Picture(title, text, draw_bars(frame), caption, "bias_variance.csv")


def draw_bars(frame: pd.DataFrame) -> Figure:
    """Bars of both parts in panels of one scale (columns method, both parts, error)."""
    import seaborn as sns

    parts = ["Bias, %", "Variance, %"]
    widths = frame[parts].max().clip(lower=1) + 0.16 * frame[parts].max().sum()  # with room for numbers
    figure, panels = rows.chart([*frame["method"]], 2, [*widths])
    for panel, part, look in zip(panels, parts, STYLES[1:], strict=False):
        sns.barplot(frame, x=part, y=range(len(frame)), orient="y", color=look.light, saturation=1, ax=panel)
        bars: Any = panel.containers[0]
        panel.bar_label(bars, fmt="%.1f", padding=3)
        panel.set(xlim=(0, widths[part]), ylabel="")
    panels[0].set_yticks(range(len(frame)), frame["method"])
    rows.beside(panels[-1], frame["error"].map("{:.1f}".format), "error, %", 1.03)
    return figure

"""Bias and variance: a bar per method, its two parts add up to the error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.summaries import Summary
from naivebench.report import bias_variance as parts_of
from naivebench.report.figures.style import FAINT, INK, Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def bias_variance(results: Results, summary: Summary) -> Picture | None:
    """Bias and variance (Webb 2000) of the first protocol that has them, the smallest error on top."""
    found = parts_of.means(results)
    if not found:
        return None
    protocol = next(iter(found))[0]
    bars = {m: parts for (p, m), (parts, _) in found.items() if p == protocol}
    caption = (
        f"Share of wrong predictions, mean over data sets, protocol {protocol}. Dark: wrong as most models "
        "of a case are (bias). Light: wrong where most are not (variance). Webb (2000)."
    )
    ordered = sorted(bars, key=lambda m: bars[m]["error"])
    return Picture("Bias and variance", parts_of.sentence(results), _draw(bars, ordered), caption)


def _draw(bars: dict[str, dict[str, float]], ordered: list[str]) -> Figure:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.4, 0.26 * len(ordered) + 0.9), layout="constrained")
    bias = [100 * bars[m]["central_bias"] for m in ordered]
    variance = [100 * bars[m]["central_variance"] for m in ordered]
    axes.barh(ordered, bias, color=INK, label="bias")
    axes.barh(ordered, variance, left=bias, color=FAINT, label="variance")
    axes.invert_yaxis()
    axes.set_xlabel("Wrong predictions, %")
    axes.legend(loc="lower right", frameon=False)
    return figure

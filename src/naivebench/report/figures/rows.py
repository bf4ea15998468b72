"""Charts with a named row for each method or data set; the numbers are written next to the row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from naivebench.report.figures.style import FAINT, GROUND, INK, WIDTH
from naivebench.report.palette import Style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW, HEAD = 0.235, 0.95  # inches: of a row, and of what is above and below all rows


def chart(
    names: Sequence[str], panels: int = 1, ratios: Sequence[float] = (), bold: Iterable[str] = ()
) -> tuple[Figure, list[Axes]]:
    """Make a figure with names at the left, the first on top, and adjacent panels that share them.

    `ratios`: relative widths of the panels.
    """
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(
        1,
        panels,
        sharey=True,
        squeeze=False,
        figsize=(WIDTH, ROW * len(names) + HEAD),
        layout="constrained",
        width_ratios=ratios or None,
    )
    for panel in axes[0]:
        panel.set_ylim(len(names) - 0.5, -0.5)
        panel.grid(axis="y", visible=False)
        panel.tick_params(axis="y", length=0)
        panel.spines["left"].set_visible(False)
    axes[0, 0].set_yticks(range(len(names)), names)
    strong = set(bold)
    for label in axes[0, 0].get_yticklabels():
        label.set_fontweight("bold" if label.get_text() in strong else "normal")
    return figure, list(axes[0])


def beside(panel: Axes, texts: Sequence[str], head: str = "", at: float = 1.02) -> None:
    """Write a column of texts, one per row, to the right of a panel; `at` is the position in panel widths."""
    look: dict[str, Any] = {"transform": panel.get_yaxis_transform(), "fontsize": 9, "color": INK}
    for row, text in enumerate(texts):
        panel.text(at, row, text, ha="left", va="center", **look)
    if head:
        panel.text(at, -0.75, head, ha="left", va="bottom", **look)


def spans(panel: Axes, rows: Sequence[int], low: Sequence[float], high: Sequence[float], lw: float) -> None:
    """Draw a horizontal line in each row from `low` to `high`."""
    panel.hlines(rows, low, high, color=FAINT, lw=lw, zorder=2)


def marks(panel: Axes, values: Sequence[float], looks: Sequence[Style]) -> None:
    """Draw a mark in each row."""
    look: dict[str, Any] = {"ms": 6, "mec": GROUND, "mew": 0.6, "zorder": 4, "clip_on": False}
    for row, (value, style) in enumerate(zip(values, looks, strict=True)):
        panel.plot([value], [row], style.marker, color=style.light, **look)

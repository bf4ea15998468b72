"""Charts with a named row for each method or data set; numbers are written next to the rows.

Data are tidy frames with a row for each method, the first on top: columns `method`, `group` and values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from naivebench.report.figures.style import FAINT, GROUND, INK, WIDTH

if TYPE_CHECKING:
    import pandas as pd
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

    size = (WIDTH, ROW * len(names) + HEAD)
    grid: dict[str, Any] = {"sharey": True, "squeeze": False, "width_ratios": ratios or None}
    figure, axes = plt.subplots(1, panels, figsize=size, layout="constrained", **grid)
    for panel in axes[0]:
        panel.set_ylim(len(names) - 0.5, -0.5)
        panel.grid(axis="y", visible=False)
        panel.tick_params(axis="y", length=0)
        panel.spines["left"].set_visible(False)
    strong = set(bold)
    axes[0, 0].set_yticks(range(len(names)), names)
    for name, label in zip(names, axes[0, 0].get_yticklabels(), strict=True):
        label.set_fontweight("bold" if name in strong else "normal")
    return figure, list(axes[0])


def marks(panel: Axes, frame: pd.DataFrame, x: str, looks: dict[str, Any], spans: str = "") -> None:
    """Draw a mark in each row, and a line between two columns `spans`, separated by a space.

    `looks`: arguments for seaborn, from `palette.by_group`.
    """
    import seaborn as sns

    frame = frame.assign(row=range(len(frame)))
    if frame[x].isna().all():
        return
    if spans:
        low, high = spans.split()
        panel.hlines(frame["row"], frame[low], frame[high], color=FAINT, lw=2, zorder=2)
    style = {"s": 42, "edgecolor": GROUND, "linewidth": 0.6, "zorder": 4, "clip_on": False}
    sns.scatterplot(frame.dropna(subset=[x]), x=x, y="row", ax=panel, legend=False, **looks, **style)
    panel.set_ylabel("")


def beside(panel: Axes, texts: Iterable[str], head: str = "", at: float = 1.02) -> None:
    """Write a column of texts, one per row, to the right of a panel; `at` is the position in panel widths."""
    look: dict[str, Any] = {"transform": panel.get_yaxis_transform(), "ha": "left", "color": INK}
    for row, text in enumerate(texts):
        panel.text(at, row, text, va="center", **look)
    panel.text(at, -0.75, head, va="bottom", **look)

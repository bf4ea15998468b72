"""Place names next to the points of a scatter plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from naivebench.report.figures.style import INK

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

PLACES = (
    (-6, 3, "right"),
    (-5, 8, "right"),
    (0, 10, "center"),
    (6, -6, "left"),
    (5, 8, "left"),
    (6, 0, "left"),
    (0, -10, "center"),
    (-5, -8, "right"),
)  # places of a name next to its point: offsets in points, alignment; the first free one is used


def name_points(axes: Axes, frame: pd.DataFrame, columns: tuple[str, str], best: list[str]) -> None:
    """Write names (column `method`) next to the points, those of `best` first and in bold.

    Each name gets the first of eight places that is free; crowded points stay unnamed. The canvas must have
    been drawn.
    """
    scale = 72 / axes.figure.dpi
    spots = axes.transData.transform(frame[list(columns)].to_numpy()) * scale
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in spots]
    left, bottom, right, top = (v * scale for v in axes.bbox.extents)
    order = sorted(range(len(frame)), key=lambda i: (frame["method"][i] not in best, i))
    for i in order:
        name, (x, y) = frame["method"][i], spots[i]
        width, height = 4.9 * len(name), 9.5
        for dx, dy, align in PLACES:
            start = x + dx - {"left": 0, "right": width, "center": width / 2}[align]
            box = (start, y + dy - height / 2, start + width, y + dy + height / 2)
            inside = box[0] >= left and box[2] <= right and box[1] >= bottom and box[3] <= top
            if inside and not any(
                box[0] < t[2] and t[0] < box[2] and box[1] < t[3] and t[1] < box[3] for t in taken
            ):
                taken.append(box)
                weight = "bold" if name in best else "normal"
                axes.annotate(
                    name,
                    (frame[columns[0]][i], frame[columns[1]][i]),
                    (dx, dy),
                    textcoords="offset points",
                    ha=align,
                    va="center",
                    fontsize=8,
                    weight=weight,
                    color=INK,
                )
                break

"""Place names next to the points of a scatter plot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.report.figures.style import FAINT, INK

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SIZE = 8.5  # points: height of letters
FAR = 30.0  # points: from this height on, a line joins a name and its point
Place = tuple[float, float, str]


def places(up: float) -> Iterator[Place]:
    """Offsets in points and alignments of a name around its point, the best first; `up` clears the point."""
    yield from ((-7.0, 0.0, "right"), (-5.0, up, "right"), (0.0, up, "center"), (8.0, -up, "left"))
    yield from ((8.0, 0.0, "left"), (0.0, -up, "center"), (8.0, up, "left"), (8.0, -2 * up, "left"))
    for height in (max(2 * up, FAR + 1), 3 * up):
        for side in (1, -1):
            yield from ((dx, side * height, "center") for dx in (0.0, -40.0, 40.0, -80.0, 80.0))


def name_points(
    axes: Axes, points: pd.DataFrame, names: Mapping[str, Iterable[str]], lines: np.ndarray | None = None
) -> None:
    """Write names next to points (columns x and y, rows by id), where they cover no point and no other name.

    `names`: id -> texts, of which the first that fits is written, the most important id first. `lines`
    (n, 2): further places that names must not cover. Limits and scales of the axes must be final.
    """
    scale, pad = 72 / axes.figure.dpi, np.array([-4, -4, 4, 4])
    spots = axes.transData.transform(points[["x", "y"]].to_numpy(float)) * scale
    others = spots if lines is None else np.vstack([spots, axes.transData.transform(lines) * scale])
    taken = [*np.hstack([others, others]) + pad]
    left, low, right, high = (v * scale for v in axes.bbox.extents)
    for id_, texts in names.items():
        x, y = spots[points.index.get_loc(id_)]
        for text in texts:
            rows = text.split("\n")
            width, height = 0.58 * SIZE * max(map(len, rows)), 1.25 * SIZE * len(rows)
            for dx, dy, side in places(5 + height / 2):
                begin = x + dx - {"left": 0, "right": width, "center": width / 2}[side]
                box = np.array([begin, y + dy - height / 2, begin + width, y + dy + height / 2])
                inside = left < box[0] and box[2] < right and low < box[1] and box[3] < high
                if inside and not any((box[:2] < t[2:]).all() and (t[:2] < box[2:]).all() for t in taken):
                    break
            else:
                continue
            taken.append(box)
            thread = {"arrowstyle": "-", "color": FAINT, "lw": 0.7, "shrinkA": 0, "shrinkB": 4}
            look: dict[str, Any] = {"ha": side, "va": "center", "fontsize": SIZE, "color": INK}
            look["arrowprops"] = thread if abs(dy) > FAR else None
            at = tuple(points.loc[id_, ["x", "y"]])
            axes.annotate(text, at, (dx, dy), textcoords="offset points", **look)
            break

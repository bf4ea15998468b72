"""Draw points, lines and regions with few, short SVG paths."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEAST = 4e-4  # largest deviation of thinned lines, as a share of the extent


def thinned(line: np.ndarray, tolerance: np.ndarray) -> np.ndarray:
    """Thin a line (n, 2) so that it stays within `tolerance` (2,) of the original (Douglas and Peucker
    1973).
    """
    keep = np.zeros(len(line), dtype=bool)
    keep[[0, -1]] = True
    scaled, spans = line / tolerance, [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        between, chord = scaled[first + 1 : last] - scaled[first], scaled[last] - scaled[first]
        length = np.hypot(*chord)
        distance = np.abs(between @ [-chord[1], chord[0]]) / length if length > 0 else np.hypot(*between.T)
        if distance.max() > 1:
            middle = first + 1 + int(distance.argmax())
            keep[middle] = True
            spans += [(first, middle), (middle, last)]
    return line[keep]


def _tolerance(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return LEAST * np.array([np.ptp(x), np.ptp(y)])


def fill(
    axes: Axes,
    x: np.ndarray,
    y: np.ndarray,
    field: np.ndarray,
    *,
    color: str,
    alpha: float,
    zorder: float = 0,
    edge: str = "none",
    lw: float = 0,
) -> None:
    """Tint the region where a field is positive.

    The field has rows y and columns x and is masked or NaN outside its domain. `edge`: colour of a line
    around the region.
    """
    from contourpy import FillType, contour_generator
    from matplotlib.colors import to_rgba
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    field = np.ma.masked_invalid(field)
    if not (field > 0).any():
        return
    filled: Any = contour_generator(x, y, field, fill_type=FillType.OuterOffset).filled(
        0.0, float(field.max()) + 1.0
    )
    tolerance, rings = _tolerance(x, y), []
    for polygon, parts in zip(*filled, strict=True):
        closed = [thinned(polygon[i:j], tolerance) for i, j in pairwise(parts)]
        rings += [Path(ring, closed=True) for ring in closed if len(ring) > 3]
    if rings:
        look = {
            "facecolor": to_rgba(color, alpha),
            "edgecolor": "none" if edge == "none" else to_rgba(edge, 0.6),
        }
        axes.add_patch(PathPatch(Path.make_compound_path(*rings), lw=lw, zorder=zorder, **look))


def zero_lines(x: np.ndarray, y: np.ndarray, field: np.ndarray, *, flat: bool = True) -> list[np.ndarray]:
    """Lines (m, 2) along which a field (rows y, columns x) is zero.

    `flat`: lines are drawn without a further projection, so straight parts need no vertices.
    """
    from contourpy import contour_generator

    lines: Any = contour_generator(x, y, np.ma.masked_invalid(field)).lines(0.0)  # a list by default
    return [thinned(line, _tolerance(x, y)) for line in lines] if flat else lines


def strokes(
    axes: Axes,
    lines: list[np.ndarray],
    *,
    color: str,
    lw: float,
    ls: Any = "-",
    alpha: float = 1.0,
    zorder: float = 2,
) -> None:
    """Draw lines (m, 2) of the same look as one path."""
    _patch(
        axes,
        lines,
        False,
        {
            "facecolor": "none",
            "edgecolor": color,
            "lw": lw,
            "ls": ls,
            "alpha": alpha,
            "zorder": zorder,
            "capstyle": "butt",
        },
    )


def areas(
    axes: Axes, outlines: list[np.ndarray], *, color: str, alpha: float = 1.0, zorder: float = 0
) -> None:
    """Draw polygons (m, 2) of the same look as one path."""
    _patch(axes, outlines, True, {"facecolor": color, "lw": 0, "alpha": alpha, "zorder": zorder})


def _patch(axes: Axes, lines: list[np.ndarray], closed: bool, look: dict[str, Any]) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    ends = [np.vstack([line, line[:1]]) if closed else line for line in lines]
    axes.add_patch(PathPatch(Path.make_compound_path(*(Path(line, closed=closed) for line in ends)), **look))


def dots(
    axes: Axes,
    u: np.ndarray,
    v: np.ndarray,
    *,
    color: str,
    size: float,
    square: bool = False,
    alpha: float = 1.0,
    zorder: float = 3,
) -> None:
    """Draw dots `size` points wide as one path of very short strokes, which needs a fraction of the bytes of
    markers.
    """
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    if len(u) == 0:
        return
    hair = 1e-3 * np.ptp(axes.get_xlim())
    ends = np.stack([np.stack([u, v], axis=1), np.stack([u + hair, v], axis=1)], axis=1).reshape(-1, 2)
    look = {"capstyle": "projecting" if square else "round", "lw": size * (0.85 if square else 1.0)}
    path = Path(ends, np.tile([Path.MOVETO, Path.LINETO], len(u)))
    axes.add_patch(PathPatch(path, facecolor="none", edgecolor=color, alpha=alpha, zorder=zorder, **look))

"""Draw the decision surface of any fitted classifier over the angles of a data set: tinted regions of the
predicted classes, with the cases on top.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.results.formats import plural
from naivebench.core.table import Table, n_cases
from naivebench.report.figures import decision_grid, shapes
from naivebench.report.figures.style import FAINT, INK, Picture, sentence, styled, to_svg
from naivebench.report.palette import STYLES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LARGEST = 60_000  # bytes of a drawing; the grid becomes coarser to stay below
CELLS = (128, 80, 48, 24)  # per axis
EDGES = 2500  # limit on neighbouring cells of different classes; beyond it, the grid becomes coarser too
SHOWN, FEWEST = 1000, 200  # cases; the second number if the coarsest grid is still too large
BESIDE = 0.2  # radians between the name of an arc and the label of an angle
LINES = 60  # arcs of a circle up to which their boundaries are drawn to the centre
LEGEND = 8  # classes that a legend names; with more, the regions are labelled
LOWEST = -1e3  # nats: impossible classes are treated as if they had this log probability
TIED = 1e-3  # nats by which the predicted class is drawn ahead of an equally probable one


def surface_of(
    model: object,
    predict_log_proba: Callable[[Any, Table], np.ndarray],
    table: Table,
    *,
    name: str = "surface",
    title: str = "Decision surface",
    largest: int = LARGEST,
) -> str:
    """Draw the regions of the classes predicted by `predict_log_proba(model, table)`, and the cases of
    `table` by true class, as SVG text.

    Two angles make a square, an angle and a linear attribute a strip, a single angle a circle with a ring of
    cases per class; further attributes count as missing. `name`: prefix of the ids in the SVG. `largest`:
    size limit in bytes; regions become coarser and cases fewer to satisfy it. Without an angular attribute,
    the SVG shows a sentence.
    """
    if not decision_grid.axes_of(table):
        return sentence(name, title, "No decision surface: the data set has no angular attribute.")
    finer = 1 if len(decision_grid.axes_of(table)) > 1 else 8
    for cells, cases in (*((n, SHOWN) for n in CELLS), (CELLS[-1], FEWEST)):
        grid = decision_grid.decision_grid(predict_log_proba, model, table, finer * cells)
        if (
            cells > CELLS[-1]
            and sum(int(np.count_nonzero(np.diff(grid.winner, axis=i))) for i in range(grid.winner.ndim))
            > EDGES
        ):
            continue
        with styled():
            svg = to_svg(name, picture(grid, table, title, cases))
        if len(svg.encode()) <= largest:
            break
    return svg


def picture(grid: decision_grid.Grid, table: Table, title: str, cases: int = SHOWN) -> Picture:
    """Draw a grid of decisions with at most the given number of cases."""
    rows = _shown(table, cases)
    names = [table.attributes[j].name for j in grid.axes]
    figure = _circle(grid, table, rows) if len(grid.axes) == 1 else _rectangle(grid, table, rows)
    others = len(table.attributes) - len(grid.axes)
    shown = (
        f"{len(rows):,} of {n_cases(table):,} cases"
        if len(rows) < n_cases(table)
        else f"{n_cases(table):,} cases"
    )
    caption = f"The points are {shown}, coloured by true class. The regions show the predicted class"
    caption += (
        f" if {plural(others, 'other attribute')} {'is' if others == 1 else 'are'} missing." * bool(others)
        or "."
    )
    predicted = [str(table.classes[c]) for c in np.unique(grid.winner)]
    text = (
        f"Regions of the predicted class over {' and '.join(names)}. Classes that are predicted somewhere: "
        f"{', '.join(predicted)}."
    )
    return Picture(title, text, figure, caption)


def _shown(table: Table, most: int) -> np.ndarray:
    """Choose at most the given number of rows, the same in every run."""
    n = n_cases(table)
    return np.arange(n) if n <= most else np.sort(np.random.default_rng(0).choice(n, most, replace=False))


def _color(c: int) -> str:
    return STYLES[1 + c % (len(STYLES) - 1)].light


def _short(label: object, limit: int = 20) -> str:
    return str(label) if len(str(label)) <= limit else str(label)[: limit - 1] + "…"


def _column(table: Table, j: int, rows: np.ndarray) -> np.ndarray:
    return table.reals[rows, decision_grid.real_columns(table)[j]]


def _ticks(period: float) -> list[tuple[float, str]]:
    """Ticks at the quarters of the circle (radians), with labels in the attribute's unit: degrees, hours,
    multiples of π.
    """
    turns = (-0.5, -0.25, 0.0, 0.25, 0.5)
    if math.isclose(period, 2 * math.pi) or period <= 0:
        return list(zip((2 * math.pi * t for t in turns), ("−π", "−π/2", "0", "π/2", "π"), strict=True))
    if period in (180, 360):
        return [(2 * math.pi * t, f"{t * period:g}°".replace("-", "−")) for t in turns]
    return [(2 * math.pi * t, f"{t * period % period:g}") for t in turns]


def _margins(grid: decision_grid.Grid) -> np.ndarray:
    """Fields whose zero lines are the boundaries of the classes' regions, in the shape of `winner` + (K,),
    nats.

    Their size is the log P of the predicted class minus that of the second class; the sign is positive for
    the predicted class and negative for the others.

    Between neighbouring cells of different classes, both fields are zero at the same place, so regions meet
    without gaps.
    """
    ordered = np.sort(np.maximum(grid.log_proba, LOWEST), axis=-1)
    ahead = ordered[..., -1] - ordered[..., -2] if ordered.shape[-1] > 1 else np.ones(grid.winner.shape)
    ahead = np.maximum(ahead, TIED)[..., None]
    return np.where(np.arange(ordered.shape[-1]) == grid.winner[..., None], ahead, -ahead)


def _wrapped(values: np.ndarray, field: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Add a cell on both sides of a circle that was cut open, so that regions reach the edges."""
    around = np.concatenate([values[-1:] - 2 * math.pi, values, values[:1] + 2 * math.pi])
    return around, np.concatenate([field.take([-1], axis), field, field.take([0], axis)], axis=axis)


def _legend(figure: Figure, table: Table) -> None:
    from matplotlib.lines import Line2D

    if len(table.classes) <= LEGEND:
        marks = [
            Line2D([], [], color=_color(c), marker="os"[c % 2], ls="", ms=4.5, label=_short(label))
            for c, label in enumerate(table.classes)
        ]
        figure.legend(
            handles=marks,
            loc="outside lower center",
            ncols=min(len(marks), 4),
            handletextpad=0.3,
            columnspacing=1.4,
        )


def _cases(axes: Axes, u: np.ndarray, v: np.ndarray, y: np.ndarray, n_classes: int, size: float) -> None:
    known = np.isfinite(u) & np.isfinite(v)
    for c in range(n_classes):
        of_class = known & (y == c)
        shapes.dots(
            axes,
            u[of_class],
            v[of_class],
            color=_color(c),
            size=size,
            square=c % 2 == 1,
            alpha=0.75,
            zorder=4,
        )


def _rectangle(grid: decision_grid.Grid, table: Table, rows: np.ndarray) -> Figure:
    import matplotlib.pyplot as plt

    margins, (x, y) = _margins(grid), grid.values
    kinds = [table.attributes[j].kind for j in grid.axes]
    limits = [
        (-math.pi, math.pi) if kind == "angular" else (v[0], v[-1])
        for kind, v in zip(kinds, grid.values, strict=True)
    ]
    for axis, kind in enumerate(kinds):
        if kind == "angular":
            values, margins = _wrapped((x, y)[axis], margins, axis)
            x, y = (values, y) if axis == 0 else (x, values)
    both = kinds == ["angular", "angular"]
    figure, axes = plt.subplots(figsize=(4.4, 4.7) if both else (5.4, 3.9), layout="constrained")
    axes.set(xlim=limits[0], ylim=limits[1])
    if both:
        axes.set_aspect("equal")
    classes, cells = np.unique(grid.winner, return_counts=True)
    edge: dict[str, Any] = {"edge": INK, "lw": 0.9 if len(classes) == 2 else 0.6}
    for c in classes:  # the neighbours of the widest region draw its boundaries
        shapes.fill(
            axes,
            x,
            y,
            margins[..., c].T,
            color=_color(c),
            alpha=0.24,
            **(edge if c != classes[cells.argmax()] else {}),
        )
    _frame(axes, grid, table)
    _cases(
        axes,
        _column(table, grid.axes[0], rows),
        _column(table, grid.axes[1], rows),
        table.y[rows],
        len(table.classes),
        _size(len(rows)),
    )
    if len(table.classes) > LEGEND:
        _name_regions(axes, grid, table)
    _legend(figure, table)
    return figure


def _size(n: int) -> float:
    """Diameter of a dot in points."""
    return 3.4 if n <= 300 else 2.6 if n <= 800 else 2.0


def _frame(axes: Axes, grid: decision_grid.Grid, table: Table) -> None:
    """Draw ticks and names of both axes."""
    for j, axis, name in zip(grid.axes, (axes.xaxis, axes.yaxis), ("set_xlabel", "set_ylabel"), strict=True):
        getattr(axes, name)(table.attributes[j].name)
        if table.attributes[j].kind == "angular":
            places, texts = zip(*_ticks(table.attributes[j].period), strict=True)
            axis.set_ticks(places, texts)


def _name_regions(axes: Axes, grid: decision_grid.Grid, table: Table) -> None:
    """Write the class in the middle of every region that is large enough."""
    from scipy.ndimage import distance_transform_edt

    for c in np.unique(grid.winner):
        region = grid.winner == c
        if region.mean() > 0.015:
            i, j = np.unravel_index(
                distance_transform_edt(np.pad(region, 1)).argmax(), np.add(region.shape, 2)
            )
            label = _short(table.classes[c], 14)
            axes.text(
                grid.values[0][i - 1],
                grid.values[1][j - 1],
                label,
                ha="center",
                va="center",
                fontsize=8,
                fontweight="bold",
                zorder=6,
            )


def _runs(winner: np.ndarray) -> list[tuple[int, int, int]]:
    """Arcs of a single class around the circle, as (first cell, number of cells, class)."""
    changes = np.flatnonzero(winner != np.roll(winner, 1))
    if len(changes) == 0:
        return [(0, len(winner), int(winner[0]))]
    lengths = np.diff(np.append(changes, changes[0] + len(winner)))
    return [
        (int(first), int(length), int(winner[first])) for first, length in zip(changes, lengths, strict=True)
    ]


def _circle(grid: decision_grid.Grid, table: Table, rows: np.ndarray) -> Figure:
    """Draw tinted sectors and, inside the circle, one ring of cases per class, the first class outermost."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(4.2, 4.1), layout="constrained")
    n, k = len(grid.winner), len(table.classes)
    axes.set(xlim=(-1.42, 1.42), ylim=(-1.3, 1.3) if k > LEGEND else (-1.22, 1.22), aspect="equal")
    axes.axis("off")
    runs = [
        (-math.pi + 2 * math.pi * first / n, 2 * math.pi * length / n, c)
        for first, length, c in _runs(grid.winner)
    ]
    for c in sorted({c for *_, c in runs}):
        _arcs(axes, [(start, width) for start, width, winner in runs if winner == c], _color(c))
    if 1 < len(runs) <= LINES:
        shapes.strokes(
            axes,
            [np.array([[0, 0], [math.cos(start), math.sin(start)]]) for start, *_ in runs],
            color=INK,
            lw=0.9,
            alpha=0.6,
            zorder=2,
        )
    if k > LEGEND:
        _name_arcs(axes, runs, table)
    _rings(axes, table, grid.axes[0], rows, k)
    for angle, text in _ticks(table.attributes[grid.axes[0]].period)[1:]:
        end = np.exp(1j * angle)
        axes.plot([1.06 * end.real, 1.1 * end.real], [1.06 * end.imag, 1.1 * end.imag], color=INK, lw=0.8)
        side: dict[str, Any] = {
            "ha": ("right", "center", "left")[round(end.real) + 1],
            "va": ("top", "center", "bottom")[round(end.imag) + 1],
        }
        axes.text(1.13 * end.real, 1.13 * end.imag, text, fontsize=8, **side)
    axes.set_title(table.attributes[grid.axes[0]].name)
    _legend(figure, table)
    return figure


def _arcs(axes: Axes, runs: list[tuple[float, float]], color: str) -> None:
    """Draw the sectors of one class and their arcs on the rim."""
    turns = [start + np.linspace(0, width, max(int(width / 0.05), 3)) for start, width in runs]
    arcs = [np.column_stack([np.cos(turn), np.sin(turn)]) for turn in turns]
    whole = len(runs) == 1 and runs[0][1] > 2 * math.pi - 1e-9
    shapes.areas(
        axes,
        arcs if whole else [np.vstack([arc, [[0, 0]]]) for arc in arcs],
        color=color,
        alpha=0.16,
        zorder=0,
    )
    shapes.strokes(axes, [1.03 * arc for arc in arcs], color=color, lw=4, alpha=0.75, zorder=1)


def _name_arcs(axes: Axes, runs: list[tuple[float, float, int]], table: Table) -> None:
    """Write the class outside every arc that is long enough, next to the labels of the angles."""
    for start, width, c in runs:
        if width > 0.09:
            middle = math.pi / 4 if width > 2 * math.pi - 1e-9 else start + width / 2
            quarter = round(middle / (math.pi / 2)) * math.pi / 2
            middle = (
                middle
                if abs(middle - quarter) > BESIDE
                else quarter + math.copysign(BESIDE, middle - quarter)
            )
            label = _short(table.classes[c], 10)
            x, y = 1.1 * math.cos(middle), 1.1 * math.sin(middle)
            axes.text(x, y, label, ha="left" if x > 0 else "right", va="center", fontsize=8, color=_color(c))


def _rings(axes: Axes, table: Table, j: int, rows: np.ndarray, k: int) -> None:
    """Draw the cases by true class, with a little random scatter across their ring."""
    from matplotlib.patches import Circle

    edges = np.linspace(0.97, 0.24, k + 1)
    for radius in edges[1:-1]:
        axes.add_patch(Circle((0, 0), radius, facecolor="none", edgecolor=FAINT, lw=0.4, alpha=0.5, zorder=1))
    x, y = _column(table, j, rows), table.y[rows]
    depth = 0.1 + 0.8 * np.random.default_rng(1).random(len(rows))
    radius = edges[np.maximum(y, 0)] - depth * (edges[0] - edges[1])
    _cases(axes, radius * np.cos(x), radius * np.sin(x), y, k, _size(len(rows)))

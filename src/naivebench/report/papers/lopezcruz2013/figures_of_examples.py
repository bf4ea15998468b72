"""The worked examples of Lopez-Cruz, Bielza and Larranaga 2013, redrawn from seeded samples.

These are figures 3 to 12 and 14. The torus, the spheres and the cylinders are in this module, the circles in
`figures_of_circles`.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from naivebench.report.figures import shapes
from naivebench.report.figures.style import INK, Picture, styled, to_svg
from naivebench.report.papers.lopezcruz2013 import examples, solids, surfaces
from naivebench.report.papers.lopezcruz2013.drawing import (
    BOUNDARY,
    COLORS,
    PREDICTED,
    STRIP,
    TRUE,
    bare,
    in_pi,
    key,
    legend,
    minus,
    other_of,
    sample_of,
    strip,
    title_of,
)
from naivebench.report.papers.lopezcruz2013.examples import (
    DIRECTIONS,
    GAUSSIAN,
    MIXED_DIRECTION,
    PAIR,
    RING,
    TUBE,
    Sample,
)
from naivebench.report.papers.lopezcruz2013.figures_of_circles import figure_12, figure_14, one_angle
from naivebench.report.papers.lopezcruz2013.solids import View

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EYES = {"figure 7": (-135, 22), "figure 8": (15, 38), "figure 9": (-122, 14)}
RANGES = {"figure 10": (-3.5, 5.5), "figure 11": (-4.5, 8.5)}
TALL = 1.25  # half the height of the drawn cylinder


def _tinted(axes: Axes, x: np.ndarray, y: np.ndarray, field: np.ndarray) -> None:
    """Tint the regions of a rectangle by the sign of a field, and draw the line between them."""
    for color, side in zip(COLORS, (field, -field), strict=True):
        shapes.fill(axes, x, y, side, color=color, alpha=0.2)
    for path in shapes.zero_lines(x, y, field):
        axes.plot(*path.T, color=BOUNDARY, lw=1.6, zorder=4)


def _unrolled_torus(axes: Axes, surface: surfaces.Torus, sample: Sample, shown: np.ndarray) -> None:
    turn = np.linspace(-math.pi, math.pi, 121)
    _tinted(axes, turn, turn, surfaces.torus_decision(surface, turn[None, :], turn[:, None]))
    strip(axes, "Ψ", "(c) unrolled, true class")
    axes.set_yticks([x for x, _ in STRIP], [text for _, text in STRIP])
    axes.set(ylim=(-math.pi, math.pi), aspect="equal")
    for c in (0, 1):
        shapes.dots(axes, *sample.x[shown == c].T, color=COLORS[c], size=2.4, square=c == 1, alpha=0.8)


def _torus_boundary(
    axes: Axes,
    surface: surfaces.Torus,
    solid: solids.Solid,
    eye: View,
    place: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> None:
    turn = np.linspace(-math.pi, math.pi, 121)
    for path in shapes.zero_lines(
        turn, turn, surfaces.torus_decision(surface, turn[None, :], turn[:, None]), flat=False
    ):
        solids.line(axes, place(*path.T), solid, eye, color=BOUNDARY, lw=1.7, behind=0.55, zorder=6)


def figure_6() -> Picture:
    """Two angles: the torus with its two decision curves, and the same torus unrolled."""
    import matplotlib.pyplot as plt

    surface, sample = examples.surface("figure 6"), sample_of("figure 6", 250)
    predicted = (surfaces.torus_decision(surface, *sample.x.T) <= 0).astype(int)
    figure = plt.figure(figsize=(9.6, 3.4))
    eye, solid = solids.view(-105, -42), solids.torus(RING, TUBE)

    def place(phi, psi):
        return surfaces.torus_points(phi, psi, RING, TUBE)

    def decision(points):
        return surfaces.torus_polynomial(surface, points, RING, TUBE)

    points = place(*sample.x.T)
    for i, (title, shown) in enumerate(((TRUE, sample.y), (PREDICTED, predicted))):
        axes = figure.add_axes((0.005 + 0.34 * i, 0.1, 0.335, 0.82))
        bare(axes, 1.46, 1.24, title)
        solids.torus_frame(axes, solid, eye, place)
        for c in (0, 1):
            solids.points_on(axes, points[shown == c], solid, eye, color=COLORS[c], size=2.8, square=c == 1)
    solids.regions(axes, decision, solid, eye, (1.44, 1.3), COLORS)
    _torus_boundary(axes, surface, solid, eye, place)
    _unrolled_torus(figure.add_axes((0.735, 0.17, 0.25, 0.72)), surface, sample, sample.y)
    legend(figure, [key("decision curve")])
    densities = [
        f"Φ ~ vM({in_pi(PAIR[0][0][c])}, {PAIR[1][0][c]:g}), Ψ ~ vM({in_pi(PAIR[0][1][c])}, "
        f"{PAIR[1][1][c]:g})"
        for c in (0, 1)
    ]
    about = f"{len(sample.y)} pairs of angles, C = 1: {densities[0]}; C = 2: {densities[1]}"
    caption = (
        f"{about}; both classes are equally probable. The torus has the radii {RING:g} and {TUBE:g} and is "
        "seen from below. The curve is the zero set of "
    )
    right = f"{(predicted == sample.y).mean():.0%} of the pairs are on the right side"
    caption += f"the polynomials of Theorem 2; {right}."
    return Picture(
        title_of("figure 6"), f"{about}, on a torus and unrolled, with the decision curve.", figure, caption
    )


def _sphere_panel(
    axes: Axes, name: str, sample: Sample, shown: np.ndarray, title: str
) -> tuple[solids.View, solids.Solid]:
    eye, solid = solids.view(*EYES[name]), solids.sphere()
    bare(axes, 1.45, 1.36, title)
    solids.sphere_frame(axes, solid, eye)
    for c in (0, 1):
        solids.points_on(axes, sample.x[shown == c], solid, eye, color=COLORS[c], size=2.9, square=c == 1)
    for axis, label in zip(np.eye(3), ("x₁", "x₂", "x₃"), strict=True):
        (u0, u1), (v0, v1) = solids.project(np.array([1.0, 1.22])[:, None] * axis, eye)
        if np.hypot(u1, v1) > 1.02:
            axes.plot([u0, u1], [v0, v1], color=INK, lw=0.7, alpha=0.6, zorder=1)
            axes.text(1.4 * u1 - 0.4 * u0, 1.4 * v1 - 0.4 * v0, label, fontsize=8, ha="center", va="center")
    return eye, solid


def _direction_figure(name: str, n: int = 250) -> Picture:
    import matplotlib.pyplot as plt

    surface, sample = examples.surface(name), sample_of(name, n)
    predicted = (surfaces.plane_decision(surface, sample.x) <= 0).astype(int)
    figure, (left, right) = plt.subplots(1, 2, figsize=(6.4, 3.05))
    _sphere_panel(left, name, sample, sample.y, TRUE)
    eye, solid = _sphere_panel(right, name, sample, predicted, PREDICTED)
    solids.regions(right, lambda x: surfaces.plane_decision(surface, x), solid, eye, (1, 1), COLORS)
    solids.plane(right, surface.normal, surface.offset, eye, color=BOUNDARY)
    solids.line(
        right, surfaces.sphere_circle(surface), solid, eye, color=BOUNDARY, lw=1.8, behind=0.6, zorder=6
    )
    extra = [key("decision circle")]
    note = ""
    if name == "figure 7":
        (means, kappa) = DIRECTIONS[name]
        circle = surfaces.sphere_circle(surfaces.plane(examples.unit(means), kappa))
        solids.line(right, circle, solid, eye, color=INK, lw=1.0, behind=0.5, zorder=6)
        extra.append(key("with unit mean vectors", INK, lw=1.0))
        note = (
            " The printed means are not unit vectors: the plane uses them as printed, while the sample "
            "and the thin circle use their unit vectors."
        )
    figure.subplots_adjust(left=0, right=1, top=0.94, bottom=0.07, wspace=0)
    legend(figure, extra)
    densities = " and ".join(
        f"vMF(({', '.join(f'{x:g}' for x in m)}), {k:g})".replace("-", "−")
        for m, k in zip(*DIRECTIONS[name], strict=True)
    )
    about = f"{len(sample.y)} unit vectors from {densities} on the sphere"
    plane = _equation(surface)
    caption = (
        f"The points are {about}; both classes are equally probable. The decision plane of Theorem 3 is "
        f"{plane}; {(predicted == sample.y).mean():.0%} are on the right side.{note}"
    )
    return Picture(
        title_of(name),
        f"{about}, by true and by predicted class, with the decision plane {plane}.",
        figure,
        caption,
    )


def _equation(surface: surfaces.Plane) -> str:
    """Format the plane as the paper does: normal . x = constant.

    Both sides are divided by the absolute value of the coefficients if all have the same.
    """
    normal, used = surface.normal, np.flatnonzero(surface.normal)
    scale = np.abs(normal[used]).max() if len(used) == 1 or np.ptp(np.abs(normal[used])) == 0 else 1.0
    scale = float(np.copysign(scale, normal[used[0]] if len(used) == 1 else 1.0))
    left = "".join(_term(normal[j] / scale, f"x{'₁₂₃'[j]}", j == used[0]) for j in used)
    right = -surface.offset / scale
    return f"{left} = " + (minus(f"{right:.4f}") if abs(right) > 1e-12 else "0")


def _term(coefficient: float, symbol: str, first: bool) -> str:
    sign = ("−" if first else " − ") if coefficient < 0 else "" if first else " + "
    return f"{sign}{'' if abs(coefficient) == 1 else f'{abs(coefficient):g}'}{symbol}"


def _heights(name: str, y: np.ndarray) -> np.ndarray:
    low, high = RANGES[name]
    return TALL * (2 * (y - low) / (high - low) - 1)


def _values(name: str, z: np.ndarray) -> np.ndarray:
    low, high = RANGES[name]
    return low + (high - low) * (z / TALL + 1) / 2


def _cylinder_panel(
    axes: Axes, name: str, sample: Sample, shown: np.ndarray, title: str
) -> tuple[solids.View, solids.Solid]:
    eye, solid = solids.view(-118, 20), solids.cylinder(-TALL, TALL)
    bare(axes, 1.45, 1.62, title)
    solids.cylinder_frame(axes, solid, eye, -TALL, TALL)
    points = np.column_stack([np.cos(sample.x), np.sin(sample.x), _heights(name, other_of(sample))])
    for c in (0, 1):
        solids.points_on(axes, points[shown == c], solid, eye, color=COLORS[c], size=2.8, square=c == 1)
    side, low = -eye.right, RANGES[name][0]
    for value in range(math.ceil(low), math.floor(RANGES[name][1]) + 1, 2):
        u, v = solids.project(side + np.array([0, 0, _heights(name, np.array(float(value)))]), eye)
        axes.plot([u - 0.06, u], [v, v], color=INK, lw=0.7)
        axes.text(float(u) - 0.1, float(v), f"{value}".replace("-", "−"), ha="right", va="center", fontsize=8)
    axes.text(-1.36, 0, "Y", ha="center", va="center", fontsize=9)
    return eye, solid


def _on_cylinder(surface: surfaces.Hybrid, angles: np.ndarray, y: np.ndarray) -> np.ndarray:
    return surfaces.hybrid_decision(surface, np.stack([np.cos(angles), np.sin(angles)], axis=1), y[:, None])


def _cylinder_figure(name: str, n: int = 250) -> Picture:
    import matplotlib.pyplot as plt

    surface, sample = examples.surface(name), sample_of(name, n)
    predicted = (_on_cylinder(surface, sample.x, other_of(sample)) <= 0).astype(int)
    figure = plt.figure(figsize=(9.0, 3.6))
    panels = [figure.add_axes((0.01 + 0.31 * i, 0.09, 0.31, 0.84)) for i in (0, 1)]
    _cylinder_panel(panels[0], name, sample, sample.y, TRUE)
    eye, solid = _cylinder_panel(panels[1], name, sample, predicted, PREDICTED)
    solids.regions(
        panels[1],
        lambda p: _on_cylinder(surface, np.arctan2(p[:, 1], p[:, 0]), _values(name, p[:, 2])),
        solid,
        eye,
        (1.0, 1.62),
        COLORS,
    )
    turn, rows = np.linspace(-math.pi, math.pi, 121), np.linspace(*RANGES[name], 121)
    field = _on_cylinder(surface, np.tile(turn, 121), np.repeat(rows, 121)).reshape(121, 121)
    for path in shapes.zero_lines(turn, rows, field, flat=False):
        place = np.column_stack([np.cos(path[:, 0]), np.sin(path[:, 0]), _heights(name, path[:, 1])])
        solids.line(panels[1], place, solid, eye, color=BOUNDARY, lw=1.8, behind=0.55, zorder=6)
    flat = figure.add_axes((0.69, 0.18, 0.3, 0.7))
    _tinted(flat, turn, rows, field)
    strip(flat, "Y", "(c) unrolled, true class")
    flat.set_ylim(*RANGES[name])
    for c in (0, 1):
        of_class = sample.y == c
        shapes.dots(
            flat,
            sample.x[of_class],
            other_of(sample)[of_class],
            color=COLORS[c],
            size=2.4,
            square=c == 1,
            alpha=0.8,
        )
    legend(figure, [key("decision curve")])
    about = f"{len(sample.y)} cases, {_hybrid_densities(name)}"
    shape = "a plane" if name == "figure 10" else "a quadric"
    right = f"{(predicted == sample.y).mean():.0%} of the cases are on the right side"
    caption = (
        f"{about} (unit vectors of the printed means); both classes are equally probable. "
        f"{shape.capitalize()} cuts the cylinder; {right}."
    )
    return Picture(
        title_of(name),
        f"{about}, on a cylinder and unrolled; the decision surface is {shape}.",
        figure,
        caption,
    )


def _hybrid_densities(name: str) -> str:
    (directions, kappa), (mean, variance) = MIXED_DIRECTION, GAUSSIAN[name]
    return "; ".join(
        f"C = {c + 1}: X ~ vMF(({directions[c][0]:g}, {directions[c][1]:g}), {kappa[c]:g}), Y ~ "
        f"N({mean[c]:g}, {variance[c]:g})".replace("-", "−")
        for c in (0, 1)
    )


def picture(name: str) -> Picture:
    """The drawing of one of the paper's figures: `figure 3` to `figure 12`, `figure 14`."""
    alone = {"figure 6": figure_6, "figure 12": figure_12, "figure 14": figure_14}
    if name in alone:
        return alone[name]()
    if name in DIRECTIONS:
        return _direction_figure(name)
    return _cylinder_figure(name) if name in GAUSSIAN else one_angle(name)


@functools.cache
def svg(name: str) -> str:
    """The drawing as SVG text."""
    with styled():
        return to_svg(f"lopezcruz2013_{name.replace(' ', '_')}", picture(name))

"""Sphere, torus and cylinder in parallel projection, drawn as lines and flat regions to keep the SVG small.

A solid is described by the visibility of its points and by the visible point at every pixel; its far side is
drawn faint. Points in space have shape (n, 3); `toward` is the unit vector to the eye.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.report.figures import shapes
from naivebench.report.figures.style import FAINT, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NEAR = 1e-3  # tolerance, so that a point does not hide itself
STEPS = 160  # number of steps along a ray through the torus


OUTLINE: dict[str, Any] = {"color": INK, "lw": 0.8, "alpha": 0.7, "zorder": 4}


class View(NamedTuple):
    """Parallel projection; `right`, `up` and `toward` are orthonormal."""

    right: np.ndarray  # (3,)
    up: np.ndarray  # (3,)
    toward: np.ndarray  # (3,)


class Solid(NamedTuple):
    """A solid, described by two functions.

    `visible(points, view) -> (n,) bool`; `front(u, v, view) -> (n, 3)` visible points at picture coordinates,
    NaN outside the solid.
    """

    visible: Callable[[np.ndarray, View], np.ndarray]
    front: Callable[[np.ndarray, np.ndarray, View], np.ndarray]


def view(azimuth: float, elevation: float) -> View:
    """View from azimuth and elevation in degrees; the z axis points up."""
    a, e = np.radians([azimuth, elevation])
    toward = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    return View(right, np.cross(toward, right), toward)


def project(points: np.ndarray, eye: View) -> tuple[np.ndarray, np.ndarray]:
    """Picture coordinates of points (..., 3)."""
    return points @ eye.right, points @ eye.up


def _in_space(u: np.ndarray, v: np.ndarray, depth: np.ndarray, eye: View) -> np.ndarray:
    return u[:, None] * eye.right + v[:, None] * eye.up + depth[:, None] * eye.toward


def sphere() -> Solid:
    """Create the unit sphere."""

    def front(u, v, eye):
        square = 1 - u**2 - v**2
        return _in_space(u, v, np.where(square >= 0, np.sqrt(np.maximum(square, 0)), np.nan), eye)

    return Solid(lambda points, eye: points @ eye.toward >= -NEAR, front)


def torus(ring: float, tube: float) -> Solid:
    """Create a torus around the z axis; `ring` is the radius of its circle of centres, `tube` that of the
    tube.
    """

    def outside(points):
        return (np.hypot(points[..., 0], points[..., 1]) - ring) ** 2 + points[..., 2] ** 2 - tube**2

    def visible(points, eye):
        ahead = np.linspace(0.02, 2 * (ring + tube), STEPS)[:, None, None] * eye.toward
        return (outside(points + ahead) > -NEAR).all(axis=0)

    def front(u, v, eye):
        reach = np.linspace(ring + tube, -ring - tube, STEPS)
        inside = np.stack([outside(_in_space(u, v, np.full(len(u), depth), eye)) <= 0 for depth in reach])
        first = inside.argmax(axis=0)
        low, high = reach[np.maximum(first - 1, 0)], reach[first]
        for _ in range(12):
            middle = (low + high) / 2
            hit = outside(_in_space(u, v, middle, eye)) <= 0
            low, high = np.where(hit, low, middle), np.where(hit, middle, high)
        return _in_space(u, v, np.where(inside.any(axis=0), high, np.nan), eye)

    return Solid(visible, front)


def cylinder(bottom: float, top: float) -> Solid:
    """Create an open cylinder of radius 1 around the z axis; its inside is not visible."""

    def visible(points, eye):
        return points[..., :2] @ eye.toward[:2] >= -NEAR

    def front(u, v, eye):
        across = np.linalg.norm(eye.toward[:2])
        square = np.maximum(1 - u**2, 0)
        flat = eye.toward[:2] / across
        x = u[:, None] * eye.right[:2] + np.sqrt(square)[:, None] * flat
        z = (v - x @ eye.up[:2]) / eye.up[2]
        points = np.column_stack([x, z])
        points[(np.abs(u) > 1) | (z < bottom) | (z > top)] = np.nan
        return points

    return Solid(visible, front)


def line(
    axes: Axes,
    points: np.ndarray,
    solid: Solid,
    eye: View,
    *,
    color: str,
    lw: float,
    alpha: float = 1.0,
    behind: float = 0.3,
    **look: Any,
) -> None:
    """Draw a line on the solid: continuous where visible, dotted on the far side with opacity times
    `behind`.
    """
    u, v = project(points, eye)
    visible = solid.visible(points, eye)
    for mask, strength, style in ((visible, alpha, "-"), (~visible, alpha * behind, (0, (2, 2)))):
        near = mask | np.append(mask[1:], False) | np.append(False, mask[:-1]) if style == "-" else mask
        if near.any() and strength > 0:
            axes.plot(
                np.where(near, u, np.nan),
                np.where(near, v, np.nan),
                color=color,
                lw=lw,
                alpha=strength,
                ls=style,
                **look,
            )


def points_on(
    axes: Axes, points: np.ndarray, solid: Solid, eye: View, *, color: str, size: float, square: bool
) -> None:
    """Draw points on the solid; those on the far side are faint."""
    u, v = project(points, eye)
    visible = solid.visible(points, eye)
    shapes.dots(
        axes, u[~visible], v[~visible], color=color, size=0.7 * size, square=square, alpha=0.22, zorder=2
    )
    shapes.dots(axes, u[visible], v[visible], color=color, size=size, square=square, alpha=0.9, zorder=5)


def regions(
    axes: Axes,
    decision: Callable[[np.ndarray], np.ndarray],
    solid: Solid,
    eye: View,
    extent: tuple[float, float],
    colors: tuple[str, str],
    cells: int = 150,
) -> None:
    """Tint the visible side by the sign of `decision(points (n, 3)) -> (n,)`; colors[0] if positive."""
    width, height = extent
    u, v = (
        np.linspace(-width, width, cells),
        np.linspace(-height, height, max(int(cells * height / width), 8)),
    )
    across, along = np.meshgrid(u, v)
    points = solid.front(across.ravel(), along.ravel(), eye)
    on = ~np.isnan(points[:, 0])
    sign = np.full(len(points), np.nan)
    sign[on] = decision(points[on])
    field = sign.reshape(across.shape)
    for color, side in zip(colors, (field, -field), strict=True):
        shapes.fill(axes, u, v, side, color=color, alpha=0.25, zorder=1)


def plane(
    axes: Axes,
    normal: np.ndarray,
    offset: float,
    eye: View,
    *,
    color: str,
    half: float = 0.95,
    cells: int = 160,
) -> None:
    """Tint a square of the plane normal . x + offset = 0, where the unit sphere does not hide it."""
    length = np.linalg.norm(normal)
    up, foot = normal / length, -offset / length**2 * normal
    first = np.cross(up, np.eye(3)[np.abs(up).argmin()])
    first /= np.linalg.norm(first)
    second, extent = np.cross(up, first), np.linalg.norm(foot) + 1.5 * half
    u = np.linspace(-extent, extent, cells)
    across, along = np.meshgrid(u, u)
    flat = across[..., None] * eye.right + along[..., None] * eye.up
    depth = -(flat @ normal + offset) / (normal @ eye.toward)
    points = flat + depth[..., None] * eye.toward - foot
    inside = half - np.maximum(np.abs(points @ first), np.abs(points @ second))
    square = 1 - across**2 - along**2
    unhidden = np.maximum(-square, depth - np.sqrt(np.maximum(square, 0)))
    shapes.fill(axes, u, u, np.minimum(inside, unhidden), color=color, alpha=0.2, zorder=3)


def outline(axes: Axes, u: np.ndarray, v: np.ndarray, **look: Any) -> None:
    """Draw a silhouette."""
    axes.plot(u, v, **{**OUTLINE, **look})


def sphere_frame(axes: Axes, solid: Solid, eye: View) -> None:
    """Draw the silhouette of the unit sphere, and meridians and parallels every 30 degrees."""
    turn = np.linspace(-np.pi, np.pi, 61)
    outline(axes, np.cos(turn), np.sin(turn))
    for longitude in np.radians(np.arange(0, 180, 30)):
        points = np.stack(
            [np.cos(turn) * np.cos(longitude), np.cos(turn) * np.sin(longitude), np.sin(turn)], axis=1
        )
        line(axes, points, solid, eye, color=FAINT, lw=0.5, alpha=0.55, behind=0, zorder=1)
    for latitude in np.radians(np.arange(-60, 61, 30)):
        points = np.stack(
            [np.cos(latitude) * np.cos(turn), np.cos(latitude) * np.sin(turn), np.full(61, np.sin(latitude))],
            axis=1,
        )
        line(axes, points, solid, eye, color=FAINT, lw=0.5, alpha=0.55, behind=0, zorder=1)


def torus_frame(
    axes: Axes, solid: Solid, eye: View, place: Callable[[np.ndarray, np.ndarray], np.ndarray]
) -> None:
    """Draw the silhouettes of the torus, and circles every 30 degrees of phi and every 60 degrees of psi.

    `place(phi, psi) -> (n, 3)` returns the points.
    """
    turn = np.linspace(-np.pi, np.pi, 73)
    for fixed in np.radians(np.arange(-180, 180, 30)):
        line(
            axes,
            place(np.full(73, fixed), turn),
            solid,
            eye,
            color=FAINT,
            lw=0.5,
            alpha=0.5,
            behind=0,
            zorder=1,
        )
    for fixed in np.radians(np.arange(-180, 180, 60)):
        line(
            axes,
            place(turn, np.full(73, fixed)),
            solid,
            eye,
            color=FAINT,
            lw=0.5,
            alpha=0.5,
            behind=0,
            zorder=1,
        )
    edge = np.arctan2(-(eye.toward[0] * np.cos(turn) + eye.toward[1] * np.sin(turn)), eye.toward[2])
    for psi in (edge, edge + np.pi):  # where the surface turns away from the viewer
        points = place(turn, psi)
        u, v = project(points, eye)
        visible = solid.visible(points - 5e-3 * eye.toward, eye) | solid.visible(points, eye)
        outline(axes, np.where(visible, u, np.nan), np.where(visible, v, np.nan))


def cylinder_frame(axes: Axes, solid: Solid, eye: View, bottom: float, top: float) -> None:
    """Draw both rims of the cylinder, its two sides, and lines every 30 degrees."""
    turn = np.linspace(-np.pi, np.pi, 91)
    for height in (bottom, top):
        points = np.stack([np.cos(turn), np.sin(turn), np.full(91, height)], axis=1)
        line(
            axes,
            points,
            solid,
            eye,
            color=INK,
            lw=0.8,
            alpha=0.7,
            behind=1.0 if height == top else 0.4,
            zorder=4,
        )
    for longitude in np.radians(np.arange(0, 360, 30)):
        points = np.stack(
            [np.full(2, np.cos(longitude)), np.full(2, np.sin(longitude)), [bottom, top]], axis=1
        )
        line(axes, points, solid, eye, color=FAINT, lw=0.5, alpha=0.5, behind=0, zorder=1)
    sides = np.array([eye.right * sign + [0, 0, height] for sign in (-1, 1) for height in (bottom, top)])
    u, v = project(sides, eye)
    outline(axes, u[:2], v[:2])
    outline(axes, u[2:], v[2:])

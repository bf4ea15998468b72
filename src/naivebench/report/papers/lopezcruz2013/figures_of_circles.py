"""The worked examples of Lopez-Cruz, Bielza and Larranaga 2013 on the circle, redrawn from seeded samples:
figures 3, 4, 5, 12 and 14.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from naivebench.methods.directional.helpers import bessel, von_mises
from naivebench.report.figures import shapes
from naivebench.report.figures.style import FAINT, INK, Picture
from naivebench.report.papers.lopezcruz2013 import examples, surfaces
from naivebench.report.papers.lopezcruz2013.drawing import (
    BOUNDARY,
    COLORS,
    FIRST,
    PREDICTED,
    SECOND,
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
from naivebench.report.papers.lopezcruz2013.examples import ANGLES, Sample

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TICKS = {0.0: "0", math.pi / 2: "π/2", math.pi: "±π", -math.pi / 2: "−π/2"}
STACK = 0.055  # distance of stacked points, in radii of the circle


def _stacks(angles: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Positions near the unit circle; points that would overlap are stacked, class 0 outwards, class 1
    inwards.
    """
    bins = 2 * math.pi / 100
    sector = np.floor((angles + math.pi) / bins).astype(int) % 100
    height = np.zeros(len(angles))
    for c in (0, 1):
        for s in np.unique(sector[y == c]):
            rows = np.flatnonzero((y == c) & (sector == s))
            height[rows] = np.arange(len(rows)) + 1
    radius = 1 + STACK * np.where(y == 0, height, -height)
    middle = -math.pi + (sector + 0.5) * bins
    return radius * np.cos(middle), radius * np.sin(middle)


def _circle_frame(axes: Axes, title: str, labelled: Iterable[float] = ()) -> None:
    """Draw a circle with four ticks; a tick near one of the angles `labelled` has no text."""
    turn = np.linspace(-math.pi, math.pi, 121)
    axes.plot(np.cos(turn), np.sin(turn), color=FAINT, lw=0.9, zorder=1)
    for angle, text in TICKS.items():
        axes.plot(
            *zip(*(r * np.array([math.cos(angle), math.sin(angle)]) for r in (0.97, 1.03)), strict=True),
            color=INK,
            lw=0.8,
            zorder=1,
        )
        if all(abs(float(surfaces.wrap(np.asarray(angle - taken)))) > 0.3 for taken in labelled):
            axes.text(
                1.44 * math.cos(angle), 1.4 * math.sin(angle), text, ha="center", va="center", fontsize=8
            )
    bare(axes, 1.6, 1.5, title)


def _arc(axes: Axes, start: float, end: float, color: str, corner: tuple[complex, ...] = (0,)) -> None:
    """Draw an arc of the unit circle and tint the area between it and `corner`, or its chord if there is
    none.
    """
    turn = np.linspace(start, end, max(int((end - start) / 0.05), 3))
    edge = np.concatenate([np.exp(1j * turn), corner])
    axes.fill(edge.real, edge.imag, color=color, alpha=0.14, lw=0, zorder=0)
    axes.plot(np.cos(turn), np.sin(turn), color=color, lw=3.2, alpha=0.55, solid_capstyle="butt", zorder=1)


def _regions_of_circle(axes: Axes, surface: surfaces.Circle) -> None:
    """Draw tinted sectors, the decision line (dashed) and the decision angles in radians."""
    low, high = np.sort(surface.angles)
    inner = int(surfaces.circle_decision(surface, np.array((low + high) / 2)) < 0)
    _arc(axes, low, high, COLORS[inner])
    _arc(axes, high, low + 2 * math.pi, COLORS[1 - inner])
    ends = np.exp(1j * surface.angles)
    axes.plot(ends.real, ends.imag, color=BOUNDARY, lw=1.2, ls=(0, (4, 2.5)), zorder=4)
    for angle, end in zip(surface.angles, ends, strict=True):
        axes.plot([0, end.real], [0, end.imag], color=BOUNDARY, lw=1.6, zorder=4)
        axes.text(
            1.36 * end.real,
            1.32 * end.imag,
            minus(f"{angle:.2f}"),
            ha="center",
            va="center",
            color=BOUNDARY,
            fontsize=8.5,
            zorder=6,
        )


def one_angle(name: str, n: int = 50) -> Picture:
    import matplotlib.pyplot as plt

    (mu, kappa), surface, sample = ANGLES[name], examples.surface(name), sample_of(name, n)
    predicted = (surfaces.circle_decision(surface, sample.x) <= 0).astype(int)
    figure, (left, right) = plt.subplots(1, 2, figsize=(6.4, 3.3))
    u, v = _stacks(sample.x, sample.y)
    for axes, title, shown, labelled in (
        (left, TRUE, sample.y, ()),
        (right, PREDICTED, predicted, surface.angles),
    ):
        _circle_frame(axes, title, labelled)
        for c in (0, 1):
            shapes.dots(axes, u[shown == c], v[shown == c], color=COLORS[c], size=3.9, square=c == 1)
    for m, k, color in zip(mu, kappa, COLORS, strict=True):
        end = float(bessel.ratio(np.array(k))) * np.array([math.cos(m), math.sin(m)])
        left.annotate(
            "",
            end,
            (0, 0),
            arrowprops={"arrowstyle": "-|>", "color": color, "lw": 1.4, "shrinkA": 0, "shrinkB": 0},
        )
    _regions_of_circle(right, surface)
    figure.subplots_adjust(left=0, right=1, top=0.94, bottom=0.08, wspace=0)
    legend(figure, [key("decision angles"), key("decision line", ls=(0, (4, 2.5)), lw=1.2)])
    return Picture(title_of(name), *_about_circle(name, surface, sample, predicted, figure))


def _about_circle(
    name: str, surface: surfaces.Circle, sample: Sample, predicted: np.ndarray, figure: Figure
) -> tuple[str, Figure, str]:
    (mu, kappa), n = ANGLES[name], len(sample.y)
    densities = " and ".join(f"vM({in_pi(m)}, {k:g})" for m, k in zip(mu, kappa, strict=True))
    angles = " and ".join(f"{a:.2f}".replace("-", "−") for a in surface.angles)
    text = (
        f"{n} angles from {densities} on a circle, by true and by predicted class; the decision angles are "
        f"{angles} rad."
    )
    caption = (
        f"The {n} angles are from {densities}, which are equally probable. Those of C = 1 are stacked "
        "outwards and those of C = 2 inwards; arrows are the mean resultants of the densities. The decision "
        f"angles of Theorem 1 are {angles} rad; {(predicted == sample.y).sum()} of {n} angles are on the "
        "right side."
    )
    return text, figure, caption


def _value_panel(
    axes: Axes,
    title: str,
    sample: Sample,
    shown: np.ndarray,
    rows: np.ndarray,
    plane: surfaces.Plane | None = None,
) -> None:
    turn = np.linspace(-math.pi, math.pi, 121)
    axes.plot(np.cos(turn), np.sin(turn), color=FAINT, lw=0.9, zorder=1)
    bare(axes, 1.42, 1.34, title)
    radius = 1 + 0.05 * (np.arange(len(rows)) % 5 - 2)
    for c in (0, 1):
        for value, marker in ((0, "o"), (1, "x")):
            chosen = (shown[rows] == c) & (other_of(sample)[rows] == value)
            x = sample.x[rows][chosen]
            axes.plot(
                radius[chosen] * np.cos(x),
                radius[chosen] * np.sin(x),
                marker,
                ms=4.2,
                mfc="none",
                color=COLORS[c],
                mew=1.1,
                zorder=5,
            )
    if plane is not None:
        _chord(axes, plane)


def _chord(axes: Axes, plane: surfaces.Plane) -> None:
    """Draw the decision line, and tint both of its sides."""
    length, alpha = np.linalg.norm(plane.normal), math.atan2(plane.normal[1], plane.normal[0])
    half = math.acos(-plane.offset / length)
    _arc(axes, alpha - half, alpha + half, FIRST, ())
    _arc(axes, alpha + half, alpha - half + 2 * math.pi, SECOND, ())
    foot, along = (
        -plane.offset / length**2 * plane.normal,
        np.array([-plane.normal[1], plane.normal[0]]) / length,
    )
    ends = np.array([foot - 1.25 * along, foot + 1.25 * along])
    axes.plot(*ends.T, color=BOUNDARY, lw=1.6, ls=(0, (4, 2.5)), zorder=4)


def figure_12() -> Picture:
    """A direction and a discrete attribute: parallel decision lines, one for each value."""
    import matplotlib.pyplot as plt

    planes, sample = examples.surface("figure 12"), sample_of("figure 12", 25)
    vectors = np.stack([np.cos(sample.x), np.sin(sample.x)], axis=1)
    by_value = np.stack([surfaces.plane_decision(plane, vectors) for plane in planes])
    predicted = (by_value[sample.other, np.arange(len(sample.y))] <= 0).astype(int)
    figure, axes = plt.subplots(1, 4, figsize=(9.6, 2.75))
    every = np.arange(len(sample.y))
    _value_panel(axes[0], TRUE, sample, sample.y, every)
    _value_panel(axes[1], PREDICTED, sample, predicted, every)
    for value, (panel, plane) in enumerate(zip(axes[2:], planes, strict=True)):
        _value_panel(
            panel,
            f"({'cd'[value]}) predicted, Y = {value + 1}",
            sample,
            predicted,
            np.flatnonzero(sample.other == value),
            plane,
        )
    figure.subplots_adjust(left=0, right=1, top=0.92, bottom=0.08, wspace=0.02)
    marks = [
        plt.Line2D([], [], color=INK, marker=m, ls="", ms=4.5, mfc="none", label=f"Y = {v}")
        for v, m in ((1, "o"), (2, "x"))
    ]
    lines = [
        plt.Line2D([], [], color=color, lw=4, alpha=0.7, label=f"C = {c + 1}")
        for c, color in enumerate(COLORS)
    ]
    figure.legend(
        handles=[*lines, *marks, key("decision line", ls=(0, (4, 2.5)))],
        loc="lower center",
        ncols=5,
        borderaxespad=0.1,
    )
    caption = (
        f"{len(sample.y)} cases; P(Y = 1 | C) is {examples.DISCRETE[0][0]:g} for C = 1 and "
        f"{examples.DISCRETE[0][1]:g} for C = 2. "
        "The discrete attribute shifts the decision line but does not turn it; "
        f"{(predicted == sample.y).sum()} of {len(sample.y)} cases are on the right side."
    )
    text = (
        f"{len(sample.y)} directions with a discrete attribute Y by true and predicted class; the decision "
        "lines for Y = 1 and Y = 2 are parallel."
    )
    return Picture(title_of("figure 12"), text, figure, caption)


def figure_14() -> Picture:
    """Fitted von Mises and Gaussian densities of both classes; the cut is inside one of them."""
    import matplotlib.pyplot as plt

    sample = sample_of("figure 14", 1000)
    mu, kappa = von_mises.estimate(von_mises.resultants(sample.x[:, None], sample.y, 2))
    turn = np.linspace(-math.pi, math.pi, 181)
    figure, panels = plt.subplots(1, 2, figsize=(6.8, 2.7), sharey=True, layout="constrained")
    parts = []
    for c, axes in enumerate(panels):
        x = sample.x[sample.y == c]
        mean, deviation = x.mean(), x.std()
        axes.hist(x, bins=np.linspace(-math.pi, math.pi, 37), density=True, color=COLORS[c], alpha=0.2, lw=0)
        axes.plot(turn, np.exp(von_mises.log_density(turn, mu[0, c], kappa[0, c])), color=COLORS[c], lw=1.7)
        axes.plot(
            turn,
            np.exp(-0.5 * ((turn - mean) / deviation) ** 2) / (deviation * math.sqrt(2 * math.pi)),
            color=INK,
            lw=1.2,
            ls=(0, (4, 2)),
        )
        strip(axes, "density" if c == 0 else "", f"({'ab'[c]}) C = {c + 1}")
        axes.set_xlabel("Φ")
        axes.yaxis.labelpad = 5
        parts.append(
            f"C = {c + 1}: vM({mu[0, c]:.2f}, {kappa[0, c]:.2f}), N({mean:.2f}, {deviation**2:.2f})".replace(
                "-", "−"
            )
        )
    handles = [key("von Mises", INK, lw=1.7), key("Gaussian", INK, (0, (4, 2)), 1.2)]
    figure.legend(handles=handles, loc="outside lower center", ncols=2)
    figure.set_layout_engine("constrained", wspace=0.06)
    about = f"Densities fitted to {len(sample.y)} angles from vM(π, 2.5) and vM(π/2, 2.5)"
    caption = (
        f"{about}. {'; '.join(parts)}. The Gaussian of C = 1 treats one cluster as two, because the "
        f"circle is cut at ±π."
    )
    return Picture(
        title_of("figure 14"),
        f"{about}: von Mises solid, Gaussian dashed. {'; '.join(parts)}.",
        figure,
        caption,
    )

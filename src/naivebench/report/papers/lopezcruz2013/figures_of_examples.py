"""Figures 1 to 12 and 14 of Lopez-Cruz, Bielza and Larranaga 2013, drawn again from seeded samples.

Every example but the last is drawn on a solid of revolution: a disc seen from above (an angle and a radius),
a sphere (longitude and latitude), a torus (two angles) or a cylinder (an angle and a number).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.benchmark.angles import AngularAttribute, Facts, count_sectors, fit_densities
from naivebench.report.figures import roses
from naivebench.report.figures.style import FAINT, INK, Picture
from naivebench.report.palette import STYLES
from naivebench.report.papers.lopezcruz2013 import examples, surfaces
from naivebench.report.papers.lopezcruz2013.examples import EXAMPLES, Example, Sample
from naivebench.report.papers.lopezcruz2013.surfaces import Surface, decide, vectors

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS, BOUNDARY = (STYLES[1].light, STYLES[2].light), STYLES[3].light
TURN = np.linspace(-np.pi, np.pi, 73)
ANGLES = {-np.pi: "−π", -np.pi / 2: "−π/2", 0.0: "0", np.pi / 2: "π/2", np.pi: "π", -2 * np.pi / 3: "−2π/3"}
TICKS = tuple(ANGLES)[:5]
RING, TUBE = 1.0, 0.4  # radii of the drawn torus; the paper does not print those of its own
LIMITS = {
    "disc": (0, 1),
    "sphere": (-np.pi / 2, np.pi / 2),
    "torus": (-np.pi, np.pi),
    "cylinder": (-4.5, 8.5),
}
# azimuth and elevation of the reader, degrees
EYES = {"disc": (-90, 90), "sphere": (125, 28), "torus": (-105, -42), "cylinder": (-118, 20)}
NOTES = {
    6: "The torus is seen from below.",
    7: "The printed means are not unit vectors: the plane uses them as printed, the sample at length 1.",
    12: "Cases with Y = 1 are outside the circle. The attribute shifts the line, but does not turn it.",
}


def draw(number: int) -> Picture:
    """Draw one of the paper's figures: 1 to 12, or 14."""
    example = EXAMPLES[number]
    sample = examples.sample(example, np.random.default_rng(20130 + number))
    if number == 14:
        picture = draw_densities(sample)
    else:
        picture = (draw_classes if example.classes > 1 else draw_single)(example, sample)
    about = f"{len(sample.y):,} cases, {describe_densities(example)}."
    caption = f"{about} {picture.caption} {NOTES.get(number, '')}".strip()
    text, caption = (re.sub(r"-(?=[\dx])", "−", said) for said in (f"{about} {picture.text}", caption))
    title = f"López-Cruz et al. 2013, figure {number}: {example.subject}"
    return Picture(title, text, picture.figure, caption)


def describe_densities(example: Example) -> str:
    """The printed densities of every class: `C = 1: Φ ~ vM(π/2, 2); C = 2: Φ ~ vM(π, 5)`."""
    texts = []
    for c in range(example.classes):
        parts = [
            f"{name} ~ vM({ANGLES.get(mu[c], f'{mu[c]:.2f}')}, {kappa[c]:g})"
            for name, (mu, kappa) in zip("ΦΨ", example.angles, strict=False)
        ]
        if example.direction:
            mean, kappa = example.direction
            parts.append(f"X ~ vMF(({', '.join(f'{x:g}' for x in mean[c])}), {kappa[c]:g})")
        if example.number:
            parts.append(f"Y ~ N({example.number[0][c]:g}, {example.number[1][c]:g})")
        if example.values:
            parts.append(f"P(Y = 1) = {example.values[0][c]:g}")
        texts.append(f"C = {c + 1}: {', '.join(parts)}" if example.classes > 1 else parts[0])
    return "; ".join(texts)


def draw_single(example: Example, sample: Sample) -> Picture:
    """A sample of one density, and the mean of its unit vectors."""
    figure, (axes,) = make_panels(1)
    u, v = place_cases(example.solid, sample)
    draw_panel(axes, example.solid, *(stack(u, sample.y) if example.solid == "disc" else (u, v)), sample.y)
    axes.set_title("sample", y=1.08)

    mean = (vectors(u) if example.solid == "disc" else sample.x).mean(axis=0)
    end = [mean @ direction[: len(mean)] for direction in axes_of(example.solid)[:2]]
    axes.annotate("", end, (0, 0), arrowprops={"arrowstyle": "-|>", "lw": 1.4, "shrinkA": 0, "shrinkB": 0})
    length = f"its length is the mean resultant length, {np.linalg.norm(mean):.2f}"
    caption = f"The arrow has the mean direction of the sample; {length}."
    return Picture("", "Sample and mean direction.", figure, caption)


def draw_classes(example: Example, sample: Sample) -> Picture:
    """Panels with the true classes, and with the predicted ones for each decision surface."""
    solid, decided = example.solid, examples.surfaces_of(example)
    value = sample.value if example.values else np.zeros(len(sample.y), int)
    u, v = place_cases(solid, sample)
    r = np.choose(value, [log_odds(solid, surface, u, v) for surface in decided])
    predicted = (r <= 0).astype(int)
    if solid == "disc":
        u, v = stack(u, value if example.values else sample.y)

    figure, panels = make_panels(1 + len(decided))
    draw_panel(panels[0], solid, u, v, sample.y)
    panels[0].set_title("(a) true class", y=1.08)
    sentences = []
    for i, (axes, surface) in enumerate(zip(panels[1:], decided, strict=True)):
        kept, of_value = value == i, f", Y = {i + 1}" if example.values else ""
        draw_panel(axes, solid, u[kept], v[kept], predicted[kept], surface)
        axes.set_title(f"({'bc'[i]}) predicted class{of_value}", y=1.08)
        sentences.append(f"{describe_surface(solid, surface)}{of_value.replace(',', ' if')}.")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    share = f"{(predicted == sample.y).mean():.0%} of the cases are on the side of their class."
    caption = " ".join([*sentences, share])
    return Picture("", f"True and predicted classes. {caption}", figure, caption)


def make_panels(n: int) -> tuple[Figure, Any]:
    """Empty panels next to each other."""
    import matplotlib.pyplot as plt

    figure, panels = plt.subplots(1, n, figsize=(3.1 * n, 3.4), squeeze=False, layout="constrained")
    return figure, panels[0]


def place_cases(solid: str, sample: Sample) -> tuple[np.ndarray, np.ndarray]:
    """Both coordinates of the cases."""
    x = sample.x
    if solid == "sphere":
        return np.arctan2(x[:, 1], x[:, 0]), np.arcsin(np.clip(x[:, 2], -1, 1))
    return x[:, 0], {"disc": np.ones(len(x)), "torus": x[:, -1], "cylinder": sample.value}[solid]


def stack(angle: np.ndarray, side: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Angles rounded to a hundredth of the circle, and radii: equal ones outwards (side 0) or inwards."""
    sector = np.floor((angle + np.pi) * 50 / np.pi) % 100
    same = (sector[:, None] == sector) & (side[:, None] == side)
    radius = 1 + 0.055 * np.where(side == 0, 1, -1) * np.tril(same).sum(axis=1)
    return (sector + 0.5) * np.pi / 50 - np.pi, radius


def log_odds(solid: str, surface: Surface, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Values of r at the coordinates u and v; in a disc, those of the line of Corollary 1."""
    if solid == "cylinder":
        return decide(surface, vectors(u), v[..., None])
    places = {"disc": v[..., None] * vectors(u), "torus": vectors(u, v)}
    return decide(surface, places.get(solid, surfaces.torus_points(u, v, 0.0, 1.0)))


def project(solid: str, u: np.ndarray, v: np.ndarray) -> tuple[Any, np.ndarray]:
    """Places seen in parallel, (right, up), and how far their normals point to the reader."""
    c, s, one = np.cos(v), np.sin(v), np.ones_like(v)
    profile, normal = {  # radius and height of the solid at v, and those of its normal
        "disc": ((v, 0 * v), (0 * v, one)),
        "sphere": ((c, s), (c, s)),
        "torus": ((RING + TUBE * c, TUBE * s), (c, s)),
        "cylinder": ((one, v / 5), (one, 0 * v)),
    }[solid]
    points, normals = (
        np.stack([radius * np.cos(u), radius * np.sin(u), height], axis=-1)
        for radius, height in (profile, normal)
    )
    right, up, toward = axes_of(solid)
    return (points @ right, points @ up), normals @ toward


def axes_of(solid: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Unit vectors to the right, up, and to the reader."""
    a, e = np.radians(EYES[solid])
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    toward = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    return right, np.cross(toward, right), toward


def draw_panel(
    axes: Axes, solid: str, u: np.ndarray, v: np.ndarray, classes: np.ndarray, surface: Surface | None = None
) -> None:
    """A solid with cases at the coordinates u and v, in the colours of their classes."""
    draw_solid(axes, solid, surface)
    (x, y), facing = project(solid, u, v)
    draw_cases(axes, x, y, classes, facing >= 0)


def draw_solid(axes: Axes, solid: str, surface: Surface | None) -> None:
    """Grid lines and outline of a solid; with a surface, its regions and the line between them."""
    grid = np.meshgrid(TURN, np.linspace(*LIMITS[solid], 37))
    (x, y), facing = project(solid, *grid)
    seen = np.where(facing > -0.02, y, np.nan)
    axes.plot(x[:, ::6], seen[:, ::6], color=FAINT, lw=0.5, alpha=0.55)
    axes.plot(x[::6].T, seen[::6].T, color=FAINT, lw=0.5, alpha=0.55)
    axes.contour(x, y, facing, [0.0], colors=INK, linewidths=0.8, alpha=0.7)
    axes.set_aspect("equal")
    axes.axis("off")
    if surface is not None:
        r = log_odds(solid, surface, *grid)
        front, back = np.ma.masked_where(facing < -0.02, r), np.ma.masked_where(facing > 0, r)
        axes.contourf(x, y, front, [-np.inf, 0.0, np.inf], colors=COLOURS[::-1], alpha=0.2)
        axes.contour(x, y, front, [0.0], colors=BOUNDARY, linewidths=1.6)
        axes.contour(x, y, back, [0.0], colors=BOUNDARY, linestyles=":", alpha=0.6)
    if solid == "disc":
        for end in surfaces.bounds(surface) if surface else ():
            axes.plot([0, np.cos(end)], [0, np.sin(end)], color=BOUNDARY, lw=1.6)
        marks = {ANGLES[a]: 1.5 * vectors(a) for a in TICKS[1:]}
        axes.set(xlim=(-1.7, 1.7), ylim=(-1.7, 1.7))
    else:
        marks = {name: 1.12 * np.stack(axes_of(solid)[:2])[:, i] for i, name in enumerate(("x₁", "x₂", "x₃"))}
    for name, place in marks.items() if solid in ("disc", "sphere") else ():
        axes.text(place[0], place[1], name, ha="center", va="center")


def draw_cases(axes: Axes, x: np.ndarray, y: np.ndarray, classes: np.ndarray, front: np.ndarray) -> None:
    """Dots in the colour of their class, faint behind the solid.

    The cases of a class are one path of points with caps, which takes a tenth of the bytes of markers.
    """
    for c, cap in enumerate(("round", "projecting")):
        for of, size, alpha in ((~front, 2.0, 0.25), (front, 2.8, 0.9)):
            chosen = of & (classes == c)
            gap = np.full(chosen.sum(), np.nan)
            points = (np.stack([part[chosen], part[chosen], gap], axis=1).ravel() for part in (x, y))
            label = f"C = {c + 1}" if of is front else None
            axes.plot(*points, color=COLOURS[c], lw=size, solid_capstyle=cap, alpha=alpha, label=label)


def describe_surface(solid: str, surface: Surface) -> str:
    """Sentence on a decision surface, without its full stop."""
    if solid == "disc":
        first, second = surfaces.bounds(surface)
        return f"The decision angles are {first:.2f} and {second:.2f} rad"
    if solid == "torus":
        return "The curve is the zero set of the polynomials of Theorem 2"
    if solid == "cylinder":
        return f"{'A quadric' if np.any(surface.quadratic) else 'A plane'} cuts the cylinder"
    used = np.flatnonzero(surface.normal)  # normal . x = constant, divided by a coefficient that all share
    sizes = np.abs(surface.normal[used])
    scale = sizes[0] * np.sign(surface.normal[used[-1]]) if np.ptp(sizes) == 0 else 1.0
    terms = " ".join(f"{surface.normal[j] / scale:+g}x{'₁₂₃'[j]}" for j in used)
    for old, new in (("+1x", "+x"), ("-1x", "-x"), (" +", " + "), (" -", " − ")):
        terms = terms.replace(old, new)
    constant = f"{-surface.offset / scale:.4f}" if surface.offset else "0"
    return f"The decision plane of Theorem 3 is {terms.removeprefix('+')} = {constant}"


def draw_densities(sample: Sample) -> Picture:
    """Both densities fitted to each class, as for the attributes of data sets, and what they decide."""
    x, y = sample.x[:, 0], sample.y
    attribute = AngularAttribute("Φ", 2 * np.pi, count_sectors(x, y, 2).tolist(), fit_densities(x, y, 2))
    facts = Facts("the sample", ["C = 1", "C = 2"], attributes=[attribute])
    decided = [
        f"{name} gives the angle π to class {at_pi} and the angle 0 to class {at_zero}."
        for name, (at_pi, at_zero) in examples.decisions(sample, [np.pi, 0.0]).items()
    ]
    return roses.fits(facts, attribute, " ".join(decided))

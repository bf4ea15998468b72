"""Figures 3 to 12 and 14 of Lopez-Cruz, Bielza and Larranaga 2013, drawn again from seeded samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.methods.directional.helpers import bessel, von_mises
from naivebench.report.figures.style import FAINT, INK, Picture
from naivebench.report.palette import STYLES
from naivebench.report.papers.lopezcruz2013 import examples, surfaces
from naivebench.report.papers.lopezcruz2013.surfaces import decide, torus_points, vectors

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS, BOUNDARY = (STYLES[1].light, STYLES[2].light), STYLES[3].light
TRUE, PREDICTED = "(a) true class", "(b) predicted class"
TURN = np.linspace(-np.pi, np.pi, 73)
TICKS = (np.linspace(-np.pi, np.pi, 5), ("−π", "−π/2", "0", "π/2", "π"))
RING, TUBE = 1.0, 0.4  # radii of the drawn torus; the paper does not print those of its own
HEIGHT = 1.25  # half the height of the drawn cylinder
RANGES = {"figure 10": (-3.5, 5.5), "figure 11": (-4.5, 8.5)}  # of the linear attribute
EYES = {"figure 6": (-105, -42), "figure 7": (-135, 22), "figure 8": (15, 38), "figure 9": (-122, 14)}
SUBJECTS = {
    "figure 3": "one angle, two densities",
    "figure 4": "one angle, equal concentrations",
    "figure 5": "one angle, equal mean directions",
    "figure 6": "two angles on a torus",
    "figure 7": "directions on a sphere",
    "figure 8": "directions of equal concentration",
    "figure 9": "directions of equal mean",
    "figure 10": "a direction and a number of equal variances",
    "figure 11": "a direction and a number of different variances",
    "figure 12": "a direction and a discrete attribute",
    "figure 14": "von Mises against Gaussian densities",
}
PRINTED = {0.0: "0", np.pi: "π", np.pi / 2: "π/2", -2 * np.pi / 3: "−2π/3"}
Drawn = tuple[str, str, "Figure"]  # description, caption, figure


def draw(name: str) -> Picture:
    """Draw one of the paper's figures: `figure 3` to `figure 12`, `figure 14`."""
    number = int(name.split()[-1])
    cases = {12: 25, 14: 1000}.get(number, 50 if name in examples.ANGLES else 250)
    sample = examples.sample(name, cases, np.random.default_rng(20130 + number))
    function = {12: draw_values, 14: draw_densities}.get(number, draw_circles if number < 6 else draw_solids)
    text, caption, figure = function(name, sample, examples.surface(name))
    return Picture(f"López-Cruz et al. 2013, {name}: {SUBJECTS[name]}", minus(text), figure, minus(caption))


def minus(text: str) -> str:
    """Write minus signs in front of digits and symbols."""
    return "".join(
        "−" if c == "-" and text[i + 1 : i + 2] in "0123456789x" else c for i, c in enumerate(text)
    )


def draw_circles(name: str, sample: examples.Sample, surface: surfaces.Surface) -> Drawn:
    """One angle: stacked cases, mean resultants, and the two angles at which the classes meet."""
    (mu, kappa), ends = examples.ANGLES[name], surfaces.bounds(surface)
    predicted = (decide(surface, vectors(sample.x)) <= 0).astype(int)

    # equal angles, rounded to a hundredth of the circle, are stacked: class 0 outwards, class 1 inwards
    sector = np.floor((sample.x + np.pi) * 50 / np.pi) % 100
    same = (sector[:, None] == sector) & (sample.y[:, None] == sample.y)
    radius = 1 + 0.055 * np.where(sample.y == 0, 1, -1) * np.tril(same).sum(axis=1)
    angle = (sector + 0.5) * np.pi / 50 - np.pi

    figure, (left, right) = polar_panels(2, (6.4, 3.3))
    for axes, title, shown in ((left, TRUE, sample.y), (right, PREDICTED, predicted)):
        axes.set_title(title, y=1.14)
        axes.set_xticks(np.arange(4) * np.pi / 2, ("0", "π/2", "±π", "−π/2"))
        draw_cases(axes, angle, radius, shown)
    for m, k, colour in zip(mu, kappa, COLOURS, strict=True):
        arrow = {"arrowstyle": "-|>", "color": colour, "lw": 1.4, "shrinkA": 0, "shrinkB": 0}
        left.annotate("", (m, float(bessel.ratio(np.array(k)))), (0, 0), arrowprops=arrow)
    labels = [minus(f"{end:.2f}") for end in ends]
    right.set_xticks(ends % (2 * np.pi), labels, color=BOUNDARY)
    draw_line(right, surface)
    for end in ends:
        right.plot([end, end], [0, 1], color=BOUNDARY, lw=1.6)
    add_legend(figure, {"decision angles": "-", "decision line": "--"})

    n, angles = len(sample.y), " and ".join(labels)
    densities = " and ".join(f"vM({PRINTED[m]}, {k:g})" for m, k in zip(mu, kappa, strict=True))
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
    return text, caption, figure


def draw_values(name: str, sample: examples.Sample, planes: Any) -> Drawn:
    """A direction and a discrete attribute: parallel decision lines, one for each value."""
    by_value = np.stack([decide(plane, vectors(sample.x)) for plane in planes])
    predicted = (by_value[sample.other, np.arange(len(sample.y))] <= 0).astype(int)
    radius = 1 + 0.05 * (np.arange(len(sample.y)) % 5 - 2)
    titles = (TRUE, PREDICTED, "(c) predicted, Y = 1", "(d) predicted, Y = 2")
    figure, panels = polar_panels(4, (9.6, 2.75))
    for i, (axes, title) in enumerate(zip(panels, titles, strict=True)):
        axes.set(title=title, xticks=[])
        for value, marker in ((0, "o"), (1, "x")):
            chosen = (sample.other == value) & (i in (0, 1, value + 2))
            shown = predicted if i else sample.y
            for c, colour in enumerate(COLOURS):
                of = chosen & (shown == c)
                axes.plot(sample.x[of], radius[of], marker, color=colour, ms=3.8, mfc="none", mew=1)
        if i > 1:
            draw_line(axes, planes[i - 2])
    add_legend(figure, {"decision line": "--"}, {"Y = 1": "o", "Y = 2": "x"})
    n, ((first, second), _) = len(sample.y), examples.DISCRETE
    text = (
        f"{n} directions with a discrete attribute Y by true and predicted class; the decision lines for "
        "Y = 1 and Y = 2 are parallel."
    )
    caption = (
        f"{n} cases; P(Y = 1 | C) is {first:g} for C = 1 and {second:g} for C = 2. The discrete attribute "
        f"shifts the decision line but does not turn it; {(predicted == sample.y).sum()} of {n} cases are on "
        "the right side."
    )
    return text, caption, figure


def draw_densities(name: str, sample: examples.Sample, surface: Any) -> Drawn:
    """The von Mises and the Gaussian density of both classes, fitted by maximum likelihood."""
    import matplotlib.pyplot as plt

    mu, kappa = von_mises.estimate(von_mises.resultants(sample.x[:, None], sample.y, 2))
    figure, panels = plt.subplots(1, 2, figsize=(6.8, 2.7), sharey=True, layout="constrained")
    parts = []
    for c, axes in enumerate(panels):
        x = sample.x[sample.y == c]
        mean, deviation = x.mean(), x.std()
        gaussian = np.exp(-0.5 * ((TURN - mean) / deviation) ** 2) / (deviation * np.sqrt(2 * np.pi))
        mises = np.exp(von_mises.log_density(TURN, mu[0, c], kappa[0, c]))
        axes.hist(x, bins=np.linspace(-np.pi, np.pi, 37), density=True, color=COLOURS[c], alpha=0.2)
        axes.plot(TURN, mises, color=COLOURS[c], lw=1.7, label="von Mises")
        axes.plot(TURN, gaussian, "--", color=INK, lw=1.2, label="Gaussian")
        axes.set(title=f"({'ab'[c]}) C = {c + 1}", xlabel="Φ", xlim=(-np.pi, np.pi))
        axes.set_xticks(*TICKS)
        fitted = f"vM({mu[0, c]:.2f}, {kappa[0, c]:.2f}), N({mean:.2f}, {deviation**2:.2f})"
        parts.append(f"C = {c + 1}: {fitted}".replace("-", "−"))
    panels[0].set_ylabel("density")
    panels[1].legend()
    about = f"Densities fitted to {len(sample.y)} angles from vM(π, 2.5) and vM(π/2, 2.5)"
    caption = (
        f"{about}. {'; '.join(parts)}. The Gaussian of C = 1 treats one cluster as two, because the circle "
        "is cut at ±π."
    )
    return f"{about}: von Mises solid, Gaussian dashed. {'; '.join(parts)}.", caption, figure


def draw_solids(name: str, sample: examples.Sample, surface: surfaces.Surface) -> Drawn:
    """Cases and decision curve on a torus, sphere or cylinder; torus and cylinder are also unrolled.

    Points have two coordinates: two angles, longitude and latitude, or an angle and a number.
    """
    low, high = RANGES.get(name, (-np.pi / 2, np.pi / 2) if name in examples.DIRECTIONS else (-np.pi, np.pi))
    eye = EYES.get(name, (-118, 20))

    def place(u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Points of the solid and their normals, (..., 3)."""
        if name in RANGES:
            height = HEIGHT * (2 * (v - low) / (high - low) - 1)[..., None]
            return np.concatenate([vectors(u), height], -1), np.concatenate([vectors(u), 0 * height], -1)
        sphere = torus_points(u, v, 0.0, 1.0)
        return sphere if name in examples.DIRECTIONS else torus_points(u, v, RING, TUBE), sphere

    def r(u: np.ndarray, v: np.ndarray, surface: surfaces.Surface = surface) -> np.ndarray:
        if name in RANGES:
            return decide(surface, vectors(u), v[..., None])
        return decide(surface, torus_points(u, v, 0.0, 1.0) if name in examples.DIRECTIONS else vectors(u, v))

    if name in examples.DIRECTIONS:
        cases = np.arctan2(sample.x[:, 1], sample.x[:, 0]), np.arcsin(np.clip(sample.x[:, 2], -1, 1))
    else:
        cases = (sample.x, np.asarray(sample.other)) if name in RANGES else (sample.x[:, 0], sample.x[:, 1])
    predicted = (r(*cases) <= 0).astype(int)
    grid = np.meshgrid(TURN, np.linspace(low, high, len(TURN)))
    sizes = {"figure 6": (9.6, 3.4), "figure 10": (9.0, 3.6), "figure 11": (9.0, 3.6)}
    figure, panels = solid_panels(*((3, sizes[name]) if name in sizes else (2, (6.4, 3.05))))
    for axes, title, shown in ((panels[0], TRUE, sample.y), (panels[1], PREDICTED, predicted)):
        axes.set_title(title, pad=12)
        draw_solid(axes, *place(*grid), eye, r(*grid) if shown is predicted else None)
        draw_on_solid(axes, *place(*cases), eye, shown)
        if name in RANGES:
            rims = project(place(*(part[[0, -1]] for part in grid))[0], eye)
            axes.plot(rims[0].T, rims[1].T, color=INK, lw=0.8, alpha=0.7)
        for axis, label in zip(np.eye(3), ("x₁", "x₂", "x₃"), strict=True):
            u, v, _ = project(np.outer((1, 1.2, 1.34), axis), eye)
            if name in examples.DIRECTIONS and np.hypot(u[1], v[1]) > 1.02:
                axes.plot(u[:2], v[:2], color=INK, lw=0.7)
                axes.text(u[2], v[2], label, ha="center", va="center")
    if name == "figure 7":
        means, kappa = examples.DIRECTIONS[name]
        other = r(*grid, surface=surfaces.plane(examples.unit(means), kappa))
        draw_boundary(panels[1], *place(*grid), eye, other, INK, 1.0)
    if name in sizes:
        draw_unrolled(panels[2], grid[1][:, 0], r(*grid), *cases, sample.y)
        panels[2].set(xlabel="direction" if name in RANGES else "Φ", ylabel="Y" if name in RANGES else "Ψ")
    if name == "figure 6":
        panels[2].set_aspect("equal")
        panels[2].set_yticks(*TICKS)
    line = {"decision curve" if name in sizes else "decision circle": "-"}
    add_legend(figure, line | ({"with unit mean vectors": INK} if name == "figure 7" else {}))
    right = f"{(predicted == sample.y).mean():.0%}"
    return *describe_solids(name, len(sample.y), right, surface), figure


def describe_solids(name: str, n: int, right: str, surface: surfaces.Surface) -> tuple[str, str]:
    """Description and caption of figures 6 to 11."""
    if name == "figure 6":
        mu, pairs = examples.PAIR
        angles = [
            ", ".join(f"{s} ~ vM({PRINTED[m[c]]}, {k[c]:g})" for s, m, k in zip("ΦΨ", mu, pairs, strict=True))
            for c in (0, 1)
        ]
        about = f"{n} pairs of angles, C = 1: {angles[0]}; C = 2: {angles[1]}"
        caption = (
            f"{about}; both classes are equally probable. The torus has the radii {RING:g} and {TUBE:g} and "
            "is seen from below. The curve is the zero set of the polynomials of Theorem 2; "
            f"{right} of the pairs are on the right side."
        )
        return f"{about}, on a torus and unrolled, with the decision curve.", caption
    if name in examples.DIRECTIONS:
        means, kappa = examples.DIRECTIONS[name]
        of = (f"vMF(({', '.join(f'{x:g}' for x in m)}), {k:g})" for m, k in zip(means, kappa, strict=True))
        about, equation = f"{n} unit vectors from {' and '.join(of)} on the sphere", format_plane(surface)
        note = (
            " The printed means are not unit vectors: the plane uses them as printed, while the sample "
            "and the thin circle use their unit vectors."
        )
        caption = (
            f"The points are {about}; both classes are equally probable. The decision plane of Theorem 3 is "
            f"{equation}; {right} are on the right side.{note if name == 'figure 7' else ''}"
        )
        return f"{about}, by true and by predicted class, with the decision plane {equation}.", caption
    (directions, kappa), (mean, variance) = examples.MIXED_DIRECTION, examples.GAUSSIAN[name]
    densities = "; ".join(
        f"C = {c + 1}: X ~ vMF(({directions[c][0]:g}, {directions[c][1]:g}), {kappa[c]:g}), Y ~ "
        f"N({mean[c]:g}, {variance[c]:g})"
        for c in (0, 1)
    )
    about, shape = f"{n} cases, {densities}", "a quadric" if np.any(surface.quadratic) else "a plane"
    caption = (
        f"{about} (unit vectors of the printed means); both classes are equally probable. "
        f"{shape.capitalize()} cuts the cylinder; {right} of the cases are on the right side."
    )
    return f"{about}, on a cylinder and unrolled; the decision surface is {shape}.", caption


def format_plane(surface: surfaces.Surface) -> str:
    """Format a plane as the paper does, normal . x = constant, divided by a coefficient that all share."""
    used = np.flatnonzero(surface.normal)
    sizes = np.abs(surface.normal[used])
    scale = sizes[0] if np.ptp(sizes) == 0 else 1.0
    scale *= np.sign(surface.normal[used[0]]) if len(used) == 1 else 1
    terms = " ".join(f"{surface.normal[j] / scale:+g}x{'₁₂₃'[j]}" for j in used)
    right = f"{-surface.offset / scale:.4f}" if surface.offset else "0"
    for old, new in (("+1x", "+x"), ("-1x", "-x"), (" +", " + "), (" -", " − ")):
        terms = terms.replace(old, new)
    return f"{terms.removeprefix('+')} = {right}"


# parts of the figures


def polar_panels(n: int, size: tuple[float, float]) -> tuple[Figure, Any]:
    """Unit circles next to each other, without a grid."""
    import matplotlib.pyplot as plt

    figure, panels = plt.subplots(1, n, figsize=size, subplot_kw={"projection": "polar"})
    for axes in panels:
        axes.plot(TURN, np.ones_like(TURN), color=FAINT, lw=0.9)
        axes.set(ylim=(0, 1.3), yticks=[])
        axes.grid(visible=False)
        axes.spines["polar"].set_visible(False)
    figure.subplots_adjust(0.03, 0.2, 0.97, 0.84, 0.1)
    return figure, panels


def draw_line(axes: Any, surface: surfaces.Surface) -> None:
    """The line through the circle, with both sides tinted."""
    alpha = np.arctan2(*surface.normal[::-1])
    half = np.arccos(-surface.offset / np.linalg.norm(surface.normal))
    for colour, middle, width in ((COLOURS[0], alpha, half), (COLOURS[1], alpha + np.pi, np.pi - half)):
        arc = np.linspace(middle - width, middle + width, 90)
        axes.fill(arc, np.ones_like(arc), color=colour, alpha=0.14, lw=0)
        axes.plot(arc, np.ones_like(arc), color=colour, lw=3.2, alpha=0.55)
    axes.plot([alpha - half, alpha + half], [1, 1], "--", color=BOUNDARY, lw=1.2)


def draw_cases(axes: Any, x: Any, y: Any, classes: np.ndarray, size: float = 3.4, alpha: float = 0.9) -> None:
    """Dots in the colour of their class, as one path of points with caps: a tenth of the bytes of markers."""
    for c, cap in enumerate(("round", "projecting")):
        of, gap = classes == c, np.full(np.sum(classes == c), np.nan)
        points = (np.stack([v[of], v[of], gap], axis=1).ravel() for v in (x, y))
        axes.plot(*points, color=COLOURS[c], lw=size, solid_capstyle=cap, alpha=alpha)


def solid_panels(n: int, size: tuple[float, float]) -> tuple[Figure, Any]:
    """Panels without a frame for solids; a third one is for the unrolled solid."""
    import matplotlib.pyplot as plt

    figure, panels = plt.subplots(1, n, figsize=size, layout="constrained")
    for axes in panels[:2]:
        axes.set_aspect("equal")
        axes.axis("off")
    return figure, panels


def project(points: np.ndarray, eye: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Right, up and depth of points (..., 3), seen in parallel from azimuth and elevation in degrees."""
    a, e = np.radians(eye)
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    toward = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    return points @ right, points @ np.cross(toward, right), points @ toward


def draw_solid(
    axes: Axes, points: np.ndarray, normals: np.ndarray, eye: tuple[float, float], field: np.ndarray | None
) -> None:
    """Grid lines and outline of a solid; with a field (rows, columns), its regions and their boundary.

    A part of the surface is in front if its normal points to the eye.
    """
    (u, v, _), facing = project(points, eye), project(normals, eye)[2]
    shown = np.where(facing > -0.02, v, np.nan)
    axes.plot(u[:, ::6], shown[:, ::6], color=FAINT, lw=0.5, alpha=0.55)
    axes.plot(u[::6].T, shown[::6].T, color=FAINT, lw=0.5, alpha=0.55)
    axes.contour(u, v, facing, [0.0], colors=INK, linewidths=0.8, alpha=0.7)
    if field is not None:
        front = np.ma.masked_where(facing < -0.02, field)
        axes.contourf(u, v, front, [-np.inf, 0.0, np.inf], colors=COLOURS[::-1], alpha=0.25)
        draw_boundary(axes, points, normals, eye, field, BOUNDARY, 1.8)


def draw_boundary(
    axes: Axes, points: np.ndarray, normals: np.ndarray, eye: Any, field: np.ndarray, colour: str, lw: float
) -> None:
    """The zero line of a field on a solid, dotted behind it."""
    (u, v, _), facing = project(points, eye), project(normals, eye)[2]
    for hidden, style, alpha in ((facing < -0.02, "-", 1.0), (facing > 0, ":", 0.6)):
        part = np.ma.masked_where(hidden, field)
        axes.contour(u, v, part, [0.0], colors=colour, linewidths=lw, linestyles=style, alpha=alpha)


def draw_on_solid(axes: Axes, points: np.ndarray, normals: np.ndarray, eye: Any, classes: np.ndarray) -> None:
    """Cases on a solid; those behind it are faint."""
    (u, v, _), front = project(points, eye), project(normals, eye)[2] >= 0
    draw_cases(axes, u[~front], v[~front], classes[~front], 2.0, 0.25)
    draw_cases(axes, u[front], v[front], classes[front], 2.8)


def draw_unrolled(axes: Axes, rows: np.ndarray, field: np.ndarray, x: Any, y: Any, classes: Any) -> None:
    """Regions and cases of an angle (columns) and a second attribute (rows) in a plane."""
    axes.contourf(TURN, rows, field, [-np.inf, 0.0, np.inf], colors=COLOURS[::-1], alpha=0.2)
    axes.contour(TURN, rows, field, [0.0], colors=BOUNDARY, linewidths=1.6)
    draw_cases(axes, x, y, classes, 2.4, 0.8)
    axes.set_xticks(*TICKS)
    axes.set_title("(c) unrolled, true class")


def add_legend(figure: Figure, lines: dict[str, str], markers: dict[str, str] | None = None) -> None:
    """One legend below all panels: classes, marks of values, and lines by their dashes or colour."""
    from matplotlib.lines import Line2D

    keys = [
        Line2D([], [], color=colour, marker="s" if markers else "os"[c], ls="", ms=4.5, label=f"C = {c + 1}")
        for c, colour in enumerate(COLOURS)
    ]
    for label, marker in (markers or {}).items():
        keys.append(Line2D([], [], color=INK, marker=marker, ls="", ms=4.5, mfc="none", label=label))
    for label, look in lines.items():
        style: Any = {"color": look} if look == INK else {"color": BOUNDARY, "ls": look}
        keys.append(Line2D([], [], lw=1.5, label=label, **style))
    place: Any = "outside lower center" if figure.get_layout_engine() else "lower center"
    figure.legend(handles=keys, loc=place, ncols=len(keys))

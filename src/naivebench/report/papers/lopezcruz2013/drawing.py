"""Helpers for drawing the examples of Lopez-Cruz et al. 2013: samples, colours, legends, titles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.report.palette import STYLES
from naivebench.report.papers.lopezcruz2013 import examples

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

FIRST, SECOND = STYLES[1].light, STYLES[2].light
COLORS = (FIRST, SECOND)
BOUNDARY = STYLES[3].light
SEED = 20130  # seed of the samples, to which the number of the figure is added
STRIP = ((-math.pi, "−π"), (-math.pi / 2, "−π/2"), (0.0, "0"), (math.pi / 2, "π/2"), (math.pi, "π"))
TRUE, PREDICTED = "(a) true class", "(b) predicted class"


def sample_of(figure: str, n: int) -> examples.Sample:
    """Sample with n cases of each class; it is the same in every run."""
    return examples.sample(figure, n, np.random.default_rng(SEED + int(figure.split()[-1])))


def other_of(sample: examples.Sample) -> np.ndarray:
    """Attribute next to the angles, shape (n,). Raises ValueError if the example has none."""
    if sample.other is None:
        raise ValueError("the example has no attributes besides its angles")
    return sample.other


def legend(figure: Figure, extra: Sequence[Line2D] = ()) -> None:
    """Draw a legend with both classes and further keys below the panels."""
    from matplotlib.lines import Line2D

    classes = [
        Line2D([], [], color=color, marker=marker, ls="", ms=4.5, label=f"C = {c + 1}")
        for c, (color, marker) in enumerate(zip(COLORS, "os", strict=True))
    ]
    figure.legend(
        handles=[*classes, *extra],
        loc="lower center",
        ncols=2 + len(extra),
        handletextpad=0.4,
        columnspacing=1.6,
        borderaxespad=0.1,
    )


def key(label: str, color: str = BOUNDARY, ls: Any = "-", lw: float = 1.6) -> Line2D:
    """A line for the legend."""
    from matplotlib.lines import Line2D

    return Line2D([], [], color=color, ls=ls, lw=lw, label=label)


def bare(axes: Axes, width: float, height: float, title: str) -> None:
    """Remove the frame, and set equal scales and symmetric limits."""
    axes.set(xlim=(-width, width), ylim=(-height, height), aspect="equal")
    axes.axis("off")
    axes.set_title(title, pad=2)


def minus(text: str) -> str:
    """Replace hyphens by minus signs."""
    return text.replace("-", "−")


def in_pi(angle: float) -> str:
    """Format an angle as the paper does: as a multiple of π, or otherwise with two decimals."""
    known = {0.0: "0", math.pi: "π", math.pi / 2: "π/2", -2 * math.pi / 3: "−2π/3"}
    return known.get(angle, f"{angle:.2f}")


def title_of(name: str) -> str:
    """Title for one of the paper's figures."""
    subject = {
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
    }[name]
    return f"López-Cruz et al. 2013, {name}: {subject}"


def strip(axes: Axes, ylabel: str, title: str) -> None:
    """Label an axis of angles from −π to π along the bottom."""
    axes.set_xticks([x for x, _ in STRIP], [text for _, text in STRIP])
    axes.set(xlim=(-math.pi, math.pi), xlabel="Φ" if ylabel == "Ψ" else "direction", title=title)
    axes.set_ylabel(ylabel, labelpad=1)

"""The worked examples of Lopez-Cruz, Bielza and Larranaga 2013 (figures 3 to 12 and 14): printed parameters,
decision surfaces and samples.

Classes 0 and 1 are the paper's 1 and 2, equally probable. Some printed mean directions are not unit vectors.
The plane of figure 7 is computed from them as printed; samples and the surfaces of figures 10 to 12 use them
scaled to length 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from naivebench.methods.directional.helpers import von_mises, von_mises_fisher
from naivebench.report.papers.lopezcruz2013 import surfaces

PI = np.pi
ANGLES = {  # mu (radians) and kappa of both classes
    "figure 3": ((PI / 2, PI), (2.0, 5.0)),
    "figure 4": ((0.0, PI / 2), (5.0, 5.0)),
    "figure 5": ((PI / 2, PI / 2), (2.0, 10.0)),
    "figure 14": ((PI, PI / 2), (2.5, 2.5)),
}
# figure 6: mu and kappa of phi, then psi
PAIR = (((PI, PI / 2), (-2 * PI / 3, PI)), ((2.0, 5.0), (6.0, 3.0)))
DIRECTIONS = {  # mean direction as printed and kappa of both classes
    "figure 7": (((-1.0, 0.0, -0.2), (-0.5, -0.5, 1.0)), (10.0, 20.0)),
    "figure 8": (((0.0, 0.0, 1.0), (0.0, 1.0, 0.0)), (7.0, 7.0)),
    "figure 9": (((-1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)), (20.0, 5.0)),
}
MIXED_DIRECTION = (((0.2, -0.8), (-0.8, -0.5)), (5.0, 10.0))  # figures 10 to 12
# mean and variance
GAUSSIAN = {"figure 10": ((0.0, 2.0), (1.0, 1.0)), "figure 11": ((0.0, 2.0), (0.25, 4.0))}
DISCRETE = ((0.15, 0.6), (0.85, 0.4))  # figure 12: P(Y = 1 | C), P(Y = 2 | C)


class Sample(NamedTuple):
    """Cases of two classes of equal size."""

    x: np.ndarray  # (n,) or (n, 2) angles in (-pi, pi], or (n, 3) unit vectors
    y: np.ndarray  # (n,) class 0 or 1
    other: np.ndarray | None = None  # (n,) the linear or the discrete attribute


def unit(directions: ArrayLike) -> np.ndarray:
    """Vectors (..., p) scaled to length 1."""
    directions = np.asarray(directions, dtype=np.float64)
    return directions / np.linalg.norm(directions, axis=-1, keepdims=True)


def surface(figure: str) -> Any:
    """Decision surface of a figure; for figure 12, one for each value of the discrete attribute."""
    if figure in ANGLES:
        return surfaces.circle(*ANGLES[figure])
    if figure == "figure 6":
        return surfaces.torus(*PAIR)
    if figure in DIRECTIONS:
        return surfaces.plane(*DIRECTIONS[figure])
    directions, kappa = MIXED_DIRECTION
    if figure == "figure 12":
        return surfaces.by_value(surfaces.plane, DISCRETE, unit(directions), kappa)
    mean, variance = (np.array(part) for part in GAUSSIAN[figure])
    return surfaces.hybrid(unit(directions), kappa, mean[:, None], variance[:, None, None])


def sample(figure: str, n: int, rng: np.random.Generator) -> Sample:
    """Draw n cases of each class of a figure's example."""

    def both(draw: Callable[..., np.ndarray], *parameters: Any) -> np.ndarray:
        return np.concatenate([draw(*of_class, n, rng) for of_class in zip(*parameters, strict=True)])

    y = np.repeat([0, 1], n)
    if figure in ANGLES:
        return Sample(surfaces.wrap(both(von_mises.sample, *ANGLES[figure])), y)
    if figure == "figure 6":
        pairs = [both(von_mises.sample, mu, kappa) for mu, kappa in zip(*PAIR, strict=True)]
        return Sample(surfaces.wrap(np.stack(pairs, axis=1)), y)
    if figure in DIRECTIONS:
        mean, kappa = DIRECTIONS[figure]
        return Sample(both(von_mises_fisher.sample, unit(mean), kappa), y)
    directions, kappa = MIXED_DIRECTION
    angles = surfaces.wrap(both(von_mises.sample, [np.arctan2(v, u) for u, v in directions], kappa))
    if figure == "figure 12":
        return Sample(angles, y, (rng.random(2 * n) < np.repeat(DISCRETE[1], n)).astype(int))
    means, variances = GAUSSIAN[figure]
    return Sample(angles, y, both(lambda m, v, size, rng: rng.normal(m, np.sqrt(v), size), means, variances))

"""The examples of Lopez-Cruz et al. (2013), figures 3 to 12 and 14, and a check of the closed forms of its
theorems.

Classes 0 and 1 are the paper's 1 and 2, equally probable. Directions in the plane are their angles.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.core.decide import decide
from naivebench.core.table import Attribute, Table, make_table
from naivebench.methods.directional import vmnb, von_mises
from naivebench.methods.naive_bayes import gnb
from naivebench.papers.lopezcruz2013 import surfaces
from naivebench.papers.lopezcruz2013.surfaces import Surface, vectors

PI = np.pi
# angles of the printed mean directions (0.2, -0.8) and (-0.8, -0.5), which are not unit vectors; kappa
MIXED = ((float(np.arctan2(-0.8, 0.2)), float(np.arctan2(-0.5, -0.8))), (5.0, 10.0))
# two parameters, each with a number or vector for every class
Pair = tuple[tuple[Any, ...], tuple[float, ...]]


class Example(NamedTuple):
    """Printed parameters of a figure."""

    subject: str
    solid: str  # disc, sphere, torus or cylinder
    cases: int  # of each class
    angles: tuple[Pair, ...] = ()  # for each angle: mu in radians, and kappa
    direction: Pair | tuple[()] = ()  # mean direction as printed, and kappa
    number: Pair | tuple[()] = ()  # mean and variance
    values: Pair | tuple[()] = ()  # P(Y = 1 | C) and P(Y = 2 | C)


EXAMPLES = {
    3: Example("one angle", "disc", 50, (((PI / 2, PI), (2.0, 5.0)),)),
    4: Example("one angle of equal concentration", "disc", 50, (((0.0, PI / 2), (5.0, 5.0)),)),
    5: Example("one angle of equal mean direction", "disc", 50, (((PI / 2, PI / 2), (2.0, 10.0)),)),
    6: Example("two angles", "torus", 500, (((PI, PI / 2), (2.0, 5.0)), ((-2 * PI / 3, PI), (6.0, 3.0)))),
    7: Example("a direction", "sphere", 500, (), (((-1, 0, -0.2), (-0.5, -0.5, 1)), (10.0, 20.0))),
    8: Example("a direction of equal concentration", "sphere", 500, (), (((0, 0, 1), (0, 1, 0)), (7.0, 7.0))),
    9: Example("a direction of equal mean", "sphere", 500, (), (((-1, 0, 0), (-1, 0, 0)), (20.0, 5.0))),
    10: Example("an angle and a number, equal variances", "cylinder", 500, (MIXED,), (), ((0, 2), (1, 1))),
    11: Example("an angle and a number, two variances", "cylinder", 500, (MIXED,), (), ((0, 2), (0.25, 4))),
    12: Example("an angle and a value", "disc", 25, (MIXED,), values=((0.15, 0.6), (0.85, 0.4))),
    14: Example("von Mises and Gaussian densities", "disc", 1000, (((PI, PI / 2), (2.5, 2.5)),)),
}
# of coordinate v
LIMITS = {"disc": (0, 1), "sphere": (-PI / 2, PI / 2), "torus": (-PI, PI), "cylinder": (-4.5, 8.5)}


def find_surfaces(example: Example) -> list[Surface]:
    """Decision surfaces of an example: one, or one for each discrete value."""
    if example.direction:
        return [surfaces.plane(*example.direction)]
    if len(example.angles) == 2:
        return [surfaces.torus(*zip(*example.angles, strict=True))]
    (mu, kappa), number = example.angles[0], np.array(example.number)
    if example.number:
        return [surfaces.hybrid(vectors(mu), kappa, number[0][:, None], number[1][:, None, None])]
    # a discrete value has the effect of a prior (section 3.5)
    return [surfaces.circle(mu, kappa, prior) for prior in example.values or [surfaces.EQUAL]]


def draw_angles(example: Example, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Angles (n, 1) in (-pi, pi] and classes (n,) of a figure with one angle, the same number in each
    class.
    """
    n, (mu, kappa) = example.cases, example.angles[0]
    angles = rng.vonmises(np.repeat(mu, n), np.repeat(kappa, n))
    return surfaces.wrap(angles[:, None]), np.repeat(range(len(mu)), n)


def make_angles(x: np.ndarray, y: np.ndarray) -> Table:
    """Cases with one angle x (n, 1) and classes y (n,)."""
    return make_table([Attribute("angle", "angular", period=2 * PI)], ["1", "2"], y.astype(np.int32), None, x)


def decide_angles(x: np.ndarray, y: np.ndarray, angles: list[float]) -> dict[str, list[int]]:
    """The paper's classes, 1 or 2, that GNB and vMNB learn from a sample and give to other angles."""
    train, asked = make_angles(x, y), make_angles(np.array(angles)[:, None], np.zeros(len(angles)))
    posteriors = {"GNB": gnb.predict_log_proba(gnb.fit(train), asked)}
    posteriors["vMNB"] = vmnb.predict_log_proba(vmnb.fit(train), asked)
    return {name: (decide(p, np.bincount(y)) + 1).tolist() for name, p in posteriors.items()}


def find_log_odds(solid: str, surface: Surface, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """r at the coordinates u and v of a solid; in a disc, that of the line of Corollary 1."""
    if solid == "cylinder":
        return surfaces.decide(surface, vectors(u), v[..., None])
    places = {"disc": v[..., None] * vectors(u), "torus": vectors(u, v)}
    return surfaces.decide(surface, places.get(solid, surfaces.torus_points(u, v, 0.0, 1.0)))


def list_surfaces() -> pd.DataFrame:
    """Log odds of the first class on a grid, for every decision surface of the figures.

    x is an angle (the longitude of a direction) and y a radius, a latitude, a second angle or a number.
    """
    frames = []
    for number, example in EXAMPLES.items():
        decided = find_surfaces(example)
        for place, surface in enumerate(decided, start=1):
            x, y = np.meshgrid(np.linspace(-PI, PI, 49), np.linspace(*LIMITS[example.solid], 25))
            name = f"Figure {number}: {example.subject}{f', Y = {place}' if len(decided) > 1 else ''}"
            log_odds = find_log_odds(example.solid, surface, x, y)
            columns = {"figure": name, "x": x.ravel(), "y": y.ravel(), "log_odds": log_odds.ravel()}
            frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True).round(5)


# --- the closed forms against the densities: largest difference of log odds, nats


def _draw_parameters(rng: np.random.Generator, shape: int | tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    return rng.uniform(-PI, PI, shape), rng.gamma(2.0, 4.0, shape)


def _compare_angles(phi: np.ndarray, mu: np.ndarray, kappa: np.ndarray) -> np.ndarray:
    return von_mises.log_density(phi, mu[0], kappa[0]) - von_mises.log_density(phi, mu[1], kappa[1])


def _draw_unit(rng: np.random.Generator, n: int) -> np.ndarray:
    drawn = rng.normal(size=(n, 3))
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def _compare_directions(x: np.ndarray, mean: np.ndarray, kappa: np.ndarray) -> np.ndarray:
    one, other = (von_mises.log_density_of_directions(x, m, k) for m, k in zip(mean, kappa, strict=True))
    return one - other


def check_circle(rng: np.random.Generator) -> float:
    """Theorem 1: one angle, a line through the circle."""
    (mu, kappa), phi = _draw_parameters(rng, 2), rng.uniform(-PI, PI, 50)
    line = surfaces.circle(mu, kappa)
    r = line.normal[0] * np.cos(phi) + line.normal[1] * np.sin(phi) + line.offset
    return float(np.abs(r - _compare_angles(phi, mu, kappa)).max())


def check_torus(rng: np.random.Generator) -> float:
    """Theorem 2: two angles, a quadratic surface of the torus."""
    (mu, kappa), (phi, psi) = _draw_parameters(rng, (2, 2)), rng.uniform(-PI, PI, (2, 50))
    ring, tube = 2.0, 1.0
    points = surfaces.torus_points(phi, psi, ring, tube)
    ours = surfaces.torus_polynomial(surfaces.torus(mu, kappa), points, ring, tube)
    theirs = _compare_angles(phi, mu[0], kappa[0]) + _compare_angles(psi, mu[1], kappa[1])
    return float(np.abs(ours / (tube * (ring + tube * np.cos(psi))) - theirs).max())


def check_sphere(rng: np.random.Generator) -> float:
    """Theorem 3: a direction, a plane through the sphere."""
    mean, x, kappa = _draw_unit(rng, 2), _draw_unit(rng, 50), rng.gamma(2.0, 4.0, 2)
    r = surfaces.decide(surfaces.plane(mean, kappa), x)
    return float(np.abs(r - _compare_directions(x, mean, kappa)).max())


def check_hybrid(rng: np.random.Generator) -> float:
    """Section 3.4: a direction and two numbers with equal covariances; infinite if the surface is not a
    plane.
    """
    from scipy.stats import multivariate_normal

    mean, x = _draw_unit(rng, 2), _draw_unit(rng, 50)
    kappa, y = rng.gamma(2.0, 4.0, 2), rng.normal(size=(50, 2))
    centre, factor = rng.normal(size=(2, 2)), rng.normal(size=(2, 2))
    covariance = factor @ factor.T + np.eye(2)
    surface = surfaces.hybrid(mean, kappa, centre, [covariance, covariance])
    one, other = (multivariate_normal.logpdf(y, c, covariance) for c in centre)
    gap = np.abs(surfaces.decide(surface, x, y) - (one - other) - _compare_directions(x, mean, kappa)).max()
    return float(gap) if not np.any(surface.quadratic) else math.inf


FORMS = {
    "one angle": check_circle,
    "two angles": check_torus,
    "a direction": check_sphere,
    "a direction and numbers": check_hybrid,
}


def check_forms(draws: int) -> dict[str, float]:
    """Form -> largest error over this number of pairs of classes with drawn parameters; the same in every
    run.
    """
    return {
        name: max(check(np.random.default_rng([2013, i])) for i in range(draws))
        for name, check in FORMS.items()
    }

"""Decision surfaces of directional naive Bayes with two classes, in closed form, and the paper's examples.

Every surface is the zero set of r = log P(first class, x) - log P(second class, x), in nats:

    one angle               r = normal . (cos phi, sin phi) + offset                          Theorem 1
    two angles              r = normal . (cos phi, sin phi, cos psi, sin psi) + offset        Theorem 2
    one unit vector         r = normal . x + offset                                           Theorem 3
    unit vector and reals   r = normal . x + y' quadratic y + linear . y + offset             section 3.4

The classes are equally probable; another prior, or a discrete attribute, shifts the offset (section 3.5).
Source: Lopez-Cruz, Bielza and Larranaga 2013; docs/methods/directional.md#decision-surfaces. Angles are in
radians; classes 0 and 1 are the paper's 1 and 2.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from naivebench.core.decisions import decide_classes
from naivebench.core.table import Attribute, make_table, scale_to_unit, to_radians
from naivebench.methods.directional import von_mises
from naivebench.methods.naive_bayes import gnb

PI = np.pi
# angles of the printed mean directions (0.2, -0.8) and (-0.8, -0.5), which are not unit vectors; kappa
MIXED = ((float(np.arctan2(-0.8, 0.2)), float(np.arctan2(-0.5, -0.8))), (5.0, 10.0))
VALUES = ((0.15, 0.6), (0.85, 0.4))  # of figure 12: P(Y = 1 | C) and P(Y = 2 | C)
FIGURE_14 = ((PI, PI / 2), (2.5, 2.5))  # mu and kappa of both classes
CASES = 1000  # of each class in figure 14
# second coordinate of a solid; the first one is an angle or the longitude of a direction
LIMITS = {"disc": (0, 1), "sphere": (-PI / 2, PI / 2), "torus": (-PI, PI), "cylinder": (-4.5, 8.5)}


class Surface(NamedTuple):
    """A decision surface. If the quadratic part is 0 (equal covariances), a surface with reals is a plane."""

    normal: np.ndarray  # (p,)
    offset: float
    quadratic: np.ndarray | None = None  # (q, q)
    linear: np.ndarray | None = None  # (q,)


def to_vectors(*angles: ArrayLike) -> np.ndarray:
    """Return cosine and sine of each angle along a new last axis."""
    parts = [f(np.asarray(a, dtype=np.float64)) for a in angles for f in (np.cos, np.sin)]
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


def evaluate_surface(surface: Surface, x: ArrayLike, y: ArrayLike | None = None) -> np.ndarray:
    """Compute log odds r of the first class at vectors x (..., p) with reals y (..., q)."""
    r = np.asarray(x) @ surface.normal + surface.offset
    if surface.quadratic is None or surface.linear is None:
        return r
    y = np.asarray(y, dtype=np.float64)
    return r + np.einsum("...i,ij,...j->...", y, surface.quadratic, y) + y @ surface.linear


def find_plane(mean: ArrayLike, kappa: ArrayLike) -> Surface:
    """Find the surface of a unit vector (Theorem 3); mean: (2, p) directions by class, kappa: (2,) >= 0.

    The directions are used as given: the directions of the paper's figure 7 are not unit vectors.
    """
    kappa, mean = np.asarray(kappa, dtype=np.float64), np.asarray(mean, dtype=np.float64)
    normal = kappa[0] * mean[0] - kappa[1] * mean[1]
    normal[np.abs(normal) < 4 * np.finfo(float).eps * kappa.sum()] = 0.0  # differs by rounding only
    first, second = von_mises.log_iv_scaled(kappa[None], mean.shape[1])[0]
    return Surface(normal, float(second - first))


def find_circle_surface(mu: ArrayLike, kappa: ArrayLike) -> Surface:
    """Find the surface of one angle (Theorem 1, Corollary 1: a line); mu: (2,) rad, kappa: (2,) by class."""
    return find_plane(to_vectors(mu), kappa)


def find_torus_surface(mu: ArrayLike, kappa: ArrayLike) -> Surface:
    """Find the surface of two angles (Theorem 2); mu, kappa: (2 angles phi and psi, 2 classes), rad."""
    phi, psi = (find_circle_surface(m, k) for m, k in zip(np.asarray(mu), np.asarray(kappa), strict=True))
    return Surface(np.concatenate([phi.normal, psi.normal]), phi.offset + psi.offset)


def place_on_torus(phi: np.ndarray, psi: np.ndarray, ring: float, tube: float) -> np.ndarray:
    """Return points (..., 3) at two angles of a torus with major radius `ring` and minor radius `tube`."""
    x, z = to_vectors(phi) * (ring + tube * np.cos(psi))[..., None], tube * np.sin(psi)
    return np.concatenate([x, np.broadcast_to(z, x.shape[:-1])[..., None]], axis=-1)


def evaluate_torus_polynomial(surface: Surface, points: np.ndarray, ring: float, tube: float) -> np.ndarray:
    """Compute the left side of equation (5), tube (ring + tube cos psi) r(phi, psi), at points (n, 3).

    The square root is positive on the outer half of the torus (cos psi >= 0) and negative on the inner one.
    """
    (c, d, a, b), constant, (x, y, z) = surface.normal, surface.offset, np.asarray(points).T
    root = np.sqrt(np.maximum(tube**2 - z**2, 0)) * np.where(np.hypot(x, y) < ring, -1, 1)
    products = c * tube * x + d * tube * y - a * z**2 + b * z * root + b * ring * z
    return products + (a * ring + constant * tube) * root + a * tube**2 + constant * ring * tube


def find_hybrid_surface(
    direction: ArrayLike, kappa: ArrayLike, mean: ArrayLike, covariance: ArrayLike
) -> Surface:
    """Find the surface of a unit vector and a Gaussian part (section 3.4), with parameters by class.

    direction (2, p), kappa (2,): unit vector; mean (2, q), covariance (2, q, q): Gaussian part.
    """
    mean, covariance = np.asarray(mean, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
    part, inverse = find_plane(direction, kappa), np.linalg.inv(covariance)
    pulled = np.einsum("cij,cj->ci", inverse, mean)
    constants = -0.5 * (np.einsum("ci,ci->c", pulled, mean) + np.linalg.slogdet(covariance)[1])
    offset = part.offset + float(constants[0] - constants[1])
    return Surface(part.normal, offset, -0.5 * (inverse[0] - inverse[1]), pulled[0] - pulled[1])


# --- the paper's examples


def find_figure_surfaces() -> dict[str, tuple[str, Surface]]:
    """Find solids and decision surfaces of figures 3 to 12 and 14, from their printed parameters."""
    directions, plain = to_vectors(MIXED[0]), find_circle_surface(*MIXED)
    figures = {
        "3: one angle": ("disc", find_circle_surface((PI / 2, PI), (2, 5))),
        "4: one angle of equal concentration": ("disc", find_circle_surface((0, PI / 2), (5, 5))),
        "5: one angle of equal mean direction": ("disc", find_circle_surface((PI / 2, PI / 2), (2, 10))),
        "6: two angles": ("torus", find_torus_surface([(PI, PI / 2), (-2 * PI / 3, PI)], [(2, 5), (6, 3)])),
        "7: a direction": ("sphere", find_plane([(-1, 0, -0.2), (-0.5, -0.5, 1)], (10, 20))),
        "8: a direction of equal concentration": ("sphere", find_plane([(0, 0, 1), (0, 1, 0)], (7, 7))),
        "9: a direction of equal mean": ("sphere", find_plane([(-1, 0, 0), (-1, 0, 0)], (20, 5))),
    }
    for name, *variances in (("10: an angle and a number, equal variances", 1, 1),
                             ("11: an angle and a number, two variances", 0.25, 4)):  # fmt: skip
        covariance = np.reshape(variances, (2, 1, 1))
        figures[name] = ("cylinder", find_hybrid_surface(directions, MIXED[1], [[0], [2]], covariance))
    for value, (first, second) in enumerate(VALUES, start=1):  # each value of Y acts like a prior
        shifted = plain._replace(offset=plain.offset + float(np.log(first / second)))
        figures[f"12: an angle and a value, Y = {value}"] = ("disc", shifted)
    figures["14: von Mises and Gaussian densities"] = ("disc", find_circle_surface(*FIGURE_14))
    return {f"Figure {name}": figure for name, figure in figures.items()}


def list_surface_log_odds() -> pd.DataFrame:
    """List log odds of the first class on a grid, for every decision surface of the figures.

    x is an angle (the longitude of a direction) and y a radius, a latitude, a second angle or a number.
    """
    frames = []
    for name, (solid, surface) in find_figure_surfaces().items():
        x, y = np.meshgrid(np.linspace(-PI, PI, 49), np.linspace(*LIMITS[solid], 25))
        points = {
            "disc": y[..., None] * to_vectors(x),  # around the line of Corollary 1
            "sphere": place_on_torus(x, y, ring=0.0, tube=1.0),  # a torus whose centres coincide
            "torus": to_vectors(x, y),
            "cylinder": to_vectors(x),
        }
        log_odds = evaluate_surface(surface, points[solid], y[..., None])  # only a cylinder has a number y
        columns = {"figure": name, "x": x.ravel(), "y": y.ravel(), "log_odds": log_odds.ravel()}
        frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True).round(5)


def sample_angles(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw a sample of figure 14: angles (n, 1) in (-pi, pi] and classes (n,), `CASES` of each class."""
    mu, kappa = FIGURE_14
    angles = rng.vonmises(np.repeat(mu, CASES), np.repeat(kappa, CASES))
    return to_radians(angles[:, None], 2 * PI), np.repeat(range(len(mu)), CASES)


def classify_angles(x: np.ndarray, y: np.ndarray, angles: list[float]) -> list[int]:
    """Classify angles by GNB, learned from a sample x (n, 1), y (n,), as classes 1 or 2."""
    attributes, labels = [Attribute("angle", "angular", period=2 * PI)], ["1", "2"]
    train = make_table(attributes, labels, y, reals=x)
    test = make_table(attributes, labels, [0] * len(angles), reals=np.reshape(angles, (-1, 1)))
    posterior = gnb.predict_log_proba(gnb.fit(train), test)
    return (decide_classes(posterior, np.bincount(y)) + 1).tolist()


@cache
def measure_form_errors(draws: int) -> dict[str, float]:
    """Measure the largest error of each closed form against the densities, in nats of log odds.

    The forms are compared for `draws` pairs of classes with random parameters, at 50 random points each,
    which are the same in every run.
    """
    errors = [_measure_errors_of_draw(np.random.default_rng([2013, draw])) for draw in range(draws)]
    return pd.DataFrame(errors).max().to_dict()


def _measure_errors_of_draw(rng: np.random.Generator) -> dict[str, float]:
    from scipy.stats import multivariate_normal

    # one and two angles: axes of mu and kappa are the angle and the class
    mu, kappa = rng.uniform(-PI, PI, (2, 2)), rng.gamma(2.0, 4.0, (2, 2))
    phi, psi = angles = rng.uniform(-PI, PI, (2, 50))
    of_angles = von_mises.log_density(angles[..., None], mu[:, None], kappa[:, None]) @ [1, -1]
    line = evaluate_surface(find_circle_surface(mu[0], kappa[0]), to_vectors(phi))
    ring, tube = 2.0, 1.0
    points, torus = place_on_torus(phi, psi, ring, tube), find_torus_surface(mu, kappa)
    quadric = evaluate_torus_polynomial(torus, points, ring, tube) / (tube * (ring + tube * np.cos(psi)))

    # a direction, alone and beside two numbers of equal covariance, whose surface must be a plane
    mean, x = (scale_to_unit(rng.normal(size=(n, 3))) for n in (2, 50))
    centre, factor, y = rng.normal(size=(2, 2)), rng.normal(size=(2, 2)), rng.normal(size=(50, 2))
    covariance = factor @ factor.T + np.eye(2)
    of_direction = von_mises.log_density_of_directions(x, mean, kappa[0]) @ [1, -1]
    one, other = (multivariate_normal.logpdf(y, c, covariance) for c in centre)
    mixed = find_hybrid_surface(mean, kappa[0], centre, [covariance, covariance])
    of_both = evaluate_surface(mixed, x, y) - (one - other) - of_direction
    return {
        "one angle": np.abs(line - of_angles[0]).max(),
        "two angles": np.abs(quadric - of_angles.sum(axis=0)).max(),
        "a direction": np.abs(evaluate_surface(find_plane(mean, kappa[0]), x) - of_direction).max(),
        "a direction and numbers": np.abs(of_both).max() + np.abs(np.asarray(mixed.quadratic)).max(),
    }

"""Decision surfaces of directional naive Bayes with two classes, in closed form.

Every surface is the zero set of r = log P(first class, x) - log P(second class, x), in nats.

    circle    one angle               r = a cos phi + b sin phi - d       Theorem 1, Corollary 1
    torus     two angles              r = c cos phi + d sin phi + a cos psi + b sin psi + D   Theorem 2
    plane     one unit vector         r = normal . x + offset             Theorem 3
    hybrid    unit vector and reals   r = normal . x + y' Q y + linear . y + offset   section 3.4

A discrete attribute shifts the constant as the prior does (section 3.5). Source: Lopez-Cruz, Bielza and
Larranaga 2013; docs/methods/directional.md#decision-surfaces. Angles in radians; classes 0 and 1 are the
paper's 1 and 2; `prior` (2,) are weights that need not sum to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from naivebench.core.checks import InputError
from naivebench.core.logspace import log
from naivebench.methods.directional.helpers.bessel import log_iv_scaled

EQUAL = (0.5, 0.5)
Surface = TypeVar("Surface")


class Circle(NamedTuple):
    """Surface of one angle: r(phi) = a cos phi + b sin phi - d = t cos(phi - alpha) - d."""

    a: float
    b: float
    d: float
    t: float
    alpha: float
    angles: np.ndarray  # (2,) alpha + arccos(d / t) and alpha - arccos(d / t) in (-pi, pi], or (0,)
    everywhere: int | None  # without angles: the class that always wins, None if both are equal


class Torus(NamedTuple):
    """Surface of two angles: r = c cos phi + d sin phi + a cos psi + b sin psi + constant."""

    a: float
    b: float
    c: float
    d: float
    constant: float


class Plane(NamedTuple):
    """Surface of a unit vector: r(x) = normal . x + offset."""

    normal: np.ndarray  # (p,)
    offset: float


class Hybrid(NamedTuple):
    """Surface of a unit vector x and reals y: r = normal . x + y' quadratic y + linear . y + offset."""

    normal: np.ndarray  # (p,)
    quadratic: np.ndarray  # (q, q); zero if the covariances are equal, so that the surface is a plane
    linear: np.ndarray  # (q,)
    offset: float


def wrap(angles: ArrayLike) -> np.ndarray:
    """Map angles in radians, any shape, to (-pi, pi]."""
    return np.pi - (np.pi - np.asarray(angles, dtype=np.float64)) % (2 * np.pi)


def _concentrations(kappa: ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    kappa = np.asarray(kappa, dtype=np.float64)
    if kappa.shape != shape or not (np.isfinite(kappa) & (kappa >= 0)).all():
        expected = f"{' x '.join(map(str, shape))} finite numbers of at least 0"
        raise InputError(f"kappa of a decision surface is {kappa.tolist()}, expected {expected}")
    return kappa


def _constant(kappa: np.ndarray, p: int, prior: ArrayLike) -> float:
    """log of prior times normalising constant, first class minus second; kappa (2,) or (angles, 2)."""
    weights = np.asarray(prior, dtype=np.float64)
    if weights.shape != (2,) or not (weights >= 0).all() or not weights.any():
        expected = "two weights of at least 0, one of them positive"
        raise InputError(f"the prior of a decision surface is {weights.tolist()}, expected {expected}")
    first, second = log_iv_scaled(np.atleast_2d(kappa), p).sum(axis=0)
    first_weight, second_weight = log(weights)
    return float(first_weight - second_weight) + float(second - first)


def _differences(mu: ArrayLike, kappa: np.ndarray) -> tuple[float, float]:
    """kappa_1 cos mu_1 - kappa_2 cos mu_2, and the same for sin; 0 if only rounding is left."""
    mu = np.asarray(mu, dtype=np.float64)
    parts = kappa * np.array([np.cos(mu), np.sin(mu)])
    difference = parts[:, 0] - parts[:, 1]
    difference[np.abs(difference) < 4 * np.finfo(float).eps * kappa.sum()] = 0.0
    return float(difference[0]), float(difference[1])


def circle(mu: ArrayLike, kappa: ArrayLike, prior: ArrayLike = EQUAL) -> Circle:
    """Surface of one angle (Theorem 1); mu (2,) rad and kappa (2,) of the two classes."""
    kappa = _concentrations(kappa, (2,))
    a, b = _differences(mu, kappa)
    d = -_constant(kappa, 2, prior)
    t, alpha = float(np.hypot(a, b)), float(np.arctan2(b, a))
    if t == 0 or abs(d) > t:
        return Circle(a, b, d, t, alpha, np.zeros(0), None if d == 0 else int(d > 0))
    half = np.arccos(d / t)
    return Circle(a, b, d, t, alpha, wrap([alpha + half, alpha - half]), None)


def circle_decision(surface: Circle, phi: np.ndarray) -> np.ndarray:
    """Values of r at angles, any shape."""
    return surface.a * np.cos(phi) + surface.b * np.sin(phi) - surface.d


def circle_line(surface: Circle) -> np.ndarray:
    """Line (3,) of Corollary 1: l0 x + l1 y + l2 = r at the point (x, y) = (cos phi, sin phi)."""
    return np.array([surface.a, surface.b, -surface.d])


def torus(mu: ArrayLike, kappa: ArrayLike, prior: ArrayLike = EQUAL) -> Torus:
    """Surface of two angles (Theorem 2); mu, kappa (2 angles phi and psi, 2 classes), rad."""
    kappa = _concentrations(kappa, (2, 2))
    phi, psi = (_differences(m, k) for m, k in zip(np.asarray(mu, dtype=np.float64), kappa, strict=True))
    return Torus(*psi, *phi, _constant(kappa, 2, prior))


def torus_decision(surface: Torus, phi: np.ndarray, psi: np.ndarray) -> np.ndarray:
    """Values of r at pairs of angles; phi and psi broadcast."""
    s = surface
    return s.c * np.cos(phi) + s.d * np.sin(phi) + s.a * np.cos(psi) + s.b * np.sin(psi) + s.constant


def torus_points(phi: np.ndarray, psi: np.ndarray, ring: float, tube: float) -> np.ndarray:
    """Points (..., 3) of the torus; `ring` (L) is the radius of its circle of centres, `tube` (l) its own."""
    distance = ring + tube * np.cos(psi)
    parts = distance * np.cos(phi), distance * np.sin(phi), tube * np.sin(psi)
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


def torus_coefficients(surface: Torus, ring: float, tube: float) -> np.ndarray:
    """Coefficients (2, 7) of x, y, z^2, z s, z, s and 1 in equation (5) of Theorem 2; s = sqrt(tube^2 - z^2).

    The rows belong to the outer (cos psi >= 0) and the inner half of the torus.
    """
    s, ring, tube = surface, float(ring), float(tube)
    always = [s.c * tube, s.d * tube, -s.a, 0.0, s.b * ring, 0.0, s.a * tube**2 + s.constant * ring * tube]
    signed = np.array([0, 0, 0, s.b, 0, s.a * ring + s.constant * tube, 0])
    return np.stack([always + signed, always - signed])


def torus_polynomial(surface: Torus, points: np.ndarray, ring: float, tube: float) -> np.ndarray:
    """Left side of equation (5) at points (n, 3) of the torus: tube (ring + tube cos psi) r(phi, psi)."""
    x, y, z = np.asarray(points, dtype=np.float64).T
    s = np.sqrt(np.maximum(tube**2 - z**2, 0))
    terms = np.stack([x, y, z**2, z * s, z, s, np.ones_like(x)], axis=1)
    inner = (np.hypot(x, y) < ring).astype(int)
    return (terms * torus_coefficients(surface, ring, tube)[inner]).sum(axis=1)


def plane(mean: ArrayLike, kappa: ArrayLike, prior: ArrayLike = EQUAL) -> Plane:
    """Surface of a unit vector (Theorem 3); mean (2, p) directions of the two classes, kappa (2,).

    The directions are used as given: those of the paper's figure 7 are not unit vectors.
    """
    kappa, mean = _concentrations(kappa, (2,)), np.asarray(mean, dtype=np.float64)
    return Plane(kappa[0] * mean[0] - kappa[1] * mean[1], _constant(kappa, mean.shape[1], prior))


def plane_decision(surface: Plane, x: np.ndarray) -> np.ndarray:
    """Values of r at unit vectors (..., p)."""
    return np.asarray(x) @ surface.normal + surface.offset


def hybrid(
    direction: ArrayLike, kappa: ArrayLike, mean: ArrayLike, covariance: ArrayLike, prior: ArrayLike = EQUAL
) -> Hybrid:
    """Surface of a unit vector and a Gaussian part (section 3.4).

    direction (2, p) and kappa (2,) of the unit vector, mean (2, q) and covariance (2, q, q) of the rest.
    """
    mean, covariance = np.asarray(mean, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
    if not (np.linalg.eigvalsh(covariance) > 0).all():
        expected = "positive definite matrices"
        raise InputError(f"covariance of a decision surface is {covariance.tolist()}, expected {expected}")
    part, inverse = plane(direction, kappa, prior), np.linalg.inv(covariance)
    pulled = np.einsum("cij,cj->ci", inverse, mean)
    constants = -0.5 * (np.einsum("ci,ci->c", pulled, mean) + np.linalg.slogdet(covariance)[1])
    offset = part.offset + float(constants[0] - constants[1])
    return Hybrid(part.normal, -0.5 * (inverse[0] - inverse[1]), pulled[0] - pulled[1], offset)


def hybrid_decision(surface: Hybrid, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Values of r at unit vectors x (..., p) with reals y (..., q)."""
    squares = np.einsum("...i,ij,...j->...", y, surface.quadratic, y)
    return x @ surface.normal + squares + y @ surface.linear + surface.offset


def by_value(
    surface: Callable[..., Surface],
    probabilities: ArrayLike,
    *parameters: ArrayLike,
    prior: ArrayLike = EQUAL,
) -> tuple[Surface, ...]:
    """One surface for each value of a discrete attribute (3.5); probabilities (r, 2): P(value | class).

    `surface(*parameters, prior=...)` makes the surface of the other attributes.
    """
    weights = np.asarray(probabilities, dtype=np.float64) * np.asarray(prior, dtype=np.float64)
    return tuple(surface(*parameters, prior=w) for w in weights)

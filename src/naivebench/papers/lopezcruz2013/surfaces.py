"""Decision surfaces of directional naive Bayes with two classes, in closed form.

Every surface is the zero set of r = log P(first class, x) - log P(second class, x), in nats:

    one angle               r = normal . (cos phi, sin phi) + offset                          Theorem 1
    two angles              r = normal . (cos phi, sin phi, cos psi, sin psi) + offset        Theorem 2
    one unit vector         r = normal . x + offset                                           Theorem 3
    unit vector and reals   r = normal . x + y' quadratic y + linear . y + offset             section 3.4

A discrete attribute shifts the offset as the prior does (section 3.5). Source: Lopez-Cruz, Bielza and
Larranaga 2013; docs/methods/directional.md#decision-surfaces. Angles in radians; classes 0 and 1 are the
paper's 1 and 2; `prior` (2,) are weights of at least 0 that need not sum to 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from naivebench.core.logspace import log
from naivebench.methods.directional.von_mises import log_iv_scaled

EQUAL = (0.5, 0.5)


class Surface(NamedTuple):
    """A decision surface; one with reals is a plane if its quadratic part is zero (equal covariances)."""

    normal: np.ndarray  # (p,)
    offset: float
    quadratic: np.ndarray | None = None  # (q, q)
    linear: np.ndarray | None = None  # (q,)


def wrap(angles: ArrayLike) -> np.ndarray:
    """Map angles in radians, any shape, to (-pi, pi]."""
    return np.pi - (np.pi - np.asarray(angles, dtype=np.float64)) % (2 * np.pi)


def vectors(*angles: ArrayLike) -> np.ndarray:
    """Cosine and sine of each angle along a new last axis."""
    parts = [f(np.asarray(a, dtype=np.float64)) for a in angles for f in (np.cos, np.sin)]
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


def decide(surface: Surface, x: ArrayLike, y: ArrayLike | None = None) -> np.ndarray:
    """Values of r at vectors x (..., p) with reals y (..., q)."""
    r = np.asarray(x) @ surface.normal + surface.offset
    if surface.quadratic is None or surface.linear is None:
        return r
    y = np.asarray(y, dtype=np.float64)
    return r + np.einsum("...i,ij,...j->...", y, surface.quadratic, y) + y @ surface.linear


def plane(mean: ArrayLike, kappa: ArrayLike, prior: ArrayLike = EQUAL) -> Surface:
    """Surface of a unit vector (Theorem 3); mean (2, p) directions of the two classes, kappa (2,) >= 0.

    The directions are used as given: those of the paper's figure 7 are not unit vectors.
    """
    kappa, mean = np.asarray(kappa, dtype=np.float64), np.asarray(mean, dtype=np.float64)
    normal = kappa[0] * mean[0] - kappa[1] * mean[1]
    normal[np.abs(normal) < 4 * np.finfo(float).eps * kappa.sum()] = 0.0  # only rounding is left
    (first, second), constant = log_iv_scaled(kappa[None], mean.shape[1])[0], log(np.asarray(prior, float))
    return Surface(normal, float(constant[0] - constant[1]) + float(second - first))


def circle(mu: ArrayLike, kappa: ArrayLike, prior: ArrayLike = EQUAL) -> Surface:
    """Surface of one angle (Theorem 1, Corollary 1: a line); mu (2,) rad and kappa (2,) of the classes."""
    return plane(vectors(mu), kappa, prior)


def torus(mu: ArrayLike, kappa: ArrayLike) -> Surface:
    """Surface of two angles (Theorem 2); mu, kappa (2 angles phi and psi, 2 classes), rad."""
    phi, psi = (circle(m, k) for m, k in zip(np.asarray(mu), np.asarray(kappa), strict=True))
    return Surface(np.concatenate([phi.normal, psi.normal]), phi.offset + psi.offset)


def torus_points(phi: np.ndarray, psi: np.ndarray, ring: float, tube: float) -> np.ndarray:
    """Points (..., 3) of the torus; `ring` (L) is the radius of its circle of centres, `tube` (l) its own."""
    x, z = vectors(phi) * (ring + tube * np.cos(psi))[..., None], tube * np.sin(psi)
    return np.concatenate([x, np.broadcast_to(z, x.shape[:-1])[..., None]], axis=-1)


def torus_polynomial(surface: Surface, points: np.ndarray, ring: float, tube: float) -> np.ndarray:
    """Left side of equation (5) at points (n, 3) of the torus: tube (ring + tube cos psi) r(phi, psi).

    The square root is positive on the outer half of the torus (cos psi >= 0) and negative on the inner one.
    """
    (c, d, a, b), constant, (x, y, z) = surface.normal, surface.offset, np.asarray(points).T
    root = np.sqrt(np.maximum(tube**2 - z**2, 0)) * np.where(np.hypot(x, y) < ring, -1, 1)
    products = c * tube * x + d * tube * y - a * z**2 + b * z * root + b * ring * z
    return products + (a * ring + constant * tube) * root + a * tube**2 + constant * ring * tube


def hybrid(direction: ArrayLike, kappa: ArrayLike, mean: ArrayLike, covariance: ArrayLike) -> Surface:
    """Surface of a unit vector and a Gaussian part (section 3.4).

    direction (2, p) and kappa (2,) of the unit vector, mean (2, q) and covariance (2, q, q) of the rest.
    """
    mean, covariance = np.asarray(mean, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
    part, inverse = plane(direction, kappa), np.linalg.inv(covariance)
    pulled = np.einsum("cij,cj->ci", inverse, mean)
    constants = -0.5 * (np.einsum("ci,ci->c", pulled, mean) + np.linalg.slogdet(covariance)[1])
    offset = part.offset + float(constants[0] - constants[1])
    return Surface(part.normal, offset, -0.5 * (inverse[0] - inverse[1]), pulled[0] - pulled[1])

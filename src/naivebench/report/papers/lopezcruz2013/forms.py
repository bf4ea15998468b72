"""Check of the closed forms of Lopez-Cruz et al. 2013 against the densities: largest difference of log odds,
nats.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.benchmark.results.formats import listing
from naivebench.report.papers.judges import tally
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import Statement

DRAWN = 200  # number of pairs of densities with which each theorem is tested
ROUNDING = 1e-9  # nats; smaller differences are rounding


def _drawn(rng: np.random.Generator, shape: int | tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    return rng.uniform(-np.pi, np.pi, shape), rng.gamma(2.0, 4.0, shape)


def _log_odds(phi: np.ndarray, mu: np.ndarray, kappa: np.ndarray) -> np.ndarray:
    from naivebench.methods.directional import von_mises

    return von_mises.log_density(phi, mu[0], kappa[0]) - von_mises.log_density(phi, mu[1], kappa[1])


def circle(rng: np.random.Generator) -> float:
    """Largest error of Theorem 1: one angle, a line through the circle."""
    from naivebench.report.papers.lopezcruz2013 import surfaces

    (mu, kappa), phi = _drawn(rng, 2), rng.uniform(-np.pi, np.pi, 50)
    line = surfaces.circle(mu, kappa)
    r = line.normal[0] * np.cos(phi) + line.normal[1] * np.sin(phi) + line.offset
    return float(np.abs(r - _log_odds(phi, mu, kappa)).max())


def torus(rng: np.random.Generator) -> float:
    """Largest error of Theorem 2: two angles, a quadratic surface of the torus."""
    from naivebench.report.papers.lopezcruz2013 import surfaces

    (mu, kappa), (phi, psi) = _drawn(rng, (2, 2)), rng.uniform(-np.pi, np.pi, (2, 50))
    ring, tube = 2.0, 1.0
    ours = surfaces.torus_polynomial(
        surfaces.torus(mu, kappa), surfaces.torus_points(phi, psi, ring, tube), ring, tube
    )
    theirs = _log_odds(phi, mu[0], kappa[0]) + _log_odds(psi, mu[1], kappa[1])
    return float(np.abs(ours / (tube * (ring + tube * np.cos(psi))) - theirs).max())


def _unit(rng: np.random.Generator, n: int) -> np.ndarray:
    vectors = rng.normal(size=(n, 3))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _sphere_log_odds(x: np.ndarray, mean: np.ndarray, kappa: np.ndarray) -> np.ndarray:
    from naivebench.methods.directional import von_mises

    return von_mises.log_density_of_directions(x, mean[0], kappa[0]) - von_mises.log_density_of_directions(
        x, mean[1], kappa[1]
    )


def sphere(rng: np.random.Generator) -> float:
    """Largest error of Theorem 3: a direction, a plane through the sphere."""
    from naivebench.report.papers.lopezcruz2013 import surfaces

    mean, x, kappa = _unit(rng, 2), _unit(rng, 50), rng.gamma(2.0, 4.0, 2)
    return float(
        np.abs(surfaces.decide(surfaces.plane(mean, kappa), x) - _sphere_log_odds(x, mean, kappa)).max()
    )


def hybrid(rng: np.random.Generator) -> float:
    """Largest error of section 3.4: a direction and two numbers with the same covariance in both classes.

    It is infinite if the surface has a quadratic part.
    """
    from scipy.stats import multivariate_normal

    from naivebench.report.papers.lopezcruz2013 import surfaces

    mean, x, kappa, y = _unit(rng, 2), _unit(rng, 50), rng.gamma(2.0, 4.0, 2), rng.normal(size=(50, 2))
    centre, factor = rng.normal(size=(2, 2)), rng.normal(size=(2, 2))
    covariance = factor @ factor.T + np.eye(2)
    surface = surfaces.hybrid(mean, kappa, centre, [covariance, covariance])
    theirs = multivariate_normal.logpdf(y, centre[0], covariance) - multivariate_normal.logpdf(
        y, centre[1], covariance
    )
    gap = np.abs(surfaces.decide(surface, x, y) - theirs - _sphere_log_odds(x, mean, kappa)).max()
    return float(gap) if not np.any(surface.quadratic) else math.inf


FORMS = {"one angle": circle, "two angles": torus, "a direction": sphere, "a direction and numbers": hybrid}


def gaps(draws: int) -> dict[str, float]:
    """Form -> largest error over this number of pairs of classes; the same in every run."""
    return {
        label: max(function(np.random.default_rng([2013, i])) for i in range(draws))
        for label, function in FORMS.items()
    }


def closed_forms(_: Run) -> list[Statement]:
    """Judge whether the closed forms equal the densities for random parameters; the same in every run."""
    found = gaps(DRAWN)
    wrong = [label for label, gap in found.items() if gap > ROUNDING]
    quantity = (
        f"of {len(found)}, log odds of the densities against the closed form for {DRAWN} pairs of classes"
        " with drawn parameters"
    )
    more = f"not equal: {listing(wrong)}" if wrong else f"equal: {listing(found)}"
    right, region = len(found) - len(wrong), (len(found), math.inf)
    plain = f"{{}} of {len(found)} closed forms equal the densities"
    return [tally("Forms that are equal", quantity, "", right, right, region, more, (), plain)]

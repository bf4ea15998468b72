"""The examples of Lopez-Cruz, Bielza and Larranaga 2013 (figures 1 to 12 and 14): printed parameters,
decision surfaces and samples.

Classes 0 and 1 are the paper's 1 and 2, equally probable. Directions in the plane are their angles.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core.decide import decide
from naivebench.core.table import Attribute, Table, make_table
from naivebench.methods.directional import vmnb, von_mises
from naivebench.methods.naive_bayes import gnb
from naivebench.report.papers.lopezcruz2013 import surfaces
from naivebench.report.papers.lopezcruz2013.surfaces import Surface

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

    @property
    def classes(self) -> int:
        """Number of classes: two, or one if only a sample is shown."""
        return len((self.direction or self.angles[0])[1])


EXAMPLES = {
    1: Example("a sample of angles", "disc", 100, (((PI / 2,), (5.0,)),)),
    2: Example("a sample of directions", "sphere", 100, (), (((0, 0, 1),), (5.0,))),
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


class Sample(NamedTuple):
    """Cases of classes of equal size."""

    x: np.ndarray  # (n, angles) in (-pi, pi], or (n, 3) unit vectors
    y: np.ndarray  # (n,) class
    value: np.ndarray  # (n,) the number, or the code of the discrete value; zeros without them


def surfaces_of(example: Example) -> list[Surface]:
    """Decision surfaces of an example: one, or one for each discrete value; none with a single class."""
    if example.classes == 1:
        return []
    if example.direction:
        return [surfaces.plane(*example.direction)]
    if len(example.angles) == 2:
        return [surfaces.torus(*zip(*example.angles, strict=True))]
    (mu, kappa), number = example.angles[0], np.array(example.number)
    if example.number:
        return [surfaces.hybrid(surfaces.vectors(mu), kappa, number[0][:, None], number[1][:, None, None])]
    # a discrete value has the effect of a prior (section 3.5)
    return [surfaces.circle(mu, kappa, prior) for prior in example.values or [surfaces.EQUAL]]


def sample(example: Example, rng: np.random.Generator) -> Sample:
    """Draw the cases of each class of an example."""
    n, y = example.cases, np.repeat(range(example.classes), example.cases)
    if example.direction:
        from scipy.stats import vonmises_fisher

        mean, kappa = example.direction
        of_class = [
            vonmises_fisher(m, k).rvs(n, random_state=rng)
            for m, k in zip(von_mises.scale_to_unit(np.array(mean)), kappa, strict=True)
        ]
        return Sample(np.concatenate(of_class), y, 0 * y)
    angles = [rng.vonmises(np.repeat(mu, n), np.repeat(kappa, n)) for mu, kappa in example.angles]
    value = 0 * y
    if example.number:
        value = rng.normal(np.repeat(example.number[0], n), np.sqrt(np.repeat(example.number[1], n)))
    if example.values:
        value = (rng.random(len(y)) < np.repeat(example.values[1], n)).astype(int)
    return Sample(surfaces.wrap(np.stack(angles, axis=1)), y, value)


def table(x: np.ndarray, y: np.ndarray) -> Table:
    """Cases with one angle x (n, 1) and classes y (n,)."""
    angle = Attribute("angle", "angular", period=2 * PI)
    return make_table([angle], ["1", "2"], y.astype(np.int32), None, x)


def decisions(of: Sample, angles: list[float]) -> dict[str, list[int]]:
    """The paper's classes, 1 or 2, that methods learn from a sample and give to other angles, by method."""
    train, asked = table(of.x, of.y), table(np.array(angles)[:, None], np.zeros(len(angles)))
    posteriors = {"GNB": gnb, "vMNB": vmnb}
    found = {name: m.predict_log_proba(m.fit(train), asked) for name, m in posteriors.items()}
    return {name: (decide(p, np.bincount(of.y)) + 1).tolist() for name, p in found.items()}

"""Search spaces of the optimisers: g genes, either small integers or bounded reals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike


class Discrete(NamedTuple):
    """Gene i takes the values 0 to cardinalities[i] - 1."""

    cardinalities: np.ndarray  # (g,) int64, at least 1


class Continuous(NamedTuple):
    """Gene i lies in [lower[i], upper[i]]."""

    lower: np.ndarray  # (g,) float64
    upper: np.ndarray  # (g,) float64, at least lower


Space = Discrete | Continuous


def checked(space: Space) -> Space:
    """The space with arrays of the proper types. Raises ValueError for an empty range or unequal lengths."""
    if isinstance(space, Discrete):
        space = Discrete(np.asarray(space.cardinalities, dtype=np.int64))
        if (space.cardinalities < 1).any():
            raise ValueError("every discrete gene needs at least one value")
        return space
    space = Continuous(np.asarray(space.lower, dtype=np.float64), np.asarray(space.upper, dtype=np.float64))
    if space.lower.shape != space.upper.shape or not (space.lower <= space.upper).all():
        raise ValueError(
            "lower and upper bounds must have the same length, and no upper bound may be below its lower "
            "bound"
        )
    return space


def n_genes(space: Space) -> int:
    """Number of genes g."""
    return len(space[0])


def as_batch(space: Space, individuals: np.ndarray) -> np.ndarray:
    """Individuals as a (m, g) array: int64 for discrete genes, float64 for continuous ones.

    Raises ValueError for another width.
    """
    batch = np.array(individuals, dtype=np.int64 if isinstance(space, Discrete) else np.float64, ndmin=2)
    if batch.shape[1] != n_genes(space):
        raise ValueError(f"an individual must have {n_genes(space)} genes, got {batch.shape[1]}")
    return batch


def uniform(space: Space, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m independent individuals, each gene uniform over its range, shape (m, g)."""
    if isinstance(space, Discrete):
        return rng.integers(0, space.cardinalities, size=(m, n_genes(space)))
    return space.lower + (space.upper - space.lower) * rng.random((m, n_genes(space)))


def truncated_normal(
    mean: ArrayLike,
    sd: ArrayLike,
    lower: ArrayLike,
    upper: ArrayLike,
    rng: np.random.Generator,
    tries: int = 100,
) -> np.ndarray:
    """Draw normal numbers in [lower, upper]; those outside are drawn again up to `tries` times, then clipped.

    mean has the shape of the result; sd, lower and upper broadcast to it.
    """
    mean, sd, lower, upper = (np.asarray(a, dtype=np.float64) for a in (mean, sd, lower, upper))
    drawn = rng.standard_normal(mean.shape)
    drawn *= sd
    drawn += mean
    outside = np.flatnonzero((drawn < lower) | (drawn > upper))
    if len(outside) == 0:
        return drawn
    flat = drawn.reshape(-1)
    places = np.unravel_index(outside, mean.shape)
    means, sds, lowers, uppers = (np.broadcast_to(a, mean.shape)[places] for a in (mean, sd, lower, upper))
    for _ in range(tries):
        again = means + sds * rng.standard_normal(len(outside))
        flat[outside] = again
        still = np.flatnonzero((again < lowers) | (again > uppers))
        outside = outside[still]
        means, sds, lowers, uppers = (a[still] for a in (means, sds, lowers, uppers))
        if len(outside) == 0:
            return drawn
    flat[outside] = np.clip(flat[outside], lowers, uppers)
    return drawn

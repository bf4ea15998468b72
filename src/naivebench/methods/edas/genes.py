"""The genes that optimisers search, small integers or bounded reals, and how they are drawn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

TRIES = 100  # redraws of a number outside its bounds before it is clipped
SD_FLOOR = 1e-6  # smallest standard deviation of a gene, as a share of its range


class Discrete(NamedTuple):
    """Gene i takes the values 0 to cardinalities[i] - 1."""

    cardinalities: np.ndarray  # (g,) int64, at least 1


class Continuous(NamedTuple):
    """Gene i lies in [lower[i], upper[i]]."""

    lower: np.ndarray  # (g,) float64
    upper: np.ndarray  # (g,) float64, at least lower


Space = Discrete | Continuous
Floats = np.ndarray | float


def draw_uniform_individuals(space: Space, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m independent individuals, each gene uniform over its range, shape (m, g)."""
    if isinstance(space, Discrete):
        return rng.integers(0, space.cardinalities, size=(m, len(space.cardinalities)))
    return space.lower + (space.upper - space.lower) * rng.random((m, len(space.lower)))


def draw_from_cumulative_rows(running: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw one value per row of cumulative probabilities (m, r), shape (m,)."""
    picks = rng.random(len(running))[:, None]
    return np.minimum((running <= picks).sum(axis=1), running.shape[1] - 1)


def accumulate_frequencies(cells: np.ndarray, q: int, r: int) -> np.ndarray:
    """Return the cumulative (count + 1) / (N + r) of r values under each of q conditions, (q, r).

    cells: (N,) condition * r + value.
    """
    counts = np.bincount(cells, minlength=q * r).reshape(q, r) + 1
    return np.cumsum(counts / counts.sum(axis=1, keepdims=True), axis=1)


def floor_deviations(sd: np.ndarray, space: Continuous) -> np.ndarray:
    """Compute standard deviations (g,), raised to at least a millionth of the range."""
    return np.maximum(sd, SD_FLOOR * (space.upper - space.lower))


def draw_truncated_normals(
    mean: np.ndarray, sd: Floats, lower: Floats, upper: Floats, rng: np.random.Generator
) -> np.ndarray:
    """Draw normal numbers in [lower, upper]; those outside are drawn again up to 100 times, then clipped.

    mean has the shape of the result; sd, lower and upper broadcast to it.
    """
    drawn = mean + sd * rng.standard_normal(mean.shape)
    outside = np.flatnonzero((drawn < lower) | (drawn > upper))
    flat, places = drawn.reshape(-1), np.unravel_index(outside, mean.shape)
    means, sds, lowers, uppers = (np.broadcast_to(a, mean.shape)[places] for a in (mean, sd, lower, upper))
    for _ in range(TRIES):
        if not len(outside):
            return drawn
        again = means + sds * rng.standard_normal(len(outside))
        flat[outside] = again
        left = np.flatnonzero((again < lowers) | (again > uppers))
        outside, means, sds, lowers, uppers = (a[left] for a in (outside, means, sds, lowers, uppers))
    flat[outside] = np.clip(flat[outside], lowers, uppers)
    return drawn

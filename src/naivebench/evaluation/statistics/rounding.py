"""Ties: scores that differ only by floating-point noise count as equal.

A value that is closer to its neighbour than `NOISE` times its size is replaced by the neighbour. Rounding to
a number of digits would instead separate two equal scores whose noise crosses a rounding boundary.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError

NOISE = 1e-12  # share of a score's size: smaller differences are ties


def remove_noise(values: np.ndarray, scale: np.ndarray | None = None) -> np.ndarray:
    """Merge values of any shape that differ by noise. Noise is relative to the largest finite size in
    `scale`, or without `scale` to each value's own size, so that a huge score does not make all others tie.
    """
    sizes = np.abs(values if scale is None else scale)
    if scale is not None:
        sizes = np.full(np.shape(values), sizes[np.isfinite(sizes)].max(initial=0.0))
    return _merge_near_values(values.reshape(1, -1), sizes.reshape(1, -1)).reshape(np.shape(values))


def subtract_without_noise(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the differences a - b without rounding noise; 0 where both are the same infinity.

    The arrays have the shape (n,), or (m, n) for m pairs that do not influence each other.
    """
    with np.errstate(invalid="ignore"):
        difference = np.where(a == b, 0.0, a - b)
    finite = [np.where(np.isfinite(x), np.abs(x), 0.0) for x in (a, b)]
    rows = _merge_near_values(np.atleast_2d(difference), np.atleast_2d(np.maximum(*finite)))
    return rows.reshape(np.shape(difference))


def check_differences(values: np.ndarray, test: str) -> np.ndarray:
    """Return the differences as float64. Raises InputError if some are not finite."""
    d = np.asarray(values, dtype=np.float64)
    if not np.isfinite(d).all():
        raise InputError(
            f"{int((~np.isfinite(d)).sum())} of {d.size} differences are not finite: leave them out before "
            f"the {test}"
        )
    return d


def _merge_near_values(values: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Replace each absolute value, separately in each row of (m, n) values, by the smallest one (or 0) that a
    chain of steps within noise connects with it; the sign is kept.

    A step is within noise if it is at most `NOISE` times the larger of both sizes, or times 1 if both are
    less (times the largest size if all are less than 1), since a difference of 0 has no correct digits.
    """
    sizes = np.where(np.isfinite(sizes), sizes, 0.0)
    least_size = np.minimum(sizes.max(axis=1, initial=0.0, keepdims=True), 1.0)
    zeros = np.zeros((len(values), 1))
    amounts = np.concatenate([zeros, np.abs(values)], axis=1)
    noise = NOISE * np.concatenate([zeros, np.maximum(sizes, least_size)], axis=1)
    order = np.argsort(amounts, axis=1, kind="stable")
    ordered, noise = (np.take_along_axis(a, order, axis=1) for a in (amounts, noise))
    with np.errstate(invalid="ignore"):
        begins = ~(np.diff(ordered) <= np.maximum(noise[:, 1:], noise[:, :-1]))
    # the place where the chain of each amount begins
    places = np.where(begins, np.arange(1, amounts.shape[1]), 0)
    first = np.maximum.accumulate(np.concatenate([zeros.astype(np.int64), places], axis=1), axis=1)
    least = np.empty_like(amounts)
    np.put_along_axis(least, order, np.take_along_axis(ordered, first, axis=1), axis=1)
    return np.sign(values) * least[:, 1:] + 0.0

"""Ties: scores that differ only by floating-point noise count as equal.

A value that is closer to its neighbour than `NOISE` times its size is replaced by the neighbour. Rounding to
a number of digits would instead separate two equal scores whose noise crosses a rounding boundary.
"""

from __future__ import annotations

import numpy as np

NOISE = 1e-12  # share of a score's size: smaller differences are ties


def without_noise(values: np.ndarray, scale: np.ndarray | None = None) -> np.ndarray:
    """Values of any shape, `merged` by the largest finite size in `scale`; without `scale` by their own
    sizes, so that a huge score does not turn all others into ties.
    """
    if scale is None:
        return merged(values, np.abs(values))
    sizes = np.abs(scale)
    largest = sizes[np.isfinite(sizes)].max(initial=0.0)
    return merged(values, np.full(np.shape(values), largest))


def merged(values: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Each value with the least amount that a chain of steps within noise connects with its own, 0 included;
    the sign is kept.

    A step is within noise if it is at most `NOISE` times the larger of both sizes, or times 1 if both are
    less (times the largest size if all are less than 1), since what is left of a zero has no digits.
    """
    sizes = np.where(np.isfinite(sizes), sizes, 0.0).ravel()
    largest = sizes.max(initial=0.0)
    if largest == 0:
        return values
    amounts = np.append(0.0, np.abs(values).ravel())
    noise = NOISE * np.append(0.0, np.maximum(sizes, min(largest, 1.0)))
    order = np.argsort(amounts, kind="stable")
    ordered, noise = amounts[order], noise[order]
    with np.errstate(invalid="ignore"):
        begins = ~(np.diff(ordered) <= np.maximum(noise[1:], noise[:-1]))
    first = np.maximum.accumulate(np.append(0, np.where(begins, np.arange(1, len(order)), 0)))
    least = np.empty_like(amounts)
    least[order] = ordered[first]
    return np.sign(values) * least[1:].reshape(np.shape(values)) + 0.0


def differences(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Differences a - b (n,) without rounding noise; 0 where both are the same infinity."""
    with np.errstate(invalid="ignore"):
        difference = np.where(a == b, 0.0, a - b)
    finite = [np.where(np.isfinite(x), np.abs(x), 0.0) for x in (a, b)]
    return merged(difference, np.maximum(*finite))

"""Scores that differ by floating-point noise only are ties."""

from __future__ import annotations

import numpy as np

DIGITS = 12  # significant digits of a score: what differs less is a tie, not rounding noise


def without_noise(values: np.ndarray, scale: np.ndarray | None = None) -> np.ndarray:
    """Values of any shape rounded to `DIGITS` digits of the largest finite size among `scale`; without it as
    `to_digits` of their own sizes, so that a huge score makes no ties of all others.
    """
    if scale is None:
        return to_digits(values, np.abs(values))
    sizes = np.abs(scale)
    largest = sizes[np.isfinite(sizes)].max(initial=0.0)
    return to_digits(values, np.full(np.shape(values), largest))


def to_digits(values: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Each value rounded to `DIGITS` digits of its size; of 1 where that is less, or of the largest size
    if all
    are less than 1, since what is left of a zero has no digits.
    """
    sizes = np.where(np.isfinite(sizes), sizes, 0.0)
    largest = sizes.max(initial=0.0)
    if largest == 0:
        return values
    decimals = DIGITS - np.floor(np.log10(np.maximum(sizes, min(largest, 1.0)))) - 1
    up, down = 10.0 ** np.clip(decimals, 0, 300), 10.0 ** np.clip(-decimals, 0, 300)
    return np.rint(values * up / down) / up * down if largest > 10.0**-280 else values


def differences(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a - b (n,) without rounding noise; 0 where both are the same infinity."""
    with np.errstate(invalid="ignore"):
        difference = np.where(a == b, 0.0, a - b)
    finite = [np.where(np.isfinite(x), np.abs(x), 0.0) for x in (a, b)]
    return to_digits(difference, np.maximum(*finite))

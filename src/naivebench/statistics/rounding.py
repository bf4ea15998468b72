"""Scores that differ by floating-point noise only are ties."""

from __future__ import annotations

import numpy as np

DIGITS = 12  # significant digits of a score: what differs less is a tie, not rounding noise


def without_noise(values: np.ndarray, scale: np.ndarray | None = None) -> np.ndarray:
    """Round to `DIGITS` digits of the largest finite size among `scale`, by default the values themselves."""
    sizes = np.abs(values if scale is None else scale)
    largest = sizes[np.isfinite(sizes)].max(initial=0.0)
    if largest == 0:
        return values
    decimals = DIGITS - int(np.floor(np.log10(largest))) - 1
    return np.round(values, decimals) if abs(decimals) <= 300 else values


def differences(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a - b without rounding noise; 0 where both are the same infinity."""
    same = a == b
    with np.errstate(invalid="ignore"):
        difference = np.where(same, 0.0, a - b)
    return without_noise(difference, np.concatenate([np.ravel(difference), np.ravel(a), np.ravel(b)]))

"""Bias and variance of the zero-one loss, from the predictions that models of several training parts make for
the same cases (docs/protocols/index.md#bias-and-variance).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Parts(NamedTuple):
    """Error, and bias and variance that add up to it, in two definitions; all are means over the cases."""

    error: float
    bias: float  # Kohavi and Wolpert 1996, squared bias, without noise
    variance: float
    central_bias: float  # Webb 2000: errors that agree with the most frequent (central) prediction
    central_variance: float  # all other errors


def decompose_error(votes: np.ndarray, y: np.ndarray) -> Parts:
    """Return the bias and variance of the predictions of several models for n cases.

    votes: (n, K) number of models that predict each class for each case, at least one per case; y: (n,) true
    classes. Among equally frequent predictions the true class counts as central.
    """
    cases = np.arange(len(y))
    shares = votes / votes.sum(axis=1, keepdims=True)
    right = shares[cases, y]
    squares = (shares**2).sum(axis=1)
    wrong = shares.copy()
    wrong[cases, y] = 0
    largest = wrong.max(axis=1)
    central = np.where(largest > right, largest, 0)
    return Parts(
        error=float(np.mean(1 - right)),
        bias=float(np.mean((1 - 2 * right + squares) / 2)),
        variance=float(np.mean((1 - squares) / 2)),
        central_bias=float(np.mean(central)),
        central_variance=float(np.mean(1 - right - central)),
    )

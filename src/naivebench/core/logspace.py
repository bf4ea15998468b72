"""Arithmetic on natural logarithms of probabilities: the one place that takes exponentials."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

BLOCK = 1 << 13  # rows of two classes whose working arrays stay in the cache


def log(x: ArrayLike) -> np.ndarray:
    """Natural logarithm with log 0 = -inf and no warning."""
    with np.errstate(divide="ignore"):
        return np.log(x)


def logsumexp(a: np.ndarray, axis: int) -> np.ndarray:
    """Logarithm of the sum of exp(a) along one axis; -inf where all terms are -inf."""
    largest = a.max(axis=axis, keepdims=True, initial=-np.inf)
    largest[np.isneginf(largest)] = 0.0
    terms = a - largest
    return log(np.exp(terms, out=terms).sum(axis=axis)) + largest.squeeze(axis)


def blocks(n: int, n_classes: int) -> Iterator[slice]:
    """Slices over n rows for steps that create working arrays.

    With more than two classes there is one slice, because the last bits of a sum may depend on its rows.
    """
    step = BLOCK if n_classes == 2 else max(n, 1)
    for first in range(0, n, step):
        yield slice(first, min(first + step, n))


def normalize(scores: np.ndarray, log_prior: np.ndarray) -> np.ndarray:
    """Normalise log joint probabilities (n, K) to log-posteriors whose rows sum to one; `scores` is
    overwritten.

    A row of -inf (the evidence is impossible under every class, as without smoothing) gives the prior: (K,),
    or (n, K).
    """
    for rows in blocks(*scores.shape):
        _normalize(scores[rows], log_prior[rows] if log_prior.ndim == 2 else log_prior)
    return scores


def _normalize(scores: np.ndarray, log_prior: np.ndarray) -> None:
    columns = scores.T  # numpy is slow on short rows
    two = len(columns) == 2
    largest = np.maximum(*columns) if two else np.ascontiguousarray(columns).max(axis=0)
    impossible = np.isneginf(largest)
    if impossible.any():
        scores[impossible] = np.broadcast_to(log_prior, scores.shape)[impossible]
        largest[impossible] = scores[impossible].max(axis=1)
    if two:
        # the exponential of the larger score minus itself is 1
        log_total = np.log(np.exp(np.minimum(*columns) - largest) + 1)
        for column in columns:
            column -= largest
            column -= log_total
    else:
        scores -= largest[:, None]
        scores -= np.log(np.einsum("ij->i", np.exp(scores)))[:, None]


def log_prior(class_counts: np.ndarray, prior_alpha: float = 0) -> np.ndarray:
    """Log class prior log (n_c + a0) / (n + K a0) along the last axis; -inf for a class without cases if a0 =
    0; uniform without any cases.
    """
    weights = class_counts + float(prior_alpha)
    total = weights.sum(axis=-1, keepdims=True)
    return log(np.where(total > 0, weights, 1.0) / np.where(total > 0, total, weights.shape[-1]))

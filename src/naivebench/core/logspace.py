"""Arithmetic on natural logarithms of probabilities: the one place that takes exponentials."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def log(x: ArrayLike) -> np.ndarray:
    """Return the natural logarithm with log 0 = -inf and no warning."""
    with np.errstate(divide="ignore"):
        return np.log(x)


def logsumexp(a: np.ndarray, axis: int) -> np.ndarray:
    """Return the logarithm of the sum of exp(a) along one axis; -inf where all terms are -inf."""
    largest = a.max(axis=axis, keepdims=True, initial=-np.inf)
    largest[np.isneginf(largest)] = 0.0
    terms = a - largest
    return log(np.exp(terms, out=terms).sum(axis=axis)) + largest.squeeze(axis)


def normalize_rows(scores: np.ndarray, log_prior: np.ndarray) -> np.ndarray:
    """Normalise log joint probabilities (n, K) in place to log-posteriors whose rows sum to one. A row of
    -inf (impossible under every class, as without smoothing) gets the prior: (K,), or (n, K).
    """
    largest = np.ascontiguousarray(scores.T).max(axis=0)  # numpy is slow on short rows
    impossible = np.isneginf(largest)
    if impossible.any():
        scores[impossible] = np.broadcast_to(log_prior, scores.shape)[impossible]
        largest[impossible] = scores[impossible].max(axis=1)
    scores -= largest[:, None]
    scores -= np.log(np.einsum("ij->i", np.exp(scores)))[:, None]
    return scores


def log_prior(class_counts: np.ndarray, prior_alpha: float = 0) -> np.ndarray:
    """Return log((n_c + a0) / (n + K a0)) along the last axis; -inf for 0 / n, uniform without any cases."""
    weights = class_counts + float(prior_alpha)
    total = weights.sum(axis=-1, keepdims=True)
    return log(np.where(total > 0, weights, 1.0) / np.where(total > 0, total, weights.shape[-1]))

"""Weights of the classes, P(c | x) proportional to w_c P(c) prod P(x_j | c): exact search over one of them.

Given the log scores s_ic of the cases and the other classes' weights, case i goes to class c where log w_c >
rho_i = max over l != c of (log w_l + s_il) - s_ic, so the number of correct cases is constant between
neighbouring thresholds rho_i and all optima are found by sorting them.
docs/methods/semi-naive.md#adjusted-probability-naive-bayes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.decide import TIE, decide
from naivebench.core.logspace import log, normalize


class Scored(NamedTuple):
    """Cases of known class with the log scores that weights are added to."""

    scores: np.ndarray  # (n, K) nats
    y: np.ndarray  # (n,)
    counts: np.ndarray  # (n, K) training cases per class, which break ties


class Choice(NamedTuple):
    log_weight: float
    correct: int


def weighted(scores: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Log posteriors (n, K), nats, from log scores (n, K) and weights (K,), of which one at least is
    positive.

    A case whose score is -inf under all classes of positive weight gets the weights as its posterior.
    """
    log_weights = log(np.asarray(weights, dtype=np.float64))
    return normalize(scores + log_weights, log_weights - np.log(np.sum(weights)))


def tie_order(n_c: np.ndarray, left_out: bool) -> np.ndarray:
    """Classes in the order in which ties are broken, more cases first, (K + 1, K) int64.

    Row c: for a case of class c, which does not count itself if `left_out`; the last row: for a case that is
    not counted.
    """
    k = len(n_c)
    counted = n_c - (np.eye(k + 1, k, dtype=int) if left_out else np.zeros((k + 1, k), int))
    return np.argsort(-counted, axis=1, kind="stable")


def correct_cases(scored: Scored, log_weights: np.ndarray) -> int:
    """Number of cases decided correctly."""
    return int((decide(scored.scores + log_weights, scored.counts) == scored.y).sum())


def thresholds(scored: Scored, log_weights: np.ndarray, c: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """rho (n,), and whether each case is right with log w_c below, and above it."""
    others = scored.scores + log_weights
    others[:, c] = -np.inf
    rho = others.max(axis=1) - scored.scores[:, c]
    return rho, (decide(others, scored.counts) == scored.y) & (scored.y != c), scored.y == c


def intervals(
    scored: Scored, log_weights: np.ndarray, c: int, upper: float = np.inf
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ends of the intervals of log w_c (low, high), below log `upper`, and the correct cases in each; each
    (m,).

    Thresholds closer to each other than the tolerance of ties bound no interval of their own.
    """
    rho, below, above = thresholds(scored, log_weights, c)
    order = np.argsort(rho, kind="stable")
    edges = rho[order]
    gained = np.concatenate([[0], np.cumsum(above[order].astype(int) - below[order])])
    low, high = np.concatenate([[-np.inf], edges]), np.concatenate([edges, [np.inf]])
    high = np.minimum(high, np.log(upper))
    wide = high > low + 4 * TIE
    return low[wide], high[wide], below.sum() + gained[wide]


def middle(low: float, high: float) -> float:
    """The geometric midpoint in logs; of an unbounded interval twice or half its end, or 1 where that lies
    further inside.
    """
    if np.isneginf(low):
        return 0.0 if np.isposinf(high) else min(0.0, high - np.log(2))
    return max(0.0, low + np.log(2)) if np.isposinf(high) else (low + high) / 2


def best_weight(scored: Scored, log_weights: np.ndarray, c: int, upper: float = np.inf) -> Choice:
    """The log weight of class c with most correct cases; of equally good intervals the one nearest to weight
    1.
    """
    low, high, correct = intervals(scored, log_weights, c, upper)
    distance = np.maximum(np.maximum(low, -high), 0.0)
    best = np.lexsort((distance, -correct))[0]
    return Choice(middle(float(low[best]), float(high[best])), int(correct[best]))

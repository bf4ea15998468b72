"""Weights of the classes in P(c | x) proportional to w_c P(c) prod P(x_j | c), and exact search for one of
them.

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
    """Log posteriors (n, K), nats, from log scores (n, K) and weights (K,), at least one of them positive.

    A case whose score is -inf under all classes of positive weight gets the weights as its posterior.
    """
    log_weights = log(np.asarray(weights, dtype=np.float64))
    return normalize(scores + log_weights, log_weights - np.log(np.sum(weights)))


def tie_order(n_c: np.ndarray, left_out: bool) -> np.ndarray:
    """Classes in the order in which ties are broken, more cases first, (K + 1, K) int64.

    Row c is for a case of class c, which is not counted itself if `left_out`; the last row is for a case that
    is not counted.
    """
    k = len(n_c)
    counted = n_c - (np.eye(k + 1, k, dtype=int) if left_out else np.zeros((k + 1, k), int))
    return np.argsort(-counted, axis=1, kind="stable")


def correct_cases(scored: Scored, log_weights: np.ndarray) -> int:
    """Number of cases that are classified correctly."""
    return int((decide(scored.scores + log_weights, scored.counts) == scored.y).sum())


def thresholds(scored: Scored, log_weights: np.ndarray, c: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Thresholds rho (n,), and whether each case is classified correctly with log w_c below and above its
    threshold.
    """
    others = scored.scores + log_weights
    others[:, c] = -np.inf
    rho = others.max(axis=1) - scored.scores[:, c]
    return rho, (decide(others, scored.counts) == scored.y) & (scored.y != c), scored.y == c


def intervals(
    scored: Scored, log_weights: np.ndarray, c: int, upper: float = np.inf
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lower and upper ends of the intervals of log w_c below log `upper`, and the number of correct cases in
    each; all (m,).

    Intervals that are not wider than four times the tolerance of ties are dropped.
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
    """The log weight in the middle of an interval (low, high) of log weights.

    In an unbounded interval, the weight is twice the lower or half the upper end, or 1 if that is further
    inside.
    """
    if np.isneginf(low):
        return 0.0 if np.isposinf(high) else min(0.0, high - np.log(2))
    return max(0.0, low + np.log(2)) if np.isposinf(high) else (low + high) / 2


def best_weight(scored: Scored, log_weights: np.ndarray, c: int, upper: float = np.inf) -> Choice:
    """The log weight of class c that classifies most cases correctly; of equally good intervals the one
    nearest to 1.
    """
    low, high, correct = intervals(scored, log_weights, c, upper)
    distance = np.maximum(np.maximum(low, -high), 0.0)
    best = np.lexsort((distance, -correct))[0]
    return Choice(middle(float(low[best]), float(high[best])), int(correct[best]))

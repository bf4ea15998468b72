"""Adjusted probability naive Bayes (Webb and Pazzani 1998): the probability of each class is multiplied by a
weight. Hill climbing on the accuracy on the training cases finds the weights.

    P(c | x) proportional to w_c P(c) prod P(x_j | c)

The last class keeps weight 1. The search starts with all weights 1 and makes the best change of a single
weight in each step, as long as the accuracy rises. Given the log scores s_ic of the cases and the other
classes' weights, case i goes to class c where log w_c > rho_i = max over l != c of (log w_l + s_il) - s_ic,
so the number of correct cases is constant between neighbouring rho_i, and sorting them finds all optima.
docs/methods/semi-naive.md#adjusted-probability-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.decisions import TIE, decide_classes
from naivebench.core.logspace import log, normalize_rows
from naivebench.core.table import Table, class_counts, n_classes
from naivebench.methods.naive_bayes import nb


class Model(NamedTuple):
    nb: nb.Model  # with the facts of the search for the weights
    weights: np.ndarray  # (K,)


class Scored(NamedTuple):
    """Cases of known class with log scores to which weights are added."""

    scores: np.ndarray  # (n, K) nats
    y: np.ndarray  # (n,)
    counts: np.ndarray  # (n, K) training cases per class, which break ties


class Choice(NamedTuple):
    log_weight: float
    correct: int


def score_cases(table: Table, model: nb.Model, *, left_out: bool = False) -> Scored:
    """Score the cases of known class by the model of all cases or, with `left_out`, of all other cases."""
    known = counts.select_labelled_cases(table)
    own = np.eye(n_classes(known), dtype=int)[known.y]
    scores = nb.leave_one_out(model, known) if left_out else nb.predict_log_proba(model, known)
    return Scored(scores, known.y, class_counts(known) - left_out * own)


def count_correct_cases(scored: Scored, log_weights: np.ndarray) -> int:
    """Count the cases that are classified correctly."""
    return int((decide_classes(scored.scores + log_weights, scored.counts) == scored.y).sum())


def count_correct_cases_by_interval(
    scored: Scored, log_weights: np.ndarray, c: int, upper: float = np.inf
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the lower and upper ends (m,) of the intervals of log w_c below log `upper`, and the number of
    correct cases (m,) in each interval.

    Intervals that are not wider than four times the tolerance of ties are dropped.
    """
    others = scored.scores + log_weights
    others[:, c] = -np.inf
    thresholds = others.max(axis=1) - scored.scores[:, c]
    # whether each case is classified correctly with log w_c below and above its threshold
    below = (decide_classes(others, scored.counts) == scored.y) & (scored.y != c)
    above = scored.y == c
    order = np.argsort(thresholds, kind="stable")
    edges = thresholds[order]
    gained = np.concatenate([[0], np.cumsum(above[order].astype(int) - below[order])])
    low, high = np.concatenate([[-np.inf], edges]), np.concatenate([edges, [np.inf]])
    high = np.minimum(high, np.log(upper))
    wide = high > low + 4 * TIE
    return low[wide], high[wide], below.sum() + gained[wide]


def choose_weight(scored: Scored, log_weights: np.ndarray, c: int, upper: float = np.inf) -> Choice:
    """Choose the log weight of class c that classifies most cases correctly; of equally good intervals,
    choose the one nearest to weight 1.

    The log weight is the middle of its interval. In an unbounded interval, the weight is twice the lower or
    half the upper end, or 1 if 1 is further inside.
    """
    lows, highs, correct = count_correct_cases_by_interval(scored, log_weights, c, upper)
    distance = np.maximum(np.maximum(lows, -highs), 0.0)
    best = np.lexsort((distance, -correct))[0]
    low, high, most = float(lows[best]), float(highs[best]), int(correct[best])
    if np.isneginf(low):
        return Choice(0.0 if np.isposinf(high) else min(0.0, high - np.log(2)), most)
    return Choice(max(0.0, low + np.log(2)) if np.isposinf(high) else (low + high) / 2, most)


def optimise_weights(scored: Scored, upper: float = np.inf) -> tuple[np.ndarray, int, int]:
    """Climb to the best log weights (K,); return them, the number of cases that they classify correctly, and
    the number of weight vectors tried. upper: largest weight, as in searches with bounds.
    """
    k = scored.scores.shape[1]
    log_weights, tried = np.zeros(k), 1
    correct = count_correct_cases(scored, log_weights)
    while k > 1 and len(scored.y):
        choices = [choose_weight(scored, log_weights, c, upper) for c in range(k - 1)]
        tried += len(choices) * (len(scored.y) + 1)
        best = int(np.argmax([choice.correct for choice in choices]))
        if choices[best].correct <= correct:
            break
        log_weights[best], correct = choices[best]
    return log_weights, correct, tried


def fit(train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0) -> Model:
    """Fit naive Bayes, then search for the weights. alpha: see naive_bayes.nb. Raises InputError for bad
    parameters. O(n K^2 log n) per step.
    """
    model = nb.fit(train, alpha=alpha)
    scored = score_cases(train, model)
    log_weights, correct, tried = optimise_weights(scored)
    facts = {"evaluations": tried, "training_fitness": correct / max(len(scored.y), 1)}
    return Model(model._replace(facts=facts), np.exp(log_weights))


def weight_classes(scores: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return log posteriors (n, K), nats, from log scores (n, K) and weights (K,), with one or more positive.

    A case whose score is -inf under all classes of positive weight gets the weights as its posterior.
    """
    log_weights = log(np.asarray(weights, dtype=np.float64))
    return normalize_rows(scores + log_weights, log_weights - np.log(np.sum(weights)))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    return weight_classes(nb.log_joint(model.nb, table), model.weights)


def leave_one_out(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x_i), (n, K) nats, from counts without case i and the weights of all cases."""
    return weight_classes(nb.leave_one_out(model.nb, table), model.weights)


def summarize(model: Model) -> dict[str, Any]:
    """Summarize naive Bayes, K - 1 more parameters, weights, evaluations and accuracy of the search."""
    summary = nb.summarize(model.nb)
    n_parameters = summary["n_parameters"] + len(model.weights) - 1
    return summary | {"n_parameters": n_parameters, "weights": model.weights.tolist()}

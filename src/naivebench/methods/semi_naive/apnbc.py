"""Adjusted probability naive Bayes (Webb and Pazzani 1998): the probability of each class is multiplied by a
weight. Hill climbing on the accuracy finds the weights.

    P(c | x) proportional to w_c P(c) prod P(x_j | c)

The last class keeps weight 1. With two classes, the search finds the exact optimum of the only ratio that
matters. With more classes, it starts with all weights 1 and makes the best change of a single weight in each
step, as long as the accuracy rises. docs/methods/semi-naive.md#adjusted-probability-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import one_of
from naivebench.core.grouped import flat
from naivebench.core.table import Table, class_counts, n_cases, n_classes
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive.helpers.class_weights import Scored, best_weight, correct_cases, weighted

FITNESS = ("resubstitution", "leave_one_out")


class Model(NamedTuple):
    nb: nb.Model
    weights: np.ndarray  # (K,)
    training_fitness: float  # accuracy that the search reached, by the chosen fitness
    evaluations: int  # number of weight vectors that were evaluated


def scored_cases(table: Table, fitness: str, estimates: nb.Smoothing) -> Scored:
    """Scores of naive Bayes for the cases of known class, by the model of all cases or of all but the scored
    one.
    """
    labelled = counts.known_cases(table)
    n_c = np.broadcast_to(class_counts(labelled), (n_cases(labelled), n_classes(labelled)))
    if fitness == "leave_one_out":
        scores = nb.leave_one_out(labelled, estimates=estimates)
        return Scored(scores, labelled.y, n_c - np.eye(n_classes(labelled), dtype=int)[labelled.y])
    model = nb.fit(labelled, estimates=estimates)
    return Scored(nb.predict_log_proba(model, labelled), labelled.y, n_c)


def climb(scored: Scored) -> tuple[np.ndarray, int, int]:
    """Log weights (K,) found by hill climbing, the number of cases that they classify correctly, and the
    number of weight vectors tried.
    """
    k = scored.scores.shape[1]
    log_weights, tried = np.zeros(k), 1
    correct = correct_cases(scored, log_weights)
    while k > 1 and len(scored.y):
        choices = [best_weight(scored, log_weights, c) for c in range(k - 1)]
        tried += len(choices) * (len(scored.y) + 1)
        best = int(np.argmax([choice.correct for choice in choices]))
        if choices[best].correct <= correct:
            break
        log_weights[best], correct = choices[best]
    return log_weights, correct, tried


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    fitness: str = "resubstitution",
    estimates: nb.Smoothing = nb.Smoothing(),
) -> Model:
    """Fit naive Bayes, then search for the weights.

    fitness: accuracy on the training cases, by resubstitution or leave_one_out.

    alpha, prior_alpha, smoothing: see naive_bayes.nb. Raises InputError for bad parameters. O(n K^2 log n)
    per step.
    """
    one_of(fitness, FITNESS, "fitness", "apnbc")
    model = nb.fit(train, estimates=estimates)
    scored = scored_cases(train, fitness, estimates)
    log_weights, correct, tried = climb(scored)
    return Model(model, np.exp(log_weights), correct / max(len(scored.y), 1), tried)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return weighted(nb.log_joint(model.nb, table), model.weights)


def summarize(model: Model) -> dict[str, Any]:
    """Summary of naive Bayes with K - 1 more parameters, and the weights, evaluations and accuracy of the
    search.
    """
    summary = nb.summarize(model.nb)
    return {
        **summary,
        "n_parameters": summary["n_parameters"] + len(model.weights) - 1,
        "weights": model.weights.tolist(),
        "evaluations": model.evaluations,
        "training_fitness": model.training_fitness,
    }


def fit_leave_one_out(
    table: Table, *, rng: np.random.Generator | None = None, **params: Any
) -> tuple[Model, np.ndarray]:
    """The model of all cases, and log P(c | x_i) with its weights after subtracting case i from the counts,
    (n, K) nats.
    """
    model = fit(table, rng=rng, **params)
    return model, left_out_posterior(table, model.weights, **params)


@flat
def left_out_posterior(
    table: Table, weights: np.ndarray, *, estimates: nb.Smoothing = nb.Smoothing(), **_: Any
) -> np.ndarray:
    """Leave-one-out posterior of naive Bayes with the weights (K,) applied, (n, K) nats."""
    return weighted(nb.leave_one_out(table, estimates=estimates), weights)

"""Attribute-weighted naive Bayes with learned weights: every attribute has a weight, the exponent of its
probabilities. The weights maximise the conditional likelihood of the classes, or minimise the squared error
of their probabilities.

    P(c | x) proportional to P(c) prod_j P(x_j | c)^w_j,   0 <= w_j <= 1
    cll: maximise sum_i log P(y_i | x_i)        mse: minimise 1/2 sum_i sum_c (1[y_i = c] - P(c | x_i))^2

L-BFGS-B starts at weights 1, which are naive Bayes. O(n d K) per evaluation, predict O(n d K).
docs/methods/naive-bayes.md#weighted-naive-bayes-by-optimisation; Zaidi, Cerquides, Carman and Webb 2013.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.checks import check_at_least, check_one_of, check_whole
from naivebench.core.table import Table
from naivebench.methods.naive_bayes import nb
from naivebench.methods.naive_bayes.awnb import weight_attributes
from naivebench.methods.naive_bayes.nb import contributions as contributions
from naivebench.methods.naive_bayes.nb import predict_log_proba as predict_log_proba
from naivebench.methods.naive_bayes.nb import summarize as summarize

OBJECTIVES = ("cll", "mse")


def make_objective(
    model: nb.Model, train: Table, objective: str
) -> Callable[[np.ndarray], tuple[float, np.ndarray]]:
    """Make a function of the weights (d,): the value to minimise, and its gradient (d,)."""
    rows = counts.codes_to_rows(counts.check_codes(train.codes, model.offsets), model.offsets)
    data = model.log_prior, np.ascontiguousarray(rows.T), model.log_table, train.y, objective == "mse"

    def evaluate_objective(weights: np.ndarray) -> tuple[float, np.ndarray]:
        gradient = np.empty(len(weights))
        return float(compute_objective(weights, *data, gradient)), gradient

    return evaluate_objective


@njit(cache=True)
def compute_objective(weights, prior, rows, table, y, squared, gradient):
    """Return the value at weights (d,), and write its gradient (d,): minus the log conditional likelihood, or
    if `squared` half the squared errors of the posteriors. prior: (K,), rows: (n, d), table: (R, K) nats.
    """
    n, d = rows.shape
    k = prior.shape[0]
    p, slope = np.empty(k), np.empty(k)
    value = 0.0
    gradient[:] = 0
    for i in range(n):
        p[:] = prior
        for j in range(d):
            row, w = table[rows[i, j]], weights[j]
            for c in range(k):
                p[c] += w * row[c]
        largest, total = p.max(), 0.0
        own = p[y[i]]
        for c in range(k):
            p[c] = math.exp(p[c] - largest)
            total += p[c]
        for c in range(k):
            p[c] /= total
            slope[c] = p[c]
        slope[y[i]] -= 1
        if squared:
            mean = 0.0
            for c in range(k):
                value += 0.5 * slope[c] * slope[c]
                mean += slope[c] * p[c]
            for c in range(k):
                slope[c] = p[c] * (slope[c] - mean)
        else:
            value -= own - largest - math.log(total)
        for j in range(d):
            row = table[rows[i, j]]
            for c in range(k):
                gradient[j] += slope[c] * row[c]
    return value


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    objective: str = "cll",
    max_iter: int = 100,
    alpha: float = 1.0,
) -> nb.Model:
    """Fit naive Bayes, then optimise the weights. objective: cll or mse. max_iter: largest number of
    iterations of L-BFGS-B; 0 gives naive Bayes. alpha: above 0. Raises InputError for bad parameters and for
    attributes that are not discrete.
    """
    check_one_of(objective, OBJECTIVES, "objective", "wanbia")
    max_iter = check_whole(max_iter, 0, "max_iter", "wanbia")
    check_at_least(alpha, 1e-12, "alpha", "wanbia")
    model = nb.fit(train, alpha=alpha)
    train = counts.select_labelled_cases(train)
    weights = np.ones(len(model.offsets) - 1)
    facts: dict[str, Any] = {"objective": objective, "iterations": 0}
    free = np.array([len(np.unique(column)) > 1 for column in train.codes.T], dtype=bool)
    if max_iter and free.any():
        from scipy.optimize import minimize

        end = minimize(
            make_objective(model, train, objective),
            weights,
            jac=True,
            method="L-BFGS-B",
            bounds=[(0.0, 1.0) if f else (1.0, 1.0) for f in free],
            options={"maxiter": max_iter, "ftol": 1e-8, "gtol": 1e-5 * len(train.y)},
        )
        weights, facts["iterations"] = end.x, int(end.nit)
    return weight_attributes(model, weights, facts)

"""Accelerated logistic regression: the tables of a Bayesian network get weights that maximise the conditional
likelihood of the classes. The search starts from the network's frequencies, so it is much faster than
ordinary logistic regression.

    P(c, x) proportional to  sum over networks s of  prod over tables t of s of  theta_t(x | c)^w_t,x,c
    minimise over w:  - sum_i log P(y_i | x_i) + penalty / 2 * sum (w - 1)^2

theta are the tables of naive Bayes, of a TAN, or of all super-parent networks (averaged one-dependence), with
the prior as one more table. L-BFGS starts with all weights 1, the generative model. Because weights are
exponents, every parameter is scaled by its logarithm, which makes the optimisation faster. Tables that are
too large to be stored in full keep weight 1. O(n d K) per evaluation and network.
docs/methods/bayesian-networks.md#accelerated-logistic-regression; Zaidi, Webb, Carman, Petitjean and
Cerquides 2016 (without the penalty).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.checks import check_at_least, check_one_of, check_whole
from naivebench.core.logspace import logsumexp, normalize_rows
from naivebench.core.table import Table, n_cases
from naivebench.methods.bn_classifiers import families, tan
from naivebench.methods.bn_classifiers.families import Smoothing

STRUCTURES = ("nb", "tan", "aode")


class Model(NamedTuple):
    networks: tuple[families.Model, ...]
    super_parents: np.ndarray  # (S,) the attribute that is the parent of all others; -1: the network has none
    iterations: int
    objective: float  # minus the log conditional likelihood of the training cases, nats


def fit_generative_model(train: Table, structure: str, estimates: Smoothing) -> Model:
    """Estimate the tables of all networks from counts. All cases of `train` have a known class."""
    networks = families.fit_super_parent_networks(train, estimates) if structure == "aode" else {}
    if not networks:
        none = ((),) * len(train.attributes)
        parents = tan.learn_tree_parents(tan.count(train)) if structure == "tan" else none
        networks = {-1: families.fit_tables(train, parents, estimates)}
    return Model(tuple(networks.values()), np.array(list(networks), np.int64), 0, 0.0)


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    structure: str = "nb",
    penalty: float = 0.1,
    max_iter: int = 50,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> Model:
    """Estimate the tables from counts, then optimise their weights.

    structure: nb, tan or aode. penalty: at least 0. max_iter: largest number of iterations; 0 gives the
    generative model. alpha: weight of the m-estimates, above 0. prior_alpha: pseudo-count of every class,
    above 0. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    check_one_of(structure, STRUCTURES, "structure", "alr")
    check_at_least(penalty, 0, "penalty", "alr")
    max_iter = check_whole(max_iter, 0, "max_iter", "alr")
    check_at_least(alpha, 1e-12, "alpha", "alr")
    check_at_least(prior_alpha, 1e-12, "prior_alpha", "alr")
    train = counts.prepare_discrete_training(train, "alr")
    start = fit_generative_model(train, structure, Smoothing("m_estimate", 0.0, alpha, prior_alpha))
    if not max_iter or not n_cases(train):
        return start
    from scipy.optimize import minimize

    rows, fixed, logs, first = _stack_network_tables(start, train)
    met, rows = np.unique(rows, return_inverse=True)  # other rows keep weight 1
    shape, rows = logs[met].shape, rows.reshape(len(train.y), len(first), -1)

    def evaluate_weights(w: np.ndarray) -> tuple[float, np.ndarray]:
        gradient = np.empty(shape)
        value = compute_objective(w.reshape(shape), rows, fixed, train.y, logs[met], gradient)
        return value + penalty / 2 * ((w - 1) ** 2).sum(), gradient.ravel() + penalty * (w - 1)

    options = {"maxiter": max_iter, "ftol": 1e-9}
    end = minimize(evaluate_weights, np.ones(math.prod(shape)), jac=True, method="L-BFGS-B", options=options)
    learned = logs.copy()
    learned[met] *= end.x.reshape(shape)
    networks = tuple(
        network._replace(log_prior=learned[a], log_table=learned[a + 1 : a + 1 + len(network.log_table)])
        for network, a in zip(start.networks, first, strict=True)
    )
    return Model(networks, start.super_parents, int(end.nit), float(end.fun))


@njit(cache=True)
def compute_objective(weights, rows, fixed, y, logs, gradient):
    """Return the negative log conditional likelihood, nats, and write its gradient to `gradient` (R, K).

    log P_s(c, x_i) = fixed[i, s, c] + sum over t of weights[rows[i, s, t], c] logs[rows[i, s, t], c], and P_s
    is summed over the networks s. rows: (n, S, T), fixed: (n, S, K), weights, logs: (R, K), y: (n,).
    """
    n, members, size = rows.shape
    k = logs.shape[1]
    joint, total, slope = np.empty((members, k)), np.empty(k), np.empty(k)
    value = 0.0
    gradient[:] = 0
    for i in range(n):
        for s in range(members):
            joint[s] = fixed[i, s]
            for t in range(size):
                row = rows[i, s, t]
                for c in range(k):
                    joint[s, c] += weights[row, c] * logs[row, c]
        for c in range(k):
            largest, parts = joint[0, c], 0.0
            for s in range(1, members):
                largest = max(largest, joint[s, c])
            for s in range(members):
                parts += math.exp(joint[s, c] - largest)
            total[c] = largest + math.log(parts)
        highest, evidence = total.max(), 0.0
        for c in range(k):
            slope[c] = math.exp(total[c] - highest)
            evidence += slope[c]
        value += highest + math.log(evidence) - total[y[i]]
        for c in range(k):
            slope[c] /= evidence
        slope[y[i]] -= 1
        for s in range(members):
            for c in range(k):
                share = slope[c] * math.exp(joint[s, c] - total[c])
                if share != 0.0:
                    for t in range(size):
                        row = rows[i, s, t]
                        gradient[row, c] += share * logs[row, c]
    return value


def _stack_network_tables(model: Model, table: Table) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[int]]:
    """Build four arrays: the row of every case and network in a common table (n, S, 1 + d), the fixed terms
    (n, S, K) and the common table (R, K), both in nats, and the first row of every network, its prior.
    """
    columns = counts.check_codes(table.codes, model.networks[0].offsets)
    (d, n), k = columns.shape, len(model.networks[0].log_prior)
    rows = np.zeros((n, len(model.networks), d + 1), np.int32)
    fixed = np.zeros((n, len(model.networks), k))
    first: list[int] = []
    parts: list[np.ndarray] = []
    for s, network in enumerate(model.networks):
        first.append(sum(map(len, parts)))
        here, terms = families.find_table_rows(network, columns)
        unstored = here >= len(network.log_table)
        if unstored.any():
            fixed[:, s] = np.where(unstored[:, :, None], terms[here], 0.0).sum(axis=0)
            here = np.where(unstored, network.offsets[:-1, None], here)  # rows of missing values: zeros
        rows[:, s, 0] = first[-1]
        rows[:, s, 1:] = here.T + first[-1] + 1
        parts += [network.log_prior[None, :], network.log_table]
    fixed[_find_unused_networks(model, columns)] = -np.inf
    return rows, fixed, np.concatenate(parts), first


def _find_unused_networks(model: Model, columns: np.ndarray) -> np.ndarray:
    """Find the networks, bool (n, S), whose super-parent is missing, unless all are missing in the case."""
    above = model.super_parents
    absent = np.zeros((columns.shape[1], len(above)), bool)
    absent[:, above >= 0] = (columns[above[above >= 0]] < 0).T
    return absent & ~absent.all(axis=1, keepdims=True)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    columns = counts.check_codes(table.codes, model.networks[0].offsets)
    scores = np.array([families.log_joint(network, table) for network in model.networks])
    scores[_find_unused_networks(model, columns).T] = -np.inf
    return normalize_rows(logsumexp(scores, axis=0), model.networks[0].log_prior)


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of parameters, the attributes with two or more values, iterations and objective."""
    return {
        "n_parameters": sum(families.count_parameters(network) for network in model.networks),
        "attributes_used": int((np.diff(model.networks[0].offsets) > 2).sum()),
        "iterations": model.iterations,
        "objective": model.objective,
    }

"""Noisy-OR: every value of every attribute is a possible cause of the positive class. Each cause fails
with its own probability, which the EM algorithm learns.

    P(not positive | x) = q_0 prod over observed j of q_{j, x_j}

The leak q_0 is a cause that is always present. The inhibition probabilities are learned by
expectation-maximisation: in a positive case, cause j was active with probability (1 - q_j) / (1 - P(not
positive | x)); in any other case it was not. q_jv becomes 1 - (sum of these probabilities over the cases with
x_j = v) / n_jv. The likelihood never falls, and it is concave in log q, so EM approaches the maximum.

With two classes, the positive class is the one with fewer training cases. With more classes, each class has a
noisy-OR against the rest, and their results are normalised. O(n d + positive cases x d) per iteration. Pearl
1988; Vomlel 2006 for EM; docs/methods/high-cardinality.md#noisy-or.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import check_whole
from naivebench.core.hit_curves import positive_class
from naivebench.core.logspace import log, log_prior, normalize_rows
from naivebench.core.table import Table, class_counts
from naivebench.methods.high_cardinality import split_graphs
from naivebench.methods.high_cardinality.split_graphs import Columns

TOLERANCE = 1e-8  # nats: growth of the mean log-likelihood per case at which EM stops


class Gate(NamedTuple):
    """Noisy-OR of one class against the rest. It has R causes: the values of each attribute in use that
    occur, after a row for missing values.
    """

    positive: int  # class
    q: np.ndarray  # (R,) inhibition probabilities; 1 for missing values
    leak: float  # q_0
    log_likelihood: tuple[float, ...]  # nats, before every iteration and at the end
    converged: bool


class Model(NamedTuple):
    # one if two classes have cases, one per class with cases if more have, none if one has
    gates: tuple[Gate, ...]
    columns: Columns
    class_counts: np.ndarray  # (K,)


def fit(train: Table, *, rng: np.random.Generator | None = None, max_iterations: int = 1000) -> Model:
    """Learn by EM until the mean log-likelihood per case grows by less than TOLERANCE, or for
    `max_iterations`. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    max_iterations = check_whole(max_iterations, 0, "max_iterations", "noisy_or")
    train = counts.prepare_discrete_training(train, "noisy_or")
    columns, n_c = split_graphs.find_occurring_values(train), class_counts(train)
    rows, first = encode_causes(train, columns)

    present = np.flatnonzero(n_c)
    positives = present.tolist() if len(present) > 2 else [positive_class(n_c, train.classes)]
    gates = [
        learn_gate(rows, first, train.y == c, c, max_iterations)
        for c in (positives if len(present) > 1 else [])
    ]
    return Model(tuple(gates), columns, n_c)


def encode_causes(table: Table, columns: Columns) -> tuple[np.ndarray, np.ndarray]:
    """Return the causes (d', n) by attribute name, and the first row of each attribute (d' + 1,)."""
    order = sorted(range(len(columns.used)), key=lambda i: columns.attributes[columns.used[i]].name)
    codes = split_graphs.encode_values(table, columns)[order]
    first = np.concatenate([[0], np.cumsum(columns.sizes[order] + 1)]).astype(np.int64)
    return np.maximum(codes, -1) + 1 + first[:-1, None], first


def learn_gate(
    rows: np.ndarray, first: np.ndarray, is_positive: np.ndarray, positive: int, max_iterations: int
) -> Gate:
    """Run EM from q = (share of negatives)^(1 / number of causes), which blames all causes equally."""
    size, n_all, n_negative = int(first[-1]), len(is_positive), int((~is_positive).sum())
    n = np.bincount(rows.ravel(), minlength=size)
    negative = np.bincount(rows[:, ~is_positive].ravel(), minlength=size)
    rows, share = np.ascontiguousarray(rows[:, is_positive]), 1 / (len(rows) + 1)
    observed = np.ones(size)
    observed[first[:-1]] = 0.0

    def evaluate_gate(q: np.ndarray, leak: float) -> tuple[np.ndarray, float]:
        """Return P(not positive) of positive cases, and the log-likelihood (-inf if a case is impossible)."""
        fail, used = np.full(rows.shape[1], float(leak)), negative > 0
        for row in rows:
            fail *= q[row]
        of_negatives = negative[used] @ log(q[used]) + n_negative * float(log(leak))
        return fail, float(of_negatives + log(1 - fail).sum())

    q = np.where(observed > 0, (negative / np.maximum(n, 1)) ** share, 1.0)
    leak = (n_negative / max(n_all, 1)) ** share
    fail, log_likelihood = evaluate_gate(q, leak)
    trace, converged = [log_likelihood], False
    while not converged and len(trace) <= max_iterations:
        # expectation: the share of each cause in the positive cases
        inverse = np.divide(1.0, 1 - fail, out=np.zeros(len(fail)), where=fail < 1)
        blame = np.zeros(size)
        for row in rows:
            blame += np.bincount(row, weights=(1 - q[row]) * inverse, minlength=size)

        # maximisation
        q = np.clip(1 - observed * blame / np.maximum(n, 1), 0.0, 1.0)
        leak = float(np.clip(1 - (1 - leak) * inverse.sum() / n_all, 0.0, 1.0))
        fail, log_likelihood = evaluate_gate(q, leak)
        converged = log_likelihood - trace[-1] <= TOLERANCE * n_all
        trace.append(log_likelihood)
    return Gate(positive, q, leak, tuple(trace), converged)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; -inf where no cause of a class can be active."""
    rows, _ = encode_causes(table, model.columns)
    prior = log_prior(model.class_counts, 0)
    result = np.tile(prior, (rows.shape[1], 1))
    if not model.gates:
        return result
    known = (table.codes[:, model.columns.used] >= 0).any(axis=1)
    rows = rows[:, known]

    scores = np.full((rows.shape[1], len(prior)), -np.inf)
    for gate in model.gates:
        log_q, log_fail = log(gate.q), np.full(rows.shape[1], float(log(gate.leak)))
        for row in rows:
            log_fail += log_q[row]
        scores[:, gate.positive] = log(-np.expm1(log_fail))
        if len(model.gates) == 1:
            others = np.flatnonzero(model.class_counts)
            scores[:, others[others != gate.positive]] = log_fail[:, None]
    result[known] = scores if len(model.gates) == 1 else normalize_rows(scores, prior)
    return result


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters (in each gate, an inhibition probability per value and the leak) and steps."""
    per_gate = sum(len(model.columns.attributes[j].values) for j in model.columns.used) + 1
    return {
        "n_parameters": per_gate * len(model.gates),
        "attributes_used": len(model.columns.used),
        "iterations": [len(gate.log_likelihood) - 1 for gate in model.gates],
        "converged": all(gate.converged for gate in model.gates),
    }

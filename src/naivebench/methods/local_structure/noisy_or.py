"""Noisy-OR for two classes: every value of every attribute is a possible cause of the positive class. Each
cause fails with a probability of its own, which the EM algorithm learns.

    P(not positive | x) = q_0 prod over observed j of q_{j, x_j}

The leak q_0 is a cause that is always present. The inhibition probabilities are learned by
expectation-maximisation: in a positive case, cause j was active with probability (1 - q_j) / (1 - P(not
positive | x)); in any other case it was not. q_jv becomes 1 - (sum of these probabilities over the cases with
x_j = v) / n_jv. The likelihood never falls, and it is concave in log q, so EM approaches the maximum. There
is no smoothing: P = 0 can occur, and then the log loss is infinite, as in the paper. A value that is missing
or never occurred is not a cause.

With two classes, the positive class is the one with fewer training cases. With more classes, each class has a
noisy-OR against the rest, and their results are normalised. A case without any observed value gets the class
frequencies. O(n d + positive cases x d) per iteration. Pearl 1988; Vomlel 2006 for EM; one of the methods
that Jambeiro and Wainer 2007 compare theirs with, without saying how they learned it;
docs/methods/high-cardinality.md#noisy-or.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import InputError, at_least, whole
from naivebench.core.hit_curves import positive_class
from naivebench.core.logspace import log, log_prior, normalize
from naivebench.core.table import Table, class_counts, discrete_attributes


class Gate(NamedTuple):
    """Noisy-OR of one class against the rest."""

    positive: int  # class
    q: np.ndarray  # (R,) inhibition probabilities, rows as in naivebench.core.counts; 1 for missing values
    leak: float  # q_0
    log_likelihood: tuple[float, ...]  # nats, before every iteration and at the end
    converged: bool


class Model(NamedTuple):
    # one if two classes have cases, one per class with cases if more have, none if one has
    gates: tuple[Gate, ...]
    columns: tuple[int, ...]  # discrete column of every attribute used
    names: tuple[str, ...]
    offsets: np.ndarray  # (d + 1,) first row of every attribute used
    class_counts: np.ndarray  # (K,)


class _Cases(NamedTuple):
    """Sufficient statistics of one gate."""

    rows: np.ndarray  # (d, m) rows of the values of the m positive cases
    n: np.ndarray  # (R,) cases per row
    n_negative: np.ndarray  # (R,) cases per row that are not positive
    totals: tuple[int, int]  # number of all cases, and of those that are not positive
    observed: np.ndarray  # (R,) 1, or 0 for the rows of missing values


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    leak: bool = True,
    max_iterations: int = 1000,
    tolerance: float = 1e-8,
) -> Model:
    """Learn by EM until the mean log-likelihood per case grows by less than `tolerance` nats, or
    `max_iterations`.

    leak: add a cause that is always present. Raises InputError for bad parameters and for attributes that are
    not discrete.
    """
    if not isinstance(leak, bool):
        raise InputError(f"leak in noisy_or is {leak!r}, expected true or false")
    at_least(tolerance, 0, "tolerance", "noisy_or")
    whole(max_iterations, 0, "max_iterations", "noisy_or")
    counts.only_discrete(train, "noisy_or")
    train = counts.known_cases(train)
    attributes = discrete_attributes(train)
    used = sorted(
        (j for j in range(len(attributes)) if _varies(train.codes[:, j])), key=lambda j: attributes[j].name
    )
    offsets = np.concatenate([[0], np.cumsum([len(attributes[j].values) + 1 for j in used])]).astype(np.int64)
    rows = counts.rows_of(np.ascontiguousarray(train.codes.T)[used], offsets)
    n_c = class_counts(train)
    gates = tuple(
        learn(
            _cases(rows, offsets, train.y == c),
            c,
            leak=leak,
            max_iterations=int(max_iterations),
            tolerance=tolerance,
        )
        for c in positives(n_c, train.classes)
    )
    return Model(gates, tuple(used), tuple(attributes[j].name for j in used), offsets, n_c)


def _varies(column: np.ndarray) -> bool:
    observed = column[column >= 0]
    return len(observed) > 0 and bool(observed.min() < observed.max())


def positives(n_c: np.ndarray, labels: tuple[str, ...]) -> list[int]:
    """Classes that get a gate."""
    present = np.flatnonzero(n_c)
    if len(present) < 2:
        return []
    return [positive_class(n_c, labels)] if len(present) == 2 else present.tolist()


def _cases(rows: np.ndarray, offsets: np.ndarray, positive: np.ndarray) -> _Cases:
    size = int(offsets[-1])
    observed = np.ones(size)
    observed[offsets[:-1]] = 0.0
    n = np.bincount(rows.ravel(), minlength=size)
    n_negative = np.bincount(rows[:, ~positive].ravel(), minlength=size)
    return _Cases(
        np.ascontiguousarray(rows[:, positive]),
        n,
        n_negative,
        (rows.shape[1], int((~positive).sum())),
        observed,
    )


def learn(cases: _Cases, positive: int, *, leak: bool, max_iterations: int, tolerance: float) -> Gate:
    """Run EM from a start that blames all causes equally.

    The initial q of a value is (share of negatives among its cases)^(1 / number of causes); that of the leak
    uses all cases.
    """
    causes = len(cases.rows) + leak
    q = np.where(cases.observed > 0, (cases.n_negative / np.maximum(cases.n, 1)) ** (1 / max(causes, 1)), 1.0)
    q[cases.n == 0] = 1.0
    q_0 = (cases.totals[1] / max(cases.totals[0], 1)) ** (1 / max(causes, 1)) if leak else 1.0
    trace, converged = [log_likelihood(cases, q, q_0)], causes == 0
    for _ in range(max_iterations if causes else 0):
        q, q_0 = step(cases, q, q_0, leak)
        trace.append(log_likelihood(cases, q, q_0))
        if trace[-1] - trace[-2] <= tolerance * cases.totals[0]:
            converged = True
            break
    return Gate(positive, q, q_0, tuple(trace), converged)


def _all_fail(cases: _Cases, q: np.ndarray, q_0: float) -> np.ndarray:
    """P(not positive) of the positive cases, (m,)."""
    fail = np.full(cases.rows.shape[1], float(q_0))
    for row in cases.rows:
        fail *= q[row]
    return fail


def step(cases: _Cases, q: np.ndarray, q_0: float, leak: bool) -> tuple[np.ndarray, float]:
    """One iteration: responsibilities of the causes of the positive cases, then the new q and q_0."""
    at_work = 1 - _all_fail(cases, q, q_0)
    inverse = np.where(at_work > 0, 1 / np.where(at_work > 0, at_work, 1.0), 0.0)
    blame = np.zeros(len(q))
    for row in cases.rows:
        blame += np.bincount(row, weights=(1 - q[row]) * inverse, minlength=len(q))
    new = 1 - cases.observed * blame / np.maximum(cases.n, 1)
    new_leak = 1 - (1 - q_0) * inverse.sum() / max(cases.totals[0], 1) if leak else 1.0
    return np.clip(new, 0.0, 1.0), float(np.clip(new_leak, 0.0, 1.0))


def log_likelihood(cases: _Cases, q: np.ndarray, q_0: float) -> float:
    """Log-likelihood of all cases in nats; -inf if a case is impossible."""
    used = cases.n_negative > 0
    negative = cases.n_negative[used] @ log(q[used]) + (
        cases.totals[1] * float(log(q_0)) if cases.totals[1] else 0.0
    )
    return float(negative + log(1 - _all_fail(cases, q, q_0)).sum())


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; -inf where no cause of a class can be active."""
    if model.columns and table.codes.shape[1] <= max(model.columns):
        raise ValueError(
            f"the model uses discrete attribute {max(model.columns)}, but the table has only "
            f"{table.codes.shape[1]}"
        )
    rows = counts.rows_of(
        counts.checked_codes(table.codes[:, list(model.columns)], model.offsets), model.offsets
    )
    result = np.tile(log_prior(model.class_counts, 0), (rows.shape[1], 1))
    if not model.gates:
        return result
    known = (rows != model.offsets[:-1, None]).any(axis=0)
    result[known] = _joined(model, rows[:, known])
    return result


def _joined(model: Model, rows: np.ndarray) -> np.ndarray:
    """log P(c | x), (m, K), from all gates together; the class frequencies where no class is possible under
    its gate.
    """
    fail = np.array([_log_fail(gate, rows) for gate in model.gates])
    with np.errstate(divide="ignore"):
        hit = np.log(-np.expm1(fail))
    result = np.full((rows.shape[1], len(model.class_counts)), -np.inf)
    if len(model.gates) == 1:
        other = int(
            np.flatnonzero(
                (model.class_counts > 0) & (np.arange(len(model.class_counts)) != model.gates[0].positive)
            )[0]
        )
        result[:, model.gates[0].positive], result[:, other] = hit[0], fail[0]
        return result
    for gate, values in zip(model.gates, hit, strict=True):
        result[:, gate.positive] = values
    return normalize(result, log_prior(model.class_counts, 0))


def _log_fail(gate: Gate, rows: np.ndarray) -> np.ndarray:
    """log P(not positive | x), (m,)."""
    log_q = log(gate.q)
    total = np.full(rows.shape[1], float(log(gate.leak)))
    for row in rows:
        total += log_q[row]
    return total


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters (an inhibition probability per value, and the leak, per gate), log-likelihood in nats
    and EM iterations.
    """
    per_gate = int((np.diff(model.offsets) - 1).sum()) + 1
    return {
        "n_parameters": per_gate * len(model.gates),
        "attributes_used": len(model.columns),
        "leak": [gate.leak for gate in model.gates],
        "iterations": [len(gate.log_likelihood) - 1 for gate in model.gates],
        "converged": all(gate.converged for gate in model.gates),
        "log_likelihood": [gate.log_likelihood[-1] for gate in model.gates],
    }

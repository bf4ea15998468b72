"""Expectation maximisation (EM): fits counting methods to cases with and without a class.

    E step: p_ic = P(c | x_i) of the current model, for every case i without a class
    M step: the model of the labelled cases, and of every other case counted lambda p_ic times in class c

The first model is that of the labelled cases. No round lowers

    log P(parameters) + sum over labelled i of log P(c_i, x_i)
        + lambda sum over the others of log sum over c of P(c, x_i)

where P(parameters) is the prior whose mode the method's estimates are. Nigam, McCallum, Thrun and Mitchell
2000 (EM-lambda); Dempster, Laird and Rubin 1977; docs/methods/conventions.md#cases-without-a-class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, at_least, whole
from naivebench.core.logspace import logsumexp, normalize
from naivebench.core.table import Table, n_cases, subset
from naivebench.models import fitted, incremental, registry
from naivebench.models.fitted import Fitted

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza

NEEDED = ("count", "merge", "estimate", "log_joint", "log_parameter_prior")


class Settings(NamedTuple):
    """How cases without a class are weighted, and when to stop."""

    unlabelled_weight: float = 1.0  # lambda >= 0: number of labelled cases that an unlabelled case counts as
    max_iter: int = 100  # largest number of models estimated, including the first
    tol: float = 1e-4  # nats per case: the search ends when a round gains less


class Run(NamedTuple):
    """The result of EM."""

    fitted: Fitted  # its class counts are those of the labelled cases
    objective: np.ndarray  # (models,) nats, the objective above for every model
    converged: bool


def fit(
    train: Table,
    method: str,
    stanza: MethodStanza,
    *,
    params: dict[str, Any],
    settings: Settings,
    weights: np.ndarray | None = None,
    adjusted: Callable[[Fitted], Fitted] = lambda model: model,
) -> Run:
    """Fit a method to a table in which y is -1 for cases without a class.

    weights: (n,) >= 0, by default 1 each. adjusted: function applied to every model, for example to set
    another class prior. Cut points are learned from the labelled cases, value lists from all cases. Without
    unlabelled cases the model is that of the method's own `fit`. Raises InputError for settings out of range
    and for methods that cannot learn from unlabelled cases.
    """
    at_least(settings.unlabelled_weight, 0, "unlabelled_weight")
    at_least(settings.tol, 0, "tol")
    rounds, module = whole(settings.max_iter, 1, "max_iter"), registry.load(stanza["module"])
    _check(module, method)
    first = incremental.add(None, train, method, stanza, params, weights)
    model = adjusted(incremental.model_of(first, method, stanza, params))
    cases = _cases(fitted.seen_by_method(model, train), settings.unlabelled_weight, weights)
    plain = stanza | {"discretize": None}
    objective: list[float] = []
    while True:
        joint = module.log_joint(model.model, cases.table)
        objective.append(_objective(cases, joint) + _log_prior(module, model.model, cases, params))
        gain = objective[-1] - objective[-2] if len(objective) > 1 else np.inf
        converged = not cases.soft.any() or abs(gain) < settings.tol * cases.weights.sum()
        if converged or len(objective) == rounds:
            return Run(model, np.array(objective), bool(converged))
        blocks = _blocks(cases, joint)
        parts = [incremental.count(block, (), plain, params, w) for block, w in blocks]
        statistics = reduce(module.merge, [first.statistics, *(part.statistics for part in parts)])
        counted = first._replace(statistics=statistics)
        model = adjusted(incremental.model_of(counted, method, stanza, params))


class _Cases(NamedTuple):
    """The cases of positive weight, as the method sees them."""

    table: Table
    weights: np.ndarray  # (n,) > 0, lambda included
    soft: np.ndarray  # (n,) bool: the class is unknown


def _check(module: ModuleType, method: str) -> None:
    """Raise InputError unless the method maximises a likelihood over additive statistics."""
    lacking = [name for name in NEEDED if not hasattr(module, name)]
    if lacking:
        raise InputError(
            f"method {method} cannot learn from cases without a class, because it has no joint "
            "probabilities computed from additive counts: choose NB, GaussianNB, MixedNB, MultinomialNB "
            "or ColumnNB"
        )


def _cases(seen: Table, unlabelled_weight: float, weights: np.ndarray | None) -> _Cases:
    given = np.ones(n_cases(seen)) if weights is None else np.asarray(weights, dtype=np.float64)
    weighed = np.where(seen.y < 0, unlabelled_weight, 1.0) * given
    used = np.flatnonzero(weighed > 0)
    table = subset(seen, used)
    return _Cases(table, weighed[used], table.y < 0)


def _objective(cases: _Cases, joint: np.ndarray) -> float:
    """Weighted log likelihood of the cases, in nats: log P(c, x) if the class is known, otherwise log
    P(x).
    """
    known = joint[np.arange(len(joint)), np.maximum(cases.table.y, 0)]
    terms = np.where(cases.soft, logsumexp(joint, axis=1), known)
    return float(cases.weights @ terms)


def _log_prior(module: ModuleType, model: Any, cases: _Cases, params: dict[str, Any]) -> float:
    known = incremental.taken(module.log_parameter_prior, params)
    return float(module.log_parameter_prior(model, cases.weights.sum(), **known))


def _blocks(cases: _Cases, joint: np.ndarray) -> Iterable[tuple[Table, np.ndarray]]:
    """For every class c, the unlabelled cases labelled c, and their weights for that class."""
    rows = np.flatnonzero(cases.soft)
    # cases that are impossible in every class count equally for all classes
    impossible = np.zeros(joint.shape[1])
    shares = np.exp(normalize(joint[rows], impossible)) * cases.weights[rows][:, None]
    table = subset(cases.table, rows)
    for c in range(joint.shape[1]):
        yield table._replace(y=np.full(len(rows), c, dtype=np.int32)), shares[:, c]

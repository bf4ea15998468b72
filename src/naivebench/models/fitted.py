"""A method fitted to one table, as one value: predictions, explanations and saved files need nothing else."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.decide import decide
from naivebench.core.table import DISCRETE, Attribute, Table, class_counts, n_cases, subset
from naivebench.discretization import apply as discretization
from naivebench.pipeline import registry

REPEATED = 10_000_000  # cases, when weights stand for repeated ones


class Fitted(NamedTuple):
    """A fitted method, with what its training table looked like."""

    method: str  # its id in the catalogue
    module: str  # where its functions are, as the stanza has it
    params: dict[str, Any]
    attributes: tuple[Attribute, ...]  # of the training table, numbers not yet cut
    classes: tuple[str, ...]  # in code order
    class_counts: np.ndarray  # (K,) cases of the training table, int64, or float64 as they weigh
    discretizer: str | None
    cuts: tuple[np.ndarray, ...]  # of every linear and angular attribute; none without discretizer
    model: Any  # the NamedTuple of the method's `fit`


def fit(
    train: Table,
    method: str,
    stanza: dict,
    *,
    rng: np.random.Generator,
    params: dict[str, Any],
    weights: np.ndarray | None = None,
) -> Fitted:
    """Learn cut points where the stanza wants intervals, and fit. `params` are all parameters, those of the
    stanza too. weights (n,): how many cases each case counts for, of a method that counts.

    Raises InputError for kinds of attributes that the method does not take, and what its `fit` raises.
    """
    check_kinds(train, stanza, method)
    module, discretizer = registry.load(stanza["module"]), stanza.get("discretize")
    cuts = learned_cuts(train, discretizer, weights) if discretizer else ()
    seen = discretization.apply(train, cuts) if discretizer else train
    if weights is None:
        model = module.fit(seen, rng=rng, **params)
    else:
        model = estimated(module, counted(module, seen, params, weights), params)
    return Fitted(
        method,
        stanza["module"],
        params,
        train.attributes,
        train.classes,
        cases_per_class(train, weights),
        discretizer,
        cuts,
        model,
    )


def cases_per_class(train: Table, weights: np.ndarray | None) -> np.ndarray:
    """Cases of every class, (K,): int64, or as they weigh, float64."""
    if weights is None:
        return class_counts(train)
    known = train.y >= 0
    return np.bincount(train.y[known], weights[known], len(train.classes))


def learned_cuts(train: Table, discretizer: str, weights: np.ndarray | None) -> tuple[np.ndarray, ...]:
    """Cut points of the cases, each as often as its weight says if all weights are whole and at most
    `REPEATED` in all; else once each.
    """
    if weights is not None and (weights == np.floor(weights)).all() and weights.sum() <= REPEATED:
        train = subset(train, np.repeat(np.arange(n_cases(train)), weights.astype(np.int64)))
    return tuple(discretization.learn(train, discretizer))


def counted(module: ModuleType, table: Table, params: dict[str, Any], weights: np.ndarray | None) -> Any:
    """The statistics of a table, by the `count` of a method that has one, with those parameters it takes.

    Raises InputError for a parameter that needs all cases at once.
    """
    lost = needs_all_cases(module, params)
    if lost:
        raise InputError(
            f"{lost[0]}={params[lost[0]]!r} needs all cases at once and as they are: fit without weights, by "
            "one call of fit"
        )
    return module.count(table, weights, **_taken(module.count, params))


def estimated(module: ModuleType, statistics: Any, params: dict[str, Any]) -> Any:
    """The model of statistics, with those parameters that the method's `estimate` takes."""
    return module.estimate(statistics, **_taken(module.estimate, params))


def needs_all_cases(module: ModuleType, params: dict[str, Any]) -> list[str]:
    """Parameters that neither `count` nor `estimate` knows, with another value than the method's default."""
    known = _taken(module.count, params) | _taken(module.estimate, params)
    defaults = inspect.signature(module.fit).parameters
    return [name for name in params if name not in known and params[name] != defaults[name].default]


def _taken(function: Callable, params: dict[str, Any]) -> dict[str, Any]:
    known = inspect.signature(function).parameters
    return {name: value for name, value in params.items() if name in known}


def seen_by_method(fitted: Fitted, table: Table) -> Table:
    """A table with the attributes of the training table as the method sees it: numbers as intervals where it
    was fitted on intervals.
    """
    return discretization.apply(table, fitted.cuts) if fitted.discretizer else table


def predict_log_proba(fitted: Fitted, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; `table` has the attributes and value lists of the training table."""
    return registry.load(fitted.module).predict_log_proba(fitted.model, seen_by_method(fitted, table))


def predict(fitted: Fitted, log_proba: np.ndarray) -> np.ndarray:
    """The class decided for every row of log P(c | x), shape (n,); ties go to the larger class."""
    return decide(log_proba, fitted.class_counts)


def summary(fitted: Fitted) -> dict:
    """What the method says of its model: n_parameters, attributes_used and more."""
    return registry.load(fitted.module).summarize(fitted.model)


def cuts_by_name(fitted: Fitted) -> dict[str, list[float]]:
    """Cut points by attribute (angles in radians)."""
    cut = [a.name for a in fitted.attributes if a.kind in discretization.CUT]
    return {name: points.tolist() for name, points in zip(cut, fitted.cuts, strict=bool(fitted.discretizer))}


def check_kinds(train: Table, stanza: dict, method: str) -> None:
    """Raise InputError if the method does not take the kinds of the columns."""
    others = [
        a for a in train.attributes if a.kind not in stanza["kinds"] and (a.kind not in DISCRETE or a.values)
    ]
    if others:
        names = ", ".join(repr(a.name) for a in others[:5]) + (
            f" and {len(others) - 5} more" if len(others) > 5 else ""
        )
        kind, kinds = others[0].kind, ", ".join(stanza["kinds"])
        raise InputError(
            f"method {method} takes {kinds} columns only, not {kind} ones such as {names}: leave these "
            "out, say their kind, or choose another method"
        )

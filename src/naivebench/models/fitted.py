"""A method fitted to one table, as one value: predictions, explanations and saved files need nothing else."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.decide import decide
from naivebench.core.logspace import log
from naivebench.core.table import DISCRETE, Attribute, Table, class_counts, n_cases, subset, without_labels
from naivebench.data.discretization import apply as discretization
from naivebench.models import answers, registry

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza


WEIGHTS = "case_weights"  # the keyword of a method's `fit`
MOST_REPEATED = 1_000_000  # cases; beyond, a library gets the weights


class Form(NamedTuple):
    """How a user's file is written: what the keys of a stanza of these names mean."""

    decimal: str = "."
    encoding: str = "utf-8"
    missing: tuple[str, ...] | None = None  # marks besides the empty cell; None: ?


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
    form: Form = Form()  # of the training file, if it was one


def fit(
    train: Table,
    method: str,
    stanza: MethodStanza,
    *,
    rng: np.random.Generator,
    params: dict[str, Any],
    weights: np.ndarray | None = None,
) -> Fitted:
    """Learn cut points where the stanza wants intervals, and fit. `params` are all parameters, those of the
    stanza too. weights: (n,) above 0, for methods of which `takes_weights` holds; whole ones repeat the
    cases, with others cut points are learned from the cases as they are.

    Raises InputError for kinds of attributes that the method does not take, and what its `fit` raises.
    """
    check_kinds(train, stanza, method)
    module, discretizer = registry.load(stanza["module"]), stanza.get("discretize")
    if weights is not None and can_repeat(weights, MOST_REPEATED):
        train, weights = repeated(train, weights), None
    if weights is not None:
        params = params | {WEIGHTS: weights}
    cuts = tuple(discretization.learn(train, discretizer)) if discretizer else ()
    seen = discretization.apply(train, cuts) if discretizer else train
    return Fitted(
        method,
        stanza["module"],
        {name: value for name, value in params.items() if name != WEIGHTS},
        train.attributes,
        train.classes,
        class_counts(train, weights),
        discretizer,
        cuts,
        module.fit(seen, rng=rng, **params),
    )


def takes_weights(module: ModuleType) -> bool:
    """Whether the method's `fit` takes weights of cases."""
    return WEIGHTS in inspect.signature(module.fit).parameters


def can_repeat(weights: np.ndarray, most: int) -> bool:
    """Whether cases can be repeated as their weights (n,) say: whole numbers, at most `most` in all."""
    return bool((weights == np.floor(weights)).all()) and weights.sum() <= most


def repeated(table: Table, weights: np.ndarray) -> Table:
    """The cases, each as often as its weight, a whole number, says."""
    return subset(table, np.repeat(np.arange(n_cases(table)), weights.astype(np.int64)))


def has_class_prior(module: ModuleType) -> bool:
    """Whether the method's models can be given another class prior (`core.priors`)."""
    return hasattr(module, "with_class_prior")


def with_class_prior(fitted: Fitted, prior: np.ndarray) -> Fitted:
    """The fitted method with the class probabilities `prior` (K,), in code order, for those learned."""
    module = registry.load(fitted.module)
    return fitted._replace(model=module.with_class_prior(fitted.model, log(prior), fitted.class_counts))


def seen_by_method(fitted: Fitted, table: Table) -> Table:
    """A table with the attributes of the training table as the method sees it: numbers as intervals where it
    was fitted on intervals.
    """
    return discretization.apply(table, fitted.cuts) if fitted.discretizer else table


def predict_log_proba(fitted: Fitted, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; `table` has the attributes and value lists of the training table.

    The method does not see the labels of the table. Raises ValueError for what is not such an array.
    """
    returned = answers.asked(registry.load(fitted.module), fitted.model, seen_by_method(fitted, table))
    return answers.log_proba(returned, n_cases(table), len(fitted.classes))


def log_joint(fitted: Fitted, table: Table) -> np.ndarray:
    """log P(c, x), shape (n, K), nats, not normalised, of a method whose module has `log_joint`."""
    seen = seen_by_method(fitted, without_labels(table))
    returned = registry.load(fitted.module).log_joint(fitted.model, seen)
    return answers.log_proba(returned, n_cases(table), len(fitted.classes))


def predict(fitted: Fitted, log_proba: np.ndarray) -> np.ndarray:
    """The class decided for every row of log P(c | x), shape (n,); ties go to the larger class."""
    return decide(log_proba, fitted.class_counts)


def summary(fitted: Fitted) -> dict[str, Any]:
    """What the method says of its model: n_parameters, attributes_used and more, as JSON has it."""
    return answers.summary(registry.load(fitted.module).summarize(fitted.model))


def cuts_by_name(fitted: Fitted) -> dict[str, list[float]]:
    """Cut points by attribute (angles in radians)."""
    cut = [a.name for a in fitted.attributes if a.kind in discretization.CUT]
    return {name: points.tolist() for name, points in zip(cut, fitted.cuts, strict=bool(fitted.discretizer))}


def check_kinds(train: Table, stanza: MethodStanza, method: str) -> None:
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
            "out, declare their kind, or choose another method"
        )

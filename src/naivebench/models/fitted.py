"""A fitted method as one value, which has everything that predictions, explanations and model files need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.decisions import decide_classes
from naivebench.core.logspace import log, normalize_rows
from naivebench.core.table import Attribute, Table, class_counts, hide_labels, n_cases
from naivebench.data.discretization import cut_points
from naivebench.models import output_checks, registry

if TYPE_CHECKING:
    from naivebench.models.method_stanzas import MethodStanza

# parameter without effect, and the one to set instead, by the smoothing of network tables
IDLE = {"friedman": ("alpha", "n0"), "laplace": ("n0", "alpha"), "m_estimate": ("n0", "alpha")}


class Form(NamedTuple):
    """Format of a user's file; each field means the same as the stanza key of its name."""

    decimal: str = ""
    encoding: str = "utf-8"
    missing: tuple[str, ...] | None = None  # marks in addition to the empty cell; None: `?`


class Fitted(NamedTuple):
    """A fitted method, together with a description of its training table."""

    method: str  # its id in the catalogue
    module: str  # its module, as in the stanza
    params: dict[str, Any]
    attributes: tuple[Attribute, ...]  # of the training table, before numbers are cut into intervals
    classes: tuple[str, ...]  # in code order
    class_counts: np.ndarray  # (K,) cases of the training table: int64, or float64 if they are weighted
    discretizer: str | None
    cuts: tuple[np.ndarray, ...]  # one array per linear and angular attribute; none without a discretizer
    model: Any  # the NamedTuple that the method's `fit` returned
    form: Form = Form()  # of the training file, if there was one
    class_prior: np.ndarray | None = None  # (K,) probabilities that replace those of the model


def fit(
    train: Table, method: str, stanza: MethodStanza, *, rng: np.random.Generator, params: dict[str, Any]
) -> Fitted:
    """Learn cut points if the stanza asks for intervals, and fit the method.

    params: all parameters, including the stanza's. Raises InputError for kinds of attributes that the
    method does not support, and any error of its `fit`.
    """
    check_supported_kinds(train, stanza, method)
    module, discretizer = registry.load(stanza["module"]), stanza.get("discretize")
    cuts = tuple(cut_points.learn_cuts(train, discretizer)) if discretizer else ()
    seen = cut_points.apply_cuts(train, cuts) if discretizer else train
    known = train.attributes, train.classes, class_counts(train)
    model = module.fit(seen, rng=rng, **params)
    return Fitted(method, stanza["module"], params, *known, discretizer, cuts, model)


def find_log_prior(model: Any) -> np.ndarray | None:
    """Return log P(c), (K,) nats: the field `log_prior` of a generative model, or of a model inside it."""
    if hasattr(model, "log_prior"):
        return model.log_prior
    inside = (find_log_prior(part) for part in model if hasattr(part, "_fields"))
    return next((prior for prior in inside if prior is not None), None)


def find_prior_shift(fitted: Fitted) -> np.ndarray:
    """Return log P'(c) - log P(c), (K,) nats, of the prior P' that replaces the learned P; 0 for a class that
    was impossible, which it remains (docs/methods/conventions.md#class-priors).
    """
    if fitted.class_prior is None:
        return np.zeros(len(fitted.classes))
    before = find_log_prior(fitted.model)
    assert before is not None  # only classes of generative methods have the parameter
    possible = np.isfinite(before)
    return np.where(possible, log(fitted.class_prior) - np.where(possible, before, 0.0), 0.0)


def apply_fitted_cuts(fitted: Fitted, table: Table) -> Table:
    """Return the table (with the attributes of the training table) as the method sees it, in intervals."""
    return cut_points.apply_cuts(table, fitted.cuts) if fitted.discretizer else table


def predict_log_proba(fitted: Fitted, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; `table` has the attributes and value lists of the training table.

    The method does not see the labels of the table. Raises ValueError if it returns no such array.
    """
    seen = apply_fitted_cuts(fitted, hide_labels(table))
    returned = registry.load(fitted.module).predict_log_proba(fitted.model, seen)
    log_proba = output_checks.check_log_proba(returned, n_cases(table), len(fitted.classes))
    if fitted.class_prior is None:
        return log_proba
    return normalize_rows(log_proba + find_prior_shift(fitted), log(fitted.class_prior))


def log_joint(fitted: Fitted, table: Table) -> np.ndarray:
    """Return log P(c, x), (n, K) nats, not normalised, of a method whose module has `log_joint`."""
    seen = apply_fitted_cuts(fitted, hide_labels(table))
    returned = registry.load(fitted.module).log_joint(fitted.model, seen)
    log_proba = output_checks.check_log_proba(returned, n_cases(table), len(fitted.classes))
    return log_proba + find_prior_shift(fitted)


def predict(fitted: Fitted, log_proba: np.ndarray) -> np.ndarray:
    """Return the predicted class for every row of log P(c | x), shape (n,); ties go to the larger class."""
    return decide_classes(log_proba, fitted.class_counts)


def summarize_model(fitted: Fitted) -> dict[str, Any]:
    """Return the method's summary of its model in JSON types, with n_parameters and attributes_used."""
    return output_checks.check_summary(registry.load(fitted.module).summarize(fitted.model))


def check_supported_kinds(train: Table, stanza: MethodStanza, method: str) -> None:
    """Raise InputError if the method does not support the kinds of the columns."""
    others = registry.find_unsupported(stanza, train)
    if others:
        kinds = " or ".join(stanza["kinds"])
        raise InputError(
            f"method {method} accepts only columns of kind {kinds}, but {others[0].name!r} is "
            f"{others[0].kind}: leave such columns out, declare another kind, or choose another method"
        )


def describe_idle_setting(params: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    """Warn of a parameter without effect under the smoothing, "" for none. defaults: of `fit`."""
    smoothing = str(params.get("smoothing", defaults.get("smoothing")))
    idle, instead = IDLE.get(smoothing, ("", ""))
    if idle not in defaults or params.get(idle, defaults[idle]) == defaults[idle]:
        return ""
    others = " or ".join(name for name in IDLE if IDLE[name] != IDLE[smoothing])
    return f"{idle} has no effect with smoothing {smoothing}: set {instead}, or set smoothing to {others}"

"""Fitting of methods that count: the statistics of blocks of cases are merged and give one fitted method.

Value lists and classes grow with the blocks. The result equals one fit on all cases
(docs/methods/conventions.md#additive-statistics), except for cut points, which the first block determines.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core import table_sums
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, Table, class_counts, n_cases, subset
from naivebench.data.discretization import cut_points
from naivebench.models import fitted, registry
from naivebench.models.fitted import Fitted

if TYPE_CHECKING:
    from naivebench.models.method_stanzas import MethodStanza

REPEATED = 10_000_000  # cases, when weights are treated as repetitions


class Counted(NamedTuple):
    """Statistics of all cases that a method has counted so far."""

    attributes: tuple[Attribute, ...]  # with all values so far, before numbers are cut into intervals
    classes: tuple[str, ...]  # all so far, in the order that a table of all cases would have
    class_counts: np.ndarray  # (K,) number or total weight of the cases
    cuts: tuple[np.ndarray, ...]  # learned from the first block
    statistics: Any  # returned by the method's `count`


def is_incremental(stanza: MethodStanza, params: dict[str, Any]) -> bool:
    """Whether the method, with these parameters, computes its model from statistics of blocks."""
    module = registry.load(stanza["module"])
    return hasattr(module, "merge") and not _find_unsupported_parameters(module, params)


def learn_cuts(train: Table, stanza: MethodStanza, weights: np.ndarray | None) -> tuple[np.ndarray, ...]:
    """Learn cut points if the stanza asks for intervals. If all weights are whole and their sum is at most
    `REPEATED`, cases count by their weight; otherwise each case counts once.
    """
    discretizer = stanza.get("discretize")
    if not discretizer:
        return ()
    if weights is not None and (weights == np.floor(weights)).all() and weights.sum() <= REPEATED:
        train = subset(train, np.repeat(np.arange(n_cases(train)), weights.astype(np.int64)))
    return tuple(cut_points.learn_cuts(train, discretizer))


def count_block(
    block: Table,
    method: str,
    stanza: MethodStanza,
    params: dict[str, Any],
    weights: np.ndarray | None = None,
    cuts: tuple[np.ndarray, ...] | None = None,
) -> Counted:
    """Count the cases of one block. weights (n,): number of cases that each case counts as; cuts: of earlier
    blocks, by default learned from this one.

    Raises InputError for kinds of attributes that the method does not accept and for a parameter that needs
    all cases at once, and any error of the method's `count`.
    """
    fitted.check_supported_kinds(block, stanza, method)
    module = registry.load(stanza["module"])
    unknown = _find_unsupported_parameters(module, params)
    if unknown:
        raise InputError(
            f"{unknown[0]}={params[unknown[0]]!r} needs all cases at once and no weights: call fit once "
            "with all cases, without weights"
        )
    cuts = learn_cuts(block, stanza, weights) if cuts is None else cuts
    seen = cut_points.apply_cuts(block, cuts) if stanza.get("discretize") else block
    statistics = module.count(seen, weights, **select_parameters(module.count, params))
    if isinstance(statistics, table_sums.Statistics) and statistics.cases is not None:
        statistics = statistics._replace(cases=table_sums.merge_equal_cases(statistics.cases))
    return Counted(block.attributes, block.classes, class_counts(block, weights), cuts, statistics)


def merge_blocks(a: Counted, b: Counted, stanza: MethodStanza) -> Counted:
    """Merge the statistics of blocks with the same cut points. Raises InputError if attributes differ."""
    attributes = table_sums.unite_attributes(a.attributes, b.attributes)
    classes = table_sums.unite_labels(a.classes, b.classes)
    cases = np.zeros(len(classes), np.result_type(a.class_counts, b.class_counts))
    for part in (a, b):
        cases[table_sums.locate_labels(part.classes, classes)] += part.class_counts
    statistics = registry.load(stanza["module"]).merge(a.statistics, b.statistics)
    return Counted(attributes, classes, cases, a.cuts, statistics)


def fit_counted(counted: Counted, method: str, stanza: MethodStanza, params: dict[str, Any]) -> Fitted:
    """Return the fitted method of all cases counted so far."""
    module = registry.load(stanza["module"])
    known = counted.attributes, counted.classes, counted.class_counts
    model = module.estimate(counted.statistics, **select_parameters(module.estimate, params))
    return Fitted(method, stanza["module"], params, *known, stanza.get("discretize"), counted.cuts, model)


def _find_unsupported_parameters(module: ModuleType, params: dict[str, Any]) -> list[str]:
    """List parameters that neither `count` nor `estimate` takes and whose value is not the default."""
    known = select_parameters(module.count, params) | select_parameters(module.estimate, params)
    defaults = inspect.signature(module.fit).parameters
    return [name for name in params if name not in known and params[name] != defaults[name].default]


def select_parameters(function: Callable[..., Any], params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters that the function takes."""
    known = inspect.signature(function).parameters
    return {name: value for name, value in params.items() if name in known}

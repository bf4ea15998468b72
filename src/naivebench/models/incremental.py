"""Incremental fitting of methods that count: statistics are added block by block and give one fitted method.

Value lists and classes grow with the blocks. The result equals one fit on all cases
(docs/methods/conventions.md#additive-statistics), except for the cut points, which are learned from the first
block.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core import additive
from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, Attribute, Table, class_counts, make_table
from naivebench.data.discretization import apply as discretization
from naivebench.data.raw_columns import natural_order
from naivebench.models import fitted, registry
from naivebench.models.fitted import Fitted

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza

REPEATED = 10_000_000  # cases, when weights are treated as repetitions


class Counted(NamedTuple):
    """Statistics that a method has counted so far."""

    attributes: tuple[Attribute, ...]  # with all values so far, before numbers are cut into intervals
    classes: tuple[str, ...]  # all so far, in the order that a table of all cases would have
    class_counts: np.ndarray  # (K,) number or total weight of the cases
    cuts: tuple[np.ndarray, ...]  # learned from the first block
    statistics: Any  # returned by the method's `count`


def is_incremental(module: ModuleType, params: dict[str, Any]) -> bool:
    """Whether the method, with these parameters, computes its model from additive statistics."""
    adds_up = all(hasattr(module, name) for name in ("count", "merge", "widen", "estimate"))
    return adds_up and not _needs_all_cases(module, params)


def counted_by_fit(train: Table, method: str, stanza: MethodStanza, params: dict[str, Any]) -> Counted | None:
    """Count the cases if `fit` of an incremental method would count them in the same way, so that keeping the
    counts costs nothing; otherwise return None.

    A method whose `fit` sometimes takes another path has `keeps_counts(train, **params)`, which returns
    whether the counts are kept. Raises the same errors as `add`.
    """
    fitted.check_kinds(train, stanza, method)
    module, discretizer = registry.load(stanza["module"]), stanza.get("discretize")
    if _needs_all_cases(module, params):
        return None
    cuts = _learned_cuts(train, discretizer, None) if discretizer else ()
    seen = discretization.apply(train, cuts) if discretizer else train
    keeps = getattr(module, "keeps_counts", None)
    if keeps is not None and not keeps(seen, **taken(keeps, params)):
        return None
    return Counted(
        train.attributes, train.classes, class_counts(train), cuts, _statistics(module, seen, params, None)
    )


def counts_later(train: Table, stanza: MethodStanza, params: dict[str, Any]) -> bool:
    """Whether an incremental method fits these cases much faster than it counts them, so that counting should
    wait until more cases arrive. Decided by the function of that name in the method's module.
    """
    module = registry.load(stanza["module"])
    if not hasattr(module, "counts_later") or stanza.get("discretize") or _needs_all_cases(module, params):
        return False
    return bool(module.counts_later(train))


def add(
    before: Counted | None,
    block: Table,
    method: str,
    stanza: MethodStanza,
    params: dict[str, Any],
    weights: np.ndarray | None = None,
) -> Counted:
    """Count the cases of one more block, or of the first block if `before` is None.

    weights (n,): number of cases that each case counts as. Raises InputError if the attributes differ from
    those of the first block, and any error of the method's `count`.
    """
    fitted.check_kinds(block, stanza, method)
    module, discretizer = registry.load(stanza["module"]), stanza.get("discretize")
    if before is None:
        cuts = _learned_cuts(block, discretizer, weights) if discretizer else ()
        return count(block, cuts, stanza, params, weights)
    attributes = [_longer(old, new) for old, new in zip(before.attributes, _same(before, block), strict=True)]
    classes = tuple(natural_order({*before.classes, *block.classes}))
    block = relisted(block, attributes, classes)
    seen = discretization.apply(block, before.cuts) if discretizer else block
    alphabet = [a.values for a in attributes if a.kind == "sequence"]
    old = module.widen(before.statistics, seen.attributes, classes, *alphabet)
    statistics = module.merge(old, _statistics(module, seen, params, weights))
    cases = _cases_per_class(block, weights)
    cases = cases.astype(np.result_type(cases, before.class_counts))
    cases[additive.places(before.classes, classes, "classes")] += before.class_counts
    return Counted(tuple(attributes), classes, cases, before.cuts, statistics)


def count(
    block: Table,
    cuts: tuple[np.ndarray, ...],
    stanza: MethodStanza,
    params: dict[str, Any],
    weights: np.ndarray | None = None,
) -> Counted:
    """Count the cases of one block, with numbers cut at the given points if the stanza asks for intervals."""
    seen = discretization.apply(block, cuts) if stanza.get("discretize") else block
    statistics = _statistics(registry.load(stanza["module"]), seen, params, weights)
    return Counted(block.attributes, block.classes, _cases_per_class(block, weights), cuts, statistics)


def merge(a: Counted, b: Counted, stanza: MethodStanza) -> Counted:
    """Merge the statistics of blocks that have the same value lists, classes and cut points."""
    statistics = registry.load(stanza["module"]).merge(a.statistics, b.statistics)
    return a._replace(class_counts=a.class_counts + b.class_counts, statistics=statistics)


def model_of(counted: Counted, method: str, stanza: MethodStanza, params: dict[str, Any]) -> Fitted:
    """Compute the fitted method from all cases counted so far."""
    module = registry.load(stanza["module"])
    return Fitted(
        method,
        stanza["module"],
        params,
        counted.attributes,
        counted.classes,
        counted.class_counts,
        stanza.get("discretize"),
        counted.cuts,
        _estimated(module, counted.statistics, params),
    )


def relisted(table: Table, attributes: Sequence[Attribute], classes: Sequence[str]) -> Table:
    """The table re-encoded for longer lists of values, words, letters and classes, in any order."""
    codes, counts, sequences, discrete = table.codes.astype(np.int32), table.counts, table.sequences, 0
    for old, new in zip(table.attributes, attributes, strict=True):
        place = additive.places(old.values, new.values, f"values of attribute {old.name!r}")
        if old.kind in DISCRETE:
            codes[:, discrete] = np.append(place, -1)[codes[:, discrete]]
            discrete += 1
        elif counts is not None and old.kind == "count" and old.values:
            indices = place.astype(np.int32)[counts.indices]
            counts = counts._replace(indices=indices, n_columns=len(new.values))
        elif sequences is not None and old.kind == "sequence":
            tokens = np.append(place, -1)[sequences.tokens]
            sequences = sequences._replace(tokens=tokens, alphabet=new.values)
    label = np.append(additive.places(table.classes, classes, "classes"), -1)
    return make_table(attributes, classes, label[table.y], codes, table.reals, counts, sequences)


def _same(before: Counted, block: Table) -> tuple[Attribute, ...]:
    """The attributes of the block. Raises InputError if they differ from those counted so far."""
    known, given = ([a[:2] for a in attributes] for attributes in (before.attributes, block.attributes))
    if known != given:
        odd = next((b for a, b in zip(known, given, strict=False) if a != b), (given or known)[-1])
        raise InputError(
            f"attribute {odd[0]!r} of kind {odd[1]} differs from the first block: give every block "
            "the same columns, and kinds where they cannot be inferred"
        )
    return block.attributes


def _longer(old: Attribute, new: Attribute) -> Attribute:
    """The attribute with the values of both blocks, in the order that one table would have. A declared value
    list stays unchanged.
    """
    if old.values == new.values or old.kind == "direction" or old.declared:
        return old
    order = natural_order if old.kind in DISCRETE else sorted
    return old._replace(values=tuple(order({*old.values, *new.values})), declared=False)


def _cases_per_class(train: Table, weights: np.ndarray | None) -> np.ndarray:
    """Cases of every class, (K,): int64 counts, or float64 total weights."""
    if weights is None:
        return class_counts(train)
    known = train.y >= 0
    return np.bincount(train.y[known], weights[known], len(train.classes))


def _learned_cuts(train: Table, discretizer: str, weights: np.ndarray | None) -> tuple[np.ndarray, ...]:
    """Learn cut points. If all weights are whole and their sum is at most `REPEATED`, cases count by their
    weight; otherwise each case counts once.
    """
    if weights is not None and fitted.can_repeat(weights, REPEATED):
        train = fitted.repeated(train, weights)
    return tuple(discretization.learn(train, discretizer))


def _statistics(module: ModuleType, table: Table, params: dict[str, Any], weights: np.ndarray | None) -> Any:
    """Count the statistics of a table with the method's `count`, passing the parameters that it takes.

    Raises InputError for a parameter that needs all cases at once.
    """
    lost = _needs_all_cases(module, params)
    if lost:
        raise InputError(
            f"{lost[0]}={params[lost[0]]!r} needs all cases at once and unweighted: fit without weights, "
            "in one call of fit"
        )
    return module.count(table, weights, **taken(module.count, params))


def _estimated(module: ModuleType, statistics: Any, params: dict[str, Any]) -> Any:
    """Compute the model from statistics with the method's `estimate`, passing the parameters that it
    takes.
    """
    return module.estimate(statistics, **taken(module.estimate, params))


def _needs_all_cases(module: ModuleType, params: dict[str, Any]) -> list[str]:
    """Parameters that neither `count` nor `estimate` takes and whose value differs from the method's
    default.
    """
    known = taken(module.count, params) | taken(module.estimate, params)
    defaults = inspect.signature(module.fit).parameters
    return [name for name in params if name not in known and params[name] != defaults[name].default]


def taken(function: Callable[..., Any], params: dict[str, Any]) -> dict[str, Any]:
    """The parameters that the function takes."""
    known = inspect.signature(function).parameters
    return {name: value for name, value in params.items() if name in known}

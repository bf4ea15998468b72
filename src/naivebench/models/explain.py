"""Explanations of single predictions in the user's terms: names, labels, numbers in their raw unit.

A method explains itself by the function `explain` of its module (naivebench.core.explanations); this module
turns its terms into records that JSON can represent. Log-odds compare the predicted class with the runner-up
(docs/explanations.md#log-odds).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple, NotRequired, TypedDict, final

import numpy as np

from naivebench.core import explanations
from naivebench.core.checks import InputError
from naivebench.core.decide import decide
from naivebench.core.explanations import (
    Contributions,
    Mixture,
    Paths,
    Patterns,
    Step,
    WordContributions,
)
from naivebench.core.logspace import logsumexp
from naivebench.core.table import (
    DISCRETE,
    REAL,
    UNSEEN,
    Attribute,
    Table,
    n_cases,
    ordinal_scores,
    real_width,
    subset,
    without_labels,
)
from naivebench.data.discretization.apply import CUT, interval_labels
from naivebench.models import fitted as fitted_methods
from naivebench.models import registry
from naivebench.models.fitted import Fitted

BLOCK = 64  # cases explained at once: 2^d patterns per case take several MB
NEVER_SEEN = "(not in the training file)"
# modules with a function `explain`
EXPLAINED = (
    "aode, awnb, c45, cnb, column_nb, flexible_nb, gnb, hpb, kdb, kdb_hc, manb, mixed_nb, nb, "
    "nb_bernoulli, nb_mn, nb_tuned, nbtree, rbc, rnbl, skdb, tan, tan_hcsp, tan_tuned, vmnb, wanbia"
)


Value = str | float | None  # a label, a number in the raw unit, or None: missing


class Evidence(TypedDict):
    """Evidence for the predicted class, in nats; None: infinite."""

    log_odds: float | None
    rules_out: NotRequired[list[str]]  # classes that it makes impossible


class Cell(TypedDict):
    """One attribute's value in the case."""

    attribute: str
    value: Value
    interval: NotRequired[str]  # only where the method sees intervals


@final
class CellEvidence(Cell, Evidence):
    """Evidence of one attribute's value."""

    given: NotRequired[dict[str, Value]]  # values of the parents


@final
class WordEvidence(Evidence):
    """Evidence of one word."""

    word: str
    count: float


Contribution = CellEvidence | WordEvidence


class Rest(Evidence):
    """Evidence that belongs to no single attribute."""

    of: str


class SuperParent(Cell):
    """One super-parent, a member of an average of models."""

    weight: float
    probability: float
    log_odds: float | None


class Pattern(TypedDict):
    """A combination of values that occurs in the training data."""

    values: dict[str, Value]
    level: int
    counts: dict[str, float]  # number of cases by class label
    prior: float  # estimate from the parts of the combination
    smoothing: float  # in cases
    weight_of_counts: float
    probability: float


class Condition(TypedDict):
    """A condition on the path to a leaf."""

    attribute: str
    relation: str
    value: Value
    observed: bool  # False if the attribute is missing in the case


class Leaf(TypedDict):
    """A leaf that the case reaches."""

    path: list[Condition]
    weight: float
    cases: float
    counts: dict[str, float]


class Others(TypedDict, total=False):
    """Summary of the contributions, patterns or leaves beyond the `top` largest."""

    number: int
    log_odds: float | None
    weight: float


class Body(TypedDict, total=False):
    """Part of a record that depends on its kind."""

    kind: str
    note: str
    prior: Evidence
    contributions: list[Contribution]
    rest: Rest
    impossible: bool
    without_say: list[str]
    route: list[Condition]
    super_parents: list[SuperParent]
    patterns: list[Pattern]
    leaves: list[Leaf]
    others: Others


class Record(Body):
    """The explanation of one case in JSON types: docs/explanations.md#columns."""

    case: int  # numbered from 1
    predicted: str
    probability: float
    against: str | None
    log_odds: float | None


class Sides(NamedTuple):
    """The two classes that a record compares, as indices."""

    first: int  # the predicted class
    second: int  # the runner-up; equal to `first` if there is only one class
    classes: tuple[str, ...]


class View(NamedTuple):
    """Values of some cases in the user's terms, and as the method sees them."""

    attributes: tuple[Attribute, ...]  # of the table before numbers are cut into intervals
    columns: tuple[np.ndarray | None, ...]  # codes or numbers of every attribute; None for other kinds
    # interval names of the attributes that are cut; otherwise None
    intervals: tuple[tuple[str, ...] | None, ...]
    seen: tuple[Attribute, ...]  # as the method sees them
    seen_columns: tuple[np.ndarray | None, ...]


def explain(
    fitted: Fitted, table: Table, *, top: int | None = None, predicted: np.ndarray | None = None
) -> list[Record]:
    """Explain every case: one record per case, in the order of the table.

    The table must have the attributes and value lists of the training table. Every record has the keys case
    (from 1), predicted, probability, against, log_odds and kind; the other keys depend on the kind:
    docs/explanations.md#columns. top: number of contributions, patterns or leaves to keep per case (the
    largest); `others` summarises the rest. predicted: (n,) predicted classes if they are not those with the
    largest posterior, for example when costs are used. Raises InputError for methods that do not explain.
    """
    return list(records(fitted, table, top=top, predicted=predicted))


def records(
    fitted: Fitted, table: Table, *, top: int | None = None, predicted: np.ndarray | None = None
) -> Iterator[Record]:
    """Yield the records of `explain` one by one, for large tables."""
    module = registry.load(fitted.module)
    check(fitted.method, module)
    seen = fitted_methods.seen_by_method(fitted, without_labels(table))
    log_proba = fitted_methods.predict_log_proba(fitted, table)
    first = fitted_methods.predict(fitted, log_proba) if predicted is None else np.asarray(predicted)
    second = runner_up(log_proba, first, fitted.class_counts)
    for start in range(0, n_cases(table), BLOCK):
        rows = np.arange(start, min(start + BLOCK, n_cases(table)))
        part = subset(seen, rows)
        view, explanation = _view(fitted, subset(table, rows), part), module.explain(fitted.model, part)
        if not isinstance(explanation, explanations.Explanation):
            raise InputError(
                f"explain of method {fitted.method} returned a value of type {type(explanation).__name__}, "
                "expected one of the forms of core/explanations.py"
            )
        for i, row in enumerate(rows):
            sides = Sides(int(first[row]), int(second[row]), fitted.classes)
            yield {
                "case": int(row) + 1,
                "predicted": fitted.classes[sides.first],
                "probability": float(np.exp(log_proba[row, sides.first])),
                "against": fitted.classes[sides.second] if sides.second != sides.first else None,
                "log_odds": _odds(log_proba[row, None], sides)[0],
                **_body(explanation, i, view, sides, top),
            }


def check(method: str, module: ModuleType) -> None:
    """Raise InputError if the method does not explain its predictions."""
    if not hasattr(module, "explain"):
        raise InputError(
            f"method {method} cannot explain predictions: choose a method of one of the modules {EXPLAINED}"
        )


def runner_up(log_proba: np.ndarray, first: np.ndarray, class_counts: np.ndarray) -> np.ndarray:
    """The class that would be predicted if the class `first` (n,) were excluded, shape (n,); `first` if it is
    the only class.
    """
    n, k = log_proba.shape
    if k < 2:
        return first
    others = np.array([[c for c in range(k) if c != f] for f in range(k)])[first]
    place = decide(np.take_along_axis(log_proba, others, axis=1), np.asarray(class_counts)[others])
    return others[np.arange(n), place]


def _body(explanation: explanations.Explanation, i: int, view: View, sides: Sides, top: int | None) -> Body:
    """Build the part of a record that depends on its kind."""
    if isinstance(explanation, Mixture):
        if np.isneginf(explanation.log_joint[i]).all():
            fallback = _contributions(explanation.fallback, i, view, sides, top)
            return {**fallback, "note": "no super-parent: naive Bayes"}
        return _super_parents(explanation, i, view, sides, top)
    if isinstance(explanation, Patterns):
        return _patterns(explanation, i, view, sides, top)
    if isinstance(explanation, Paths):
        return _leaves(explanation, i, view, sides, top)
    if isinstance(explanation, WordContributions):
        return _words(explanation, i, sides, top)
    return _contributions(explanation, i, view, sides, top)


# contributions


def _contributions(explained: Contributions, i: int, view: View, sides: Sides, top: int | None) -> Body:
    items: list[Contribution] = []
    silent = []
    evidence, says = _evidence(explained.terms[i], sides), explained.terms[i].any(axis=1)
    for j, attribute in enumerate(view.attributes):
        if not says[j]:
            if attribute.kind in (*DISCRETE, *REAL):  # if there are other attributes, words are in `rest`
                silent.append(attribute.name)
            continue
        cell = _cell(view, j, i)
        if explained.depth is not None and explained.depth[i, j]:
            above = explained.parents[j][: explained.depth[i, j]]
            given = {view.attributes[p].name: _seen(view, p, i) for p in above}
            items.append({**cell, "given": given, **evidence[j]})
        else:
            items.append({**cell, **evidence[j]})
    body = _additive(explained, i, explained.terms[i], items, sides, top)
    body["without_say"] = silent
    if explained.route:
        body["route"] = [_step(step, view, sides.classes) for step in explained.route[i]]
    return body


def _words(explained: WordContributions, i: int, sides: Sides, top: int | None) -> Body:
    entries = slice(explained.counts.indptr[i], explained.counts.indptr[i + 1])
    terms, counts = explained.terms[entries], explained.counts.data[entries].tolist()
    items: list[Contribution] = [
        {"word": word, "count": count, **evidence}
        for word, count, evidence in zip(
            explained.words[entries], counts, _evidence(terms, sides), strict=True
        )
    ]
    return _additive(explained, i, terms, items, sides, top)


def _additive(
    explained: Contributions | WordContributions,
    i: int,
    terms: np.ndarray,
    items: list[Contribution],
    sides: Sides,
    top: int | None,
) -> Body:
    """Body of an additive explanation: prior + contributions + others + rest = log_odds of the record, unless
    the case is impossible.

    terms: (m, K) terms of this case.
    """
    items = sorted(items, key=lambda item: -_size(item["log_odds"]))
    kept, left = (items, []) if top is None else (items[:top], [item["log_odds"] for item in items[top:]])
    rest = np.broadcast_to(explained.rest, explained.prior.shape)[i]
    of_prior, of_rest = _evidence(np.array([explained.prior[i], rest]), sides)
    body: Body = {"kind": "contributions", "prior": of_prior, "contributions": kept}
    if left:
        body["others"] = {"number": len(left), "log_odds": total(left)}
    if explained.rest_of:
        body["rest"] = {"of": explained.rest_of, **of_rest}
    joint = explained.prior[i] + rest + terms.sum(axis=0)
    body["impossible"] = bool(np.isneginf(joint).all())
    return body


def _odds(terms: np.ndarray, sides: Sides) -> list[float | None]:
    """Log-odds (m,) of terms (m, K), None where they are infinite (JSON has no such number)."""
    odds = explanations.log_odds(terms, sides.first, sides.second).tolist()
    return [value if math.isfinite(value) else None for value in odds]


def _evidence(terms: np.ndarray, sides: Sides) -> list[Evidence]:
    """Log-odds of terms (m, K), and the classes that each term makes impossible."""
    result: list[Evidence] = [{"log_odds": value} for value in _odds(terms, sides)]
    for j in np.flatnonzero(np.isneginf(terms).any(axis=1)).tolist():
        result[j]["rules_out"] = [sides.classes[c] for c in np.flatnonzero(np.isneginf(terms[j]))]
    return result


def total(log_odds: list[float | None]) -> float | None:
    """Sum of the log-odds; None if one of them is infinite."""
    finite = [value for value in log_odds if value is not None]
    return math.fsum(finite) if len(finite) == len(log_odds) else None


def _size(log_odds: float | None) -> float:
    return math.inf if log_odds is None else abs(log_odds)


# super-parents, patterns, leaves


def _super_parents(explained: Mixture, i: int, view: View, sides: Sides, top: int | None) -> Body:
    joint = explained.log_joint[i]
    of_member = logsumexp(joint, axis=1)
    weight = np.exp(of_member - logsumexp(of_member, axis=0))
    odds = _odds(joint, sides)
    order = [int(s) for s in np.argsort(-weight, kind="stable") if weight[s] > 0]
    items: list[SuperParent] = [
        {
            **_cell(view, int(explained.attributes[s]), i),
            "weight": float(weight[s]),
            "probability": float(np.exp(joint[s, sides.first] - of_member[s])),
            "log_odds": odds[s],
        }
        for s in order[:top]
    ]
    body: Body = {"kind": "super_parents", "super_parents": items}
    return _with_others(body, len(order) - len(items), float(weight[order[len(items) :]].sum()))


def _patterns(explained: Patterns, i: int, view: View, sides: Sides, top: int | None) -> Body:
    cases, target = explained.counts[i].sum(axis=1), int(explained.target[i])
    s = np.nan_to_num(explained.s)  # class frequencies are not smoothed
    own = np.divide(cases, cases + s, out=np.zeros(len(s)), where=cases + s > 0)

    def order(f: int) -> tuple[bool, int, float, int]:
        return f != target, -len(explained.families[f]), -own[f], f

    fired = [f for f in np.flatnonzero(explained.used[i]).tolist() if cases[f] or f == target]
    kept = sorted(fired, key=order)[:top]
    items: list[Pattern] = [
        {
            "values": {view.attributes[j].name: _seen(view, j, i) for j in explained.families[f]},
            "level": len(explained.families[f]),
            "counts": _by_class(explained.counts[i, f], sides),
            "prior": float(np.exp(explained.prior[i, f, sides.first])),
            "smoothing": float(s[f]),
            "weight_of_counts": float(own[f]),
            "probability": float(np.exp(explained.log_proba[i, f, sides.first])),
        }
        for f in kept
    ]
    return _with_others({"kind": "patterns", "patterns": items}, len(fired) - len(kept))


def _leaves(explained: Paths, i: int, view: View, sides: Sides, top: int | None) -> Body:
    leaves = sorted(explained.leaves[i], key=lambda leaf: -leaf.weight)
    items: list[Leaf] = [
        {
            "path": [_step(step, view, sides.classes) for step in leaf.steps],
            "weight": leaf.weight,
            "cases": leaf.size,
            "counts": _by_class(leaf.distribution * leaf.size, sides),
        }
        for leaf in leaves[:top]
    ]
    weight = math.fsum(leaf.weight for leaf in leaves[len(items) :])
    return _with_others({"kind": "leaves", "leaves": items}, len(leaves) - len(items), weight)


def _with_others(body: Body, number: int, weight: float | None = None) -> Body:
    """The body with a summary of what was left out, if anything was."""
    if number:
        body["others"] = {"number": number} if weight is None else {"number": number, "weight": weight}
    return body


def _by_class(counts: np.ndarray, sides: Sides) -> dict[str, float]:
    """Counts by class label, without zeros."""
    return {label: round(float(n), 9) for label, n in zip(sides.classes, counts, strict=True) if n}


# cells


def _view(fitted: Fitted, table: Table, seen: Table) -> View:
    intervals = intervals_of(fitted, table)
    return View(table.attributes, columns(table), intervals, seen.attributes, columns(seen))


def intervals_of(fitted: Fitted, table: Table) -> tuple[tuple[str, ...] | None, ...]:
    """Interval names, in the raw unit, of every attribute that the method sees as intervals; None for
    others.
    """
    remaining = iter(fitted.cuts)
    intervals: list[tuple[str, ...] | None] = []
    for attribute in table.attributes:
        cut = fitted.discretizer is not None and attribute.kind in CUT
        points = np.asarray(next(remaining)) * in_raw_unit(attribute) if cut else None
        intervals.append(None if points is None else interval_labels(points))
    return tuple(intervals)


def columns(table: Table) -> tuple[np.ndarray | None, ...]:
    """Codes or numbers (n,) of every attribute; None for directions, counts and sequences."""
    result: list[np.ndarray | None] = []
    code = real = 0
    for attribute in table.attributes:
        if attribute.kind in DISCRETE:
            result.append(table.codes[:, code])
        else:
            result.append(table.reals[:, real] if attribute.kind in CUT else None)
        code += attribute.kind in DISCRETE
        real += real_width(attribute) if attribute.kind in REAL else 0
    return tuple(result)


def in_raw_unit(attribute: Attribute) -> float:
    """Factor that converts a number of the table, where angles are in radians, to the raw unit."""
    return attribute.period / (2 * math.pi) if attribute.kind == "angular" else 1.0


def _value(view: View, j: int, i: int) -> Value:
    """The cell as a label or number (angles in -period/2 to period/2); None if it is missing."""
    attribute, column = view.attributes[j], view.columns[j]
    if column is None:
        return None
    if attribute.kind in DISCRETE:
        code = int(column[i])
        return attribute.values[code] if code >= 0 else NEVER_SEEN if code == UNSEEN else None
    number = float(column[i]) * in_raw_unit(attribute)
    return None if math.isnan(number) else float(f"{number:.12g}")


def _cell(view: View, j: int, i: int) -> Cell:
    cell: Cell = {"attribute": view.attributes[j].name, "value": _value(view, j, i)}
    interval = _interval(view, j, i)
    if interval is not None:
        cell["interval"] = interval
    return cell


def _interval(view: View, j: int, i: int) -> str | None:
    names, column = view.intervals[j], view.seen_columns[j]
    return None if names is None or column is None or column[i] < 0 else names[int(column[i])]


def _seen(view: View, j: int, i: int) -> Value:
    """The cell as the method sees it: a cut number as its interval."""
    interval = _interval(view, j, i)
    return _value(view, j, i) if interval is None else interval


def _step(step: Step, view: View, classes: tuple[str, ...]) -> Condition:
    value: Value
    if step.attribute < 0:
        value = classes[int(step.value)]
    else:
        attribute = view.seen[step.attribute]
        if attribute.kind == "nominal":
            value = attribute.values[int(step.value)]
        elif attribute.kind == "ordinal":  # show the largest value that satisfies the condition
            value = attribute.values[int((ordinal_scores(attribute) <= step.value).sum()) - 1]
        else:
            value = float(f"{step.value * in_raw_unit(attribute):.12g}")
    return {"attribute": step.column, "relation": step.relation, "value": value, "observed": step.observed}

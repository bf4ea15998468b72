"""Models as expressions of SQL: log P(c) and the term of every attribute for every class.

The terms are those of `explain` of the method's module (`core.explanations.Contributions`); for averages of
models those of every member.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, HIDDEN, Attribute, Table, make_table
from naivebench.data.discretization import apply as discretization
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb
from naivebench.models.fitted import Fitted
from naivebench.sql import scoring_text as sql
from naivebench.sql.scoring_text import Part, Writer

MODULES = {module.__name__.removeprefix("naivebench.methods."): module for module in (nb, gnb, mixed_nb)}
NAMES = ", ".join(path.partition(".")[2] for path in MODULES)
FINITE = 1.7976931348623157e308
BLOCK = 1000  # values whose terms are computed at once
NEAR = 1e-150  # standard deviations: squares of smaller distances are not in the range of floats


def check(fitted: Fitted) -> None:
    """Raise InputError unless the method has a form in SQL."""
    if fitted.module not in MODULES:
        raise InputError(
            f"method {fitted.method} cannot be written as SQL: choose a method of one of {NAMES}"
        )


def cells(query: Writer, fitted: Fitted) -> dict[str, str]:
    """What is read of the table `t`: x0, x1, ... by the attributes, text of discrete ones, else numbers."""
    result = {}
    for j, attribute in enumerate(fitted.attributes):
        cell = f"t.{sql.name(query, attribute.name)}"
        if attribute.kind in DISCRETE:
            result[f"x{j}"] = f"CAST({cell} AS {query.dialect.text}){query.dialect.exact}"
        else:
            result[f"x{j}"] = f"CAST({cell} AS {query.dialect.double})"
    return result


def encode(query: Writer, fitted: Fitted) -> None:
    """Stages with the codes c0, c1, ... of discrete and cut attributes; x0, ... of others become numbers in
    the unit of the model. NULL: missing or unseen.
    """
    parts: dict[tuple[str, ...], Part] = {}
    for j, attribute in enumerate(fitted.attributes):
        if attribute.kind in DISCRETE:
            parts[(f"c{j}",)] = sql.by_text(query, f"p.x{j}", spellings(attribute, query.dialect.name))
        else:
            parts[(f"n{j}",)] = Part([_finite(query, attribute, f"p.x{j}")])
    sql.extend_by_parts(query, parts)
    angular = {
        f"a{j}": _wrapped(query, f"p.n{j}")
        for j, attribute in enumerate(fitted.attributes)
        if attribute.kind == "angular"
    }
    sql.extend(query, angular)
    if not fitted.discretizer:
        return
    points = iter(fitted.cuts)
    codes = {
        f"c{j}": _interval(query, number_of(attribute, j), next(points).tolist())
        for j, attribute in enumerate(fitted.attributes)
        if attribute.kind in discretization.CUT
    }
    sql.extend(query, codes)


def number_of(attribute: Attribute, j: int) -> str:
    """The number of attribute j in the unit of the model."""
    return f"p.a{j}" if attribute.kind == "angular" else f"p.n{j}"


def spellings(attribute: Attribute, dialect: str) -> dict[str, int]:
    """Codes of texts that mean a value: the value itself, whole numbers also with and without `.0`, and truth
    values as databases write them.
    """
    codes: dict[str, int] = {}
    for code, value in enumerate(attribute.values):
        whole = value.removesuffix(".0")
        digits = whole[1:] if whole[:1] in ("+", "-") else whole
        if digits.isascii() and digits.isdigit():
            codes.setdefault(whole, code)
            codes.setdefault(f"{whole}.0", code)
    if attribute.values and {"True", "False"}.issuperset(attribute.values):
        for code, value in enumerate(attribute.values):
            codes[value.lower()] = code
            if dialect == "sqlite":
                codes[str(int(value == "True"))] = code
    return codes | {value: code for code, value in enumerate(attribute.values)}


def _finite(query: Writer, attribute: Attribute, x: str) -> str:
    """The number, turned into radians if it is an angle; NULL for NaN and infinity."""
    ends = f"{sql.number(query, -FINITE)} AND {sql.number(query, FINITE)}"
    value = x if attribute.kind != "angular" else f"{x} * {sql.number(query, 2 * math.pi / attribute.period)}"
    return f"CASE WHEN {x} BETWEEN {ends} THEN {value} END"


def _wrapped(query: Writer, x: str) -> str:
    """An angle in (-pi, pi]."""
    half, turn = sql.number(query, math.pi), sql.number(query, 2 * math.pi)
    inside = f"{x} > {sql.number(query, -math.pi)} AND {x} <= {half}"
    return (
        f"CASE WHEN {inside} THEN {x} "
        f"ELSE {half} - (({half} - {x}) - FLOOR(({half} - {x}) / {turn}) * {turn}) END"
    )


def _interval(query: Writer, x: str, points: Sequence[float], first: int = 0) -> str:
    """The number of the interval of x: x <= t is left of the cut t."""
    if not points:
        return f"CASE WHEN {x} IS NOT NULL THEN {first} END"
    middle = len(points) // 2
    low = _interval(query, x, points[:middle], first)
    high = _interval(query, x, points[middle + 1 :], first + middle + 1)
    return f"CASE WHEN {x} <= {sql.number(query, points[middle])} THEN {low} ELSE {high} END"


class Sum(NamedTuple):
    """log P(c, x) = prior + sum of terms."""

    log_prior: np.ndarray  # (K,) nats, also of cases that are impossible under every class
    parts: dict[int, Part]  # by attribute: K expressions each, NULL where it says nothing


def terms(query: Writer, fitted: Fitted) -> Sum:
    """The terms as expressions of the last stage."""
    module, model, seen = MODULES[fitted.module], fitted.model, _seen(fitted)
    parts: dict[int, Part] = {}
    for j, attribute in enumerate(seen):
        if attribute.kind in DISCRETE:
            parts[j] = sql.by_place(query, f"p.c{j}", _of_values(module, model, seen, j))
    if isinstance(model, nb.Model):
        return Sum(model.log_prior, parts)
    if isinstance(model, gnb.Model):
        real = [j for j, attribute in enumerate(seen) if attribute.kind not in DISCRETE]
        return Sum(model.log_prior, parts | _normal(query, fitted, model, {j: j for j in real}))
    assert isinstance(model, mixed_nb.Model), "MODULES lists a method with another model"
    real = [j for j, attribute in enumerate(seen) if attribute.kind not in DISCRETE]
    places = {j: place for place, j in enumerate(real)}
    return Sum(model.discrete.log_prior, parts | _normal(query, fitted, model.real, places))


def _seen(fitted: Fitted) -> tuple[Attribute, ...]:
    """The attributes as the method sees them."""
    return (
        discretization.apply(_missing(fitted.attributes, 0), fitted.cuts).attributes
        if fitted.discretizer
        else fitted.attributes
    )


def _missing(attributes: Sequence[Attribute], n: int) -> Table:
    """A table of n cases without any value."""
    discrete = sum(a.kind in DISCRETE for a in attributes)
    return make_table(
        attributes,
        (),
        np.full(n, HIDDEN),
        np.full((n, discrete), -1),
        np.full((n, len(attributes) - discrete), np.nan),
    )


def _of_values(module: ModuleType, model: object, seen: Sequence[Attribute], j: int) -> np.ndarray:
    """Terms (r, K) of the values of a discrete attribute, by cases that have nothing else."""
    r, column = len(seen[j].values), sum(a.kind in DISCRETE for a in seen[:j])
    blocks = []
    for first in range(0, r, BLOCK):
        codes = np.arange(first, min(first + BLOCK, r))
        table = _missing(seen, len(codes))
        table.codes[:, column] = codes
        blocks.append(module.explain(model, table).terms[:, j])
    return np.concatenate(blocks) if blocks else np.zeros((0, 1))


def _normal(query: Writer, fitted: Fitted, model: gnb.Model, places: dict[int, int]) -> dict[int, Part]:
    """log N(x; mu, s2) of attributes, whose place in the model is given."""
    result = {}
    for j, place in places.items():
        if model.varies[place]:
            x, scale = number_of(fitted.attributes[j], j), float(model.scale[place])
            result[j] = Part(
                [
                    _density(query, x, float(mean), scale, float(variance))
                    for mean, variance in zip(model.mean[place], model.variance[place], strict=True)
                ]
            )
    return result


def _density(query: Writer, x: str, mean: float, scale: float, variance: float) -> str:
    constant = -0.5 * math.log(2 * math.pi * variance) - math.log(scale)
    width = scale * math.sqrt(2 * variance)
    near, far = max(width * NEAR, 5e-324), scale * gnb.FARTHEST
    distance = f"({x} - {sql.number(query, mean)})"
    ratio = f"({distance} / {sql.number(query, width)})"
    farthest = constant - gnb.FARTHEST**2 / (2 * variance)
    beyond = f"WHEN ABS{distance} > {sql.number(query, far)} THEN {sql.number(query, farthest)} "
    return (
        f"CASE {beyond if math.isfinite(far) else ''}"
        f"WHEN ABS{distance} <= {sql.number(query, near)} THEN {sql.number(query, constant)} "
        f"ELSE {sql.number(query, constant)} - {ratio} * {ratio} END"
    )

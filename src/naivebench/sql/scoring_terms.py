"""Models as SQL expressions: log P(c), and the term of every attribute for every class.

The terms are those of `explain` of the method's module (`core.explanations.Contributions`); for averages of
models, those of every member.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, HIDDEN, Attribute, Table, make_table
from naivebench.data.discretization import apply as discretization
from naivebench.methods.bn_classifiers import aode, tan_tuned
from naivebench.methods.bn_classifiers.helpers import families, selected
from naivebench.methods.directional import vmnb
from naivebench.methods.directional.helpers import angular, von_mises
from naivebench.methods.naive_bayes import gnb, manb, mixed_nb, nb, nb_tuned
from naivebench.methods.naive_bayes.helpers import weighted
from naivebench.models.fitted import Fitted
from naivebench.sql import scoring_networks
from naivebench.sql import scoring_text as sql
from naivebench.sql.scoring_text import Part, Writer

# modules that need nothing but the models below to predict
MODULES = (
    *(f"naive_bayes.{name}" for name in ("nb", "gnb", "mixed_nb", "awnb", "wanbia", "manb", "nb_tuned")),
    "directional.vmnb",
    *(f"bn_classifiers.{name}" for name in ("tan", "kdb", "aode", "tan_tuned", "skdb", "kdb_hc", "tan_hcsp")),
)
EXPLAIN: dict[type, Callable[..., Any]] = {
    module.Model: module.explain for module in (nb, gnb, mixed_nb, vmnb)
}
NAMES = ", ".join(path.partition(".")[2] for path in MODULES)
FINITE = 1.7976931348623157e308
BLOCK = 1000  # number of values whose terms are computed at once
NEAR = 1e-150  # standard deviations; squares of smaller distances underflow


def check(fitted: Fitted) -> None:
    """Raise InputError unless the method can be written as SQL."""
    if fitted.module not in MODULES:
        raise InputError(
            f"method {fitted.method} cannot be written as SQL: choose a method of one of {NAMES}"
        )


def cells(query: Writer, fitted: Fitted) -> dict[str, str]:
    """Expressions that read the attributes from the table `t` as x0, x1, ...: text if discrete, otherwise
    numbers.
    """
    result = {}
    for j, attribute in enumerate(fitted.attributes):
        cell = f"t.{sql.name(query, attribute.name)}"
        if attribute.kind in DISCRETE:
            result[f"x{j}"] = f"CAST({cell} AS {query.dialect.text}){query.dialect.exact}"
        else:
            result[f"x{j}"] = f"CAST({cell} AS {query.dialect.double})"
    return result


def encode(query: Writer, fitted: Fitted) -> None:
    """Add stages with the codes c0, c1, ... of discrete and cut attributes, and with the other numbers in the
    unit of the model.

    Missing and unseen values are NULL.
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
    """Name of the column with the number of attribute j in the unit of the model."""
    return f"p.a{j}" if attribute.kind == "angular" else f"p.n{j}"


def spellings(attribute: Attribute, dialect: str) -> dict[str, int]:
    """Map all spellings of the values to codes: the value itself, whole numbers also with and without `.0`,
    and booleans as databases write them.
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
    """Expression for the number, in radians if it is an angle; NULL for NaN and infinity."""
    ends = f"{sql.number(query, -FINITE)} AND {sql.number(query, FINITE)}"
    value = x if attribute.kind != "angular" else f"{x} * {sql.number(query, 2 * math.pi / attribute.period)}"
    return f"CASE WHEN {x} BETWEEN {ends} THEN {value} END"


def _wrapped(query: Writer, x: str) -> str:
    """Expression for an angle wrapped to (-pi, pi]."""
    half, turn = sql.number(query, math.pi), sql.number(query, 2 * math.pi)
    inside = f"{x} > {sql.number(query, -math.pi)} AND {x} <= {half}"
    return (
        f"CASE WHEN {inside} THEN {x} "
        f"ELSE {half} - (({half} - {x}) - FLOOR(({half} - {x}) / {turn}) * {turn}) END"
    )


def _interval(query: Writer, x: str, points: Sequence[float], first: int = 0) -> str:
    """Expression for the index of the interval of x; x <= t is to the left of the cut t."""
    if not points:
        return f"CASE WHEN {x} IS NOT NULL THEN {first} END"
    middle = len(points) // 2
    low = _interval(query, x, points[:middle], first)
    high = _interval(query, x, points[middle + 1 :], first + middle + 1)
    return f"CASE WHEN {x} <= {sql.number(query, points[middle])} THEN {low} ELSE {high} END"


class Sum(NamedTuple):
    """A model with log P(c, x) = prior + sum of terms."""

    log_prior: np.ndarray  # (K,) nats, also used for cases that are impossible in every class
    parts: dict[int, Part]  # K expressions per attribute, NULL if the value is missing


class Average(NamedTuple):
    """A model whose P(c, x) is the sum over its members, or that of `fallback` if all members are
    impossible.
    """

    members: dict[int, list[str]]  # K expressions of log P(c, x) per super-parent
    fallback: Sum


def terms(query: Writer, fitted: Fitted) -> Sum | Average:
    """The model's terms as expressions of the last stage; stages are added if needed."""
    model = _plain(fitted.model)
    if isinstance(model, selected.Model):
        places = model.columns.tolist()
        parts = scoring_networks.terms(query, model.network, places)
        return Sum(model.network.log_prior, dict(zip(places, parts, strict=True)))
    if isinstance(model, families.Model):
        parts = scoring_networks.terms(query, model, range(len(model.names)))
        return Sum(model.log_prior, dict(enumerate(parts)))
    seen = _seen(fitted)
    if isinstance(model, aode.Model):
        members = scoring_networks.members(query, model)
        return Average(members, _sum(query, seen, model.nb))
    return _sum(query, seen, model)


def _plain(model: Any) -> Any:
    """The model that a tuned or weighted model uses for prediction."""
    if isinstance(model, (weighted.Model, manb.Model, nb_tuned.Model)):
        return model.nb
    return model.tan if isinstance(model, tan_tuned.Model) else model


def _sum(query: Writer, seen: Sequence[Attribute], model: Any) -> Sum:
    """The terms of a model without parents."""
    explain = EXPLAIN[type(model)]
    log_prior = explain(model, _missing(seen, 1)).prior[0]
    parts: dict[int, Part] = {}
    angles = numbers = 0
    for j, attribute in enumerate(seen):
        if attribute.kind in DISCRETE:
            parts[j] = sql.by_place(query, f"p.c{j}", _of_values(explain, model, seen, j))
        elif attribute.kind == "angular" and isinstance(model, vmnb.Model):
            parts |= _von_mises(query, model.angular, angles, j)
            angles += 1
        elif isinstance(model, gnb.Model):
            parts |= _normal(query, model, j, j, number_of(attribute, j))
        else:
            mixed = model.plain if isinstance(model, vmnb.Model) else model
            parts |= _normal(query, mixed.real, numbers, j, number_of(attribute, j))
            numbers += 1
    return Sum(log_prior, parts)


def _seen(fitted: Fitted) -> tuple[Attribute, ...]:
    """The attributes as the method sees them."""
    return (
        discretization.apply(_missing(fitted.attributes, 0), fitted.cuts).attributes
        if fitted.discretizer
        else fitted.attributes
    )


def _missing(attributes: Sequence[Attribute], n: int) -> Table:
    """A table of n cases in which all values are missing."""
    discrete = sum(a.kind in DISCRETE for a in attributes)
    return make_table(
        attributes,
        (),
        np.full(n, HIDDEN),
        np.full((n, discrete), -1),
        np.full((n, len(attributes) - discrete), np.nan),
    )


def _of_values(explain: Callable[..., Any], model: object, seen: Sequence[Attribute], j: int) -> np.ndarray:
    """Terms (r, K) of the values of a discrete attribute, from cases in which all other values are
    missing.
    """
    r, column = len(seen[j].values), sum(a.kind in DISCRETE for a in seen[:j])
    blocks = []
    for first in range(0, max(r, 1), BLOCK):
        codes = np.arange(first, min(first + BLOCK, r))
        table = _missing(seen, len(codes))
        table.codes[:, column] = codes
        blocks.append(explain(model, table).terms[:, j])
    return np.concatenate(blocks)


def _normal(query: Writer, model: gnb.Model, place: int, j: int, x: str) -> dict[int, Part]:
    """Expressions for log N(x; mu, s2) of attribute j, which has index `place` in the model; none if it does
    not vary.
    """
    if not model.varies[place]:
        return {}
    scale, moments = float(model.scale[place]), zip(model.mean[place], model.variance[place], strict=True)
    densities = [_density(query, x, float(mean), scale, float(variance)) for mean, variance in moments]
    return {j: Part(densities)}


def _von_mises(query: Writer, model: angular.Model, place: int, j: int) -> dict[int, Part]:
    """Expressions for the von Mises log densities of the angle of attribute j; none if it does not vary."""
    if not model.varies[place]:
        return {}
    mu, kappa = model.mu[place], model.kappa[place]
    constants = -np.log(2 * np.pi) - von_mises.log_i0(kappa)
    weights = zip(constants, kappa * np.cos(mu), kappa * np.sin(mu), strict=True)
    densities = [
        f"{sql.number(query, constant)} + {sql.number(query, a)} * COS(p.a{j}) "
        f"+ {sql.number(query, b)} * SIN(p.a{j})"
        for constant, a, b in weights
    ]
    return {j: Part(densities)}


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

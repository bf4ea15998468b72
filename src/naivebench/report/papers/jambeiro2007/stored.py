"""Hit curves of a data set under one protocol as results/hit_curves has them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from naivebench.report.papers.run import Run

Numbers = list[Any]  # float, or None where not defined


class Curve(NamedTuple):
    """A hit curve with its band, at the rates of the data set; None where it is not defined."""

    folds: int
    recall: Numbers
    low: Numbers
    high: Numbers
    area: Numbers
    area_10: Numbers
    factor: float | None


class Gap(NamedTuple):
    """The reference minus a method over the folds, corrected resampled t test."""

    difference: float | None
    p: float | None
    n: int


class Gaps(NamedTuple):
    """The same of the recall, at every tested rate."""

    difference: Numbers
    p: Numbers
    p_holm: Numbers


class Tests(NamedTuple):
    """The reference against one method."""

    folds: int
    hit_area: Gap
    hit_area_10: Gap
    rmse: Gap
    log_loss_clipped: Gap
    recall: Gaps


class Bin(NamedTuple):
    """Cases of near predicted probability; `true` is known of made data alone."""

    cases: int
    predicted: float
    observed: float
    true: float | None = None


class Calibrated(NamedTuple):
    """How far predicted probabilities are from observed and from true ones; None where not known."""

    gap: float | None
    bins: tuple[Bin, ...]
    rmse_true: float | None = None
    divergence: float | None = None  # nats, infinite where a possible class was held impossible


class Pattern(NamedTuple):
    """A planted pattern of values."""

    values: dict[str, str]
    order: int  # attributes
    cases: int
    true: float | None  # mean probability of its cases


class Recovered(NamedTuple):
    """What a method makes of each planted pattern; None where it has no test case."""

    found: list[bool | None]
    predicted: Numbers
    first: Numbers  # share of its cases among the first 1 %


class Patterns(NamedTuple):
    """The planted patterns."""

    planted: tuple[Pattern, ...]
    methods: dict[str, Recovered]


class HitCurves(NamedTuple):
    """Everything about a data set; mappings go from methods."""

    positive: str = ""
    cases: int = 0
    positive_rate: float = math.nan
    folds: int = 0
    rates: tuple[float, ...] = ()
    test_rates: tuple[float, ...] = ()
    curves: Mapping[str, Curve] = {}
    tests: Mapping[str, Tests] = {}
    constants: Mapping[str, Mapping[str, Any]] = {}  # name -> values over the folds; and what a choice tried
    sizes: Mapping[str, Mapping[str, list[float]]] = {}
    identical: Mapping[str, Mapping[str, int]] = {}  # method -> folds with the same predictions
    calibration: Mapping[str, Calibrated] = {}
    patterns: Patterns | None = None
    recurring: float | None = None
    unseen: float | None = None


def facts(run: Run, role: str, dataset: str) -> HitCurves:
    """Hit curves of a data set under the protocol of a role, empty without any."""
    content = run.results.hit_curves.get((run.paper.protocols.get(role, ""), dataset), {})
    found: dict[str, Any] = {k: content[k] for k in HitCurves._fields if k in content}
    for key, shape in (("curves", Curve), ("tests", _tests), ("calibration", _calibrated)):
        found[key] = {m: shape(**of) for m, of in found.get(key, {}).items()}
    if patterns := found.get("patterns"):
        found["patterns"] = _patterns(**patterns)
    return HitCurves(**found)


def _tests(folds: int, recall: Mapping[str, Numbers], **gaps: Mapping[str, Any]) -> Tests:
    return Tests(folds, recall=Gaps(**recall), **{metric: Gap(**of) for metric, of in gaps.items()})


def _calibrated(gap: float | None, bins: list[Mapping[str, Any]], **true: float | None) -> Calibrated:
    if "divergence" in true and true["divergence"] is None:
        true["divergence"] = math.inf
    return Calibrated(gap, tuple(Bin(**b) for b in bins), **true)


def _patterns(planted: list[Mapping[str, Any]], methods: Mapping[str, Mapping[str, Any]]) -> Patterns:
    return Patterns(tuple(Pattern(**p) for p in planted), {m: Recovered(**of) for m, of in methods.items()})

"""Jambeiro and Wainer 2007: learning curves, and time and memory against attributes, cases and values."""

from __future__ import annotations

import math
import re
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from naivebench.papers.jambeiro2007.run import (
    CURVES,
    REFERENCE,
    Run,
    decimals,
    method_cell,
    name_of,
    spread,
    values,
)
from naivebench.results import formats
from naivebench.results.parts import Part, dataset_cell
from naivebench.results.summaries import mean_std
from naivebench.results.tables import Column, Row, Table

if TYPE_CHECKING:
    pass

AXES = {"rows": "cases", "values": "values of all attributes", "attributes": "attributes"}
# exponents and factor per attribute with which the paper's claims hold
LINEAR, INDEPENDENT, EXPONENTIAL = (0.8, 1.25), 0.1, 1.5


class Point(NamedTuple):
    """A method on a data set of a series in which only one thing grows."""

    axis: str  # a key of AXES
    x: int
    dataset: str
    method: str
    area_10: tuple[float, ...]  # over the folds
    seconds: float | None  # CPU of one fit, mean over the folds
    memory: float | None  # largest growth of the process in MB, 0 where a process had been larger before
    parameters: float | None  # numbers that the model keeps, mean over the folds


class Slope(NamedTuple):
    """Growth from the smallest to the largest x: the least-squares line through log y."""

    exponent: float  # of log y against log x
    factor: float  # per unit of x, of log y against x
    fit_power: float  # R^2 of the first
    fit_exponential: float  # of the second
    low: int  # smallest x
    high: int


def points(run: Run) -> list[Point]:
    """Methods on the series `...-rows-N`, `...-values-N`, `...-attributes-N`; x as prepared."""
    timings = run.results.timings
    timings = timings[timings["protocol"] == CURVES]
    grouped = timings.groupby(["dataset", "method"], observed=True).agg(
        seconds=("fit_seconds", "mean"), memory=("peak_memory_mb", "max")
    )
    cost, grown = {key: row for key, row in grouped.to_dict("index").items()}, []
    for dataset in sorted({key[1] for key in run.folds if key[0] == CURVES}):
        name, prepared = (
            re.search(r"-(rows|values|attributes)-\d+$", dataset),
            run.results.prepared.get(dataset, {}),
        )
        if not name or "rows" not in prepared:
            continue
        sizes = [a.get("values") or 0 for a in prepared["attributes"]]
        x = {"rows": prepared["rows"], "values": sum(sizes), "attributes": len(sizes)}[name[1]]
        for method in run.methods:
            area, spent = values(run, CURVES, dataset, method, "hit_area_10"), cost.get((dataset, method), {})
            kept = run.summary.means.get((CURVES, dataset, method), {}).get("n_parameters")
            if area:
                grown.append(
                    Point(
                        name[1],
                        x,
                        dataset,
                        method,
                        tuple(area),
                        spent.get("seconds"),
                        spent.get("memory"),
                        kept,
                    )
                )
    return sorted(grown, key=lambda p: (list(AXES).index(p.axis), p.x, p.dataset))


def series(grown: list[Point], axis: str, method: str, key: str = "seconds") -> list[tuple[int, float]]:
    """(x, seconds, memory or parameters) of a method along an axis, where it is positive."""
    return [
        (p.x, getattr(p, key))
        for p in grown
        if p.axis == axis and p.method == method and getattr(p, key) and getattr(p, key) > 0
    ]


def slope(pairs: list[tuple[int, float]]) -> Slope | None:
    """Growth of y over x; None with fewer than three different x."""
    if len({x for x, _ in pairs}) < 3:
        return None
    x, y = ([float(v) for v in column] for column in zip(*pairs, strict=True))
    logs = [math.log(v) for v in y]
    power, exponential = _line([math.log(v) for v in x], logs), _line(x, logs)
    return Slope(power[0], math.exp(exponential[0]), power[1], exponential[1], int(min(x)), int(max(x)))


def _line(x: list[float], y: list[float]) -> tuple[float, float]:
    """Slope and R^2 of the least-squares line."""
    mx, my = mean_std(x)[0], mean_std(y)[0]
    dx, dy = [v - mx for v in x], [v - my for v in y]
    sxx, sxy, syy = (math.fsum(map(mul, a, b)) for a, b in ((dx, dx), (dx, dy), (dy, dy)))
    return sxy / sxx, (sxy * sxy / (sxx * syy) if syy > 0 else 1.0)


LEARNING = (
    Column("axis", "What grows", "id"),
    Column("x", "Size", "integer", "Cases, different values of all attributes together, or attributes"),
    Column("dataset", "Data set", "text"),
    Column("method", "Method", "text"),
    Column("area_10", "AUC up to 10 %", "score", "Mean ± standard deviation over the folds"),
    Column("area_10_sd", "SD", "score", hidden=True),
    Column("seconds", "Fit", "seconds", "CPU time of one fit, mean over the folds", time=True),
    Column(
        "memory",
        "Memory, MB",
        "megabytes",
        "Growth of the process, largest over the folds; 0: it had been larger before",
        time=True,
    ),
    Column("parameters", "Parameters", "integer", "Numbers that the model keeps, mean over the folds"),
)


def learning_table(grown: list[Point], run: Run) -> Table:
    """Every point of the learning curves."""
    rows = []
    for p in grown:
        row: Row = {
            "axis": AXES[p.axis],
            "x": p.x,
            "dataset": dataset_cell(p.dataset),
            "method": method_cell(run, p.method),
        }
        row |= {"area_10": spread(list(p.area_10), decimals(4)), "area_10_sd": mean_std(p.area_10)[1]}
        rows.append(row | {"seconds": p.seconds, "memory": p.memory, "parameters": p.parameters})
    return Table(
        "jambeiro2007_learning", "Learning curves: area up to 10 %, time and memory.", LEARNING, tuple(rows)
    )


GROWTH = (
    Column("method", "Method", "id"),
    Column("axis", "Against", "text"),
    Column("span", "From, to", "text"),
    Column(
        "time_exponent",
        "Time, exponent",
        "statistic",
        "Slope of log time against log size: 1 is linear, 0 independent",
        time=True,
    ),
    Column(
        "time_factor", "Time, factor", "statistic", "Per attribute, from the slope of log time", time=True
    ),
    Column(
        "memory_exponent", "Memory, exponent", "statistic", "Slope of log memory against log size", time=True
    ),
    Column(
        "memory_factor",
        "Memory, factor",
        "statistic",
        "Per attribute, from the slope of log memory",
        time=True,
    ),
    Column(
        "parameters_exponent",
        "Parameters, exponent",
        "statistic",
        "Slope of the log number of parameters against log size",
    ),
    Column(
        "parameters_factor",
        "Parameters, factor",
        "statistic",
        "Per attribute, from the slope of the log number of parameters",
    ),
)
MEASURED = {"time": "seconds", "memory": "memory", "parameters": "parameters"}


def growth_table(grown: list[Point], run: Run) -> Table:
    """Measured growth of time and memory."""
    rows = []
    for method in run.methods:
        for axis, label in AXES.items():
            measured = {name: slope(series(grown, axis, method, key)) for name, key in MEASURED.items()}
            known = next((s for s in measured.values() if s), None)
            if known is None:
                continue
            row: Row = {
                "method": method_cell(run, method),
                "axis": label,
                "span": f"{known.low:,} – {known.high:,}",
            }
            kind = "factor" if axis == "attributes" else "exponent"
            rows.append(
                row | {f"{name}_{kind}": getattr(s, kind) if s else None for name, s in measured.items()}
            )
    filled = {key for row in rows for key, value in row.items() if value is not None}
    columns = tuple(c if c.key in filled else c._replace(hidden=True) for c in GROWTH)
    return Table(
        "jambeiro2007_growth",
        "How time, memory and number of parameters of one fit grow.",
        columns,
        tuple(rows),
    )


def claim(axis: str, s: Slope) -> tuple[bool, str]:
    """Whether the paper's claim on an axis holds for measured times, and the measurement in words."""
    if axis == "attributes":
        better = "an exponential" if s.fit_exponential >= s.fit_power else "a power"
        fits = f"R² {s.fit_exponential:.3f} against {s.fit_power:.3f}"
        evidence = (
            f"time grows by a factor of {s.factor:.2f} per attribute, and {better} fits better ({fits})"
        )
        return s.factor >= EXPONENTIAL and s.fit_exponential >= s.fit_power, evidence
    evidence = f"time grows with the power {formats.text(s.exponent, 'statistic')}"
    return (
        LINEAR[0] <= s.exponent <= LINEAR[1] if axis == "rows" else abs(s.exponent) <= INDEPENDENT
    ), evidence


def _grown(axis: str, s: Slope) -> str:
    return (
        f"grows by a factor of {s.factor:.2f}"
        if axis == "attributes"
        else f"grows with the power {formats.text(s.exponent, 'statistic')}"
    )


CLAIMED = {
    "attributes": "exponential in the number of attributes",
    "rows": "linear in the number of training instances",
    "values": "independent of the attributes' cardinality",
}


def sentences(grown: list[Point]) -> tuple[str, ...]:
    """The paper's claims on HPB's training time, each with its measurement."""
    parts = []
    for axis, text in CLAIMED.items():
        s, memory, kept = (slope(series(grown, axis, REFERENCE, key)) for key in MEASURED.values())
        if s is None:
            continue
        holds, evidence = claim(axis, s)
        verdict = "so it is here" if holds else "not so here"
        line = (
            f"The paper says that HPB's training time is {text}: {verdict}, from {s.low:,} to {s.high:,} "
            f"{AXES[axis]} {evidence}"
        )
        for what, rate in (("memory", memory), ("the number of parameters", kept)):
            line += f"; {what} {_grown(axis, rate)}" if rate else ""
        parts.append(line + ".")
    if parts:
        parts.append(
            f"Held to be linear: powers from {LINEAR[0]:g} to {LINEAR[1]:g}; independent: up to "
            f"{INDEPENDENT:g}; "
            f"exponential: at least {EXPONENTIAL:g} per attribute and the better fit."
        )
    return tuple(parts)


def learned(grown: list[Point], run: Run) -> tuple[str, ...]:
    """How the area up to 10 % changes from the smallest to the largest size, for HPB and for the method that
    is best at the end.
    """
    parts = []
    for axis in ("rows", "values"):
        on_axis = [p for p in grown if p.axis == axis]
        if len({p.x for p in on_axis}) < 2:
            continue
        low, high = min(p.x for p in on_axis), max(p.x for p in on_axis)
        at = {x: {p.method: mean_std(p.area_10)[0] for p in on_axis if p.x == x} for x in (low, high)}
        best = max(at[high], key=lambda m: at[high][m])
        gains = [
            f"{name_of(run, m)} {at[low][m]:.4f} → {at[high][m]:.4f}"
            for m in dict.fromkeys((REFERENCE, best))
            if m in at[low] and m in at[high]
        ]
        parts.append(
            f"Area up to 10 % from {low:,} to {high:,} {AXES[axis]}: "
            f"{', '.join(gains)}{' (best at the end)' if len(gains) > 1 else ''}."
        )
    return tuple(parts)


def learning(run: Run) -> Part | None:
    """Learning curves; None without the protocol of the curves."""
    grown = points(run)
    return (
        Part(
            "Learning curves", learned(grown, run), (), (learning_table(grown, run),), "jambeiro2007/learning"
        )
        if grown
        else None
    )


def growth(run: Run) -> Part | None:
    """Growth of time and memory; None where fewer than three sizes were run."""
    grown = points(run)
    table = growth_table(grown, run)
    return Part("Cost", sentences(grown), (table,), (), "jambeiro2007/cost") if table.rows else None

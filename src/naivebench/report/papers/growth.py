"""Learning curves, and growth of time, memory and model size with the data, for any paper.

The data sets of a series (role `curves`) vary a single factor.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from naivebench.benchmark.results.parts import dataset_cell
from naivebench.benchmark.results.summaries import mean_std
from naivebench.benchmark.results.tables import Row
from naivebench.evaluation.statistics.intervals import LEVEL, Interval
from naivebench.report.papers import rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.beside import decimals, name_of, named_cell, spread, values
from naivebench.report.papers.judges import estimate, lead, lead_id
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import HOLDS, Statement

AXES = {"rows": "cases", "values": "values of all attributes", "attributes": "attributes"}
MEASURED = {"time": "seconds", "memory": "memory", "parameters": "parameters"}


class Point(NamedTuple):
    """One method on one data set of a series that varies a single factor."""

    axis: str  # a key of AXES
    x: int
    dataset: str
    method: str
    area_10: tuple[float, ...]  # area up to 10 % of every fold
    seconds: float | None  # CPU seconds of one fit, mean over the folds
    memory: float | None  # largest growth of the process, MB; 0 if a process had been larger before
    parameters: float | None  # numbers that the model stores, mean over the folds


def sized(run: Run, dataset: str) -> tuple[str, int] | None:
    """Axis of a data set in a series, and its size as prepared; None for other data sets.

    The names of data sets in a series end in `-rows-N`, `-values-N` or `-attributes-N`.
    """
    name, prepared = (
        re.search(r"-(rows|values|attributes)-\d+$", dataset),
        run.results.prepared.get(dataset, {}),
    )
    if not name or "rows" not in prepared:
        return None
    sizes = [a.get("values") or 0 for a in prepared["attributes"]]
    return name[1], {"rows": prepared["rows"], "values": sum(sizes), "attributes": len(sizes)}[name[1]]


def points(run: Run) -> list[Point]:
    """Points of all methods on all series."""
    protocol, metric, grown = run.paper.protocols["curves"], run.paper.rows[0].metric, []
    for dataset, method in runs.scores(run, "curves", metric):
        size, key = sized(run, dataset), (protocol, dataset, method)
        if size:
            cost, folds = run.summary.cost.get(key), len(_timings(run, dataset, method))
            grown.append(
                Point(
                    *size,
                    dataset,
                    method,
                    tuple(values(run, "curves", dataset, method, metric)),
                    cost.fit_seconds / folds if cost and folds else None,
                    cost.peak_memory_mb if cost else None,
                    run.summary.means.get(key, {}).get("n_parameters"),
                )
            )
    return sorted(grown, key=lambda p: (list(AXES).index(p.axis), p.x, p.dataset))


def _timings(run: Run, dataset: str, method: str) -> list[float]:
    frame = run.results.timings
    chosen = (frame["protocol"] == run.paper.protocols["curves"]) & (frame["dataset"] == dataset)
    return [float(v) for v in frame[chosen & (frame["method"] == method)]["fit_seconds"] if v > 0]


def timed(run: Run, method: str, axis: str) -> list[tuple[int, float]]:
    """(size, CPU seconds) of every fit of a method on the series of an axis."""
    return [(x, s) for d, x in _sizes(run, axis).items() for s in _timings(run, d, method)]


def timed_on(run: Run, method: str, axis: str) -> list[str]:
    """The data sets of the series of an axis on which fits of a method were timed."""
    return [d for d in _sizes(run, axis) if _timings(run, d, method)]


def _sizes(run: Run, axis: str) -> dict[str, int]:
    return {d: s[1] for d in run.results.prepared if (s := sized(run, d)) and s[0] == axis}


def series(grown: list[Point], axis: str, method: str, key: str = "seconds") -> list[tuple[int, float]]:
    """Pairs (x, value) of a method along an axis, where the value is positive.

    `key` chooses the value: `seconds`, `memory` or `parameters`.
    """
    return [
        (p.x, getattr(p, key))
        for p in grown
        if p.axis == axis and p.method == method and getattr(p, key) and getattr(p, key) > 0
    ]


def slope(pairs: Sequence[tuple[float, float]], exponential: bool = False) -> Interval:
    """Least-squares slope of log y against log x (the exponent of a power law), with its t interval.

    With `exponential`, the exponential of the slope of log y against x: the factor per unit of x.
    """
    from scipy.special import stdtrit

    x = [float(a) if exponential else math.log(a) for a, _ in pairs]
    y = [math.log(b) for _, b in pairs]
    n, mx, my = len(x), math.fsum(x) / len(x), math.fsum(y) / len(y)
    sxx = math.fsum((v - mx) ** 2 for v in x)
    b = math.fsum((v - mx) * (w - my) for v, w in zip(x, y, strict=True)) / sxx
    rest = math.fsum((w - my - b * (v - mx)) ** 2 for v, w in zip(x, y, strict=True))
    half = float(stdtrit(n - 2, (1 + LEVEL) / 2)) * math.sqrt(rest / (n - 2) / sxx) if n > 2 else math.inf
    low, high = b - half, b + half
    return (
        Interval(math.exp(b), math.exp(low), math.exp(min(high, 700)), n)
        if exponential
        else Interval(b, low, high, n)
    )


def learning_rows(run: Run) -> list[Row]:
    """A row for every point of the learning curves."""
    rows = []
    for p in points(run):
        row: Row = {"axis": AXES[p.axis], "x": p.x, "dataset": dataset_cell(p.dataset)}
        row |= {"method": named_cell(run, p.method), "area_10_sd": mean_std(p.area_10)[1]}
        row |= {"area_10": spread(list(p.area_10), decimals(4))}
        rows.append(row | {"seconds": p.seconds, "memory": p.memory, "parameters": p.parameters})
    return rows


def growth_rows(run: Run) -> list[Row]:
    """Rows on the measured growth of time, memory and size of every method along every axis."""
    grown, rows = points(run), []
    for method in dict.fromkeys(p.method for p in grown):
        for axis, label in AXES.items():
            xs = sorted({p.x for p in grown if p.axis == axis and p.method == method})
            if len(xs) < 3:
                continue
            kind = "factor" if axis == "attributes" else "exponent"
            row: Row = {
                "method": named_cell(run, method),
                "axis": label,
                "span": f"{xs[0]:,} – {xs[-1]:,}",
            }
            for name, key in MEASURED.items():
                pairs = series(grown, axis, method, key)
                if len({x for x, _ in pairs}) >= 3:
                    row[f"{name}_{kind}"] = slope(pairs, kind == "factor").value
            rows.append(row)
    return rows


def learned(run: Run) -> list[str]:
    """Sentences on how the area up to 10 % changes from the smallest to the largest size.

    They name the paper's own method and the one that is best at the largest size.
    """
    grown, parts = points(run), []
    for axis in ("rows", "values"):
        on_axis = [p for p in grown if p.axis == axis]
        if len({p.x for p in on_axis}) < 2:
            continue
        low, high = min(p.x for p in on_axis), max(p.x for p in on_axis)
        at = {x: {p.method: mean_std(p.area_10)[0] for p in on_axis if p.x == x} for x in (low, high)}
        best = max(at[high], key=lambda m: at[high][m])
        gains = [
            f"{name_of(run, m)} {at[low][m]:.4f} → {at[high][m]:.4f}"
            for m in dict.fromkeys((lead_id(run), best))
            if m in at[low] and m in at[high]
        ]
        parts.append(
            f"From {low:,} to {high:,} {AXES[axis]}, the area up to 10 % changes as follows: "
            f"{', '.join(gains)}{' (best at the end)' if len(gains) > 1 else ''}."
        )
    return parts


def faster(
    run: Run, under: str, than: list[str], dependent: float, between: list[float | None]
) -> rules.Partial | str:
    """Judge how fast the lead learns compared with methods whose time depends on the number of values.

    The claim is about the ratio of the lead's CPU time of learning to that of each such method of `than`. A
    time depends on the number of values if the interval of its exponent is above `dependent`. All exponents
    are shown as additional statements. If no method qualifies, or none of those that do has times, the reason
    is given.
    """
    statements, without = list[Statement](), list[str]()
    for name in than:
        points, id_ = [], ""
        for id_ in run.paper.methods[name].ids:
            if points := timed(run, id_, "values"):
                break
        if len({x for x, _ in points}) < 3:
            continue
        what, quantity = f"{name} by number of values", "exponent of the CPU time of learning"
        region = (dependent, math.inf)
        told = (what, quantity, (id_, ""), slope(points), region, "statistic", "fit")
        exponent = estimate(run, "curves", *told, data=timed_on(run, id_, "values"))
        if exponent.verdict == HOLDS:
            args = rules.Arguments(first=lead(run), second=name, under=(under,), every=True)
            args = args._replace(metric=run.paper.rows[0].metric, between=(between[0], between[1]))
            found = rules.cost_ratio(run, args)
            if isinstance(found, str):
                without.append(found)
            else:
                statements += found
        statements.append(exponent._replace(decides=False))
    if not statements:
        return "this run has no times of these methods for three numbers of values"
    if any(s.decides for s in statements):
        return statements
    none = f"the time of no method depends on the number of values with an exponent above {dependent:g}"
    return [*statements, *(without or [none])]


def grows(run: Run, axis: str, between: list[float | None]) -> list[Statement] | str:
    """Judge how the lead's CPU time of learning grows.

    The growth is a factor for each additional attribute, or an exponent of the number of cases or values.
    """
    points = timed(run, lead_id(run), axis)
    if len({x for x, _ in points}) < 3:
        return f"this run has fewer than three sizes of {AXES[axis]}"
    found = slope(points, exponential=axis == "attributes")
    low, high = between
    region = (-math.inf if low is None else low, math.inf if high is None else high)
    xs = [x for x, _ in points]
    what = (
        "factor of the CPU time for one more attribute"
        if axis == "attributes"
        else "exponent of the CPU time"
    )
    quantity = f"{what}, from {min(xs):,} to {max(xs):,} {AXES[axis]}"
    kind = "ratio" if axis == "attributes" else "statistic"
    told = (lead(run), quantity, (lead_id(run), ""), found, region, kind, "fit")
    plain = f"The CPU time of {lead(run)} takes {{}} for one more attribute"
    if axis != "attributes":
        plain = f"The CPU time of {lead(run)} grows with the {AXES[axis]} to the power of {{}}"
    return [estimate(run, "curves", *told, data=timed_on(run, lead_id(run), axis), plain=plain)]

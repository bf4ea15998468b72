"""Learning curves and growth: series of data sets in which one factor varies."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pandas as pd

from naivebench.evaluation.statistics.intervals import LEVEL, Interval
from naivebench.papers.jambeiro2007.curves import AREA, describe_folds
from naivebench.papers.run import Run

AXES = {"rows": "cases", "values": "values of all attributes", "attributes": "attributes"}
POINTS = ["axis", "x", "dataset", "method", "area_10", "area_10_sd", "seconds", "memory", "parameters"]


def find_size(run: Run, dataset: str) -> tuple[str, int] | None:
    """Axis and size of a data set of a series: `...-rows-N`, `...-values-N` or `...-attributes-N`."""
    name, record = re.search(r"-(rows|values|attributes)-\d+$", dataset), run.facts.records.get(dataset, {})
    if not name or "rows" not in record:
        return None
    sizes = [a.get("values") or 0 for a in record["attributes"]]
    return name[1], {"rows": record["rows"], "values": sum(sizes), "attributes": len(sizes)}[name[1]]


def read_fits(run: Run) -> pd.DataFrame:
    """Times of the fits on the series."""
    timings = run.frames["timings"]
    return timings[(timings["protocol"] == run.protocol("curves")) & (timings["fit_seconds"] > 0)]


def list_points(run: Run) -> pd.DataFrame:
    """Area, CPU seconds of one fit, memory and parameters of every method on every series."""
    rows, parameters = [], run.means("curves", "n_parameters")
    fits = read_fits(run).groupby(["dataset", "method"], observed=True).size()
    costs = run.frames["costs"]
    costs = costs[costs["protocol"] == run.protocol("curves")].set_index(["dataset", "method"])
    for key in run.read_scores("curves", AREA).rows:
        if size := find_size(run, key[0]):
            mean, deviation = describe_folds(run, "curves", *key, AREA)
            row: dict[str, Any] = {"axis": AXES[size[0]], "x": size[1], "dataset": key[0], "method": key[1]}
            row |= {"area_10": mean, "area_10_sd": deviation, "parameters": parameters.get(key)}
            if key in costs.index and pd.notna(costs.loc[key, "fit_seconds"]):
                row["seconds"] = costs.loc[key, "fit_seconds"] / fits[key] if key in fits.index else None
                row["memory"] = costs.loc[key, "peak_memory_mb"]
            rows.append(row)
    order = list(AXES.values()).index
    frame = pd.DataFrame(rows, columns=POINTS)
    frame = frame.assign(order=frame["axis"].map(order)).sort_values(["order", "x", "dataset"], kind="stable")
    return frame[POINTS]


def list_timings(run: Run, method: str, axis: str) -> pd.DataFrame:
    """Size x and CPU seconds y of every fit of a method on the series of an axis."""
    fits = read_fits(run)
    fits = fits[fits["method"] == method].sort_values("dataset", kind="stable")
    known = {d: find_size(run, d) for d in fits["dataset"].unique()}
    sizes = {d: size[1] for d, size in known.items() if size and size[0] == axis}
    fits = fits[fits["dataset"].isin(sizes)].astype({"dataset": object})
    return pd.DataFrame(
        {"dataset": fits["dataset"], "x": fits["dataset"].map(sizes), "y": fits["fit_seconds"]}
    )


def fit_slope(points: pd.DataFrame, exponential: bool = False) -> Interval:
    """Least-squares slope of log y against log x (the exponent of a power law), with its t interval.

    With `exponential`, the exponential of the slope of log y against x: the factor per unit of x.
    """
    from scipy.special import stdtrit

    x, y = points["x"].to_numpy(float), np.log(points["y"].to_numpy(float))
    x = x if exponential else np.log(x)
    n, centred = len(x), x - x.mean()
    b = float(centred @ (y - y.mean()) / (centred @ centred))
    rest = y - y.mean() - b * centred
    half = math.inf
    if n > 2:
        half = float(stdtrit(n - 2, (1 + LEVEL) / 2)) * math.sqrt(rest @ rest / (n - 2) / (centred @ centred))
    low, high = b - half, b + half
    if exponential:
        return Interval(math.exp(b), math.exp(low), math.exp(min(high, 700)), n)
    return Interval(b, low, high, n)


def describe_growth(points: pd.DataFrame) -> pd.DataFrame:
    """How time, memory and number of parameters of one fit grow along every axis: exponents, or factors."""
    rows = []
    for (method, axis), of in points.groupby(["method", "axis"], sort=False):
        if of["x"].nunique() < 3:
            continue
        kind = "factor" if axis == "attributes" else "exponent"
        row: dict[str, Any] = {"method": method, "axis": axis}
        row["axis_span"] = f"{of['x'].min():,} – {of['x'].max():,}"
        for name, key in (("time", "seconds"), ("memory", "memory"), ("parameters", "parameters")):
            known = of.loc[of[key].astype(float) > 0, ["x", key]].rename(columns={key: "y"})
            if known["x"].nunique() >= 3:
                row[f"{name}_{kind}"] = fit_slope(known, kind == "factor").value
        rows.append(row)
    frame = pd.DataFrame(rows)
    place = {m: i for i, m in enumerate(points["method"].unique())}
    return frame.sort_values("method", key=lambda of: of.map(place), kind="stable") if rows else frame

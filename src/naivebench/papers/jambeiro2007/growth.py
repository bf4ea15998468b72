"""Learning curves and growth: series of data sets in which one factor varies."""

from __future__ import annotations

import math
import re

import numpy as np
import pandas as pd

from naivebench.evaluation.statistics.intervals import LEVEL, Interval
from naivebench.papers.jambeiro2007.curves import AREA, average_folds
from naivebench.papers.run import Run

AXES = {"rows": "cases", "values": "values of all attributes", "attributes": "attributes"}
POINTS = ["axis", "x", "dataset", "method", "area_10", "area_10_sd", "parameters"]


def find_size(run: Run, dataset: str) -> tuple[str, int] | None:
    """Axis and size of a data set of a series: `...-rows-N`, `...-values-N` or `...-attributes-N`."""
    name, record = re.search(r"-(rows|values|attributes)-\d+$", dataset), run.facts.records.get(dataset, {})
    if not name or "rows" not in record:
        return None
    sizes = [a.get("values") or 0 for a in record["attributes"]]
    return name[1], {"rows": record["rows"], "values": sum(sizes), "attributes": len(sizes)}[name[1]]


def list_points(run: Run) -> pd.DataFrame:
    """Area up to 10 % and number of parameters of every method on every series."""
    points = average_folds(run, "curves", [AREA, "n_parameters"]).reset_index()
    sizes = {d: size for d in points["dataset"].unique() if (size := find_size(run, d))}
    points = points[points["dataset"].isin(sizes)]
    points = points.assign(
        axis=[AXES[sizes[d][0]] for d in points["dataset"]], x=[sizes[d][1] for d in points["dataset"]]
    )
    names = {AREA: "area_10", f"{AREA}_sd": "area_10_sd", "n_parameters": "parameters"}
    order = {axis: i for i, axis in enumerate(AXES.values())}
    points = points.assign(order=points["axis"].map(order)).sort_values(["order", "x"], kind="stable")
    return points.rename(columns=names)[POINTS]


def list_timings(run: Run, method: str, axis: str) -> pd.DataFrame:
    """Size x and CPU seconds y of every fit of a method on the series of an axis."""
    fits = run.frames["timings"]
    fits = fits[(fits["protocol"] == run.protocol("curves")) & (fits["method"] == method)]
    fits = fits[fits["fit_seconds"] > 0].sort_values("dataset", kind="stable").astype({"dataset": object})
    known = {d: find_size(run, d) for d in fits["dataset"].unique()}
    sizes = fits["dataset"].map({d: size[1] for d, size in known.items() if size and size[0] == axis})
    return (
        pd.DataFrame({"dataset": fits["dataset"], "x": sizes, "y": fits["fit_seconds"]})
        .dropna()
        .astype({"x": int})
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
    """How the number of parameters grows along every axis: an exponent, or a factor for each attribute."""
    rows = []
    for (method, axis), of in points.groupby(["method", "axis"], sort=False):
        row = {"method": method, "axis": axis, "axis_span": f"{of['x'].min():,} – {of['x'].max():,}"}
        known = of[of["parameters"] > 0].rename(columns={"parameters": "y"})
        if known["x"].nunique() >= 3:
            kind = "factor" if axis == AXES["attributes"] else "exponent"
            row[f"parameters_{kind}"] = fit_slope(known, kind == "factor").value
        if of["x"].nunique() >= 3:
            rows.append(row)
    frame = pd.DataFrame(rows)
    place = {m: i for i, m in enumerate(points["method"].unique())}
    return frame.sort_values("method", key=lambda of: of.map(place), kind="stable") if rows else frame

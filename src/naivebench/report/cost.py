"""Tables of costs: CPU time, memory and parameters of the methods, and the jobs of the run."""

from __future__ import annotations

import math
import statistics
from typing import NamedTuple

from naivebench.benchmark.results.context import Results, comparison, group
from naivebench.benchmark.results.formats import seconds as as_time
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Column, Row, Table
from naivebench.report.columns import GROUP, METHOD, PROTOCOL

SHOWN_JOBS = 1500  # the longest jobs are on the page; the CSV has all

COST = (
    METHOD,
    PROTOCOL,
    GROUP,
    Column("datasets", "Sets", "integer", "Data sets with a score"),
    Column("fit_seconds", "Fit", "seconds", "CPU seconds of all fits", time=True),
    Column("predict_seconds", "Predict", "seconds", "CPU seconds of all predictions", time=True),
    Column(
        "cpu_seconds", "Fit + predict", "seconds", "CPU seconds, summed over data sets and folds", time=True
    ),
    Column("peak_memory_mb", "Peak MB", "megabytes", "Largest extra memory of a fold", time=True),
    Column(
        "parameters_min",
        "Parameters, min",
        "integer",
        "Smallest number of parameters over data sets and folds",
    ),
    Column("parameters_median", "median", "integer", "Median over the folds, then over the data sets"),
    Column("parameters_max", "max", "integer"),
)

RELATIVE = (  # all columns are measured times
    METHOD,
    GROUP,
    Column("factor", "Factor", "statistic", "CPU time over that of the reference, median", time=True),
    Column("low", "10 % below", "statistic", "The factor is smaller on a tenth of the data sets", time=True),
    Column("high", "10 % above", "statistic", "The factor is larger on a tenth of the data sets", time=True),
    Column(
        "exponent",
        "Growth",
        "statistic",
        "Exponent by which CPU time of a fold grows with cases times attributes, over the larger half of the "
        "data sets (median of the slopes between pairs, Theil and Sen); 1 means proportional",
        time=True,
    ),
    Column("datasets", "N", "integer", "Data sets compared", time=True),
)

JOBS = (
    Column("rule", "Rule", "id"),
    Column("job", "Job", "text"),
    Column("cpu_seconds", "CPU time", "seconds", time=True),
    Column("wall_seconds", "Wall time", "seconds", time=True),
    Column("max_rss_mb", "Peak MB", "megabytes", "Largest resident set", time=True),
)

RULES = (
    Column("rule", "Rule", "id"),
    Column("jobs", "Jobs", "integer"),
    Column("cpu_seconds", "CPU time", "seconds", time=True),
    Column("wall_seconds", "Wall time", "seconds", time=True),
    Column("max_rss_mb", "Peak MB", "megabytes", "Largest resident set", time=True),
)


def parameter_range(results: Results, summary: Summary, protocol: str, method: str) -> Row:
    """Smallest, median and largest number of parameters of a method over the data sets of a protocol."""
    cells = [(protocol, dataset, method) for dataset in results.datasets]
    ranges = [summary.parameters[cell] for cell in cells if cell in summary.parameters]
    if not ranges:
        return {"parameters_min": None, "parameters_median": None, "parameters_max": None}
    return {
        "parameters_min": min(f.min for f in ranges),
        "parameters_median": statistics.median(f.median for f in ranges),
        "parameters_max": max(f.max for f in ranges),
    }


def totals(results: Results, summary: Summary, protocol: str, method: str) -> Row:
    """CPU seconds of a method, summed over the data sets with a score, and its peak memory in MB."""
    cells = [(protocol, dataset, method) for dataset in results.datasets]
    costs = [summary.cost[cell] for cell in cells if cell in summary.cost and cell in summary.means]
    parts = {k: math.fsum(getattr(f, k) for f in costs) for k in ("fit_seconds", "predict_seconds")}
    seconds = parts | {"cpu_seconds": math.fsum(parts.values())}
    peaks = [
        f.peak_memory_mb
        for f in costs
        if f.peak_memory_mb == f.peak_memory_mb and f.peak_memory_mb is not None
    ]
    return {
        **(seconds if costs else dict.fromkeys(seconds)),
        "peak_memory_mb": max(peaks, default=None),
        "datasets": len(costs),
    }


def per_method(results: Results, summary: Summary) -> Table:
    """Table of the CPU time, memory and number of parameters of every method under every protocol."""
    rows = []
    for protocol in results.protocols:
        for method in results.methods:
            row = {
                "protocol": protocol,
                "method": method_cell(method),
                "group": group(results, method),
            }
            cost = totals(results, summary, protocol, method)
            if cost["datasets"]:
                rows.append(row | cost | parameter_range(results, summary, protocol, method))
    return Table("cost", "CPU time and size of the methods, all data sets and folds.", COST, tuple(rows))


class Relative(NamedTuple):
    """CPU time of a method divided by that of the reference: quantiles 0.5, 0.1 and 0.9 over data sets."""

    method: str
    datasets: int
    factor: float
    low: float
    high: float
    exponent: float | None  # exponent of the growth, see `_growth`


def relatives(results: Results, summary: Summary) -> list[Relative]:
    """CPU time of every compared method as a multiple of the reference's, and its growth with size.

    The cheapest method comes first; the list is empty if there is no reference.
    """
    import numpy as np

    protocol, metric = results.primary
    entry, found = comparison(results, protocol, metric), list[Relative]()
    sets, methods = (entry.datasets, entry.average_ranks) if entry else ((), {})
    costs = {
        m: {d: c.seconds for d in sets if (c := summary.cost.get((protocol, d, m))) and c.seconds > 0}
        for m in methods
    }
    base = costs.get(results.reference or "", {})
    folds = {d: summary.pooled[protocol, d, results.reference or ""].folds for d in base}
    for method in (m for m in results.methods if base and base.keys() <= costs.get(m, {}).keys()):
        of_fold = {d: costs[method][d] / folds[d] for d in base}
        low, factor, high = np.quantile([costs[method][d] / base[d] for d in base], (0.1, 0.5, 0.9))
        sizes = (float(factor), float(low), float(high))
        found.append(Relative(method, len(base), *sizes, _growth(results, of_fold)))
    return sorted(found, key=lambda r: r.factor)


def relative(results: Results, summary: Summary) -> Table:
    """Table of the results of `relatives`."""
    caption = f"CPU time of fit and predict as a multiple of that of {results.reference}, protocol "
    rows = tuple(
        {**r._asdict(), "method": method_cell(r.method), "group": group(results, r.method)}
        for r in relatives(results, summary)
    )
    return Table("relative_cost", f"{caption}{results.primary[0]}.", RELATIVE, rows)


def _growth(results: Results, seconds: dict[str, float]) -> float | None:
    """Theil-Sen slope of log CPU time of a fold against log cells, over the larger half of the data sets;
    None for fewer than four of them.
    """
    from scipy.stats import theilslopes

    sizes = {
        d: p["rows"] * len(p["attributes"])
        for d in seconds
        if (p := results.prepared.get(d, {})).get("rows") and p.get("attributes")
    }
    larger = sorted(sizes, key=lambda d: (sizes[d], d))[len(sizes) // 2 :]
    if len({sizes[d] for d in larger}) < 4:
        return None
    x, y = ([math.log(of[d]) for d in larger] for of in (sizes, seconds))
    return float(theilslopes(y, x).slope)


def jobs(results: Results) -> Table:
    """Table of the jobs of the run, the longest first."""
    frame = results.jobs
    rows = (
        frame.sort_values(["cpu_seconds", "rule", "job"], ascending=[False, True, True]).to_dict("records")
        if len(frame)
        else []
    )
    return Table("jobs", f"Time and memory of the {len(rows):,} jobs of the run.", JOBS, tuple(rows))


def jobs_by_rule(results: Results) -> Table:
    """Table of the jobs, summed by rule."""
    rules: dict[str, list[Row]] = {}
    for row in results.jobs.to_dict("records"):
        rules.setdefault(row["rule"], []).append(row)
    rows = []
    for rule, of_rule in rules.items():
        sums = {k: math.fsum(r[k] for r in of_rule if r[k] == r[k]) for k in ("cpu_seconds", "wall_seconds")}
        rows.append(
            {"rule": rule, "jobs": len(of_rule), **sums, "max_rss_mb": max(r["max_rss_mb"] for r in of_rule)}
        )
    rows.sort(key=lambda r: r["rule"])
    return Table(
        "jobs_by_rule",
        "The jobs by rule.",
        RULES,
        tuple(rows),
        "Wall times are summed over the jobs, even if these ran in parallel.",
    )


def overhead(results: Results) -> str:
    """Sentence on the share of the run's CPU time spent outside fit and predict; "" without job records."""
    main = (results.environment.get("run") or {}).get("cpu_seconds_main") or 0.0
    inside = math.fsum(results.jobs["fit_predict_seconds"].dropna())
    total = math.fsum(results.jobs["cpu_seconds"].dropna()) + main
    if not len(results.jobs) or total <= 0:
        return ""
    rest = f" and {as_time(main)} for the workflow's main process" if main else ""
    return (
        f"{100 * (total - inside) / total:.1f} % of the CPU time of the run was spent outside fit and "
        f"predict, which took {as_time(inside)} of {as_time(total)}. The total counts all jobs{rest}."
    )

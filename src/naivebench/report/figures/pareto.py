"""Methods that no other beats both in score and in CPU time."""

from __future__ import annotations

import math

from naivebench.benchmark.results.context import Results, comparison, group
from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary, compared
from naivebench.benchmark.results.tables import Column, Table, in_units
from naivebench.report.columns import GROUP, METHOD

COLUMNS = (  # times decide which methods are there, so all of the numbers are of times
    METHOD,
    GROUP,
    Column("mean", "Mean", "metric", "Mean over the data sets compared", time=True),
    Column("gain", "Gain", "difference", "Better than the next faster method of the front by", time=True),
    Column(
        "cpu_seconds",
        "CPU time",
        "seconds",
        "CPU seconds of fit and predict, summed over data sets compared and folds",
        time=True,
    ),
    Column("factor", "Times the fastest", "statistic", "CPU time over that of the fastest method", time=True),
)


def points(results: Results, summary: Summary) -> dict[str, tuple[float, float]]:
    """Compared method -> CPU seconds of fit and predict summed over the compared data sets, mean score on
    them.
    """
    protocol, metric = results.primary
    entry, sets = comparison(results, protocol, metric), compared(results, summary, protocol, metric)
    costs_and_scores = {}
    for method in results.methods:
        if entry and method not in entry.average_ranks:
            continue
        costs = [c for d in sets if (c := summary.cost.get((protocol, d, method)))]
        means = (summary.means.get((protocol, d, method), {}).get(metric) for d in sets)
        scores = [s for s in means if s is not None and math.isfinite(s)]
        if sets and len(costs) == len(scores) == len(sets):
            time = math.fsum(c.seconds for c in costs)
            if time > 0:
                costs_and_scores[method] = (time, math.fsum(scores) / len(scores))
    return costs_and_scores


def front(costs: dict[str, tuple[float, float]], better: str | None) -> list[str]:
    """Pareto front of (time, score): methods in the order of time that are better than every faster one."""
    sign, best, chosen = (-1 if better == "lower" else 1), -math.inf, []
    for method in sorted(costs, key=lambda m: (costs[m][0], -sign * costs[m][1], m)):
        if sign * costs[method][1] > best:
            best = sign * costs[method][1]
            chosen.append(method)
    return chosen


def table(results: Results, summary: Summary) -> Table:
    """The front of the primary comparison, the fastest method first; without rows where fewer than two
    methods can be compared.
    """
    protocol, metric = results.primary
    known = results.metrics.get(metric)
    methods = points(results, summary)
    order = front(methods, known.better) if known and len(methods) > 1 else []
    rows = []
    for before, method in zip([None, *order], order, strict=False):
        time, score = methods[method]
        gain = abs(score - methods[before][1]) if before else None
        row = {
            "method": method_cell(method),
            "group": group(results, method),
            "mean": score,
            "gain": gain,
        }
        rows.append(row | {"cpu_seconds": time, "factor": time / methods[order[0]][0]})
    sets = plural(len(compared(results, summary, protocol, metric)), "data set")
    caption = (
        f"{known.label if known else metric} against CPU time: the {len(rows)} of "
        f"{plural(len(methods), 'method')} that no other beats in both."
    )
    return Table(
        "pareto",
        caption,
        in_units(COLUMNS, metric),
        tuple(rows),
        f"{sets} compared, protocol {protocol}; the fastest method first.",
    )

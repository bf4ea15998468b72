"""Tables of the statistics that have no layout of their own: the columns come from `benchmark.statistics`."""

from __future__ import annotations

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.tables import Column, Table, View
from naivebench.benchmark.statistics import STATISTICS, Statistic
from naivebench.report.effects import on_page
from naivebench.report.inference import status

LEAD = (
    Column("experiment", "Experiment", hidden=True),
    Column("status", "Status", hidden=True),
    Column("method", "Method", "id"),
)


def configured(results: Results) -> dict[str, Statistic]:
    """Id of the table -> statistic, of those that were computed."""
    return {f"statistic_{s}": STATISTICS[s] for s in results.statistics if STATISTICS[s].columns}


def views(results: Results, complete: bool = False) -> dict[str, list[View]]:
    """Id of the table -> its views, the primary one first; all experiments and metrics if `complete`."""
    by_table = {}
    for name, statistic in configured(results).items():
        comparisons = results.statistics[name.removeprefix("statistic_")]["comparisons"]
        shown = [c for c in comparisons if complete or on_page(results, c)]
        shown.sort(key=lambda c: not c["primary"])
        by_table[name] = [
            View(c["protocol"], c["metric"], _table(results, name, statistic, c)) for c in shown
        ]
    return by_table


def _table(results: Results, name: str, statistic: Statistic, comparison: dict) -> Table:
    heading = {"experiment": comparison["experiment"], "status": status(comparison)}
    rows = tuple(row | heading | {"method": method_cell(row["method"])} for row in comparison["rows"])
    caption = (
        f"{statistic.title}, {comparison['metric_label']}, protocol {comparison['protocol']} "
        f"({status(comparison)}): N = {len(comparison['datasets'])} data sets."
    )
    return Table(
        name, caption, (*LEAD, *(Column(c.key, c.label, c.kind, c.title) for c in statistic.columns)), rows
    )

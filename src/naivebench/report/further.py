"""Tables of statistics without a layout of their own; the columns come from `benchmark.statistics`."""

from __future__ import annotations

from naivebench.benchmark.results.comparisons import StatisticRows
from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.tables import Column, Table, View
from naivebench.benchmark.statistics import STATISTICS, Statistic
from naivebench.report.columns import METHOD
from naivebench.report.effects import on_page

LEAD = (
    Column("experiment", "Experiment", hidden=True),
    Column("status", "Status", hidden=True),
    METHOD,
)


def configured(results: Results) -> dict[str, Statistic]:
    """Table id -> statistic, for the statistics that were computed."""
    return {f"statistic_{s}": STATISTICS[s] for s in results.statistics if STATISTICS[s].columns}


def views(results: Results, complete: bool = False) -> dict[str, list[View]]:
    """Table id -> its views, the primary one first; all experiments and metrics if `complete`."""
    by_table = {}
    for name, statistic in configured(results).items():
        comparisons = results.statistics[name.removeprefix("statistic_")]
        shown = sorted(
            (c for c in comparisons if complete or on_page(results, c)), key=lambda c: not c.primary
        )
        by_table[name] = [View(c.protocol, c.metric, _table(name, statistic, c)) for c in shown]
    return by_table


def _table(name: str, statistic: Statistic, entry: StatisticRows) -> Table:
    heading = {"experiment": entry.experiment, "status": entry.status}
    rows = tuple(row | heading | {"method": method_cell(row["method"])} for row in entry.rows)
    caption = (
        f"{statistic.title}, {entry.label}, protocol {entry.protocol} "
        f"({entry.status}): N = {len(entry.datasets)} data sets."
    )
    columns = (*LEAD, *(Column(*c) for c in statistic.columns))
    return Table(name, caption, columns, rows)

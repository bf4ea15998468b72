"""Gains by random search: methods with default and with searched settings, on the data sets that both
share.
"""

from __future__ import annotations

from statistics import fmean

from naivebench.benchmark.results.context import Results, stanza
from naivebench.benchmark.results.formats import metric_kind
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Column, Row, Table
from naivebench.report.columns import METHOD, PROTOCOL

SEARCH = "tuned.random_search"
SEARCHED_FOR = "log_loss_clipped"  # in addition to the primary metric


def table(results: Results, summary: Summary) -> Table:
    """Table of mean scores, wins on data sets, costs, and the number of configurations tried.

    The table is empty if no protocol has a method both with default and with searched settings.
    """
    metrics = [m for m in dict.fromkeys((results.primary[1], SEARCHED_FOR)) if m in results.metrics]
    rows: list[Row] = []
    for protocol in results.protocols:
        for searched in results.methods:
            given = stanza(results, "methods", searched)
            if given.get("module") != SEARCH:
                continue
            plain = given.get("params", {}).get("method", "")
            scored = [
                {d for p, d, m in summary.means if (p, m) == (protocol, id_)} for id_ in (plain, searched)
            ]
            sets = [d for d in results.datasets if d in scored[0] & scored[1]]
            if sets:
                row: Row = {"method": method_cell(plain), "protocol": protocol, "datasets": len(sets)}
                for metric in metrics:
                    row |= _gain(summary, results, protocol, sets, (plain, searched), metric)
                rows.append(row | _cost(results, protocol, sets, (plain, searched)))
    columns = [METHOD, PROTOCOL]
    columns.append(Column("datasets", "Sets", "integer", "Data sets with a score of both"))
    for metric in metrics:
        label, kind = results.metrics[metric].label, metric_kind(metric)
        columns.append(Column(f"{metric}_default", f"{label}, default", kind))
        columns.append(Column(f"{metric}_searched", f"{label}, searched", kind))
        columns.append(
            Column(f"{metric}_better", "Better on", "integer", "Data sets on which searched is better")
        )
        columns.append(Column(f"{metric}_worse", "Worse on", "integer"))
    columns += [
        Column("seconds_default", "Fit, default", "seconds", "CPU seconds of a fit, mean", time=True),
        Column(
            "seconds_searched", "Fit, searched", "seconds", "CPU seconds of a search and its fit", time=True
        ),
        Column("configurations", "Tried", "rank", "Configurations with a loss, mean over folds", time=True),
    ]
    caption = "Default settings and those found by random search: means over data sets."
    return Table("tuning_gains", caption, tuple(columns), tuple(rows))


def _gain(
    summary: Summary, results: Results, protocol: str, sets: list[str], pair: tuple[str, str], metric: str
) -> Row:
    """Mean scores of both methods, and the numbers of data sets on which the second is better and worse."""
    both = [[summary.means[protocol, d, m].get(metric, float("nan")) for m in pair] for d in sets]
    better = 1 if results.metrics[metric].better == "higher" else -1
    gains = [round(better * (searched - plain), 12) for plain, searched in both]
    return {
        f"{metric}_default": fmean(plain for plain, _ in both),
        f"{metric}_searched": fmean(searched for _, searched in both),
        f"{metric}_better": sum(gain > 0 for gain in gains),
        f"{metric}_worse": sum(gain < 0 for gain in gains),
    }


def _cost(results: Results, protocol: str, sets: list[str], pair: tuple[str, str]) -> Row:
    """Mean CPU seconds of a fit of each method, and configurations tried per fold of the second."""

    def of(frame, method):
        of_pair = (frame["protocol"] == protocol) & (frame["method"] == method)
        return frame[of_pair & frame["dataset"].isin(sets)]

    plain, searched = (of(results.timings, method) for method in pair)
    return {
        "seconds_default": float(plain["fit_seconds"].mean()),
        "seconds_searched": float(searched["fit_seconds"].mean()),
        "configurations": len(of(results.traces, pair[1])) / len(searched),
    }

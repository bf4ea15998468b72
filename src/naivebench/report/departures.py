"""Rivals whose settings differ from the defaults of their library: the settings, the reason and the effect on
scores.
"""

from __future__ import annotations

from statistics import fmean

from naivebench.benchmark.results.context import Results, stanza
from naivebench.benchmark.results.formats import metric_kind, plural
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Column, Row, Table
from naivebench.report.columns import METHOD

TAG = "library-defaults"


def table(results: Results, summary: Summary) -> Table:
    """Table of the methods with `departs` under the primary protocol.

    The scores are means over the data sets shared by the method and the stanza of the same module with the
    tag `library-defaults`; they are empty if there is no such stanza.
    """
    protocol, metric = results.primary
    sets_of = {
        m: {d for p, d, of in summary.means if (p, of) == (protocol, m) and metric in summary.means[p, d, of]}
        for m in results.methods
    }
    plain = {
        stanza(results, "methods", m).get("module"): m
        for m in results.methods
        if TAG in stanza(results, "methods", m).get("tags", [])
    }
    better = 1 if results.metrics[metric].better == "higher" else -1
    rows: list[Row] = []
    for method in results.methods:
        given = stanza(results, "methods", method)
        if not given.get("departs") or not sets_of[method]:
            continue
        reasons = "; ".join(f"{setting}: {why}" for setting, why in given["departs"].items())
        row: Row = {"method": method_cell(method), "departs": reasons}
        usual = plain.get(given.get("module"), "")
        sets = [d for d in results.datasets if d in sets_of[method] & sets_of.get(usual, set())]
        if sets:
            both = [[summary.means[protocol, d, m][metric] for m in (method, usual)] for d in sets]
            gains = [round(better * (ours - theirs), 12) for ours, theirs in both]
            row |= {
                "datasets": len(sets),
                "ours": fmean(ours for ours, _ in both),
                "library": fmean(theirs for _, theirs in both),
                "better": sum(gain > 0 for gain in gains),
                "worse": sum(gain < 0 for gain in gains),
            }
        rows.append(row)
    kind, label = metric_kind(metric), results.metrics[metric].label
    columns = (
        METHOD,
        Column("departs", "Settings that differ, and why"),
        Column("datasets", "Sets", "integer", "Data sets with a score of both"),
        Column("ours", f"{label}, ours", kind),
        Column("library", f"{label}, library", kind, "The same method with all settings of the library"),
        Column("better", "Better on", "integer", "Data sets on which our settings are better"),
        Column("worse", "Worse on", "integer"),
    )
    caption = (
        f"{plural(len(rows), 'rival')} with settings that are not the library's defaults, protocol "
        f"{protocol}; means over data sets."
    )
    return Table("departures", caption, columns, tuple(rows))

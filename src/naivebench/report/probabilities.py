"""Comparison of every method with the reference by the Bayesian signed-rank test over data sets."""

from __future__ import annotations

import statistics
from typing import Any

from naivebench.benchmark.results.comparisons import AgainstReference, Heading, Posterior
from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.formats import metric_kind, plural, text
from naivebench.benchmark.results.parts import method_cell, versus
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, View, in_units, raw, without_empty
from naivebench.evaluation.statistics.bayes import SURE, Probabilities
from naivebench.evaluation.statistics.rounding import NOISE
from naivebench.report.columns import METHOD
from naivebench.report.duel import gains

COLUMNS = (
    Column("experiment", "Experiment", hidden=True),
    Column("status", "Status", hidden=True),
    METHOD,
    Column(
        "better",
        "P(better)",
        "score",
        "Signed-rank test: probability that the method is better than the reference by more than the ROPE",
    ),
    Column(
        "rope",
        "P(rope)",
        "score",
        "Signed-rank test: probability that the difference lies inside the region of practical "
        "equivalence (ROPE)",
    ),
    Column("worse", "P(worse)", "score", "Signed-rank test"),
    Column("n", "N", "integer", "Data sets of the signed-rank test: those on which all methods have a score"),
    Column(
        "mean_difference",
        "Mean",
        "difference",
        "Mean over these data sets of the method's score minus the reference's",
    ),
    Column(
        "median",
        "Median",
        "difference",
        "Median of the same differences, which is robust against a few large ones",
    ),
    Column("inside", "In ROPE", "integer", "Data sets whose difference lies inside the ROPE"),
)


def entries(results: Results, complete: bool = False) -> list[AgainstReference]:
    """The comparisons, the primary one first; only those of main experiments unless `complete`."""
    found = [e for e in results.bayes.comparisons if complete or e.main]
    return sorted(found, key=lambda e: not e.primary)


def spread(results: Results, summary: Summary, head: Heading, method: str, rope: float) -> Row:
    """Median difference from the reference over the data sets of the signed-rank test, and the number inside
    the ROPE.

    The median has the sign of the difference in scores. The edge of the ROPE counts as inside, up to rounding
    noise. {} if the test was not run or a score is infinite.
    """
    found = gains(results, summary, head, method, results.reference or "")
    if not head.datasets or len(found) < len(head.datasets):
        return {}
    sign = -1 if results.metrics[head.metric].better == "lower" else 1
    edge = rope + NOISE * max(rope, *map(abs, found.values()))
    return {
        "median": sign * statistics.median(found.values()) + 0.0,
        "inside": sum(abs(v) <= edge for v in found.values()),
    }


TYPICAL = (
    "Such probabilities describe a typical data set: in the signed-rank test, a few extreme differences "
    "count little."
)


def contradictions(rows: list[Row], rope: float, kind: str) -> list[str]:
    """Sentences on methods that are surely equivalent by P(rope) although the mean difference is outside the
    ROPE.
    """
    told = []
    for r in rows:
        mean, median, alike = raw(r.get("mean_difference")), r.get("median"), raw(r["rope"])
        if (alike or 0) >= SURE and mean is not None and median is not None and abs(mean) > rope:
            others = r["n"] - r["inside"]
            told.append(
                f"{raw(r['method'])} can have P(rope) {text(alike, 'score')} and still a mean difference of "
                f"{text(mean, kind)}. On {plural(r['inside'], 'data set')} of {r['n']} the difference "
                f"lies inside the ROPE, and the median is {text(median, kind)}; the other {others} data "
                f"set{' moves' if others == 1 else 's move'} the mean."
            )
    return [*told, TYPICAL] if told else []


def row(results: Results, head: Heading, found: Posterior) -> Row:
    """Row of the table with the numbers of one method."""
    difference: Any = found.mean_difference
    if results.reference:
        difference = Cell(
            difference, href=versus(found.method, results.reference, head.protocol, head.metric)
        )
    cells: Row = {
        "experiment": head.experiment or "",
        "status": head.status,
        "method": method_cell(found.method),
        "n": found.n,
        "mean_difference": difference,
    }
    for key in Probabilities._fields:
        p = getattr(found, key)
        cells[key] = Cell(p, css="strong") if p is not None and p >= SURE else p
    return cells


def table(results: Results, summary: Summary, entry: AgainstReference) -> Table:
    """Table of the signed-rank test; probabilities of at least `SURE` are bold."""
    by_method = {m.method: m for m in entry.methods}
    rows = [row(results, entry, by_method[m]) for m in results.methods if m in by_method]
    kind = "points" if metric_kind(entry.metric) == "percent" else "signed"
    rope = results.bayes.rope or 0
    for r in rows:
        if r["better"] is not None:
            r |= spread(results, summary, entry, raw(r["method"]), rope)
    caption = (
        f"P(better), P(rope), P(worse) against {results.bayes.reference} over data sets, "
        f"{entry.label}, protocol {entry.protocol} ({entry.status})."
    )
    note = (
        f"The region of practical equivalence (ROPE) is ±{rope:g} in the unit of the metric. Probabilities "
        f"of at least {SURE} are bold. They are from the Bayesian signed-rank test on the means of the data "
        "sets (Benavoli et al. 2017). Every probability is about one pair alone, without correction for the "
        "number of methods."
    )
    note = " ".join([note, *contradictions(rows, rope, kind)])
    return Table(
        "probabilities", caption, without_empty(in_units(COLUMNS, entry.metric), rows), tuple(rows), note
    )


def views(results: Results, summary: Summary, complete: bool = False) -> list[View]:
    """One view per protocol and metric, the primary one first; all experiments if `complete`."""
    return [
        View(entry.protocol, entry.metric, table(results, summary, entry))
        for entry in entries(results, complete)
    ]

"""Comparison of every method with the reference by two Bayesian tests over data sets."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any, NamedTuple

from naivebench.benchmark.results.comparisons import Heading, Posterior
from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.formats import listing, metric_kind, plural, text
from naivebench.benchmark.results.parts import method_cell, versus
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, View, in_units, raw, without_empty
from naivebench.evaluation.statistics.bayes import SURE, Probabilities
from naivebench.evaluation.statistics.rounding import NOISE
from naivebench.report.columns import METHOD
from naivebench.report.duel import gains

ALIKE = {"rope": "P(rope)", "hierarchical_rope": "P(rope), folds"}

_HIERARCHICAL = "Hierarchical test, on the folds of all data sets: probability that on a further data set "
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
    Column(
        "hierarchical_better",
        "P(better), folds",
        "score",
        _HIERARCHICAL + "the method is most likely better",
    ),
    Column(
        "hierarchical_rope",
        "P(rope), folds",
        "score",
        _HIERARCHICAL + "it is most likely practically equivalent",
    ),
    Column("hierarchical_worse", "P(worse), folds", "score", _HIERARCHICAL + "it is most likely worse"),
    Column(
        "hierarchical_n",
        "N, folds",
        "integer",
        "Data sets of the hierarchical test: those on which method and reference have at least two folds",
    ),
    Column(
        "delta0",
        "Mean, folds",
        "difference",
        "Hierarchical test: posterior mean of the centre of the differences of the data sets",
    ),
    Column(
        "next_better",
        "Next better",
        "score",
        "Hierarchical test: probability that the difference on a further data set is above the ROPE",
        hidden=True,
    ),
    Column(
        "next_rope",
        "Next alike",
        "score",
        "Hierarchical test: probability that the difference on a further data set is inside the ROPE",
        hidden=True,
    ),
    Column(
        "next_worse",
        "Next worse",
        "score",
        "Hierarchical test: probability that the difference on a further data set is below the ROPE",
        hidden=True,
    ),
    Column("note", "Note", "long", hidden=True),
)


class Both(NamedTuple):
    """Results of both tests in one comparison, by method; {} if a test lacks the comparison."""

    head: Heading
    signed_rank: Mapping[str, Posterior]
    folds: Mapping[str, Posterior]


def entries(results: Results, complete: bool = False) -> list[Both]:
    """The comparisons, the primary one first; only those of main experiments unless `complete`."""
    heads: dict[tuple[str | None, str, str], Heading] = {}
    tests: list[dict[tuple[str | None, str, str], dict[str, Posterior]]] = [{}, {}]
    for by_key, statistic in zip(tests, (results.bayes, results.hierarchical), strict=True):
        for entry in (e for e in statistic.comparisons if complete or e.main):
            heads.setdefault(entry.key, entry)
            by_key[entry.key] = {m.method: m for m in entry.methods}
    found = [Both(head, tests[0].get(key, {}), tests[1].get(key, {})) for key, head in heads.items()]
    return sorted(found, key=lambda b: not b.head.primary)


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
    "Such probabilities describe a typical data set: the test over folds assumes that differences follow "
    "Student's t distribution, so a few extreme ones hardly move its centre."
)


def contradictions(rows: list[Row], rope: float, kind: str) -> list[str]:
    """Sentences on methods that are surely equivalent by a probability although the mean difference is
    outside the ROPE.
    """
    told = []
    for r in rows:
        mean, median = raw(r.get("mean_difference")), r.get("median")
        sure = [name for key, name in ALIKE.items() if (raw(r.get(key)) or 0) >= SURE]
        if sure and mean is not None and median is not None and abs(mean) > rope:
            numbers = listing(
                f"{name} {text(raw(r[key]), 'score')}" for key, name in ALIKE.items() if name in sure
            )
            others = r["n"] - r["inside"]
            told.append(
                f"{raw(r['method'])} can have {numbers} and still a mean difference of "
                f"{text(mean, kind)}. On {plural(r['inside'], 'data set')} of {r['n']} the difference "
                f"lies inside the ROPE, and the median is {text(median, kind)}; the other {others} data "
                f"set{' moves' if others == 1 else 's move'} the mean."
            )
    return [*told, TYPICAL] if told else []


def row(results: Results, both: Both, method: str) -> Row:
    """Row of the table with the numbers of one method."""
    head = both.head
    signed_rank, folds = (test.get(method, Posterior(method)) for test in (both.signed_rank, both.folds))
    further = folds.predictive
    difference: Any = signed_rank.mean_difference
    if results.reference:
        difference = Cell(difference, href=versus(method, results.reference, head.protocol, head.metric))
    cells: Row = {
        "experiment": head.experiment or "",
        "status": head.status,
        "method": method_cell(method),
        "n": signed_rank.n,
        "mean_difference": difference,
        "hierarchical_n": folds.n,
        "delta0": folds.delta0,
        "note": folds.note,
    }
    for key in Probabilities._fields:
        cells[key], cells[f"hierarchical_{key}"] = (
            Cell(p, css="strong") if p is not None and p >= SURE else p
            for p in (getattr(signed_rank, key), getattr(folds, key))
        )
        cells[f"next_{key}"] = getattr(further, key) if further else None
    return cells


def table(results: Results, summary: Summary, both: Both) -> Table:
    """Table of both tests side by side; probabilities of at least `SURE` are bold."""
    head, folds = both.head, both.folds
    rows = [row(results, both, m) for m in results.methods if m in both.signed_rank or m in folds]
    kind = "points" if metric_kind(head.metric) == "percent" else "signed"
    test = results.bayes if results.bayes.comparisons else results.hierarchical
    rope = test.rope or 0
    for r in rows:
        if r["better"] is not None:
            r |= spread(results, summary, head, raw(r["method"]), rope)
    caption = (
        f"P(better), P(rope), P(worse) against {test.reference} over data sets, "
        f"{head.label}, protocol {head.protocol} ({head.status})."
    )
    then = (
        " The later columns are from the hierarchical correlated t test on all folds (Corani et al. "
        "2017), which weights the data sets by the precision of their differences and predicts the "
        "difference on a further data set."
    )
    note = (
        f"The region of practical equivalence (ROPE) is ±{rope:g} in the unit of the metric. Probabilities "
        f"of at least {SURE} are bold. The first columns are from the Bayesian signed-rank test on the means "
        f"of the data sets (Benavoli et al. 2017).{then if folds else ''} Every probability is about one "
        "pair alone, without correction for the number of methods."
    )
    note = " ".join([note, *contradictions(rows, rope, kind)])
    return Table(
        "probabilities", caption, without_empty(in_units(COLUMNS, head.metric), rows), tuple(rows), note
    )


def views(results: Results, summary: Summary, complete: bool = False) -> list[View]:
    """One view per protocol and metric, the primary one first; all experiments if `complete`."""
    return [
        View(both.head.protocol, both.head.metric, table(results, summary, both))
        for both in entries(results, complete)
    ]

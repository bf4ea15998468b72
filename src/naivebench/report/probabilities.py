"""Every method against the reference as probabilities, by both Bayesian tests over data sets."""

from __future__ import annotations

import statistics

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.formats import listing, metric_kind, plural, text
from naivebench.benchmark.results.parts import method_cell, versus
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Cell, Column, Table, View, raw
from naivebench.evaluation.statistics.bayes import SURE
from naivebench.evaluation.statistics.rounding import NOISE
from naivebench.report.duel import gains
from naivebench.report.inference import status

OUTCOMES = ("better", "rope", "worse")
ALIKE = {"rope": "P(rope)", "hierarchical_rope": "P(rope), folds"}

_HIERARCHICAL = "Hierarchical test, on the folds of all data sets: probability that on a further data set "
COLUMNS = (
    Column("experiment", "Experiment", hidden=True),
    Column("status", "Status", hidden=True),
    Column("method", "Method", "id"),
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
        "signed",
        "Mean over these data sets of the method's score minus the reference's",
    ),
    Column(
        "median", "Median", "signed", "Median of the same differences, which a few large ones do not move"
    ),
    Column("inside", "In ROPE", "integer", "Data sets whose difference lies inside the ROPE"),
    Column(
        "hierarchical_better",
        "P(better), folds",
        "score",
        _HIERARCHICAL + "better is the likeliest of the three",
    ),
    Column(
        "hierarchical_rope",
        "P(rope), folds",
        "score",
        _HIERARCHICAL + "practical equivalence is the likeliest",
    ),
    Column("hierarchical_worse", "P(worse), folds", "score", _HIERARCHICAL + "worse is the likeliest"),
    Column(
        "hierarchical_n",
        "N, folds",
        "integer",
        "Data sets of the hierarchical test: those on which method and reference have at least two folds",
    ),
    Column(
        "delta0",
        "Mean, folds",
        "signed",
        "Hierarchical test: posterior mean of the difference that those of the data sets scatter around",
    ),
    Column(
        "next_better",
        "Next better",
        "score",
        "Hierarchical test: probability that the difference on a further data set is above the ROPE",
        hidden=True,
    ),
    Column("next_rope", "Next alike", "score", "The same, inside the ROPE", hidden=True),
    Column("next_worse", "Next worse", "score", "The same, below the ROPE", hidden=True),
    Column("note", "Note", "long", hidden=True),
)


def entries(results: Results, complete: bool = False) -> list[tuple[dict, list[dict], list[dict]]]:
    """(heading, methods of the signed-rank test, methods of the hierarchical test), the primary one first;
    unless `complete`, of the main experiments alone.
    """
    by_view: dict[tuple, list] = {}
    for part, statistic in enumerate(
        (results.bayes.get("over_datasets", []), results.hierarchical.get("comparisons", []))
    ):
        for entry in (e for e in statistic if complete or e.get("main", True)):
            key = (entry.get("experiment"), entry["protocol"], entry["metric"])
            by_view.setdefault(key, [entry, [], []])[part + 1] = entry["methods"]
    return sorted((tuple(f) for f in by_view.values()), key=lambda f: not f[0].get("primary"))


def spread(results: Results, summary: Summary, head: dict, method: str, rope: float) -> dict:
    """Median of the differences to the reference over the data sets of the signed-rank test, in the sense of
    the scores, and number of them inside the ROPE, its edge included as far as rounding noise; {} where the
    test is not there or a score is infinite.
    """
    sets = head.get("datasets", ())
    found = gains(results, summary, {**head, "datasets": sets}, method, results.reference or "")
    if not sets or len(found) < len(sets):
        return {}
    sign = -1 if results.metrics[head["metric"]].better == "lower" else 1
    edge = rope + NOISE * max(rope, *map(abs, found.values()))
    return {
        "median": sign * statistics.median(found.values()) + 0.0,
        "inside": sum(abs(v) <= edge for v in found.values()),
    }


def contradictions(rows: list[dict], rope: float, kind: str) -> list[str]:
    """A sentence for every method that is practically alike for sure by one number and not by another."""
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
                f"{raw(r['method'])}: {numbers} beside a mean difference of {text(mean, kind)} is no "
                "contradiction. "
                f"On {plural(r['inside'], 'data set')} of {r['n']} the difference lies inside the ROPE, "
                "and the median "
                f"is {text(median, kind)}; the mean is moved by the {others} "
                f"other{'' if others == 1 else 's'}. These "
                "probabilities are about a typical data set: the test over folds takes the differences "
                "for Student's "
                "t distributed, and few far ones move its centre little."
            )
    return told


def row(results: Results, head: dict, method: str, signed_rank: dict, folds: dict) -> dict:
    """The numbers of one method; {} for a test without it."""
    cells = {
        "experiment": head.get("experiment", ""),
        "status": status(head),
        "method": method_cell(method),
    }
    cells |= {key: signed_rank.get(key) for key in (*OUTCOMES, "n", "mean_difference")}
    cells |= {f"hierarchical_{key}": folds.get(key) for key in (*OUTCOMES, "n")} | {
        "delta0": folds.get("delta0"),
        "note": folds.get("note"),
    }
    cells |= {f"next_{key}": (folds.get("predictive") or {}).get(key) for key in OUTCOMES}
    sure = [
        f"{lead}{key}"
        for lead in ("", "hierarchical_")
        for key in OUTCOMES
        if (cells[f"{lead}{key}"] or 0) >= SURE
    ]
    if results.reference:
        there = versus(method, results.reference, head["protocol"], head["metric"])
        cells["mean_difference"] = Cell(cells["mean_difference"], href=there)
    return cells | {key: Cell(cells[key], css="strong") for key in sure}


def table(
    results: Results, summary: Summary, head: dict, signed_rank: list[dict], folds: list[dict]
) -> Table:
    """Both tests side by side; probabilities of at least `SURE` in bold."""
    by_test = [{m["method"]: m for m in listed} for listed in (signed_rank, folds)]
    names = [m for m in results.methods if any(m in listed for listed in by_test)]
    rows = [row(results, head, m, *(listed.get(m, {}) for listed in by_test)) for m in names]
    kind = "points" if metric_kind(head["metric"]) == "percent" else "signed"
    reference, rope = ((results.bayes or results.hierarchical).get(key) for key in ("reference", "rope"))
    for r in rows:
        r |= (
            spread(results, summary, head, raw(r["method"]), rope or 0) if r.get("better") is not None else {}
        )
    empty = {c.key for c in COLUMNS if all(r.get(c.key) is None for r in rows)}
    columns = [
        c._replace(kind=kind) if c.key in ("mean_difference", "median", "delta0") else c for c in COLUMNS
    ]
    columns = [c._replace(hidden=c.hidden or c.key in empty) for c in columns]
    caption = (
        f"P(better), P(rope), P(worse) against {reference} over data sets, "
        f"{head.get('metric_label', head['metric'])}, "
    )
    caption += f"protocol {head['protocol']} ({status(head)})."
    note = (
        f"Region of practical equivalence (ROPE) ±{rope or 0:g}, in the unit of the metric; bold: at least "
        f"{SURE}. "
    )
    note += "First the Bayesian signed-rank test on the means of the data sets (Benavoli et al. 2017)"
    note += (
        "."
        if not folds
        else (
            ", then the hierarchical correlated t test on all their folds (Corani et al. 2017), which "
            "weighs the data sets by how "
        )
    )
    note += "" if not folds else "sure their differences are and asks for a further data set."
    note += " Posterior probabilities of each pair alone, without correction for the number of methods."
    note = " ".join([note, *contradictions(rows, rope or 0, kind)])
    return Table("probabilities", caption, tuple(columns), tuple(rows), note)


def views(results: Results, summary: Summary, complete: bool = False) -> list[View]:
    """One view per protocol and metric, the primary one first; all experiments if `complete`."""
    return [
        View(head["protocol"], head["metric"], table(results, summary, head, *parts))
        for head, *parts in entries(results, complete)
    ]

"""Jambeiro and Wainer 2007: calibration, and recovery of planted critical patterns by each method."""

from __future__ import annotations

from typing import Any

from naivebench.benchmark.hit_facts import Calibration, Patterns
from naivebench.benchmark.planted import Described
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell
from naivebench.benchmark.results.tables import Cell, Row
from naivebench.report.papers.beside import decimals, name_of, named_cell
from naivebench.report.papers.jambeiro2007 import hits
from naivebench.report.papers.jambeiro2007.hits import REFERENCE, share
from naivebench.report.papers.jambeiro2007.stored import facts
from naivebench.report.papers.run import Run

FEWEST = 20  # least number of cases of the highest bin that is reported
BEST = ("gap", "rmse_true", "divergence")


def calibration(run: Run) -> list[Row]:
    """Rows on the distance of predicted probabilities from observed and true ones."""
    rows = []
    for dataset in hits.datasets(run):
        stored = facts(run, "honest", dataset).calibration
        lines: list[Row] = [
            {"dataset": dataset_cell(dataset), "method": named_cell(run, m)} | _calibration(stored[m])
            for m in hits.methods(run, "honest", dataset)
            if m in stored
        ]
        for key in BEST:
            known = [row[key].value for row in lines if row[key] and row[key].value != float("inf")]
            for row in lines:
                if known and row[key] and row[key].value == min(known):
                    row[key] = row[key]._replace(css="strong")
        rows += lines
    return rows


def _calibration(stored: Calibration) -> Row:
    numbers = {key: getattr(stored, key) for key in BEST}
    row: Row = {key: None if v is None else Cell(v, decimals(5)(v)) for key, v in numbers.items()}
    top = next((b for b in reversed(stored.bins) if b.cases >= FEWEST), None)
    if top:
        row |= {"highest": top.predicted, "highest_observed": top.observed}
        row |= {"highest_true": top.true, "cases": top.cases}
    return row


def nearest(run: Run) -> list[str]:
    """Sentences on which method is nearest to the true probabilities, for data sets on which they are
    known.
    """
    sentences = []
    for dataset in planted(run):
        by_method = facts(run, "honest", dataset).calibration
        known = {m: of.rmse_true for m, of in by_method.items() if of.rmse_true is not None}
        order = sorted(known, key=lambda m: known[m])
        text = f"On {dataset} the true probabilities are known. {name_of(run, order[0])} is closest to "
        text += f"them (root mean square {known[order[0]]:.4f})"
        if REFERENCE in order[1:]:
            place = f"number {order.index(REFERENCE) + 1} of {len(order)}"
            text += f"; HPB is {place} ({known[REFERENCE]:.4f})"
        sentences.append(text + ".")
    return sentences


def planted(run: Run) -> dict[str, Patterns]:
    """The planted patterns of the data sets for which they are known."""
    found = {d: facts(run, "honest", d).patterns for d in hits.datasets(run)}
    return {d: patterns for d, patterns in found.items() if patterns is not None}


def _selected(
    stored: Patterns, method: str, key: str, order: int | None = None
) -> list[tuple[Described, Any]]:
    """Pairs (pattern, value) for the patterns of an order for which the method has a value."""
    pairs = zip(stored.planted, getattr(stored.methods[method], key), strict=True)
    return [(p, v) for p, v in pairs if v is not None and order in (None, p.order)]


def recovery(run: Run) -> list[Row]:
    """Rows for each method: planted patterns found, predicted probability, and how early their cases are
    ranked.
    """
    rows = []
    for dataset, stored in planted(run).items():
        for method in (m for m in hits.methods(run, "honest", dataset) if m in stored.methods):
            row: Row = {"dataset": dataset_cell(dataset), "method": named_cell(run, method)}
            row |= {f"found_{o}": _share_found(stored, method, o) for o in {p.order for p in stored.planted}}
            rows.append(row | _recovery(stored, method))
    return rows


def _share_found(stored: Patterns, method: str, order: int | None = None) -> Cell | None:
    values = [bool(v) for _, v in _selected(stored, method, "found", order)]
    return Cell(sum(values) / len(values), f"{sum(values)} of {len(values)}") if values else None


def _recovery(stored: Patterns, method: str) -> Row:
    """Recovery over all patterns; each case has the same weight."""
    predicted, first = (_selected(stored, method, key) for key in ("predicted", "first"))
    cases = sum(p.cases for p, _ in predicted)
    row: Row = {"patterns": len(predicted), "found": _share_found(stored, method)}
    if cases:
        true = sum(p.cases * p.true for p, _ in predicted if p.true is not None)
        row["believed"] = sum(p.cases * v for p, v in predicted) / true
        row["first"] = sum(p.cases * v for p, v in first) / cases
    return row


def patterns(run: Run) -> list[Row]:
    """A row for every planted pattern with the methods that find it and those that miss it."""
    rows = []
    for dataset, stored in planted(run).items():
        for i, p in enumerate(stored.planted):
            found = {m: of.found[i] for m, of in stored.methods.items() if of.found[i] is not None}
            row: Row = {"dataset": dataset_cell(dataset), "order": p.order, "cases": p.cases}
            row["pattern"] = ", ".join(f"{k} {v}" for k, v in p.values.items())
            row["true"] = Cell(p.true, None if p.true is None else share(p.true))
            row["by"] = ", ".join(name_of(run, m) for m, so in found.items() if so)
            rows.append(row | {"missed": ", ".join(name_of(run, m) for m, so in found.items() if not so)})
    return rows


def recovered(run: Run) -> list[str]:
    """Sentences that compare HPB's recovery of the planted patterns with the best."""
    sentences = []
    for dataset, stored in planted(run).items():
        rows = {m: r for m in stored.methods if "first" in (r := _recovery(stored, m))}
        text = f"{plural(len(stored.planted), 'pattern')} are planted in {dataset}."
        if REFERENCE in rows:
            hpb, most = rows[REFERENCE], max(row["found"].value for row in rows.values())
            finders = [m for m in rows if rows[m]["found"].value == most]
            first = max(rows, key=lambda m: rows[m]["first"])
            text += (
                f" HPB finds {hpb['found'].text} (most: "
                f"{listing([name_of(run, m) for m in finders])}, {rows[finders[0]]['found'].text}); "
                f"of their cases, {share(hpb['first'])} % are among its first 1 % (most: "
                f"{name_of(run, first)}, {share(rows[first]['first'])} %), and it gives them "
                f"{hpb['believed']:.2f} of their true probability."
            )
        sentences.append(text)
    return sentences

"""Which method for which data: the ranking of the primary comparison anew on every kind of data set."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from naivebench.benchmark.results.comparisons import Comparison
from naivebench.benchmark.results.context import Results, comparison, rivals
from naivebench.benchmark.results.formats import plural, text
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary, ranked
from naivebench.benchmark.results.tables import Cell, Column, Table, in_units
from naivebench.data.profile import Record
from naivebench.evaluation.statistics.ranks import average_ranks
from naivebench.evaluation.statistics.rounding import without_noise
from naivebench.report.duel import gains

FEW = 6  # data sets: Wilcoxon's two-sided p cannot reach 0.05 below
SMALL, LARGE = 500, 5000  # cases
DISCRETE = {"nominal", "ordinal"}
WORDS = {"count", "sequence"}
Prepared = Record | dict[str, Any]  # {} for a data set that is not there


def data_kind(prepared: Prepared) -> str:
    """discrete, numeric, mixed, or words and letters."""
    present = {a["kind"] for a in prepared.get("attributes", [])}
    discrete, numeric = present & DISCRETE, present - DISCRETE - WORDS
    if present & WORDS:
        return "words or letters"
    return (
        "mixed" if discrete and numeric else "discrete" if discrete else "numeric" if numeric else "unknown"
    )


SIZES = (f"below {SMALL:,}", f"{SMALL:,} to {LARGE:,}", f"above {LARGE:,}")
PROPERTIES: tuple[tuple[str, Callable[[Prepared], str], tuple[str, ...]], ...] = (
    ("Attributes", data_kind, ("discrete", "mixed", "numeric", "words or letters", "unknown")),
    ("Cases", lambda p: SIZES[(p["rows"] >= SMALL) + (p["rows"] > LARGE)], SIZES),
    ("Classes", lambda p: "two" if len(p["classes"]) == 2 else "more than two", ("two", "more than two")),
    ("Missing values", lambda p: "some" if p.get("missing_cells") else "none", ("none", "some")),
)


class Suited(NamedTuple):
    """The methods of the primary comparison on the data sets that share a property."""

    title: str
    value: str
    datasets: list[str]
    ranks: dict[str, float]  # best first
    family: str | None  # best member of the naive Bayes family
    gain: float | None  # median gain of that one over the reference


def properties(prepared: Prepared) -> list[tuple[str, str]]:
    """(title, value) of every property of a data set; [] for one that is not there."""
    return [(title, value(prepared)) for title, value, _ in PROPERTIES] if prepared.get("rows") else []


def suited(results: Results, summary: Summary) -> list[Suited]:
    """Every property of the data sets of the primary comparison, in the order of `PROPERTIES`."""
    entry = comparison(results, *results.primary)
    if not entry:
        return []
    of_sets = {d: dict(properties(results.prepared.get(d, {}))) for d in entry.datasets}
    found = []
    for title, _, values in PROPERTIES:
        for value in values:
            sets = [d for d in entry.datasets if of_sets[d].get(title) == value]
            found += [_on(results, summary, entry, title, value, sets)] if sets else []
    return found


def _on(
    results: Results, summary: Summary, entry: Comparison, title: str, value: str, sets: list[str]
) -> Suited:
    methods, metric = ranked(entry), entry.metric
    scores = np.array([[summary.means[entry.protocol, d, m][metric] for m in methods] for d in sets])
    lower = results.metrics[metric].better == "lower"
    average = average_ranks(without_noise(scores), lower_is_better=lower)
    order = sorted(zip(average.tolist(), methods, strict=True))
    outside = set(rivals(results))
    family = next((m for _, m in order if m not in outside), None) if outside else None
    gain = None
    if family and results.reference in methods and family != results.reference:
        values = gains(
            results, summary, replace(entry, datasets=tuple(sets)), family, results.reference
        ).values()
        gain = statistics.median(values) if values else None
    return Suited(title, value, sets, {m: r for r, m in order}, family, gain)


COLUMNS = (
    Column("property", "Property", "id"),
    Column("value", "Value"),
    Column("n", "N", "integer", "Data sets of the primary comparison that have it"),
    Column("best", "Best of all"),
    Column("best_rank", "Avg. rank", "rank"),
    Column("family", "Best of the family"),
    Column("family_rank", "Avg. rank", "rank"),
    Column("gain", "Median gain", "difference", "Of the best of the family over the reference"),
    Column("reference_rank", "Reference", "rank", "Average rank of the reference"),
)


def table(results: Results, summary: Summary) -> Table:
    """Which method for which data: best of all and best of the family, a row per property."""
    rows = []
    for s in suited(results, summary):
        best = next(iter(s.ranks))
        rows.append(
            {
                "property": s.title,
                "value": s.value,
                "n": Cell(len(s.datasets), css="quiet" if len(s.datasets) < FEW else ""),
                "best": method_cell(best),
                "best_rank": s.ranks[best],
                "family": method_cell(s.family) if s.family else None,
                "family_rank": s.ranks.get(s.family or ""),
                "gain": s.gain,
                "reference_rank": s.ranks.get(results.reference or ""),
            }
        )
    return Table(
        "suits",
        "Which method for which data: the primary ranking anew on the data sets with a property.",
        in_units(COLUMNS, results.primary[1]),
        tuple(rows),
        f"Exploratory; ranks on fewer than {FEW} data sets (grey N) say next to nothing.",
    )


def sentences(found: list[Suited], prepared: Prepared) -> list[str]:
    """What the kinds of one data set favour, a sentence for each of its properties."""
    told = []
    for s in (s for s in found if (s.title, s.value) in properties(prepared)):
        best = [f"{m} ({text(r, 'rank')})" for m, r in list(s.ranks.items())[:3]]
        family = "" if s.family in list(s.ranks)[:3] or not s.family else f"; of the family {s.family}"
        few = " Too few to say much." if len(s.datasets) < FEW else ""
        told.append(
            f"{s.title} {s.value}: best by average rank on {plural(len(s.datasets), 'such set')} are "
            f"{', '.join(best)}{family}.{few}"
        )
    return told

"""Data sets on which a method wins and loses, and data properties that correlate with its gain over the
reference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from naivebench.benchmark.results.context import Results, comparison
from naivebench.benchmark.results.formats import listing, p_phrase, plural, text
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary, ranked
from naivebench.benchmark.results.tables import Column, Table, strong
from naivebench.evaluation.statistics.intervals import spearman
from naivebench.evaluation.statistics.posthoc import holm
from naivebench.report.columns import METHOD
from naivebench.report.duel import amount, gains

LEAST = 6  # data sets below which no correlation is given
FEW = 20  # data sets below which a correlation of 0.5 can hardly be distinguished from 0
SHOWN = 3  # largest gains and losses that a card names


def _missing_share(prepared: Mapping[str, Any]) -> float:
    return prepared.get("missing_cells", 0) / max(1, prepared["rows"] * len(prepared["attributes"]))


PROPERTIES: tuple[tuple[str, str, Callable[[Mapping[str, Any]], float | None]], ...] = (
    ("cases", "number of cases", lambda p: p["rows"]),
    ("attributes", "number of attributes", lambda p: len(p["attributes"])),
    ("classes", "number of classes", lambda p: len(p["classes"])),
    ("missing", "share of missing cells", _missing_share),
    ("dependence", "dependence between attributes given the class", lambda p: p.get("dependence")),
)
LABELS = {key: label for key, label, _ in PROPERTIES}

COLUMNS = (
    METHOD,
    Column("property", "Property"),
    Column("n", "N", "integer", "Data sets"),
    Column("rho", "ρ", "signed", "Spearman's rank correlation of property and gain over the data sets"),
    Column("low", "from", "signed", "95% interval: lower end (Bonett & Wright 2000)"),
    Column("high", "to", "signed", "95% interval: upper end"),
    Column("p", "p", "p", "Two-sided, uncorrected"),
    Column("holm", "Holm", "p", "p corrected for all correlations of this table"),
)


class Correlation(NamedTuple):
    """Correlation between a property of the data sets and the gain of a method over the reference."""

    method: str
    property: str
    n: int  # data sets
    rho: float
    low: float | None
    high: float | None
    p: float
    holm: float = math.nan  # p corrected for all correlations


def described(results: Results, dataset: str) -> Mapping[str, Any]:
    """The description of a data set, including its dependence (nats); {} if the data set is not available."""
    found = results.prepared.get(dataset, {})
    nats = results.dependence.get(dataset)
    return found | ({} if nats is None else {"dependence": nats}) if found.get("rows") else {}


def correlations(results: Results, summary: Summary) -> list[Correlation]:
    """Correlate every property with the gain over the reference, for every method of the primary
    comparison.
    """
    entry, reference = comparison(results, *results.primary), results.reference
    if not entry or reference is None or reference not in entry.average_ranks:
        return []
    rows = []
    for method in (m for m in ranked(entry) if m != reference):
        gain = gains(results, summary, entry, method, reference)
        for key, _, value in PROPERTIES:
            known = {d: value(found) for d in gain if (found := described(results, d))}
            pairs = [(v, gain[d]) for d, v in known.items() if v is not None]
            if len(pairs) < LEAST or len({v for v, _ in pairs}) < 2:
                continue
            found_rho = spearman(*zip(*pairs, strict=True))
            if found_rho.p is None or not math.isfinite(found_rho.p):
                continue
            rows.append(Correlation(method, key, len(pairs), *found_rho[:3], found_rho.p))
    adjusted = holm(np.array([r.p for r in rows])).tolist() if rows else []
    return [row._replace(holm=p) for row, p in zip(rows, adjusted, strict=True)]


def table(results: Results, found: list[Correlation]) -> Table:
    """Table of the correlations; Holm-corrected p at or below the level of significance are bold."""
    entry = comparison(results, *results.primary)
    alpha = entry.alpha if entry else 0.05
    rows = tuple(
        row._asdict()
        | {"method": method_cell(row.method), "property": LABELS[row.property]}
        | {"holm": strong(row.holm, alpha)}
        for row in found
    )
    few = (
        f" Fewer than {FEW} data sets can show only strong correlations."
        if any(row.n < FEW for row in found)
        else ""
    )
    return Table(
        "meta",
        f"Properties of the data that go with the gain over {results.reference}, data sets of the "
        f"primary comparison.",
        COLUMNS,
        rows,
        "Exploratory: the data sets are not a random sample, and their properties are related to each "
        "other. Dependence: mean "
        "conditional "
        f"mutual information of pairs of attributes given the class, in nats.{few}",
    )


def sentences(results: Results, summary: Summary, method: str, found: list[Correlation]) -> list[str]:
    """Sentences on where a method wins and loses against the reference, and on what its gain correlates
    with.
    """
    entry, reference = comparison(results, *results.primary), results.reference
    if not entry or reference is None or method == reference or method not in entry.average_ranks:
        return []
    gain = gains(results, summary, entry, method, reference)
    if reference not in entry.average_ranks or not gain:
        return []
    order = sorted(gain, key=lambda d: (-gain[d], d))
    told = []
    for word, names in (("Wins", order), ("Loses", order[::-1])):
        chosen = [d for d in names if (gain[d] > 0) == (word == "Wins") and gain[d] != 0]
        if chosen:
            largest = [f"{d} ({amount(gain[d], entry.metric)})" for d in chosen[:SHOWN]]
            told.append(
                f"It {word.lower()} against {reference} on {len(chosen)} of {plural(len(gain), 'data set')}"
                f"{', most clearly on' if len(chosen) > 1 else ':'} {listing(largest)}."
            )
    return told + _why([row for row in found if row.method == method], entry.alpha, reference)


def _why(rows: list[Correlation], alpha: float, reference: str) -> list[str]:
    if not rows:
        return []
    strong = sorted((r for r in rows if r.holm <= alpha), key=lambda r: r.holm)
    parts = [
        f"{'grows' if r.rho > 0 else 'shrinks'} with the {LABELS[r.property]} (ρ = "
        f"{text(r.rho, 'signed')}, 95% "
        f"interval {text(r.low, 'signed')} to {text(r.high, 'signed')}, Holm p {p_phrase(r.holm)})"
        for r in strong
    ]
    n = min(r.n for r in rows)
    if parts:
        return [f"Over {plural(n, 'data set')}, its gain over {reference} {listing(parts)}."]
    most = max(rows, key=lambda r: abs(r.rho))
    few = f" With {n} data sets, only strong correlations can be seen." if n < FEW else ""
    return [
        "No property of the data explains its gain after correction (Holm over all methods and "
        f"properties); the largest correlation is with the {LABELS[most.property]}: ρ = "
        f"{text(most.rho, 'signed')} (95% interval {text(most.low, 'signed')} to "
        f"{text(most.high, 'signed')}, {most.n} data sets).{few}"
    ]

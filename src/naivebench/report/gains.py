"""Difference of every method from the reference: the first drawing of the page, and its table."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from naivebench.benchmark.results.comparisons import Comparison
from naivebench.benchmark.results.context import Results, blind, comparison, group, stanza
from naivebench.benchmark.results.formats import in_sentence, metric_kind, plural, text
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.summaries import Summary, ranked
from naivebench.benchmark.results.tables import Column, Table, in_units
from naivebench.evaluation.statistics.intervals import Interval, over_sets
from naivebench.report import duel, on_set
from naivebench.report.columns import GROUP, METHOD

COLUMNS = (
    METHOD,
    GROUP,
    Column("average_rank", "Avg. rank", "rank", "Average rank over the data sets, 1 = best"),
    Column(
        "gain", "Difference", "difference", "Mean over the data sets; positive: better than the reference"
    ),
    Column("low", "95% from", "difference", "95% t interval of the mean difference: lower end"),
    Column("high", "to", "difference", "95% t interval of the mean difference: upper end"),
)
TICKS = 5  # approximate number of ticks of the axis


class Tick(NamedTuple):
    """A tick of the axis: its position in percent of the axis, and its label."""

    at: float
    label: str


class Drawn(NamedTuple):
    """A row of the drawing; positions are in percent of the axis, clipped to it."""

    method: str
    title: str
    group: str
    value: str
    ends: str  # ends of the interval; "" without one
    at: float
    low: float
    high: float
    beyond: bool  # the value itself is outside the axis


class Drawing(NamedTuple):
    """The differences as the page draws them, the best average rank first."""

    reference: str  # title, worded for use within a sentence
    unit: str
    over: str  # description of the means and intervals, and of the first row
    rows: tuple[Drawn, ...]
    ticks: tuple[Tick, ...]
    zero: float

    @property
    def groups(self) -> set[str]:
        """The method groups in the drawing."""
        return {r.group for r in self.rows}


def title_of(results: Results, method: str) -> str:
    """The full name of a method."""
    return str(stanza(results, "methods", method).get("title", method))


def short_title(results: Results, method: str) -> str:
    """The title of a method up to the first comma or parenthesis."""
    return re.sub(r"(,| \().*", "", title_of(results, method))


def intervals(results: Results, summary: Summary, entry: Comparison) -> dict[str, Interval]:
    """Method -> mean difference from the reference over the data sets of a comparison, the best average rank
    first.

    {} if the reference is not in the comparison.
    """
    order, reference = ranked(entry), results.reference
    if reference not in order:
        return {}
    found = {m: list(duel.gains(results, summary, entry, m, reference).values()) for m in order}
    return {m: over_sets(values) for m, values in found.items() if values}


def table(results: Results, summary: Summary) -> Table:
    """Table of the differences from the reference in the primary comparison."""
    entry = comparison(results, *results.primary)
    found = intervals(results, summary, entry) if entry else {}
    rows = tuple(
        {
            "method": method_cell(m)._replace(title=title_of(results, m)),
            "group": group(results, m),
            "average_rank": entry.average_ranks[m] if entry else None,
            "gain": gain.value,
            "low": gain.low if math.isfinite(gain.low) else None,
            "high": gain.high if math.isfinite(gain.high) else None,
        }
        for m, gain in found.items()
        if m != results.reference
    )
    sets = plural(len(entry.datasets) if entry else 0, "data set")
    return Table(
        "differences",
        f"Difference from {results.reference}, mean over {sets}, with 95% t intervals.",
        in_units(COLUMNS, results.primary[1]),
        rows,
    )


def drawing(results: Results, summary: Summary) -> Drawing | None:
    """The differences in the primary comparison, or over the folds if the run has a single data set.

    None without a reference or with fewer than two methods.
    """
    entry, alone = comparison(results, *results.primary), on_set.single(results)
    found: dict[str, Interval] = {}
    if entry:
        found = intervals(results, summary, entry)
        sets = plural(len(entry.datasets), "data set")
        over = f"mean over {sets} with 95% intervals. The best average rank is first"
    elif alone and results.reference:
        best_first = on_set.order(results, summary, alone)
        found = on_set.intervals(results, alone, results.reference, best_first)
        over = (
            "mean over the folds with 95% intervals that allow for their common training cases. The best "
            "method is first"
        )
    if len(found) < 2:
        return None
    metric = results.primary[1]
    percent = metric_kind(metric) == "percent"
    kind, unit = ("points", 100) if percent else ("signed", 1)
    # methods that ignore the attributes are far behind, so the axis covers only the other methods
    seeing = [g for m, g in found.items() if not blind(results, m)] or list(found.values())
    low, high = _ends([v for g in seeing for v in (g.value, g.low, g.high) if math.isfinite(v)])

    def place(value: float) -> float:
        return round(100 * min(max((value - low) / (high - low), 0), 1), 2)

    rows = tuple(
        Drawn(
            m,
            title_of(results, m),
            group(results, m),
            "reference" if m == results.reference else text(g.value, kind),
            f"{text(g.low, kind)} to {text(g.high, kind)}"
            if m != results.reference and math.isfinite(g.low)
            else "",
            place(g.value),
            place(g.low if math.isfinite(g.low) else g.value),
            place(g.high if math.isfinite(g.high) else g.value),
            not low <= g.value <= high,
        )
        for m, g in found.items()
    )
    ticks = tuple(
        Tick(place(v), f"{unit * v:+g}".replace("-", "\N{MINUS SIGN}") if v else "0")
        for v in _ticks(low, high)
    )
    label = in_sentence(results.metrics[metric].label)
    return Drawing(
        in_sentence(title_of(results, results.reference or "")),
        f"{label} points" if percent else label,
        over,
        rows,
        ticks,
        place(0.0),
    )


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """The ends of the axis: the range of the values and 0, with a margin."""
    low, high = min(*values, 0.0), max(*values, 0.0)
    room = 0.04 * (high - low) or 0.01
    return low - room, high + room


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between the ends."""
    raw = (high - low) / TICKS
    unit = 10.0 ** math.floor(math.log10(raw))
    step = next(f * unit for f in (1, 2, 5, 10) if f * unit >= raw * (1 - 1e-9))
    return [round(i * step, 12) + 0.0 for i in range(math.ceil(low / step), math.floor(high / step) + 1)]

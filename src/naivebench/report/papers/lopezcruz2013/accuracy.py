"""Verdicts on Table 1 of Lopez-Cruz et al. 2013.

The paper does not state all settings, and some of its numbers are illegible.
"""

from __future__ import annotations

from typing import NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.context import protocols_of, stanza
from naivebench.benchmark.results.formats import listing
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import mean_std
from naivebench.benchmark.results.tables import Row
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import run as runs
from naivebench.report.papers.accuracies import bounded, bounds
from naivebench.report.papers.paper import DataSet, Figure, value
from naivebench.report.papers.rows import Agreement, Measured, from_print, measured, over_repeats
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import HOLDS, REPRODUCED, UNTESTED, judge


class Reading(NamedTuple):
    """Accuracy for one number of draws that rank the attributes, and its difference from the printed one."""

    protocol: str
    draws: int
    ours: Measured
    gap: Interval


def readings(run: Run, stand: DataSet, name: str) -> list[Reading]:
    """Results of a selective method for every number of draws that was run on several repeats, fewest first.

    The list is empty if there are fewer than two such numbers.
    """
    printed = value(run.paper, stand.printed, name, "accuracy_pct")
    found = []
    for role in ("paper", *run.paper.methods[name].more.get("readings", [])):
        method = runs.method_of(run, role, stand.id, name) or ""
        ours = measured(run, role, stand.id, method, "accuracy")
        if ours and ours.runs > 1 and printed is not None:
            found.append((role, method, ours, from_print(run, printed / 100, ours)))
    if len(found) < 2:
        return []
    several = (
        Reading(run.paper.protocols[role], _draws(run, role, method), ours, gap)
        for role, method, ours, gap in found
    )
    return sorted(several, key=lambda reading: reading.draws)


def _draws(run: Run, role: str, method: str) -> int:
    """The parameter `samples` of a method under the protocol of a role."""
    changed = protocols_of(run.results)[run.paper.protocols[role]].get("params", {})
    return (stanza(run.results, "methods", method)["params"] | changed.get(method, {}))["samples"]


def agreement(run: Run, stand: DataSet, name: str, figure: Figure | None, ours: Measured) -> Agreement:
    """Agreement like `over_repeats`, with two extensions.

    If the paper does not state its number of draws, all numbers are judged together. An illegible accuracy is
    compared with the bounds that follow from the other tables.
    """
    limits = bounds(run.paper, stand.printed, name)
    if several := readings(run, stand, name):
        return _over_readings(run, several)
    if figure or limits is None:
        return over_repeats(run, stand, name, figure, ours)
    if ours.runs < 2:
        return Agreement(UNTESTED, "the printed value is illegible, and one repeat has no interval")
    interval = intervals.mean(ours.by_run)
    verdict = judge(interval.low, interval.high, limits)
    text = f"the printed value is illegible; the other tables say {bounded(limits)}"
    if verdict == HOLDS and (limits[0] == 0 or limits[1] == 1):
        return Agreement(UNTESTED, f"{text}, which holds, but a bound on one side confirms little")
    return Agreement(REPRODUCED if verdict == HOLDS else verdict, text)


def _over_readings(run: Run, several: list[Reading]) -> Agreement:
    """Agreement of all readings together, judged by the range that covers their intervals."""
    low, high = min(r.gap.low for r in several), max(r.gap.high for r in several)
    tolerance = run.paper.rows[0].tolerance
    verdict = judge(low, high, (-tolerance, tolerance))
    means = listing(f"{formats.text(r.ours.value, 'percent')} with {r.draws:,}" for r in several)
    text = (
        f"the paper does not state how many values it draws to rank attributes: {means}; differences from the"
        f" print from {formats.text(low, 'points')} to {formats.text(high, 'points')} points, tolerance"
        f" {100 * tolerance:g}"
    )
    return Agreement(REPRODUCED if verdict == HOLDS else verdict, text)


def samples(run: Run) -> list[Row]:
    """Rows on how the selective methods depend on the number of draws, for data sets with several numbers."""
    return [
        {
            "dataset": dataset_cell(stand.id),
            "method": method_cell(runs.method_of(run, "paper", stand.id, name) or ""),
            "protocol": reading.protocol,
            "draws": reading.draws,
            "accuracy": reading.ours.value,
            "spread": mean_std(reading.ours.by_run)[1],
            "printed": reading.ours.value - reading.gap.value,
            "difference": reading.gap.value,
            "low": reading.gap.low,
            "high": reading.gap.high,
        }
        for stand in runs.stands(run, "paper")
        for name in run.paper.methods
        for reading in readings(run, stand, name)
    ]

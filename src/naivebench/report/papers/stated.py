"""Means over data sets that a paper states in its text, and statements on gains in its tables.

`more.gain` of the paper.yaml is the printed metric of gains over the paper's naive Bayes, in points;
`more.sizes` names the printed metrics of sizes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import run as runs
from naivebench.report.papers.methods import reference
from naivebench.report.papers.repeats import on_all
from naivebench.report.papers.run import Run, paired, stands
from naivebench.report.papers.verdicts import Statement, estimated, tallied


def printed_means(run: Run, name: str, metric: str = "", sets: Sequence[str] = ()) -> dict[str, float]:
    """Printed values of a method by data set; without a metric its gains, as shares of 1."""
    scale, metric = (1, metric) if metric else (100, run.paper.more["gain"])
    column = {d: f.value for (d, m, k), f in run.paper.figures.items() if (m, k) == (name, metric)}
    known = {d: v for d, v in column.items() if v is not None and d in run.paper.data_sets}
    return {d: v / scale for d, v in known.items() if not sets or d in sets}


def headline(
    run: Run,
    first: str,
    printed: float,
    under: str = "honest",
    second: str = "",
    metric: str = "",
    sets: Sequence[str] = (),
    half: float = 0.005,
) -> list[Statement] | str:
    """Judge a mean over data sets that the paper's text states.

    `printed`: points for a gain over naive Bayes, or a size if `metric` names one; `half`: half a unit of its
    last digit. Under the role `paper`, two statements decide. The first is the mean of the paper's own column
    over all data sets with a printed number (or only over `sets`, which are then named), regardless of the
    data of this run. The second is the mean of this run minus that of the paper, on the exact data that both
    have; it must be within the tolerance of the rows. Under `honest`, the mean over data sets, with one vote
    for each source family, must be within the tolerance of the printed mean.
    """
    gains = not metric
    stated, unit = (printed / 100, half / 100) if gains else (printed, half)
    tolerance = run.paper.rows[0].tolerance if gains else half
    kind, what = ("points", f"{first} minus {reference(run)}") if gains else ("signed", first)
    quantity = f"mean {'gain' if gains else metric.removeprefix('n_').replace('_', ' ')}"
    column = printed_means(run, first, metric, sets)
    ours = _measured_means(run, first, second, under, metric, column)
    if not ours:
        return f"this run does not have {first} under {runs.named(run, under)}"
    dataset = next(iter(ours))
    one, other = (runs.method_of(run, under, dataset, m) or "" for m in (first, second or reference(run)))
    protocol, n = runs.named(run, under), len(ours)
    if under == "paper":
        own = math.fsum(column.values()) / len(column)
        gap = math.fsum(v - column[d] for d, v in _by_printed(run, ours)) / n
        region, near = (stated - unit - 1e-9, stated + unit + 1e-9), (-tolerance, tolerance)
        of_print, as_printed = (
            f"Column of the paper's tables, {what}",
            f"As printed: {what}, this run minus the printed value",
        )
        which, of_column = listing(list(column)) if sets else "", Interval(own, own, own, len(column))
        column_of = (of_print, quantity, "", ("", ""), of_column, "printed data set", region, kind, which)
        gaps = (protocol, (one, other), Interval(gap, gap, gap, n), "data set", near, kind)
        return [
            estimated(*column_of, plain="The paper's own tables average {}")._replace(printed=True),
            estimated(
                as_printed, quantity, *gaps, data=ours, plain="This run differs from the printed value by {}"
            ),
        ]
    voting = runs.votes(run, ours)
    interval = intervals.mean(voting.values)
    region = (stated - tolerance, stated + tolerance)
    interval = interval if gains else interval._replace(p=None)
    of = (interval, voting.things, region, kind, voting.more, ours)
    plain = "" if gains else f"{first} has {{}} {quantity.removeprefix('mean ')} on average"
    return [estimated(what, quantity, protocol, (one, other), *of, plain)]


def _measured_means(
    run: Run, first: str, second: str, under: str, metric: str, column: dict[str, float]
) -> dict[str, float]:
    """Gain or size by data set under a role; under the role `paper`, only on the paper's own data."""
    found = {}
    for stand in stands(run, under, leading=True):
        if stand.printed not in column or (under == "paper" and stand.kind != "exact"):
            continue
        if not metric:
            pair = paired(run, [under], stand.id, first, second or reference(run))
            value = pair.mean if pair else None
        else:
            method = runs.method_of(run, under, stand.id, first)
            cell = (run.paper.protocols[under], stand.id, method or "")
            value = run.summary.means.get(cell, {}).get(_ours(run, metric))
        if value is not None:
            found[stand.id] = value
    return found


def _ours(run: Run, printed: str) -> str:
    """Name of this run's metric for a printed size."""
    return next(ours for ours, metric in run.paper.more["sizes"].items() if metric == printed)


def _by_printed(run: Run, ours: dict[str, float]) -> list[tuple[str, float]]:
    names = {d.id: d.printed for sets in run.paper.data_sets.values() for d in sets}
    return [(names[d], v) for d, v in ours.items()]


def printed_exceptions(run: Run, first: str, second: str, but: Sequence[str]) -> list[Statement] | str:
    """Judge on how many data sets the paper prints a larger gain for `second` than for `first`.

    The paper names only those in `but`.
    """
    one, other = (printed_means(run, m) for m in (first, second))
    found = {
        d: f"{d} {100 * other[d]:.2f} > {100 * one[d]:.2f}" for d in one if d in other and other[d] > one[d]
    }
    made = tallied(
        f"Printed gains of {second} above those of {first}",
        f"of {len(one.keys() & other.keys())} data sets for which both are printed",
        "",
        len(found),
        len(found),
        (0.0, float(len(but))),
        listing(list(found.values())),
        things="data set",
        plain=f"{second} has the larger printed gain on {{}} data sets",
    )
    return [made._replace(printed=True)]


def gains_above(
    run: Run, first: str, second: str, alike: str, sets: Sequence[str], but: Sequence[str]
) -> list[Statement] | str:
    """Judge on how many data sets `first` gains more than `second`, under the paper's protocol.

    `first` is compared with `alike`, the naive Bayes that is scored in the same way, and `second` with the
    paper's naive Bayes. The text also gives the results for the exceptions `but`.
    """
    found = {}
    for stand in stands(run, "paper", leading=True):
        if stand.printed in (*sets, *but) and stand.kind == "exact":
            one = paired(run, ["paper"], stand.id, first, alike)
            other = paired(run, ["paper"], stand.id, second, reference(run))
            if one and other:
                found[stand.printed] = (stand.id, one.mean - other.mean)
    gaps = dict(found[d] for d in sets if d in found)
    if not gaps:
        return f"this run does not have {first} and {second} under the paper's protocol"
    told = []
    for d in but:
        of = f"{formats.text(found[d][1], 'points')} points" if d in found else "not in this run"
        told.append(f"the exception, {d}: {of}")
    what = f"{first} gains more than {second}, each over naive Bayes judged in the same way"
    return [on_all(run, what, {d: v > 0 for d, v in gaps.items()}, told=told)]

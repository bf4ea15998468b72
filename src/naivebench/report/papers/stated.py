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
    printed: float | Sequence[float],
    under: str = "honest",
    second: str = "",
    metric: str = "",
    sets: Sequence[str] = (),
    half: float = 0.005,
) -> list[Statement] | str:
    """Judge a mean over data sets that the paper's text states, perhaps in several places.

    `printed`: points for a gain over naive Bayes, or a size if `metric` names one; `half`: half a unit of its
    last digit. The mean difference between this run and the printed numbers of the same data sets, with one
    vote for each source family, must be within the tolerance of the rows. Under the role `paper`, it is the
    mean absolute difference, so deviations do not cancel, and the estimate alone decides; the paper's own
    column over all data sets with a printed number (or only over `sets`, which are then named) must have the
    stated mean, too.
    """
    column = printed_means(run, first, metric, sets)
    ours = _measured_means(run, first, second, under, metric, column)
    if not ours:
        return f"this run does not have {first} under {runs.named(run, under)}"
    differences = {d: v - column[p] for d, p, v in _by_printed(run, ours)}
    if under == "paper":
        several = [printed] if isinstance(printed, (int, float)) else printed
        columns = [_column(run, first, metric, column, value, half, sets) for value in several]
        absolute = {d: abs(v) for d, v in differences.items()}
        return [*columns, _difference(run, first, second, under, metric, absolute, half)]
    return [_difference(run, first, second, under, metric, differences, half)]


def _difference(
    run: Run, first: str, second: str, under: str, metric: str, by_set: dict[str, float], half: float
) -> Statement:
    """Statement on the mean difference between this run and the printed numbers."""
    absolute, voting = under == "paper", runs.votes(run, by_set)
    interval = intervals.over_sets(voting.values)._replace(p=None)
    if absolute:
        interval = interval._replace(low=interval.value, high=interval.value)
    tolerance = half if metric else run.paper.rows[0].tolerance
    name = metric.removeprefix("n_").replace("_", " ") if metric else f"gain over {reference(run)}"
    methods = [
        runs.method_of(run, under, next(iter(by_set)), m) or "" for m in (first, second or reference(run))
    ]
    subject = f"{first}'s number of {name}" if metric else f"The gain of {first} over {reference(run)}"
    return estimated(
        f"{first}, this run minus the printed number",
        f"{'mean absolute difference' if absolute else 'mean difference'}, {name}",
        runs.named(run, under),
        (methods[0], methods[1]),
        interval,
        voting.things,
        (-tolerance, tolerance),
        "signed" if metric else "points",
        voting.more,
        by_set,
        f"{subject} differs from the printed one by {{}}" + (" on average" if absolute else ""),
    )


def _column(
    run: Run,
    first: str,
    metric: str,
    column: dict[str, float],
    stated: float,
    half: float,
    sets: Sequence[str],
) -> Statement:
    """Statement on whether the paper's own column has the stated mean."""
    unit = 1 if metric else 100
    stated, half = stated / unit, half / unit
    mean = math.fsum(column.values()) / len(column)
    what = first if metric else f"{first} minus {reference(run)}"
    quantity = f"mean {metric.removeprefix('n_').replace('_', ' ') if metric else 'gain'}"
    made = estimated(
        f"Column of the paper's tables, {what}",
        quantity,
        "",
        ("", ""),
        Interval(mean, mean, mean, len(column)),
        "printed data set",
        (stated - half - 1e-9, stated + half + 1e-9),
        "signed" if metric else "points",
        listing(list(column)) if sets else "",
        plain="The paper's own tables average {}",
    )
    return made._replace(printed=True)


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


def _by_printed(run: Run, ours: dict[str, float]) -> list[tuple[str, str, float]]:
    """(data set, its printed name, value)."""
    names = {d.id: d.printed for sets in run.paper.data_sets.values() for d in sets}
    return [(d, names[d], v) for d, v in ours.items()]


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

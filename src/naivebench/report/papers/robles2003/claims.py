"""Robles et al. 2003: the paper's own test on the runs of a search, and its means over data sets."""

from __future__ import annotations

import math
from collections.abc import Sequence

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import run as runs
from naivebench.report.papers.rows import measured
from naivebench.report.papers.run import Run, paired, stands
from naivebench.report.papers.verdicts import Statement, estimated, tallied

LEVEL = 0.001  # of the paper's tests


def mann_whitney(counts: Sequence[float], constant: float) -> float:
    """Two-sided p of the paper's test: `counts` of the runs against `constant` repeated as often; 1 if all
    are equal.
    """
    from scipy.stats import mannwhitneyu

    if all(k == constant for k in counts):
        return 1.0
    repeated = [constant] * len(counts)
    return float(mannwhitneyu(list(counts), repeated, alternative="two-sided", method="asymptotic").pvalue)


def run_counts(run: Run, role: str, dataset: str, name: str) -> tuple[float, ...]:
    """Correct cases of every run of a method under the protocol of a role."""
    figure = measured(run, role, dataset, runs.method_of(run, role, dataset, name), "accuracy")
    return tuple(share * figure.tested for share in figure.by_run) if figure and figure.tested else ()


def on_runs(
    run: Run,
    pairs: Sequence[Sequence[str]] = (),
    first: str = "",
    second: str = "",
    at_least: float = 1.0,
    sets: Sequence[str] = (),
    between: Sequence[float] | None = None,
    exact: bool = False,
) -> list[Statement] | str:
    """On how many data sets the paper's test, uncorrected and under its protocol, finds a difference in
    either direction: so the paper says it.

    Runs that are too few to reach the level whatever they give, such as a single run, leave the count open.
    `at_least`: the claimed share; `between`: the claimed counts; `exact`: the paper's own data alone.
    """
    above, below, equal, unable = list[str](), list[str](), list[str](), list[str]()
    data = dict[str, None]()
    for a, b in pairs or [(first, second)]:
        for stand in stands(run, "paper", leading=True):
            if (sets and stand.printed not in sets) or (exact and stand.kind != "exact"):
                continue
            one, other = (run_counts(run, "paper", stand.id, m) for m in (a, b))
            if one and other:
                data[stand.id] = None
                constant, label = math.fsum(other) / len(other), f"{a} on {stand.id}"
                if mann_whitney([constant + 1] * len(one), constant) >= LEVEL:
                    unable.append(label)
                elif mann_whitney(one, constant) >= LEVEL:
                    equal.append(label)
                else:
                    (above if math.fsum(one) / len(one) > constant else below).append(label)
    different, total = len(above) + len(below), len(above) + len(below) + len(equal) + len(unable)
    if not total:
        return "the paper's own test needs runs of both methods under the paper's protocol"
    wanted = math.ceil(at_least * total - 1e-9)
    told = (("lower:", below), ("no difference:", equal), ("too few runs to tell:", unable))
    return [
        tallied(
            "Different by the paper's Mann-Whitney test of the runs",
            f"p < {LEVEL:g} uncorrected, of {total} comparisons",
            runs.named(run, "paper"),
            different,
            different + len(unable),
            (float(between[0]), float(between[1])) if between else (wanted, math.inf),
            "; ".join(f"{words} {listing(labels)}" for words, labels in told if labels),
            data,
            (first, second),
            plain=f"The runs differ by the paper's own test in {{}} of {total} comparisons",
        )
    ]


def improved(run: Run, first: str, second: str, exact: bool = False) -> list[Statement] | str:
    """On how many data sets the mean over the runs is above the other method's, paper's protocol."""
    counts: list[tuple[str, float, float]] = []
    for stand in stands(run, "paper", leading=True):
        one, other = (run_counts(run, "paper", stand.id, m) for m in (first, second))
        if one and other and (stand.kind == "exact" or not exact):
            counts.append((stand.id, math.fsum(one) / len(one), math.fsum(other) / len(other)))
    if not counts:
        return f"this run does not have {first} and {second} under the paper's protocol"
    what, by_set = f"{first} is above {second}, means over the runs", {d: a > b for d, a, b in counts}
    return [_on_all(run, what, by_set, (first, second))]


def _on_all(
    run: Run,
    what: str,
    by_set: dict[str, bool],
    methods: tuple[str, str] = ("", ""),
    told: Sequence[str] = (),
) -> Statement:
    """On how many data sets something is so, claimed of all, under the paper's protocol."""
    n, below = sum(by_set.values()), [d for d, so in by_set.items() if not so]
    more = "; ".join([*([f"not on {listing(below)}"] if below else []), *told])
    quantity, region = f"of {len(by_set)} data sets", (len(by_set), math.inf)
    where = runs.named(run, "paper")
    plain = f"{what.partition(', ')[0]} on {{}} of {len(by_set)} data sets"
    return tallied(what, quantity, where, n, n, region, more, by_set, methods, "data set", plain)


GAIN = "improvement_over_NB_pct"


def printed_means(run: Run, name: str, metric: str, sets: Sequence[str] = ()) -> dict[str, float]:
    """A printed column: data set -> number, gains as shares of 1."""
    scale = 100 if metric == GAIN else 1
    column = {d: f.value for (d, m, k), f in run.paper.figures.items() if (m, k) == (name, metric)}
    known = {d: v for d, v in column.items() if v is not None and d in run.paper.data_sets}
    return {d: v / scale for d, v in known.items() if not sets or d in sets}


def headline(
    run: Run,
    first: str,
    printed: float,
    under: str = "honest",
    second: str = "",
    metric: str = GAIN,
    sets: Sequence[str] = (),
    half: float = 0.005,
) -> list[Statement] | str:
    """A mean over data sets that the paper's text states, against this run.

    `printed`: points for a gain over naive Bayes, else attributes or groups; `half`: half a unit of its last
    digit. Under the role `paper` two statements decide: the mean of the paper's own column, over all data
    sets for which the paper prints a number (only `sets` if given, which are then named), whatever data this
    run has; and this run's mean minus the print's on the exact data that both have, within the tolerance of
    the rows. Under `honest` the mean over data sets with its interval, one vote for each source family, is
    within the tolerance of the printed one.
    """
    gains = metric == GAIN
    stated, unit = (printed / 100, half / 100) if gains else (printed, half)
    tolerance = run.paper.rows[0].tolerance if gains else half
    kind, what = ("points", f"{first} minus NB") if gains else ("signed", first)
    quantity = f"mean {'gain' if gains else metric.removeprefix('n_').replace('_', ' ')}"
    column = printed_means(run, first, metric, sets)
    ours = _measured_means(run, first, second, under, metric, column)
    if not ours:
        return f"this run does not have {first} under {runs.named(run, under)}"
    dataset = next(iter(ours))
    one, other = (runs.method_of(run, under, dataset, m) or "" for m in (first, second or "NB"))
    protocol, n = runs.named(run, under), len(ours)
    if under == "paper":
        own = math.fsum(column.values()) / len(column)
        gap = math.fsum(v - column[d] for d, v in _by_printed(run, ours)) / n
        region, near = (stated - unit - 1e-9, stated + unit + 1e-9), (-tolerance, tolerance)
        of_print, as_printed = (
            f"Column of the paper's tables, {what}",
            f"As printed: {what}, this run minus the print",
        )
        which, of_column = listing(list(column)) if sets else "", Interval(own, own, own, len(column))
        column_of = (of_print, quantity, "", ("", ""), of_column, "printed data set", region, kind, which)
        gaps = (protocol, (one, other), Interval(gap, gap, gap, n), "data set", near, kind)
        return [
            estimated(*column_of, plain="The paper's own tables average {}")._replace(printed=True),
            estimated(as_printed, quantity, *gaps, data=ours, plain="This run differs from the print by {}"),
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
    """Data set -> gain or size under a role; on the paper's own data where the role is the paper's."""
    found = {}
    for stand in stands(run, under, leading=True):
        if stand.printed not in column or (under == "paper" and stand.kind != "exact"):
            continue
        if metric == GAIN:
            pair = paired(run, [under], stand.id, first, second or "NB")
            value = pair.mean if pair else None
        else:
            method = runs.method_of(run, under, stand.id, first)
            cell = (run.paper.protocols[under], stand.id, method or "")
            value = run.summary.means.get(cell, {}).get(SIZES[metric])
        if value is not None:
            found[stand.id] = value
    return found


SIZES = {"n_attributes_used": "attributes_used", "n_groups": "groups"}


def _by_printed(run: Run, ours: dict[str, float]) -> list[tuple[str, float]]:
    names = {d.id: d.printed for sets in run.paper.data_sets.values() for d in sets}
    return [(names[d], v) for d, v in ours.items()]


def printed_exceptions(run: Run, first: str, second: str, but: Sequence[str]) -> list[Statement] | str:
    """The data sets on which the paper's tables print a larger gain for `second` than for `first`; the paper
    names `but` alone.
    """
    one, other = (printed_means(run, m, GAIN) for m in (first, second))
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
    """On how many data sets the gain of `first` over naive Bayes judged in the same way (`alike`) is above
    that of `second` over naive Bayes, under the paper's protocol; what this run has of the exceptions `but`
    is said.
    """
    found = {}
    for stand in stands(run, "paper", leading=True):
        if stand.printed in (*sets, *but) and stand.kind == "exact":
            one = paired(run, ["paper"], stand.id, first, alike)
            other = paired(run, ["paper"], stand.id, second, "NB")
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
    return [_on_all(run, what, {d: v > 0 for d, v in gaps.items()}, told=told)]

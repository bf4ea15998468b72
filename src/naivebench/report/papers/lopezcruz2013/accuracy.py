"""Accuracies of Lopez-Cruz et al. 2013: Table 1, the verdicts on it, methods beyond the paper, grouped folds,
directions and hybrids.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.context import protocols_of, stanza
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import accuracy_interval, mean_std
from naivebench.benchmark.results.tables import Cell, Column, Row, Table
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import run as runs
from naivebench.report.papers.beside import ROLES, role_cell
from naivebench.report.papers.paper import DataSet, Figure, Paper, value
from naivebench.report.papers.rows import Agreement, Measured, from_print, measured, over_repeats
from naivebench.report.papers.run import Run, paired, scores
from naivebench.report.papers.verdicts import HOLDS, REPRODUCED, UNTESTED, judge


def stands(run: Run) -> tuple[DataSet, ...]:
    """The data sets with scores under the paper's protocol, in its order."""
    return runs.stands(run, "paper")


def over_folds(run: Run, dataset: str, method: str | None, role: str = "paper") -> tuple[float, float] | None:
    """Mean and standard deviation of the accuracies over all folds of the protocol of a role."""
    folds = scores(run, role, "accuracy").get((dataset, method or ""), {})
    return mean_std(s.value for s in folds.values()) if folds else None


def of_printed(run: Run, dataset: str, role: str = "paper") -> dict[str, tuple[float, float]]:
    """Mean and deviation of the paper's methods under the protocol of a role, by printed name."""
    several = {
        m: over_folds(run, dataset, runs.method_of(run, role, dataset, m), role) for m in run.paper.methods
    }
    return {m: found for m, found in several.items() if found}


def bounds(paper: Paper, printed: str, method: str) -> tuple[float, float] | None:
    """Open bounds, as shares, of an accuracy whose print is lost."""
    low, high = (
        value(paper, printed, method, f"accuracy_pct_{side}_bound_open") for side in ("lower", "upper")
    )
    if low is None and high is None:
        return None
    return (low or 0.0) / 100, (100.0 if high is None else high) / 100


class Reading(NamedTuple):
    """A figure with one number of draws for the ranking of the attributes, minus the print."""

    protocol: str
    draws: int
    ours: Measured
    gap: Interval


def readings(run: Run, stand: DataSet, name: str) -> list[Reading]:
    """A selective method with every number of draws that was run on several repeats, fewest first; [] unless
    there are several such numbers.
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
    """As `over_repeats`, for all numbers of draws together where the paper does not state its own; a lost
    figure by the bounds that follow from the other tables.
    """
    limits = bounds(run.paper, stand.printed, name)
    if several := readings(run, stand, name):
        return _over_readings(run, several)
    if figure or limits is None:
        return over_repeats(run, stand, name, figure, ours)
    if ours.runs < 2:
        return Agreement(UNTESTED, "the print is lost, and one repeat has no interval")
    interval = intervals.mean(ours.by_run)
    verdict = judge(interval.low, interval.high, limits)
    text = f"the print is lost; the other tables say {_bounded(limits)}"
    if verdict == HOLDS and (limits[0] == 0 or limits[1] == 1):
        return Agreement(UNTESTED, f"{text}, which is so: a bound on one side confirms little")
    return Agreement(REPRODUCED if verdict == HOLDS else verdict, text)


def _over_readings(run: Run, several: list[Reading]) -> Agreement:
    """Reproduced or contradicted only if all readings are: their intervals together against the tolerance."""
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
    """How the selective methods depend on the number of draws, on the data sets that have several."""
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
        for stand in stands(run)
        for name in run.paper.methods
        for reading in readings(run, stand, name)
    ]


def _bounded(limits: tuple[float, float]) -> str:
    low, high = (formats.text(v, "percent") for v in limits)
    return f"< {high}" if limits[0] == 0 else f"> {low}" if limits[1] == 1 else f"{low} – {high}"


def missing(run: Run) -> str:
    """Which of the paper's data sets are not there."""
    own: list[str] = []
    other: list[str] = []
    for printed, sets in run.paper.data_sets.items():
        kinds = {d.kind for d in sets}
        named = f"{printed} ({listing(f'{d.kind} {d.id}' for d in sets)})"
        (own if "exact" in kinds else other).append(printed if "exact" in kinds else named)
    return (
        f"The paper's own data are there for {listing(own)}. Not to be had, so that others stand for them, "
        "which "
        f"confirm no printed figure: {listing(other)}."
    )


def mean_sd(found: tuple[float, float] | None, css: str = "") -> Cell | None:
    """`72.75 ± 0.92`, in percent."""
    if found is None:
        return None
    mean, std = found
    spread = "" if std != std else f" ± {formats.text(std, 'percent')}"
    return Cell(mean, formats.text(mean, "percent") + spread, css)


def table1(run: Run) -> list[Row]:
    """Accuracies as the paper lays them out: a line of printed ones, and one per data set that stands for
    it; [] without any.
    """
    rows: list[Row] = []
    for printed in run.paper.data_sets if stands(run) else ():
        rows.append(_printed_line(run.paper, printed, run.paper.methods))
        for stand in (s for s in stands(run) if s.printed == printed):
            found = of_printed(run, stand.id)
            best = max((f[0] for f in found.values()), default=None)
            role = Cell(ROLES[stand.kind].format(printed), title=stand.about)
            row: Row = {"dataset": dataset_cell(stand.id), "stands_for": role, "source": "this run"}
            for m, f in found.items():
                row |= {m: mean_sd(f, "strong" if f[0] == best else ""), f"{m}_sd": f[1]}
            rows.append(row)
    return rows


def _printed_line(paper: Paper, printed: str, methods: Iterable[str]) -> Row:
    row: Row = {"dataset": Cell(printed, printed, "quiet"), "stands_for": Cell("printed", css="quiet")}
    row["source"] = "printed"
    for m in methods:
        figure, limits = paper.figures.get((printed, m, "accuracy_pct")), bounds(paper, printed, m)
        if figure and figure.value is not None:
            std = figure.std or 0.0
            row |= {
                m: Cell(round(figure.value / 100, 6), f"{figure.value:.2f} ± {std:.2f}", "quiet"),
                f"{m}_sd": std / 100,
            }
        elif limits:
            row[m] = Cell(None, _bounded(limits), "quiet", "derived: the printed value is lost")
    return row


def further(run: Run) -> list[str]:
    """Methods under the paper's protocol that are not in the paper; those of `more.beyond` first."""
    printed = {m for method in run.paper.methods.values() for m in (*method.ids, *method.discrete)}
    run_ = {m for _, m in scores(run, "paper", "accuracy")}
    others = [m for m in run.results.methods if m in run_ - printed]
    first = run.paper.more.get("beyond", [])
    return [*(m for m in first if m in others), *(m for m in others if m not in first)]


def beyond(run: Run) -> Table | None:
    """Accuracy of vMNB, of the best of the paper's five and of the further methods; None without any."""
    chosen = further(run)
    if not chosen:
        return None
    columns = [
        Column("dataset", "Data set", "id"),
        Column("kind", "Kind", "text", "exact: the paper's data"),
        Column("best", "Best of the five", "percent"),
        Column("best_method", "Which", hidden=True),
        Column("vMNB", "vMNB", "percent", method="vmnb"),
        *(Column(m, m, "percent", method=m) for m in chosen),
    ]
    kinds = {s.id: role_cell(s) for s in stands(run)}
    rows = []
    for dataset in dict.fromkeys([*kinds, *(d for d, m in scores(run, "paper", "accuracy") if m in chosen)]):
        five = of_printed(run, dataset)
        best = max(five, key=lambda m: five[m][0], default=None)
        found = {"vMNB": five.get("vMNB"), **{m: over_folds(run, dataset, m) for m in chosen}}
        top = max((f[0] for f in (*found.values(), *five.values()) if f), default=None)
        row: Row = {"dataset": dataset_cell(dataset), "kind": kinds.get(dataset, "further")}
        row["best_method"] = best
        cell = mean_sd(five[best], "strong" if five[best][0] == top else "") if best else None
        if cell:
            row["best"] = cell._replace(text=f"{best} {cell.text}")
        rows.append(row | {k: mean_sd(f, "strong" if f and f[0] == top else "") for k, f in found.items()})
    caption = (
        "Methods that are not in the paper, under its protocol: accuracy, %, mean ± standard deviation over "
        "all folds."
    )
    return Table("lopezcruz2013_beyond", caption, tuple(columns), tuple(rows), "Bold: best of the line.")


def beyond_titles(run: Run) -> list[str]:
    """What the further methods are."""
    first = run.paper.more.get("beyond", [])
    return [f"{m}: {stanza(run.results, 'methods', m).get('title', m)}." for m in further(run) if m in first]


def grouped(run: Run) -> list[Row]:
    """Random against grouped folds, for every data set and method that has both."""
    fair, random = (scores(run, role, "accuracy") for role in ("grouped", "paper"))
    names = [run.paper.protocols[role] for role in ("grouped", "paper")]
    rows = []
    order = {s.id: i for i, s in enumerate(stands(run))}
    for dataset, method in sorted(
        (k for k in fair if k in random and k[0] in order),
        key=lambda k: (order[k[0]], run.results.methods.index(k[1])),
    ):
        found, other = (accuracy_interval(run.summary, (name, dataset, method)) for name in names)
        if found is None or other is None:
            continue
        drop, inside = (
            other.accuracy - found.accuracy,
            found.low <= other.accuracy <= found.high,
        )
        rows.append(
            {
                "dataset": dataset_cell(dataset),
                "method": method_cell(method),
                "random": other.accuracy,
                "grouped": found.accuracy,
                "low": Cell(found.low, f"{100 * found.low:.1f} – {100 * found.high:.1f}"),
                "high": found.high,
                "drop": Cell(drop, css="" if inside else "strong"),
                "majority": run.results.prepared.get(dataset, {}).get("majority_rate"),
                "folds": len(fair[dataset, method]),
            }
        )
    return rows


def grouped_sentence(run: Run) -> str:
    """How much accuracy changes when no group is on both sides."""
    rows = [r for r in grouped(run) if r["method"].value != "majority"]
    if not rows:
        return ""
    drops, sets = [r["drop"].value for r in rows], len({r["dataset"].value for r in rows})
    change, largest = (formats.text(-v, "points") for v in (sum(drops) / len(drops), max(drops)))
    return (
        f"On {plural(sets, 'data set')} with groups, the accuracy of the methods changes by {change} "
        "points on "
        f"average when no group is on both sides, by {largest} at most."
    )


def directed(run: Run) -> list[tuple[str, str]]:
    """(data set, role) with scores of vMFNB or of a hybrid."""
    hybrids = {m for m in run.paper.more["directed"] if m.startswith(("vmfnb", "hybrid"))}
    found = ((d, r) for r in ("grouped", "paper") for d, m in scores(run, r, "accuracy") if m in hybrids)
    return list(dict.fromkeys(found))


PAIRS = {
    "full": ("hybrid_nb_full", "hybrid_nb"),
    "pooled": ("hybrid_nb_pooled", "hybrid_nb"),
    "components": ("hybrid_nb", "gnb_sincos"),
}


def directions(run: Run) -> list[Row]:
    """vMFNB, the hybrids and a Gaussian on components, with what a joint covariance brings."""
    rows = []
    for dataset, role in directed(run):
        found = {m: scores(run, role, "accuracy").get((dataset, m)) for m in run.paper.more["directed"]}
        kinds = runs.kinds(run, dataset)
        row: Row = {"dataset": dataset_cell(dataset), "protocol": run.paper.protocols[role]}
        row["attributes"] = listing(f"{kinds.count(k)} {k}" for k in dict.fromkeys(kinds))
        row |= {m: mean_sd(mean_std(s.value for s in f.values())) for m, f in found.items() if f}
        row |= {key: _difference(run, role, dataset, *pair) for key, pair in PAIRS.items()}
        rows.append(row)
    return rows


def _difference(run: Run, role: str, dataset: str, first: str, second: str) -> Cell | None:
    pair = paired(run, [role], dataset, first, second)
    if pair is None or len(pair.differences) < 2:
        return None
    interval = intervals.mean(pair.differences, pair.ratio or 0.0)
    low, high = (formats.text(v, "points") for v in (interval.low, interval.high))
    return Cell(interval.value, f"{formats.text(interval.value, 'points')} [{low}, {high}]")

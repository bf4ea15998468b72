"""Tables of a paper's accuracies.

They show the printed accuracies above those of this run, methods that are not in the paper, and random next
to grouped folds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.context import stanza
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import accuracy_interval, mean_std
from naivebench.benchmark.results.tables import Cell, Column, Row, Table
from naivebench.evaluation.statistics import intervals
from naivebench.report.papers import run as runs
from naivebench.report.papers.beside import KIND, ROLES, role_cell
from naivebench.report.papers.paper import Paper, value
from naivebench.report.papers.run import Run, paired, scores

MeanSd = tuple[float, float]


def over_folds(run: Run, dataset: str, method: str | None, role: str = "paper") -> MeanSd | None:
    """Mean and standard deviation of the accuracies over all folds of the protocol of a role, or None."""
    folds = scores(run, role, "accuracy").get((dataset, method or ""), {})
    return mean_std(s.value for s in folds.values()) if folds else None


def of_printed(run: Run, dataset: str, role: str = "paper") -> dict[str, MeanSd]:
    """Mean and standard deviation of the accuracies of the paper's methods under the protocol with this role.

    The keys are the printed names; methods without scores are left out.
    """
    several = {
        m: over_folds(run, dataset, runs.method_of(run, role, dataset, m), role) for m in run.paper.methods
    }
    return {m: found for m, found in several.items() if found}


def bounds(paper: Paper, printed: str, method: str) -> tuple[float, float] | None:
    """Open bounds, as shares, of an accuracy that is illegible in the paper; None if there are no bounds."""
    low, high = (
        value(paper, printed, method, f"accuracy_pct_{side}_bound_open") for side in ("lower", "upper")
    )
    if low is None and high is None:
        return None
    return (low or 0.0) / 100, (100.0 if high is None else high) / 100


def bounded(limits: tuple[float, float]) -> str:
    """Format bounds in percent: `< 78.50`, `> 70.00` or `70.00 – 78.50`."""
    low, high = (formats.text(v, "percent") for v in limits)
    return f"< {high}" if limits[0] == 0 else f"> {low}" if limits[1] == 1 else f"{low} – {high}"


def mean_sd(found: MeanSd | None, css: str = "") -> Cell | None:
    """Format a mean and its standard deviation in percent: `72.75 ± 0.92`."""
    if found is None:
        return None
    mean, std = found
    spread = "" if std != std else f" ± {formats.text(std, 'percent')}"
    return Cell(mean, formats.text(mean, "percent") + spread, css)


def missing(run: Run) -> str:
    """List the paper's data sets that are available, and those that other data replace."""
    own: list[str] = []
    other: list[str] = []
    for printed, sets in run.paper.data_sets.items():
        kinds = {d.kind for d in sets}
        named = f"{printed} ({listing(f'{d.kind} {d.id}' for d in sets)})"
        (own if "exact" in kinds else other).append(printed if "exact" in kinds else named)
    return (
        f"The paper's own data are available for {listing(own)}. Other data replace the rest and cannot "
        f"confirm a printed number: {listing(other)}."
    )


def table(run: Run) -> list[Row]:
    """Rows of accuracies in the layout of the paper.

    Each printed row is followed by a row for each data set of this run that represents the printed one. The
    list is empty if there is no such data set.
    """
    rows: list[Row] = []
    stands = runs.stands(run, "paper")
    for printed in run.paper.data_sets if stands else ():
        rows.append(_printed_line(run.paper, printed, run.paper.methods))
        for stand in (s for s in stands if s.printed == printed):
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
            row[m] = Cell(None, bounded(limits), "quiet", "derived, because the printed value is illegible")
    return row


def further(run: Run) -> list[str]:
    """Methods under the paper's protocol that are not in the paper, starting with those of `more.beyond`."""
    printed = {m for method in run.paper.methods.values() for m in (*method.ids, *method.discrete)}
    run_ = {m for _, m in scores(run, "paper", "accuracy")}
    others = [m for m in run.results.methods if m in run_ - printed]
    first = run.paper.more.get("beyond", [])
    return [*(m for m in first if m in others), *(m for m in others if m not in first)]


def beyond(run: Run, method: str) -> Table | None:
    """Table of accuracies of a printed method, of the best method of the paper and of those of `further`.

    The table is None if `further` is empty.
    """
    chosen = further(run)
    if not chosen:
        return None
    columns = [
        Column("dataset", "Data set", "id"),
        KIND._replace(title=f"{KIND.title}; further: not in the paper"),
        Column("best", "Best of the paper's", "percent"),
        Column("best_method", "Which", hidden=True),
        Column(method, method, "percent", method=run.paper.methods[method].ids[0]),
        *(Column(m, m, "percent", method=m) for m in chosen),
    ]
    kinds = {s.id: role_cell(s) for s in runs.stands(run, "paper")}
    rows = []
    for dataset in dict.fromkeys([*kinds, *(d for d, m in scores(run, "paper", "accuracy") if m in chosen)]):
        own = of_printed(run, dataset)
        best = max(own, key=lambda m: own[m][0], default=None)
        found = {method: own.get(method), **{m: over_folds(run, dataset, m) for m in chosen}}
        top = max((f[0] for f in (*found.values(), *own.values()) if f), default=None)
        row: Row = {"dataset": dataset_cell(dataset), "kind": kinds.get(dataset, "further")}
        row["best_method"] = best
        cell = mean_sd(own[best], "strong" if own[best][0] == top else "") if best else None
        if cell:
            row["best"] = cell._replace(text=f"{best} {cell.text}")
        rows.append(row | {k: mean_sd(f, "strong" if f and f[0] == top else "") for k, f in found.items()})
    caption = (
        "Methods that are not in the paper, under its protocol: accuracy, %, mean ± standard deviation over "
        "all folds."
    )
    return Table(
        f"{run.paper.id}_beyond", caption, tuple(columns), tuple(rows), "The best number of each row is bold."
    )


def titles(run: Run) -> list[str]:
    """Ids and titles of the methods of `more.beyond`, as sentences."""
    first = run.paper.more.get("beyond", [])
    return [f"{m}: {stanza(run.results, 'methods', m).get('title', m)}." for m in further(run) if m in first]


def grouped(run: Run) -> list[Row]:
    """Rows that compare random with grouped folds, for every data set and method that has both."""
    fair, random = (scores(run, role, "accuracy") for role in ("grouped", "paper"))
    names = [run.paper.protocols[role] for role in ("grouped", "paper")]
    rows = []
    order = {s.id: i for i, s in enumerate(runs.stands(run, "paper"))}
    for dataset, method in sorted(
        (k for k in fair if k in random and k[0] in order),
        key=lambda k: (order[k[0]], run.results.methods.index(k[1])),
    ):
        found, other = (accuracy_interval(run.summary, (name, dataset, method)) for name in names)
        if found is None or other is None:
            continue
        drop, inside = other.accuracy - found.accuracy, found.low <= other.accuracy <= found.high
        row: Row = {"dataset": dataset_cell(dataset), "method": method_cell(method)}
        row |= {"random": other.accuracy, "grouped": found.accuracy, "high": found.high}
        row["low"] = Cell(found.low, f"{100 * found.low:.1f} – {100 * found.high:.1f}")
        row |= {"drop": Cell(drop, css="" if inside else "strong"), "folds": len(fair[dataset, method])}
        rows.append(row | {"majority": run.results.prepared.get(dataset, {}).get("majority_rate")})
    return rows


def grouped_sentence(run: Run) -> str:
    """Sentence on how much the accuracy changes when related cases stay together in one fold.

    The majority class learns nothing from related cases, so it is named by itself.
    """
    every = grouped(run)
    rows = [r for r in every if r["method"].value != "majority"]
    if not rows:
        return ""
    drops, sets = [r["drop"].value for r in rows], len({r["dataset"].value for r in rows})
    change = sum(drops) / len(drops)
    falls = "falls" if change >= 0 else "rises"
    text = (
        f"When related cases stay together in one fold, accuracy {falls} by"
        f" {formats.text(abs(change), 'percent')} points on average over {plural(sets, 'data set')} with"
        f" groups and all methods that use attributes; their largest drop is {_largest(rows)}."
    )
    base = [r for r in every if r not in rows]
    return f"{text} The majority class alone drops by up to {_largest(base)}." if base else text


def _largest(rows: Sequence[Row]) -> str:
    """The largest drop, with its data set: `3.49 points (dnb on pendigits-directions)`."""
    worst = max(rows, key=lambda r: r["drop"].value)
    where = f"{worst['method'].value} on {worst['dataset'].value}"
    return f"{formats.text(worst['drop'].value, 'percent')} points ({where})"


def of_methods(
    run: Run, methods: Sequence[str], starts: Sequence[str], pairs: Mapping[str, Sequence[str]]
) -> list[Row]:
    """Accuracies of `methods` under the roles `grouped` and `paper`.

    A data set has a row if it has scores of a method whose id starts with one of `starts`. `pairs`: column ->
    the two methods whose difference it shows.
    """
    asked = {m for m in methods if m.startswith(tuple(starts))}
    found = ((d, r) for r in ("grouped", "paper") for d, m in scores(run, r, "accuracy") if m in asked)
    rows = []
    for dataset, role in dict.fromkeys(found):
        kinds = runs.kinds(run, dataset)
        row: Row = {"dataset": dataset_cell(dataset), "protocol": run.paper.protocols[role]}
        row["attributes"] = listing(f"{kinds.count(k)} {k}" for k in dict.fromkeys(kinds))
        row |= {m: cell for m in methods if (cell := mean_sd(over_folds(run, dataset, m, role)))}
        row |= {key: _difference(run, role, dataset, *pair) for key, pair in pairs.items()}
        rows.append(row)
    return rows


def _difference(run: Run, role: str, dataset: str, first: str, second: str) -> Cell | None:
    pair = paired(run, [role], dataset, first, second)
    if pair is None or len(pair.differences) < 2:
        return None
    interval = intervals.mean(pair.differences, pair.ratio or 0.0)
    low, high = (formats.text(v, "points") for v in (interval.low, interval.high))
    return Cell(interval.value, f"{formats.text(interval.value, 'points')} [{low}, {high}]")

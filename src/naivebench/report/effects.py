"""Tables of the sizes of differences, from results/statistics/effects.json."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from naivebench.benchmark.results.comparisons import Comparison, Effects, Heading, ToReference
from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.parts import method_cell, versus
from naivebench.benchmark.results.summaries import pair, ranked
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, View, strong, without_empty
from naivebench.evaluation.metrics import METRICS
from naivebench.report.columns import LOSSES, METHOD, TIES

COLUMNS = (
    Column("experiment", "Experiment", hidden=True),
    Column("status", "Status", hidden=True),
    METHOD,
    Column("average_rank", "Average rank", "rank", "1 is best"),
    Column(
        "wins",
        "W/T/L",
        "integer",
        "Data sets on which the method is better than, equal to, worse than the reference",
    ),
    TIES,
    LOSSES,
    Column("sign", "p, sign", "p", "Sign test of wins against losses, ties left out; two-sided, uncorrected"),
    Column(
        "rank_biserial",
        "r",
        "signed",
        "Effect size: matched-pairs rank-biserial correlation with the reference, positive where the "
        "method is better",
    ),
    Column("wilcoxon", "p, Wilcoxon", "p", "Signed-rank test that r belongs to; two-sided, uncorrected"),
    Column(
        "z",
        "z",
        "statistic",
        "Difference of the average ranks of reference and method over its standard error; positive "
        "where the method is better",
    ),
    Column(
        "bonferroni_dunn",
        "Bonferroni–Dunn",
        "p",
        "p of z, two-sided, times the number of methods compared with the reference",
    ),
    Column("holm", "Holm", "p", "p of z, two-sided, corrected for the comparisons with the reference"),
    Column(
        "hochberg", "Hochberg", "p", "p of z, two-sided, corrected for the comparisons with the reference"
    ),
    Column("n", "N", "integer", "Data sets", hidden=True),
)

P_VALUES = ("sign", "wilcoxon", "bonferroni_dunn", "holm", "hochberg")


def on_page(results: Results, entry: Heading) -> bool:
    """Whether the page shows an experiment. It shows main experiments with a metric of the page; the CSV has
    all.
    """
    return entry.main and metric_on_page(results, entry.protocol, entry.metric)


def metric_on_page(results: Results, protocol: str, metric: str) -> bool:
    """Whether the page shows a metric of a protocol.

    It shows the headline metrics of the primary protocol and the primary metric of other protocols.
    """
    primary = results.primary
    return metric == primary[1] or (protocol == primary[0] and METRICS[metric].headline)


def _entries(results: Results, complete: bool) -> list[Effects]:
    entries = [e for e in results.effects if complete or on_page(results, e)]
    return sorted(entries, key=lambda e: not e.primary)


def _title(entry: Heading) -> str:
    return f"{entry.label}, protocol {entry.protocol} ({entry.status})"


def _tests(results: Results, entry: Heading) -> Comparison | None:
    """The rank tests of the same experiment and metric; None if they were not run."""
    return next((c for c in results.by_experiment if c.key == entry.key), None)


def _row(results: Results, entry: Effects, tests: Comparison | None, method: str) -> Row:
    """Row of one method: its average rank and its comparison with the reference."""
    row: Row = {
        "experiment": entry.experiment or "",
        "status": entry.status,
        "method": method_cell(method),
        "n": len(entry.datasets),
        "average_rank": entry.average_ranks[method],
    }
    reference = results.reference or ""
    tally = entry.tallies.get((method, reference))
    if tally is None:
        return row
    there = versus(method, reference, entry.protocol, entry.metric)
    row |= tally._asdict() | {"wins": Cell(tally.wins, str(tally), href=there)}
    compared = pair(tests, method, reference)
    row |= {"sign": compared and compared.sign, "wilcoxon": compared and compared.wilcoxon}
    known = tests is not None and tests.reference == reference
    to_reference = tests.to_reference.get(method) if tests and known else None
    return row | (to_reference or ToReference())._asdict()


def table(results: Results, entry: Effects) -> Table:
    """Table of the average ranks and the comparison of every method with the reference."""
    tests = _tests(results, entry)
    alpha = tests.alpha if tests else 0.05
    rows = [_row(results, entry, tests, m) for m in ranked(entry)]
    for row in rows:
        row |= {key: strong(row.get(key), alpha) for key in P_VALUES}
    columns = tuple(without_empty(COLUMNS, rows))
    shown = {c.key for c in columns if not c.hidden}
    n, k = len(entry.datasets), len(rows)
    caption = f"Effect sizes, {_title(entry)}: N = {n} data sets, k = {k} methods."
    notes = []
    if "wins" in shown:
        notes.append(
            f"W/T/L and the columns after it compare with {results.reference}; p-values are two-sided, "
            f"and bold at or below α = {alpha}."
        )
    if "holm" in shown:
        notes.append(
            f"The p-values in the last three columns are corrected for {k - 1} comparisons; the others "
            "are uncorrected."
        )
    return Table("effects", caption, columns, tuple(rows), " ".join(notes))


def views(results: Results, complete: bool = False) -> list[View]:
    """One table per experiment and metric, the primary one first; only those on the page unless
    `complete`.
    """
    return [View(e.protocol, e.metric, table(results, e)) for e in _entries(results, complete)]


def wins(entry: Effects) -> Table:
    """Matrix of wins, ties and losses of the row's method against the column's; methods are sorted by average
    rank.
    """
    order = ranked(entry)
    columns = [METHOD, *(Column(m, m, "integer", method=m) for m in order)]
    rows = []
    for a in order:
        row: Row = {"method": method_cell(a)}
        for b in (b for b in order if b != a):
            tally, there = entry.tallies[a, b], versus(a, b, entry.protocol, entry.metric)
            row[b] = Cell(tally.wins, str(tally), href=there)
        rows.append(row)
    caption = (
        f"Wins/ties/losses of the row against the column, {_title(entry)}: "
        f"N = {len(entry.datasets)} data sets."
    )
    note = (
        "A difference of less than 1e-12 of the scores is a tie. The CSV has every comparison of the run, a "
        "line for each pair, with the rank-biserial correlation."
    )
    return Table("wins", caption, tuple(columns), tuple(rows), note)


def win_views(results: Results) -> list[View]:
    """Matrices of the primary protocol; the CSV has the others."""
    return [
        View(e.protocol, e.metric, wins(e))
        for e in _entries(results, False)
        if e.protocol == results.primary[0]
    ]


PAIRS = tuple(Column(c, c) for c in ("experiment", "status", "a", "b")) + tuple(
    Column(c, c, "integer" if c != "rank_biserial" else "signed")
    for c in ("wins", "ties", "losses", "rank_biserial")
)


def win_list(results: Results) -> list[View]:
    """Table for the CSV: one line for each pair of methods of every experiment and metric."""
    return [
        View(e.protocol, e.metric, Table("wins", "", PAIRS, tuple(_lines(e))))
        for e in _entries(results, True)
    ]


def _lines(entry: Effects) -> Iterator[Row]:
    named = {"experiment": entry.experiment or "", "status": entry.status}
    for a, b in itertools.combinations(entry.average_ranks, 2):
        yield named | {"a": a, "b": b} | entry.tallies[a, b]._asdict()

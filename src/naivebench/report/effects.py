"""How large the differences are, not only whether there are any: tables of results/statistics/effects.json.

The intervals and counts are read; nothing is computed here but what their sums say.
"""

from __future__ import annotations

from collections.abc import Iterator

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.parts import method_cell, versus
from naivebench.benchmark.results.summaries import pair, ranked
from naivebench.benchmark.results.tables import Cell, Column, Table, View
from naivebench.evaluation.metrics import METRICS
from naivebench.report.inference import status

COLUMNS = (
    Column("experiment", "Experiment", hidden=True),
    Column("status", "Status", hidden=True),
    Column("method", "Method", "id"),
    Column("average_rank", "Average rank", "rank", "1 is best"),
    Column("low", "from", "rank", "Bootstrap interval of the average rank: lower end"),
    Column("high", "to", "rank", "Bootstrap interval of the average rank: upper end"),
    Column(
        "best",
        "Best in",
        "percent",
        "Percentage of the bootstrap samples in which the method has the best average rank",
    ),
    Column(
        "wins",
        "W/T/L",
        "integer",
        "Data sets on which the method is better than, equal to, worse than the reference",
    ),
    Column("ties", "Ties", "integer", hidden=True),
    Column("losses", "Losses", "integer", hidden=True),
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


def on_page(results: Results, entry: dict) -> bool:
    """Of the primary protocol the headline metrics, of every other main experiment the primary metric; the
    CSV has all.
    """
    protocol, metric = results.primary
    return entry.get("main", True) and (
        entry["metric"] == metric or (entry["protocol"] == protocol and METRICS[entry["metric"]].headline)
    )


def _entries(results: Results, complete: bool) -> list[dict]:
    entries = [e for e in results.effects.get("comparisons", []) if complete or on_page(results, e)]
    return sorted(entries, key=lambda e: not e.get("primary"))


def _title(results: Results, entry: dict) -> str:
    return f"{entry.get('metric_label', entry['metric'])}, protocol {entry['protocol']} ({status(entry)})"


def _tests(results: Results, entry: dict) -> dict:
    """The rank tests of the same experiment and metric; {} if they were not run."""
    key = (entry.get("experiment"), entry["protocol"], entry["metric"])
    return next(
        (c for c in results.by_experiment if (c.get("experiment"), c["protocol"], c["metric"]) == key), {}
    )


def _row(results: Results, entry: dict, tests: dict, method: str) -> dict:
    """Interval of one method, and how it does against the reference."""
    names, reference = entry["win_tie_loss"]["methods"], results.reference
    row = {
        "experiment": entry.get("experiment", ""),
        "status": status(entry),
        "method": method_cell(method),
        "n": len(entry["datasets"]),
    }
    row |= {"average_rank": entry["average_ranks"][method], **entry["rank_intervals"]["methods"][method]}
    if reference is None or reference not in names or method == reference:
        return row
    at, other = names.index(method), names.index(reference)
    wins, ties = entry["win_tie_loss"]["wins"][at][other], entry["win_tie_loss"]["ties"][at][other]
    losses = row["n"] - wins - ties
    row |= {
        "wins": Cell(
            wins,
            f"{wins}/{ties}/{losses}",
            href=versus(method, reference, entry["protocol"], entry["metric"]),
        ),
        "ties": ties,
        "losses": losses,
        "rank_biserial": entry["rank_biserial"]["values"][at][other],
    }
    compared_pair, control = pair(tests, method, reference) or {}, tests.get("control") or {}
    row |= {
        "sign": (compared_pair.get("sign_test") or {}).get("p"),
        "wilcoxon": (compared_pair.get("wilcoxon") or {}).get("p"),
    }
    compared: dict = next(
        (
            c
            for c in control.get("comparisons", [])
            if c["method"] == method and control["reference"] == reference
        ),
        {},
    )
    return row | {key: compared.get(key) for key in ("z", "bonferroni_dunn", "holm", "hochberg")}


def table(results: Results, entry: dict) -> Table:
    """Bootstrap intervals of the average ranks, and every method against the reference."""
    tests, alpha = _tests(results, entry), _tests(results, entry).get("alpha", 0.05)
    rows = [_row(results, entry, tests, m) for m in ranked(entry)]
    for row in rows:
        small = {key: row[key] for key in P_VALUES if row.get(key) is not None and row[key] <= alpha}
        row.update({key: Cell(p, css="strong") for key, p in small.items()})
    empty = {c.key for c in COLUMNS if all(row.get(c.key) is None for row in rows)}
    columns = tuple(c._replace(hidden=c.hidden or c.key in empty) for c in COLUMNS)
    intervals, n, k = entry["rank_intervals"], len(entry["datasets"]), len(rows)
    caption = f"Sizes of the differences, {_title(results, entry)}: N = {n} data sets, k = {k} methods."
    note = (
        f"From, to: {100 * intervals['level']:g}% percentile interval of {intervals['draws']:,} bootstrap "
        "samples of the data sets; too short for small N."
    )
    if "wins" not in empty:
        note += (
            f" W/T/L and what follows: against {results.reference}, two-sided; bold at or below α = {alpha}."
        )
    if "holm" not in empty:
        note += f" The last three columns are corrected for {k - 1} comparisons, the other p not."
    return Table("effects", caption, columns, tuple(rows), note)


def views(results: Results, complete: bool = False) -> list[View]:
    """The primary one first; all experiments and metrics if `complete`."""
    return [View(e["protocol"], e["metric"], table(results, e)) for e in _entries(results, complete)]


def wins(results: Results, entry: dict) -> Table:
    """Wins, ties and losses of the row against the column, methods by average rank."""
    names, order, n = entry["win_tie_loss"]["methods"], ranked(entry), len(entry["datasets"])
    columns = [Column("method", "Method", "id"), *(Column(m, m, "integer", method=m) for m in order)]
    rows = []
    for a in order:
        row: dict = {"method": method_cell(a)}
        for b in (b for b in order if b != a):
            i, j = names.index(a), names.index(b)
            won, tied = entry["win_tie_loss"]["wins"][i][j], entry["win_tie_loss"]["ties"][i][j]
            there = versus(a, b, entry["protocol"], entry["metric"])
            row[b] = Cell(won, f"{won}/{tied}/{n - won - tied}", href=there)
        rows.append(row)
    caption = f"Wins/ties/losses of the row against the column, {_title(results, entry)}: N = {n} data sets."
    note = (
        "A difference of less than 1e-12 of the scores is a tie. The CSV has every comparison of the run, a "
        "line for each pair, with the rank-biserial correlation."
    )
    return Table("wins", caption, tuple(columns), tuple(rows), note)


def win_views(results: Results) -> list[View]:
    """Of the primary protocol alone: the other matrices are in the CSV."""
    return [
        View(e["protocol"], e["metric"], wins(results, e))
        for e in _entries(results, False)
        if e["protocol"] == results.primary[0]
    ]


PAIRS = tuple(Column(c, c) for c in ("experiment", "status", "a", "b")) + tuple(
    Column(c, c, "integer" if c != "rank_biserial" else "signed")
    for c in ("wins", "ties", "losses", "rank_biserial")
)


def win_list(results: Results) -> list[View]:
    """One line for each pair of methods of every experiment and metric, for the CSV."""
    return [
        View(e["protocol"], e["metric"], Table("wins", "", PAIRS, tuple(_lines(e))))
        for e in _entries(results, True)
    ]


def _lines(entry: dict) -> Iterator[dict]:
    table, n = entry["win_tie_loss"], len(entry["datasets"])
    for i, a in enumerate(table["methods"]):
        for j, b in enumerate(table["methods"][i + 1 :], start=i + 1):
            won, tied = table["wins"][i][j], table["ties"][i][j]
            row = {
                "experiment": entry.get("experiment", ""),
                "status": status(entry),
                "a": a,
                "b": b,
                "wins": won,
                "ties": tied,
            }
            yield row | {"losses": n - won - tied, "rank_biserial": entry["rank_biserial"]["values"][i][j]}

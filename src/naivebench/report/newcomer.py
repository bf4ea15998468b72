"""Compare a new method with published results, as a run that includes it would, and show where it ranks."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.benchmark import benchmark, configuration
from naivebench.benchmark.configuration.shapes import Part, Resolved
from naivebench.benchmark.publication.newcomer import Field, Newcomer, covered, joined
from naivebench.benchmark.results import tables
from naivebench.benchmark.results.comparisons import Comparison
from naivebench.benchmark.results.context import Results, comparison, load
from naivebench.benchmark.results.formats import plural, text
from naivebench.benchmark.results.summaries import pair, ranked, summarize
from naivebench.benchmark.results.tables import Cell, Row, Table
from naivebench.core.checks import InputError
from naivebench.report import as_good, inference, leaderboard, markup, overview
from naivebench.report.trial.page import CSS, marked

STYLE = "tr.used th { font-weight: 700; } th { font-weight: 400; } thead th { font-weight: 600; }"
STYLE += " .t { text-align: left; } .strong { font-weight: 600; }"


class Standing(NamedTuple):
    """New methods in the primary comparison of the published results."""

    methods: tuple[str, ...]  # the new ones
    results: Results
    entry: Comparison
    statistics: dict[str, Any]  # content of ranks.json and corrected_t.json, by the names of these files
    tables: tuple[Table, ...]


def compare(published: Field, newcomer: Newcomer) -> Standing:
    """Rank and test new methods by the functions of a run.

    If a new method has scores on at most half of the data sets of the comparison, where a run would leave it
    out, all methods are compared on its data sets. Raises InputError if these are fewer than two.
    """
    whole = published.configuration
    primary, statistics = whole.config.primary, whole.config.statistics
    name, part = _main(published)
    scored = set(published.scores["dataset"])
    datasets = [d for d in part.datasets if d in scored]
    mine = covered(newcomer, datasets)
    if len(mine) < 2:
        raise InputError(
            f"{' and '.join(newcomer.methods)} has scores on {plural(len(mine), 'data set')} of the primary "
            "comparison: a comparison needs at least two"
        )
    if 2 * len(mine) <= len(datasets):
        part = part._replace(datasets=mine)
    order = [m for m in whole.methods if m in part.methods or m in newcomer.methods]
    order += [m for m in newcomer.methods if m not in order]
    scores = joined(published, newcomer)
    found: dict[str, Any] = {
        "ranks": benchmark.ranks(
            scores,
            {name: part._replace(methods=order)},
            [primary.metric],
            primary,
            statistics.alpha,
            statistics.rope,
        ),
        "corrected_t": benchmark.corrected_tests(
            scores, [primary.protocol], [primary.metric], list(newcomer.methods), primary.reference, primary
        ),
    }
    shown = scores[scores["dataset"].isin(part.datasets) & scores["method"].isin(order)]
    stanzas = {m: {"title": m, "group": "new", **whole.methods.get(m, {})} for m in order}
    resolved: Resolved = {**configuration.resolved(whole), "methods": stanzas}  # type: ignore[typeddict-item]
    with tempfile.TemporaryDirectory(prefix="naivebench-") as temporary:
        folder = Path(temporary)
        (folder / "statistics").mkdir()
        shown.to_parquet(folder / "scores.parquet", index=False)
        (folder / "config.json").write_text(json.dumps(resolved), encoding="utf-8")
        for kind, content in found.items():
            (folder / "statistics" / f"{kind}.json").write_text(json.dumps(content), encoding="utf-8")
        results = load(folder, folder / "prepared")
    entry = comparison(results, primary.protocol, primary.metric)
    if entry is None:
        raise InputError(
            "the published results have no primary comparison: name another version with --published"
        )
    absent = [m for m in newcomer.methods if m not in entry.average_ranks]
    if absent:
        raise InputError(
            f"{absent[0]} lacks folds of too many data sets to be compared: give all folds of a data set, as "
            "`naivebench compare --folds FILE` lists them"
        )
    return Standing(newcomer.methods, results, entry, found, _tables(results, entry, newcomer.methods))


def _main(published: Field) -> tuple[str, Part]:
    """The main experiment of the primary protocol, whose comparison is the primary one."""
    parts = configuration.compared(published.configuration)
    name = benchmark.main_experiments(parts)[published.configuration.config.primary.protocol]
    return name, parts[name]


def _tables(results: Results, entry: Comparison, methods: Iterable[str]) -> tuple[Table, ...]:
    """The ranking, the leaderboard, and the tests of every new method."""
    summary = summarize(results)
    found = [overview.ranking(results, summary, *results.primary), leaderboard.table(results, summary)]
    for method in methods:
        pairs = inference.pairs(results, entry, method)
        found.append(pairs._replace(caption=f"{method} and every other method. {pairs.caption}"))
    return (*found, *(view.table for view in inference.corrected_views(results) if view.table.rows))


def sentences(standing: Standing) -> list[str]:
    """Where the new methods rank, and what the tests say of them."""
    entry, results = standing.entry, standing.results
    order, verdicts = ranked(entry), as_good.cells(entry.best)
    said = []
    for method in standing.methods:
        rank = text(entry.average_ranks[method], "rank")
        place = f"place {order.index(method) + 1} of {len(order)}"
        said.append(
            f"`{method}` has the average rank {rank}, {place}, on {plural(len(entry.datasets), 'data set')} "
            f"({entry.label.lower()}, protocol {entry.protocol})."
        )
        if method != entry.best.method:
            said.append(
                f"Tests against `{entry.best.method}`, which has the best average rank: `{method}` is "
                f"{_verdict(str(verdicts[method]['verdict']))}."
            )
        against = pair(entry, method, results.reference) if results.reference else None
        if against:
            said.append(
                f"It is better than `{results.reference}` on {against.wins}, equal on {against.ties} and "
                f"worse on {plural(against.losses, 'data set')} (Wilcoxon, two-sided, uncorrected: p = "
                f"{text(against.wilcoxon, 'p')})."
            )
    return said


def _verdict(verdict: str) -> str:
    """A verdict after the word `is`."""
    return "not distinguishable from it" if verdict.startswith("cannot") else verdict


def html(standing: Standing, version: str) -> str:
    """The page: the sentences first, then the ranking, the leaderboard and the tests."""
    names = ", ".join(standing.methods)
    titles = (
        "Ranking",
        "Leaderboard",
        *(f"Tests of {m}" for m in standing.methods),
        "Tests on each data set",
    )
    sections = "".join(
        f"<section><h2>{escape(title)}</h2>{_table(standing, table)}</section>"
        for title, table in zip(titles, standing.tables, strict=False)
    )
    answer = "".join(f"<p>{marked(s)}</p>" for s in sentences(standing))
    rules = "".join(
        f"<p>{marked(s)}</p>" for s in as_good.sentences(standing.entry.best, standing.entry.metric)
    )
    out = "".join(
        f"<li><code>{escape(x.name)}</code>: {escape(x.reason)}</li>" for x in standing.entry.left_out
    )
    left = f"<section><h2>Left out</h2><ul>{out}</ul></section>" if out else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f"<title>{escape(names)} beside published results</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{CSS}{STYLE}</style></head>\n"
        f"<body><main><h1>{escape(names)} beside the published results of naivebench {escape(version)}</h1>\n"
        f'<div class="answer">{answer}</div>{rules}{sections}{left}\n'
        '<p class="quiet small">The published scores were not computed again. Ranks and tests are those that '
        "a run with the new method would report.</p></main></body></html>\n"
    )


def _table(standing: Standing, table: Table) -> str:
    """A table as HTML; the rows of new methods are in bold."""
    columns = [c for c in table.columns if not (c.hidden or c.time or c.scripts)]
    head = "".join(
        f'<th scope="col"{"" if tables.is_number(c) else " class=t"} title="{escape(c.title)}">'
        f"{escape(c.label)}</th>"
        for c in columns
    )
    body = "".join(
        f"<tr{' class=used' * _is_new(standing, row)}>"
        + "".join(markup.cell(_unlinked(row.get(c.key)), c, {}) for c in columns)
        + "</tr>"
        for row in table.rows
    )
    note = f'<p class="quiet small">{marked(table.note)}</p>' if table.note else ""
    return (
        f'<p>{marked(table.caption)}</p><div class="wide" tabindex="0" role="group" '
        f'aria-label="{escape(table.caption)}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>{note}"
    )


def _is_new(standing: Standing, row: Row) -> bool:
    """Whether a row is about a new method."""
    return tables.raw(row.get("method")) in standing.methods


def _unlinked(cell: object) -> object:
    """A cell without its link, which leads to a part of the report."""
    return cell._replace(href="") if isinstance(cell, Cell) else cell

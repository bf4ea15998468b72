"""Build one self-contained HTML page, and its tables as CSV, from finished results."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from naivebench import __version__
from naivebench.benchmark.results import formats, tables
from naivebench.benchmark.results.context import Results, group
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Table, View
from naivebench.benchmark.statistics import Statistic
from naivebench.report import (
    arrays,
    bias_variance,
    bundle,
    cards,
    cells,
    citing,
    common_sets,
    cost,
    departures,
    discretizers,
    duel,
    effects,
    experiments,
    further,
    gains,
    glossary,
    good,
    inference,
    leaderboard,
    learning_curves,
    markup,
    meta,
    overview,
    packing,
    palette,
    places,
    probabilities,
    problems,
    provenance,
    runs,
    scores,
    suits,
)
from naivebench.report.figures import pareto
from naivebench.report.figures.catalogue import FIGURES
from naivebench.report.figures.style import least_width, sentence, themed
from naivebench.report.papers import judged, verdicts
from naivebench.report.papers.against import elsewhere

if TYPE_CHECKING:
    import jinja2

TEMPLATES = Path(__file__).parent / "templates"
# tables whose primary view is in the page; its scripts make the other views
MADE_IN_PAGE = ("ranking", "scores")


class Page(NamedTuple):
    """A page of the report, which is one section of the document.

    Its template has the same name unless a paper names one. `listed`: number of its entries, where the
    navigation shows it.
    """

    id: str
    title: str
    file: str = ""
    listed: int = 0
    paper: experiments.Shown | None = None

    @property
    def template(self) -> str:
        """File name of the page's template."""
        return self.file or f"{self.id}.html.j2"


class Entry(NamedTuple):
    """An entry of the navigation. It opens its first page and shows the others."""

    id: str
    title: str
    pages: tuple[Page, ...]


ENTRIES = (
    Entry(
        "overview",
        "Overview",
        (
            Page("ranking", "Ranking", "overview.html.j2"),
            Page("leaderboard", "Leaderboard"),
            Page("scores", "Scores"),
        ),
    ),
    Entry("compare", "Compare two methods", (Page("versus", "Compare two methods"),)),
    Entry("methods", "Methods", (Page("methods", "Methods"),)),
    Entry("datasets", "Data sets", (Page("datasets", "Data sets"),)),
    Entry("papers", "Papers", (Page("claims", "Claims"),)),  # followed by a page for each paper
    Entry(
        "diagnostics",
        "Diagnostics",
        (
            Page("calibration", "Calibration"),
            Page("learning", "Learning curves, bias and variance"),
            Page("cost", "Cost"),
        ),
    ),
    Entry("statistics", "Statistics", (Page("statistics", "Statistics"),)),
    Entry("problems", "Problems", (Page("problems", "Problems"),)),
    Entry(
        "about",
        "About",
        (
            Page("protocols", "Protocols"),
            Page("glossary", "Glossary"),
            Page("provenance", "Provenance and citing"),
        ),
    ),
)


def pictures(folder: Path | None) -> dict[str, str]:
    """Figure id -> SVG, read from the figure's file.

    The text is "" if this run had nothing to draw, and an SVG with a sentence if no figures were made.
    """
    drawings = {}
    for name in FIGURES:
        title = name.replace("_", " ").capitalize()
        if folder and folder.is_dir():
            path = folder / f"{name}.svg"
            drawings[name] = themed(path.read_text(encoding="utf-8")) if path.is_file() else ""
        else:
            drawings[name] = sentence(name, title, f"{title}: the figure was not made in this run.")
    for path in sorted(folder.glob("roses-*.svg")) if folder else ():
        drawings[path.stem] = themed(path.read_text(encoding="utf-8"))
    return drawings


def caption_of(svg: str) -> str:
    """The caption stored in the SVG of a figure."""
    match = re.search(r'data-caption="([^"]*)"', svg)
    return unescape(match.group(1)) if match else ""


def table_of(svg: str) -> str:
    """The name of the CSV file with the numbers of a figure, as stored in its SVG."""
    match = re.search(r'data-numbers="([^"]*)"', svg)
    return unescape(match.group(1)) if match else ""


def title_of(svg: str) -> str:
    """The title stored in the SVG of a figure."""
    match = re.search(r"<title[^>]*>([^<]*)</title>", svg)
    return unescape(match.group(1)) if match else ""


def name_of(svg: str) -> str:
    """The name of a figure, from the id of its title."""
    match = re.search(r'<title id="([^"]*)-title"', svg)
    return match.group(1) if match else ""


def views(
    results: Results, summary: Summary, failures: cells.Failures, run: cells.Run
) -> dict[str, list[View]]:
    """Make the tables that exist once per protocol and metric, the primary view first."""
    measured = {(p, m) for p, _, m in _measured(results)}
    choices = [
        (p, m.id)
        for p in results.protocols
        for m in results.metrics.values()
        if m.better and (p, m.id) in measured
    ]
    choices.sort(key=lambda c: c != results.primary)
    return {
        "ranking": [View(p, m, overview.ranking(results, summary, p, m)) for p, m in choices],
        "scores": [View(p, m, scores.heat_map(results, summary, p, m, failures, run)) for p, m in choices],
        "probabilities": probabilities.views(results, summary),
        "effects": effects.views(results),
        "wins": effects.win_views(results),
        "pairs": inference.pair_views(results),
        "corrected_t": inference.corrected_views(results),
        **further.views(results),
    }


def _measured(results: Results) -> list[tuple[str, str, str]]:
    frame = results.scores[["protocol", "dataset", "metric"]].drop_duplicates()
    return list(frame.itertuples(index=False, name=None))


def plain_tables(
    results: Results,
    summary: Summary,
    failures: cells.Failures,
    shared: cards.Shared,
    papers: Sequence[experiments.Shown],
) -> dict[str, Table]:
    """Make the tables that exist only once."""
    asked = (*results.protocols, *sorted(set(results.learning["protocol"])))
    home = runs.homes(asked, set(results.learning["protocol"]), (e.id for e in papers))
    once = [
        leaderboard.table(results, summary),
        overview.headline(results, summary),
        common_sets.table(results, summary, failures),
        gains.table(results, summary),
        suits.table(results, summary),
        meta.table(results, shared.correlations),
        cells.table(results, summary, shared.run, failures),
        runs.protocols(results, home),
        runs.experiments(results, shared.run, summary.means),
        scores.protocols(results, summary),
        cards.descriptions(results),
        cards.calibration(results, summary),
        learning_curves.table(results),
        bias_variance.table(results),
        discretizers.table(results, summary),
        departures.table(results, summary),
        inference.tests(results),
        pareto.table(results, summary),
        cost.per_method(results, summary),
        cost.relative(results, summary),
        cost.jobs_by_rule(results),
        cost.jobs(results),
        problems.failures(results),
        problems.exclusions(results),
        problems.warnings(results),
    ]
    return {t.id: t for t in once}


def csv_files(results: Results, summary: Summary, contents: Contents) -> dict[str, str]:
    """CSV file name -> text, for all tables of the page; complete even if the page shows only a part."""
    files: dict[str, str] = {}
    for table in (*contents.once.values(), *(t for e in contents.papers for t in e.tables)):
        files |= tables.csv_files(table)
    complete = {
        "probabilities": probabilities.views(results, summary, complete=True),
        "effects": effects.views(results, complete=True),
        "wins": effects.win_list(results),
        "pairs": inference.pair_views(results, complete=True),
        "corrected_t": inference.corrected_views(results, complete=True),
        **further.views(results, complete=True),
    }
    for all_views in (contents.views | complete).values():
        files |= tables.csv_views(all_views)
    of_sets, of_methods = contents.cards
    of_cards: tuple[list[Table | None], ...] = (
        [c.table for c in of_sets],
        [c.best for c in of_sets],
        [c.table for c in of_methods],
        [c.beside.table if c.beside else None for c in of_methods],
    )
    for kind in of_cards:
        parts = [t for t in kind if t]
        if parts:
            files |= tables.csv_files(
                parts[0]._replace(rows=tuple(row for part in parts for row in part.rows))
            )
    if len(results.calibration):
        columns = tuple(tables.Column(c, c, "text") for c in results.calibration.columns)
        files |= tables.csv_files(
            Table("calibration", "", columns, tuple(results.calibration.to_dict("records")))
        )
    for table in contents.claims.tables:
        files |= tables.csv_files(table)
    return files | tables.csv_views(runs.other_views(results, summary))


@cache
def _environment() -> jinja2.Environment:
    """Environment of the templates, which are compiled once per process."""
    import jinja2

    engine = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    engine.globals |= {
        "cell": markup.cell,
        "coded": markup.coded,
        "is_number": tables.is_number,
        "file_names": tables.file_names,
        "Cell": tables.Cell,
        "plural": formats.plural,
        "raw": tables.raw,
        "caption_of": caption_of,
        "table_of": table_of,
        "title_of": title_of,
        "name_of": name_of,
        "explained": glossary.explained,
        "least_width": least_width,
        "marks": cells.MARKS,
        "partly": cells.PARTLY,
        "shown_jobs": cost.SHOWN_JOBS,
        "terms": glossary.TERMS,
        "version": __version__,
    }
    return engine


class Contents(NamedTuple):
    """The tables, cards and figures of the page."""

    once: dict[str, Table]  # tables that exist once
    views: dict[str, list[View]]  # tables that exist once per protocol and metric
    cards: cards.Cards
    papers: tuple[experiments.Shown, ...]
    claims: judged.Claims
    figures: dict[str, str]  # id -> SVG
    protocol_rows: Sequence[tables.Row]  # rows of the table of protocols that belong to no paper
    shown_tests: list[tables.Row]
    other_rankings: dict[str, Table]  # rankings by experiment
    further: dict[str, Statistic]  # statistics by table
    provenance: provenance.Provenance
    problems: problems.Problems
    files: dict[str, str]  # name -> text of every CSV

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The navigation, with a page of each paper after the claims."""
        listed = {
            "datasets": len(self.cards.datasets),
            "methods": len(self.cards.methods),
            "problems": self.problems.listed,
        }
        of_papers = tuple(Page(e.id, e.title, e.template, paper=e) for e in self.papers)
        all_entries = (
            e._replace(
                pages=tuple(
                    p._replace(listed=listed.get(p.id, 0)) for p in e.pages if p.id not in self.without
                )
                + (of_papers if e.id == "papers" else ())
            )
            for e in ENTRIES
        )
        return tuple(e for e in all_entries if e.pages)

    @property
    def without(self) -> set[str]:
        """Pages for which this run has nothing to show."""
        filled = {
            "leaderboard": self.once["leaderboard"].rows,
            "claims": any(c.verdict != verdicts.UNTESTED for g in self.claims.groups for c in g.claims),
            "calibration": self.once["calibration_scores"].rows or self.at("calibration"),
            "learning": self.once["learning_curves"].rows or self.once["bias_variance"].rows,
        }
        return {name for name, there in filled.items() if not there}

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages of all entries."""
        return tuple(p for e in self.entries for p in e.pages)

    @property
    def anchors(self) -> set[str]:
        """The anchors of the page that claims may lead to."""
        shown = {f"table-{t.id}" for e in self.papers for t in e.tables}
        shown |= {f"table-{name}" for name, t in self.once.items() if t.rows}
        return shown | {f"method-{c.id}" for c in self.cards.methods} | {p.id for p in self.pages}

    @property
    def first_suits(self) -> list[tables.Row]:
        """The rows of the table of suited methods that the first screen shows."""
        rows = {(tables.raw(r["property"]), r["value"]): r for r in self.once["suits"].rows}
        return [rows[key] for key in suits.FIRST if key in rows]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the data sets."""
        return sorted({c.kind for c in self.cards.datasets})

    def at(self, place: str, folded: bool = False) -> list[str]:
        """The figures that belong to a place of the page, in the order of the catalogue."""
        there = (f.id for f in FIGURES.values() if (f.place, f.folded) == (place, folded))
        return [svg for id_ in there if (svg := self.figures.get(id_))]

    def checksums(self, table: Table) -> list[tuple[str, str]]:
        """Pairs (name, SHA-256) for the CSV files of a table, if any."""
        names = (n for n in tables.file_names(table) if n in self.files)
        return [(n, sha256(self.files[n].encode()).hexdigest()) for n in names]


class Remarks(NamedTuple):
    """Sentences shown next to tables."""

    leaderboard: list[str]
    curves: Sequence[str]
    bias: str
    calibrated: str
    cheapest: str
    overhead: str


class Looks(NamedTuple):
    """Colours of the page, and marks of methods and their groups."""

    css: str
    light: str  # colours, as CSS declarations
    dark: str
    groups: dict[str, palette.Style]
    methods: dict[str, palette.Style]
    members: dict[str, list[str]]  # group -> its methods


class Scripts(NamedTuple):
    """The scripts and the data that they read."""

    analysis: str
    page: str
    given: str  # JSON
    data: str  # the scores


def gathered(results: Results, summary: Summary, figures: dict[str, str], shared: cards.Shared) -> Contents:
    """Collect everything that the page shows about a run."""
    of_papers = judged.judged(results, summary)
    papers = experiments.shown(of_papers)
    failures = cells.failures_by_cell(results, shared.run)
    once = plain_tables(results, summary, failures, shared, papers)
    several = next((e.section for e in papers if e.id == "papers"), None)
    found = Contents(
        once=once,
        views=views(results, summary, failures, shared.run),
        cards=cards.made(results, summary, failures, shared._replace(claims=of_papers.claims.by_method)),
        papers=papers,
        claims=of_papers.claims,
        figures=figures,
        protocol_rows=elsewhere(once["protocols"].rows, several),
        shown_tests=inference.shown_tests(results, once["tests"]),
        other_rankings=runs.others(results, summary),
        further=further.configured(results),
        provenance=provenance.provenance(results),
        problems=problems.problems(once["failures"]),
        files={},
    )
    return found._replace(files=csv_files(results, summary, found))


def html(
    results: Results,
    summary: Summary,
    contents: Contents,
    origins: cells.Origins,
) -> str:
    """Render the page as text; equal input gives equal bytes."""
    groups = palette.styles(group(results, m) for m in results.methods)
    shown = contents.views | {name: contents.views[name][:1] for name in MADE_IN_PAGE}
    text = (
        _environment()
        .get_template("page.html.j2")
        .render(
            results=results,
            citation=citing.bibtex(results),
            few=packing.FEW,
            contents=contents._replace(views=shown),
            front=overview.front(results, summary),
            remarks=Remarks(
                leaderboard.sentences(results, contents.once["leaderboard"]),
                learning_curves.sentences(results),
                bias_variance.sentence(results),
                good.calibrated(results, contents.once["calibration_scores"]),
                good.cheapest(results, contents.once["relative_cost"]),
                cost.overhead(results),
            ),
            looks=Looks(
                (TEMPLATES / "page.css").read_text(encoding="utf-8"),
                *palette.css(),
                groups,
                {m: groups[group(results, m)] for m in results.methods},
                scores.groups_of(results),
            ),
            scripts=Scripts(
                bundle.bundle("analysis"),
                bundle.bundle("page", without="analysis"),
                _given(results, {c.id: c.kind for c in contents.cards.datasets}),
                _data(results, summary, contents.views["scores"], origins),
            ),
        )
    )
    return places.anchored(_squeezed(text))


def _data(results: Results, summary: Summary, heat_maps: list[View], origins: cells.Origins) -> str:
    """Scripts with the numbers that the page computes with and the files that its scores come from."""
    made = arrays.arrays(results, summary, heat_maps)
    manifest, files = (
        json.dumps(values, separators=(",", ":"), ensure_ascii=False).encode()
        for values in (made.manifest, origins)
    )
    parts = {"manifest": manifest, "arrays": made.values, "origins": files}
    return "".join(packing.script(name, content) for name, content in parts.items())


def of_scripts() -> dict[str, tuple[tables.Column, ...]]:
    """Tables that are made by the page's scripts, and their columns."""
    return {
        "leaderboard": leaderboard.COLUMNS,
        "ranking": overview.RANKING,
        "chosen-pairs": inference.PAIRS,
        "versus": duel.VERSUS,
        "scores": scores.HEAT_MAP,
    }


def columns(declared: Iterable[tables.Column]) -> list[dict[str, str]]:
    """Properties of the visible columns that a script needs."""
    return [
        {
            "key": c.key,
            "label": c.label,
            "kind": c.kind,
            "title": glossary.explained(c.label, c.title),
            "cost": c.cost,
        }
        for c in declared
        if not c.hidden
    ]


def _given(results: Results, kinds: dict[str, str]) -> str:
    """Values that the scripts get in addition to the scores, as JSON in the page (scripts/from_python.js)."""
    protocols = results.config.get("config", {}).get("protocols", {})
    values = {
        "citation": citing.bibtex(results),
        "columns": {name: columns(declared) for name, declared in of_scripts().items()},
        "kinds": kinds,
        "groups": scores.groups_of(results),
        "shuffled": [name for name, p in protocols.items() if p.get("permute_labels")],
        "few": packing.FEW,
        "first": packing.FIRST,
        "rows": packing.ROWS,
        "primary": {"protocol": results.primary[0], "metric": results.primary[1]},
    }
    return packing.embedded(values)


def _squeezed(text: str) -> str:
    """Remove indentation and empty lines, except inside <pre>, <style> and <script>."""
    lines, verbatim = [], False
    for line in text.split("\n"):
        if not verbatim:
            line = line.strip()
        if "<pre" in line or "<style" in line or "<script>" in line:
            verbatim = True
        if "</pre>" in line or "</style>" in line or "</script>" in line:
            verbatim = False
        if line or verbatim:
            lines.append(line)
    return "\n".join(lines) + "\n"


def build(results: Results, summary: Summary, figures: dict[str, str]) -> dict[str, str]:
    """Build the files of the report: file name (relative to the folder of reports) -> text.

    The files are `index.html` (not yet packed) and `tables/*.csv`.
    """
    shared = cards.shared(results, summary, cells.configured(results))
    contents = gathered(results, summary, figures, shared)
    page = html(results, summary, contents, cells.origins(shared.run, summary.means))
    return {"index.html": page} | {f"tables/{n}": t for n, t in sorted(contents.files.items())}


def shipped(files: dict[str, str]) -> dict[str, str]:
    """The files of `build` as readers get them: sections of the page stay compressed until a reader opens
    them.
    """
    return files | {"index.html": packing.packed(files["index.html"])}

"""One self-contained HTML page, and its tables as CSV, from finished results."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache, partial
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from naivebench import RESULTS_VERSION, __version__
from naivebench.benchmark.results import formats, tables
from naivebench.benchmark.results.context import Results, group
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Table, View
from naivebench.report import (
    arrays,
    bias_variance,
    bundle,
    cards,
    cells,
    common_sets,
    cost,
    departures,
    discretizers,
    effects,
    experiments,
    further,
    glossary,
    inference,
    leaderboard,
    learning_curves,
    markup,
    meta,
    overview,
    packing,
    palette,
    probabilities,
    problems,
    provenance,
    runs,
    scores,
    suits,
    tuning_gains,
)
from naivebench.report.figures import pareto
from naivebench.report.figures.catalogue import FIGURES
from naivebench.report.figures.style import least_width, sentence, themed
from naivebench.report.papers import judged
from naivebench.report.papers.against import elsewhere

if TYPE_CHECKING:
    import jinja2

TEMPLATES = Path(__file__).parent / "templates"
# tables of which the page holds the primary view and makes the others itself
MADE_IN_PAGE = ("ranking", "scores")
SECTIONS = (
    ("ranking", "Overview"),
    ("leaderboard", "Leaderboard"),
    ("versus", "A against B"),
    ("claims", "The papers' claims"),
    ("scores", "Scores"),
    ("protocols", "Protocols"),
    ("datasets", "Data sets"),
    ("methods", "Methods"),
    ("statistics", "Statistics"),
    ("calibration", "Calibration"),
    ("learning", "Learning curves, bias and variance"),
    ("cost", "Cost"),
    ("problems", "Failures, exclusions, unavailable data"),
    ("glossary", "Glossary"),
    ("provenance", "Provenance"),
)


def pictures(folder: Path | None) -> dict[str, str]:
    """Id -> SVG of every figure, from its file, "" where this run had nothing to draw; a sentence where no
    figures were made.
    """
    drawings = {}
    for name in FIGURES:
        title = name.replace("_", " ").capitalize()
        if folder and folder.is_dir():
            path = folder / f"{name}.svg"
            drawings[name] = themed(path.read_text(encoding="utf-8")) if path.is_file() else ""
        else:
            drawings[name] = sentence(name, title, f"{title}: the figure was not made in this run.")
    return drawings


def at(drawings: dict[str, str], place: str, folded: bool = False) -> list[str]:
    """The drawings that stand at a place of the page, in the order of the catalogue."""
    return [
        drawings[f.id]
        for f in FIGURES.values()
        if (f.place, f.folded) == (place, folded) and drawings.get(f.id)
    ]


def caption_of(svg: str) -> str:
    """The caption that a figure carries."""
    match = re.search(r'data-caption="([^"]*)"', svg)
    return unescape(match.group(1)) if match else ""


def title_of(svg: str) -> str:
    """The title that a figure carries."""
    match = re.search(r"<title[^>]*>([^<]*)</title>", svg)
    return unescape(match.group(1)) if match else ""


def views(results: Results, summary: Summary, failures: dict, run: cells.Run) -> dict[str, list[View]]:
    """The tables that exist once per protocol and metric, the primary view first."""
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
    failures: dict,
    shared: cards.Shared,
    papers: Sequence[experiments.Shown],
) -> dict[str, Table]:
    """The tables that exist once."""
    asked = (*results.protocols, *sorted(set(results.learning["protocol"])))
    home = runs.homes(asked, set(results.learning["protocol"]), (e.id for e in papers))
    once = [
        leaderboard.table(results, summary),
        overview.headline(results, summary),
        common_sets.table(results, summary, failures),
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
        tuning_gains.table(results, summary),
        inference.tests(results),
        pareto.table(results, summary),
        cost.per_method(results, summary),
        cost.jobs_by_rule(results),
        cost.jobs(results),
        problems.failures(results),
        problems.exclusions(results),
        problems.warnings(results),
    ]
    return {t.id: t for t in once}


def csv_files(
    results: Results,
    summary: Summary,
    once: dict[str, Table],
    by_view: dict[str, list[View]],
    all_cards: dict[str, list[dict]],
) -> dict[str, str]:
    """Name -> text of every CSV: the tables of the page, complete where the page shows a part."""
    files: dict[str, str] = {}
    for table in once.values():
        files |= tables.csv_files(table)
    for all_views in {
        **by_view,
        "probabilities": probabilities.views(results, summary, complete=True),
        "effects": effects.views(results, complete=True),
        "wins": effects.win_list(results),
        "pairs": inference.pair_views(results, complete=True),
        "corrected_t": inference.corrected_views(results, complete=True),
        **further.views(results, complete=True),
    }.values():
        files |= tables.csv_views(all_views)
    tables_of_cards = [[c["table"] for c in kind] for kind in all_cards.values()]
    for kind in [*tables_of_cards, [c["best"] for c in all_cards["datasets"]]]:
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
    return files


@cache
def _environment() -> jinja2.Environment:
    """Templates are compiled once in a process."""
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
        "is_number": tables.is_number,
        "file_names": tables.file_names,
    }
    engine.globals |= {
        "Cell": tables.Cell,
        "plural": formats.plural,
        "raw": tables.raw,
        "caption_of": caption_of,
        "title_of": title_of,
        "explained": glossary.explained,
        "least_width": least_width,
    }
    return engine


def _sections(papers: Sequence[experiments.Shown]) -> tuple[tuple[str, str], ...]:
    """The sections, with the experiments of the papers after the protocols."""
    of_papers = [(e.id, e.title) for e in papers]
    place = next(i for i, (name, _) in enumerate(SECTIONS) if name == "datasets")
    return (*SECTIONS[:place], *of_papers, *SECTIONS[place:])


def _anchors(results: Results, once: dict[str, Table], papers: Sequence[experiments.Shown]) -> set[str]:
    """The anchors of the page that claims may lead to."""
    shown = {f"table-{t.id}" for e in papers for t in e.tables} | {
        f"table-{name}" for name, t in once.items() if t.rows
    }
    return (
        shown
        | {e.id for e in papers}
        | {f"method-{m}" for m in results.methods}
        | {name for name, _ in SECTIONS}
    )


def html(
    results: Results,
    summary: Summary,
    figures: dict[str, str],
    once: dict[str, Table],
    by_view: dict[str, list[View]],
    all_cards: dict[str, list[dict]],
    papers: Sequence[experiments.Shown] = (),
    claimed: judged.Claims | None = None,
    shared: cards.Shared | None = None,
    files: dict[str, str] | None = None,
) -> str:
    """The page as text; the same input gives the same bytes. `files`: those that it cites."""
    light, dark = palette.css()
    looks = palette.styles(group(results, m) for m in results.methods)
    kinds = {c["id"]: c["kind"] for c in all_cards["datasets"]}
    origins = cells.origins(shared.run, summary.means) if shared else {}
    engine = _environment()
    text = engine.get_template("page.html.j2").render(
        results=results,
        versions={"code": __version__, "results": RESULTS_VERSION},
        checksums=partial(_checksums, files or {}),
        sections=_sections(papers),
        counts={
            "datasets": len(results.datasets),
            "methods": len(results.methods),
            "problems": len(once["failures"].rows),
        },
        papers=papers,
        claims=claimed,
        anchors=_anchors(results, once, papers),
        protocol_rows=elsewhere(
            once["protocols"].rows, next((e.section for e in papers if e.id == "papers"), None)
        ),
        heading=overview.heading(results),
        facts=overview.facts(results),
        sentences=[*overview.conclusion(results, summary), *overview.sensitivity(results, summary)],
        left_out=overview.left_out(results),
        other_rankings=runs.others(results, summary),
        glossary=glossary.TERMS,
        bias_sentence=bias_variance.sentence(results),
        curve_sentences=learning_curves.sentences(results),
        at=partial(at, figures),
        once=once,
        views=by_view | {name: by_view[name][:1] for name in MADE_IN_PAGE},
        leaderboard_sentences=leaderboard.sentences(results, once["leaderboard"]),
        data=_data(results, summary, by_view["scores"]),
        further=further.configured(results),
        cards=all_cards,
        looks={m: looks[group(results, m)] for m in results.methods},
        groups=scores.groups_of(results),
        group_looks=looks,
        kinds=kinds,
        overhead=cost.overhead(results),
        provenance=provenance.provenance(results),
        marks=cells.MARKS,
        partly=cells.PARTLY,
        shown_jobs=cost.SHOWN_JOBS,
        shown_tests=inference.shown_tests(results, once["tests"]),
        css=(TEMPLATES / "page.css").read_text(encoding="utf-8"),
        analysis=bundle.bundle("analysis"),
        js=bundle.bundle("page", without="analysis"),
        given=_given(results, kinds, origins),
        light=light,
        dark=dark,
    )
    return _squeezed(text)


def _checksums(files: dict[str, str], table: Table) -> list[tuple[str, str]]:
    """(name, SHA-256) of the CSV files of a table, as far as there are any."""
    return [(n, sha256(files[n].encode()).hexdigest()) for n in tables.file_names(table) if n in files]


def _data(results: Results, summary: Summary, heat_maps: list[View]) -> str:
    """What the page computes with, as scripts."""
    made = arrays.arrays(results, summary, heat_maps)
    manifest = json.dumps(made.manifest, separators=(",", ":"), ensure_ascii=False)
    return packing.script("manifest", manifest.encode()) + packing.script("arrays", made.values)


def _given(results: Results, kinds: dict[str, str], origins: cells.Origins) -> str:
    """What the scripts are given beside the scores, as JSON that a page may hold (scripts/from_python.js)."""
    protocols = results.config.get("config", {}).get("protocols", {})
    values = {
        "kinds": kinds,
        "groups": scores.groups_of(results),
        "origins": origins,
        "shuffled": [name for name, p in protocols.items() if p.get("permute_labels")],
        "first": packing.FIRST,
        "rows": packing.ROWS,
        "primary": {"protocol": results.primary[0], "metric": results.primary[1]},
    }
    return packing.embedded(values)


def _squeezed(text: str) -> str:
    """Without indentation and empty lines, except inside <pre>, <style> and <script>."""
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
    """File name (relative to the folder of reports) -> text: `index.html`, not packed yet, and
    `tables/*.csv`.
    """
    of_papers = judged.judged(results, summary)
    papers, claimed = experiments.shown(of_papers), of_papers.claims
    shared = cards.shared(results, summary, cells.configured(results))
    failures = cells.failures_by_cell(results, shared.run)
    once, by_view = (
        plain_tables(results, summary, failures, shared, papers),
        views(results, summary, failures, shared.run),
    )
    all_cards = {
        "datasets": [cards.dataset_card(results, summary, d, failures, shared) for d in results.datasets],
        "methods": [cards.method_card(results, summary, m, shared) for m in results.methods],
    }
    files = csv_files(
        results, summary, once | {t.id: t for e in papers for t in e.tables}, by_view, all_cards
    )
    for table in claimed.tables:
        files |= tables.csv_files(table)
    files |= tables.csv_views(runs.other_views(results, summary))
    page = html(results, summary, figures, once, by_view, all_cards, papers, claimed, shared, files)
    return {"index.html": page} | {f"tables/{n}": t for n, t in sorted(files.items())}


def shipped(files: dict[str, str]) -> dict[str, str]:
    """The files of `build` as readers get them: sections of the page wait, compressed, until one asks for
    them.
    """
    return files | {"index.html": packing.packed(files["index.html"])}

"""One self-contained HTML page, and its tables as CSV, from finished results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from naivebench.papers import judged
from naivebench.papers.against import elsewhere
from naivebench.reporting import (
    cards,
    cost,
    effects,
    experiments,
    further,
    inference,
    learning_curves,
    overview,
    palette,
    probabilities,
    problems,
    scores,
)
from naivebench.reporting.figures import pareto
from naivebench.reporting.figures.catalogue import FIGURES
from naivebench.reporting.figures.style import least_width, sentence, themed
from naivebench.results import formats, tables
from naivebench.results.context import Results, group
from naivebench.results.summaries import Summary
from naivebench.results.tables import Table, View

if TYPE_CHECKING:
    import jinja2

MANY_VIEWS = 80
LARGEST = 10_000_000  # bytes of the page
THRIFT = 3  # how far views are left out to stay below it, see `on_page`
HEADLINES = ("accuracy", "log_loss")
TEMPLATES = Path(__file__).parent / "templates"
SECTIONS = (
    ("ranking", "Overview"),
    ("claims", "The papers' claims"),
    ("scores", "Scores"),
    ("protocols", "Protocols"),
    ("datasets", "Data sets"),
    ("methods", "Methods"),
    ("statistics", "Statistics"),
    ("calibration", "Calibration"),
    ("learning", "Learning curves"),
    ("cost", "Cost"),
    ("problems", "Failures"),
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


def views(results: Results, summary: Summary, failures: dict) -> dict[str, list[View]]:
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
        "scores": [View(p, m, scores.heat_map(results, summary, p, m, failures)) for p, m in choices],
        "probabilities": probabilities.views(results),
        "effects": effects.views(results),
        "wins": effects.win_views(results),
        "pairs": inference.pair_views(results),
        "corrected_t": inference.corrected_views(results),
        **further.views(results),
    }


def on_page(all_views: list[View], results: Results, thrift: int = 0) -> list[View]:
    """The views that the page holds: all, or where they are many, of other protocols than the primary one
    only `HEADLINES` and their own metrics.

    Of shuffled labels there are none then: a ranking there means nothing. With `thrift` 1 the primary metric
    stands for the headlines, with 2 all metrics of other protocols are left out but the first of each, with 3
    those of the primary protocol that are no headlines too. The CSV has all.
    """
    if len(all_views) <= MANY_VIEWS and not thrift:
        return all_views
    protocol, metric = results.primary
    headlines = {metric} if thrift else {metric, *HEADLINES}
    common = {v.metric for v in all_views if v.protocol == protocol} - headlines
    shuffled = {
        name
        for name, p in results.config.get("config", {}).get("protocols", {}).items()
        if p.get("permute_labels")
    }
    kept = [
        v
        for v in all_views
        if v.protocol == protocol or (v.metric not in common and v.protocol not in shuffled)
    ]
    if thrift < 2:
        return kept
    first = {v.protocol: v for v in reversed(kept)}
    return [
        v
        for v in kept
        if v is first[v.protocol]
        or (v.protocol == protocol and (thrift < 3 or v.metric in {metric, *HEADLINES}))
    ]


def _measured(results: Results) -> list[tuple[str, str, str]]:
    frame = results.scores[["protocol", "dataset", "metric"]].drop_duplicates()
    return list(frame.itertuples(index=False, name=None))


def plain_tables(results: Results, summary: Summary) -> dict[str, Table]:
    """The tables that exist once."""
    once = [
        scores.protocols(results, summary),
        cards.descriptions(results),
        cards.calibration(results, summary),
        learning_curves.table(results),
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
    results: Results, once: dict[str, Table], by_view: dict[str, list[View]], all_cards: dict[str, list[dict]]
) -> dict[str, str]:
    """Name -> text of every CSV: the tables of the page, complete where the page shows a part."""
    files: dict[str, str] = {}
    for table in once.values():
        files |= tables.csv_files(table)
    for all_views in {
        **by_view,
        "probabilities": probabilities.views(results, complete=True),
        "effects": effects.views(results, complete=True),
        "wins": effects.win_list(results),
        "pairs": inference.pair_views(results, complete=True),
        "corrected_t": inference.corrected_views(results, complete=True),
        **further.views(results, complete=True),
    }.values():
        files |= tables.csv_views(all_views)
    for kind in all_cards.values():
        parts = [c["table"] for c in kind if c["table"]]
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


def _provenance(results: Results) -> dict:
    """The environment and the resolved configuration as text."""
    import yaml

    env = results.environment
    run = env.get("run") or {}
    facts = [
        ("Commit", env.get("commit") or "not a git checkout"),
        ("State", "changed files beside the commit" if env.get("dirty") else "as committed"),
        ("Date", env.get("date") or "unknown"),
        ("Seed", env.get("seed")),
        ("Python", env.get("python")),
        ("Platform", env.get("platform")),
        ("CPU", env.get("cpu")),
        ("Cores", env.get("cores")),
        *(
            (k.replace("_", " ").capitalize(), v)
            for k, v in sorted(run.items())
            if v is not None and k != "cpu_seconds_main"
        ),
    ]
    return {
        "facts": [(k, str(v)) for k, v in facts if v is not None],
        "packages": sorted((k, v) for k, v in (env.get("packages") or {}).items() if v),
        "config": (
            yaml.safe_dump(results.config, sort_keys=False, allow_unicode=True, width=140)
            if results.config
            else ""
        ),
    }


def _environment() -> jinja2.Environment:
    import jinja2

    engine = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    engine.globals |= {
        "shown": tables.shown,
        "sort_key": tables.sort_key,
        "is_number": tables.is_number,
        "file_names": tables.file_names,
    }
    engine.globals |= {
        "Cell": tables.Cell,
        "plural": formats.plural,
        "is_cell": lambda c: isinstance(c, tables.Cell),
        "raw": tables.raw,
        "caption_of": caption_of,
        "title_of": title_of,
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
) -> str:
    """The page as text; the same input gives the same bytes."""
    light, dark = palette.css()
    looks = palette.styles(group(results, m) for m in results.methods)
    engine = _environment()
    text = engine.get_template("page.html.j2").render(
        results=results,
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
        facts=overview.facts(results),
        sentences=overview.conclusion(results),
        curve_sentences=learning_curves.sentences(results),
        at=partial(at, figures),
        once=once,
        views=by_view,
        further=further.configured(results),
        cards=all_cards,
        looks={m: looks[group(results, m)] for m in results.methods},
        groups=scores.groups_of(results),
        group_looks=looks,
        kinds={c["id"]: c["kind"] for c in all_cards["datasets"]},
        overhead=cost.overhead(results),
        provenance=_provenance(results),
        symbols=scores.SYMBOLS,
        shown_jobs=cost.SHOWN_JOBS,
        shown_tests=inference.shown_tests(results, once["tests"]),
        css=(TEMPLATES / "page.css").read_text(encoding="utf-8"),
        js="\n".join((TEMPLATES / f"{n}.js").read_text(encoding="utf-8") for n in ("page", "save")),
        light=light,
        dark=dark,
    )
    return _squeezed(text)


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
    """File name (relative to the folder of reports) -> text: `index.html` and `tables/*.csv`."""
    failures = scores.failures_by_cell(results)
    once, by_view = plain_tables(results, summary), views(results, summary, failures)
    all_cards = {
        "datasets": [cards.dataset_card(results, summary, d, failures) for d in results.datasets],
        "methods": [cards.method_card(results, summary, m) for m in results.methods],
    }
    of_papers = judged.judged(results, summary)
    papers, claimed = experiments.shown(of_papers), of_papers.claims
    for thrift in range(THRIFT + 1):
        held = {name: on_page(several, results, thrift) for name, several in by_view.items()}
        page = html(results, summary, figures, once, held, all_cards, papers, claimed)
        if len(page.encode()) < LARGEST:
            break
    files = csv_files(results, once | {t.id: t for e in papers for t in e.tables}, by_view, all_cards)
    for table in claimed.tables:
        files |= tables.csv_files(table)
    return {"index.html": page} | {f"tables/{n}": t for n, t in sorted(files.items())}

"""Build the report: a static site that is a function of the tables of a run."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment
from markupsafe import Markup

from naivebench.report.tables import (
    HERE,
    Column,
    Targets,
    choose_rows,
    derive_section_settings,
    find_column,
    link_short_title,
    make_environment,
    make_table,
    mark_code,
    read_column_declarations,
    read_pages,
    read_tables,
    select_matching_rows,
)

STATIC = ("page.css", "page.js")


def build_site(tables: Path, figures: Path, out: Path) -> None:
    """Write the pages, their style and script, and copies of their tables (CSV) and figures (SVG) to `out`. A
    section without its table and figure is left out, and so is the page of a paper without a section.
    """
    frames = read_tables(tables)
    columns = read_column_declarations()
    drawn = {path.stem for path in figures.glob("*.svg")}
    pages = choose_pages(read_pages(), frames, drawn)
    environment = make_environment()
    (out / "papers").mkdir(parents=True, exist_ok=True)
    for name in read_pages():
        (out / name).unlink(missing_ok=True)  # an earlier run may have had more pages
    for name, page in pages.items():
        path = out / name
        path.write_text(render_page(environment, name, page, pages, columns, frames), encoding="utf-8")
    for name in STATIC:
        shutil.copyfile(HERE / "static" / name, out / name)
    replace_files(tables, out / "tables", [f"{name}.csv" for name in find_used_tables(pages) & {*frames}])
    replace_files(figures, out / "figures", [f"{name}.svg" for name in drawn])


def list_page_parts(pages: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """List the pages, their sections, and the tables of their cards, as `pages.yaml` declares them."""
    parts = [part for page in pages.values() for part in (page, *page["sections"].values(), *page.values())]
    return [part for part in parts if isinstance(part, dict)]


def find_used_tables(pages: Mapping[str, dict[str, Any]]) -> set[str]:
    """List the names of the tables that the pages show, draw, or use in a sentence."""
    parts = list_page_parts(pages)
    shown = {part["table"] for part in parts if isinstance(part.get("table"), str)}
    return shown.union(*(part.get("data", ()) for part in parts), *(part.get("tables", ()) for part in parts))


def replace_files(source: Path, target: Path, names: Iterable[str]) -> None:
    """Replace the files of `target` with the named files of `source`, unless both are the same folder."""
    target.mkdir(exist_ok=True)
    if source.resolve() == target.resolve():
        return
    for path in target.iterdir():
        path.unlink()
    for name in names:
        shutil.copyfile(source / name, target / name)


def choose_pages(
    pages: Mapping[str, dict[str, Any]], frames: Mapping[str, pd.DataFrame], drawn: set[str]
) -> dict[str, dict[str, Any]]:
    """Return the pages that have content in this run, without their empty sections and tables."""
    chosen = {}
    for name, page in pages.items():
        sections = {}
        for id_, section in page["sections"].items():
            figure = section.get("figure") if section.get("figure") in drawn else None
            table = section.get("table") if "table" in section and len(choose_rows(section, frames)) else None
            if figure or table:
                sections[id_] = section | {"figure": figure, "table": table}
        if sections or page.get("always"):
            used = (
                derive_section_settings({"table": id_}, page.get("paper", ""))
                for id_ in page.get("tables", ())
            )
            tables = [section["table"] for section in used if len(choose_rows(section, frames))]
            chosen[name] = page | {"sections": sections, "tables": tables}
    return chosen


def list_explained_columns(
    pages: Mapping[str, dict[str, Any]], columns: Mapping[str, Column]
) -> list[Column]:
    """List the columns whose tip is shown on these pages, in the order of `columns.yaml`."""
    names = {name for part in list_page_parts(pages) for name in part.get("columns", ())}
    names |= {part["spread"]["values"] for part in list_page_parts(pages) if "spread" in part}
    shown = {find_column(columns, name).tip for name in names}
    return [column for column in columns.values() if column.tip and column.tip in shown]


def collect_link_targets(
    pages: Mapping[str, dict[str, Any]], frames: Mapping[str, pd.DataFrame], root: str
) -> Targets:
    """Collect the methods, data sets and papers that cells link to; `root`: path to the site's folder."""
    methods = frames.get("methods", pd.DataFrame(columns=["method", "title", "short_title", "group"]))
    datasets = frames.get("datasets", pd.DataFrame(columns=["dataset", "status"]))
    listed = datasets[datasets.status.isin(["ok", "unavailable"])].dataset
    shown = methods.set_index("method")[["title", "short_title", "group"]]
    papers = {page["paper"]: page["nav"] for page in pages.values() if "paper" in page}
    return Targets(shown.to_dict("index"), frozenset(listed), papers, root)


def render_page(
    environment: Environment,
    name: str,
    page: Mapping[str, Any],
    pages: Mapping[str, dict[str, Any]],
    columns: Mapping[str, Column],
    frames: Mapping[str, pd.DataFrame],
) -> str:
    """Render one page with its template."""
    targets = collect_link_targets(pages, frames, "../" * name.count("/"))

    def select_rows(table: str, **match: Any) -> pd.DataFrame:
        """Select the rows of a table in which columns have the given values; none if it is missing."""
        return select_matching_rows(frames.get(table, pd.DataFrame()), match)

    return environment.get_template(page["template"]).render(
        name=name,
        page=page,
        pages=pages,
        root=targets.root,
        terms=list_explained_columns(pages, columns),
        table=lambda section: make_table(section, frames, columns, targets),
        method=lambda id_: link_short_title(id_, targets),
        rows=select_rows,
        fill=lambda text: mark_code(Markup(environment.from_string(text).render(rows=select_rows))),
        for_method=lambda section, id_: section | {"match": section.get("match", {}) | {"method": id_}},
    )

"""A paper's section of the page, put together as the part `sections` of its paper.yaml says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from naivebench.benchmark.results.parts import Part, Section
from naivebench.benchmark.results.tables import Cell, Table, raw
from naivebench.report.papers.claims import Claim, counted, counted_again, counted_suggested
from naivebench.report.papers.paper import PartText, TableText, own
from naivebench.report.papers.run import Run


def section(run: Run, claims: tuple[Claim, ...]) -> Section | None:
    """The section; None where none of its parts has anything to show."""
    parts: list[Part] = []
    for content in run.paper.sections:
        if content.own:
            parts += own(run.paper, content.own)(run)
        elif part := _part(run, content):
            parts.append(part)
    if not parts:
        return None
    judged = (counted(claims), counted_suggested(claims), counted_again(claims)) if claims else ()
    summaries = (*filter(None, judged), *_sentences(run, run.paper.more.get("summary", [])))
    return Section(summaries, run.paper.general, tuple(parts), run.paper.more.get("rule", ""))


def _part(run: Run, content: PartText) -> Part | None:
    tables, folded, files = (
        tuple(t for spec in several if (t := table(run, spec)) and t.rows)
        for several in (content.tables, content.folded, content.files)
    )
    sentences = _sentences(run, content.sentences)
    if not (tables or folded or files or (sentences and not content.needs_tables)):
        return None
    return Part(content.title, sentences, tables, folded, content.place, files)


def _sentences(run: Run, several: Iterable[str | dict[str, str]]) -> tuple[str, ...]:
    """Fixed sentences, and those that a function of the paper's own makes from numbers: one or several."""
    texts: list[str] = []
    for content in several:
        made: Any = content if isinstance(content, str) else own(run.paper, content["own"])(run)
        texts += [made] if isinstance(made, str) else made or []
    return tuple(t for t in texts if t)


def table(run: Run, spec: TableText) -> Table | None:
    """A table of a paper: rows from a function of its own under the columns of the paper.yaml, or whole from
    the function. Columns without any value are in the CSV only.
    """
    made = own(run.paper, spec.own)(run, **spec.arguments)
    if made is None or isinstance(made, Table):
        return made
    rows = tuple(made)
    filled = {
        key
        for row in rows
        for key, cell in row.items()
        if raw(cell) is not None or (isinstance(cell, Cell) and cell.text)
    }
    columns = tuple(c._replace(hidden=c.hidden or c.key not in filled) for c in spec.columns)
    note = spec.note if isinstance(spec.note, str) else own(run.paper, spec.note["own"])(run, made)
    return Table(spec.id, spec.caption, columns, rows, note)

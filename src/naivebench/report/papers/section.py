"""A paper's section of the page: its summary, claims, and the parts listed under `sections` in its
paper.yaml.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from naivebench.benchmark.results.parts import Part
from naivebench.benchmark.results.tables import Cell, Table, raw
from naivebench.report.papers.claims import Claim, summed
from naivebench.report.papers.paper import PartText, TableText, own
from naivebench.report.papers.rows import rows
from naivebench.report.papers.run import Run
from naivebench.report.papers.summary import Line, lines


class Section(NamedTuple):
    """Content of the page about a paper, in this order."""

    summary: tuple[Line, ...]
    figure: str  # id of the drawing next to the summary, or ""
    claims: tuple[Claim, ...]
    verdicts: str  # sentences that count the claims by verdict
    parts: tuple[Part, ...]
    general: tuple[str, ...]  # notes on the printed numbers
    rule: tuple[str, ...]  # notes on how to read the tables

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, for the CSV files."""
        return tuple(table for part in self.parts for table in (*part.tables, *part.folded, *part.files))


def section(run: Run, claims: tuple[Claim, ...]) -> Section | None:
    """The section of a paper, or None if this run has no results for it."""
    parts: list[Part] = []
    for content in run.paper.sections:
        if content.own:
            parts += own(run.paper, content.own)(run)
        elif part := _part(run, content):
            parts.append(part)
    if not parts and not rows(run):
        return None
    rule = (run.paper.more.get("rule", ""), *_sentences(run, run.paper.more.get("summary", [])))
    return Section(
        lines(run, claims),
        run.paper.summary.figure,
        claims,
        summed(claims) if claims else "",
        tuple(parts),
        run.paper.general,
        tuple(filter(None, rule)),
    )


def _part(run: Run, content: PartText) -> Part | None:
    tables, folded, files = (
        tuple(t for spec in several if (t := table(run, spec)) and t.rows)
        for several in (content.tables, content.folded, content.files)
    )
    sentences = _sentences(run, content.sentences)
    if not (tables or folded or files or (sentences and not content.needs_tables)):
        return None
    return Part(content.title, sentences, tables, folded, content.place, files)


def _sentences(run: Run, several: Iterable[str | Mapping[str, Any]]) -> tuple[str, ...]:
    """Fixed sentences, and one or several from each function that computes them."""
    texts: list[str] = []
    for content in several:
        if isinstance(content, str):
            texts.append(content)
            continue
        made: Any = own(run.paper, content["own"])(run, **content.get("arguments", {}))
        texts += [made] if isinstance(made, str) else made or []
    return tuple(t for t in texts if t)


def table(run: Run, spec: TableText) -> Table | None:
    """A table of a paper, from a function that the paper.yaml names.

    The function returns rows for the columns of the paper.yaml, or a whole table. Columns without values are
    only in the CSV file.
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

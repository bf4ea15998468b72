"""The papers against this run: a table per paper in the one layout of `paper_rows`, a sentence each, and one
CSV for all.

A further paper takes a module with `rows(results, summary)` and an entry here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from naivebench.papers.before import rows as paper_rows
from naivebench.papers.before.rows import PaperRow
from naivebench.papers.kang2006 import rows as kang2006
from naivebench.papers.lopezcruz2013 import rows as lopezcruz2013
from naivebench.results.context import Results
from naivebench.results.formats import listing
from naivebench.results.summaries import Summary
from naivebench.results.tables import Table, raw


class Paper(NamedTuple):
    """Where the rows of a paper come from; `about` tells what its honest protocol and its control are."""

    id: str
    title: str
    rows: Callable  # (results, summary) -> tuple of PaperRow
    about: str


class Compared(NamedTuple):
    """What the page shows of all papers."""

    papers: tuple[tuple[Paper, str, Table], ...]  # with the sentence
    table: Table  # all rows, for the CSV file
    rows: tuple[PaperRow, ...]
    read: str  # how the tables are to be read

    @property
    def tables(self) -> tuple[Table, ...]:
        """The CSV files."""
        return (self.table,)


PAPERS = (
    Paper("lopezcruz2013", "López-Cruz et al. 2013", lopezcruz2013.rows, lopezcruz2013.ABOUT),
    Paper("kang2006", "Kang et al. 2006", kang2006.rows, kang2006.ABOUT),
)
READ = (
    "Optimism is what the paper's protocol promises beyond the honest figure. On shuffled labels "
    "nothing can be learned: what the same protocol "
    "still shows there, over what is to be had without information, is optimism alone."
)


def section(results: Results, summary: Summary) -> Compared | None:
    """The tables of all papers that have rows in this run; None without any."""
    papers: list = []
    together: list[paper_rows.Shown] = []
    for paper in PAPERS:
        rows: tuple[PaperRow, ...] = paper.rows(results, summary)
        if not rows:
            continue
        shown = paper_rows.show(results, summary, rows)
        references = listing(dict.fromkeys(r.reference for r in rows if r.reference), "or")
        note = f"{paper.about} P: against {references}." if references else paper.about
        papers.append(
            (
                paper,
                paper_rows.sentence(shown),
                paper_rows.table(results, f"papers_{paper.id}", f"{paper.title}.", shown, note),
            )
        )
        together += shown
    if not papers:
        return None
    whole = paper_rows.table(results, "papers", "The papers against this run.", tuple(together))
    return Compared(tuple(papers), whole, tuple(s.row for s in together), READ)


def elsewhere(rows: tuple[dict, ...], section: Compared | None) -> tuple[dict, ...]:
    """The rows of the table of protocols that have an honest accuracy beside them and do not stand in the
    section of the papers.
    """
    stored = section.rows if section else ()
    there = {
        (p.protocol, row.dataset, row.method)
        for row in stored
        for p in (row.place, row.permuted)
        if p and p.metric == "accuracy"
    }
    return tuple(
        r
        for r in rows
        if r["optimism"] is not None and (r["protocol"], raw(r["dataset"]), raw(r["method"])) not in there
    )

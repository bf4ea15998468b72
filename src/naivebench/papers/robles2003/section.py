"""Robles et al. 2003: every printed figure beside the case counts of this run, a verdict, and what is left of
it under the honest protocol.
"""

from __future__ import annotations

from pathlib import Path

from naivebench.papers.robles2003 import findings
from naivebench.papers.robles2003.run import (
    CAPTIONS,
    PAPER,
    PRINTED,
    RULE,
    SOURCES,
    comparison_table,
    gather,
    read,
    row_of,
    structures,
)
from naivebench.results.context import Results
from naivebench.results.parts import PUBLISHED, Part, Section
from naivebench.results.summaries import Summary


def section(results: Results, summary: Summary, folder: Path = PUBLISHED) -> Section | None:
    """The experiment's part of the page; None without print or scores under the paper's protocol."""

    published = read(folder) if {PAPER, PRINTED} & set(results.protocols) else None
    if published is None or not (cases := gather(results, summary, published)):
        return None
    shapes = structures(results)
    tables = [findings.overview(results, summary, published, cases)]
    for number in CAPTIONS:
        rows = [
            row_of(c, results, summary, published, shapes) for c in cases if SOURCES[c.method].table == number
        ]
        tables += [comparison_table(number, rows)] if rows else []
    tests = findings.significance(results, published, cases)
    judged = Part("Verdicts", (), tuple(tables), place="robles2003/verdicts")
    compared = Part("Significance", (), (tests,))
    return Section(
        findings.sentences(summary, cases),
        published.general,
        (judged, *([compared] if tests.rows else [])),
        RULE,
    )

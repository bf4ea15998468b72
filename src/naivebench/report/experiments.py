"""Sections of the page about the papers' experiments, each shown if the run has results for it."""

from __future__ import annotations

from typing import Any, NamedTuple

from naivebench.benchmark.results.tables import Table
from naivebench.report.papers.judged import Papers


class Shown(NamedTuple):
    """An experiment that this run has."""

    id: str
    title: str  # the title in the navigation
    heading: str
    template: str
    section: Any  # passed to the template
    tables: tuple[Table, ...]  # all tables, which are also written as CSV


def shown(papers: Papers) -> tuple[Shown, ...]:
    """Sections to show: first the comparison of the papers with this run, then one section per paper, sorted
    by year.
    """
    all_papers = papers.against
    parts = (
        []
        if all_papers is None
        else [
            Shown(
                "papers",
                "Reproduction",
                "Printed numbers and ours",
                "papers.html.j2",
                all_papers,
                all_papers.tables,
            )
        ]
    )
    for key, (title, heading, made) in papers.sections.items():
        parts.append(Shown(key, title, heading, "experiment.html.j2", made, made.tables))
    return tuple(parts)

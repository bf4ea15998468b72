"""The papers' experiments as sections of the page, each there when the results have something for it."""

from __future__ import annotations

from typing import Any, NamedTuple

from naivebench.benchmark.results.tables import Table
from naivebench.report.papers.judged import Papers


class Shown(NamedTuple):
    """An experiment that this run has."""

    id: str
    title: str  # in the navigation
    heading: str
    template: str
    section: Any  # what the template shows
    tables: tuple[Table, ...]  # all of them also as CSV


def shown(papers: Papers) -> tuple[Shown, ...]:
    """The papers against this run, then a section of each, in the order of their years."""
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

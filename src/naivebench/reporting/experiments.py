"""The papers' experiments as sections of the page, each there when the results have something for it."""

from __future__ import annotations

from typing import Any, NamedTuple

from naivebench.papers.before.catalogue import PAPERS as BEFORE
from naivebench.papers.judged import Papers
from naivebench.results.context import Results
from naivebench.results.summaries import Summary
from naivebench.results.tables import Table


class Shown(NamedTuple):
    """An experiment that this run has."""

    id: str
    title: str  # in the navigation
    heading: str
    template: str
    section: Any  # what the template shows
    tables: tuple[Table, ...]  # all of them also as CSV


def shown(results: Results, summary: Summary, papers: Papers) -> tuple[Shown, ...]:
    """The papers against this run, then a section of each, in the order of their years."""
    parts = [("papers", "Papers against us", "Papers against this run", "papers.html.j2", papers.against)]
    parts += [(key, *about, "experiment.html.j2", made) for key, (*about, made) in papers.sections.items()]
    for key, title, heading, section, template in BEFORE:
        if key not in papers.sections:
            parts.append((key, title, heading, template, section(results, summary)))
    return tuple(Shown(*part, tuple(part[-1].tables)) for part in parts if part[-1] is not None)

"""The papers' experiments as sections of the page, each there when the results hold scores under its
protocol; worked examples always.

A further one takes a module with `section(results, summary)`, which returns None or a `parts.Section`, and an
entry here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from naivebench.papers import sections as papers
from naivebench.papers.jambeiro2007 import section as jambeiro2007
from naivebench.papers.kang2006 import section as kang2006
from naivebench.papers.lopezcruz2013 import section as lopezcruz2013
from naivebench.papers.robles2003 import section as robles2003
from naivebench.papers.textbook18 import section as textbook18
from naivebench.results.context import Results
from naivebench.results.summaries import Summary
from naivebench.results.tables import Table


class Experiment(NamedTuple):
    """Where a section comes from. `id` is the anchor, `title` stands in the navigation."""

    id: str
    title: str
    heading: str
    section: Callable  # (results, summary) -> what the template shows, with `tables`; or None
    template: str = "experiment.html.j2"


class Shown(NamedTuple):
    """An experiment that this run has."""

    id: str
    title: str
    heading: str
    template: str
    section: Any  # what the template shows
    tables: tuple[Table, ...]  # all of them also as CSV


EXPERIMENTS = (
    Experiment("papers", "Paper against ours", "Papers against this run", papers.section, "papers.html.j2"),
    Experiment(
        "robles2003",
        "Robles et al. 2003",
        "Experiment: Robles et al. 2003",
        robles2003.section,
    ),
    Experiment(
        "jambeiro2007",
        "Jambeiro & Wainer 2007",
        "Experiment: Jambeiro Filho and Wainer 2007",
        jambeiro2007.section,
    ),
    Experiment(
        "lopezcruz2013",
        "López-Cruz et al. 2013",
        "Experiment: López-Cruz, Bielza and Larrañaga 2013",
        lopezcruz2013.section,
    ),
    Experiment(
        "kang2006",
        "Kang et al. 2006",
        "Experiment: Kang, Silvescu and Honavar 2006",
        kang2006.section,
    ),
    Experiment(
        "textbook18",
        "Worked examples",
        "Worked examples: naive Bayes and inference, the textbook chapter",
        textbook18.section,
        "textbook18.html.j2",
    ),
)


def shown(results: Results, summary: Summary) -> tuple[Shown, ...]:
    """The experiments of this run, in the order of the papers."""
    experiments = []
    for e in EXPERIMENTS:
        section = e.section(results, summary)
        if section is not None:
            experiments.append(
                Shown(
                    e.id,
                    e.title,
                    e.heading,
                    e.template,
                    section,
                    tuple(section.tables),
                )
            )
    return tuple(experiments)

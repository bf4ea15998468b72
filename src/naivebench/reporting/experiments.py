"""The papers' experiments as sections of the page, each there when the results hold scores under its
protocol; worked examples always.

A further one takes a module with `section(results, summary)`, which returns None or a `parts.Section`, and an
entry here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from naivebench.reporting.context import Results
from naivebench.reporting.figures import hit_curves as jambeiro2007_figures
from naivebench.reporting.figures import lopezcruz2013 as lopezcruz2013_figures
from naivebench.reporting.figures import robles2003 as robles2003_figures
from naivebench.reporting.figures import trees, wet_grass
from naivebench.reporting.figures.style import draw
from naivebench.reporting.papers import sections as papers
from naivebench.reporting.papers.jambeiro2007 import section as jambeiro2007
from naivebench.reporting.papers.kang2006 import section as kang2006
from naivebench.reporting.papers.lopezcruz2013 import section as lopezcruz2013
from naivebench.reporting.papers.robles2003 import section as robles2003
from naivebench.reporting.papers.textbook18 import section as textbook18
from naivebench.reporting.summaries import Summary
from naivebench.reporting.tables import Table


class Experiment(NamedTuple):
    """Where a section comes from. `id` is the anchor, `title` stands in the navigation."""

    id: str
    title: str
    heading: str
    section: Callable  # (results, summary) -> what the template shows, with `tables`; or None
    figures: Callable  # (results, summary) -> {name: SVG}
    template: str = "experiment.html.j2"


class Shown(NamedTuple):
    """An experiment that this run has."""

    id: str
    title: str
    heading: str
    template: str
    section: object  # what the template shows
    tables: tuple[Table, ...]  # all of them also as CSV
    figures: dict[str, str]


def _trajectories(results: Results, summary: Summary) -> dict[str, str]:
    if not len(robles2003_figures.traced(results)):
        return {}
    return {
        "search_trajectories": draw("search_trajectories", robles2003_figures.trajectories, results, summary)
    }


def _none(results: Results, summary: Summary) -> dict[str, str]:
    return {}


EXPERIMENTS = (
    Experiment(
        "papers", "Paper against ours", "Papers against this run", papers.section, _none, "papers.html.j2"
    ),
    Experiment(
        "robles2003",
        "Robles et al. 2003",
        "Experiment: Robles et al. 2003",
        robles2003.section,
        _trajectories,
    ),
    Experiment(
        "jambeiro2007",
        "Jambeiro & Wainer 2007",
        "Experiment: Jambeiro Filho and Wainer 2007",
        jambeiro2007.section,
        jambeiro2007_figures.figures,
    ),
    Experiment(
        "lopezcruz2013",
        "López-Cruz et al. 2013",
        "Experiment: López-Cruz, Bielza and Larrañaga 2013",
        lopezcruz2013.section,
        lopezcruz2013_figures.figures,
    ),
    Experiment(
        "kang2006",
        "Kang et al. 2006",
        "Experiment: Kang, Zhang, Silvescu and Honavar 2006",
        kang2006.section,
        trees.figures,
    ),
    Experiment(
        "textbook18",
        "Worked examples",
        "Worked examples: naive Bayes and inference, the textbook chapter",
        textbook18.section,
        wet_grass.figures,
        "textbook18.html.j2",
    ),
)


def shown(results: Results, summary: Summary) -> tuple[Shown, ...]:
    """The experiments of this run, in the order of the papers."""
    found = []
    for e in EXPERIMENTS:
        section = e.section(results, summary)
        if section is not None:
            found.append(
                Shown(
                    e.id,
                    e.title,
                    e.heading,
                    e.template,
                    section,
                    tuple(section.tables),
                    e.figures(results, summary),
                )
            )
    return tuple(found)

"""The papers' experiments as sections of the page, each there when the results hold scores under its protocol; worked examples always.

A further one takes a module with `section(results, summary)`, which returns None or a tuple with a field `tables`, and a
template of its name that finds that tuple under the name, and its figures in `figures`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from naivebench.reporting import jambeiro2007, kang2006, lopezcruz2013, robles2003, textbook18
from naivebench.reporting.context import Results
from naivebench.reporting.figures import hit_curves as jambeiro2007_figures
from naivebench.reporting.figures import lopezcruz2013 as lopezcruz2013_figures
from naivebench.reporting.figures import robles2003 as robles2003_figures
from naivebench.reporting.figures import trees, wet_grass
from naivebench.reporting.figures.style import draw
from naivebench.reporting.summaries import Summary
from naivebench.reporting.tables import Table


class Experiment(NamedTuple):
    """Where a section comes from. `id` names the template and the anchor, `title` stands in the navigation."""

    id: str
    title: str
    section: Callable  # (results, summary) -> tuple with `tables`, or None
    figures: Callable  # (results, summary) -> {name: SVG}


class Shown(NamedTuple):
    """An experiment that this run has."""

    id: str
    title: str
    section: object  # what the template shows
    tables: tuple[Table, ...]  # all of them also as CSV
    figures: dict[str, str]


def _trajectories(results: Results, summary: Summary) -> dict[str, str]:
    if not len(robles2003_figures.traced(results)):
        return {}
    return {"search_trajectories": draw("search_trajectories", robles2003_figures.trajectories, results, summary)}


EXPERIMENTS = (
    Experiment("robles2003", "Robles et al. 2003", robles2003.section, _trajectories),
    Experiment("jambeiro2007", "Jambeiro & Wainer 2007", jambeiro2007.section, jambeiro2007_figures.figures),
    Experiment("lopezcruz2013", "López-Cruz et al. 2013", lopezcruz2013.section, lopezcruz2013_figures.figures),
    Experiment("kang2006", "Kang et al. 2006", kang2006.section, trees.figures),
    Experiment("textbook18", "Worked examples", textbook18.section, wet_grass.figures),
)


def shown(results: Results, summary: Summary) -> tuple[Shown, ...]:
    """The experiments of this run, in the order of the papers."""
    found = []
    for experiment in EXPERIMENTS:
        section = experiment.section(results, summary)
        if section is not None:
            found.append(Shown(experiment.id, experiment.title, section, tuple(section.tables), experiment.figures(results, summary)))
    return tuple(found)
